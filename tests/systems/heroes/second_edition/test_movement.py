"""Terrain, moving, walls, roads, facing, entering, sight and fire zones. [chapters 4, 5, 6]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, on

from balka.core.proof import rule

COLUMN = """
    x
    .
    .
    {terrain}
    a
"""


def column(terrain: str = ".", **more: Any) -> Bear:
    """A squad with a terrain ahead of it."""
    return on(COLUMN.format(terrain=terrain), **{"a": "grif N", "x": "srif S", **more})


def costs(game: Bear, sentence: str) -> list[tuple[int, str]]:
    return game.parts(sentence)


# -- chapter 4


@rule("atb-4.0-i", "atb-11.1-a", "atb-11.1-b")
def test_two_levels_over_one_hexside_are_steep_and_cost_two_in_all():
    game = column("2")
    assert game.cost("move a A04 N") == 1 + 2


@rule("atb-4.0-j")
def test_plowed_fields_stop_wheels_and_give_tracks_no_bonus():
    assert not column("#", a="opel N").offers("move a A04 N")
    tracked = column("#", a="pz3h N").begin("move a A04 N", "by activate 0")
    assert tracked.at("a") == "A04" and tracked.seat == SOVIET, "no second hex"


@rule("atb-4.0-k")
@pytest.mark.parametrize(("unit", "may"), [("grif", True), ("8cm", False), ("pak36", False), ("pz3h", False)])
def test_only_the_unburdened_enter_water(unit, may):
    assert column("=", a=f"{unit} N").offers("move a A04 N") == may


@rule("atb-4.0-l")
def test_nobody_on_foot_attacks_out_of_the_water():
    drawn = on("x\n.\n.\na", a="grif N", x="srif S")
    assert drawn.offers("fire a x")
    wet = column("=").begin("move a A04 N", "by activate 0").play("pass")
    assert not wet.offers("fire a x") and wet.why_not("fire a x") == "atb-4.0-l"


# -- 5.0 the foot table and penalties


@rule("atb-5.0-b", "atb-5.0-d")
@pytest.mark.parametrize(("terrain", "cost"), [(".", 1), ("L", 1), ("H", 2), ("B", 2), ("S", 2), ("#", 1), ("=", 5)])
def test_a_hex_costs_the_move_figure_and_its_terrain(terrain, cost):
    assert column(terrain).cost("move a A04 N") == cost


@rule("atb-5.0-b", "atb-11.0-d")
def test_penalties_add_up():
    game = column("1", a="grif S")
    assert sorted(value for value, _ in costs(game, "move a A04 N")) == [1, 1, 1], "uphill and backwards"


@rule("atb-5.0-c")
def test_defensive_modifiers_add_up():
    game = on("x:L\n.\na", a="grif N", x="srif S", walls=["A01/A02"])
    rows = game.rating("fire a x", "Defense Rating")
    assert (1, "5.0.2-a") in rows and len(rows) == 3


@rule("atb-5.0-e")
def test_any_number_of_units_share_a_hex():
    game = on("b+c+d+e\na", a="grif N", b="grif N", c="grif N", d="grif N", e="grif N", x="srif S due=9 entry=e",
              entries={"e": ["A01"]})  # fmt: skip
    assert game.offers("move a A01 N")


@rule("atb-5.0-f", "atb-7.7.3-k")
def test_a_hex_with_enemies_may_be_entered_and_entering_is_the_action():
    game = on("x\na", a="grif N", x="srif S").begin("move a A01 N", "by activate 0")
    assert game.at("a") == "A01" and game.seat == SOVIET and game.offers("assault x a")


@rule("atb-5.0.1-a", "atb-5.0.1-b")
def test_along_a_road_the_terrain_costs_nothing_more():
    by_road = on("H .\n. .\na .", a="grif N", roads=["A03-A02-A01"], x="srif S due=9 entry=e", entries={"e": ["A01"]})
    by_road.begin("move a A02 N", "by activate 0").play("pass")
    assert by_road.cost("move a A01 N") == 1
    beside = on("H .\na .", a="grif N", roads=["A01-B01"], x="srif S due=9 entry=e", entries={"e": ["A01"]})
    assert beside.cost("move a A01 N") == 2, "the road does not lead there from its hex"


@rule("atb-5.0.1-c")
def test_a_bridge_is_a_road_over_water():
    game = on("=\na", a="pak36 N", roads=["A02-A01"], x="srif S due=9 entry=e", entries={"e": ["A01"]})
    assert game.offers("move a A01 N")


@rule("atb-5.0.1-d")
def test_a_road_leaves_the_cover_of_its_hex():
    game = on("x\n.\na", a="grif N", x="srif S", roads=["A01-A02"])
    woods = on("H\n.\na", a="grif N", roads=["A01-A02"], x="srif S due=9 entry=e", entries={"e": ["A01"]})
    assert woods.state.setting.ground.defence[woods.state.setting.board.hex("A01")].value == 2
    assert len(game.rating("fire a x", "Defense Rating")) == 1


# -- 5.0.2 walls


@rule("atb-5.0.2-a", "atb-5.0.2-c")
def test_a_wall_before_the_target_covers_it_on_top_of_its_terrain():
    game = on("x\n.\na", a="grif N", x="srif S", walls=["A01/A02"])
    assert (1, "5.0.2-a") in game.rating("fire a x", "Defense Rating")
    away = on("x\n.\na", a="grif N", x="srif S", walls=["A02/A03"])
    assert (1, "5.0.2-a") not in away.rating("fire a x", "Defense Rating"), "the wall is not the target's"


@rule("atb-5.0.2-a")
@pytest.mark.parametrize(("walls", "covered"), [(["B02/C02"], False), (["B02/C02", "B03/C02"], True)])
def test_a_line_along_an_edge_crosses_a_wall_only_where_both_hexes_lie_behind_one(walls, covered):
    """From A02 to C02 the line runs between B02 and B03."""
    game = on(". . .\na . x\n. . .", a="grif SE", x="srif NW", walls=walls)
    assert ((1, "5.0.2-a") in game.rating("fire a x", "Defense Rating")) == covered


@rule("atb-5.0.2-b")
def test_a_wall_covers_from_fire_from_above_too():
    game = on("x\n.\n2\na", a="grif N", x="srif S", walls=["A01/A02"])
    game.begin("move a A03 N", "by activate 0").play("pass")
    assert (1, "5.0.2-a") in game.rating("fire a x", "Defense Rating")


@rule("atb-5.0.2-d")
def test_walls_do_not_help_against_mortars():
    game = on("x\n.\n.\na", a="8cm N", x="srif S", walls=["A01/A02"], kinds={"8cm": {"range_min": 1}})
    assert (1, "5.0.2-a") not in game.rating("fire a x", "Defense Rating")


@rule("atb-5.0.2-e", "atb-5.0.2-f")
def test_crossing_a_wall_costs_foot_and_tracks_one_and_stops_wheels():
    walled = {"walls": ["A04/A05"]}
    assert column(**walled).cost("move a A04 N") == 2
    assert column(a="pz3h N", **walled).cost("move a A04 N") == column(a="pz3h N").cost("move a A04 N") + 1
    assert not column(a="opel N", **walled).offers("move a A04 N")
    assert column(a="opel N", **walled).why_not("move a A04 N") == "atb-5.0.2-f"


@rule("atb-5.0.2-e")
def test_a_road_leads_through_a_wall():
    assert column(walls=["A04/A05"], roads=["A05-A04"]).cost("move a A04 N") == 1


# -- 5.0.3 cautious movement


def wary(**more: Any) -> Bear:
    return column(told={"options": {"cautious": "on"}}, **more)


@rule("atb-5.0.3-a", "atb-table-foot-cautious-a")
def test_who_moves_in_the_open_is_easier_to_hit():
    game = wary().begin("move a A04 N", "by activate 0")
    assert (-1, "5.0.3-a") in game.rating("fire x a", "Defense Rating")
    assert (-1, "5.0.3-a") not in column().begin("move a A04 N", "by activate 0").rating("fire x a", "Defense Rating")


@rule("atb-5.0.3-d")
def test_care_is_for_ground_without_cover():
    assert wary().offers("creep a A04 N") and not wary(terrain="L").offers("creep a A04 N")
    assert wary(terrain="L").why_not("creep a A04 N") == "atb-5.0.3-d"


@rule("atb-5.0.3-a")
def test_cover_takes_the_danger_away():
    game = wary(terrain="L").begin("move a A04 N", "by activate 0")
    assert (-1, "5.0.3-a") not in game.rating("fire x a", "Defense Rating")


@rule("atb-5.0.3-b")
def test_only_the_very_next_turn_of_the_enemy_counts():
    game = wary().begin("move a A04 N", "by activate 0").play("pass").play("pivot a NE")
    assert (-1, "5.0.3-a") not in game.rating("fire x a", "Defense Rating")


@rule("atb-5.0.3-c")
def test_carried_units_are_never_caught_in_the_open():
    game = wary(a="sd251 N", b="grif N carrier=a").begin("move a A04 N", "by activate 0")
    while game.seat == GERMAN:
        game.begin("stay")
    assert "b" not in game.state.tracks.exposed


@rule("atb-5.0.3-d", "atb-table-foot-cautious-b")
def test_care_costs_one_more_and_keeps_the_unit_safe():
    game = wary()
    assert game.cost("creep a A04 N") == 2
    game.begin("creep a A04 N", "by activate 0")
    assert (-1, "5.0.3-a") not in game.rating("fire x a", "Defense Rating")
    assert not column().offers("creep a A04 N")


@rule("atb-5.2-c")
def test_a_backwards_move_is_cautious_anyway():
    game = wary(a="grif S").begin("move a A04 N", "by activate 0")
    assert (-1, "5.0.3-a") not in game.rating("fire x a", "Defense Rating")
    assert not wary(a="grif S").offers("creep a A04 N")


# -- 5.1-5.3 facing


@rule("atb-5.1-b", "atb-5.1-d", "atb-5.2-b")
def test_after_a_move_a_unit_faces_any_of_six_sides_for_nothing():
    game = column()
    ways = game.choices("a", "move", game.state.setting.board.hex("A04"))
    assert len(ways) == 6 and {game.cost(way) for way in ways} == {1}


@rule("atb-5.1-c", "atb-5.1-e", "atb-5.2-a", "atb-table-foot-backwards-a")
def test_three_hexes_lie_ahead_and_three_behind_for_one_more():
    game = on(". . .\n. a .\n. . .", a="grif N", x="srif S due=9 entry=e", entries={"e": ["A01"]})
    around = [choice for choice in game.choices("a") if choice.startswith("move") and choice.endswith(" N")]
    assert sorted(game.cost(choice) for choice in around) == [1, 1, 1, 2, 2, 2]


@rule("atb-5.3-a")
def test_pivoting_costs_one_whatever_the_move_figure():
    assert column(a="8cm N").cost("pivot a S") == 1 and column(a="pz3h N").cost("pivot a S") == 1


# -- 5.4-5.6 enemies in the hex, entering, leaving


@rule("atb-5.4-a")
def test_who_shares_a_hex_with_an_enemy_on_his_turn_may_fight_there():
    assert on("a+x", a="grif N", x="srif S").offers("assault a x")


@rule("atb-5.4-b")
def test_a_vehicle_that_drives_through_is_not_fought_there():
    game = on(".\nx\na", a="pz3h N", x="srif S", kinds={"pz3h": {"bonus_track": 2}})
    game.begin("move a A02 N", "by activate 0", "go a A01 N")
    assert game.at("a") == "A01" and not any(choice.startswith("assault") for choice in game.choices())


def coming(**more: Any) -> Bear:
    picture = ". . .\n. . .\nx . ."
    return on(picture, **{"a": "grif N due=1 entry=edge", "x": "srif S", "entries": {"edge": ["A01"]}, **more})


@rule("atb-5.5-a", "atb-5.5-b")
def test_late_reinforcements_use_their_own_entry_hexes():
    game = coming(told={"round": 3})
    assert game.offers("enter a A01 N") and not game.offers("enter a C01 N")


@rule("atb-5.5-d")
def test_entering_is_paid_like_any_move():
    game = coming(caps={GERMAN: 4, SOVIET: 0}).begin("enter a A01 N")
    assert {choice.split()[1] for choice in game.choices()} == {"activate", "opportunity", "command"}
    game.play("by activate 0")
    assert game.pool(GERMAN) == 6 and game.at("a") == "A01"


@rule("atb-5.5-d")
def test_the_terrain_of_the_entry_hex_is_paid_for():
    game = on("H .\nx .", a="grif N due=1 entry=edge", x="srif S", entries={"edge": ["A01"]})
    assert game.cost("enter a A01 N") == 2


@rule("atb-5.5-e", "atb-5.4-a")
def test_a_held_entry_hex_shifts_by_up_to_two_others_do_not():
    game = coming(entries={"edge": ["A03", "C01"]})
    assert game.offers("enter a A03 N"), "it may also enter upon the enemy"
    assert game.offers("enter a C01 N")
    assert game.offers("enter a A02 N") and game.offers("enter a A01 N")


@rule("atb-5.5-f")
def test_reinforcements_may_enter_as_a_group():
    game = coming(b="grif N due=1 entry=edge").gather("a", "b")
    game.begin("enter a A01 N", "enter b A01 N", "by activate 0")
    assert game.at("a") == game.at("b") == "A01" and game.pool(GERMAN) == 6


@rule("atb-5.6-a")
def test_nobody_leaves_the_map_unless_the_firefight_lets_him():
    game = on("a\nx", a="grif N", x="srif S")
    assert not any(choice.startswith("leave") for choice in game.choices())


# -- chapter 6


@rule("atb-6.0-a", "atb-6.2-a", "atb-6.2-b")
def test_an_attack_needs_sight_arc_and_range():
    assert on("x\n.\na", a="grif N", x="srif S").offers("fire a x")
    assert not on("x\nS\na", a="grif N", x="srif S").offers("fire a x"), "out of sight"
    assert not on("x\n.\na", a="grif S", x="srif S").offers("fire a x"), "out of the arc"
    far = "x" + "\n." * 20 + "\na"
    assert not on(far, a="grif N", x="srif S").offers("fire a x"), "out of range"


@rule("atb-6.0-g")
def test_sight_may_be_looked_at_freely():
    game = on("x\n.\na", a="grif N", x="srif S")
    before = game.state
    shown = before.setting.system.overlay(before, GERMAN, "sight", {"hex": "A03"})
    assert shown.hexes and game.state is before


@rule("atb-6.0-h")
def test_units_never_block_sight():
    assert on("x\nb\na", a="grif N", b="grif N", x="srif S").offers("fire a x")


@rule("atb-6.1-b")
def test_only_targets_in_the_arc_are_attacked():
    game = on(". x .\n. . .\n. a .\n. . .\n. y .", a="grif N", x="srif S", y="srif N")
    assert game.offers("fire a x") and not game.offers("fire a y") and game.why_not("fire a y") == "atb-6.1-b"
