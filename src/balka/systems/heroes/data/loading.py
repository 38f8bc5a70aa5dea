"""A title's box read from its folder: unit types, cards, markers, works, maps and missions, each when first needed.

A data pack is a folder with files of the same names. A row there replaces, in the row of the same id, the columns it
gives; a mission there replaces the keys it gives. A unit type, a card, a map, an overlay tile or a mission the game
does not have is added. What a pack changes or adds carries the basis `pack:NAME`.
"""

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Literal, cast, get_args

from balka.core.boards import Board
from balka.core.errors import BalkaError
from balka.core.joining import Sheet
from balka.core.packs.tables import Row, Table, by_id
from balka.systems.heroes.data import map_data, mission_file
from balka.systems.heroes.data.mission_data import Mission
from balka.systems.heroes.kinds import (
    BONUS_SYMBOLS,
    CARD_COLORS,
    CARD_ICONS,
    CARD_KINDS,
    SIDES,
    TERRAIN_KINDS,
    TERRAINS,
    UNIT_CLASSES,
    UNIT_FLAGS,
    CardKind,
    Color,
    MarkerKind,
    MoveType,
    OverlayKind,
    TerrainKind,
    UnitKind,
    WorkKind,
)


def _table(name: str, columns: str, optional: str = "", spared: tuple[str, ...] | None = None) -> Table:
    return Table(name, ("id",), tuple(columns.split()), tuple(optional.split()), spared)


UNITS = _table(
    "units.csv",
    "id side name count years class attack_cost indirect_cost move_cost move_type red_fp blue_fp front_def flank_def "
    "def_color range_min range bonus_wheel bonus_track flags vp basis source",
    "slug",
    spared=("basis", "source"),
)
CARDS = _table(
    "cards.csv",
    "id family name copies kind cost cost_color icons side red_fp blue_fp range defense effect basis note",
    "plays",
    spared=("icons", "red_fp", "blue_fp", "range", "defense", "basis", "note"),
)
MARKERS = _table(
    "hit_markers.csv",
    "id pile name copies rally attack_cost move_cost red_fp blue_fp range front_def flank_def special basis reason",
)
WORKS = _table(
    "fortifications.csv",
    "id name kind copies front_bonus flank_bonus destroy_dr occupants facing hit_number basis note",
)
OVERLAYS = _table("overlays.csv", "id name kind copies hexes note", spared=("note",))
TERRAIN = _table(
    "terrain.csv",
    "id name kind foot wheeled tracked safe_on bonus defence blocks_los cover basis source",
)
MISSIONS = "missions.yaml"

TABLES = (
    UNITS,
    CARDS,
    MARKERS,
    WORKS,
    OVERLAYS,
    TERRAIN,
    map_data.MAPS,
    map_data.SEAMS,
    map_data.ROADS,
    map_data.HEXSIDES,
)
PACK_FILES = (*(table.name for table in TABLES), MISSIONS)

MARKER_AMOUNTS = ("attack_cost", "move_cost", "red_fp", "blue_fp")  # `no` bars the figure altogether

_SLUG = re.compile(r"(?=.*[a-z]{2})[a-z0-9][a-z0-9.-]*")
_COST = re.compile(r"(\d+)(!?)|(1d6)|no")
_TILE_HEX = re.compile(r"(-?\d+),(-?\d+):(-?\d+):(\w+)")


