"""The printed maps of a title, and zones named by their labels."""

import re
from collections.abc import Iterable, Sequence

from balka.core.boards import Board
from balka.core.hexes import Grid, mask_of
from balka.core.joining import Placement, Sheet, SheetHex, Tile, join
from balka.core.packs.tables import Row, Table
from balka.systems.heroes.data.mission_data import Area, Mission
from balka.systems.heroes.kinds import HEXSIDE_KINDS, TERRAINS, OverlayKind

GRID = Grid("flat", -1)

_GROUND = ("hex_3e", "terrain", "elevation", "road")
MAPS = Table("maps.csv", ("map", "hex"), ("map", "hex", *_GROUND), spared=())
SEAMS = Table("seams.csv", ("map", "half_hex"), ("map", "half_hex", *_GROUND), spared=())
ROADS = Table("roads.csv", ("map", "hex"), ("map", "hex", "sides", "board_edge"), spared=())
_SIDE = ("map", "kind", "hex_a", "side")
HEXSIDES = Table("hexsides.csv", _SIDE, (*_SIDE, "hex_b"), spared=())

_PLACE = re.compile(r"([A-Z])(\d\d)")
_LABEL = re.compile(r"(\d+)-([A-Z])(\d\d)")


def sheets(
    maps: Sequence[Row], seams: Sequence[Row], roads: Sequence[Row], hexsides: Sequence[Row]
) -> dict[str, Sheet]:
    """Every printed map by its number: a hex has one terrain and one level.

    [4.8-a, 12.0-b, 12.1-b, 12.2-a, b, atb 4.0-b, c, e, f, atb 11.0-a, b]
    """
    road_sides = {(row["map"], row["hex"]): _sides(row) for row in roads}
    hexes: dict[str, list[SheetHex]] = {}
    for row, column in [*((row, "hex") for row in maps), *((row, "half_hex") for row in seams)]:
        hexes.setdefault(row["map"], []).append(_sheet_hex(row, column, road_sides))
    features: dict[str, list[tuple[str, str, str]]] = {}
    for row in hexsides:
        kind = row.one_of("kind", HEXSIDE_KINDS)
        features.setdefault(row["map"], []).append((row.filled("hex_a"), row.filled("hex_b"), kind))
    return {key: Sheet(key, tuple(found), tuple(features.get(key, ()))) for key, found in hexes.items()}


def _sides(row: Row) -> tuple[int, ...]:
    row.some_of("sides", GRID.sides)
    return tuple(GRID.side(name) for name in row.words("sides"))


def _sheet_hex(row: Row, column: str, road_sides: dict[tuple[str, str], tuple[int, ...]]) -> SheetHex:
    label, (col, place) = row.filled(column), _place(row)
    return SheetHex(
        label,
        col,
        place,
        row.one_of("terrain", TERRAINS),
        row.number("elevation"),
        column == "half_hex",
        row.one_of("road", ("0", "1")) == "1",
        road_sides.get((row["map"], label), ()),
    )


def _place(row: Row) -> tuple[int, int]:
    """Column and row of a hex, which its 3rd-edition label spells."""
    found = _PLACE.fullmatch(row["hex_3e"])
    if not found:
        raise row.error("hex_3e", f"{row['hex_3e']!r} is no label", "a column letter and two digits, such as J05")
    return ord(found[1]) - ord("A"), int(found[2])


def board_of(game: str, mission: Mission, printed: dict[str, Sheet], overlays: dict[str, OverlayKind]) -> Board:
    """The table as a mission lays it out: full hexes only, also those that two halves make.

    [4.0-a to c, atb 1.0-f, h]
    """
    return join(f"{game}-{mission.slug}", GRID, placements(mission, printed), tiles(mission, overlays))


def placements(mission: Mission, printed: dict[str, Sheet]) -> list[Placement]:
    """The mission's boards on the table."""
    return [Placement(printed[str(laid.map)], laid.at, laid.rotated) for laid in mission.maps]


def tiles(mission: Mission, overlays: dict[str, OverlayKind]) -> list[Tile]:
    """The mission's overlay tiles."""
    return [Tile(laid.at, laid.turn, overlays[laid.id].hexes) for laid in mission.overlays]


def zone_mask(board: Board, mission: Mission, name: str) -> int:
    """The hexes of a zone, as a bitmask."""
    mask = 0
    for area in mission.zones[name]:
        mask |= _area_mask(board, area)
    return mask


def entry_mask(board: Board, mission: Mission, entry: str | Iterable[str]) -> int:
    """The hexes where reinforcements may enter: those listed, or those of a zone."""
    return zone_mask(board, mission, entry) if isinstance(entry, str) else mask_of(board.hex(label) for label in entry)


def _area_mask(board: Board, area: Area) -> int:
    mask = mask_of(board.hex(label) for label in area.hexes)
    if area.of is not None and area.within is not None:
        mask |= board.within(board.hex(area.of), area.within)
    if area.cols and area.rows:
        mask |= mask_of(h for h in range(len(board)) if _in_block(board, h, area))
    return mask


def _in_block(board: Board, h: int, area: Area) -> bool:
    """Whether a label of the hex falls in the block. One edition letters columns, the other rows: a label has both."""
    assert area.cols and area.rows
    letters, numbers = (area.cols, area.rows) if isinstance(area.cols[0], str) else (area.rows, area.cols)
    for label in (board.cells[h].label, *board.cells[h].aliases):
        found = _LABEL.fullmatch(label)
        if found and int(found[1]) == area.map and str(letters[0]) <= found[2] <= str(letters[1]):
            return int(numbers[0]) <= int(found[3]) <= int(numbers[1])
    return False
