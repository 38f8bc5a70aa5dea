"""Movement: costs, roads, parties, overrun, riding, trucks, rafts. [9.0-9.7]"""

from __future__ import annotations

import pytest
from msgspec import structs
from tests.systems.famous_divisions.kit import Game, on

from balka.core.proof import rule
from balka.games.grossdeutschland import box, maps
from balka.systems.famous_divisions.model import unit
from balka.systems.famous_divisions.movement import allowance, march, step_cost
from balka.systems.famous_divisions.terrain import Cost, read_cost

COLUMN = "a\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n"
LEG, TRACKED, WHEELED = "1-1rif", "spw.1-rcn-g", "escort.1-div-g"  # allowances 4, 12 and 10
BATTALION = {LEG: "1rif", TRACKED: "rcn-g", WHEELED: "div-g"}
HQ = {LEG: "hq-1rif", TRACKED: "hq-rcn-g", WHEELED: "hq-div-g"}


def ready(picture: str, one: str, **more: object) -> Game:
    """A unit at the mark a, activated and taken, its HQ with it."""
    game = on(picture, a=f"{one} {HQ[one]}", **more).activate(BATTALION[one])  # type: ignore[arg-type]
    if game.kind == "division":
        game.play(f"battalion {BATTALION[one]}")
    return game.play(f"take {one}")


def spent(game: Game, one: str) -> float:
    return game.unit(one).spent / 2


def test_a_party_is_told_only_what_it_can_do() -> None:
    game = ready(COLUMN, LEG)
    assert game.state.stack[-1].prompt(game.state, "soviet") == "4 movement points left: move to a hex."
    game.play("step A02")
    assert game.state.stack[-1].prompt(game.state, "soviet") == "3 movement points left: move to a hex or halt."


# -- costs [9.0]


@rule("gd-9.0-c", "gd-9.0-f")
def test_each_class_pays_its_own_column() -> None:
    clear = {one: spent(ready(COLUMN, one).play("step A02"), one) for one in HQ}
    orchard = {one: spent(ready("a\nO\n.\n", one).play("step A02"), one) for one in HQ}
    assert clear == {LEG: 1, TRACKED: 1, WHEELED: 2}
    assert orchard == {LEG: 1, TRACKED: 2, WHEELED: 3}


@rule("gd-9.0-d", "gd-9.0-g", "gd-9.0-h")
def test_woods_cost_two_half_or_all() -> None:
    paid = {one: spent(ready("a\nW\n.\n", one).play("step A02"), one) for one in HQ}
    assert paid == {LEG: 2, TRACKED: 6, WHEELED: 10}


@rule("gd-9.0-h")
def test_half_terrain_is_entered_only_with_half_the_allowance_left() -> None:
    column = "a\n" + ".\n" * 6 + "W\n"
    late = ready(column, TRACKED).play("to A07")
    assert spent(late, TRACKED) == 6
    assert late.offers("step A08")
    assert late.play("step A08").unit(TRACKED).spent == 24
    longer = "a\n" + ".\n" * 7 + "W\n"
    assert not ready(longer, TRACKED).play("to A08").offers("step A09")


@rule("gd-9.0-g")
def test_all_terrain_is_entered_only_from_the_start() -> None:
    assert ready("a\nW\n.\n", WHEELED).offers("step A02")
    assert not ready("a\n.\nW\n", WHEELED).play("step A02").offers("step A03")


@rule("gd-9.0-l", "gd-9.0-b")
def test_nobody_goes_farther_than_the_points_left() -> None:
    game = ready(COLUMN, LEG)
    assert game.offers("to A05")
    assert not game.offers("to A06")
    assert game.refusal("to A06").rule == "gd-9.0-l"


@rule("gd-9.0-n", "gd-9.1-d")
def test_one_hex_is_always_possible_where_the_class_may_go_at_all() -> None:
    night = ready("a\nW\n.\n", WHEELED, turn="Night")
    assert allowance(night.state, night.unit(WHEELED)).value == 5
    assert night.offers("step A02")
    assert night.play("step A02").choices() == ["halt"]
    forest = ready("a .\nF .\n", WHEELED)
    assert forest.offers("step B01")
    assert not forest.offers("step A02")


@rule("gd-9.0-i", "gd-9.0-j", "gd-9.2-a", "gd-9.2-b")
def test_a_joined_road_sets_the_rate_whatever_else_is_there() -> None:
    road = ["A01-A02 road", "A02-A03 road"]
    paid = {one: spent(ready("a\nF\n.\n", one, roads=road).play("step A02"), one) for one in HQ}
    assert paid == {LEG: 1, TRACKED: 0.5, WHEELED: 0.5}
    beside = ready("a W\n. .\n", TRACKED, roads=["B01-B02 road"])
    assert spent(beside.play("step B01"), TRACKED) == 6, "the road is not entered through a joined hexside"


@pytest.mark.parametrize(("kind", "cost"), [("highway", 0.5), ("road", 0.5), ("minor_road", 1), ("railway", 2)])
@rule("gd-9.0-j")
def test_every_kind_of_road_has_its_own_rate(kind: str, cost: float) -> None:
    game = ready("a\nW\n.\n", WHEELED, roads=[f"A01-A02 {kind}"])
    assert spent(game.play("step A02"), WHEELED) == cost


