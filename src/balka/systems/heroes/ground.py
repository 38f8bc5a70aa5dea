"""Ground: what the terrain of each hex does to sight, defence, movement and rallying in the month of the Mission."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from balka.core.boards import Board
from balka.core.checks import Part
from balka.core.hexes import mask_of
from balka.core.sight import Sighting, SightTable, crossings, last_crossing, sight_table
from balka.systems.heroes.levels import STEEP, LevelSight

NAMES = {
    "open": "Open Terrain", "wheat": "Wheat", "corn": "Corn", "woods": "Woods",
    "building_wood": "Wood Buildings", "building_stone": "Stone Buildings", "at_trench": "Anti-Tank Trench",
    "water": "Water",
}  # fmt: skip


class Tables(Struct, frozen=True):
    """What kinds of terrain do, by name. Who is missing in `costs` of a way of moving pays nothing more there.

    `closed`: terrain a way of moving cannot enter, with the rule. `open_going`: where Tracks give a Bonus Move.
    """

    defence: Mapping[str, Part]
    costs: Mapping[str, Mapping[str, Part]]
    rally_cover: Mapping[str, Part]
    blocking: tuple[str, ...]
    open_going: tuple[str, ...]
    closed: Mapping[str, Mapping[str, str]] = {}
    high_crops: tuple[str, ...] = ()
    """crops that stand high enough to hide whoever is in them"""
    corn_is_high: bool = False
    """high Corn hides Foot from Foot"""
    names: Mapping[str, str] = {}
    concealing: tuple[str, ...] = ("woods", "building_wood", "building_stone")
    """cover that keeps a unit Hidden beside an enemy"""
    bursting: tuple[str, ...] = ("woods",)
    """trees that make shells burst in the air"""
    safe_on: Mapping[str, Mapping[str, int]] = {}
    """what two dice must show so that a way of moving does not stick there"""
    shade: int = 99
    """how far above their ground trees and houses still hide what lies right behind them from higher ground"""


class Ground:
    """A board with what its terrain does: every lookup the rules make per hex, worked out once."""

    def __init__(self, board: Board, tables: Tables) -> None:
        self.board = board
        self.tables = tables
        self.corn_is_high = tables.corn_is_high
        self.neighbours = board.neighbours
        self.terrain = board.terrain
        self.defence = tuple(tables.defence.get(terrain) for terrain in board.terrain)
        self.difficult = {
            way: tuple(costs.get(terrain) for terrain in board.terrain) for way, costs in tables.costs.items()
        }
        self.rally_cover = tuple(tables.rally_cover.get(terrain) for terrain in board.terrain)
        self.levels = board.elevation
        self._zones: dict[tuple[int, int, int, int], int] = {}

    def conceals(self, hexagon: int) -> bool:
        """Crops conceal while they stand high. [4.8]"""
        return self.terrain[hexagon] in self.tables.high_crops

    @cached_property
    def foot_sight(self) -> SightTable | LevelSight:
        """Sight between two Foot Units: high Corn blocks too. [5.2-e, ruling C2]"""
        return self._sight(self.board.of_terrain("corn")) if self.corn_is_high else self.sight

    @cached_property
    def sight(self) -> SightTable | LevelSight:
        """Sight with a vehicle at one end or both. [5.2]"""
        return self._sight(0)

    def _sight(self, crops: int) -> SightTable | LevelSight:
        tall = self.sight_blockers
        return (
            LevelSight(self.board, tall, crops, self.tables.shade)
            if any(self.levels)
            else sight_table(self.board, tall | crops)
        )

    def sight_between(self, foot: int) -> SightTable | LevelSight:
        """The table that counts for two ends of which `foot` are Foot Units."""
        return self.foot_sight if foot == 2 else self.sight

    def explain(self, a: int, b: int) -> Sighting:
        """The line between two hexes for Foot Units, and what stands in its way."""
        return self.foot_sight.explain(a, b)

    def zone(self, hexagon: int, facing: int, reach: int, foot: int) -> int:
        """Hexes inside the Arc of Fire (all round where `facing` is negative), in sight and within reach. [5.0-b]"""
        key = (hexagon, facing, reach, foot)
        zone = self._zones.get(key)
        if zone is None:
            arc = self.board.arc_mask(hexagon, facing) if facing >= 0 else self.board.everywhere & ~(1 << hexagon)
            zone = arc & self.sight_between(foot).visible[hexagon] & self.board.within(hexagon, reach)
            self._zones[key] = zone
        return zone

    @cached_property
    def sight_blockers(self) -> int:
        """Woods and houses, as a bitmask. [5.2-c, 5.2-d]"""
        return self.board.of_terrain(*self.tables.blocking)

    @cached_property
    def drops(self) -> dict[int, int]:
        """The neighbours that lie two or more levels below a hex, as a bitmask; none on flat maps. [15.16]"""
        found: dict[int, int] = {}
        for start, row in enumerate(self.neighbours if any(self.levels) else ()):
            below = mask_of(h for h in row if h >= 0 and self.climb(start, h) <= -STEEP)
            if below:
                found[start] = below
        return found

    def crossed(self, a: int, b: int) -> tuple[tuple[int, ...], ...]:
        """The hexes between two hexes, those run along in pairs. [5.2-a, f, atb 6.0-b, f, c, d]"""
        return crossings(self.board, a, b)

    def last_crossed(self, a: int, b: int) -> tuple[int, ...]:
        """What a line from one hex crosses last before another: the first hex itself where nothing lies between."""
        return last_crossing(self.board, a, b) or (a,)

    def rises_between(self, a: int, b: int, h: int) -> bool:
        """Do trees, houses or high ground in a hex stand in the way of a line between two others? [5.2, 12.6, 12.7]"""
        low, high = sorted((self.levels[a], self.levels[b]))
        if self.terrain[h] in self.tables.blocking:
            return self.levels[h] + 1 >= high
        return self.levels[h] >= high and (low != high or self.levels[h] > high)

    def climb(self, start: int, end: int) -> int:
        """Levels up (or, below zero, down) from one hex to the next. [12.4]"""
        return self.levels[end] - self.levels[start]

    def hexside(self, start: int, end: int) -> frozenset[str]:
        """What lies on the side between two neighbours."""
        return self.board.hexsides.get((start, self.neighbours[start].index(end)), frozenset())

    def on_road(self, start: int, end: int) -> bool:
        """Does a road lead from one hex to the next? [4.10-a, b, atb 5.0.1-b, c, atb 14.2-d]"""
        side = self.neighbours[start].index(end)
        return bool(self.board.roads[start] >> side & 1)

    def by_road(self, start: int, end: int) -> bool:
        """Does a unit come to a hex by road? From beside the map it does where a road runs in the hex. [15.3]"""
        return self.on_road(start, end) if start >= 0 else bool(self.board.roads[end])

    @cached_property
    def front(self) -> tuple[tuple[int, ...], ...]:
        """front[h][facing]: the three Front Hexes, as a bitmask; the other three are Flank Hexes.

        [4.2-a, b, atb 5.1-c, e]
        """
        return tuple(
            tuple(mask_of(n for turn in (-1, 0, 1) if (n := row[(facing + turn) % 6]) >= 0) for facing in range(6))
            for row in self.neighbours
        )
