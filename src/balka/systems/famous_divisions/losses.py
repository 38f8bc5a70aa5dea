"""Casualties: flipping, removing, pinning, and being seen in combat. [1.1-e, 2.3, 9.5, 11.3]"""

from __future__ import annotations

from collections.abc import Iterable

from balka.core.state import Work
from balka.systems.famous_divisions.events import Depleted, Eliminated, Pinned
from balka.systems.famous_divisions.model import LOST, NOWHERE, Game, Unit, change, change_all, kind, position, unit


def riders(game: Game, carrier: str) -> tuple[Unit, ...]:
    """The Leg unit on a tank, if any. [9.5]"""
    return tuple(u for u in position(game).units.values() if u.carrier == carrier)


def has_depleted_side(game: Game, counter: Unit) -> bool:
    return kind(game, counter).depleted is not None


def suffers(work: Work, unit_id: str) -> None:
    """Casualties: a full unit is flipped, a depleted one or one without a back is removed. [2.3-d to f, 9.5-f]"""
    for one in (unit_id, *(u.id for u in riders(work, unit_id))):
        counter = unit(work, one)
        if counter.depleted or not has_depleted_side(work, counter):
            _remove(work, counter, "")
        else:
            change(work, counter, depleted=True)
            work.tell(Depleted(one))


def eliminate(work: Work, unit_id: str, why: str = "") -> None:
    """A unit is removed, and whoever rides on it. [9.5-f]"""
    for one in (unit_id, *(u.id for u in riders(work, unit_id))):
        _remove(work, unit(work, one), why)


def _remove(work: Work, counter: Unit, why: str) -> None:
    work.tell(Eliminated(counter.id, counter.hex, why))
    for rider in riders(work, counter.id):
        change(work, rider, carrier="")
    change(work, counter, status=LOST, hex=NOWHERE, carrier="", pinned=False, road=False)


def pin(work: Work, unit_id: str) -> None:
    """A pinned unit stops; its rider is pinned and dismounted. [9.5-h, 11.3-o]"""
    for one in (unit_id, *(u.id for u in riders(work, unit_id))):
        change(work, one, pinned=True, moved=True, carrier="")
        work.tell(Pinned(one))


def reveal(work: Work, ids: Iterable[str]) -> None:
    """Units in combat are seen by all for the rest of the turn. [1.1-e]"""
    hidden = [one for one in ids if not unit(work, one).fought]
    if hidden:
        change_all(work, hidden, fought=True)
