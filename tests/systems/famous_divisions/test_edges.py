"""The far ends of rules: one unit more, one hex less, the first hex of the map, nobody left."""

from __future__ import annotations

from random import Random

import pytest
from tests.systems.famous_divisions.kit import Game, on

from balka.core.checks import Tally
from balka.core.choices import IllegalChoiceError
from balka.core.proof import rule
from balka.games.grossdeutschland.title import GAME
from balka.systems.famous_divisions import setup
from balka.systems.famous_divisions.model import Location, RoadPath
from balka.systems.famous_divisions.movement import march
from balka.systems.famous_divisions.party import Party
from balka.systems.famous_divisions.passages import reach
from balka.systems.famous_divisions.ranged import defence_parts
from balka.systems.famous_divisions.results import begin_retreat
from balka.systems.famous_divisions.sequence import fill_cup
from balka.systems.famous_divisions.sight import is_known_to
from balka.systems.famous_divisions.supply import is_hq_supplied, is_in_supply
from balka.systems.famous_divisions.system import SYSTEM
from balka.systems.famous_divisions.victory import covered, points
from balka.systems.famous_divisions.zones import zone

TANK, TANK2, RIFLES, RIFLES2 = "t34.1-2tk", "t34.2-2tk", "1-1rif", "2-1rif"


def column(length: int) -> str:
    return "a\n" + ".\n" * (length - 1)


# -- who may be taken [6.0]


@rule("gd-6.0-c", "gd-9.0-a")
def test_a_division_hq_that_activates_its_own_battalion_is_listed_once() -> None:
    game = on(column(3), a="hq-div-s", A03="spg-div-s").activate("div-s").play("battalion div-s")
    assert game.offers("take hq-div-s", "take spg-div-s")
    assert not game.offers("take A01"), "one unit is no stack"


@rule("gd-6.0-c", "gd-6.0-g")
def test_a_division_hq_that_was_carried_and_has_nobody_left_activates_others_only() -> None:
    game = on(column(3), a=f"hq-div-s {RIFLES} hq-1rif").set("hq-div-s", activated=True).activate("div-s")
    assert game.choices() == ["battalion 1rif", "pass"]


@rule("gd-18.4-f", "gd-18.4-h")
def test_guns_off_the_map_have_no_orders_but_to_fire() -> None:
    guns = on(column(3), a="5k-2gr", off="btty.4-2art hq-2art", off_map="A01").activate("2art")
    assert set(guns.choices()) == {"fight", "pass"}
    headless = on(column(3), a="5k-2gr", off="btty.4-2art", off_map="A01").activate("2art")
    assert headless.choices() == ["pass"]


@rule("gd-9.3-a")
def test_nobody_goes_along_with_itself_or_from_another_hex() -> None:
    game = on(column(4), a=f"{RIFLES} {RIFLES2} hq-1rif", A02="3-1rif").activate("1rif").play(f"take {RIFLES}")
    assert {sentence for sentence in game.choices() if sentence.startswith("with")} == {
        f"with {RIFLES2}",
        "with hq-1rif",
    }
    stack = (
        on(column(4), a=f"{RIFLES} {RIFLES2}", A02="3-1rif hq-1rif").activate("1rif").play("take A01", "to A03", "halt")
    )
    assert [stack.at(one) for one in (RIFLES, RIFLES2, "3-1rif")] == ["A03", "A03", "A02"]


@rule("gd-3.5-d", "gd-6.0-n")
def test_one_company_left_keeps_its_chit_in_the_cup() -> None:
    game = on(column(2), a=f"{RIFLES} {RIFLES2} hq-1rif").set(RIFLES, status="lost", hex=-1).run(fill_cup)
    assert game.state.bags["cup"].items == {"1rif": 1}


# -- the first hex of the map


@rule("gd-1.1-d")
def test_a_fortified_stack_in_the_first_hex_is_hidden_like_any_other() -> None:
    game = on(column(4), a=RIFLES, A03="5k-2gr", forts=["trench A01 S"])
    assert game.unit(RIFLES).hex == 0
    assert not is_known_to(game.state, "german", game.unit(RIFLES))


# -- zones and supply [5.1, 8.0]


@rule("gd-8.0-c", "gd-8.0-d")
def test_no_zone_reaches_into_a_wide_river_but_over_a_bridge() -> None:
    assert zone(on("a\n~\n", a=RIFLES).state, "soviet") == frozenset()
    bridged = on("a\n~\n", a=RIFLES, sides=["A01-A02 bridge"])
    assert zone(bridged.state, "soviet") == {bridged.hex("A02")}


