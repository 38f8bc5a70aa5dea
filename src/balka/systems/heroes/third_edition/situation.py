"""Small questions about the moment: who is near, what a unit suffers from, what a player could hold."""

from __future__ import annotations

from balka.systems.heroes import markers
from balka.systems.heroes.kinds import MarkerKind
from balka.systems.heroes.third_edition.costs import Now
from balka.systems.heroes.units import Unit


def marker_of(now: Now, unit: Unit) -> MarkerKind | None:
    """The Hit Marker under a unit, if the holder of this state knows it."""
    return now.setting.markers.get(unit.marker)


def enemy_in(now: Now, force: str, hexagon: int) -> bool:
    """Does the other side stand in this hex?"""
    return bool(now.position.held.get(now.setting.enemy[force], 0) >> hexagon & 1)


def enemies_in(now: Now, force: str, hexagon: int) -> tuple[Unit, ...]:
    return tuple(unit for unit in now.position.at(hexagon) if unit.force != force)


def friends_in(now: Now, force: str, hexagon: int) -> tuple[Unit, ...]:
    return tuple(unit for unit in now.position.at(hexagon) if unit.force == force)


def is_done_for(now: Now, unit: Unit) -> bool:
    """A unit with a Destroyed marker still stands, and can do nothing. [7.5, ruling C38]"""
    marker = marker_of(now, unit)
    return marker is not None and markers.destroys(marker)


def only_rallies(now: Now, unit: Unit) -> bool:
    """Stunned: no Action except Rally."""
    marker = marker_of(now, unit)
    return marker is not None and markers.only_rally(marker)


def caps(now: Now, force: str) -> int:
    return now.tracks.caps[force]


def holds(now: Now, force: str, card: str) -> bool:
    return card in now.hands[force].cards


def may_hold(now: Now, force: str, *cards: str) -> bool:
    """Could this force hold one of the cards, as far as everybody knows? Windows open on this alone."""
    if not now.hands[force].size:
        return False
    gone = now.tracks.discards
    return any(gone.count(card) < now.setting.copies_in_play.get(card, 0) for card in cards)


def owns(now: Now, seat: str, force: str) -> bool:
    return now.setting.seat_of[force] == seat
