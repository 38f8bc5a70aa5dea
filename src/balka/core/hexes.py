"""Hex geometry: orientation, sides, offset and axial coordinates, and sets of hexes as bitmasks.

Axial coordinates (q, r) are the same lattice for both orientations: the six steps in clockwise order are
(0,-1) (1,-1) (1,0) (0,1) (-1,1) (-1,0). A flat-top grid begins counting its sides at the first of them, N; a
pointy-top grid at the second, NE. Distances, arcs and sight lines therefore need no knowledge of orientation.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Literal

import msgspec

from balka.core.errors import BalkaError

Orientation = Literal["flat", "pointy"]
Axial = tuple[int, int]

STEPS: tuple[Axial, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
SIDE_NAMES: dict[str, tuple[str, ...]] = {
    "flat": ("N", "NE", "SE", "S", "SW", "NW"),
    "pointy": ("NE", "E", "SE", "SW", "W", "NW"),
}
HALF_HEIGHT = 3**0.5 / 2  # centre to flat side, in hex sides


class UnknownSideError(BalkaError, ValueError):
    """A side name this grid does not have."""


class Grid(msgspec.Struct, frozen=True):
    """How hexes lie: flat-top or pointy-top, and where the odd columns (flat) or odd rows (pointy) are shifted.

    `odd_shift` is -1 when they sit half a hex higher (flat) or further left (pointy), +1 for lower or right.
    """

    orientation: Orientation = "flat"
    odd_shift: Literal[-1, 1] = -1

    @property
    def sides(self) -> tuple[str, ...]:
        """Names of the six sides, clockwise."""
        return SIDE_NAMES[self.orientation]

    @property
    def steps(self) -> tuple[Axial, ...]:
        """Axial steps across the six sides, in the order of `sides`."""
        return STEPS if self.orientation == "flat" else (*STEPS[1:], STEPS[0])

    def side(self, name: str) -> int:
        """The number 0..5 of a side called by name."""
        try:
            return self.sides.index(name.upper())
        except ValueError:
            raise UnknownSideError(
                f"{name!r} is no side of a {self.orientation} hex", f"use {' '.join(self.sides)}"
            ) from None

    def doubled(self, col: int, row: int) -> tuple[int, int]:
        """Centre in half steps along the straight rows and whole steps across them."""
        if self.orientation == "flat":
            return col, 2 * row + self.odd_shift * (col & 1)
        return 2 * col + self.odd_shift * (row & 1), row

    def axial(self, col: int, row: int) -> Axial:
        """Axial coordinates of an offset column and row."""
        across, down = self.doubled(col, row)
        if self.orientation == "flat":
            return col, (down - col) // 2
        return (across - row) // 2, row

    def offset(self, q: int, r: int) -> tuple[int, int]:
        """Offset column and row of axial coordinates; undoes `axial`."""
        if self.orientation == "flat":
            return q, (2 * r + q - self.odd_shift * (q & 1)) // 2
        return (2 * q + r - self.odd_shift * (r & 1)) // 2, r

    def centre(self, col: int, row: int) -> tuple[float, float]:
        """Centre of a hex in hex sides, x to the right, y downwards."""
        across, down = self.doubled(col, row)
        if self.orientation == "flat":
            return 1.5 * across, HALF_HEIGHT * down
        return HALF_HEIGHT * across, 1.5 * down


def opposite(side: int) -> int:
    """The side on the far side of a hex."""
    return (side + 3) % 6


def distance(a: Axial, b: Axial) -> int:
    """Hexes from a to b, counting b."""
    dq, dr = b[0] - a[0], b[1] - a[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def turned(offset: Axial, steps: int) -> Axial:
    """An axial displacement turned clockwise about the origin by that many sixths of a circle."""
    q, r = offset
    for _ in range(steps % 6):
        q, r = -r, q + r
    return q, r


@cache
def straight(dq: int, dr: int) -> int | None:
    """Index into STEPS of the straight row this displacement follows, or None if it follows none."""
    length = max(abs(dq), abs(dr), abs(dq + dr))
    if length == 0 or dq % length or dr % length:
        return None
    return STEPS.index((dq // length, dr // length))


def outside_wedge(axis: Axial) -> Callable[[int, int], bool]:
    """Whether a displacement lies outside the 120 degree wedge about an axis step, whose boundary rows are inside."""
    (lq, lr), (rq, rr) = turned(axis, 5), turned(axis, 1)
    area = lq * rr - lr * rq

    def is_outside(dq: int, dr: int) -> bool:
        along_left, along_right = (dq * rr - dr * rq) * area, (lq * dr - lr * dq) * area
        return along_left < 0 or along_right < 0 or (dq, dr) == (0, 0)

    return is_outside


def mask_of(hexes: Iterable[int]) -> int:
    """A set of hexes as a bitmask."""
    mask = 0
    for h in hexes:
        mask |= 1 << h
    return mask


def hexes_in(mask: int) -> Iterator[int]:
    """The hexes of a bitmask in rising order."""
    return _one_by_one(mask) if mask.bit_count() < MANY else _by_bytes(mask)


MANY = 12  # bits from which it is faster to look at every byte of a mask than to take one bit after the other
BITS = tuple(tuple(n for n in range(8) if byte >> n & 1) for byte in range(256))


def _one_by_one(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _by_bytes(mask: int) -> Iterator[int]:
    for n, byte in enumerate(mask.to_bytes((mask.bit_length() + 7) // 8, "little")):
        if byte:
            for bit in BITS[byte]:
                yield 8 * n + bit
