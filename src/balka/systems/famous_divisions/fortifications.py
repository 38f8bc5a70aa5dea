"""Fortification chits: which hexsides they guard, what they cost, what they add. [15.0-15.2]"""

from __future__ import annotations

from collections.abc import Iterable

from balka.systems.famous_divisions.model import Now
from balka.systems.famous_divisions.position import Fortification
from balka.systems.famous_divisions.tables import FORTS
from balka.systems.famous_divisions.terrain import FREE, Cost

ALL_ROUND = 6  # hexsides


def green_sides(fort: Fortification) -> frozenset[int]:
    """The hexsides a fortification faces. [15.1-a, c, ruling M-green-hexsides]"""
    reach = FORTS[fort.kind].green // 2
    return frozenset((fort.facing + turn) % 6 for turn in range(-reach, reach + 1))


def faces(game: Now, fort: Fortification, from_hex: int) -> bool:
    """Does a neighbouring hex lie across a green hexside?"""
    return game.setting.board.side_between(fort.hex, from_hex) in green_sides(fort)


def in_hex(game: Now, h: int) -> tuple[Fortification, ...]:
    return tuple(fort for fort in game.position.forts if fort.hex == h)


def guarding(game: Now, h: int, attackers: Iterable[int]) -> tuple[Fortification, ...]:
    """The fortifications of an attacked, so occupied, hex that all attack across. [15.0-d, 15.1-a, d]"""
    hexes = sorted(set(attackers))
    return tuple(fort for fort in in_hex(game, h) if all(faces(game, fort, a) for a in hexes))


def entry_cost(game: Now, a: int, b: int, legs: str) -> Cost | None:
    """What the fortifications in b cost when entered from a, besides the ground; no road helps. [15.2-a, g]"""
    total = FREE
    for fort in in_hex(game, b):
        if faces(game, fort, a):
            cost = FORTS[fort.kind].costs[legs]
            if cost is None:
                return None
            total = total.plus(cost)
    return total


def edge_cost(game: Now, h: int, legs: str) -> Cost:
    """What chits that face every hexside cost who enters the map there. [4.0-e, 15.1-c, 15.2-d]"""
    total = FREE
    for fort in in_hex(game, h):
        cost = FORTS[fort.kind].costs[legs] if len(green_sides(fort)) == ALL_ROUND else None
        total = total.plus(cost) if cost is not None else total
    return total


def shelters(game: Now, h: int) -> bool:
    """Bunkers and trenches keep a unit from dying in one barrage. [11.2-p]"""
    return any(fort.kind in ("bunker", "trench") for fort in in_hex(game, h))