@rule("gd-5.1-b", "gd-5.1-c")
def test_a_division_hq_cut_off_from_every_other_hq_feeds_nobody() -> None:
    def is_fed(**more: str) -> bool:
        game = on(column(5), a="1k-1gr", A02="hq-div-g", **more).supply("german").play("source 1gr")
        return is_in_supply(game.state, game.unit("1k-1gr"))

    assert is_fed(A03="hq-2gr")
    assert not is_fed()


@rule("gd-5.1-a", "gd-5.1-b")
def test_an_hq_fed_itself_feeds_only_those_with_a_path_to_it() -> None:
    river = ["A01-A02 river"]
    game = on("a\n.\nh\nk\n", a="1k-1gr", A02="2k-1gr", h="hq-1gr", k="hq-2gr", sides=river)
    assert not is_in_supply(game.state, game.unit("1k-1gr"))
    assert is_in_supply(game.state, game.unit("2k-1gr"))


# -- reinforcements [4.0]


@rule("gd-4.0-f")
def test_one_pinned_friend_among_others_closes_an_entry_hex() -> None:
    game = on("a . .\n. . .\n", due={"5k-2gr": "A01 0"}, a="6k-2gr 7k-2gr", B02="hq-2gr").set("6k-2gr", pinned=True)
    assert not game.activate("2gr").offers("enter 5k-2gr A01")


@pytest.mark.parametrize(
    ("entry", "beside"), [("A03", {"A02", "B03"}), ("C02", {"C01", "C03"}), ("B03", {"A03", "C03"})]
)
@rule("gd-4.0-f")
def test_the_next_hex_is_on_the_edge_of_the_entry_hex(entry: str, beside: set[str]) -> None:
    game = on(". . .\n. . .\n. . .\n", B02="hq-2gr", due={"5k-2gr": f"{entry} 0"}, **{entry: RIFLES}).activate("2gr")
    offered = {sentence.split()[2] for sentence in game.choices() if sentence.startswith("enter")}
    assert offered == beside


# -- retreats, refusals, shots


@rule("gd-9.2-b", "gd-10.5-f")
def test_a_retreat_leads_by_road_through_a_forest() -> None:
    def ways(*roads: str) -> list[str]:
        game = on("h\nF\nx\na\n", h="hq-1gr", x="1k-1gr", a=f"{TANK} hq-2tk", roads=roads).activate("2tk")
        return game.battle("A03", TANK).no_chits().play("2d6 =6").choices()

    assert ways("A01-A02 road", "A02-A03 road") == ["go 1k-1gr A02>A01"]
    assert "go 1k-1gr A02>A01" not in ways()


@rule("gd-10.0-e", "gd-11.2-a")
def test_why_a_gun_out_of_its_hqs_range_does_not_shell() -> None:
    game = on(column(25), a="hq-1art", A02="wsp.1-1art", A14=RIFLES).activate("1art")
    game.set("wsp.1-1art", hex=game.hex("A13")).play("fight")
    assert game.refusal("barrage wsp.1-1art A14").rule == "gd-10.0-e"


# -- refusals and quotes


@rule("gd-9.0-l")
def test_why_a_unit_without_a_step_is_not_taken() -> None:
    assert on("a\n", a=f"{RIFLES} hq-1rif").activate("1rif").refusal(f"take {RIFLES}").rule == "gd-9.0-l"


def under_airplanes() -> Game:
    game = on("a\nx\n.\nf\n", a=f"{TANK} hq-2tk", x="1k-1gr", f="flak-2gr flak-1gr").activate("2tk").battle("A02", TANK)
    return game.play("draw soviet-cup blue", "draw blue airstrike", "draw german-cup red", "draw red sniper")


@rule("gd-10.7-b", "gd-10.7-f")
def test_why_a_gun_does_not_fire_at_airplanes() -> None:
    game = under_airplanes()
    assert game.state.quote("hold").final == "yes"
    assert game.refusal("flak 1k-1gr").rule == "gd-10.7-b"
    game.play("flak flak-2gr", "2d6 =2")
    assert game.refusal("flak flak-2gr").rule == "gd-10.7-f"
    assert game.offers("flak flak-1gr")


@rule("gd-5.3-e", "gd-10.1-b")
def test_a_unit_whose_strength_is_halved_to_nothing_does_not_attack() -> None:
    def attacking(hungry: int) -> Game:
        return (
            on("a\nx\n", a="at-1rif hq-1rif", x="1k-1gr").set("at-1rif", hungry=hungry).activate("1rif").play("fight")
        )

    assert attacking(1).offers("attack A02"), "half, rounded up"
    assert not attacking(2).offers("attack A02")
    assert attacking(2).refusal("attack A02").rule == "gd-10.1-b"


