"""Zones of control. [8.0]"""

from __future__ import annotations

from collections.abc import Iterable

from balka.core.memo import POSITION, remembered
from balka.systems.famous_divisions.bridges import is_bridged, ways
from balka.systems.famous_divisions.model import Now, Unit, enemy_of, kind
from balka.systems.famous_divisions.sight import is_all_known, is_known_to

FOREST = "forest"


def exerts(game: Now, counter: Unit) -> bool:
    """Combat units have a zone of control, HQs never, nor who rides on one. [8.0-a, b, 9.5-d]"""
    return not (counter.anonymous or counter.carrier or kind(game, counter).is_hq)


def reaches(game: Now, a: int, b: int) -> bool:
    """Does a zone of control extend from a to its neighbour b? [8.0-c, d, e]"""
    ground = game.setting.catalogue.ground
    if ground.board.terrain[b] == FOREST:
        return False
    if is_bridged(game, a, b) or (ground.is_river_hex(b) and _is_crossed(game, b)):
        return True
    if ground.hex_cost(b, "wheeled") is None:
        return False
    return all(ground.side_cost(name, "wheeled") is not None for name in hexside_terrain(game, a, b))


def _is_crossed(game: Now, h: int) -> bool:
    """Does a bridge that stands, or a finished pontoon, lead through a river hex? [8.0-d, Q-zoc-pontoon]"""
    return any(is_bridged(game, h, n) for n in game.setting.catalogue.ground.neighbours[h])


def hexside_terrain(game: Now, a: int, b: int) -> tuple[str, ...]:
    """Chart rows that lie on the hexside between two hexes: water or its ford, and dragon's teeth without a road."""
    ground = game.setting.catalogue.ground
    kinds = ground.sides.get((a, b), frozenset())
    water = ground.water(a, b)
    teeth = "dragons_teeth" in kinds and (a, b) not in ground.roads  # [9.2-c, 15.2-b]
    return (*((water,) if water else ()), *(("dragons_teeth",) if teeth else ()))


def _zone(game: Now, hexes: Iterable[int]) -> frozenset[int]:
    store, found = ways(game)["zone"], set[int]()
    for h in hexes:
        if h not in store:
            store[h] = tuple(n for n in game.setting.catalogue.ground.neighbours[h] if reaches(game, h, n))
        found.update(store[h])
    return frozenset(found)


@remembered(on=POSITION)
def zone(game: Now, side: str) -> frozenset[int]:
    """Every hex in the zone of control of a side."""
    return _zone(game, _garrisoned(game, side))


def _garrisoned(game: Now, side: str) -> set[int]:
    """The hexes where a side's combat units stand."""
    return {u.hex for u in game.position.of(side) if exerts(game, u)}


@remembered(on=POSITION)
def known_zone(game: Now, viewer: str) -> frozenset[int]:
    """The enemy zone of control as far as a side knows the enemy's counters."""
    return _zone(game, _known_garrisons(game, viewer))


def _known_garrisons(game: Now, viewer: str) -> set[int]:
    foes = game.position.of(enemy_of(viewer))
    return {u.hex for u in foes if is_known_to(game, viewer, u) and exerts(game, u)}


@remembered(on=POSITION)
def control(game: Now, side: str) -> frozenset[int]:
    """The hexes of a side's combat units and their zones: no enemy engineer bridges or blows there. [12.0-a, 12.1-a]"""
    return zone(game, side) | _garrisoned(game, side)


@remembered(on=POSITION)
def known_control(game: Now, viewer: str) -> frozenset[int]:
    """The same of the enemy, as far as a side knows his counters."""
    return known_zone(game, viewer) | _known_garrisons(game, viewer)


def may_be_held(game: Now, viewer: str, h: int) -> bool:
    """Does a side have to reckon with an enemy zone of control in a hex, stacks it may not look through included?"""
    if h in known_zone(game, viewer):
        return True
    around, foe = game.setting.catalogue.ground.neighbours[h], game.position.occupied(enemy_of(viewer))
    return any(n in foe and not is_all_known(game, viewer, n) and reaches(game, n, h) for n in around)
