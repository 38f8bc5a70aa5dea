"""What a step costs and how far a party gets. [9.0-9.3, 9.7]"""

from __future__ import annotations

from collections.abc import Hashable
from heapq import heappop, heappush
from operator import le

from msgspec import Struct, structs

from balka.core.checks import Part, Tally, add
from balka.core.choices import Refusal
from balka.core.memo import SETTING, remembered
from balka.systems.famous_divisions import bridges, fortifications
from balka.systems.famous_divisions.bridges import Row
from balka.systems.famous_divisions.model import (
    ON_MAP,
    Catalogue,
    Force,
    Fortification,
    Now,
    Places,
    Unit,
    Works,
    enemy_of,
    kind,
    legs,
    ratings,
)
from balka.systems.famous_divisions.stacking import fits_road
from balka.systems.famous_divisions.terrain import CLOSED_WATER, FREE, Cost
from balka.systems.famous_divisions.weather import effect, is_night, part_of_day
from balka.systems.famous_divisions.zones import hexside_terrain, known_zone, may_be_held

DEBARKED_ALLOWANCE = 4  # [9.6-f]
LEAVING_A_ZONE = Cost(halves=2)  # [8.0-i]
OUT_OF_SUPPLY = 2  # supply phases in a row [5.3-b]
NOWHERE_AT_ALL: frozenset[int] = frozenset()
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


def half_points(game: Now, counter: Unit) -> int:
    """The half movement points a unit has for an activation."""
    return _half_points(game, counter)


def _figures(game: Now, counter: Unit) -> Hashable:
    """All that an allowance hangs on."""
    hungry = counter.hungry >= OUT_OF_SUPPLY
    return counter.id, counter.depleted, counter.debarked, hungry, game.tracks.weather, part_of_day(game)


@remembered(on=SETTING, by=_figures)
def _half_points(game: Now, counter: Unit) -> int:
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
    held = not any(pace.stepped for pace in paces) and start >= 0 and may_be_held(game, side, start)
    afloat = rafts(game, side) if any(pace.legs == "leg" for pace in paces) else NOWHERE_AT_ALL
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
    able = (u for stack in force.at.values() for u in stack if not (u.carrier or u.anonymous))
    return frozenset(u.hex for u in able if "raft" in catalogue.kinds[u.id].flags)


def step_cost(game: Now, trek: March, name: str, a: int, b: int) -> Cost | None:
    """What the step from a to its neighbour b costs a class, None where it may not go. [9.0-c, f, 9.1, 9.2]"""
    if b in trek.barred or _crosses_into_zone(game, trek, a, b):
        return None
    cost = _ground_cost(game, trek, name, a, b)
    if cost is not None and b in game.position.fortified():
        extra = fortifications.entry_cost(game, a, b, name)
        cost = None if extra is None else cost.plus(extra)
    return cost.plus(LEAVING_A_ZONE) if cost is not None and trek.leaves_zone(a) else cost


def _ground_cost(game: Now, trek: March, name: str, a: int, b: int) -> Cost | None:
    """Road or terrain, without fortifications and zones; remembered while the bridges stand as they do."""
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


def pay(game: Now, trek: March, spent: tuple[int, ...], a: int, b: int) -> tuple[int, ...] | None:
    """What each pace of a party has spent after a step, None if one of them cannot go.

    Whoever has not moved yet may always make one step, spending all. [9.0-l, n, 9.1-d]
    """
    prices = next((prices for n, prices in open_from(game, trek, a) if n == b), None)
    return None if prices is None else _after(trek, spent, prices)


def _after(trek: March, spent: tuple[int, ...], prices: tuple[int, ...]) -> tuple[int, ...] | None:
    after = []
    for pace, before, price in zip(trek.paces, spent, prices, strict=True):
        total = before + price
        if total > pace.points:
            if before or pace.stepped:
                return None
            total = pace.points
        after.append(total)
    return tuple(after)


# -- steps looked up, hex by hex