class Title:
    """The box of one title. Nothing is read before it is asked for."""

    def __init__(self, folder: Path, packs: tuple[Path, ...] = ()) -> None:
        self.folder = folder
        self.packs = packs
        self._boards: dict[str, Board] = {}
        for pack in packs:
            _check_pack(pack)

    def rows(self, table: Table) -> list[Row]:
        """The rows of one file with the packs laid over it."""
        return table.read(self.folder, self.packs)

    @cached_property
    def units(self) -> dict[str, UnitKind]:
        """Unit types by id."""
        return by_id(self.rows(UNITS), _unit)

    @cached_property
    def cards(self) -> dict[str, CardKind]:
        """Cards by printed number."""
        return by_id(self.rows(CARDS), _card)

    @cached_property
    def modelled_cards(self) -> dict[str, str]:
        """The cards of packs, each with the printed card it is played like."""
        return {card: kind.plays for card, kind in self.cards.items() if kind.plays}

    @cached_property
    def markers(self) -> dict[str, MarkerKind]:
        """Hit Markers by id."""
        return by_id(self.rows(MARKERS), _marker)

    @cached_property
    def works(self) -> dict[str, WorkKind]:
        """Fortifications and Obstacles by id."""
        return by_id(self.rows(WORKS), _work)

    @cached_property
    def overlays(self) -> dict[str, OverlayKind]:
        """Overlay tiles by id; a title may have none."""
        return by_id(self.rows(OVERLAYS), _overlay) if (self.folder / OVERLAYS.name).exists() else {}

    @cached_property
    def terrain(self) -> dict[str, TerrainKind]:
        """Rows of the movement and terrain tables by id; a title may have none."""
        return by_id(self.rows(TERRAIN), _terrain) if (self.folder / TERRAIN.name).exists() else {}

    @cached_property
    def sheets(self) -> dict[str, Sheet]:
        """Printed maps by number."""
        tables = map_data.MAPS, map_data.SEAMS, map_data.ROADS, map_data.HEXSIDES
        maps, seams, roads, hexsides = map(self.rows, tables)
        return map_data.sheets(maps, seams, roads, hexsides)

    @cached_property
    def mission_file(self) -> mission_file.MissionFile:
        """The mission file as it stands, packs laid over it."""
        return mission_file.MissionFile(self.folder / MISSIONS, [pack / MISSIONS for pack in self.packs])

    @property
    def key(self) -> str:
        """The short key of the game."""
        return self.mission_file.game

    @property
    def mission_keys(self) -> tuple[str, ...]:
        """Keys of the missions, in the order of the file."""
        return self.mission_file.keys

    def mission(self, name: str) -> Mission:
        """A mission by its key (sos/courier), its short name (courier) or its id (sos-01)."""
        return self.mission_file.mission(name)

    @property
    def missions(self) -> tuple[Mission, ...]:
        """Every mission."""
        return tuple(self.mission(key) for key in self.mission_keys)

    def board_for(self, mission: Mission) -> Board:
        """The table as a mission lays it out; the same object for every game of that mission."""
        board = self._boards.get(mission.key)
        if board is None:
            self._know_maps(mission)
            board = self._boards[mission.key] = map_data.board_of(self.key, mission, self.sheets, self.overlays)
        return board

    def _know_maps(self, mission: Mission) -> None:
        for wanted in [str(laid.map) for laid in mission.maps]:
            if wanted not in self.sheets:
                raise BalkaError(f"{mission.id}: there is no map {wanted}", f"maps are {', '.join(self.sheets)}")
        for tile in [laid.id for laid in mission.overlays]:
            if tile not in self.overlays:
                raise BalkaError(f"{mission.id}: there is no overlay {tile}", f"tiles are {', '.join(self.overlays)}")

    def zone(self, mission: Mission, name: str) -> int:
        """The hexes of a mission's zone on its board, as a bitmask."""
        return map_data.zone_mask(self.board_for(mission), mission, name)

    def entry(self, mission: Mission, entry: str | Iterable[str]) -> int:
        """The hexes where reinforcements may enter, as a bitmask."""
        return map_data.entry_mask(self.board_for(mission), mission, entry)

    def counter_ids(self, unit: str) -> tuple[str, ...]:
        """Names of all counters of a unit type in the box."""
        return self.units[unit].counter_ids()

    @cached_property
    def unit_of_counter(self) -> dict[str, UnitKind]:
        """The unit type of every counter in the box."""
        return {counter: kind for kind in self.units.values() for counter in kind.counter_ids()}


@lru_cache(maxsize=16)
def load_title(folder: Path, packs: tuple[Path, ...] = ()) -> Title:
    """The title kept in a folder, with data packs laid over it, later ones on top."""
    return Title(folder, packs)


def _check_pack(pack: Path) -> None:
    if not pack.is_dir():
        raise BalkaError(f"no data pack folder {str(pack)!r}")
    strange = sorted(path.name for path in pack.iterdir() if path.suffix in (".csv", ".yaml", ".yml"))
    for name in strange:
        if name not in PACK_FILES:
            raise BalkaError(f"pack {pack.name}: no game file is called {name}", f"files are {', '.join(PACK_FILES)}")


def _unit(row: Row) -> UnitKind:
    return UnitKind(
        row["id"],
        _slug(row),
        row.one_of("side", SIDES),
        row.filled("name"),
        row.within("count", 1, 99),
        row["years"],
        row.one_of("class", UNIT_CLASSES),
        row.number_or_none("attack_cost"),
        row.number_or_none("indirect_cost"),
        row.within("move_cost", 0, 99),
        cast(MoveType, row.one_of("move_type", ("foot", "wheeled", "tracked"))),
        row.number_or_none("red_fp"),
        row.number_or_none("blue_fp"),
        row.within("front_def", 0, 99),
        row.within("flank_def", 0, 99),
        cast(Color, row.one_of("def_color", ("red", "blue"))),
        row.within("range_min", 0, 99),
        row.within("range", 0, 99),
        row.number("bonus_wheel"),
        row.number("bonus_track"),
        row.some_of("flags", UNIT_FLAGS),
        row.number("vp"),
        row.filled("basis"),
        row["source"],
    )


