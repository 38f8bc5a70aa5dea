"""Sight over levels: high ground, plateaus, woods and houses that add a level, blind spots. [sos 12.6-12.8]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

from balka.core.boards import NO_HEX, Board
from balka.core.hexes import hexes_in, mask_of
from balka.core.sight import Outlook, Sighting, crossings

Lie = tuple[tuple[int, ...], ...]
"""what a line crosses, one hex or two at a time"""

GROUND = 0  # what rises above it is a hill; from it one goes down into a Balka [12.0, 12.1]
STEEP = 2  # levels of a drop that hides what lies at its foot [12.8-e]


def is_rise(own: int, below: int) -> bool:
    """Is ground of one level a hill beside another, or the edge of a steep drop to it? [12.8-a, 12.8-e]"""
    return own > max(below, GROUND) or own - below >= STEEP


class LevelSight:
    """Sight on a board with levels. `tall` hexes stand a level above their ground, `crops` hide at their own level.

    `shade`: from above, tall hexes hide ground right behind them that lies lower than so many levels above theirs.
    """

    def __init__(self, board: Board, tall: int, crops: int, shade: int) -> None:
        self.board = board
        self.tall = tall
        self.crops = crops
        self.shade = shade
        self._lines: dict[tuple[int, int], Sighting] = {}
        self._outlooks: dict[tuple[int, int], Outlook] = {}
        self._over: dict[int, Outlook] = {}  # the same by the hexes that stop lines: many pairs of levels share them

    def explain(self, a: int, b: int) -> Sighting:
        """The line between two hexes, and what stands in its way; the same from both ends. [5.2-i, 12.6-d]"""
        pair = (a, b) if a < b else (b, a)
        found = self._lines.get(pair)
        if found is None:
            found = self._lines[pair] = self._look(*pair)
        return found

    def sees(self, a: int, b: int) -> bool:
        return bool(self.visible[a] >> b & 1)

    @cached_property
    def visible(self) -> _Rows:
        """visible[h]: the hexes seen from h, as a bitmask."""
        return _Rows(self)

    # -- one line

    def _look(self, a: int, b: int) -> Sighting:
        lie = crossings(self.board, a, b)
        crossed = tuple(only[0] for only in lie if len(only) == 1)
        runs = tuple((pair[0], pair[1]) for pair in lie if len(pair) == 2)
        low, high = sorted((self.board.elevation[a], self.board.elevation[b]))
        for crossing in lie:
            reasons = [self._blocks(low, high, h) if h != NO_HEX else None for h in crossing]
            if all(reasons):
                return Sighting(a, b, crossed, runs, crossing, " and ".join(dict.fromkeys(filter(None, reasons))))
        blind = self._blind(a, b, lie)
        last = lie[-1] if lie and self.board.elevation[a] > self.board.elevation[b] else lie[0] if lie else ()
        return Sighting(a, b, crossed, runs, last if blind else (), blind)

    def _is_tall(self, h: int) -> bool:
        return bool(self.tall >> h & 1)

    def _blocks(self, low: int, high: int, h: int) -> str | None:
        """Why a hex stops a line between two levels, if it does.

        [12.6-a, c, 12.7-b, atb 11.4-a, d, atb 11.5-d, atb 11.3-a, b, atb 11.4-b, c]
        """
        levels, label = self.board.elevation, self.board.labels[h]
        if self._is_tall(h) and levels[h] + 1 >= high:
            return f"the {self.board.terrain[h].replace('_', ' ')} at {label} stands between"
        if levels[h] >= high and (low != high or levels[h] > high):
            return f"the high ground at {label} stands between"
        if self.crops >> h & 1 and levels[h] >= high:
            return f"the crops at {label} stand between"
        return None

    def _blind(self, a: int, b: int, lie: Lie) -> str | None:
        """The hex just behind trees, houses, a hill or a steep drop is hidden from higher ground.

        [12.8, 12.8-b, c, atb 11.5-c, a]
        """
        levels = self.board.elevation
        if levels[a] == levels[b] or not lie:
            return None
        viewer, target = (a, b) if levels[a] > levels[b] else (b, a)
        ordered = lie if target == b else lie[::-1]
        if not self._is_blind(viewer, target, ordered):
            return None
        where = " and ".join(self.board.labels[h] for h in ordered[-1])
        return f"{self.board.labels[target]} lies in the blind spot behind {where}"

    def _is_blind(self, viewer: int, target: int, lie: Lie) -> bool:
        """Whether what comes last before a lower hex hides it, and not as part of the viewer's own slope.

        Off the map nothing stands: a line along the map's edge is open on that side. [5.2-g]
        """
        hidden = bool(lie) and all(h != NO_HEX and self._hides(h, target) for h in lie[-1])
        return hidden and not self._own_slope(viewer, target, lie)

    def _hides(self, h: int, target: int) -> bool:
        """Does a hex hide a lower one right behind it: with trees or houses, as a hill, or by a steep drop?

        [12.8-a, 12.8-e, atb 11.5-a]
        """
        own, below = self.board.elevation[h], self.board.elevation[target]
        return own + self.shade > below if self._is_tall(h) else is_rise(own, below)

    def _own_slope(self, viewer: int, target: int, lie: Lie) -> bool:
        """No blind spots on the open slope of one's own hill: bare ground that never falls steeply.

        [12.8-d, atb 11.5-b]
        """
        levels = self.board.elevation
        between = [[h for h in crossing if h != NO_HEX] for crossing in lie]
        heights = [levels[viewer], *(max(levels[h] for h in hexes) for hexes in between if hexes), levels[target]]
        bare = not any(self._is_tall(h) for hexes in between for h in hexes)
        return bare and all(0 <= high - low < STEEP for high, low in pairwise(heights))

    # -- all lines from one hex

    def seen_from(self, h: int) -> int:
        """Every hex in sight of a hex, as a bitmask: an outlook for every two levels, less blind spots."""
        own, seen = self.board.elevation[h], 0
        for level, there in self._by_level.items():
            clear = self._between(min(own, level), max(own, level)).seen(h, there)
            seen |= clear & ~mask_of(self._blind_spots(h, clear, own - level))
        return seen

    def _blind_spots(self, h: int, clear: int, above: int) -> Iterator[int]:
        """Those of some hexes of one level, so far below h or above it, that a blind spot takes from it."""
        if above > 0:
            lies = ((other, h, other) for other in hexes_in(clear & self._overlooked))
        else:
            lies = ((other, other, h) for other in hexes_in(clear if above and self._overlooked >> h & 1 else 0))
        for other, viewer, target in lies:
            if self._is_blind(viewer, target, crossings(self.board, viewer, target)):
                yield other

    @cached_property
    def _by_level(self) -> dict[int, int]:
        """The hexes of each level, as a bitmask."""
        levels = self.board.elevation
        return {level: mask_of(h for h, own in enumerate(levels) if own == level) for level in sorted(set(levels))}

    @cached_property
    def _overlooked(self) -> int:
        """The hexes beside one that may hide them from higher ground, as a bitmask."""
        rows = enumerate(self.board.neighbours)
        return mask_of(h for h, row in rows if any(n != NO_HEX and self._hides(n, h) for n in row))

    def _between(self, low: int, high: int) -> Outlook:
        """Who would see whom if one of them were on one of two levels and the other on the other."""
        found = self._outlooks.get((low, high))
        if found is None:
            stops = mask_of(h for h in range(len(self.board)) if self._blocks(low, high, h))
            if stops not in self._over:
                self._over[stops] = Outlook(self.board, stops)
            found = self._outlooks[low, high] = self._over[stops]
        return found


class _Rows:
    """Rows of a sight table, each worked out when first asked for."""

    def __init__(self, sight: LevelSight) -> None:
        self.sight = sight
        self.rows: dict[int, int] = {}

    def __getitem__(self, h: int) -> int:
        row = self.rows.get(h)
        if row is None:
            row = self.rows[h] = self.sight.seen_from(h)
        return row
