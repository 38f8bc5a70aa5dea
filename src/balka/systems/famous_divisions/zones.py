"""Zones of control. [8.0]"""

from __future__ import annotations

from collections.abc import Iterable

from balka.systems.famous_divisions.bridges import is_bridged
from balka.systems.famous_divisions.model import Game, Unit, catalogue, enemy_of, kind, position
from balka.systems.famous_divisions.sight import is_known_to

FOREST = "forest"


def exerts(game: Game, counter: Unit) -> bool:
    """Combat units have a zone of control, HQs never. [8.0-a, b]"""
    return not counter.anonymous and not kind(game, counter).is_hq


def reaches(game: Game, a: int, b: int) -> bool:
    """Does a zone of control extend from a to its neighbour b? [8.0-c, d, e]"""
    ground = catalogue(game).ground
    if ground.board.terrain[b] == FOREST:
        return False
    if is_bridged(game, a, b):
        return True
    if ground.hex_cost(b, "wheeled") is None:
        return False
    return all(ground.side_cost(name, "wheeled") is not None for name in hexside_terrain(game, a, b))


def hexside_terrain(game: Game, a: int, b: int) -> tuple[str, ...]:
    """Chart rows that lie on the hexside between two hexes: water or its ford, and dragon's teeth without a road."""
    ground = catalogue(game).ground
    kinds = ground.sides.get((a, b), frozenset())
    water = ground.water(a, b)
    teeth = "dragons_teeth" in kinds and (a, b) not in ground.roads  # [9.2-c, 15.2-b]
    return (*((water,) if water else ()), *(("dragons_teeth",) if teeth else ()))


def _zone(game: Game, units: Iterable[Unit]) -> frozenset[int]:
    ground = catalogue(game).ground
    holding = sorted({u.hex for u in units if exerts(game, u)})
    return frozenset(n for h in holding for n in ground.neighbours[h] if reaches(game, h, n))


def zone(game: Game, side: str) -> frozenset[int]:
    """Every hex in the zone of control of a side."""
    now = position(game)
    return now.cached(f"zone {side}", lambda: _zone(game, now.of(side)))


def known_zone(game: Game, viewer: str) -> frozenset[int]:
    """The enemy zone of control as far as a side knows the enemy's counters."""
    now = position(game)
    enemies = (u for u in now.of(enemy_of(viewer)) if is_known_to(game, viewer, u))
    return now.cached(f"known zone {viewer}", lambda: _zone(game, enemies))
