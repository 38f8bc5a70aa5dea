"""Facing, stacking, control, moving on foot, terrain costs, roads and entering the map. [chapter 4]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.kit import FACINGS, GERMAN, SOVIET, Game, by_slug, on

from balka.core.errors import BalkaError
from balka.core.proof import rule
from balka.games.storms_of_steel import catalogue
from balka.systems.heroes.events.moves import Moved
from balka.systems.heroes.ground import Ground

# The hex a with its six neighbours: B01 N, C01 NE, C02 SE, B03 S, A02 SW, A01 NW.
RING = """
    . . .
    . a .
    . . .
"""
AROUND = {"N": "B01", "NE": "C01", "SE": "C02", "S": "B03", "SW": "A02", "NW": "A01"}


# -- 4.0-4.2 hexes and facing


@rule("sos-4.0-a", "sos-4.0-b")
def test_half_hexes_of_the_edge_cannot_be_named_or_entered():
    board = catalogue.board_for(catalogue.mission("courier"))
    half = board.halves[0].label
    with pytest.raises(BalkaError, match="half hex"):
        board.hex(half)
    assert half not in board.labels and all(n < len(board) for row in board.neighbours for n in row)


@rule("sos-4.1-a", "sos-4.1-b")
def test_a_unit_faces_one_of_six_sides():
    game = on(RING, a="inf N")
    assert [text.split()[-1] for text in game.choices("a", "pivot")] == ["NE", "SE", "S", "SW", "NW"]
    assert "is no side" in game.refusal("pivot a E").sentence, "east is a corner"
    assert game.play("pivot a SW", dice=[7]).facing("a") == "SW"


@rule("sos-4.2-a", "sos-4.2-b")
@pytest.mark.parametrize("facing", FACINGS)
def test_three_front_hexes_and_three_flank_hexes(facing):
    game = on(RING, a=f"inf {facing}")
    at = FACINGS.index(facing)
    front = {AROUND[FACINGS[(at + turn) % 6]] for turn in (-1, 0, 1)}
    costs = {label: game.cost(f"move a {label} N") for label in AROUND.values()}
    assert {label for label, cost in costs.items() if cost == 1} == front
    assert {label for label, cost in costs.items() if cost == 2} == set(AROUND.values()) - front


# -- 4.3 stacking


@rule("sos-4.3-a", "sos-4.3-b", "sos-4.3-c")
def test_any_number_of_friends_and_enemies_share_a_hex_each_facing_its_own_way():
    crowd = {name: f"inf {facing}" for name, facing in zip("bcdefg", FACINGS, strict=True)}
    game = on("b+c+d+e+f+g+x+y\na", a="inf N", x="rif S", y="rif NE", **crowd)
    game.play("move a A01 SE", dice=[7])
    assert len(game.state.position.at(game.unit("a").hex)) == 9
    assert [game.facing(name) for name in "abcdefgxy"] == ["SE", *FACINGS, "S", "NE"]


# -- 4.4 control


def held(side: str = SOVIET, picture: str = ".\n.\na", told: dict | None = None, **more: Any) -> Game:
    """A Control Marker in A02, a squad before it."""
    return on(picture, told={"control": {"A02": side}, **(told or {})}, **{"a": "inf N", **more})


@rule("sos-4.4-a", "sos-4.4-f")
def test_the_control_marker_of_the_set_up_names_the_holder():
    assert held(SOVIET).control("A02") == SOVIET and held(GERMAN).control("A02") == GERMAN
    for mission in catalogue.title().missions:
        board = catalogue.board_for(mission)
        assert all(mark.side in mission.sides and board.hex(mark.hex) >= 0 for mark in mission.control)
    assert any(mission.control for mission in catalogue.title().missions)


@rule("sos-4.4-c", "sos-4.4-d")
def test_control_flips_as_soon_as_an_armed_enemy_is_alone_there():
    game = held().begin("move a A02 N", dice=[1])
    assert game.control("A02") == GERMAN


@rule("sos-4.4-b", "sos-4.4-d")
def test_control_stays_while_the_holder_has_a_unit_there():
    game = held(picture=".\nx\na", x="rif S")
    game.play("move a A02 N", dice=[7])
    assert game.control("A02") == SOVIET, "both are there"
    game.play("move x A01 S", dice=[7])
    assert game.control("A02") == GERMAN, "the holder has gone"


@rule("sos-4.4-c")
def test_a_unit_without_firepower_takes_no_control():
    weak = held(kinds={"inf": {"red_fp": 0, "blue_fp": -1}})
    assert weak.play("move a A02 N", dice=[7]).control("A02") == SOVIET
    blue = held(kinds={"inf": {"red_fp": 0, "blue_fp": 1}})
    assert blue.play("move a A02 N", dice=[7]).control("A02") == GERMAN, "either colour will do"


@rule("sos-4.4-d", "sos-4.4-e")
def test_passing_through_is_enough():
    """By the rulebook: Rapid Deployment carries the squad on, the hex stays taken."""
    game = held(told={"hands": {GERMAN: ("05",), SOVIET: ()}})
    game.play("move a A02 N", "play 05", "move a A01 N", dice=[7])
    assert game.at("a") == "A01" and game.control("A02") == GERMAN


@rule("sos-4.4-e")
def test_by_the_manual_control_is_looked_at_when_a_turn_ends():
    told = {"hands": {GERMAN: ("05",), SOVIET: ()}, "options": {"control": "manual"}}
    game = held(told=told)
    game.begin("move a A02 N", dice=[7])
    assert game.control("A02") == SOVIET, "not yet"
    game.play("play 05", "move a A01 N")
    assert game.control("A02") == SOVIET, "it only went through"
    stayed = held(told=told).begin("move a A02 N", "done", dice=[7])
    assert stayed.control("A02") == GERMAN and stayed.state.tracks.round == 1


# -- 4.5, 4.6 moving and turning


@rule("sos-4.5-a")
def test_a_red_move_cost_makes_a_foot_unit():
    assert by_slug()["inf"].is_foot and not by_slug()["tiger"].is_foot and not by_slug()["pak38"].is_foot


@rule("sos-4.5-b", "sos-4.5-c")
@pytest.mark.parametrize("side", FACINGS)
def test_a_foot_unit_goes_one_hex_any_way_and_then_faces_as_it_likes(side):
    game = on(RING, a="inf NE")
    for facing in FACINGS:
        assert game.offers(f"move a {AROUND[side]} {facing}")
    assert game.cost(f"move a {AROUND[side]} S") == game.cost(f"move a {AROUND[side]} N")
    game.play(f"move a {AROUND[side]} S", dice=[7])
    assert (game.at("a"), game.facing("a")) == (AROUND[side], "S")


@rule("sos-4.5-b")
def test_a_move_goes_no_further_than_one_hex():
    game = on(".\n.\na", a="inf N")
    assert not game.offers("move a A01 N") and game.why_not("move a A01 N") == "sos-4.5-b"


@rule("sos-4.5-d")
def test_it_may_not_turn_before_it_moves():
    """Facing away, the step counts as backwards however it ends."""
    game = on(".\na", a="inf S")
    assert game.cost("move a A01 N") == game.cost("move a A01 S") == 2


@rule("sos-4.5-e")
def test_foot_moves_cost_the_printed_figure_or_by_the_manual_one():
    printed = on(".\na", a="hmg42 N")
    assert by_slug()["hmg42"].move_cost == 2 == printed.cost("move a A01 N")
    manual = on(".\na", a="hmg42 N", told={"options": {"foot_cost": "manual"}})
    assert manual.cost("move a A01 N") == 1


@rule("sos-4.6-a", "sos-4.6-b")
@pytest.mark.parametrize("facing", ["NE", "SE", "S", "SW", "NW"])
def test_a_pivot_of_any_width_costs_one_whatever_the_move_cost(facing):
    game = on("a", a="hmg42 N")
    assert game.parts(f"pivot a {facing}") == [(1, "4.6-b")]
    game.play(f"pivot a {facing}", dice=[7])
    assert (game.at("a"), game.facing("a")) == ("A01", facing)


@rule("sos-4.6-a")
def test_a_pivot_turns_at_least_one_side():
    game = on("a", a="inf N")
    assert not game.offers("pivot a N") and game.why_not("pivot a N") == "sos-4.6-a"


# -- 4.7-4.11 terrain, roads, backwards


@rule("sos-4.8-b")
def test_open_ground_has_no_effect():
    game = on("x\n.\na", a="inf N", x="rif S")
    assert game.parts("move a A02 N") == [(1, "2.4-c")]
    assert game.rating("fire a x", "Defense Rating") == [(12, "6.1-b")]


def ground(month: str) -> Ground:
    game = on("~ % .", told={"month": month})
    return game.state.setting.ground


@rule("sos-4.8-c")
def test_wheat_is_open_ground_that_conceals_in_july_and_august():
    assert [ground(month).conceals(0) for month in ("June", "July", "August", "September")] == [
        False,
        True,
        True,
        False,
    ]
    game = on("x:~\n~\na", a="inf N", x="rif S", told={"month": "August"})
    assert game.cost("move a A02 N") == 1 and game.need("fire a x") == 8, "neither dear nor sheltering nor blocking"


@rule("sos-4.8-e")
def test_corn_is_open_ground_until_it_stands_high():
    assert [ground(month).conceals(1) for month in ("July", "August", "September", "October")] == [
        False, True, True, False,
    ]  # fmt: skip
    july = on("x:%\n%\na", a="inf N", x="rif S")
    assert july.cost("move a A02 N") == 1 and july.need("fire a x") == 8
    august = on("x:%\n%\na", a="inf N", x="rif S", told={"month": "August"})
    assert august.why_not("fire a x") == "sos-5.2-b"


@rule("sos-4.8-d")
def test_fences_are_not_on_the_map_at_all():
    kinds = {feature.kind for m in catalogue.title().missions for feature in catalogue.board_for(m).features}
    assert "fence" not in kinds


@rule("sos-4.8-f", "sos-4.8-g", "sos-4.8-h")
@pytest.mark.parametrize(("letter", "bonus"), [("W", 2), ("B", 1), ("S", 2)])
def test_woods_and_buildings_help_the_defence(letter, bonus):
    game = on(f"x:{letter}\n.\na", a="inf N", x="rif S")
    assert game.need("fire a x") == 8 + bonus


@rule("sos-4.9-b", "sos-4.9-c", "sos-4.9-d")
@pytest.mark.parametrize(("letter", "row"), [("W", "4.9-b"), ("B", "4.9-c"), ("S", "4.9-d")])
def test_difficult_terrain_costs_one_more_to_enter(letter, row):
    assert on(f"{letter}\na", a="inf N").parts("move a A01 N") == [(1, "2.4-c"), (1, row)]


@rule("sos-4.9-a", "sos-4.9-g")
@pytest.mark.parametrize(("month", "cost"), [("July", 1), ("August", 2), ("September", 2), ("October", 1)])
def test_high_corn_costs_one_more_to_enter(month, cost):
    assert on("%\na", a="inf N", told={"month": month}).cost("move a A01 N") == cost


@rule("sos-4.9-g")
def test_by_the_manual_corn_costs_nothing_more():
    game = on("%\na", a="inf N", told={"month": "August", "options": {"corn": "manual"}})
    assert game.cost("move a A01 N") == 1


@rule("sos-4.9-e")
def test_leaving_difficult_terrain_costs_nothing_more():
    assert on(".\na:W", a="inf N").cost("move a A01 N") == 1


@rule("sos-4.9-f")
def test_turning_in_difficult_terrain_costs_nothing_more():
    assert on("a:W", a="inf N").cost("pivot a S") == 1


@rule("sos-4.10-a", "sos-4.10-b")
def test_a_road_through_any_terrain_takes_its_cost_away():
    for letter in "WBS":
        game = on(f"{letter}\na", a="inf N", roads=["A01-A02"])
        assert game.cost("move a A01 N") == 1
    corn = on("%\na", a="inf N", roads=["A01-A02"], told={"month": "August"})
    assert corn.cost("move a A01 N") == 1


@rule("sos-4.10-b")
def test_a_road_helps_only_along_it():
    """Two road hexes side by side whose roads do not meet."""
    picture = """
        W W
        a .
    """
    game = on(picture, a="inf N", roads=["A01-B01", "A02-B02"])
    assert game.cost("move a A01 N") == 2


@rule("sos-4.10-c")
def test_a_road_does_not_help_backwards():
    game = on("W\na", a="inf S", roads=["A01-A02"])
    assert game.parts("move a A01 N") == [(1, "2.4-c"), (1, "4.11-a")]


@rule("sos-4.11-a")
def test_backwards_costs_one_more():
    assert on("a\n.", a="inf N").parts("move a A02 N") == [(1, "2.4-c"), (1, "4.11-a")]


@rule("sos-4.11-b")
def test_backwards_into_woods_adds_up():
    game = on("a\nW", a="inf N")
    assert game.parts("move a A02 N") == [(1, "2.4-c"), (1, "4.9-b"), (1, "4.11-a")]


@rule("sos-4.11-c")
def test_after_a_step_backwards_it_may_turn_freely():
    game = on("a\n.", a="inf N").play("move a A02 SE", dice=[7])
    assert game.facing("a") == "SE"


# -- 4.12 entering the map

EDGE = """
    . . .
    . . .
    . . x
    . . .
