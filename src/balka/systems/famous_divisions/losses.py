"""Casualties: flipping, removing, pinning, and being seen in combat. [1.1-e, 2.3, 9.5, 11.3]"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from balka.core.events import Event
from balka.systems.famous_divisions.events.combat import Depleted, Eliminated, Pinned
from balka.systems.famous_divisions.model import (
    GdWork,
    Now,
    change,
    change_all,
    enemy_of,
    kind,
    put,
    seat,
    unit,
)
from balka.systems.famous_divisions.position import LOST, NOWHERE, Unit
from balka.systems.famous_divisions.sight import is_known_to


def riders(game: Now, carrier: str) -> tuple[Unit, ...]:
    """The Leg unit on a tank, if any. [9.5]"""
    forces = game.position.forces.values()
    return tuple([u for force in forces for k in force.riding if (u := force.units[k]).carrier == carrier])


def muster(work: GdWork, units: Sequence[str]) -> tuple[str, ...]:
    """These units act now, and whoever rides on them, who is the same unit. [6.0-g, 9.5-d]"""
    ids = with_riders(work, units)
    change_all(work, ids, activated=True, acting=True)
    return ids


def with_riders(game: Now, units: Sequence[str]) -> tuple[str, ...]:
    return (*units, *(rider.id for unit_id in units for rider in riders(game, unit_id)))


def has_depleted_side(game: Now, counter: Unit) -> bool:
    return kind(game, counter).depleted is not None


def suffers(work: GdWork, unit_id: str) -> None:
    """Casualties of combat, which a rider shares with its tank; both are seen. [1.1-e, 2.3-d to f, 9.5-f]"""
    hit = (unit_id, *(u.id for u in riders(work, unit_id)))
    expose(work, hit)
    for victim in hit:
        loses_step(work, unit(work, victim))


def has_last_step(game: Now, counter: Unit) -> bool:
    """Would casualties eliminate it?"""
    return counter.depleted or not has_depleted_side(game, counter)


def loses_step(work: GdWork, counter: Unit) -> None:
    """A full unit is flipped, a depleted one or one without a back is removed, whoever rides on it. [2.3-d to f]

    A loss is seen by all; that a unit is depleted only by who may look at it. [1.1-a]
    """
    if has_last_step(work, counter):
        _remove_casualty(work, counter)
        return
    change(work, counter, depleted=True)
    if is_known_to(work, enemy_of(counter.side), counter):
        work.tell(Depleted(counter.id))
    else:
        work.tell_only((seat(work, counter.side),), Depleted(counter.id))


def eliminate(work: GdWork, unit_id: str) -> None:
    """A unit is removed, and whoever rides on it. [9.5-f]"""
    for lost in with_riders(work, (unit_id,)):
        _remove_casualty(work, unit(work, lost))


def eliminate_without_way(work: GdWork, unit_id: str) -> None:
    """A unit has no way to retreat: it is removed, and whoever rides on it. [8.0-l, 9.5-f, 10.5-h]"""
    for lost in with_riders(work, (unit_id,)):
        counter = unit(work, lost)
        _remove(work, counter, Eliminated(counter.id, counter.hex, no_way=True))


def _remove_casualty(work: GdWork, counter: Unit) -> None:
    _remove(work, counter, Eliminated(counter.id, counter.hex))


def _remove(work: GdWork, counter: Unit, event: Eliminated) -> None:
    work.tell(event)
    for rider in riders(work, counter.id):
        unseat(work, rider)
    take_off(work, counter, LOST)


def unseat(work: GdWork, rider: Unit) -> Unit:
    """Who is off its tank stands in no road column. [7.1-b, 9.5-h, i]"""
    return change(work, rider, carrier="", road=False)


def take_off(work: GdWork, counter: Unit, status: str) -> None:
    """A counter leaves the map, and whatever was known of it goes with it."""
    put(work, (Unit(counter.id, counter.side, NOWHERE, status),))


def pin(work: GdWork, unit_id: str) -> None:
    """A pinned unit stops; its rider is pinned, dismounted and seen. [1.1-e, 9.5-h, 11.3-o]"""
    thrown_off = riders(work, unit_id)
    hit = (unit_id, *(u.id for u in thrown_off))
    expose(work, hit)
    for victim in hit:
        change(work, victim, pinned=True, moved=True)
        work.tell(Pinned(victim))
    for rider in thrown_off:
        unseat(work, rider)


def tell_of(work: GdWork, counter: Unit, event: Event, shadow: Event) -> None:
    """Who it was is told to those who may look at it; that somebody did it is seen by all. [1.1-a]"""
    if is_known_to(work, enemy_of(counter.side), counter):
        work.tell(event)
    else:
        work.tell_only((seat(work, counter.side),), event, shadow)


def reveal(work: GdWork, ids: Iterable[str]) -> None:
    """Units in combat are seen by all for the rest of the turn, and whoever rides on them. [1.1-e, 9.5-d]"""
    hidden = [unit_id for unit_id in with_riders(work, tuple(ids)) if not unit(work, unit_id).fought]
    if hidden:
        change_all(work, hidden, fought=True)


def expose(work: GdWork, ids: Iterable[str]) -> None:
    """Who is fired at or hit is seen too, but has not fought. [16.1-d, e, ruling Q-revealed-by-fire]"""
    hidden = [unit_id for unit_id in ids if not unit(work, unit_id).revealed]
    if hidden:
        change_all(work, hidden, exposed=True)
