"""The banks of rivers worth points: which hexes lie on the German side. [ruling Q103]

A river is followed from corner to corner, so that all of it has the same two banks. Of the two the one nearer to the
German edge by land is German.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from balka.core.boards import NO_HEX, Board
from balka.games.kursk_1943 import maps
from balka.games.kursk_1943.scenarios import parts
from balka.games.kursk_1943.tables import Table

Side = tuple[int, int]
FAR = 10**3  # a hex no way leads to by land


def banks(table: Table, on: Board) -> dict[Side, tuple[str, int]]:
    """For each hexside of a river worth points: the river, and the hex on the German bank."""
    banks: dict[Side, tuple[str, int]] = {}
    for part in parts(table):
        for prize in part.prizes:
            if prize.river:
                sides = maps.river(on, prize.river, table.packs)
                distances = _distances(on, maps.span(on, part.edges.german), set(sides))
                banks |= {side: (prize.river, h) for side, h in _german_bank(on, sides, distances)}
    return banks


def _german_bank(on: Board, sides: list[Side], distances: dict[int, int]) -> Iterator[tuple[Side, int]]:
    """Each side of a river with its hex on the bank that is, all along, nearer to the German edge."""
    bank = _banks_of(on, sides)
    apart: dict[tuple[int, int], int] = {}
    for a, b in sides:
        left, right = sorted((bank[a], bank[b]))
        nearer = distances.get(a, FAR) - distances.get(b, FAR)
        apart[left, right] = apart.get((left, right), 0) + (nearer if bank[a] == left else -nearer)
    for a, b in sides:
        left, right = sorted((bank[a], bank[b]))
        german = left if apart[left, right] <= 0 else right
        yield (a, b), a if bank[a] == german else b


def _banks_of(on: Board, sides: list[Side]) -> dict[int, int]:
    """For each hex on a river a name of its bank: hexes side by side along the water share it."""
    river = set(sides)
    bank = {h: h for side in sides for h in side}
    for a, b in sides:
        for c in _corners(on, a, b):
            wet = [h for h in (a, b) if _pair(h, c) in river]
            if len(wet) == 1:  # the river turns round this hex; the other two are neighbours on one bank
                _join(bank, a if wet == [b] else b, c)
    return {h: _name(bank, h) for h in bank}


def _corners(on: Board, a: int, b: int) -> Iterable[int]:
    """The hexes that meet a side between two others at its ends."""
    return [c for c in on.neighbours[a] if c != NO_HEX and c in on.neighbours[b]]


def _pair(a: int, b: int) -> Side:
    return min(a, b), max(a, b)


def _name(bank: dict[int, int], h: int) -> int:
    while bank[h] != h:
        h = bank[h]
    return h


def _join(bank: dict[int, int], a: int, b: int) -> None:
    first, second = sorted((_name(bank, a), _name(bank, b)))
    bank[second] = first


def _distances(on: Board, starts: tuple[int, ...], wall: set[Side]) -> dict[int, int]:
    distances = dict.fromkeys(starts, 0)
    queue = list(starts)
    for h in queue:
        for b in on.neighbours[h]:
            if b != NO_HEX and b not in distances and _pair(h, b) not in wall:
                distances[b] = distances[h] + 1
                queue.append(b)
    return distances
