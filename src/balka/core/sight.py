"""Lines from hex centre to hex centre, and who sees whom.

What a line crosses depends only on the displacement between its ends, so each displacement is worked out once, in
whole numbers: corners of a hex lie at thirds of the axial lattice, hence the factor 3 below.
"""

from collections.abc import Callable
from functools import cache, cached_property, lru_cache
from operator import itemgetter

import msgspec

from balka.core.boards import NO_HEX, Board
from balka.core.hexes import STEPS, Axial, hexes_in, mask_of

# Displacement to the hex across each corner: a line along one of them runs on hex edges. A third of it is the corner.
CORNERS: tuple[Axial, ...] = ((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1))

Crossing = tuple[Axial, ...]
Blocks = Callable[[int, int, int], str | None]


def _cross(a: Axial, b: Axial) -> int:
    return a[0] * b[1] - a[1] * b[0]


def _dot(a: Axial, b: Axial) -> int:
    """Scalar product of two lattice displacements, in units of half a squared step."""
    return 2 * a[0] * b[0] + 2 * a[1] * b[1] + a[0] * b[1] + a[1] * b[0]


@cache
def line(dq: int, dr: int) -> tuple[Crossing, ...]:
    """What the line to the hex at this displacement crosses between its ends, nearest first.

    A crossing of one hex is a hex whose inside the line passes through; a crossing of two is the pair of hexes
    whose common edge the line runs along. A hex touched in a single corner is not crossed.
    """
    target = (dq, dr)
    if target == (0, 0):
        return ()
    for diagonal in CORNERS:
        if _cross(diagonal, target) == 0 and _dot(diagonal, target) > 0:
            return _along_edges(diagonal, target)
    return _through_hexes(target)


def _along_edges(diagonal: Axial, target: Axial) -> tuple[Crossing, ...]:
    """A line that meets hex edges end on: an edge, a hex through its corners, an edge, and so on."""
    pair = [step for step in STEPS if 2 * _dot(step, diagonal) == _dot(diagonal, diagonal)]
    count = max(map(abs, target)) // 2 if 2 in map(abs, diagonal) else abs(target[0])
    found: list[Crossing] = []
    for i in range(count):
        q, r = i * diagonal[0], i * diagonal[1]
        if i:
            found.append(((q, r),))
        found.append(tuple((q + dq, r + dr) for dq, dr in pair))
    return tuple(found)


def _through_hexes(target: Axial) -> tuple[Crossing, ...]:
    """Every other line: from hex to the next hex whose inside it meets."""
    reach = max(_cross(target, corner) for corner in CORNERS)
    ahead = sorted((_dot(step, target), 3 * _cross(target, step), *step) for step in STEPS if _dot(step, target) > 0)
    q = r = side = 0
    found: list[Crossing] = []
    while True:
        for step in ahead:
            if -reach < side + step[1] < reach:  # the nearest whose corners lie on both sides of the line
                break
        _, shift, dq, dr = step
        q, r, side = q + dq, r + dr, side + shift
        if (q, r) == target:
            return tuple(found)
        found.append(((q, r),))


class Sighting(msgspec.Struct, frozen=True):
    """A line of sight with its working: every hex crossed, every edge run, and what stops it."""

    a: int
    b: int
    crossed: tuple[int, ...]
    edge_runs: tuple[tuple[int, int], ...]
    blocked_by: tuple[int, ...] = ()
    reason: str | None = None

    @property
    def clear(self) -> bool:
        """Whether nothing stops the line."""
        return self.reason is None


def crossings(board: Board, a: int, b: int) -> tuple[tuple[int, ...], ...]:
    """The line between two hexes as hexes of the board; NO_HEX stands for a hex beyond its edge."""
    (q, r), (bq, br) = board.axial[a], board.axial[b]
    return tuple(_laid(board, q, r, crossing) for crossing in line(bq - q, br - r))


def last_crossing(board: Board, a: int, b: int) -> tuple[int, ...]:
    """The last of what the line between two hexes crosses; nothing between neighbours."""
    (q, r), (bq, br) = board.axial[a], board.axial[b]
    lie = line(bq - q, br - r)
    return _laid(board, q, r, lie[-1]) if lie else ()


def _laid(board: Board, q: int, r: int, crossing: Crossing) -> tuple[int, ...]:
    find = board.by_axial.get
    if len(crossing) == 1:
        return (find((q + crossing[0][0], r + crossing[0][1]), NO_HEX),)
    return tuple([find((q + x, r + y), NO_HEX) for x, y in crossing])


def lines_through(board: Board, a: int, others: int, between: int) -> int:
    """Those of some hexes whose line from a crosses one of those between, or runs along it, as a bitmask."""
    axial, (q, r) = board.axial, board.axial[a]
    met = {(x - q, y - r) for x, y in (axial[h] for h in hexes_in(between))}
    there = ((h, axial[h]) for h in hexes_in(others))
    return mask_of(h for h, (x, y) in there if not met.isdisjoint(_met_by(x - q, y - r)))


@cache
def _met_by(dq: int, dr: int) -> frozenset[Axial]:
    """Everything that the line to a displacement crosses or runs along."""
    return frozenset(met for crossing in line(dq, dr) for met in crossing)