@rule("gd-9.0-m")
def test_points_not_spent_are_gone() -> None:
    game = ready(COLUMN, LEG).play("step A02", "halt", "fight", "done")
    assert game.kind == "idle"
    assert game.unit(LEG).spent == 0
    again = on(COLUMN, a=f"{LEG} hq-1rif").activate("1rif").play(f"take {LEG}")
    assert not again.offers("to A06")


@rule("gd-9.0-o", "gd-9.1-f")
def test_a_unit_that_halted_is_not_taken_again() -> None:
    game = on(COLUMN, a=f"{LEG} 2-1rif hq-1rif").activate("1rif").play(f"take {LEG}", "step A02", "halt")
    assert not game.offers(f"take {LEG}")
    assert game.offers("take 2-1rif")
    assert game.refusal(f"take {LEG}").rule == "gd-9.0-o"


@rule("gd-9.0-p", "gd-3.4-e", "gd-3.4-f", "gd-6.0-h")
def test_all_movement_comes_before_any_attack() -> None:
    game = on("a\n.\nx\n", a=f"{LEG} 2-1rif hq-1rif", x="1k-1gr").activate("1rif")
    assert not game.verbs() & {"attack", "overrun"}
    game.play(f"take {LEG}", "step A02", "halt", "fight")
    assert game.kind == "combat"
    assert game.offers("attack A03")
    assert not game.verbs() & {"take", "to", "step"}


@rule("gd-9.0-a", "gd-6.0-f")
def test_any_of_the_units_and_the_hq_itself_may_move() -> None:
    game = on(COLUMN, a=f"{LEG} 2-1rif hq-1rif").activate("1rif")
    assert game.offers(f"take {LEG}", "take 2-1rif", "take hq-1rif", "take A01", "fight")


# -- water and bridges [9.1]


@rule("gd-9.1-b")
def test_rivers_and_canals_stop_vehicles() -> None:
    for water in ("river", "canal"):
        assert ready(COLUMN, LEG, sides=[f"A01-A02 {water}"]).offers("step A02")
        game = on("a .\n. .\n", a=f"{TRACKED} hq-rcn-g", sides=[f"A01-A02 {water}"]).activate("rcn-g")
        assert not game.play(f"take {TRACKED}").offers("step A02")


@rule("gd-9.1-a")
def test_no_major_river_hex_is_entered_without_a_bridge() -> None:
    game = on("a .\n~ .\n", a=f"{LEG} hq-1rif").activate("1rif").play(f"take {LEG}")
    assert game.offers("step B01")
    assert not game.offers("step A02")
    bridge = ["A01-A02 bridge", "A02-A03 bridge"]
    assert on("a\n~\n.\n", a=f"{LEG} hq-1rif", sides=bridge).activate("1rif").play(f"take {LEG}").offers("to A03")


@rule("gd-9.1-c")
def test_a_bridge_cancels_the_water_it_spans() -> None:
    sides = ["A01-A02 river", "A01-A02 bridge"]
    paid = {one: spent(ready(COLUMN, one, sides=sides).play("step A02"), one) for one in HQ}
    assert paid == {LEG: 1, TRACKED: 1, WHEELED: 2}


@rule("gd-9.1-e", "gd-5.3-g")
def test_out_of_supply_halves_vehicles_and_hqs_rounding_up() -> None:
    game = on("a\n", a=f"spg-at {LEG} hq-1rif")
    hungry = {one: game.unit(one) for one in ("spg-at", LEG, "hq-1rif")}
    points = {one: allowance(game.state, structs.replace(counter, hungry=2)).value for one, counter in hungry.items()}
    assert points == {"spg-at": 5, LEG: 4, "hq-1rif": 2}


# -- stacks [9.1, 9.3]


@rule("gd-9.3-a", "gd-9.1-f")
def test_a_stack_that_began_together_may_move_together() -> None:
    game = on(COLUMN, a=f"{LEG} 2-1rif", A02="3-1rif hq-1rif").activate("1rif").play("take A01", "to A03")
    assert {game.at(LEG), game.at("2-1rif")} == {"A03"}
    assert not game.offers("with 3-1rif")


@rule("gd-9.3-b")
def test_a_stack_goes_no_farther_than_its_slowest() -> None:
    game = on(COLUMN, a=f"{LEG} at-1rif hq-1rif").activate("1rif").play(f"take {LEG}", "with at-1rif")
    assert game.offers("to A04"), "guns pay 2 a hex of 6"
    assert not game.offers("to A05")


