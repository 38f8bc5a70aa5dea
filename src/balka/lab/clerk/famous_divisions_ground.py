"""The map of a Famous Divisions game as the clerk reads it: what a step costs at least, which zones are certain.

Everything here is read off the printed chart and board. Where a rule has exceptions the reading is the mild one: a
price is never too high, and a zone is named only where nothing could take it away.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from balka.core.state import State
from balka.lab.clerk.books import Placed

HALVING_WEATHER = ("Rainy", "Stormy", "Snowy")
RIVER_HEXES = ("major_river_hex", "one_hex_river")
CITIES = ("city", "downtown")
NIGHT = 3  # of four turns a day
ON_FOOT = 4  # points of a unit without its trucks


class Unit(Placed, Protocol):
    """What the clerk reads of a counter of this game."""

    @property
    def depleted(self) -> bool: ...
    @property
    def debarked(self) -> bool: ...
    @property
    def hungry(self) -> int: ...


class GdGround:
    """The board and chart of one game."""

    def __init__(self, start: State) -> None:
        self.board = start.setting.board
        self.rows = start.setting.catalogue.chart.rows
        self.kinds: dict[str, Any] = start.setting.catalogue.kinds
        self.terrain = self.board.terrain
        self.sides: dict[tuple[int, int], set[str]] = {}
        self.roads: dict[tuple[int, int], list[str]] = {}
        for feature in self.board.features:
            for pair in ((feature.a, feature.b), (feature.b, feature.a)):
                self.sides.setdefault(pair, set()).add(feature.kind)
        for road in self.board.links:
            for pair in ((road.a, road.b), (road.b, road.a)):
                self.roads.setdefault(pair, []).append(road.kind)

    # -- what a unit has

    def figures(self, unit: Unit) -> Any:
        kind = self.kinds[unit.id]
        return kind.depleted if unit.depleted and kind.depleted else kind.full

    def legs(self, unit: Unit) -> str:
        return "leg" if unit.debarked else str(self.kinds[unit.id].legs)

    def printed(self, unit: Unit) -> int:
        return ON_FOOT if unit.debarked else int(self.figures(unit).movement)

    def points(self, state: State, unit: Unit) -> int:
        """Half movement points of an activation."""
        left = self.printed(unit)
        hungry = unit.hungry >= 2 and (self.legs(unit) != "leg" or "hq" in self.kinds[unit.id].flags)
        for halved in (state.tracks.weather in HALVING_WEATHER, state.turn % 4 == NIGHT, hungry):
            left = -(-left // 2) if halved else left
        return 2 * left

    # -- what a step costs at least

    def price(self, state: State, unit: Unit, a: int, b: int) -> int | None:
        """The least a step can cost in half points; None where its class may never go."""
        legs, printed = self.legs(unit), self.printed(unit)
        costs = [cost for row in self.roads.get((a, b), ()) if (cost := self.rows[row].costs[legs]) is not None]
        found = [_halves(cost, printed) for cost in costs]
        water = self._water(state, unit, a, b)
        if water is not None:
            costs = [cost for row in self._grounds(a, b) if (cost := self.rows[row].costs[legs]) is not None]
            found += [_halves(cost, printed) + water for cost in costs]
        return min(found, default=None)

    def _grounds(self, a: int, b: int) -> tuple[str, ...]:
        """The rows that may count for the ground entered: a bridge over a river hex is clear ground."""
        if self.is_river(b):
            return ("clear",)
        return ("clear", self.terrain[b]) if self.is_river(a) else (self.terrain[b],)

    def _water(self, state: State, unit: Unit, a: int, b: int) -> int | None:
        """What a river or canal on the hexside costs: nothing with a bridge, a ford or a raft at hand. [9.7]"""
        kinds = self.sides.get((a, b), set())
        dry = kinds & {"bridge", "ford"} or any({pontoon.a, pontoon.b} <= {a, b} for pontoon in state.position.pontoons)
        wet = kinds & {"river", "canal"}
        if dry or not wet or self._has_raft(state, unit, a, b):
            return 0
        costs = [self.rows[kind].costs[self.legs(unit)] for kind in wet]
        return None if None in costs else min(_halves(cost, self.printed(unit)) for cost in costs)

    def _has_raft(self, state: State, unit: Unit, a: int, b: int) -> bool:
        """Does a raft unit stand beside the hexside, in one of its hexes or in one that touches both?"""
        if unit.side != "german" or self.legs(unit) != "leg":
            return False
        near = {a, b} | ({*self.board.neighbours[a]} & {*self.board.neighbours[b]})
        at = state.position.at
        return any("raft" in self.kinds[u.id].flags for h in near if h in at for u in at[h] if u.side == unit.side)

    def entry(self, unit: Unit, h: int) -> int:
        cost = self.rows[self.terrain[h]].costs[self.legs(unit)]
        return _halves(cost, self.printed(unit)) if cost is not None else 0

    def is_river(self, h: int) -> bool:
        return self.terrain[h] in RIVER_HEXES

    def has_dry_way(self, state: State, h: int) -> bool:
        """Can anybody stand in a river hex: does a bridge or road lead there, or is a pontoon laid in it?"""
        if any("bridge" in self.sides.get((h, n), ()) or (h, n) in self.roads for n in self.board.neighbours[h]):
            return True
        return any(pontoon.a == pontoon.b == h for pontoon in state.position.pontoons)

    # -- zones of control that are certain

    def in_zone(self, state: State, h: int, side: str) -> bool:
        """Does an enemy of a side surely control a hex: a combat unit beside it on plain ground?"""
        if self.terrain[h] == "forest" or self.rows[self.terrain[h]].costs["wheeled"] is None:
            return False
        at = state.position.at
        return any(
            n in at and not self.sides.get((n, h)) and self._covers(at[n], side)
            for n in self.board.neighbours[h]
            if n >= 0
        )

    def _covers(self, stack: Iterable[Any], side: str) -> bool:
        """An enemy combat unit; a rider is part of what carries it."""
        return any(u.side != side and not u.carrier and "hq" not in self.kinds[u.id].flags for u in stack)

    # -- how much a hex holds

    def load(self, stack: Iterable[Any]) -> int:
        """Half units in a hex: depleted one, whole two; division HQs and riders none."""
        count = (u for u in stack if not u.carrier and "division_hq" not in self.kinds[u.id].flags)
        return sum(1 if u.depleted else 2 for u in count)

    def room(self, h: int) -> int:
        return 12 if self.terrain[h] in CITIES else 8


def _halves(cost: Any, printed: int) -> int:
    """A cost of the chart in half points; H is half the printed allowance, rounded up."""
    return int(cost.halves + cost.half_allowances * 2 * (-(-printed // 2)) + cost.allowances * 2 * printed)