@rule("gd-11.4-g")
def test_why_an_hq_in_company_is_not_picked() -> None:
    game = on(column(4), a=f"{RIFLES} {RIFLES2} hq-1rif", A03="flak-2gr hq-2gr").activate("2gr").play("fight")
    game.play("fire flak-2gr A01")
    assert game.refusal("at hq-1rif").rule == "gd-11.4-g"


@rule("gd-9.4-h")
def test_why_others_do_not_go_on_after_an_overrun() -> None:
    game = on("a\nx\n.\n.\ny\n", a=f"{TANK} {TANK2} hq-2tk", x="hq-1gr", y="5k-2gr", forts=["trench A05 N"])
    game.activate("2tk").play("fight", "overrun A02", f"join {TANK}", "fight").no_chits().play("2d6 =2", "done")
    assert game.refusal(f"take {TANK2}").rule == "gd-9.4-h"
    assert game.refusal("take 5k-2gr"), "an enemy nobody may look at"


# -- movement


@rule("gd-9.5-a", "gd-9.5-b")
def test_a_tank_carries_one_unit() -> None:
    game = on(column(3), a=f"{TANK} {RIFLES} {RIFLES2} hq-2tk").activate("2tk").play(f"take {TANK}")
    assert game.offers(f"mount {RIFLES2} {TANK}")
    assert "mount" not in game.play(f"mount {RIFLES} {TANK}").verbs()


@rule("gd-8.0-i", "gd-1.1-d")
def test_leaving_the_first_hex_beside_a_hidden_stack_costs_the_point_too() -> None:
    game = on("a .\nx .\n", a=f"{RIFLES} hq-1rif", x="hq-1gr", forts=["trench A02 S"])
    assert game.unit(RIFLES).hex == 0
    assert game.activate("1rif").play(f"take {RIFLES}", "step B01").unit(RIFLES).spent == 4


@rule("gd-9.6-c")
@pytest.mark.parametrize(("spent", "may"), [(10, True), (11, False)])
def test_debarking_takes_the_last_half_of_the_allowance(spent: int, *, may: bool) -> None:
    game = on(column(4), a="1k-1gr hq-1gr").activate("1gr").play("take 1k-1gr", "step A02").set("1k-1gr", spent=spent)
    assert game.offers("debark 1k-1gr") is may


def test_of_two_ways_as_cheap_the_shorter_is_taken() -> None:
    game = on(". .\n. .\n", A01=f"{TANK} hq-2tk", roads=["A01-B02 road", "B02-A02 road"]).activate("2tk")
    found = reach(game.state, march(game.state, (game.unit(TANK),)))
    assert found.path(game.hex("A02")) == (game.hex("A02"),)
    assert found.spent[game.hex("A02")] == (2,)


# -- victory [18.3, 20.3, 21.4]


@rule("gd-18.3-j")
def test_a_stack_leaves_only_if_each_of_it_can_pay() -> None:
    def party(spent: int) -> Game:
        book = {"scorer": "soviet", "exit": RoadPath((1,), (0,))}
        game = on(column(3), a=f"{TANK} {TANK2} hq-2tk", book=book).activate("2tk")
        return game.play(f"take {TANK}", f"with {TANK2}", "step A02").set(TANK2, spent=spent)

    assert party(18).offers("exit")
    assert not party(19).offers("exit")


@rule("gd-18.3-k")
def test_direct_fire_covers_the_hexes_in_its_range_and_no_others() -> None:
    game = on(column(8), A05=TANK)
    assert covered(game.state, "soviet") == {game.hex(f"A0{n}") for n in range(3, 8)}


@rule("gd-20.3-c")
def test_who_left_by_a_hex_without_a_road_scores_nothing() -> None:
    book = {"scorer": "german", "exit": RoadPath((6, 7), (0,), own_road=True)}
    roads = ["A01-A02 road", "A02-A03 road", "A03-A04 road"]
    game = on(". .\n. .\n. b\n. .\n. .\n", b="2k-1gr hq-1gr", roads=roads, book=book).activate("1gr")
    assert points(game.play("take 2k-1gr", "step B04", "exit").state) == 0


@rule("gd-21.4-d")
def test_the_reserves_are_called_once() -> None:
    hills = (Location("Hill", (1,), 1, 0, "soviet"), Location("Other", (2,), 1, 0, "soviet"))
    book = {"conditional": "soviet-vp", "conditional_turn": 1, "locations": hills}
    game = on(column(4), a=f"{RIFLES} hq-1rif", book=book).activate("1rif").play(f"take {RIFLES}", "to A03", "halt")
    assert game.state.tracks.flags == ("soviet-vp",)