def look(board: Board, a: int, b: int, blocks: Blocks) -> Sighting:
    """The line between two hexes, stopped where a crossed hex, or both of an edge run, block. [sos-5.2-b, g]"""
    lie = crossings(board, a, b)
    crossed = tuple(only[0] for only in lie if len(only) == 1)
    runs = tuple((pair[0], pair[1]) for pair in lie if len(pair) == 2)
    for crossing in lie:
        reasons = [blocks(a, b, h) if h != NO_HEX else None for h in crossing]
        if all(reasons):
            return Sighting(a, b, crossed, runs, crossing, " and ".join(dict.fromkeys(filter(None, reasons))))
    return Sighting(a, b, crossed, runs)


class SightTable:
    """Who sees whom when hexes of one set block, whoever looks. Sight is mutual. [sos-5.2-b, g, i]"""

    def __init__(self, board: Board, blocking: int) -> None:
        self.board = board
        self.blocking = blocking

    @cached_property
    def visible(self) -> tuple[int, ...]:
        """For each hex the hexes seen from it, itself included, as bitmasks."""
        return _all_pairs(self.board, self.blocking)

    def sees(self, a: int, b: int) -> bool:
        """Whether the line between two hexes is clear."""
        return bool(self.visible[a] >> b & 1)

    def explain(self, a: int, b: int) -> Sighting:
        """The line between two hexes with everything it crosses and the terrain that stops it."""
        return look(self.board, a, b, self._reason)

    def _reason(self, _a: int, _b: int, h: int) -> str | None:
        board = self.board
        return f"{board.terrain[h].replace('_', ' ')} in {board.labels[h]}" if self.blocking >> h & 1 else None


@lru_cache(maxsize=64)
def sight_table(board: Board, blocking: int) -> SightTable:
    """The table of a board and a set of blocking hexes, shared by all who ask."""
    return SightTable(board, blocking)


# All pairs at once. The board is laid out row by row in axial coordinates, one bit a hex. "Hex v + e blocks", for all
# v together, is then one shift of the blocking mask, and one displacement of the whole board costs a few shifts.


class _Layout:
    def __init__(self, board: Board) -> None:
        qs, rs = [q for q, _ in board.axial], [r for _, r in board.axial]
        self.left, self.top = min(qs), min(rs)
        self.width, self.height = max(qs) - self.left + 1, max(rs) - self.top + 1
        self.bits = self.width * self.height
        self.spot = [(r - self.top) * self.width + q - self.left for q, r in board.axial]
        self.full = sum(1 << spot for spot in self.spot)

    def spread(self, mask: int) -> int:
        """A bitmask by hex number as a bitmask by place in the layout."""
        return sum(1 << spot for h, spot in enumerate(self.spot) if mask >> h & 1)

    def columns(self, dq: int) -> int:
        """Places whose column stays on the layout after a move of dq columns."""
        inside = ((1 << (self.width - abs(dq))) - 1) << max(0, -dq)
        return inside * (((1 << self.bits) - 1) // ((1 << self.width) - 1))


def _all_pairs(board: Board, blocking: int) -> tuple[int, ...]:
    lay = _Layout(board)
    rows = _clear_by_shift(lay, lay.spread(blocking))
    # One text of 0 and 1 a shift, written one after the other: every hex then reads its own column of that table.
    blank = "0" * lay.bits
    table = "".join(
        format(rows[by], f"0{lay.bits}b") if by in rows else blank for by in range(1 - lay.bits, lay.bits)
    ).encode()
    pick = itemgetter(*reversed(lay.spot)) if len(board) > 1 else lambda column: (column[0],)
    return tuple(_row_of(table, lay.bits, spot, pick) for spot in lay.spot)


def _row_of(table: bytes, bits: int, spot: int, pick: Callable[[bytes], tuple[int, ...]]) -> int:
    column = table[bits - 1 - spot :: bits]
    return int(bytes(pick(column[bits - 1 - spot : 2 * bits - 1 - spot])), 2)


class Outlook:
    """Who sees whom when hexes of one set block, read off for a few hexes only."""

    def __init__(self, board: Board, blocking: int) -> None:
        lay = _Layout(board)
        self._spot, self._rows = lay.spot, _clear_by_shift(lay, lay.spread(blocking))

    def seen(self, h: int, others: int) -> int:
        """Those of some hexes that are seen from h, as a bitmask."""
        spot, rows, own = self._spot, self._rows, self._spot[h]
        return mask_of([other for other in hexes_in(others) if rows[spot[other] - own] >> own & 1])


def _clear_by_shift(lay: _Layout, blocking: int) -> dict[int, int]:
    """For each shift in the layout, the places that see the hex that far on."""
    rows, spaced = {0: lay.full}, blocking << lay.width
    for dq in range(1 - lay.width, lay.width):
        staying = lay.full & lay.columns(dq)
        for dr in range(lay.height):
            by = dr * lay.width + dq
            if by <= 0:
                continue
            pairs = staying & (lay.full >> by)
            if not pairs:
                continue
            clear = pairs & ~_stopped(spaced, lay.width, dq, dr)
            rows[by] = rows.get(by, 0) | clear
            rows[-by] = rows.get(-by, 0) | clear << by
    return rows


def _stopped(spaced: int, width: int, dq: int, dr: int) -> int:
    """Places from which the line to this displacement is blocked; nonsense where that leaves the board.

    Those that block are a row further on, so that there is room to go back from the first.
    """
    stopped = 0
    for crossing in line(dq, dr):
        x, y = crossing[0]
        stops = spaced >> (y + 1) * width + x
        if len(crossing) == 2:
            x, y = crossing[1]
            stops &= spaced >> (y + 1) * width + x
        stopped |= stops
    return stopped
