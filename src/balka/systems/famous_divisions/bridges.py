"""Bridges: what is bridged, blowing them up, pontoons. [9.1, 12.0, 12.1]"""

from __future__ import annotations

from balka.systems.famous_divisions.model import Game, Pontoon, catalogue, position


def pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def is_blown(game: Game, a: int, b: int) -> bool:
    """Has the printed bridge between two hexes been blown? A bridge hex is blown as a whole. [12.0, Q-main-bridge]"""
    blown = position(game).blown
    return bool(blown) and (pair(a, b) in blown or (a, a) in blown or (b, b) in blown)


def stands(game: Game, a: int, b: int) -> bool:
    """Is there a printed bridge between two hexes, not blown?"""
    return catalogue(game).ground.has_bridge(a, b) and not is_blown(game, a, b)


def pontoon(game: Game, a: int, b: int) -> Pontoon | None:
    """The pontoon over a hexside, or in a river hex that one of the two is."""
    for one in position(game).pontoons:
        if (one.a, one.b) in (pair(a, b), (a, a), (b, b)):
            return one
    return None


def has_pontoon(game: Game, a: int, b: int) -> bool:
    """A finished pontoon works like a bridge for crossing. [12.1-b]"""
    if not position(game).pontoons:
        return False
    found = pontoon(game, a, b)
    return found is not None and found.complete


def is_bridged(game: Game, a: int, b: int) -> bool:
    """Can the water between two hexes be crossed dry?"""
    return stands(game, a, b) or has_pontoon(game, a, b)
