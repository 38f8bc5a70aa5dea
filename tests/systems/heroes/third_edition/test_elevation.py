"""Elevation: climbing, small balkas, trenches, the worth of height, and sight over levels. [chapter 12]"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.systems.heroes.kit import GERMAN, LEGEND, Game, box, on

from balka.core.boards import Board, Cell, from_picture
from balka.core.hexes import Grid, mask_of
from balka.core.proof import rule
from balka.systems.heroes.ground import Ground
from balka.systems.heroes.levels import LevelSight
from balka.systems.heroes.setting import Rulebook
from balka.systems.heroes.show.overlays import overlay
from balka.systems.heroes.third_edition.terrain import tables

MANUAL = {"options": {"steep": "manual"}}


def climb(start: str, end: str, kind: str = "inf", **more: Any) -> Game:
    """A unit facing the hex it would climb into."""
    return on(f"{end}\na:{start}" if end != "." else f".\na:{start}", a=f"{kind} N", **more)


def column(*words: str) -> LevelSight:
    """Sight on a straight row of hexes from north to south."""
    board = from_picture("\n".join(words), LEGEND).board
    sight = Ground(board, tables(box(), "July", Rulebook(start_caps={}, deck=()))).sight
    assert isinstance(sight, LevelSight)
    return sight


def sees(*words: str) -> bool:
    """Do the two ends of a row see each other? The same both ways. [12.6-d]"""
    sight, last = column(*words), len(words) - 1
    assert sight.sees(0, last) == sight.sees(last, 0)
    return sight.sees(0, last)


# -- 12.0 to 12.2 levels


@rule("sos-12.0-a", "sos-12.0-b", "sos-12.1-a")
def test_every_level_of_the_game_is_on_its_maps_and_counts_for_the_whole_hex():
    boards = [box().board_for(mission) for mission in box().missions]
    assert {level for board in boards for level in board.elevation} <= {-2, -1, 0, 1, 2}
    bare = {cell.elevation for sheet in box().sheets.values() for cell in sheet.hexes}
    assert max(bare) <= 0, "hills lie on overlay tiles only"
    board = on("2\n1\n.\nv\nvv", a="inf N due=2 entry=e", entries={"e": ["A01"]}).state.setting.board
    assert board.elevation == (2, 1, 0, -1, -2)


@rule("sos-12.1-b")
def test_a_hill_is_a_level_and_the_ground_on_it_stays_what_it_is():
    game = on("x:W1\n1\na:1", a="inf N", x="rif S")
    assert game.rating("fire a x", "Defense Rating") == [(12, "6.1-b"), (2, "6.4-a")]
    into = on("W1\na:1", a="inf N")
    assert into.parts("move a A01 N") == [(1, "2.4-c"), (1, "4.9-b")]


@rule("sos-12.2-a", "sos-12.2-b")
def test_a_balka_is_open_ground_two_levels_down_and_its_opening_one():
    straight_in, by_the_opening = climb(".", "vv"), climb(".", "v")
    assert straight_in.cost("move a A01 N") == 3 and by_the_opening.cost("move a A01 N") == 1
    assert climb("v", "vv").cost("move a A01 N") == 1 and climb("vv", "v").cost("move a A01 N") == 2
    game = on("x:vv\nvv\na:vv", a="inf N", x="rif S")
    assert game.rating("fire a x", "Defense Rating") == [(12, "6.1-b")]


# -- 12.3 small balkas and trenches


@rule("sos-12.3-a", "sos-12.3-b")
def test_a_small_balka_lies_on_a_side_and_costs_foot_two_more():
    game = on(".\na\n.", a="inf N", balkas=["A01/A02"])
    assert game.parts("move a A01 N") == [(1, "2.4-c"), (2, "12.3-b")]
    assert game.parts("move a A03 N") == [(1, "2.4-c"), (1, "4.11-a")], "no balka on that side"


@rule("sos-12.3-a", "sos-12.3-c")
def test_a_trench_fills_its_hex_and_costs_foot_two_more_to_enter():
    game = on("T\na:T\n.", a="inf N")
    assert game.parts("move a A01 N") == [(1, "2.4-c"), (2, "12.3-c")]
    assert game.cost("move a A03 S") == 2, "nothing to leave it"


@rule("sos-12.3-d", "sos-12.5-c")
@pytest.mark.parametrize(("balkas", "bonus"), [(["A01/A02"], 1), (["A02/A03"], 0), ([], 0)])
def test_fire_across_a_small_balka_on_the_targets_edge(balkas: list[str], bonus: int):
    game = on("x\n.\na", a="inf N", x="rif S", balkas=balkas)
    assert game.rating("fire a x", "Defense Rating") == [(12, "6.1-b"), *[(1, "12.3-d")] * bonus]


@rule("sos-12.3-d", "sos-12.5-c")
def test_a_small_balka_covers_foot_only_and_whatever_the_levels():
    tank = on("x\n.\na", a="inf N", x="tk34c S", balkas=["A01/A02"])
    assert "12.3-d" not in [cite for _, cite in tank.rating("fire a x", "Defense Rating")]
    above = on("x\n1\na:2", a="inf N", x="rif S", balkas=["A01/A02"])
    assert (1, "12.3-d") in above.rating("fire a x", "Defense Rating")


@rule("sos-12.3-e")
def test_small_balkas_and_trenches_help_foot_to_rally_once():
    plain = on("x\n.\n.\na", a="inf N pinned", x="rif S").need("rally a")
    assert on("x\n.\n.\na", a="inf N pinned", x="rif S", balkas=["A03/A04"]).need("rally a") == plain - 1
    assert on("x\n.\n.\na:T", a="inf N pinned", x="rif S").need("rally a") == plain - 1
    assert on("x\n.\n.\na:T", a="inf N pinned", x="rif S", balkas=["A03/A04"]).need("rally a") == plain - 1
    assert on("x\n.\n.\na", a="inf N pinned", x="rif S", balkas=["A02/A03"]).need("rally a") == plain


@rule("sos-12.3-f", "sos-12.3-g")
@pytest.mark.parametrize("kind", ["maul", "tiger"])
def test_small_balkas_and_trenches_stop_vehicles(kind: str):
    side = on(".\na\n.", a=f"{kind} N", balkas=["A01/A02"])
    assert (
        not side.offers("move a A01 N") and side.why_not("move a A01 N") == "sos-12.3-f" and side.offers("move a A03 N")
    )
    trench = on("T\na\n.", a=f"{kind} N")
    assert not trench.offers("move a A01 N") and trench.why_not("move a A01 N") == "sos-12.3-g"


# -- 12.4 climbing


@rule("sos-12.4-a", "sos-12.4-b", "sos-4.7-a")
@pytest.mark.parametrize("kind", ["inf", "maul", "tiger"])
@pytest.mark.parametrize(
    ("start", "end", "more"), [(".", "1", 1), ("1", "2", 1), ("v", ".", 1), ("1", ".", 0), (".", "v", 0)]
)
def test_a_level_up_costs_one_and_down_nothing(kind: str, start: str, end: str, more: int):
    flat = climb(".", ".", kind).cost("move a A01 N")
    game = climb(start, end, kind)
    assert game.cost("move a A01 N") == flat + more
    assert ((1, "12.4-a") in game.parts("move a A01 N")) == bool(more)


@rule("sos-4.7-a")
def test_uphill_adds_to_woods_and_to_moving_backwards():
    game = on(".\na\nW1", a="inf N")
    assert game.parts("move a A03 N") == [(1, "2.4-c"), (1, "4.9-b"), (1, "12.4-a"), (1, "4.11-a")]


@rule("sos-12.4-c", "sos-12.4-g")
@pytest.mark.parametrize(("start", "end"), [(".", "2"), ("2", "."), ("vv", "."), (".", "vv")])
def test_steep_ground_costs_foot_two_both_ways_or_by_the_manual_upwards_only(start: str, end: str):
    levels = {"2": 2, ".": 0, "vv": -2}
    up = levels[end] > levels[start]
    assert climb(start, end).parts("move a A01 N") == [(1, "2.4-c"), (2, "12.4-c")]
    older = climb(start, end, told=MANUAL).parts("move a A01 N")
    assert older == ([(1, "2.4-c"), (2, "12.4-c")] if up else [(1, "2.4-c")])


@rule("sos-12.4-d")
@pytest.mark.parametrize("kind", ["maul", "tiger"])
@pytest.mark.parametrize(("start", "end"), [(".", "2"), ("2", ".")])
def test_steep_ground_stops_vehicles(kind: str, start: str, end: str):
    game = climb(start, end, kind)
    assert not game.offers("move a A01 N") and game.why_not("move a A01 N") == "sos-12.4-d"


@rule("sos-12.4-e")
@pytest.mark.parametrize("kind", ["inf", "maul", "tiger"])
@pytest.mark.parametrize(("start", "end"), [("v", "2"), ("2", "v")])
def test_a_cliff_stops_everybody(kind: str, start: str, end: str):
    game = climb(start, end, kind, roads=["A01-A02"])
    assert not game.offers("move a A01 N") and game.why_not("move a A01 N") == "sos-12.4-e"


@rule("sos-12.4-f")
def test_roads_do_not_cancel_the_price_of_climbing():
    assert (1, "12.4-a") in climb(".", "1", roads=["A01-A02"]).parts("move a A01 N")
    assert (2, "12.4-c") in climb(".", "2", roads=["A01-A02"]).parts("move a A01 N")
    assert climb(".", "2", "tiger", roads=["A01-A02"]).offers("move a A01 N"), "the road opens the way"


# -- 12.5 height in a fight


@rule("sos-12.5-a", "sos-12.5-b", "sos-12.5-d")
@pytest.mark.parametrize(
    ("shooter", "target", "attack", "defence"),
    [(".", ".", 0, 0), ("1", ".", 1, 0), ("2", ".", 1, 0), (".", "1", 0, 1), (".", "2", 0, 1), ("2", "2", 0, 0)],
)
def test_height_is_worth_one_however_high(shooter: str, target: str, attack: int, defence: int):
    game = on(f"x:{target}\na:{shooter}", a="inf N", x="rif S")
    assert game.rating("fire a x", "Attack Rating") == [(4, "6.5-b"), (3, "6.6-b"), *[(1, "12.5-a")] * attack]
    assert game.rating("fire a x", "Defense Rating") == [(12, "6.1-b"), *[(1, "12.5-b")] * defence]


# -- 12.6 high ground


@rule("sos-12.6-a", "sos-12.6-b")
def test_every_hex_between_must_be_lower_than_the_higher_end():
    assert sees(".", ".", ".", "1") and sees("1", ".", ".", ".") and sees(".", "1", "2")
    assert not sees(".", "1", ".", "1") and not sees(".", "2", ".", "1")


@rule("sos-12.6-c")
def test_ground_level_with_the_higher_end_blocks():
    assert not sees(".", "1", "1") and not sees(".", ".", "2", "2") and sees(".", "1", "1", "2")


@rule("sos-12.6-a")
def test_between_equal_ends_only_higher_ground_blocks():
    assert sees("1", "1", "1") and sees("1", ".", "1") and not sees("1", "2", "1")


@rule("sos-12.6-d")
def test_sight_between_levels_is_mutual_in_play():
    game = on("x\n1\na:2", a="inf N", x="rif S")
    assert game.offers("fire a x") and on("x\n1\na:2", a="inf N", x="rif S", active="soviet").offers("fire x a")
    blind = on("x\n1\na:1", a="inf N", x="rif S")
    assert not blind.offers("fire a x") and "blind" not in blind.refusal("fire a x").sentence
    assert not on("x\n1\na:1", a="inf N", x="rif S", active="soviet").offers("fire x a")


# -- 12.7 woods and houses


@rule("sos-12.7-a")
@pytest.mark.parametrize("tall", ["W", "B", "S"])
def test_woods_and_houses_stand_a_level_above_their_hex(tall: str):
    assert not sees(".", tall, ".", "1") and not sees("1", tall, ".", "1")
    assert sees("2", tall, ".", "."), "a viewer on L2 looks over woods at L0"
    assert not sees("2", "W1", ".", "."), "but not over woods on L1"


@rule("sos-12.7-b")
def test_a_unit_in_woods_stands_on_the_ground():
    game = on("x\n.\na:W", a="inf N", x="rif S")
    assert game.rating("fire a x", "Attack Rating") == [(4, "6.5-b")], "no height from the trees"
    assert not sees("W", "1", ".") and sees("W1", "1", "1") and not sees("W", ".", "W", "1")


# -- 12.8 blind spots


@rule("sos-12.8-a", "sos-12.8-b")
@pytest.mark.parametrize("obstacle", ["W", "B"])
def test_the_hex_behind_trees_or_houses_is_never_seen_from_above(obstacle: str):
    assert not sees("2", ".", obstacle, ".") and sees("2", ".", obstacle, ".", ".")
    reason = column("2", ".", obstacle, ".").explain(0, 3).reason or ""
    assert "blind spot" in reason


@rule("sos-12.8-a")
def test_the_hex_behind_a_hill_is_a_blind_spot():
    assert not sees("2", ".", "1", ".") and sees("2", ".", "1", ".", ".")


@rule("sos-12.8-c")
def test_blind_spots_run_together():
    assert not sees("2", ".", "W", "W", ".") and not sees("2", ".", "W", ".", "W", ".")
    assert sees("2", ".", "W", "W", ".", ".")
    sight = column("2", ".", "W", "W", ".")
    assert not sight.sees(0, 3), "the second woods hex lies behind the first"


@rule("sos-12.8-d")
def test_no_blind_spot_on_the_open_slope_of_ones_own_hill():
    assert sees("2", "1") and sees("2", "1", ".") and not sees("2", "2", "1")
    assert sees("2", "1", ".", ".") and not sees("2", "W1", ".")


@rule("sos-12.8-e")
def test_a_steep_drop_hides_its_foot():
    assert not sees(".", ".", "vv") and sees(".", "vv", "vv"), "the hex at the foot of the edge, not the one beyond"
    assert not sees("1", ".", "vv") and sees("1", ".", "vv", "vv")


# -- the line as the table shows it


def test_the_line_of_sight_is_shown_with_its_profile():
    game = on("x\nW\n.\na:2", a="inf N", x="rif S")
    line = overlay(game.state.view(GERMAN), "sight", {"unit": "a", "to": "A01"}).line
    assert line is not None and not line.clear and "blind spot" in line.reason and line.rule == "sos-12.8-a"
    assert [(step.hex, step.level, step.top) for step in line.profile] == [
        ("A04", 2, 2), ("A03", 0, 0), ("A02", 0, 1), ("A01", 0, 0)
    ]  # fmt: skip


@rule("sos-12.7-a")
def test_trees_are_cited_by_their_height_where_heights_differ_and_as_terrain_where_not():
    uphill = on("x\n.\nW1\n.\na:2", a="inf N", x="rif S")
    assert uphill.why_not("fire a x") == "sos-12.7-a"
    flat = on("x\n.\nW\n.\na", a="inf N", x="rif S")
    assert flat.why_not("fire a x") == "sos-5.2-b"


def test_in_the_middle_of_an_attack_only_the_caps_are_left_to_choose():
    game = on("x+y\n.\na", a="inf N", x="rif S", y="rif S", caps={"german": 2, "soviet": 0}).begin("fire a x")
    assert game.refusal("stall a").instead == "Choose the target, then the CAPs."
    assert game.begin("at x").refusal("stall a").instead == "Choose the CAPs, then roll."


@pytest.mark.parametrize("seed", range(6))
def test_all_lines_from_a_hex_agree_with_each_line_explained(seed: int) -> None:
    """Hills, woods, crops and holes in the map, drawn at random."""
    rng = Random(seed)
    cells = [Cell(f"{column:02}{row:02}", column, row, elevation=rng.choice((-2, -1, 0, 0, 0, 1, 2)))
             for column in range(9) for row in range(8) if rng.random() > 0.1]  # fmt: skip
    tall, crops = (mask_of(h for h in range(len(cells)) if rng.random() < share) for share in (0.15, 0.1))
    sight = LevelSight(Board("hills", Grid(), tuple(cells)), tall, crops, rng.choice((1, 99)))
    for a in range(len(cells)):
        explained = mask_of(b for b in range(len(cells)) if sight.explain(a, b).clear)
        assert sight.visible[a] == explained