@rule("gd-9.3-b", "gd-9.2-a")
def test_a_stack_is_not_led_round_by_a_road_that_costs_its_slowest_too_much() -> None:
    """The road costs both together less; across the field the company on foot has points left to go on."""
    roads = ["A01-B02 road", "B02-B03 road", "B03-A03 road", "A03-A04 road", "A04-A05 road"]
    game = on(". .\n" * 6, roads=roads, A01=f"{LEG} at-1rif hq-1rif").activate("1rif")
    game.play(f"take {LEG}", "with at-1rif")
    assert game.offers("to A05")
    assert not game.offers("to A06")
    assert not Game(game.state, game.marks).play("to A05").offers("step A06")
    game.play("to A03")
    assert (game.unit(LEG).spent, game.unit("at-1rif").spent) == (6, 3), "the cheapest way of all is by road"


@rule("gd-9.1-h", "gd-9.1-g")
def test_who_is_dropped_has_finished_and_the_rest_goes_on() -> None:
    game = on(COLUMN, a=f"{LEG} 2-1rif hq-1rif").activate("1rif")
    game.play(f"take {LEG}", "with 2-1rif", "to A02", f"leave {LEG}", "to A04", "halt")
    assert (game.at(LEG), game.at("2-1rif")) == ("A02", "A04")
    assert not game.offers(f"take {LEG}")


# -- roads and hexsides [9.2]


@rule("gd-9.2-c", "gd-15.2-b")
def test_dragons_teeth_stop_vehicles_except_on_a_road() -> None:
    teeth = ["A01-A02 dragons_teeth"]
    shut = on("a .\n. .\n", a=f"{TRACKED} hq-rcn-g", sides=teeth).activate("rcn-g").play(f"take {TRACKED}")
    assert not shut.offers("step A02")
    opened = ready("a\n.\n.\n", TRACKED, sides=teeth, roads=["A01-A02 road"])
    assert opened.offers("step A02")
    assert spent(ready("a\n.\n.\n", LEG, sides=teeth).play("step A02"), LEG) == 2


@rule("gd-7.1-b", "gd-7.1-e", "gd-7.2-b")
def test_at_most_two_units_move_together_by_road() -> None:
    road = ["A01-A02 road"]
    two = on("a\nC\n.\n", a=f"{LEG} 2-1rif hq-1rif", roads=road).activate("1rif").play(f"take {LEG}", "with 2-1rif")
    assert two.play("step A02").unit(LEG).road
    three = on("a\nC\n.\n", a=f"{LEG} 2-1rif 3-1rif hq-1rif", roads=road).activate("1rif")
    three.play(f"take {LEG}", "with 2-1rif", "with 3-1rif", "step A02")
    assert not three.unit(LEG).road
    halves = on("a\n.\n.\n", a=f"{LEG}! 2-1rif! 3-1rif hq-1rif", roads=road).activate("1rif")
    halves.play(f"take {LEG}", "with 2-1rif", "with 3-1rif", "step A02")
    assert halves.unit(LEG).road


@rule("gd-2.6-c")
def test_road_column_is_remembered_while_the_unit_stands_in_it() -> None:
    game = ready("a\n.\n.\n", LEG, roads=["A01-A02 road"]).play("step A02", "halt", "fight", "done")
    assert game.unit(LEG).road
    assert not ready("a\n.\n.\n", LEG).play("step A02").unit(LEG).road


# -- rafts [9.7]


@rule("gd-9.7-a")
def test_rafts_carry_german_leg_units_over_water_for_nothing() -> None:
    sides = ["A01-A02 river"]
    without = on("a\n.\n.\n", a="fieldersatz-div-g hq-div-g", sides=sides).activate("div-g").play("battalion div-g")
    assert spent(without.play("take fieldersatz-div-g", "step A02"), "fieldersatz-div-g") == 3
    paid = {}
    for h in ("A01", "A02", "B02", "B01", "B03", "A03"):
        game = on("a .\n. .\n. .\n", a="fieldersatz-div-g hq-div-g", sides=sides, **{h: "raft.1-eng"}).activate("div-g")
        game.play("battalion div-g", "take fieldersatz-div-g", "step A02")
        paid[h] = spent(game, "fieldersatz-div-g")
    assert paid == {"A01": 1, "A02": 1, "B02": 1, "B01": 3, "B03": 3, "A03": 3}, "it touches the hexside or it does not"
    soviet = on("a .\n. x\n", a=f"{LEG} hq-1rif", x="raft.1-eng", sides=sides)
    cost = step_cost(soviet.state, march(soviet.state, (unit(soviet.state, LEG),)), "leg", 0, soviet.hex("A02"))
    assert cost is None or cost.halves == 6


def test_the_chart_names_every_terrain_of_the_maps() -> None:
    for name in ("kursk", "akhtyrka", "mischurin_rog", "lutchessa"):
        assert set(maps.board(name).terrain) <= set(box.chart().rows)


@rule("gd-9.0-c")
@pytest.mark.parametrize(
    ("printed", "cost"),
    [("1", Cost(halves=2)), ("0.5", Cost(halves=1)), ("+2", Cost(halves=4)), ("H", Cost(half_allowances=1)),
     ("+H", Cost(half_allowances=1)), ("ALL", Cost(allowances=1)), ("NA", None)],
)  # fmt: skip
def test_costs_are_read_as_the_chart_prints_them(printed: str, cost: Cost | None) -> None:
    assert read_cost(printed) == cost
