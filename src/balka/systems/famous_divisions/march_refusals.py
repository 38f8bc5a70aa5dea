"""Why a party on the march cannot do a thing: step, take along, leave behind, climb up or down. [9.0, 9.1, 9.3, 9.5]"""

from __future__ import annotations

from typing import Protocol

from balka.core.choices import Choice, Refusal
from balka.systems.famous_divisions import engineers, reinforcements, trucks
from balka.systems.famous_divisions.losses import riders
from balka.systems.famous_divisions.members import on_the_march, walking
from balka.systems.famous_divisions.model import GdState, Now, legs, unit
from balka.systems.famous_divisions.movement import why_no_step
from balka.systems.famous_divisions.position import Unit
from balka.systems.famous_divisions.riding import can_pay
from balka.systems.famous_divisions.verbs import (
    Blow,
    Bridge,
    Clear,
    Debark,
    Dismount,
    Embark,
    Exit,
    Halt,
    Leave,
    Mount,
    Step,
    To,
    With,
)


class Movers(Protocol):
    """A party on the move: its side, who belongs to it and may still join, and where it waits to enter."""

    @property
    def side(self) -> str: ...
    @property
    def units(self) -> tuple[str, ...]: ...
    @property
    def others(self) -> tuple[str, ...]: ...
    @property
    def entry(self) -> int: ...
    @property
    def shut(self) -> tuple[tuple[int, int], ...]: ...
    def stopped(self, game: Now) -> bool: ...


STOPPED = Refusal("It entered an enemy zone of control and must stop.", "gd-8.0-h")
NOT_ENTERED = Refusal("The party has not entered the map yet.", "gd-4.0-e", "Enter first.")
MUST_MOVE = Refusal("A party that was taken must move.", "gd-9.0-a", "Step, or take it back.")
FAR_BANK = Refusal("An enemy zone of control covers the far bank.", "gd-8.0-k")
TOO_FAR = Refusal("The party cannot get there.", "gd-9.0-l")
NOT_WITH_THEM = Refusal("It did not begin in their hex, or it has no part in this activation.", "gd-9.3-a")
NO_STEP_TOGETHER = Refusal("Together with it the party has no step open.", "gd-9.3-b")
NO_LEGAL_STACK = Refusal("It cannot enter there with them: it is not due, or the stack would be too high.", "gd-4.0-d")
NOT_OF_THEM = Refusal("It is not in this party.", "gd-9.1-h")
LAST_ONE = Refusal("Nobody would be left to go on.", "gd-9.1-h", "Halt the party.")
WITH_ITS_TANK = Refusal("It rides on a tank and moves with it.", "gd-9.5-d", "Let it climb down.")
NO_TANK = Refusal("No tank of this party that could carry it stands in its hex.", "gd-9.5-b")
DECK_TAKEN = Refusal("Somebody rides on that tank already.", "gd-9.5-a")
NO_LEGS = Refusal("Only Leg units ride on tanks.", "gd-9.5-a")
HAS_ACTED = Refusal("It has been activated in this turn and rides no more.", "gd-9.5-d")
NO_POINT = Refusal("Each of the two pays a movement point, and one of them has none left.", "gd-9.5-b")
NOBODY_RIDES = Refusal("It does not ride on a tank of this party.", "gd-9.5-i")
PINNED = Refusal("A pinned unit moves no further this turn.", "gd-11.3-o")
AFTER_AN_OVERRUN = Refusal("Nobody climbs onto tanks that go on after an overrun.", "gd-9.4-h")
NO_EXIT = Refusal("This party may not leave the map here.", "gd-9.0-l")


def why_not(view: GdState, party: Movers, choice: Choice) -> Refusal | None:
    """What keeps a party from a choice; None where it is no matter of the march."""
    if isinstance(choice, Step | To):
        return _why_not_go(view, party, choice.hex)
    if isinstance(choice, With):
        return _why_not_with(view, party, choice.unit)
    if isinstance(choice, Leave):
        return _why_not_leave(view, party, choice.unit)
    if isinstance(choice, Mount | Dismount | Debark | Embark):
        return _why_no_change(view, party, choice)
    if isinstance(choice, Exit):
        return STOPPED if party.stopped(view) else NO_EXIT
    if isinstance(choice, Blow | Bridge | Clear):
        return _why_no_work(view, party, choice)
    return MUST_MOVE if isinstance(choice, Halt) else None


