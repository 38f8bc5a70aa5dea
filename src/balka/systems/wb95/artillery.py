"""Artillery: its set-ups, and which guns can fire. [chapter 6]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec import structs

from balka.core.choices import UnitId
from balka.core.state import Work
from balka.systems.wb95 import movement
from balka.systems.wb95.catalogue import MP
from balka.systems.wb95.orders import Order, tell_did
from balka.systems.wb95.position import (
    SIDES,
    Now,
    Unit,
    force,
    is_silent,
    printed,
    put,
    unit_of,
)

RANGE = 3  # [6.1.2]
SET_UP = MP  # [6.2.4]


class Limber(Order, frozen=True):
    """Guns go from combat to transport set-up. [6.2.4]"""

    verb: ClassVar[str] = "limber"

    def do(self, work: Work) -> None:
        who = unit_of(work, self.unit)
        put(work, structs.replace(who, spent=who.spent + SET_UP).marked("transport", "strayed"))
        tell_did(work, self.unit, "limbers up", seen=False)


class Unlimber(Order, frozen=True):
    """Guns go from transport to combat set-up. [6.2.4]"""

    verb: ClassVar[str] = "unlimber"

    def do(self, work: Work) -> None:
        who = unit_of(work, self.unit)
        put(work, structs.replace(who, spent=who.spent + SET_UP).cleared("transport"))
        tell_did(work, self.unit, "unlimbers", seen=False)


def is_towed_gun(game: Now, who: Unit) -> bool:
    """Guns whose two faces are set-ups, not strengths. [kursk-c1-1.2counters-h]"""
    counter = printed(game, who)
    return counter.kind == "ART" and counter.towed


def set_ups(view: Now, who: Unit) -> Iterator[Order]:
    """The set-up of towed guns changes in a Movement Phase, for a point, unless a zone stopped them.

    [4.2.1, 6.2.4-a, b]
    """
    if not is_towed_gun(view, who) or who.spent + SET_UP > movement.allowance(view, who):
        return
    if who.has("barraged") or who.has("done") or view.turn < view.setting.rulebook.frozen.get(who.id, 0):
        return
    yield Unlimber(UnitId(who.id)) if who.has("transport") else Limber(UnitId(who.id))


def can_fire(game: Now, who: Unit) -> bool:
    """Guns in combat set-up that have not fired in this Combat Phase nor in a barrage before it.

    [6.1.3, 6.1.4, 6.4.6-a, 6.5.6]
    """
    if who.kind != "ART" or not who.known:
        return False
    return not who.has("transport") and not who.has("fought") and not is_silent(who)


def ready_guns(game: Now, side: str) -> list[Unit]:
    return [one for units in force(game, side).at.values() for one in units if can_fire(game, one)]


def quieten(work: Work) -> None:
    """A Combat Phase has passed for guns that fired a barrage. [6.5.6]"""
    for side in SIDES:
        for one in force(work, side).units.values():
            if one.has("silent 2"):
                put(work, one.cleared("silent 2").marked("silent 1"))
            elif one.has("silent 1"):
                put(work, one.cleared("silent 1"))
