"""Artillery: its set-ups, and which guns can fire. [chapter 6]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec import structs

from balka.core.choices import UnitId
from balka.systems.wb95 import movement
from balka.systems.wb95.catalogue import MP
from balka.systems.wb95.events.moves import LimberedUp, Unlimbered
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.orders import FINISHED, FROZEN, Bar, Order, tell_own
from balka.systems.wb95.position import SIDES, Now, Unit, WbWork, force, is_frozen, is_silent, printed, put, unit_of

RANGE = 3  # [6.1.2]
SET_UP = MP  # [6.2.4]


class Limber(Order, frozen=True):
    """Guns go from combat to transport set-up. [6.2.4]"""

    verb: ClassVar[str] = "limber"

    def do(self, work: WbWork) -> None:
        unit = unit_of(work, self.unit)
        put(work, structs.replace(unit, spent=unit.spent + SET_UP).marked(Mark.TRANSPORT, Mark.STRAYED))
        tell_own(work, unit.side, LimberedUp(unit.id, unit.hex))


class Unlimber(Order, frozen=True):
    """Guns go from transport to combat set-up. [6.2.4]"""

    verb: ClassVar[str] = "unlimber"

    def do(self, work: WbWork) -> None:
        unit = unit_of(work, self.unit)
        put(work, structs.replace(unit, spent=unit.spent + SET_UP).cleared(Mark.TRANSPORT))
        tell_own(work, unit.side, Unlimbered(unit.id, unit.hex))


def is_towed_gun(game: Now, unit: Unit) -> bool:
    """Guns whose two faces are set-ups, not strengths. [kursk-c1-1.2counters-h]"""
    counter = printed(game, unit)
    return counter.kind == "ART" and counter.towed


NO_TOWED_GUNS = Bar("{name} has one set-up: only towed guns have two.", "kursk-6.2.2-a")
NO_POINT_LEFT = Bar("{name} has no point left to change its set-up.", "kursk-6.2.4-b")
HAS_BARRAGED = Bar("{name} has fired a barrage and stays as it is.", "kursk-6.5.5-a")
IN_THAT_SET_UP = Bar("{name} is in that set-up already.", "kursk-6.2.2-a")


def set_ups(view: Now, unit: Unit) -> Iterator[Order]:
    """The set-up of towed guns changes in a Movement Phase. [6.2.4-a]"""
    if why_no_set_up(view, unit) is None:
        yield Unlimber(UnitId(unit.id)) if unit.has(Mark.TRANSPORT) else Limber(UnitId(unit.id))


def why_no_set_up(view: Now, unit: Unit) -> Bar | None:
    """A change costs a point, and is not for those a zone has stopped. [4.2.1, 6.2.4-a, b, 6.5.5-a]"""
    if not is_towed_gun(view, unit):
        return NO_TOWED_GUNS
    if unit.spent + SET_UP > movement.allowance(view, unit):
        return NO_POINT_LEFT
    if unit.has(Mark.BARRAGED) or unit.has(Mark.DONE):
        return HAS_BARRAGED if unit.has(Mark.BARRAGED) else FINISHED
    return FROZEN if is_frozen(view, unit.id) else None


def why_not_limber(view: Now, unit: Unit) -> Bar | None:
    return IN_THAT_SET_UP if is_towed_gun(view, unit) and unit.has(Mark.TRANSPORT) else why_no_set_up(view, unit)


def why_not_unlimber(view: Now, unit: Unit) -> Bar | None:
    return IN_THAT_SET_UP if is_towed_gun(view, unit) and not unit.has(Mark.TRANSPORT) else why_no_set_up(view, unit)


def can_fire(game: Now, unit: Unit) -> bool:
    """Guns in combat set-up that have not fired in this Combat Phase nor in a barrage before it.

    [6.1.3, 6.1.4, 6.4.6-a, 6.5.6]
    """
    if unit.kind != "ART" or not unit.known:
        return False
    return not unit.has(Mark.TRANSPORT) and not unit.has(Mark.FOUGHT) and not is_silent(unit)


def ready_guns(game: Now, side: str) -> list[Unit]:
    return [unit for units in force(game, side).at.values() for unit in units if can_fire(game, unit)]


def quieten(work: WbWork) -> None:
    """A Combat Phase has passed for guns that fired a barrage. [6.5.6]"""
    for side in SIDES:
        for unit in force(work, side).units.values():
            if unit.has(Mark.SILENT_2):
                put(work, unit.cleared(Mark.SILENT_2).marked(Mark.SILENT_1))
            elif unit.has(Mark.SILENT_1):
                put(work, unit.cleared(Mark.SILENT_1))