# -- supply, stacking, the cup


@rule("gd-5.1-f")
def test_a_lone_nominated_unit_has_no_part_to_designate() -> None:
    game = on("a\n.\nk\n", a="1k-1gr", k="hq-2gr hq-3gr").supply("german").play("nominate 1gr A01")
    assert game.choices() == ["done"]


@rule("gd-5.1-f", "gd-10.5-b")
def test_a_nominated_stack_beside_others_is_asked_after_on_its_retreat() -> None:
    game = on("x\na\n.\n.\n.\nd\n", a="1k-1gr 2k-1gr 5k-2gr", d="hq-div-g hq-2gr", x=f"{TANK} hq-2tk")
    game.set("1k-1gr", nominated=True).set("2k-1gr", nominated=True)
    game.run(lambda work: begin_retreat(work, "german", ("1k-1gr", "2k-1gr", "5k-2gr")))
    assert game.offers("designate 1k-1gr")


@rule("gd-5.1-k")
def test_no_truck_reaches_an_hq_in_a_forest_beside_the_road() -> None:
    roads = ["A01-A02 road", "A02-A03 road"]
    game = on(". .\nF F\n. .\n. .\n", A02="hq-1gr", B02="hq-2gr", A03="5k-2gr", roads=roads)
    assert is_hq_supplied(game.state, game.unit("hq-2gr"))
    assert not is_in_supply(game.state, game.unit("5k-2gr"))


@rule("gd-7.1-f", "gd-7.1-h")
def test_a_division_hq_is_not_given_up_for_room() -> None:
    game = (
        on(column(2), a=f"{RIFLES} {RIFLES2} 3-1rif at-1rif hq-1rif hq-div-s", crowded="a")
        .activate("1rif")
        .play("fight")
    )
    assert game.offers(f"lose {RIFLES}") and not game.offers("lose hq-div-s")


@rule("gd-4.0-b", "gd-6.0-n")
def test_a_battalion_part_of_which_is_still_to_come_has_its_chit_in_the_cup() -> None:
    game = on(column(2), a=f"{RIFLES} hq-1rif", due={RIFLES2: "A01 2"}).run(fill_cup)
    assert game.state.bags["cup"].items == {"1rif": 1}


# -- setting up


@rule("gd-20.5-l")
def test_the_main_bridge_is_three_hexes() -> None:
    state = GAME.start("mischurin")
    assert {state.setting.board.labels[h] for h in setup._bridge_hexes(state)} == {"4047", "4147", "4248"}


@rule("gd-21.4-c")
def test_no_two_engineer_companies_stand_together_whoever_else_does() -> None:
    game = Game(GAME.start("lutchessa"), {})
    spot = setup.places(game.state, "2k-eng")[0]
    game.set("1k-eng", hex=spot, status="map").set("brumbr-eng", hex=spot, status="map")
    assert spot not in setup.places(game.state, "2k-eng")


def test_a_unit_whose_turn_has_not_come_is_not_set_up() -> None:
    game = Game(GAME.start("kursk"), {})
    first = setup.waiting(game.state, "german")
    later = next(one for one in game.state.position.units if one not in first and setup.places(game.state, one))
    sentence = f"put {later} {game.board.labels[setup.places(game.state, later)[0]]}"
    with pytest.raises(IllegalChoiceError):
        game.play(sentence)
    assert game.state.stack[-1].grow(game.state, (later,), "german") == [], "nor is a place shown for it"


# -- what is not known


def test_an_unknown_target_may_be_weak_or_strong() -> None:
    game = on(column(3), a="flak-2gr", A03=RIFLES, forts=["trench A03 N"])
    view = game.state.view("german")
    (hidden,) = view.position.stack(game.hex("A03"))
    low, high = Tally("", tuple(defence_parts(view, hidden))).spread
    assert low < high


def test_a_sampled_world_knows_who_is_fired_at_in_a_window() -> None:
    game = on("a\n.\n.\nx\n", a=f"{TANK} {TANK2} hq-2tk", x="flak-2gr", forts=["trench A02 S"]).activate("2tk")
    game.play(f"take {TANK}", "step A02")
    view = game.state.view("german")
    assert view.stack[-1].moving == ()  # type: ignore[attr-defined]
    world = SYSTEM.sample(view, Random(1))
    moving = world.stack[-1].moving  # type: ignore[attr-defined]
    assert [world.position.units[one].hex for one in moving] == [game.hex("A02")]
    assert [type(frame) for frame in world.stack] == [type(frame) for frame in game.state.stack]
    assert next(frame.units for frame in world.stack if isinstance(frame, Party)) == moving
