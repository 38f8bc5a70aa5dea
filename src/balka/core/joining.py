"""Printed map sheets laid side by side, turned if wanted, their half hexes joined into full ones, tiles laid on top."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from balka.core.boards import NO_HEX, Board, Cell, Hexside, Road, RoadEnd
from balka.core.hexes import Axial, Grid, opposite, turned

Spot = tuple[int, int]


class SheetHex(msgspec.Struct, frozen=True):
    """One hex printed on a sheet; a half hex is on its edge and in play only where another half meets it."""

    label: str
    col: int
    row: int
    terrain: str = "open"
    elevation: int = 0
    half: bool = False
    road: bool = False
    road_sides: tuple[int, ...] = ()


class Sheet(msgspec.Struct, frozen=True):
    """A printed map: its hexes, and the features on hexsides as (label, label, kind).

    `pitch` is how many columns and rows further the next sheet begins, both even, so that the grid runs on.
    """

    key: str
    hexes: tuple[SheetHex, ...]
    features: tuple[tuple[str, str, str], ...] = ()
    pitch: tuple[int, int] = (18, 12)


class Placement(msgspec.Struct, frozen=True):
    """A sheet on the table: `at` boards east and south of the first place, perhaps turned by half a circle."""

    sheet: Sheet
    at: tuple[int, int] = (0, 0)
    rotated: bool = False


class Tile(msgspec.Struct, frozen=True):
    """An overlay on the table: the anchor's label, sixths of a turn clockwise, and (offset, level, terrain) a hex."""

    anchor: str
    turn: int
    hexes: tuple[tuple[Axial, int, str], ...]


class _Printed(msgspec.Struct, frozen=True):
    """A printed hex at its place on the table."""

    spot: Spot
    name: str
    hex: SheetHex
    sides: tuple[int, ...]


def join(key: str, grid: Grid, placements: Sequence[Placement], tiles: Iterable[Tile] = ()) -> Board:
    """One board of several sheets. [sos-4.0-b, 4.0-c]

    Of two half hexes that meet, the sheet listed first gives terrain, level and the label shown; the other label
    names the hex as well. On a single sheet labels are shown without the sheet's number but found with it too.
    """
    alone = len(placements) == 1
    by_spot: dict[Spot, list[_Printed]] = {}
    for placement in placements:
        for printed in _laid(grid, placement):
            by_spot.setdefault(printed.spot, []).append(printed)
    _refuse_overlap(by_spot)
    spots = sorted(by_spot)
    full = [spot for spot in spots if _is_full(by_spot[spot])]
    halves = [spot for spot in spots if not _is_full(by_spot[spot])]
    bare = Board(key, grid, tuple(_cell(by_spot[spot], alone) for spot in full))
    return Board(
        key,
        grid,
        _with_tiles(bare, tiles),
        tuple(_links(bare, _road_sides(bare, [by_spot[spot] for spot in full]))),
        tuple(_ends(bare, [by_spot[spot] for spot in full])),
        tuple(_features(bare, placements)),
        halves=tuple(_cell(by_spot[spot], alone) for spot in halves),
    )


def _laid(grid: Grid, placement: Placement) -> Iterator[_Printed]:
    sheet, turn = placement.sheet, 3 if placement.rotated else 0
    for printed in sheet.hexes:
        col, row = _rotated(grid, sheet, printed) if placement.rotated else (printed.col, printed.row)
        spot = col + placement.at[0] * sheet.pitch[0], row + placement.at[1] * sheet.pitch[1]
        sides = tuple((side + turn) % 6 for side in printed.road_sides)
        yield _Printed(spot, f"{sheet.key}-{printed.label}", printed, sides)


def _rotated(grid: Grid, sheet: Sheet, printed: SheetHex) -> Spot:
    """Place of a hex on its sheet after half a turn about the middle of the sheet."""
    width, height = sheet.pitch
    across, down = grid.doubled(printed.col, printed.row)
    if grid.orientation == "flat":
        col, doubled = width - across, 2 * height - down
        return col, (doubled - grid.odd_shift * (col & 1)) // 2
    row, doubled = height - down, 2 * width - across
    return (doubled - grid.odd_shift * (row & 1)) // 2, row


def _is_full(there: list[_Printed]) -> bool:
    return len(there) == 2 or not there[0].hex.half


def _refuse_overlap(by_spot: Mapping[Spot, list[_Printed]]) -> None:
    for there in by_spot.values():
        if len(there) > 1 and not all(printed.hex.half for printed in there):
            names = " and ".join(printed.name for printed in there)
            raise ValueError(f"two sheets lie on one another: {names}")


def _cell(there: list[_Printed], alone: bool) -> Cell:  # noqa: FBT001
    first = there[0]
    label = first.hex.label if alone else first.name
    aliases = (first.name,) if alone else tuple(printed.name for printed in there[1:])
    return Cell(label, *first.spot, first.hex.terrain, first.hex.elevation, aliases)


def _road_sides(board: Board, places: list[list[_Printed]]) -> list[set[int]]:
    """Sides by which roads leave each hex; a seam with road on both halves takes up every road that leads to it."""
    sides = [set(there[0].sides) for there in places]
    for h, there in enumerate(places):
        if len(there) == 2 and all(printed.hex.road for printed in there):
            around = enumerate(board.neighbours[h])
            sides[h] = {side for side, n in around if n != NO_HEX and opposite(side) in sides[n]}
    return sides


def _links(board: Board, sides: list[set[int]]) -> Iterator[Road]:
    """Two hexes are joined by road if each lists the side towards the other."""
    for h, leaving in enumerate(sides):
        for side in sorted(leaving):
            other = board.neighbours[h][side]
            if other > h and opposite(side) in sides[other]:
                yield Road(h, other)


def _ends(board: Board, places: list[list[_Printed]]) -> Iterator[RoadEnd]:
    for h, there in enumerate(places):
        for side in there[0].sides:
            if board.neighbours[h][side] == NO_HEX:
                yield RoadEnd(h, side)


def _features(board: Board, placements: Sequence[Placement]) -> Iterator[Hexside]:
    for placement in placements:
        name = placement.sheet.key
        for a, b, kind in placement.sheet.features:
            yield Hexside(board.hex(f"{name}-{a}"), board.hex(f"{name}-{b}"), kind)


def _with_tiles(board: Board, tiles: Iterable[Tile]) -> tuple[Cell, ...]:
    cells = list(board.cells)
    for tile in tiles:
        for h, level, terrain in covered(board, tile):
            cells[h] = msgspec.structs.replace(cells[h], elevation=level, terrain=terrain)
    return tuple(cells)


def covered(board: Board, tile: Tile) -> Iterator[tuple[int, int, str]]:
    """Hexes a tile lies on, each with its new level and terrain."""
    q, r = board.axial[board.hex(tile.anchor)]
    for offset, level, terrain in tile.hexes:
        dq, dr = turned(offset, tile.turn)
        h = board.by_axial.get((q + dq, r + dr), NO_HEX)
        if h == NO_HEX:
            raise ValueError(f"the tile at {tile.anchor} sticks out over the edge of the map")
        yield h, level, terrain
