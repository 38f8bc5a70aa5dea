"""What a step costs and how far a party gets. [9.0-9.3, 9.7]"""

from __future__ import annotations

from collections.abc import Hashable

from msgspec import Struct, structs

from balka.core.checks import Part, Tally, add
from balka.core.choices import Refusal
from balka.core.memo import SETTING, remembered
from balka.systems.famous_divisions import bridges, fortifications
from balka.systems.famous_divisions.model import (
    Catalogue,
    Now,
    enemy_of,
    kind,
    legs,
    ratings,
)
from balka.systems.famous_divisions.position import Force, Unit, is_on_map
from balka.systems.famous_divisions.stacking import fits_road
from balka.systems.famous_divisions.terrain import CLOSED_WATER, FREE, Cost
from balka.systems.famous_divisions.weather import effect, is_night, part_of_day
from balka.systems.famous_divisions.zones import hexside_terrain, known_zone, may_be_held

DEBARKED_ALLOWANCE = 4  # [9.6-f]
LEAVING_A_ZONE = Cost(halves=2)  # [8.0-i]
OUT_OF_SUPPLY = 2  # supply phases in a row [5.3-b]
NOWHERE_AT_ALL: frozenset[int] = frozenset()
HAS_FIRED = Refusal("Who fired directly does not move on.", "gd-11.3-s")
BRIDGE_HEX = "clear"  # a bridge counts as the ground around it [9.1-c]


def printed_allowance(game: Now, counter: Unit) -> int:
    """The lower right number; 4 once debarked. [9.0-b, 9.6-f]"""
    return DEBARKED_ALLOWANCE if counter.debarked else ratings(game, counter).movement


def allowance(game: Now, counter: Unit) -> Tally:
    """Movement points a unit has: weather, night and hunger each halve them, rounding up. [5.3-g, 9.1-e, 13.2, 14.1]"""
    parts = [add(printed_allowance(game, counter), "movement allowance", "gd-9.0-b", kind(game, counter).basis)]
    if effect(game).halves_movement:
        parts.append(Part("halve_up", 0, "weather", "gd-14.1-d"))
    if is_night(game):
        parts.append(Part("halve_up", 0, "night", "gd-13.2-b"))
    if counter.hungry >= OUT_OF_SUPPLY and (legs(game, counter) != "leg" or kind(game, counter).is_hq):
        parts.append(Part("halve_up", 0, "out of supply", "gd-9.1-e"))
    return Tally("Movement points", tuple(parts))


class Pace(Struct, frozen=True):
    """Units of a party that pay the same: class, printed allowance, points and what is spent, in half points."""

    legs: str
    printed: int
    points: int
    spent: int
    stepped: bool = False


Gaits = tuple[tuple[str, int], ...]
"""Classes and printed allowances, by which steps are priced."""


class March(Struct, frozen=True):
    """A party about to move: who, from where, and what it knows of the enemy."""

    side: str
    start: int
    paces: tuple[Pace, ...]
    by_road: bool
    zone: frozenset[int]
    barred: frozenset[int]
    shut: tuple[tuple[int, int], ...] = ()  # crossings it found barred by a zone of control it did not see [8.0-k]
    held: bool = False  # it begins its move where it must reckon with a zone of control [ruling Q-zoc-unknown]
    rafts: frozenset[int] = NOWHERE_AT_ALL  # hexes of units with rafts, for a party of whom some are on foot [9.7-a]

    @property
    def spent(self) -> tuple[int, ...]:
        return tuple([pace.spent for pace in self.paces])

    @property
    def gaits(self) -> Gaits:
        return tuple([(pace.legs, pace.printed) for pace in self.paces])

    def leaves_zone(self, a: int) -> bool:
        """Does a step out of a hex leave an enemy zone of control? Only the first can. [8.0-h to j]"""
        return self.held and a == self.start


ANYBODY = March("", 0, (), True, frozenset(), frozenset())


def _figures(game: Now, counter: Unit) -> Hashable:
    """All that an allowance hangs on."""
    hungry = counter.hungry >= OUT_OF_SUPPLY
    return counter.id, counter.depleted, counter.debarked, hungry, game.tracks.weather, part_of_day(game)


