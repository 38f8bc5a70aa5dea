"""Activation: seven Action Points for whoever shares them, and who is Fresh, active or Spent. [2.2, 3.0, 9.0]"""

from __future__ import annotations

from collections.abc import Iterable

from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.situation import riders_of
from balka.systems.heroes.second_edition.events import UnitsSpent
from balka.systems.heroes.units import HeroesWork, Unit

ACTIVATION = 7  # [0.0-d, 2.2-d]


def is_active(now: Now, unit: Unit) -> bool:
    """One of those whose pool is running. [2.2-c, 9.0-a]"""
    return unit.id in now.tracks.sharing[unit.force]


def is_fresh(now: Now, unit: Unit) -> bool:
    """Neither active nor Spent. [2.2-c]"""
    return not unit.spent and not is_active(now, unit)


def pool_of(now: Now, force: str) -> int:
    """Action Points left to the active units. [2.2-h, 2.2-u]"""
    return now.tracks.pool[force]


def running(now: Now, force: str) -> bool:
    """Has a force active units that still have Action Points? [2.2-j, 2.2-x]"""
    return bool(now.tracks.sharing[force]) and pool_of(now, force) > 0


def tire(work: HeroesWork, names: Iterable[str]) -> None:
    """These units become Spent. [2.2-e, 3.1-d, 9.2-b]"""
    for name in names:
        unit = work.position.unit(name)
        if unit is not None and not unit.spent:
            work.put(unit.changed(spent=True))


def begin(work: HeroesWork, force: str, aps: int = ACTIVATION) -> None:
    """A new pool: whoever shared the old one is Spent, and what was left of it is lost. [2.2-i, 3.0-e, 9.0-h]"""
    close(work, force)
    work.set_tracks(pool={**work.tracks.pool, force: aps})


def share(work: HeroesWork, force: str, names: Iterable[str]) -> None:
    """Units join by taking an action that the pool pays for. [9.0-b, 9.0-d]"""
    sharing = tuple(dict.fromkeys((*work.tracks.sharing[force], *names)))
    work.set_tracks(sharing={**work.tracks.sharing, force: sharing})


def draw(work: HeroesWork, force: str, aps: int) -> None:
    """Action Points are used up; at none left all who shared them are Spent. [3.0-b, 3.0-c, 9.0-g, 3.2.1-b]"""
    left = work.tracks.pool[force] - aps
    work.set_tracks(pool={**work.tracks.pool, force: left})
    if force in work.tracks.aps_used:
        work.set_tracks(aps_used={**work.tracks.aps_used, force: work.tracks.aps_used[force] + aps})
    if left <= 0:
        close(work, force)


def close(work: HeroesWork, force: str) -> None:
    """The activation ends: all who shared it are Spent. [2.2-r, 9.0-g, 9.0-h]"""
    sharing = work.tracks.sharing[force]
    if not sharing and not work.tracks.pool[force]:
        return
    if sharing:
        left = tuple(name for name in sharing if work.position.unit(name) is not None)
        if left:
            work.tell(UnitsSpent(force, left))
    work.set_tracks(pool={**work.tracks.pool, force: 0}, sharing={**work.tracks.sharing, force: ()})
    tire(work, sharing)


def with_riders(now: Now, units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Units and whoever is bound to them by transport. [17.0-g]"""
    found = {unit.id: unit for member in units for unit in (member, *riders_of(now, member))}
    return tuple(found.values())
