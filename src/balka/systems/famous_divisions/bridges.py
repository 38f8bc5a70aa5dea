"""Bridges: what is bridged, blowing them up, pontoons. [9.1, 12.0, 12.1]"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

from msgspec import Struct

from balka.core.memo import remembered
from balka.core.paths import Flow
from balka.systems.famous_divisions.model import Now
from balka.systems.famous_divisions.position import Works
from balka.systems.famous_divisions.terrain import Cost, Ground

Known = TypeVar("Known")
Row = tuple[tuple[int, tuple[int, ...]], ...]
"""The neighbours that can be entered from a hex, each with what that costs."""


def pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def is_blown(game: Now, a: int, b: int) -> bool:
    """Has the printed bridge between two hexes been blown? A bridge hex is blown as a whole. [12.0, Q-main-bridge]"""
    blown = game.position.blown
    return bool(blown) and (pair(a, b) in blown or (a, a) in blown or (b, b) in blown)


def stands(game: Now, a: int, b: int) -> bool:
    """Is there a printed bridge between two hexes, not blown?"""
    return game.setting.catalogue.ground.has_bridge(a, b) and not is_blown(game, a, b)


def has_pontoon(game: Now, a: int, b: int) -> bool:
    """A finished pontoon works like a bridge; each hex of a wide river needs its own. [9.1-a, 12.1-b, f]"""
    built = {(pontoon.a, pontoon.b) for pontoon in game.position.pontoons if pontoon.complete}
    if not built:
        return False
    if pair(a, b) in built:
        return True
    ground = game.setting.catalogue.ground
    wet = [h for h in (a, b) if ground.is_river_hex(h)]
    if not any((h, h) in built for h in wet):
        return False
    printed, blown = ground.has_bridge(a, b), game.position.blown
    return all((h, h) in built or (printed and (h, h) not in blown) for h in wet)


def is_bridged(game: Now, a: int, b: int) -> bool:
    """Can the water between two hexes be crossed dry?"""
    return stands(game, a, b) or has_pontoon(game, a, b)


class Ways(Struct, frozen=True, dict=True, eq=False):
    """What has been worked out about steps between hexes while the bridges stand as they do. To be filled."""

    zone: dict[int, tuple[int, ...]] = {}
    carts: dict[int, frozenset[int]] = {}
    both: dict[int, frozenset[int]] = {}
    flows: dict[Hashable, Flow] = {}
    rows: dict[Hashable, dict[int, Row]] = {}
    by_class: dict[Hashable, dict[int, dict[int, Cost]]] = {}
    near_rows: dict[Hashable, dict[Hashable, Row]] = {}
    costs: dict[tuple[str, int, int, bool], Cost | None] = {}

    def far_from(self, near: int) -> Ways:
        """The same of all hexes but some. What is known is copied first: another table may be adding to it."""

        def kept(known: dict[int, Known]) -> dict[int, Known]:
            return {h: row for h, row in list(known.items()) if not near >> h & 1}

        rows = {key: kept(known) for key, known in list(self.rows.items())}
        by_class = {key: kept(known) for key, known in list(self.by_class.items())}
        return Ways(kept(self.zone), kept(self.carts), kept(self.both), {}, rows, by_class)


def ways(game: Now) -> Ways:
    return _known_ways(game.position.works, game.setting.catalogue.ground)


@remembered
def _known_ways(works: Works, ground: Ground) -> Ways:
    built = frozenset((pontoon.a, pontoon.b) for pontoon in works.pontoons if pontoon.complete)
    return _ways(ground, frozenset(works.blown), built)


Sites = frozenset[tuple[int, int]]


@remembered
def _ways(ground: Ground, blown: Sites, built: Sites) -> Ways:
    """Far from bridges that were blown or built all is as printed; a bridge counts no further than two hexes off."""
    if not blown and not built:
        return Ways()
    near = 0
    for h in {h for pair in (*blown, *built) for h in pair}:
        near |= ground.board.within(h, 2)
    return _ways(ground, frozenset(), frozenset()).far_from(near)