class Passages:
    """The steps open to a party, looked up hex by hex.

    A row of steps hangs on map and bridges, with which it is kept, and on who stands, threatens, has dug and has rafts
    in the hexes next to it.
    """

    __slots__ = ("_alone", "_game", "_held", "_near", "_trek")

    def __init__(self, game: Now, trek: March) -> None:
        key, ways = (trek.gaits, trek.by_road), bridges.ways(game)
        self._game, self._trek = game, trek
        self._alone = ways.rows.setdefault(key, {})
        self._near = ways.near_rows.setdefault(key, {})
        self._held = ways.near_rows.setdefault((*key, trek.held), {}) if trek.held else self._near

    def open_from(self, a: int) -> Row:
        """The neighbours that may be entered from a hex, each with what that costs each pace; nobody pays nothing."""
        trek, around = self._trek, self._game.setting.catalogue.ground.neighbours[a]
        if not trek.paces:
            row: Row = tuple([(b, ()) for b in around])
        elif not self._is_alone(a, around):
            row = self._row_near(a, around)
        else:
            found = self._alone.get(a)
            row = found if found is not None else self._alone.setdefault(a, _priced(trek, self._by_class(a)))
        return tuple([step for step in row if (a, step[0]) not in trek.shut]) if trek.shut else row

    def _is_alone(self, a: int, around: tuple[int, ...]) -> bool:
        """Do steps from a hex hang on map and bridges alone?"""
        trek = self._trek
        if trek.rafts and not trek.rafts.isdisjoint((a, *around)):
            return False
        dug = self._game.position.works.fortified
        if trek.held and trek.leaves_zone(a):
            return False
        return trek.barred.isdisjoint(around) and trek.zone.isdisjoint(around) and dug.isdisjoint(around)

    def _row_near(self, a: int, around: tuple[int, ...]) -> Row:
        trek = self._trek
        rows = self._held if trek.leaves_zone(a) else self._near
        afloat = trek.rafts.intersection((a, *around)) if trek.rafts else trek.rafts
        key = (a, trek.barred.intersection(around), trek.zone.intersection(around), afloat, self._dug(around))
        row = rows.get(key)
        if row is None:
            row = rows[key] = _priced(trek, [_costs_from(self._game, trek, name, a) for name, _ in trek.gaits])
        return row

    def _by_class(self, a: int) -> list[dict[int, Cost]]:
        """What steps cost each class of the party where map and bridges alone count."""
        found, known = [], bridges.ways(self._game).by_class
        for name, _ in self._trek.gaits:
            rows = known.setdefault((name, self._trek.by_road), {})
            if a not in rows:
                rows[a] = _costs_from(self._game, self._trek, name, a)
            found.append(rows[a])
        return found

    def _dug(self, around: tuple[int, ...]) -> tuple[Fortification, ...]:
        works = self._game.position.works
        return () if works.fortified.isdisjoint(around) else tuple([f for f in works.forts if f.hex in around])


def open_from(game: Now, trek: March, a: int) -> Row:
    return Passages(game, trek).open_from(a)


def _costs_from(game: Now, trek: March, name: str, a: int) -> dict[int, Cost]:
    """The neighbours a class may enter from a hex, with what that costs it."""
    costs = ((b, step_cost(game, trek, name, a, b)) for b in game.setting.catalogue.ground.neighbours[a])
    return {b: cost for b, cost in costs if cost is not None}


def _priced(trek: March, costs: list[dict[int, Cost]]) -> Row:
    """The neighbours that every pace of a party may enter, with what each of them pays."""
    gaits, (first, *others) = trek.gaits, costs
    if not others:
        return tuple([(b, (cost.price(gaits[0][1]),)) for b, cost in first.items()])
    both = [b for b in first if all(b in other for other in others)]
    return tuple(
        [(b, tuple([row[b].price(printed) for row, (_, printed) in zip(costs, gaits, strict=True)])) for b in both]
    )


Way = tuple[int, "Way"] | tuple[()]
"""The hexes of a way backwards: the last one, and the way to it."""


