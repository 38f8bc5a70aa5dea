"""The map of an operational game as the clerk reads it: the least a step costs, and zones that are certain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from balka.core.state import State
from balka.lab.clerk.books import Placed

SIXTHS = 6  # of a movement point
NOT_REGULAR = ("ART", "HQ", "AIR", "RG", "GUN")
CLOSED = ("swamp", "mountain")
HQ_CLOSED = 5 * SIXTHS
STRATEGIC = 2 * SIXTHS


class Unit(Placed, Protocol):
    """What the clerk reads of a counter of this game."""

    @property
    def supply(self) -> int: ...
    @property
    def marks(self) -> Sequence[str]: ...


class WbGround:
    """The board, charts and scenario of one game."""

    def __init__(self, start: State) -> None:
        self.board = start.setting.board
        self.book = start.setting.rulebook
        self.counters: dict[str, Any] = start.setting.catalogue.counters
        self.table = start.setting.catalogue.terrain
        self.roads: dict[tuple[int, int], list[str]] = {}
        self.sides: dict[tuple[int, int], set[str]] = {}
        for road in self.board.links:
            self.roads.setdefault(_pair(road.a, road.b), []).append(road.kind)
        for feature in self.board.features:
            self.sides.setdefault(_pair(feature.a, feature.b), set()).add(feature.kind)

    # -- points

    def points(self, state: State, unit: Unit) -> int:
        """Sixths of movement points a unit has in a phase, aircraft over it not counted."""
        left = int(self.counters[unit.id].mp)
        halves = (
            unit.supply > 0 and "full move" not in unit.marks,
            "slow" in unit.marks or self.book.slow.get(unit.id) == state.turn,
        )
        for halved in halves:
            left = -(-left // 2) if halved else left
        left *= SIXTHS
        left = left // 2 if "half" in unit.marks else left
        return max(0, left - STRATEGIC * ("strategic" in unit.marks))

    def price(self, unit: Unit, a: int, b: int) -> int | None:
        """The least a step can cost; None where nothing of its kind may go."""
        counter = self.counters[unit.id]
        rows = [self.table[kind].costs[counter.moves] for kind in self.roads.get(_pair(a, b), ()) if kind in self.table]
        costs = [cost for cost in (*rows, self._terrain(self.board.terrain[b], counter.moves)) if cost is not None]
        if not costs and counter.kind == "HQ":
            return HQ_CLOSED
        return min(costs, default=None)

    def _terrain(self, kind: str, moves: str) -> int | None:
        clear: int | None = self.table["clear"].costs[moves]
        if kind not in self.table:
            return None if kind in CLOSED and moves != "foot" else clear
        row = self.table[kind]
        extra: int | None = row.costs[moves]
        return extra if row.mode == "base" or extra is None or clear is None else clear + extra

    def may_cross(self, unit: Unit, a: int, b: int) -> bool:
        """Is a hexside open to the army of a unit? [scenario]"""
        return _pair(a, b) not in self.book.no_crossing.get(self.counters[unit.id].army, ())

    # -- zones of control that are certain

    def in_zone(self, state: State, h: int, side: str) -> bool:
        """Does a regular enemy of a side stand beside a hex of open ground, with no big river between?"""
        if self.board.terrain[h] in CLOSED:
            return False
        foe = next(force for name, force in state.position.forces.items() if name != side)
        return any(
            n in foe.at and "big_river" not in self.sides.get(_pair(n, h), ()) and _is_regular(foe.at[n])
            for n in self.board.neighbours[h]
            if n >= 0
        )

    def passes_line(self, a: int, b: int) -> bool:
        return "fortified" in self.sides.get(_pair(a, b), ())


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _is_regular(stack: Iterable[Any]) -> bool:
    return any(unit.kind not in NOT_REGULAR for unit in stack)
