"""Cheapest ways over a board, for any cost of a step."""

from collections.abc import Callable, Iterable
from heapq import heappop, heappush

import msgspec

from balka.core.boards import NO_HEX, Board

Cost = Callable[[int, int, int], int | None]
Key = Callable[[int], int]


class Reach(msgspec.Struct, frozen=True):
    """Hexes that can be reached, what each costs, and the hex each is entered from on its cheapest way."""

    start: int
    costs: dict[int, int]
    came_from: dict[int, int]

    def path(self, to: int) -> tuple[int, ...]:
        """The cheapest way from the start to a hex, both included; empty if there is none."""
        if to not in self.costs:
            return ()
        way = [to]
        while way[-1] != self.start:
            way.append(self.came_from[way[-1]])
        return tuple(reversed(way))


def _same(h: int) -> int:
    return h


def reach(board: Board, start: int, cost: Cost, limit: int | None = None, key: Key = _same) -> Reach:
    """Every hex reached from start within the limit, at its lowest cost.

    `cost(a, b, side)` is the price of the step from a to its neighbour b, None where it is not allowed; prices are
    not negative. Of equal ways the one of fewer steps is taken, then the one entered from the hex of the lowest
    `key`, so that the answer is the same on every machine.
    """
    return _search(board, start, cost, limit, key, None)


def cheapest(board: Board, start: int, goals: Iterable[int], cost: Cost, key: Key = _same) -> tuple[int, ...]:
    """The cheapest way from start to the first of the goals met; empty if none can be reached."""
    wanted = frozenset(goals)
    found = _search(board, start, cost, None, key, wanted)
    met = min((h for h in wanted if h in found.costs), key=lambda h: (found.costs[h], key(h)), default=None)
    return () if met is None else found.path(met)


def _search(board: Board, start: int, cost: Cost, limit: int | None, key: Key, goals: frozenset[int] | None) -> Reach:
    costs: dict[int, int] = {}
    came_from: dict[int, int] = {}
    heap = [(0, 0, key(start), start, start)]
    while heap:
        paid, steps, _, h, before = heappop(heap)
        if h in costs:
            continue
        costs[h], came_from[h] = paid, before
        if goals is not None and h in goals:
            break
        for side, other in enumerate(board.neighbours[h]):
            if other == NO_HEX or other in costs:
                continue
            price = cost(h, other, side)
            if price is not None and (limit is None or paid + price <= limit):
                heappush(heap, (paid + price, steps + 1, key(h), other, h))
    del came_from[start]
    return Reach(start, costs, came_from)