class Marches(Struct, frozen=True):
    """Where a party can get: what each pace has spent there, and the way it came."""

    start: int
    spent: dict[int, tuple[int, ...]]
    ways: dict[int, Way]

    def path(self, to: int) -> tuple[int, ...]:
        """The way to a hex, without the start."""
        found: list[int] = []
        way = self.ways[to]
        while way:
            found.append(way[0])
            way = way[1]
        return tuple(reversed(found))

    def before(self, to: int) -> int | None:
        """The hex from which a hex is entered; None where the party does not get."""
        return (self.start, *self.path(to))[-2] if to in self.ways else None


def reach(game: Now, trek: March) -> Marches:
    """Every hex a party can get to; the last answer is kept, for who lists marches is about to make one."""
    last = _last_reach(game.position.forces[enemy_of(trek.side)].places, game.position.works)
    if trek not in last:
        last.clear()
        last[trek] = _reach(game, trek)
    return last[trek]


@remembered
def _last_reach(foes: Places, works: Works) -> dict[March, Marches]:
    """With the party itself all that its marches hang on. To be filled."""
    return {}


def _reach(game: Now, trek: March) -> Marches:
    """Every hex a party can get to; an enemy zone of control ends the way. [8.0-h]

    Cheapest ways, then fewer hexes, then lower hex numbers. What is dearer for the whole stack may be cheaper for the
    unit that has least to spend, so a hex is looked at again where a later way spares one of them. [9.3-b]
    """
    mixed = len(trek.paces) > 1
    spent: dict[int, tuple[int, ...]] = {}
    ways: dict[int, Way] = {}
    known: dict[int, list[tuple[int, ...]]] = {}
    heap: list[tuple[int, int, int, int, tuple[int, ...], Way]] = [
        (sum(trek.spent), 0, trek.start, trek.start, trek.spent, ())
    ]
    passages = Passages(game, trek)
    while heap:
        _, steps, _, h, paid, way = heappop(heap)
        if h in known and (not mixed or _spares_nobody(paid, known[h])):
            continue
        known.setdefault(h, []).append(paid)
        if h not in spent:
            spent[h], ways[h] = paid, way
        if h in trek.zone and h != trek.start:
            continue
        for n, prices in passages.open_from(h):
            if (mixed or n not in spent) and (after := _after(trek, paid, prices)) is not None:
                heappush(heap, (sum(after), steps + 1, h, n, after, (n, way)))
    del spent[trek.start], ways[trek.start]
    return Marches(trek.start, spent, ways)


def _spares_nobody(paid: tuple[int, ...], known: list[tuple[int, ...]]) -> bool:
    """Is a way no cheaper for anybody in the party than one that is known?"""
    return any(all(map(le, other, paid)) for other in known)


def steps(game: Now, trek: March) -> list[int]:
    """The neighbours a party can enter."""
    return [n for n, prices in open_from(game, trek, trek.start) if _after(trek, trek.spent, prices)]


def can_step(game: Now, units: tuple[Unit, ...]) -> bool:
    """Has a party any step left? A pinned unit has none. [11.3-o]"""
    if not units or any(u.pinned or u.status != ON_MAP for u in units):
        return False
    trek = march(game, units)
    spent = trek.spent
    return any(_after(trek, spent, prices) is not None for _, prices in open_from(game, trek, trek.start))


def is_open_to(game: Now, name: str, a: int, b: int) -> bool:
    """May a class go from a to its neighbour b by the Terrain Chart, chits and enemies aside? [5.1-k, 9.1, 9.2]"""
    return _ground_cost(game, ANYBODY, name, a, b) is not None


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
    """Why a unit does not move by itself any more: pinned, riding, or done. [9.0-o, 9.5-d, 11.3-o]"""
    if counter.pinned:
        return Refusal("A pinned unit moves no further this turn.", "gd-11.3-o")
    if counter.carrier:
        return Refusal("It rides on a tank and moves with it.", "gd-9.5-d")
    if counter.stopped and not counter.moved:
        return Refusal("It has climbed down and goes no further.", "gd-9.5-i")
    return Refusal("It has finished moving.", "gd-9.0-o") if counter.moved else None