@remembered(on=SETTING, by=_figures)
def half_points(game: Now, counter: Unit) -> int:
    """The half movement points a unit has for an activation."""
    return 2 * allowance(game, counter).value


def pace_of(game: Now, counter: Unit) -> Pace:
    points = half_points(game, counter)
    return Pace(legs(game, counter), printed_allowance(game, counter), points, counter.spent, counter.stepped)


def march(game: Now, units: tuple[Unit, ...]) -> March:
    """The party of these units as its owner knows it; riders come along for nothing. [9.3, 9.5-c]"""
    walking = [u for u in units if not u.carrier]
    paces = {pace_of(game, u) for u in walking}
    side, enemy = units[0].side, enemy_of(units[0].side)
    barred, start = game.position.occupied(enemy), units[0].hex
    begun, on_foot = [pace for pace in paces if pace.stepped], [pace for pace in paces if pace.legs == "leg"]
    held = not begun and start >= 0 and may_be_held(game, side, start)
    afloat = rafts(game, side) if on_foot else NOWHERE_AT_ALL
    return March(
        side, start, tuple(sorted(paces, key=structs.astuple)) if len(paces) > 1 else tuple(paces),
        fits_road(game, units), known_zone(game, side), barred, held=held, rafts=afloat,
    )  # fmt: skip


def uses_road(game: Now, trek: March, a: int, b: int) -> bool:
    """Does a step go at the road rate? Never on leaving an enemy zone of control. [8.0-j, 9.2-a]"""
    ground = game.setting.catalogue.ground
    if not trek.by_road or trek.leaves_zone(a) or (a, b) not in ground.roads:
        return False
    return not ground.has_bridge(a, b) or bridges.is_bridged(game, a, b)


def _off_road_cost(game: Now, trek: March, name: str, a: int, b: int) -> Cost | None:
    """Terrain of the hex entered plus what lies on the hexside, which a bridge cancels. [9.0-c, 9.1-a to c]"""
    ground = game.setting.catalogue.ground
    bridged = bridges.is_bridged(game, a, b)
    if not bridged and (ground.is_river_hex(a) or ground.is_river_hex(b)):
        return None
    total = ground.chart.rows[BRIDGE_HEX].costs[name] if ground.is_river_hex(b) else ground.hex_cost(b, name)
    if total is None or bridged:
        return total
    for terrain in hexside_terrain(game, a, b):
        cost = ground.side_cost(terrain, name)
        if cost is None:
            return None
        total = total.plus(FREE if terrain != "dragons_teeth" and has_raft(game, trek, name, a, b) else cost)
    return total


def has_raft(game: Now, trek: March, name: str, a: int, b: int) -> bool:
    """Leg units cross water for nothing where a raft unit touches the hexside. [9.7-a, ruling Q-raft-adjacent]"""
    if name != "leg" or not trek.rafts:
        return False
    around = game.setting.catalogue.ground.neighbours
    return not trek.rafts.isdisjoint((a, b, *(n for n in around[a] if n in around[b])))


def rafts(game: Now, side: str) -> frozenset[int]:
    """The hexes of German raft units, those aside that ride. [9.5-d, 9.7-a]"""
    return _rafts(game.position.forces[side], game.setting.catalogue) if side == "german" else NOWHERE_AT_ALL


@remembered
def _rafts(force: Force, catalogue: Catalogue) -> frozenset[int]:
    able = [force.units[name] for name in _with_rafts(catalogue) if name in force.units]
    return frozenset([u.hex for u in able if is_on_map(u) and not u.carrier])


@remembered
def _with_rafts(catalogue: Catalogue) -> tuple[str, ...]:
    return tuple(name for name, printed in catalogue.kinds.items() if "raft" in printed.flags)


