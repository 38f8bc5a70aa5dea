"""Every fault of Famous Divisions that a bookkeeper can see is put in by hand, and the clerk sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs
from tests.lab.clerk.forge import Forge
from tests.systems.famous_divisions.kit import Game, Idle, on

from balka.core.dice import read_outcome
from balka.core.frames import CHANCE, Roll
from balka.lab.clerk import clerk_of
from balka.systems.famous_divisions.artillery import Shelling
from balka.systems.famous_divisions.combat import Assault, Battle
from balka.systems.famous_divisions.events.combat import Advanced, Depleted, Eliminated, Pinned
from balka.systems.famous_divisions.events.marches import Marched
from balka.systems.famous_divisions.events.turns import ChitDrawn
from balka.systems.famous_divisions.events.works import PontoonBegun
from balka.systems.famous_divisions.model import Location
from balka.systems.famous_divisions.opportunity import OpportunityFire
from balka.systems.famous_divisions.overruns import OverrunMoves
from balka.systems.famous_divisions.position import Pontoon
from balka.systems.famous_divisions.replacements import Rebuilding
from balka.systems.famous_divisions.strength import Fight
from balka.systems.famous_divisions.supply import Supplying
from balka.systems.famous_divisions.support import Support
from balka.systems.famous_divisions.thinning import Thinning

COLUMN = "a\n.\n.\n.\n.\n.\n.\n"
TANKS = "t34.1-2tk t34.2-2tk hq-2tk"
IDLE = (Idle("german"),)


def tanks(**more: Any) -> Game:
    """Soviet tanks at the head of a column of clear hexes, their battalion activated."""
    return on(COLUMN, a=TANKS, **more).activate("2tk")


def assault(battalion: str, hq: str, *units: str, side: str = "soviet") -> Assault:
    return Assault(side, battalion, hq, units)


def battle(attackers: tuple[str, ...], target: int = 1, side: str = "soviet", **more: Any) -> Battle:
    return Battle(side, Fight(side, target, attackers, **more), assault("2tk", "", *attackers, side=side))


# -- riders and marches


def a_tank_leaves_its_rider_behind() -> Forge:
    game = on(COLUMN, a=f"{TANKS} 1-1rif").set("1-1rif", carrier="t34.2-2tk").activate("2tk")
    return Forge(game.state).step("to A03", told=[Marched(("t34.2-2tk",), 0, 2, (1,))], units={"t34.2-2tk": {"hex": 2}})


def a_unit_is_somewhere_else_without_a_word() -> Forge:
    return Forge(tanks().state).step("to A03", units={"t34.1-2tk": {"hex": 2}})


def a_march_leaps_over_a_hex() -> Forge:
    told = [Marched(("t34.1-2tk",), 0, 2)]
    return Forge(tanks().state).step("to A03", told=told, units={"t34.1-2tk": {"hex": 2}})


def a_unit_left_behind_is_taken_along_from_afar() -> Forge:
    told = [Marched(("hq-2tk",), 3, 4)]
    return Forge(tanks().state).step("step A05", told=told, units={"hq-2tk": {"hex": 4}})


def a_unit_marches_further_than_its_points() -> Forge:
    way = tuple(range(1, 25))
    game = on("a\n" + ".\n" * 25, a=TANKS).activate("2tk")
    told = [Marched(("t34.1-2tk",), 0, 25, way)]
    return Forge(game.state).step("to A26", told=told, units={"t34.1-2tk": {"hex": 25}})


def a_pinned_unit_moves() -> Forge:
    game = on(COLUMN, a=TANKS).set("t34.1-2tk", pinned=True).activate("2tk")
    return Forge(game.state).step("to A02", told=[Marched(("t34.1-2tk",), 0, 1)], units={"t34.1-2tk": {"hex": 1}})


def a_truck_enters_ground_closed_to_it() -> Forge:
    game = on("a\nF\n", a="5k-2gr hq-2gr").activate("2gr")
    return Forge(game.state).step("step A02", told=[Marched(("5k-2gr",), 0, 1)], units={"5k-2gr": {"hex": 1}})


def somebody_stands_in_open_water() -> Forge:
    game = on("a\n~\n~\n.\n", a="5k-2gr hq-2gr").activate("2gr")
    return Forge(game.state).step("step A02", told=[Marched(("5k-2gr",), 0, 1)], units={"5k-2gr": {"hex": 1}})


def into_a_zone(*, then: str) -> Forge:
    """5k-2gr enters the zone of a rifle company, and something follows."""
    game = on("a\n.\n.\nx\n.\n", a="5k-2gr hq-2gr", x="1-1rif").activate("2gr")
    forge = Forge(game.state).step("step A02", told=[Marched(("5k-2gr",), 0, 1)], units={"5k-2gr": {"hex": 1}})
    forge.step("step A03", told=[Marched(("5k-2gr",), 1, 2)], units={"5k-2gr": {"hex": 2}})
    assert forge.problems == []
    if then == "exit":
        return forge.step("exit", units={"5k-2gr": {"hex": -1, "status": "exited"}})
    if then == "debark":
        return forge.step("debark 5k-2gr", units={"5k-2gr": {"debarked": True, "spent": 0}})
    return forge.step("step A02", told=[Marched(("5k-2gr",), 2, 1)], units={"5k-2gr": {"hex": 1}})


def who_was_halted_moves_on() -> Forge:
    return into_a_zone(then="move")


def who_was_halted_leaves_the_map() -> Forge:
    return into_a_zone(then="exit")


def who_was_halted_leaves_its_trucks() -> Forge:
    return into_a_zone(then="debark")


def a_march_goes_through_a_zone() -> Forge:
    game = on(". .\na .\n. x\n. .\n. .\n", a="t34.1-2tk hq-2tk", x="5k-2gr").activate("2tk")
    start, mid, end = (game.board.hex(label) for label in ("A02", "A03", "A04"))
    told = [Marched(("t34.1-2tk",), start, end, (mid,))]
    return Forge(game.state).step("to A04", told=told, units={"t34.1-2tk": {"hex": end}})


def who_has_fired_goes_on_after_an_overrun() -> Forge:
    game = on(COLUMN, a=TANKS, A03="5k-2gr")
    forge = Forge(game.state).under(assault("2tk", "hq-2tk", "t34.1-2tk")).step("fire t34.1-2tk A03")
    forge.under(assault("2tk", "hq-2tk", "t34.1-2tk"), OverrunMoves("soviet", ("t34.1-2tk",)))
    return forge.step("step A02", told=[Marched(("t34.1-2tk",), 0, 1)], units={"t34.1-2tk": {"hex": 1}})


def a_unit_moves_again_after_another_has_moved() -> Forge:
    forge = Forge(tanks().state).step("step A02", told=[Marched(("t34.1-2tk",), 0, 1)], units={"t34.1-2tk": {"hex": 1}})
    forge.step("halt").step("take t34.2-2tk")
    return forge.step("step A03", told=[Marched(("t34.1-2tk",), 1, 2)], units={"t34.1-2tk": {"hex": 2}})


def a_raft_behind_the_bank_carries_a_company_over() -> Forge:
    river = ["A03-A04 river", "A05-A06 river"]
    game = on("a\nr\n.\n.\n.\n.\n", a="5k-2gr hq-2gr", r="raft.1-eng", sides=river).set("5k-2gr", debarked=True)
    forge = Forge(game.activate("2gr").state)
    told = [Marched(("5k-2gr",), 0, 4, (1, 2, 3))]
    return forge.step("to A05", told=told, units={"5k-2gr": {"hex": 4}})


# -- once a turn, once an activation


def a_unit_taken_along_acts_in_two_activations() -> Forge:
    game = on(COLUMN, a="1-1rif 2-1rif hq-1rif", A06="t34.1-2tk hq-2tk")
    first, second = game.activate("1rif").state.stack, on(COLUMN, a=TANKS).activate("2tk").state.stack
    forge = Forge(game.state).step("step A02", told=[Marched(("2-1rif",), 0, 1)], units={"2-1rif": {"hex": 1}})
    assert first == forge.state.stack
    forge.step("pass", stack=IDLE).step("pass", stack=second)
    return forge.step("mount 2-1rif t34.1-2tk", units={"2-1rif": {"carrier": "t34.1-2tk", "hex": 5}})


def a_unit_attacks_twice() -> Forge:
    forge = Forge(on("a\nx\n", a=TANKS, x="5k-2gr").state).under(assault("2tk", "hq-2tk"), battle(("t34.1-2tk",)))
    forge.step("fight").under(assault("2tk", "hq-2tk"), battle(()))
    return forge.step("join t34.1-2tk")


def a_unit_fires_twice_in_an_activation() -> Forge:
    forge = Forge(on(COLUMN, a=TANKS, A03="5k-2gr").state).under(assault("2tk", "hq-2tk", "t34.1-2tk"))
    return forge.step("fire t34.1-2tk A03").step("fire t34.1-2tk A03")


def a_unit_fires_after_its_attack() -> Forge:
    forge = Forge(on("a\nx\n", a=TANKS, x="5k-2gr").state).under(assault("2tk", "hq-2tk"), battle(("t34.1-2tk",)))
    return forge.step("fight").under(assault("2tk", "hq-2tk", "t34.1-2tk")).step("fire t34.1-2tk A02")


def a_gun_fires_twice_at_one_entry_of_a_hex() -> Forge:
    game = on(COLUMN, a=TANKS, A03="flak-2gr")
    forge = Forge(game.state).under(OpportunityFire("german", 0, ("t34.1-2tk",), ("flak-2gr",)))
    return forge.step("fire flak-2gr A01")


def a_gun_that_joined_an_attack_supports_another() -> Forge:
    game = on("a\nx\n.\n", a="wsp.1-1art hq-1art 5k-2gr hq-2gr", x="1-1rif")
    forge = Forge(game.state).under(assault("1art", "hq-1art"), battle(("wsp.1-1art",), side="german")).step("fight")
    guns = battle(("5k-2gr",), side="german", guns=("wsp.1-1art",))
    return forge.under(assault("2gr", "hq-2gr"), guns).step("fight")


def a_gun_that_shelled_supports_a_defence() -> Forge:
    game = on(COLUMN, a="wsp.1-1art hq-1art", A03="1-1rif")
    forge = Forge(game.state).under(assault("1art", "hq-1art", "wsp.1-1art", side="german"))
    forge.step("barrage wsp.1-1art A03")
    return forge.under(Support("german", Fight("soviet", 0, (), (), ("wsp.1-1art",)))).step("stand")


def a_battalions_chit_comes_twice() -> Forge:
    forge = Forge(on(COLUMN, a=TANKS).state).step("pass", told=[ChitDrawn("2tk")])
    return forge.step("pass", told=[ChitDrawn("2tk")])


def an_engineer_blows_two_bridges() -> Forge:
    game = on("p .\n. .\n", p="pioneer-1gr hq-1gr", sides=["A01-A02 river", "A01-A02 bridge"]).activate("1gr")
    forge = Forge(game.state).step("blow pioneer-1gr A01/A02")
    return forge.step("blow pioneer-1gr A01/B01")


def an_engineer_begins_two_pontoons() -> Forge:
    forge = Forge(on("p .\n. .\n", p="pioneer-1gr hq-1gr").activate("1gr").state)
    forge.step("bridge pioneer-1gr A01/A02", position={"pontoons": (Pontoon(0, 2, "german"),)})
    both = (Pontoon(0, 2, "german"), Pontoon(0, 1, "german"))
    return forge.step("bridge pioneer-1gr A01/B01", position={"pontoons": both})


# -- who may fire


def a_pinned_gun_supports_an_attack() -> Forge:
    game = on(COLUMN, a="wsp.1-1art hq-1art", A03="1-1rif").set("wsp.1-1art", pinned=True)
    return Forge(game.state).under(assault("2gr", ""), battle((), side="german")).step("gun wsp.1-1art")


def a_rider_fires() -> Forge:
    game = on(COLUMN, a="t34.1-2tk at-1rif", A03="5k-2gr").set("at-1rif", carrier="t34.1-2tk", debarked=True)
    return Forge(game.state).under(OpportunityFire("soviet", 2, ("5k-2gr",))).step("fire at-1rif A03")


def a_rider_supports_as_a_gun() -> Forge:
    game = on(COLUMN, a="sturm-2gr ig-2gr", A03="1-1rif").set("ig-2gr", carrier="sturm-2gr", debarked=True)
    return Forge(game.state).under(assault("2gr", ""), battle((), side="german")).step("gun ig-2gr")


def a_unit_out_of_range_of_its_hq_fires() -> Forge:
    game = on("q\n" + ".\n" * 10 + "a\nx\n", q="hq-2pz", a="5k-2pz", x="1-1rif")
    return Forge(game.state).under(assault("2pz", "hq-2pz", "5k-2pz", side="german")).step("fire 5k-2pz A13")


def a_gun_out_of_range_of_its_hq_shells() -> Forge:
    game = on("q\n" + ".\n" * 14 + "a\nx\n", q="hq-1art", a="wsp.1-1art", x="1-1rif")
    return (
        Forge(game.state).under(assault("1art", "hq-1art", "wsp.1-1art", side="german")).step("barrage wsp.1-1art A17")
    )


def a_gun_in_column_fires_before_it_has_moved() -> Forge:
    game = on(COLUMN, a="wsp.1-1art hq-1art", A03="1-1rif", book={"in_column": ("wsp.1-1art",)})
    return (
        Forge(game.state).under(assault("1art", "hq-1art", "wsp.1-1art", side="german")).step("barrage wsp.1-1art A03")
    )


def artillery_overruns() -> Forge:
    game = on("a\nx\n", a="wsp.1-1art hq-1art", x="hq-1rif")
    rolling = battle(("wsp.1-1art",), side="german", overrun=True)
    return Forge(game.state).under(assault("1art", "hq-1art"), rolling).step("fight")


def an_engineer_clears_and_fires() -> Forge:
    game = on("a\nb\n.\nx\n", a="brumbr-eng hq-eng", x="1-1rif", forts=["trench A02 N"]).activate("eng")
    forge = Forge(game.state).step("clear brumbr-eng A02", position={"forts": ()})
    return forge.under(assault("eng", "hq-eng", "brumbr-eng", side="german")).step("fire brumbr-eng A04")


def an_engineer_that_was_attacked_clears() -> Forge:
    game = on("a\nx\n.\n", a=TANKS, x="pioneer-1gr hq-1gr", forts=["trench A03 N"])
    forge = Forge(game.state).under(assault("2tk", "hq-2tk"), battle(("t34.1-2tk",))).step("fight")
    return forge.step("clear pioneer-1gr A03", position={"forts": ()})


# -- losses


def under_fire() -> Forge:
    """A tank with a rider has entered a hex, and the dice are thrown at it."""
    game = on(COLUMN, a="t34.1-2tk! 1-1rif hq-2tk", A05="flak-2gr").set("1-1rif", carrier="t34.1-2tk")
    window = OpportunityFire("german", 0, ("t34.1-2tk", "1-1rif"), ("flak-2gr",))
    return Forge(game.state).under(window, Roll("german", "direct fire", dice="2d6"))


def a_rider_hit_with_its_tank_is_not_pinned() -> Forge:
    lost = {"hex": -1, "status": "lost", "depleted": False}
    told = [Eliminated("t34.1-2tk", 0), Depleted("1-1rif")]
    return under_fire().step(
        "2d6 6 6", told=told, units={"t34.1-2tk": lost, "1-1rif": {"depleted": True, "carrier": ""}}
    )


def a_unit_is_lost_without_a_word() -> Forge:
    return under_fire().step("2d6 6 6", units={"hq-2tk": {"hex": -1, "status": "lost"}})


def a_lost_unit_is_back() -> Forge:
    game = on(COLUMN, a=TANKS).set("t34.2-2tk", status="lost", hex=-1)
    return Forge(game.state).step("pass", units={"t34.2-2tk": {"status": "map", "hex": 0}})


def a_depleted_unit_is_whole_again() -> Forge:
    game = on(COLUMN, a="t34.1-2tk! hq-2tk")
    return Forge(game.state).step("pass", units={"t34.1-2tk": {"depleted": False}})


def hungry(told: list[Any], **units: dict[str, Any]) -> Forge:
    game = on(COLUMN, a="t34.1-2tk 1-1rif hq-2tk").set("1-1rif", carrier="t34.1-2tk", hungry=2)
    forge = Forge(game.set("t34.1-2tk", hungry=2).state).under(Supplying("soviet", ()))
    return forge.step("done", told=told, units=units)


def a_rider_suffers_twice_in_one_supply_phase() -> Forge:
    told = [Depleted("1-1rif"), Depleted("t34.1-2tk"), Eliminated("1-1rif", 0)]
    lost = {"hex": -1, "status": "lost", "carrier": ""}
    return hungry(told, **{"1-1rif": lost, "t34.1-2tk": {"depleted": True}})


def a_unit_in_supply_suffers_from_hunger() -> Forge:
    game = on(COLUMN, a="t34.1-2tk 1-1rif hq-2tk").set("t34.1-2tk", hungry=2)
    forge = Forge(game.state).under(Supplying("soviet", ()))
    return forge.step("done", told=[Depleted("1-1rif")], units={"1-1rif": {"depleted": True}})


def a_rider_is_lost_for_the_tank_that_was_too_many() -> Forge:
    game = on(COLUMN, a="5k-2pz 6k-2pz 1k-1gr").set("1k-1gr", carrier="5k-2pz", debarked=True)
    told = [Depleted("5k-2pz"), Depleted("1k-1gr")]
    hurt = {"5k-2pz": {"depleted": True}, "1k-1gr": {"depleted": True}}
    return Forge(game.state).under(Thinning("german")).step("lose 5k-2pz", told=told, units=hurt)


def shelled(told: list[Any], **units: dict[str, Any]) -> Forge:
    game = on("a\n.\n.\nx\n", a="wsp.1-1art hq-1art", x="1-1rif! hq-1rif", forts=["bunker A04 N"])
    forge = Forge(game.state).under(Shelling("wsp.1-1art", 3), Roll("german", "barrage", dice="3d6"))
    return forge.step("3d6 1 2 3", told=told, units=units)


def a_barrage_that_misses_shows_a_stack() -> Forge:
    return shelled([], **{"1-1rif": {"fought": True}, "hq-1rif": {"fought": True}})


def a_barrage_kills_in_a_bunker() -> Forge:
    lost = {"hex": -1, "status": "lost", "depleted": False}
    return shelled([Eliminated("1-1rif", 3)], **{"1-1rif": lost})


def the_field_replacement_unit_rebuilds_itself() -> Forge:
    game = on(COLUMN, a="fieldersatz-div-g! hq-div-g")
    forge = Forge(game.state).under(Rebuilding("german", False, ()))
    return forge.step("rebuild fieldersatz-div-g", units={"fieldersatz-div-g": {"depleted": False}})


# -- hexes


def five_units_stand_in_a_hex_after_overrun_movement() -> Forge:
    game = on(COLUMN, a="1-1rif 2-1rif 3-1rif hq-1rif t34.1-2tk hq-2tk", crowded="a")
    return Forge(game.state).under(assault("2tk", "hq-2tk", "t34.1-2tk")).step("done", stack=IDLE)


def four_units_stand_in_one_road_column() -> Forge:
    game = on(COLUMN, a="1k-1gr 2k-1gr 3k-1gr 4k-1gr")
    for unit in ("1k-1gr", "2k-1gr", "3k-1gr", "4k-1gr"):
        game.set(unit, road=True)
    return Forge(game.state).under(assault("1gr", "", side="german")).step("done", stack=IDLE)


def a_place_passed_through_stays_the_losers() -> Forge:
    place = Location("X", (1,), 1, 0, "soviet")
    game = on(COLUMN, a=TANKS, book={"locations": (place,)})
    told = [Advanced("t34.1-2tk", (1, 2))]
    return Forge(game.state).step(
        "pass", told=told, units={"t34.1-2tk": {"hex": 2}}, position={"holders": {"A02": "german"}}
    )


def a_battalion_enters_by_two_hexes() -> Forge:
    due = {"btty.7-3art": "A01/A05 0", "hq-3art": "A01/A05 0"}
    game = on(".\n" * 6, A06="hq-1gr", due=due, book={"one_entry": ("3art",)}).activate("3art")
    forge = Forge(game.state)
    for unit, label, h in (("hq-3art", "A01", 0), ("btty.7-3art", "A05", 4)):
        entered = {unit: {"hex": h, "status": "map"}}
        forge.step(f"step {label}", told=[Marched((unit,), -1, h)], units=entered)
    return forge


def a_pontoon_is_begun_and_gone() -> Forge:
    forge = Forge(on("p .\n. .\n", p="pioneer-1gr hq-1gr").activate("1gr").state)
    return forge.step("bridge pioneer-1gr A01/A02", told=[PontoonBegun("pioneer-1gr", (0, 1))])


def a_fortification_is_gone_by_itself() -> Forge:
    return Forge(on(COLUMN, a=TANKS, forts=["trench A02 N"]).state).step("pass", position={"forts": ()})


def a_blown_bridge_stands_again() -> Forge:
    game = on(COLUMN, a=TANKS, sides=["A01-A02 river", "A01-A02 bridge"])
    state = structs.replace(game.state, position=structs.replace(game.state.position, blown=((0, 1),)))
    return Forge(state).step("pass", position={"blown": ()})


# -- who is told


def far_apart() -> Game:
    return on("a\n" + "F\n" * 16 + "x\n", a="1-1rif t34.1-2tk pioneer-1gr", x="5k-2gr")


def hunger_names_a_unit_nobody_sees() -> Forge:
    game = on("a\n" + "F\n" * 16 + "x\n", a="1-1rif hq-1rif", x="5k-2gr").set("1-1rif", hungry=2)
    forge = Forge(game.state).under(Supplying("soviet", ()))
    return forge.step("done", told=[Depleted("1-1rif")], units={"1-1rif": {"depleted": True}})


def a_pinned_rider_is_named_to_who_does_not_see_it() -> Forge:
    game = on("a\n" + "F\n" * 16 + "x\n", a="1-1rif hq-1rif", x="5k-2gr")
    return Forge(game.state).step("pass", told=[Pinned("1-1rif")], units={"1-1rif": {"pinned": True}})


FAULTS: list[tuple[Callable[[], Forge], str]] = [
    (a_tank_leaves_its_rider_behind, "1-1rif rides t34.2-2tk, which is elsewhere"),
    (a_unit_is_somewhere_else_without_a_word, "was never told to go there"),
    (a_march_leaps_over_a_hex, "t34.1-2tk jumps"),
    (a_unit_left_behind_is_taken_along_from_afar, "goes from A04 and stood in A01"),
    (a_unit_marches_further_than_its_points, "points and spends at least"),
    (a_pinned_unit_moves, "is pinned and moves"),
    (a_truck_enters_ground_closed_to_it, "goes to A02, which is closed to it"),
    (somebody_stands_in_open_water, "stands in the river at A02"),
    (who_was_halted_moves_on, "had to halt in an enemy zone of control and moves on"),
    (who_was_halted_leaves_the_map, "had to halt in an enemy zone of control and moves on"),
    (who_was_halted_leaves_its_trucks, "had to halt in an enemy zone of control and is told to debark"),
    (a_march_goes_through_a_zone, "marches through the enemy zone of control at A03"),
    (who_has_fired_goes_on_after_an_overrun, "has fired and moves"),
    (a_unit_moves_again_after_another_has_moved, "has finished its move and moves again"),
    (a_raft_behind_the_bank_carries_a_company_over, "5k-2gr has 4 points and spends at least 5"),
    (a_unit_taken_along_acts_in_two_activations, "2-1rif was activated before in this turn and acts again"),
    (a_unit_attacks_twice, "attacks twice in an activation"),
    (a_unit_fires_twice_in_an_activation, "fires twice in an activation"),
    (a_unit_fires_after_its_attack, "has attacked and fires"),
    (a_gun_fires_twice_at_one_entry_of_a_hex, "fires twice at one entry of a hex"),
    (a_gun_that_joined_an_attack_supports_another, "has fired this turn and fires again"),
    (a_gun_that_shelled_supports_a_defence, "has fired this turn and fires again"),
    (a_battalions_chit_comes_twice, "the chit of 2tk comes twice in a turn"),
    (an_engineer_blows_two_bridges, "a second bridge is blown in one activation"),
    (an_engineer_begins_two_pontoons, "begins two pontoon bridges in a turn"),
    (a_pinned_gun_supports_an_attack, "is pinned and takes part in an attack"),
    (a_rider_fires, "at-1rif rides a tank and is told to fire"),
    (a_rider_supports_as_a_gun, "ig-2gr rides a tank and is told to gun"),
    (a_unit_out_of_range_of_its_hq_fires, "is out of range of hq-2pz and is told to fire"),
    (a_gun_out_of_range_of_its_hq_shells, "is out of range of hq-1art and is told to barrage"),
    (a_gun_in_column_fires_before_it_has_moved, "fires before it has moved out of its column"),
    (artillery_overruns, "wsp.1-1art is artillery and overruns"),
    (an_engineer_clears_and_fires, "has cleared fortifications this turn and fights"),
    (an_engineer_that_was_attacked_clears, "has fought this turn and clears"),
    (a_rider_hit_with_its_tank_is_not_pinned, "1-1rif was hit on the march and is not pinned"),
    (a_unit_is_lost_without_a_word, "hq-2tk is lost and nothing was told of it"),
    (a_lost_unit_is_back, "t34.2-2tk was lost and is back"),
    (a_depleted_unit_is_whole_again, "is whole again without a rebuild"),
    (a_rider_suffers_twice_in_one_supply_phase, "1-1rif suffers twice in one supply phase"),
    (a_unit_in_supply_suffers_from_hunger, "suffers from hunger and is not out of supply"),
    (a_rider_is_lost_for_the_tank_that_was_too_many, "1k-1gr suffers because 5k-2pz was too many"),
    (a_barrage_that_misses_shows_a_stack, "hq-1rif is shelled, not hurt, and shown"),
    (a_barrage_kills_in_a_bunker, "1-1rif is killed in its shelter by a barrage"),
    (the_field_replacement_unit_rebuilds_itself, "is rebuilt without luck and without help"),
    (five_units_stand_in_a_hex_after_overrun_movement, "after the activation: too many"),
    (four_units_stand_in_one_road_column, "more than two units are in road column in A01"),
    (a_place_passed_through_stays_the_losers, "soviet was in A02 last and german holds it"),
    (a_battalion_enters_by_two_hexes, "btty.7-3art enters at A05 and hq-3art at A01"),
    (a_pontoon_is_begun_and_gone, "is begun and gone in the same moment"),
    (a_fortification_is_gone_by_itself, "a fortification is gone and nobody cleared it"),
    (a_blown_bridge_stands_again, "a blown bridge stands again"),
    (hunger_names_a_unit_nobody_sees, "german hears of 1-1rif, which it may not know"),
    (a_pinned_rider_is_named_to_who_does_not_see_it, "german hears of 1-1rif, which it may not know"),
]


@pytest.mark.parametrize(("fault", "words"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS])
def test_the_clerk_sees_that(fault: Callable[[], Forge], words: str) -> None:
    forge = fault()
    assert forge.finds(words), forge.problems


def test_the_clerk_counts_no_deed_that_an_unseen_enemy_forbids() -> None:
    """A bridge that may not be blown, then another chit's activation, another bridge and a shot at HQs in a trench."""
    sides = ["A01-A02 river", "A01-A02 bridge", "A01-B01 river", "A01-B01 bridge"]
    stacks = {"A01": "brumbr-eng hq-eng hq-div-g", "A03": "1-1rif", "C01": "hq-1rif hq-2rif"}
    game = on(". . .\n. . .\n. . .\n", sides=sides, forts=["trench A03 N", "trench C01 N"], **stacks)
    clerk = clerk_of(game.state)
    game.activate("eng")

    def said(*sentences: str) -> list[str]:
        found = []
        for sentence in sentences:
            before, who = game.state, game.asked
            answer = read_outcome(sentence) if who == CHANCE else before.parse(sentence)
            step = before.apply(answer)
            found += list(clerk.after(before, who, answer, step))
            game.state = step.state
        return found

    assert said("blow brumbr-eng A01/A02", "pass") == []
    game.activate("div-g")
    assert said("battalion eng", "blow brumbr-eng A01/A02", "blow brumbr-eng A01/B01", "d6 2", "fight") == []
    assert said("fire brumbr-eng C01", "done") == []
