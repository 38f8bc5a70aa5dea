"""Zones of control. [8.0]"""

from __future__ import annotations

from balka.core.memo import POSITION, remembered
from balka.systems.famous_divisions.bridges import is_bridged, ways
from balka.systems.famous_divisions.model import Catalogue, Now, enemy_of
from balka.systems.famous_divisions.position import Force, Places, Unit, Works, is_on_map
from balka.systems.famous_divisions.sight import inspected, is_all_known, is_named

FOREST = "forest"


def exerts(catalogue: Catalogue, counter: Unit) -> bool:
    """Combat units have a zone of control, HQs never, nor who rides on one. [8.0-a, b, 9.5-d]"""
    return not (counter.anonymous or counter.carrier or catalogue.kinds[counter.id].is_hq)


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


def _zone(game: Now, garrisons: Places) -> frozenset[int]:
    known, steps = _known_zone(garrisons, game.position.works), ways(game).zone
    if not known:
        for h in garrisons.hexes:
            if h not in steps:
                steps[h] = tuple(n for n in game.setting.catalogue.ground.neighbours[h] if reaches(game, h, n))
        known.append(frozenset().union(*[steps[h] for h in garrisons.hexes]))
    return known[0]


@remembered
def _known_zone(garrisons: Places, works: Works) -> list[frozenset[int]]:
    """The zone of control that reaches out from these hexes while the bridges stand as they do. To be filled."""
    return []


@remembered(on=POSITION)
def zone(game: Now, side: str) -> frozenset[int]:
    """Every hex in the zone of control of a side."""
    return _zone(game, _garrisons(game.position.forces[side], game.setting.catalogue))


@remembered
def _garrisons(force: Force, catalogue: Catalogue) -> Places:
    """The hexes where a side's combat units stand."""
    return Places(frozenset(h for h, stack in force.at.items() if any(exerts(catalogue, u) for u in stack)))


@remembered(on=POSITION)
def known_zone(game: Now, viewer: str) -> frozenset[int]:
    """The enemy zone of control as far as a side knows the enemy's counters."""
    return _zone(game, _known_garrisons(game, viewer))


def _known_garrisons(game: Now, viewer: str) -> Places:
    catalogue = game.setting.catalogue
    opened = inspected(game.position, catalogue.ground, viewer)
    return _named_garrisons(game.position.forces[enemy_of(viewer)], catalogue, opened)


@remembered
def _named_garrisons(force: Force, catalogue: Catalogue, opened: frozenset[int]) -> Places:
    """The hexes of those combat units that are known to who may look into these hexes."""
    all_of_them = _garrisons(force, catalogue)
    seen = [u.hex for u in _revealed(force) if is_named(u, opened) and exerts(catalogue, u)]
    known = (all_of_them.hexes & opened).union(seen)
    return all_of_them if known == all_of_them.hexes else _as_places(force, known)


@remembered
def _revealed(force: Force) -> tuple[Unit, ...]:
    return tuple([u for u in force.units.values() if u.revealed and is_on_map(u)])


@remembered
def _as_places(force: Force, hexes: frozenset[int]) -> Places:
    """One value for the same hexes, so that what is worked out from it is kept."""
    return Places(hexes)


@remembered(on=POSITION)
def control(game: Now, side: str) -> frozenset[int]:
    """The hexes of a side's combat units and their zones: no enemy engineer bridges or blows there. [12.0-a, 12.1-a]"""
    return zone(game, side) | _garrisons(game.position.forces[side], game.setting.catalogue).hexes


@remembered(on=POSITION)
def known_control(game: Now, viewer: str) -> frozenset[int]:
    """The same of the enemy, as far as a side knows his counters."""
    return known_zone(game, viewer) | _known_garrisons(game, viewer).hexes


def may_be_held(game: Now, viewer: str, h: int) -> bool:
    """Does a side have to reckon with an enemy zone of control in a hex, stacks it may not look through included?"""
    if h in known_zone(game, viewer):
        return True
    around, foe = game.setting.catalogue.ground.neighbours[h], game.position.occupied(enemy_of(viewer))
    return not foe.isdisjoint(around) and any(
        n in foe and not is_all_known(game, viewer, n) and reaches(game, n, h) for n in around
    )