def _slug(row: Row) -> str:
    slug = row["slug"] or row["id"].replace("_", "-")
    if not _SLUG.fullmatch(slug):
        raise row.error(
            "slug", f"{slug!r} cannot name counters", "small letters, digits, dots and dashes, two letters together"
        )
    return slug


def _card(row: Row) -> CardKind:
    return CardKind(
        row["id"],
        row.filled("family"),
        row.filled("name"),
        row.within("copies", 1, 99),
        row.one_of("kind", CARD_KINDS),
        row.within("cost", 0, 99),
        row.one_of("cost_color", CARD_COLORS),
        row.some_of("icons", CARD_ICONS),
        row.one_of("side", (*SIDES, "both")),
        row.number_or_none("red_fp"),
        row.number_or_none("blue_fp"),
        row.number_or_none("range"),
        row.number_or_none("defense"),
        row.filled("effect"),
        row.filled("basis"),
        row["note"],
        row["plays"],
    )


def _marker(row: Row) -> MarkerKind:
    barred = frozenset(name for name in MARKER_AMOUNTS if row[name] == "no")
    attack, move, red, blue = (0 if name in barred else row.number_or_none(name) or 0 for name in MARKER_AMOUNTS)
    rally = row["rally"]
    return MarkerKind(
        row["id"],
        row.filled("pile"),
        row.filled("name"),
        row.number("copies"),
        None if rally in ("no", "never") else row.number("rally"),
        "no" if rally == "no" else "never" if rally == "never" else "rally",
        attack,
        move,
        red,
        blue,
        row.number_or_none("range"),
        row.number_or_none("front_def") or 0,
        row.number_or_none("flank_def") or 0,
        barred,
        frozenset(row.words("special")),
        row.filled("basis"),
        row["reason"],
    )


def _work(row: Row) -> WorkKind:
    return WorkKind(
        row["id"],
        row.filled("name"),
        cast(Literal["fortification", "obstacle"], row.one_of("kind", ("fortification", "obstacle"))),
        row.number("copies"),
        row.number_or_none("front_bonus") or 0,
        row.number_or_none("flank_bonus") or 0,
        row.number_or_none("destroy_dr"),
        frozenset(row.words("occupants")),
        row.one_of("facing", ("yes", "no")) == "yes",
        row.number_or_none("hit_number"),
        row.filled("basis"),
        row["note"],
    )


def _terrain(row: Row) -> TerrainKind:
    costs = {way: _cost(row, way) for way in get_args(MoveType)}
    return TerrainKind(
        row["id"],
        row.filled("name"),
        row.one_of("kind", TERRAIN_KINDS),
        {way: int(found[1] or 0) for way, found in costs.items() if found[0] != "no"},
        frozenset(way for way, found in costs.items() if found[3]),
        {way: row.number("safe_on") for way, found in costs.items() if found[2]},
        row.some_of("bonus", BONUS_SYMBOLS),
        row.number_or_none("defence") or 0,
        row.one_of("blocks_los", ("yes", "no")) == "yes",
        row.one_of("cover", ("yes", "no")) == "yes",
        row.filled("basis"),
        row["source"],
    )


def _cost(row: Row, column: str) -> re.Match[str]:
    """A cell of a movement table: APs, with ! where a roll may leave the unit stuck, 1d6, or no entry at all."""
    found = _COST.fullmatch(row[column])
    if not found:
        raise row.error(column, f"{row[column]!r} is no movement cost", "write 1, 3!, 1d6 or no")
    return found


def _overlay(row: Row) -> OverlayKind:
    hexes = tuple(_tile_hex(row, text) for text in row.words("hexes"))
    return OverlayKind(row["id"], row.filled("name"), row.filled("kind"), row.number("copies"), hexes, row["note"])


def _tile_hex(row: Row, text: str) -> tuple[tuple[int, int], int, str]:
    found = _TILE_HEX.fullmatch(text)
    if not found or found[4] not in TERRAINS:
        raise row.error("hexes", f"{text!r} is no hex of a tile", "write q,r:level:terrain such as 1,-1:2:open")
    return (int(found[1]), int(found[2])), int(found[3]), found[4]
