"""The Terrain Chart: what a hex, a road or a hexside costs each movement class, what it adds to the dice. [2.2, 9.0]"""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct

from balka.core.boards import NO_HEX, Board
from balka.core.hexes import Axial, hexes_in, mask_of

CLASSES = ("leg", "tracked", "wheeled")
WATER = ("river", "canal", "stream")
CLOSED_WATER = ("river", "canal")
SIDE_KINDS = (*WATER, "ford", "bridge", "dragons_teeth")
CITIES = ("city", "downtown")  # no towns, no villages [7.2-a, c, d]
RIVER_HEXES = ("major_river_hex", "one_hex_river")


COLUMN = 1 << 12  # more than a map has rows


def spot(place: Axial) -> int:
    """Axial coordinates, or the way from one hex to another, as one number: place and way add up to a place."""
    return place[0] * COLUMN + place[1]


class Cost(Struct, frozen=True):
    """A movement cost: half points, so many halves of the allowance, and so many whole allowances. [9.0]"""

    halves: int = 0
    half_allowances: int = 0
    allowances: int = 0

    def price(self, allowance: int) -> int:
        """In half movement points, for a printed allowance. [9.0-g, 9.0-h, ruling Q-h-printed]"""
        return self.halves + self.half_allowances * 2 * (-(-allowance // 2)) + self.allowances * 2 * allowance

    def plus(self, other: Cost) -> Cost:
        return Cost(
            self.halves + other.halves,
            self.half_allowances + other.half_allowances,
            self.allowances + other.allowances,
        )

    def text(self) -> str:
        """As printed: 2, 1/2, H, ALL."""
        words = ["ALL"] * self.allowances + ["H"] * self.half_allowances
        if self.halves or not words:
            words.insert(0, f"{self.halves / 2:g}")
        return " + ".join(words)


FREE = Cost()


def read_cost(text: str) -> Cost | None:
    """A cost as the chart prints it: 1, 0.5, H, ALL, +2, +H, NA."""
    word = text.lstrip("+")
    if word == "NA":
        return None
    if word == "H":
        return Cost(half_allowances=1)
    if word == "ALL":
        return Cost(allowances=1)
    return Cost(halves=round(float(word) * 2))


class Terrain(Struct, frozen=True):
    """One row of the chart."""

    key: str
    kind: str  # hex, road or hexside
    costs: dict[str, Cost | None]
    modifier: int
    blocks: bool
    basis: dict[str, str]


class Chart(Struct, frozen=True):
    """The whole chart."""

    rows: dict[str, Terrain]

    def hex(self, terrain: str) -> Terrain:
        return self.rows[terrain]


class Ground(Struct, frozen=True, dict=True, eq=False):
    """A board seen through the chart: everything about a hex or a hexside that never changes."""

    board: Board
    chart: Chart

    @cached_property
    def blocking(self) -> int:
        """Hexes whose terrain stops a line of sight, as a bitmask; units and works do not count. [11.2-d, h, 15.0-b]"""
        return mask_of(h for h, terrain in enumerate(self.board.terrain) if self.chart.rows[terrain].blocks)

    @cached_property
    def spots(self) -> tuple[int, ...]:
        """The place of each hex as one number."""
        return tuple(spot(place) for place in self.board.axial)

    @cached_property
    def by_spot(self) -> dict[int, int]:
        return {place: h for h, place in enumerate(self.spots)}

    @cached_property
    def blocking_spots(self) -> frozenset[int]:
        """The hexes that stop a line of sight by their places."""
        return frozenset(self.spots[h] for h in hexes_in(self.blocking))

    @cached_property
    def peaks(self) -> frozenset[int]:
        return frozenset(h for h, terrain in enumerate(self.board.terrain) if terrain == "peak")

    @cached_property
    def sides(self) -> dict[tuple[int, int], frozenset[str]]:
        """What lies on each hexside, by the two hexes it parts, either way round."""
        found: dict[tuple[int, int], frozenset[str]] = {}
        for feature in self.board.features:
            for pair in ((feature.a, feature.b), (feature.b, feature.a)):
                found[pair] = found.get(pair, frozenset()) | {feature.kind}
        return found

    @cached_property
    def roads(self) -> dict[tuple[int, int], tuple[str, ...]]:
        """The kinds of road that join two hexes, either way round. [9.2]"""
        found: dict[tuple[int, int], tuple[str, ...]] = {}
        for road in self.board.links:
            for pair in ((road.a, road.b), (road.b, road.a)):
                found[pair] = (*found.get(pair, ()), road.kind)
        return found

    @cached_property
    def road_costs(self) -> dict[str, dict[tuple[int, int], Cost]]:
        """For each class the road rate between two joined hexes: the best of the roads there. [9.0-i, 9.0-j]"""
        return {name: {pair: self._best(kinds, name) for pair, kinds in self.roads.items()} for name in CLASSES}

    def _best(self, kinds: tuple[str, ...], name: str) -> Cost:
        costs = [cost for key in kinds if (cost := self.chart.rows[key].costs[name]) is not None]
        return min(costs, key=lambda cost: cost.halves)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each hex that are on the map."""
        return tuple(tuple(n for n in row if n != NO_HEX) for row in self.board.neighbours)

    @cached_property
    def marked(self) -> frozenset[tuple[int, int]]:
        """Neighbours between whom something lies, a road or a hexside of the chart, or one of whom is a river hex."""
        wet = [h for h in range(len(self.neighbours)) if self.is_river_hex(h)]
        banks = [pair for h in wet for n in self.neighbours[h] for pair in ((h, n), (n, h))]
        return frozenset((*self.sides, *self.roads, *banks))

    def water(self, a: int, b: int) -> str | None:
        """The water on a hexside: river, canal or stream; a ford stands for the water it lies in."""
        kinds = self.sides.get((a, b), frozenset())
        if "ford" in kinds:
            return "ford"
        return next((name for name in WATER if name in kinds), None)

    def has_bridge(self, a: int, b: int) -> bool:
        """Whether a bridge is printed between two hexes, over a hexside or onto a river hex."""
        return "bridge" in self.sides.get((a, b), frozenset())

    def is_river_hex(self, h: int) -> bool:
        return self.board.terrain[h] in RIVER_HEXES

    def is_city(self, h: int) -> bool:
        return self.board.terrain[h] in CITIES

    def hex_cost(self, h: int, name: str) -> Cost | None:
        return self.chart.rows[self.board.terrain[h]].costs[name]

    def side_cost(self, kind: str, name: str) -> Cost | None:
        return self.chart.rows[kind].costs[name]

    def crossing_name(self, a: int, b: int) -> str:
        """A hexside as it is written, lower label first."""
        return "/".join(sorted((self.board.labels[a], self.board.labels[b])))
