"""Every fault of the operational system that a bookkeeper can see is put in by hand, and the clerk sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.lab.clerk.forge import Forge
from tests.systems.wb95.kit import on

from balka.core.events import Event, Told
from balka.systems.wb95.battles import BattlePlan, CombatPhase
from balka.systems.wb95.events.air import MissionsShown
from balka.systems.wb95.events.battles import Answered, BattleDeclared, Lost, Pursued, Retreated
from balka.systems.wb95.events.breakdowns import Repaired
from balka.systems.wb95.events.moves import Moved
from balka.systems.wb95.rulebook import Minefield
from balka.systems.wb95.sheet import Battle
from balka.systems.wb95.shelling import Shelling

FIELD = ". . . . . .\na . . . x .\n. . . . . .\n"
OFF = -1


def at(forge: Forge, label: str) -> int:
    return forge.state.setting.board.hex(label)


def forge(picture: str = FIELD, phase: str = "move", *lines: str, **more: Any) -> Forge:
    units = {"a": "g arm 6 mp=7", "x": "s inf 4"} | {k: v for k, v in more.items() if isinstance(v, str)}
    named = {k: v for k, v in more.items() if not isinstance(v, str)}
    drawn = {name: words for name, words in units.items() if name in picture or name == "crowded"}
    return Forge(on(picture, phase, *lines, **named, **drawn).state)


def own(event: Event) -> Told:
    """Only the German side hears it."""
    return Told(event, ("german",))


def moved(made: Forge, unit: str, start: str, end: str, **facts: Any) -> Forge:
    """A unit is told to go from one hex to the next, and is there."""
    a, b = at(made, start), at(made, end)
    return made.step(f"to {end}", told=[own(Moved((unit,), a, b))], units={unit: {"hex": b, **facts}})


# -- marches


def a_unit_is_somewhere_else_without_a_word() -> Forge:
    made = forge()
    return made.step("to B02", units={"a": {"hex": at(made, "B02")}})


def a_unit_leaps_over_a_hex() -> Forge:
    return moved(forge(), "a", "A02", "C02")


def a_unit_moves_further_than_its_points() -> Forge:
    made = forge("a . . . . . . . . .\n. . . . . . . . . .\n", a="g inf 4 mp=4")
    for start, end in zip("ABCDEF", "BCDEFG", strict=True):
        moved(made, "a", f"{start}01", f"{end}01")
    return made


def a_truck_goes_into_a_swamp() -> Forge:
    return moved(forge("a S . x\n. . . .\n", a="g mot 4"), "a", "A01", "B01")


def guns_set_up_to_fire_move() -> Forge:
    return moved(forge(a="g art 6/3 cel=1"), "a", "A02", "B02")


def a_frozen_unit_moves() -> Forge:
    return moved(forge(book={"frozen": {"a": 2}}), "a", "A02", "B02")


def into_a_zone() -> Forge:
    made = moved(forge(". . . .\na . x .\n. . . .\n", a="g art 6/3 cel=1 transport mp=7"), "a", "A02", "B02")
    assert made.problems == []
    return made


def who_was_stopped_by_a_zone_moves_on() -> Forge:
    return moved(into_a_zone(), "a", "B02", "A02")


def who_was_stopped_by_a_zone_unlimbers() -> Forge:
    return into_a_zone().step("unlimber a", units={"a": {"marks": ()}})


def who_was_stopped_by_a_zone_blows_a_bridge() -> Forge:
    return into_a_zone().step("blow a A02/B02", position={"broken": ((4, 5),)})


def who_was_stopped_by_a_zone_rebuilds_a_bridge() -> Forge:
    return into_a_zone().step("rebuild a A02/B02")


def strategic_movement_enters_a_zone() -> Forge:
    made = forge(a="g arm 6 mp=7 strategic", phase="strategic")
    for start, end in (("A02", "B02"), ("B02", "C02"), ("C02", "D02")):
        moved(made, "a", start, end)
    return made


def a_reinforcement_enters_a_zone_by_strategic_movement() -> Forge:
    made = forge(". . .\n. x .\n", "strategic", off={"r": "g mot mp=7"}, x="s inf 4")
    h = at(made, "B01")
    return made.step("enter r B01", told=[Moved(("r",), OFF, h)], units={"r": {"hex": h}})


def a_reinforcement_enters_into_debt() -> Forge:
    made = forge(". . .\n. . x\n", "move", off={"r": "s inf mp=6"}, x="g inf 4")
    h = at(made, "A01")
    entered = {"r": {"hex": h, "spent": 24, "marks": ("slow",)}}
    return made.step("enter r A01", told=[Moved(("r",), OFF, h)], units=entered)


def a_closed_hexside_is_crossed_on_the_march() -> Forge:
    made = forge(book={"no_crossing": {"7GA": ((6, 7),)}}, a="g arm 6 army=7GA")
    return moved(made, "a", "A02", "B02")


def a_closed_hexside_is_crossed_in_retreat() -> Forge:
    made = forge(book={"no_crossing": {"7GA": ((6, 7),)}}, a="g arm 6 army=7GA", phase="combat")
    a, b = at(made, "A02"), at(made, "B02")
    return made.step("stand", actor="german", told=[Retreated(("a",), a, (b,))], units={"a": {"hex": b}})


def a_closed_hexside_is_crossed_in_pursuit() -> Forge:
    made = forge(book={"no_crossing": {"7GA": ((6, 7),)}}, a="g arm 6 army=7GA", phase="combat")
    b = at(made, "B02")
    return made.step("follow a B02", told=[Pursued("a", (b,))], units={"a": {"hex": b}})


def a_pursuit_through_the_lines_is_forgotten() -> Forge:
    mines = (Minefield(2, frozenset(range(18))),)
    made = forge(FIELD, "move", "fortified B02 A02", book={"mines": mines, "last_mines": 4})
    b = at(made, "B02")
    made.step("follow a B02", told=[own(Pursued("a", (b,)))], units={"a": {"hex": b, "marks": ("mined",)}})
    assert made.problems == []
    return made.step("end", units={"a": {"marks": ()}})


def a_retreat_through_the_lines_does_not_count() -> Forge:
    mines = (Minefield(2, frozenset(range(18))),)
    made = forge(FIELD, "move", "fortified B02 A02", book={"mines": mines, "last_mines": 4})
    a, b = at(made, "A02"), at(made, "B02")
    return made.step("stand", actor="german", told=[Retreated(("a",), a, (b,))], units={"a": {"hex": b}})


# -- combat

CLOSE = ". . . .\n. a . .\n. x . .\n. . . .\n"


def declared(made: Forge, **facts: Any) -> Forge:
    """A battle of a against x is declared."""
    fields = {"side": "german", "attackers": ("a",), "hexes": (at(made, "B03"),), "defenders": ("x",), **facts}
    battle = Battle("german", fields["hexes"], fields["attackers"])
    made.under(CombatPhase("german", ()), BattlePlan(battle, ()))
    return made.step("fight", told=[BattleDeclared(**fields)])


def a_unit_attacks_twice_in_a_phase() -> Forge:
    made = forge(CLOSE, "combat")
    return declared(declared(made))


def a_gun_fires_for_both_of_two_defences() -> Forge:
    made = declared(forge(". k . .\n. a . .\n. x . .\n. . . .\n", "combat", k="s art 5/3 cel=1"))
    told = [Answered("soviet", ("k",), (), 0)]
    return made.step("stand", told=told).step("stand", told=told)


def aircraft_support_two_shellings() -> Forge:
    made = forge(CLOSE, "combat")
    fire = Shelling("german", at(made, "B03"), ("a",), air=("air-1",))
    made.under(CombatPhase("german", ()), fire).step("fire")
    return made.under(CombatPhase("german", ()), fire).step("fire")


def a_counter_flies_twice_in_a_turn() -> Forge:
    made = forge(CLOSE, "combat")
    told = [MissionsShown((("air-1", "support", 3, OFF),))]
    return made.step("end", told=told).step("end", told=told)


def losses_spare_the_star_that_was_used() -> Forge:
    made = declared(forge(". . . .\n. a . .\n. x+f . .\n. . . .\n", "combat", x="s inf 2 cel=3", f="s fu 5 cel=2"))
    made.step("stand", told=[Answered("soviet", (), ("f",), 0)])
    made.under(CombatPhase("german", ()))
    return made.step("lose x", told=[Lost("x", 2, "refusing to retreat")], units={"x": {"cel": 2}})


def a_unit_driven_onto_the_hex_takes_a_printed_loss() -> Forge:
    made = declared(forge(". . . .\n. a . .\n. x+y . .\n. . . .\n", "combat", x="s inf 2 cel=2", y="s inf 2 cel=2"))
    return made.step("lose y", told=[Lost("y", 1, "combat")], units={"y": {"cel": 1}})


def who_has_retreated_follows() -> Forge:
    made = declared(forge(CLOSE, "combat"))
    back, front = at(made, "B01"), at(made, "B03")
    made.step("go a B01", told=[Retreated(("a",), at(made, "B02"), (back,))], units={"a": {"hex": back}})
    made.under(CombatPhase("german", ()), BattlePlan(Battle("german", (front,)), ()))
    return made.step("follow a B02", told=[Pursued("a", (at(made, "B02"),))], units={"a": {"hex": at(made, "B02")}})


def victors_enter_a_hex_where_nobody_was_beaten() -> Forge:
    made = declared(forge(CLOSE, "combat"))
    made.under(CombatPhase("german", ()), BattlePlan(Battle("german", (at(made, "B03"),)), ()))
    return made.step("follow a C02", told=[Pursued("a", (at(made, "C02"),))], units={"a": {"hex": at(made, "C02")}})


def a_frozen_unit_follows() -> Forge:
    made = declared(forge(CLOSE, "combat", book={"frozen": {"a": 2}}))
    made.under(CombatPhase("german", ()), BattlePlan(Battle("german", (at(made, "B03"),)), ()))
    return made.step("follow a B03", told=[Pursued("a", (at(made, "B03"),))], units={"a": {"hex": at(made, "B03")}})


# -- counters


def a_cel_is_lost_without_a_word() -> Forge:
    return forge(a="g arm 6 cel=3").step("end", units={"a": {"cel": 2}})


def a_cel_is_won_in_no_workshop() -> Forge:
    return forge(a="g arm 6 cel=3/2").step("end", units={"a": {"cel": 3}})


def a_unit_is_gone_without_a_word() -> Forge:
    return forge().step("end", lost=["x"])


def in_the_workshop() -> Forge:
    made = forge(a="g arm 8 cel=2/1", book={"repairs": 1})
    return made.step("repair a", units={"a": {"marks": ("repair",)}})


def a_tank_that_moved_is_mended() -> Forge:
    made = moved(in_the_workshop(), "a", "A02", "B02", marks=("repair",))
    return made.step("end", told=[Repaired("german", "a")], units={"a": {"cel": 2, "marks": ()}})


def a_tank_that_was_shelled_is_mended() -> Forge:
    made = in_the_workshop()
    made.step("end", told=[BattleDeclared("soviet", ("x",), (at(made, "A02"),), ("a",))])
    return made.step("end", told=[Repaired("german", "a")], units={"a": {"cel": 2, "marks": ()}})


def two_repair_counters_lie_on_one_front() -> Forge:
    fronts = (frozenset(range(9)), frozenset(range(9, 18)))
    made = forge(FIELD.replace("a", "a+b"), a="g arm 8 cel=2/1 repair", b="g arm 8 cel=2/1",
                 book={"repairs": 2, "fronts": fronts})  # fmt: skip
    return made.step("repair b", units={"b": {"marks": ("repair",)}})


def a_reserve_that_comes_back_is_slow_again() -> Forge:
    made = forge(". . .\n. . x\n", "move", off={"r": "s inf mp=6"}, x="g inf 4")
    h = at(made, "A01")
    for start, end, marks in ((OFF, h, ("slow",)), (h, OFF, ()), (OFF, h, ("slow",))):
        told = [Told(Moved(("r",), start, end), ("soviet",))]
        made.step("end", told=told, units={"r": {"hex": end, "marks": marks}})
        made.step("end", turn=1)
    return made.step("end", told=[Told(Moved(("r",), h, OFF), ("soviet",))], units={"r": {"hex": OFF}}).step(
        "enter r A01",
        told=[Told(Moved(("r",), OFF, h), ("soviet",))],
        units={"r": {"hex": h, "marks": ("slow",)}},
    )


def ammunition_falls_below_zero() -> Forge:
    return forge().step("end", tracks={"ammo": {"german": -1}})


def hexes_change_hands_without_a_word() -> Forge:
    return forge().step("end", position={"control": "g" * 18})


def nine_cel_stand_in_a_hex_at_the_end_of_a_phase() -> Forge:
    made = forge(FIELD.replace("a", "a+b+c"), a="g inf 4 cel=3", b="g inf 4 cel=3", c="g inf 4 cel=3", crowded="A02")
    made.clerk.crowded = set()
    return made.step("end", tracks={"phase": 4})


def the_enemy_hears_where_a_panther_broke_down() -> Forge:
    made = forge(a="g arm 8 cel=2 panther")
    told = Told(Lost("a", 1, "breakdown"), ("german",), Lost("a", 1, "breakdown", at(made, "A02")))
    return made.step("end", told=[told], units={"a": {"cel": 1}})


def the_enemy_hears_the_name_under_a_mask() -> Forge:
    return forge(a="g arm 6 cel=3").step("end", told=[Lost("a", 2, "mines")], units={"a": {"cel": 2}})


FAULTS: list[tuple[Callable[[], Forge], str]] = [
    (a_unit_is_somewhere_else_without_a_word, "was never told to go there"),
    (a_unit_leaps_over_a_hex, "a jumps"),
    (a_unit_moves_further_than_its_points, "a has 4 points and spends at least"),
    (a_truck_goes_into_a_swamp, "goes to B01, which is closed to it"),
    (guns_set_up_to_fire_move, "a is set up to fire and moves"),
    (a_frozen_unit_moves, "a may not move yet and moves"),
    (who_was_stopped_by_a_zone_moves_on, "had to stop in an enemy zone and moves on"),
    (who_was_stopped_by_a_zone_unlimbers, "had to stop in an enemy zone and is told to unlimber"),
    (who_was_stopped_by_a_zone_blows_a_bridge, "had to stop in an enemy zone and is told to blow"),
    (who_was_stopped_by_a_zone_rebuilds_a_bridge, "had to stop in an enemy zone and is told to rebuild"),
    (strategic_movement_enters_a_zone, "moves strategically into the enemy zone at D02"),
    (a_reinforcement_enters_a_zone_by_strategic_movement, "moves strategically into the enemy zone at B01"),
    (a_reinforcement_enters_into_debt, "r enters for 4 points and has 3"),
    (a_closed_hexside_is_crossed_on_the_march, "crosses a hexside closed to its army"),
    (a_closed_hexside_is_crossed_in_retreat, "crosses a hexside closed to its army"),
    (a_closed_hexside_is_crossed_in_pursuit, "crosses a hexside closed to its army"),
    (a_pursuit_through_the_lines_is_forgotten, "a passed the lines and is not exposed to mines"),
    (a_retreat_through_the_lines_does_not_count, "a passed the lines and is not exposed to mines"),
    (a_unit_attacks_twice_in_a_phase, "a fights twice in a phase"),
    (a_gun_fires_for_both_of_two_defences, "k fires twice in a phase"),
    (aircraft_support_two_shellings, "air-1 supports twice in a turn"),
    (a_counter_flies_twice_in_a_turn, "air-1 flies twice in a turn"),
    (losses_spare_the_star_that_was_used, "f used a star and bore none of the losses"),
    (a_unit_driven_onto_the_hex_takes_a_printed_loss, "y takes a loss of a combat it is no part of"),
    (who_has_retreated_follows, "a has retreated and follows"),
    (victors_enter_a_hex_where_nobody_was_beaten, "a follows into C02, where nobody was beaten"),
    (a_frozen_unit_follows, "a may not move yet and follows"),
    (a_cel_is_lost_without_a_word, "a went from 3 to 2 CEL and 0 were told"),
    (a_cel_is_won_in_no_workshop, "a went from 2 to 3 CEL and was in no workshop"),
    (a_unit_is_gone_without_a_word, "x is gone and nothing was told of it"),
    (a_tank_that_moved_is_mended, "in the workshop and regains a CEL"),
    (a_tank_that_was_shelled_is_mended, "in the workshop and regains a CEL"),
    (two_repair_counters_lie_on_one_front, "two Repair counters lie on one front"),
    (a_reserve_that_comes_back_is_slow_again, "r has come before and is slow again"),
    (ammunition_falls_below_zero, "german has -1 ammunition left"),
    (hexes_change_hands_without_a_word, "hexes changed hands and nothing was told of it"),
    (nine_cel_stand_in_a_hex_at_the_end_of_a_phase, "9 CEL stand in A02 at the end of a phase"),
    (the_enemy_hears_where_a_panther_broke_down, "the enemy hears where a unit broke down: A02"),
    (the_enemy_hears_the_name_under_a_mask, "soviet hears of a, which it may not know"),
]


@pytest.mark.parametrize(("fault", "words"), FAULTS, ids=[fault.__name__ for fault, _ in FAULTS])
def test_the_clerk_sees_that(fault: Callable[[], Forge], words: str) -> None:
    made = fault()
    assert made.finds(words), made.problems
