"""Whatever depends only on how far one hex lies from another, for all hexes of a board at once.

Such a thing is worked out for every displacement that can occur and laid out as a plane, a byte for each. All hexes as
seen from one of them are then a window of that plane, and one pair is a single look at it.
"""

from collections.abc import Callable, Sequence
from functools import cache
from operator import itemgetter

from balka.core.hexes import Axial


class Lattice:
    """The hexes of a board as spots in a plane of displacements.

    The displacement from hex a to hex b lies at `spots[b] - origins[a]`.
    """

    __slots__ = ("_pick", "_window", "across", "down", "origins", "spots")

    def __init__(self, axial: Sequence[Axial]) -> None:
        qs, rs = [q for q, _ in axial], [r for _, r in axial]
        self.across, self.down = max(qs) - min(qs), max(rs) - min(rs)
        width = 2 * self.down + 1
        self.spots = tuple((q - min(qs)) * width + r - min(rs) for q, r in axial)
        centre = self.across * width + self.down
        self.origins = tuple(spot - centre for spot in self.spots)
        self._window = max(self.spots) + 1
        self._pick: Callable[[bytes], tuple[int, ...]] = (
            itemgetter(*self.spots) if len(axial) > 1 else lambda window: (window[0],)
        )

    def plane(self, value: Callable[[int, int], int]) -> bytes:
        """A number from 0 to 255 for every displacement."""
        across, down = range(-self.across, self.across + 1), range(-self.down, self.down + 1)
        return bytes([value(dq, dr) for dq in across for dr in down])

    def seen_from(self, h: int, plane: bytes) -> bytes:
        """What the plane says of every hex as seen from one of them, by index."""
        start = -self.origins[h]
        return bytes(self._pick(plane[start : start + self._window]))


def mask_up_to(row: bytes, most: int) -> int:
    """The hexes whose number is at most that, as a bitmask."""
    return int(row[::-1].translate(_marks(most)), 2)


@cache
def _marks(most: int) -> bytes:
    """The digit 1 for every number up to that, 0 for all others."""
    return bytes(ord("1") if number <= most else ord("0") for number in range(256))