"""


def arriving(picture: str = EDGE, round: int = 1, **units: str) -> Game:
    waiting = {"a": "inf NW due=1 entry=east", **units}
    return on(picture, entries={"east": ("C02", "C03")}, told={"round": round}, **waiting)


@rule("sos-4.12-a", "sos-4.12-b")
def test_entering_costs_nothing_rolls_nothing_and_stresses():
    game = arriving()
    assert game.verbs("a") == {"enter"} and game.cost("enter a C02 N") == 0
    game.play("enter a C02 SW")
    assert (game.at("a"), game.facing("a"), game.unit("a").spent) == ("C02", "SW", False)
    assert game.stressed("a")


@rule("sos-4.12-c")
def test_entry_is_only_at_the_hexes_named():
    game = arriving()
    assert {text.split()[2] for text in game.choices("a", "enter")} == {"C02", "C03"}
    assert game.why_not("enter a C01 N") == "sos-4.12-c"
    assert not game.offers("move a C02 N"), "there is no other way to come"


@rule("sos-4.12-c", "sos-4.12-f")
def test_an_entry_hex_with_enemies_is_closed_while_another_is_free():
    game = arriving(x="rif S")
    assert {text.split()[2] for text in game.choices("a", "enter")} == {"C02"}


@rule("sos-4.12-f")
def test_with_every_entry_hex_held_any_edge_hex_near_those_enemies_will_do():
    picture = """
        . . . . .
        . . . . y
        . . . . x
        . . . . .
        . . . . .
        . . . . .
        . . . . .
    """
    game = on(picture, a="inf NW due=1 entry=east", x="rif S", y="rif S", entries={"east": ("E02", "E03")})
    hexes = {text.split()[2] for text in game.choices("a", "enter")}
    board = game.state.setting.board
    edge = {board.labels[h] for h in range(len(board)) if -1 in board.neighbours[h]}
    foes = [game.unit(name).hex for name in "xy"]
    near = {label for label in edge if min(board.distance(board.hex(label), foe) for foe in foes) <= 2}
    assert hexes == near - {"E02", "E03"}
    assert {"E01", "E04", "E05"} <= hexes and "E06" not in hexes and "C02" not in hexes


@rule("sos-4.12-g")
def test_no_unit_leaves_the_map():
    game = on("a\n.", a="inf N")
    assert {text.split()[2] for text in game.choices("a", "move")} == {"A02"}


@rule("sos-4.5-b", "sos-4.12-a")
def test_who_moves_out_of_the_first_hex_of_the_map_does_not_enter_it():
    moved = on("a\n.", a="inf N").begin("move a A02 N", dice=[1])
    enters = on(".\n.", a="inf N due=1 entry=e", entries={"e": ["A01"]}).begin("enter a A01 N")
    cited = [[told.event.by for told in game.log if isinstance(told.event, Moved)] for game in (moved, enters)]
    assert cited == [["sos-4.5-b atb-5.0-d"], ["sos-4.12-a atb-5.5-d"]]