def step_cost(game: Now, trek: March, name: str, a: int, b: int) -> Cost | None:
    """What the step from a to its neighbour b costs a class, None where it may not go. [9.0-c, f, 9.1, 9.2]"""
    if b in trek.barred or _crosses_into_zone(game, trek, a, b):
        return None
    cost = ground_cost(game, trek, name, a, b)
    if cost is not None and b in game.position.fortified():
        extra = fortifications.entry_cost(game, a, b, name)
        cost = None if extra is None else cost.plus(extra)
    return cost.plus(LEAVING_A_ZONE) if cost is not None and trek.leaves_zone(a) else cost


def ground_cost(game: Now, trek: March, name: str, a: int, b: int) -> Cost | None:
    """Road or terrain, without fortifications and zones; remembered while the bridges stand as they do."""
    ground = game.setting.catalogue.ground
    if (a, b) not in ground.marked:
        return ground.hex_cost(b, name)
    by_road = trek.by_road and not trek.leaves_zone(a)
    if has_raft(game, trek, name, a, b):
        return _worked_out(game, trek, name, a, b)  # rafts come and go
    store, key = bridges.ways(game).costs, (name, a, b, by_road)
    if key not in store:
        store[key] = _worked_out(game, trek, name, a, b)
    return store[key]


def _worked_out(game: Now, trek: March, name: str, a: int, b: int) -> Cost | None:
    """The road rate, whatever else lies there, or what the ground costs. [9.2-a, b]"""
    if uses_road(game, trek, a, b):
        return game.setting.catalogue.ground.road_costs[name][a, b]
    return _off_road_cost(game, trek, name, a, b)


def _crosses_into_zone(game: Now, trek: March, a: int, b: int) -> bool:
    """No river or canal may be crossed into an enemy zone of control but by bridge. [8.0-k]"""
    if b not in trek.zone:
        return False
    return game.setting.catalogue.ground.water(a, b) in CLOSED_WATER and not bridges.is_bridged(game, a, b)


def is_open_to(game: Now, name: str, a: int, b: int) -> bool:
    """May a class go from a to its neighbour b by the Terrain Chart, chits and enemies aside? [5.1-k, 9.1, 9.2]"""
    return ground_cost(game, ANYBODY, name, a, b) is not None


def is_passable(game: Now, counter: Unit, a: int, b: int) -> bool:
    """May a unit go from a to its neighbour b at all, costs and zones of control aside? [9.1, 10.5-f, 10.6-d]"""
    barred = game.position.occupied(enemy_of(counter.side))
    free = March(counter.side, a, (), True, NOWHERE_AT_ALL, barred, rafts=rafts(game, counter.side))
    return step_cost(game, free, legs(game, counter), a, b) is not None


def why_no_step(game: Now, units: tuple[Unit, ...], to: int) -> Refusal:
    """Why a party cannot enter a neighbouring hex, in its owner's knowledge."""
    trek = march(game, units)
    labels = game.setting.catalogue.board.labels
    if to in trek.barred:
        return Refusal(f"The enemy holds {labels[to]}.", "gd-7.0-b")
    if _crosses_into_zone(game, trek, trek.start, to):
        return Refusal("No river is crossed into an enemy zone of control.", "gd-8.0-k", "Use a bridge.")
    for pace in trek.paces:
        if step_cost(game, trek, pace.legs, trek.start, to) is None:
            return Refusal(f"{pace.legs.capitalize()} units may not enter {labels[to]} from here.", "gd-9.0-c")
    return Refusal(f"{labels[to]} costs more movement points than are left.", "gd-9.0-l")


def why_it_stays(counter: Unit) -> Refusal | None:
    """Why a unit does not move by itself any more: pinned, riding, done, or it has fired. [9.0-o, 9.5-d, 11.3-o, s]"""
    if counter.pinned:
        return Refusal("A pinned unit moves no further this turn.", "gd-11.3-o")
    if counter.carrier:
        return Refusal("It rides on a tank and moves with it.", "gd-9.5-d")
    if counter.stopped and not counter.moved:
        return Refusal("It has climbed down and goes no further.", "gd-9.5-i")
    if counter.moved:
        return Refusal("It has finished moving.", "gd-9.0-o")
    return HAS_FIRED if counter.shot else None
