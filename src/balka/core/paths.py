"""Cheapest ways from hex to hex, for any price of a step, and all that steps lead to, whatever they cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush

from msgspec import Struct

Steps = Callable[[int], Iterable[tuple[int, int]]]


class Reached(Struct, frozen=True):
    """Hexes that can be reached, what each costs, and the hex each is entered from; a start is entered from itself."""

    costs: dict[int, int]
    before: dict[int, int]

    def path(self, to: int) -> tuple[int, ...]:
        """The cheapest way from a start to a hex, both included; empty if there is none."""
        if to not in self.costs:
            return ()
        way = [to]
        while self.before[way[-1]] != way[-1]:
            way.append(self.before[way[-1]])
        return tuple(reversed(way))


def costs_from(starts: Iterable[int], steps: Steps, limit: int) -> dict[int, int]:
    """What every hex within the limit costs from the nearest of the starts."""
    known = dict.fromkeys(starts, 0)
    return reached_further(known, known, steps, limit)


def reached_further(known: Mapping[int, int], opened: Iterable[int], steps: Steps, limit: int) -> dict[int, int]:
    """What every hex costs after steps out of some hexes have been opened or become cheaper, and none dearer."""
    costs, beyond = dict(known), limit + 1
    heap = sorted((costs[h], h) for h in opened if h in costs)
    while heap:
        paid, start = heappop(heap)
        level = [start] if paid == costs[start] else []
        for h in level:  # and all that steps without a price lead to from there
            for n, price in steps(h):
                further = paid + price
                if further < costs.get(n, beyond):
                    costs[n] = further
                    if price:
                        heappush(heap, (further, n))
                    else:
                        level.append(n)
    return costs


def reached(starts: Iterable[int], steps: Steps, limit: int | None = None) -> Reached:
    """Every hex reached from the starts within the limit, at its lowest cost.

    `steps(h)` gives the hexes that can be entered from a hex, each with its price, none of them negative. Of equal ways
    the one entered from the lowest hex is taken, so that the answer is the same on every machine.
    """
    costs: dict[int, int] = {}
    before: dict[int, int] = {}
    heap = sorted((0, h, h) for h in starts)
    while heap:
        paid, h, came = heappop(heap)
        if h in costs:
            continue
        costs[h], before[h] = paid, came
        for n, price in steps(h):
            if n not in costs and (limit is None or paid + price <= limit):
                heappush(heap, (paid + price, n, h))
    return Reached(costs, before)


class Spreading:
    """What hexes cost from a start, worked out no further than the dearest that has been asked for.

    Whoever asks brings the steps along, the same each time: what is kept leads to no game.
    """

    __slots__ = ("_heap", "costs")

    def __init__(self, start: int) -> None:
        self.costs: dict[int, int] = {}
        self._heap = [(0, start)]

    def cost(self, to: int, steps: Steps) -> int | None:
        """The lowest cost of a hex, None if no way leads there."""
        costs, heap = self.costs, self._heap
        while to not in costs and heap:
            paid, h = heappop(heap)
            if h not in costs:
                costs[h] = paid
                for n, price in steps(h):
                    if n not in costs:
                        heappush(heap, (paid + price, n))
        return costs.get(to)


# -- whole sets of hexes at once

Flow = tuple[tuple[int, int], ...]
"""Steps from hex to hex by how far the numbers of the two lie apart: that, and a bitmask of the hexes they leave."""


def flow_of(steps: Iterable[tuple[int, int]]) -> Flow:
    """These steps, each from one hex to another, as `flooded` takes them."""
    found: dict[int, int] = {}
    for a, b in steps:
        found[b - a] = found.get(b - a, 0) | 1 << a
    return tuple(found.items())


def flooded(flow: Flow, start: int, closed: int) -> int:
    """The hexes that steps lead to from a start through none that is closed, as a bitmask, with the start."""
    fresh = seen = 1 << start
    while fresh:
        entered = 0
        for apart, leaving in flow:
            going = fresh & leaving
            if going:
                entered |= going << apart if apart > 0 else going >> -apart
        fresh = entered & ~(seen | closed)
        seen |= fresh
    return seen
