"""Ground: what the terrain of each hex does to sight, defence, movement and rallying in the month of the Mission."""

from __future__ import annotations

from functools import cached_property

from balka.core.boards import Board
from balka.core.checks import Part, add
from balka.core.hexes import mask_of
from balka.core.sight import Sighting, SightTable, crossings, sight_table
from balka.systems.heroes.levels import STEEP, LevelSight

BLOCKING = ("woods", "building_wood", "building_stone")  # [sos 5.2-c, 5.2-d]
CORN_HIGH = ("August", "September")  # [sos 4.8-e]
WHEAT_HIGH = ("July", "August")  # [sos 4.8-c]

NAMES = {
    "open": "Open Terrain", "wheat": "Wheat", "corn": "Corn", "woods": "Woods",
    "building_wood": "Wood Buildings", "building_stone": "Stone Buildings", "at_trench": "Anti-Tank Trench",
}  # fmt: skip
DEFENCE = {
    "woods": add(2, "Woods", "sos-6.4-a"),
    "building_wood": add(1, "Wood Buildings", "sos-6.4-b"),
    "building_stone": add(2, "Stone Buildings", "sos-6.4-c"),
}
DIFFICULT = {
    "corn": add(1, "Entering Corn", "sos-4.9-a"),
    "woods": add(1, "Entering Woods", "sos-4.9-b"),
    "building_wood": add(1, "Entering Wood Buildings", "sos-4.9-c"),
    "building_stone": add(1, "Entering Stone Buildings", "sos-4.9-d"),
}
WHEELED = {
    "building_wood": add(2, "Driving into Wood Buildings", "sos-15.3-a"),
    "building_stone": add(3, "Driving into Stone Buildings", "sos-15.3-b"),
}
TRACKED = {
    "woods": add(2, "Driving into Woods", "sos-15.3-c"),
    "building_wood": add(2, "Driving into Wood Buildings", "sos-15.3-d"),
    "building_stone": add(3, "Driving into Stone Buildings", "sos-15.3-e"),
}
RALLY_COVER = {
    "woods": add(-1, "In Woods", "sos-7.8-a"),
    "building_wood": add(-1, "In Wood Buildings", "sos-7.8-a"),
    "building_stone": add(-1, "In Stone Buildings", "sos-7.8-a"),
    "corn": add(-1, "In high Corn", "sos-7.8-b"),
    "wheat": add(-1, "In high Wheat", "sos-7.8-c"),
}


class Ground:
    """A board in a month: every lookup the rules make per hex, worked out once."""

    def __init__(self, board: Board, month: str, *, corn_difficult: bool, wheat_rally: tuple[str, ...]) -> None:
        self.board = board
        self.month = month
        self.corn_is_high = month in CORN_HIGH
        self.neighbours = board.neighbours
        self.terrain = board.terrain
        self.defence = tuple(DEFENCE.get(terrain) for terrain in board.terrain)
        bar = () if self.corn_is_high and corn_difficult else ("corn",)
        self.difficult = {
            "foot": tuple(_unless(terrain, bar, DIFFICULT) for terrain in board.terrain),
            "wheeled": tuple(WHEELED.get(terrain) for terrain in board.terrain),
            "tracked": tuple(TRACKED.get(terrain) for terrain in board.terrain),
        }
        low = (() if self.corn_is_high else ("corn",)) + (() if month in wheat_rally else ("wheat",))
        self.rally_cover = tuple(_unless(terrain, low, RALLY_COVER) for terrain in board.terrain)
        self.levels = board.elevation
        self._zones: dict[tuple[int, int, int, int], int] = {}

    def conceals(self, hexagon: int) -> bool:
        """Crops conceal while they stand high: Wheat in July and August, Corn in August and September. [4.8]"""
        terrain = self.terrain[hexagon]
        return (terrain == "wheat" and self.month in WHEAT_HIGH) or (terrain == "corn" and self.corn_is_high)

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
        return LevelSight(self.board, tall, crops) if any(self.levels) else sight_table(self.board, tall | crops)

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
        return self.board.of_terrain(*BLOCKING)

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
        """The hexes between two hexes, those run along in pairs."""
        return crossings(self.board, a, b)

    def climb(self, start: int, end: int) -> int:
        """Levels up (or, below zero, down) from one hex to the next. [12.4]"""
        return self.levels[end] - self.levels[start]

    def hexside(self, start: int, end: int) -> frozenset[str]:
        """What lies on the side between two neighbours."""
        return self.board.hexsides.get((start, self.neighbours[start].index(end)), frozenset())

    def on_road(self, start: int, end: int) -> bool:
        """Does a road lead from one hex to the next? [4.10-b]"""
        side = self.neighbours[start].index(end)
        return bool(self.board.roads[start] >> side & 1)

    @cached_property
    def front(self) -> tuple[tuple[int, ...], ...]:
        """front[h][facing]: the three Front Hexes, as a bitmask. [4.2-a]"""
        return tuple(
            tuple(mask_of(n for turn in (-1, 0, 1) if (n := row[(facing + turn) % 6]) >= 0) for facing in range(6))
            for row in self.neighbours
        )


def _unless(terrain: str, left_out: tuple[str, ...], table: dict[str, Part]) -> Part | None:
    return None if terrain in left_out else table.get(terrain)