def _why_not_go(view: GdState, party: Movers, h: int) -> Refusal:
    if party.entry >= 0:
        where = view.setting.board.labels[party.entry]
        return Refusal(f"The party enters in {where}.", "gd-4.0-a", f"Step {where}.")
    if party.stopped(view):
        return STOPPED
    units = on_the_march(view, party.units)
    if (units[0].hex, h) in party.shut:
        return FAR_BANK
    return why_no_step(view, units, h) if view.setting.board.are_neighbours(units[0].hex, h) else TOO_FAR


def _why_not_with(view: GdState, party: Movers, unit_id: str) -> Refusal:
    if unit_id in party.units:
        return Refusal("It is in this party already.", "gd-9.1-f")
    if unit_id not in party.others:
        return NOT_WITH_THEM
    return NO_LEGAL_STACK if party.entry >= 0 else NO_STEP_TOGETHER


def _why_not_leave(view: GdState, party: Movers, unit_id: str) -> Refusal:
    if party.entry >= 0 or unit_id not in party.units:
        return NOT_ENTERED if party.entry >= 0 else NOT_OF_THEM
    if unit(view, unit_id).carrier:
        return WITH_ITS_TANK
    return LAST_ONE if len(walking(view, party.units)) < 2 else PINNED


# -- in place


def _why_no_change(view: GdState, party: Movers, choice: Mount | Dismount | Debark | Embark) -> Refusal:
    """Why nobody climbs up or down, or leaves or boards its trucks."""
    if party.entry >= 0:
        return NOT_ENTERED
    if party.stopped(view) and not isinstance(choice, Dismount):
        return STOPPED
    counter = view.position.units.get(choice.unit)
    if counter is None or counter.side != party.side:
        return NOT_OF_THEM
    if isinstance(choice, Mount):
        return _why_no_mount(view, party, counter, choice.carrier)
    if isinstance(choice, Dismount):
        return NO_POINT if counter.carrier in party.units else NOBODY_RIDES
    return trucks.refuse(view, party.side, choice) or NOT_OF_THEM


def _why_no_mount(view: GdState, party: Movers, counter: Unit, carrier: str) -> Refusal:
    """[9.5-a, b, d, 9.4-h]"""
    if counter.carrier or legs(view, counter) != "leg":
        return WITH_ITS_TANK if counter.carrier else NO_LEGS
    tank = view.position.units.get(carrier) if carrier in party.units else None
    if tank is None or legs(view, tank) != "tracked" or tank.hex != counter.hex:
        return NO_TANK
    if riders(view, tank.id):
        return DECK_TAKEN
    if counter.pinned or counter.stopped:
        return PINNED if counter.pinned else STOPPED
    if counter.activated and not counter.acting:
        return HAS_ACTED
    return AFTER_AN_OVERRUN if can_pay(view, counter) and can_pay(view, tank) else NO_POINT


def _why_no_work(view: GdState, party: Movers, choice: Blow | Bridge | Clear) -> Refusal:
    in_party = choice.unit in party.units
    return engineers.why_not(view, unit(view, choice.unit), choice) if in_party else NOT_OF_THEM


# -- entering


def why_not_enter(view: GdState, side: str, battalion: str, unit_id: str, h: int) -> Refusal | None:
    """Why a reinforcement does not come in at a hex; None where it is no unit of the side. [4.0]"""
    counter = view.position.units.get(unit_id)
    if counter is None or counter.side != side:
        return None
    if view.setting.catalogue.kinds[unit_id].battalion != battalion:
        return Refusal("It belongs to another battalion.", "gd-6.0-b")
    if not reinforcements.is_due(view, counter):
        return Refusal("It is on the map already, or not due yet.", "gd-4.0-a")
    labels = view.setting.board.labels
    gates = ", ".join(labels[gate] for gate in reinforcements.entry_hexes(view, counter))
    if not gates:
        return Refusal("No hex is open for it to enter: it waits.", "gd-4.0-g")
    return Refusal(f"It does not enter in {labels[h]}.", "gd-4.0-a", f"It enters in {gates}.")
