"""Sight over levels: high ground, plateaus, woods and houses that add a level, blind spots. [sos 12.6-12.8]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

from balka.core.boards import NO_HEX, Board
from balka.core.sight import Sighting, crossings

STEEP = 2  # levels of a drop that hides what lies at its foot [12.8-e]


class LevelSight:
    """Sight on a board with levels. `tall` hexes stand a level above their ground, `crops` hide at their own level."""

    def __init__(self, board: Board, tall: int, crops: int) -> None:
        self.board = board
        self.tall = tall
        self.crops = crops
        self._lines: dict[tuple[int, int], Sighting] = {}
        self._visible: dict[int, int] = {}

    def explain(self, a: int, b: int) -> Sighting:
        """The line between two hexes, and what stands in its way; the same from both ends. [5.2-i, 12.6-d]"""
        pair = (a, b) if a < b else (b, a)
        found = self._lines.get(pair)
        if found is None:
            found = self._lines[pair] = self._look(*pair)
        return found

    def sees(self, a: int, b: int) -> bool:
        return self.explain(a, b).clear

    @cached_property
    def visible(self) -> _Rows:
        """visible[h]: the hexes seen from h, as a bitmask."""
        return _Rows(self)

    # -- one line

    def _look(self, a: int, b: int) -> Sighting:
        lie = crossings(self.board, a, b)
        crossed = tuple(only[0] for only in lie if len(only) == 1)
        runs = tuple((pair[0], pair[1]) for pair in lie if len(pair) == 2)
        for crossing in lie:
            reasons = [self._blocks(a, b, h) if h != NO_HEX else None for h in crossing]
            if all(reasons):
                return Sighting(a, b, crossed, runs, crossing, " and ".join(dict.fromkeys(filter(None, reasons))))
        blind = self._blind(a, b, lie)
        last = lie[-1] if lie and self.board.elevation[a] > self.board.elevation[b] else lie[0] if lie else ()
        return Sighting(a, b, crossed, runs, last if blind else (), blind)

    def _is_tall(self, h: int) -> bool:
        return bool(self.tall >> h & 1)

    def _blocks(self, a: int, b: int, h: int) -> str | None:
        """Why a hex between stops the line, if it does.

        [12.6-a, c, 12.7-b, atb 11.4-a, d, atb 11.5-d, atb 11.3-a, b, atb 11.4-b, c]
        """
        levels, label = self.board.elevation, self.board.labels[h]
        low, high = sorted((levels[a], levels[b]))
        if self._is_tall(h) and levels[h] + 1 >= high:
            return f"the {self.board.terrain[h].replace('_', ' ')} at {label} stands between"
        if levels[h] >= high and (low != high or levels[h] > high):
            return f"the high ground at {label} stands between"
        if self.crops >> h & 1 and levels[h] >= high:
            return f"the crops at {label} stand between"
        return None

    def _blind(self, a: int, b: int, lie: tuple[tuple[int, ...], ...]) -> str | None:
        """The hex just behind trees, houses, a hill or a steep drop is hidden from higher ground.

        [12.8, 12.8-b, c, atb 11.5-c, a]
        """
        levels = self.board.elevation
        if levels[a] == levels[b] or not lie:
            return None
        viewer, target = (a, b) if levels[a] > levels[b] else (b, a)
        last = lie[-1] if target == b else lie[0]
        steps = [h for h in last if h != NO_HEX]
        if not steps or not all(self._hides(h, target) for h in steps):
            return None
        if self._own_slope(viewer, target, lie if target == b else lie[::-1]):
            return None
        where = " and ".join(self.board.labels[h] for h in steps)
        return f"{self.board.labels[target]} lies in the blind spot behind {where}"

    def _hides(self, h: int, target: int) -> bool:
        return self._is_tall(h) or self.board.elevation[h] > self.board.elevation[target]

    def _own_slope(self, viewer: int, target: int, lie: tuple[tuple[int, ...], ...]) -> bool:
        """No blind spots on the open slope of one's own hill: bare ground that never falls steeply.

        [12.8-d, atb 11.5-b]
        """
        levels = self.board.elevation
        heights = [
            levels[viewer],
            *(max(levels[h] for h in crossing if h != NO_HEX) for crossing in lie),
            levels[target],
        ]
        bare = not any(self._is_tall(h) for crossing in lie for h in crossing if h != NO_HEX)
        return bare and all(0 <= high - low < STEEP for high, low in pairwise(heights))


class _Rows:
    """Rows of a sight table, each worked out when first asked for."""

    def __init__(self, sight: LevelSight) -> None:
        self.sight = sight
        self.rows: dict[int, int] = {}

    def __getitem__(self, h: int) -> int:
        row = self.rows.get(h)
        if row is None:
            row = self.rows[h] = sum(1 << other for other in self._seen(h))
        return row

    def _seen(self, h: int) -> Iterator[int]:
        return (other for other in range(len(self.sight.board)) if self.sight.sees(h, other))
