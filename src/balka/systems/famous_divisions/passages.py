"""How far a party gets: steps looked up hex by hex, paid for, and joined to marches. [8.0-h, 9.0-9.3]"""

from __future__ import annotations

from heapq import heappop, heappush
from operator import le

from msgspec import Struct

from balka.core.memo import remembered
from balka.systems.famous_divisions import bridges
from balka.systems.famous_divisions.bridges import Row
from balka.systems.famous_divisions.model import Now, enemy_of
from balka.systems.famous_divisions.movement import March, Pace, ground_cost, march, step_cost
from balka.systems.famous_divisions.position import ON_MAP, Fortification, Places, Unit, Works
from balka.systems.famous_divisions.terrain import Cost


def pay(game: Now, trek: March, spent: tuple[int, ...], a: int, b: int) -> tuple[int, ...] | None:
    """What each pace of a party has spent after a step, None if one of them cannot go.

    Whoever has not moved yet may always make one step, spending all. [9.0-l, n, 9.1-d]
    """
    prices = next((prices for n, prices in open_from(game, trek, a) if n == b), None)
    return None if prices is None else _after(trek, spent, prices)


def _after(trek: March, spent: tuple[int, ...], prices: tuple[int, ...]) -> tuple[int, ...] | None:
    after = []
    for pace, before, price in zip(trek.paces, spent, prices, strict=True):
        total = _paid(pace, before, price)
        if total is None:
            return None
        after.append(total)
    return tuple(after)


def _paid(pace: Pace, before: int, price: int) -> int | None:
    """What a pace has spent after a step; the first one takes whatever there is. [9.0-n]"""
    total = before + price
    if total <= pace.points:
        return total
    return None if before or pace.stepped else pace.points


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
                rows[a] = _ground_costs_from(self._game, self._trek, name, a)
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


def _ground_costs_from(game: Now, trek: March, name: str, a: int) -> dict[int, Cost]:
    """The same where nobody is near and nothing is dug."""
    costs = [(b, ground_cost(game, trek, name, a, b)) for b in game.setting.catalogue.ground.neighbours[a]]
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
    found = last.get(trek)
    if found is None:
        last.clear()
        found = last[trek] = _reach(game, trek)
    return found


@remembered
def _last_reach(foes: Places, works: Works) -> dict[March, Marches]:
    """With the party itself all that its marches hang on. To be filled."""
    return {}


def _reach(game: Now, trek: March) -> Marches:
    """Every hex a party can get to; an enemy zone of control ends the way. [8.0-h]

    Cheapest ways, then fewer hexes, then lower hex numbers.
    """
    return _reach_alike(game, trek, trek.paces[0]) if len(trek.paces) == 1 else _reach_mixed(game, trek)


def _reach_alike(game: Now, trek: March, pace: Pace) -> Marches:
    """The marches of units that all pay the same."""
    spent: dict[int, tuple[int, ...]] = {}
    ways: dict[int, Way] = {}
    heap: list[tuple[int, int, int, int, Way]] = [(pace.spent, 0, trek.start, trek.start, ())]
    open_from, points, zone = Passages(game, trek).open_from, pace.points, trek.zone
    while heap:
        paid, steps, _, h, way = heappop(heap)
        if h in spent:
            continue
        spent[h], ways[h] = (paid,), way
        if h in zone and h != trek.start:
            continue
        for n, (price,) in open_from(h):
            if n in spent:
                continue
            after = paid + price if paid + price <= points else _paid(pace, paid, price)
            if after is not None:
                heappush(heap, (after, steps + 1, h, n, (n, way)))
    del spent[trek.start], ways[trek.start]
    return Marches(trek.start, spent, ways)


def _reach_mixed(game: Now, trek: March) -> Marches:
    """The marches of units that pay differently.

    What is dearer for the whole stack may be cheaper for the unit that has least to spend, so a hex is looked at again
    where a later way spares one of them. [9.3-b]
    """
    spent: dict[int, tuple[int, ...]] = {}
    ways: dict[int, Way] = {}
    known: dict[int, list[tuple[int, ...]]] = {}
    heap: list[tuple[int, int, int, int, tuple[int, ...], Way]] = [
        (sum(trek.spent), 0, trek.start, trek.start, trek.spent, ())
    ]
    passages = Passages(game, trek)
    while heap:
        _, steps, _, h, paid, way = heappop(heap)
        if h in known and _spares_nobody(paid, known[h]):
            continue
        known.setdefault(h, []).append(paid)
        if h not in spent:
            spent[h], ways[h] = paid, way
        if h in trek.zone and h != trek.start:
            continue
        for n, prices in passages.open_from(h):
            if (after := _after(trek, paid, prices)) is not None:
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
    return has_step(game, march(game, units))


def has_step(game: Now, trek: March) -> bool:
    """Can a party enter any neighbouring hex?"""
    spent = trek.spent
    return any(_after(trek, spent, prices) is not None for _, prices in open_from(game, trek, trek.start))
