"""Hills: climbing, the worth of height, and sight over levels. [chapter 11]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.second_edition.kit import Bear, on

from balka.core.proof import rule
from balka.games.awakening_the_bear import catalogue
from balka.games.awakening_the_bear.title import GAME


def sees(*levels: str) -> bool:
    """Is there sight from one end of a column to the other?"""
    game = on("\n".join(["x:" + levels[0], *levels[1:-1], "a:" + levels[-1]]), a="grif N", x="srif S")
    return bool(game.state.setting.ground.sight.sees(0, len(levels) - 1))


def shot(target: str, between: str, shooter: str, **more: Any) -> Bear:
    return on(f"x:{target}\n{between}\na:{shooter}", **{"a": "grif N", "x": "srif S", **more})


@rule("atb-11.0-b")
def test_a_hill_under_the_dot_fills_the_hex():
    board = catalogue.board_for(catalogue.mission("petrov"))
    assert set(board.elevation) >= {0, 1} and len(board.elevation) == len(board)


@rule("atb-11.0-d", "atb-table-foot-uphill-a")
def test_a_level_up_costs_one_more_and_down_nothing():
    assert on("1\na\n.\nx", a="grif N", x="srif N").cost("move a A01 N") == 2
    assert on(".\na:1\n.\nx", a="grif N", x="srif N").cost("move a A01 N") == 1


@rule("atb-11.0-e")
def test_a_road_uphill_is_still_uphill():
    assert on("1\na\n.\nx", a="grif N", x="srif N", roads=["A02-A01"]).cost("move a A01 N") == 2


@rule("atb-11.1-b")
def test_steep_ground_costs_two_in_all_and_downhill_nothing():
    assert on("2\na\n.\nx", a="grif N", x="srif N").cost("move a A01 N") == 3
    assert on(".\na:2\n.\nx", a="grif N", x="srif N").cost("move a A01 N") == 1


@rule("atb-11.1-c")
@pytest.mark.parametrize("picture", ["2\na\n.\nx", ".\na:2\n.\nx"])
def test_no_vehicle_goes_up_or_down_steep_ground_not_even_by_road(picture):
    game = on(picture, a="pz3h N", x="srif N", roads=["A02-A01"])
    assert not game.offers("move a A01 N")


@rule("atb-11.2-a", "atb-11.2-b")
def test_height_covers_the_target_or_helps_the_shooter():
    up, down = shot("1", ".", "."), shot(".", ".", "1")
    assert (1, "11.2-a") in up.rating("fire a x", "Defense Rating")
    assert (1, "11.2-b") in down.rating("fire a x", "Attack Rating")
    level = shot(".", ".", ".")
    assert len(level.rating("fire a x", "Defense Rating")) == len(level.rating("fire a x", "Attack Rating")) == 1


@rule("atb-11.3-a")
def test_what_is_as_high_as_a_higher_target_hides_it():
    assert not sees("1", "L", ".", "."), "trees on the plain reach its level"
    assert sees("2", "L", ".", ".")


@rule("atb-11.3-b")
def test_what_is_as_high_as_the_viewer_hides_a_lower_target():
    assert not sees(".", ".", "L", "1") and not sees(".", ".", "2", ".", "1")
    assert sees(".", ".", "L", "2")


@rule("atb-11.4-a", "atb-11.4-d")
def test_from_below_only_the_edge_of_a_plateau_is_seen():
    assert sees("1", ".", ".") and not sees("1", "1", ".", ".")


@rule("atb-11.4-b", "atb-11.4-c")
def test_trees_and_houses_stand_a_level_above_their_ground():
    assert not sees("2", ".", "B1", ".", "2"), "a house on a hill blocks at level two"
    assert sees("2", ".", "B", ".", "2")


@rule("atb-11.5-a")
def test_the_hex_behind_a_blocker_is_hidden_from_above_both_ways():
    assert not sees(".", "L", ".", "2") and not sees("2", ".", "L", ".")


@rule("atb-11.5-b")
def test_an_open_slope_hides_nothing_of_itself():
    assert sees(".", "1", "2")


@rule("atb-11.5-c")
def test_beyond_the_blind_spot_the_ground_is_seen():
    assert sees(".", ".", "L", ".", "2") and not sees(".", "L", ".", ".", "2")


@rule("atb-11.5-d")
def test_level_with_its_top_one_sees_into_a_wood_and_no_further():
    assert sees("L", ".", "1") and not sees(".", ".", "L", ".", "1")


@rule("atb-11.5-a", "atb-11.4-b")
def test_trees_and_houses_no_higher_than_the_ground_behind_them_make_no_blind_spot():
    assert sees("1", "L", ".", "2") and sees("2", ".", "L", "1") and sees("1", "B", "1", "2")
    assert not sees(".", "L", ".", "2"), "lower ground behind them is hidden"
    assert not sees("1", "L1", ".", "2"), "those on a hill stand above it"
    assert not sees(".", "1", ".", "2"), "and so does the hill itself above the plain"


@rule("atb-11.5-a", "atb-11.4-b")
def test_from_the_hill_at_yelnya_the_spur_behind_low_trees_is_seen():
    game = Bear(GAME.start("yelnya")).begin("ready", dice=["02"] * 4)
    game.begin("hold OBA_SOV", "caps 0", "caps 0", dice=[6, 6, 1, 1])
    assert game.offers("fire hmg34-01 K07") and game.offers("fire lmg34-02 K07")


@rule("atb-11.5-a", "atb-6.0-f")
@pytest.mark.parametrize(("above", "seen"), [("", True), (". . . .\n", True), (". . L .\n", False)])
def test_beyond_the_edge_of_the_map_nothing_makes_a_blind_spot(above: str, seen: bool):
    game = on(f"{above}. a:2 L x\n. . . .", a="grif SE", x="srif NW")
    assert game.offers("fire a x") is seen


@rule("atb-11.1-c", "atb-11.2-b", "atb-19.1-b")
def test_a_tank_fires_down_the_steep_ground_it_cannot_drive_down():
    game = on("x\na:2\n.", a="charb2 N", x="srif S")
    assert not game.offers("move a A01 N") and game.offers("fire a x") and game.offers("flame a A01")
    assert game.rating("fire a x", "Attack Rating") == [(4, "7.0-a"), (3, "7.7.2-a"), (1, "11.2-b")]
    group = on("x\na:2 b:2\n. .", a="pz3e N", b="pz4e NW", x="srif S").gather("a", "b")
    assert group.offers("fire a x") and group.offers("fire b x"), "and supports another there"
