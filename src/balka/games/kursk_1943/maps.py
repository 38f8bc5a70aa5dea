"""The map from its tables: a sheet, a part of it, or both printed sheets joined. [1.1, joined scenarios]"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from balka.core.boards import Board, Cell, Hexside, Place, Road, RoadEnd
from balka.core.errors import BalkaError
from balka.core.hexes import Grid
from balka.core.packs import Packs
from balka.core.packs.tables import Row
from balka.games.kursk_1943.sheets import printed_sheet, rows

GRID = Grid("flat", 1)  # odd columns lie half a hex lower
BOTH = "north south"
JOIN = (32, 35)  # columns and rows by which the southern sheet is moved to lie under the northern one
ROADS = ("main", "secondary", "rail")
SPAN = re.compile(r"\d{4}(-\d{4})?")
SIDES = ("river", "doniec", "bridge", "fortified")


@cache
def hex_rows(packs: Packs = ()) -> tuple[Row, ...]:
    return tuple(rows("hexes.csv", packs))


@cache
def line_rows(packs: Packs = ()) -> tuple[Row, ...]:
    return tuple(rows("lines.csv", packs))


@cache
def sheet_of(label: str, packs: Packs = ()) -> str:
    """The sheet a hex is on: a printed one by its number, another as its row says."""
    return printed_sheet(label) or _own_sheets(packs).get(label, "")


@cache
def _own_sheets(packs: Packs) -> dict[str, str]:
    return {row["hex"]: row["sheet"] for row in hex_rows(packs) if not printed_sheet(row["hex"])}


def known_sheets(packs: Packs = ()) -> tuple[str, ...]:
    """What a scenario may be played on: a sheet, or the two printed ones joined."""
    return ("north", "south", BOTH, *sorted(set(_own_sheets(packs).values())))


def place_of(label: str, joined: bool) -> tuple[int, int]:  # noqa: FBT001
    """Column and row; on the joined map the southern sheet lies below the northern one."""
    col, row = int(label[:2]), int(label[2:])
    return (col - JOIN[0], row + JOIN[1]) if joined and printed_sheet(label) == "south" else (col, row)


@cache
def board(key: str, sheets: str, crop: tuple[str, str] | None = None, packs: Packs = ()) -> Board:
    """One sheet, both joined, or the part of a sheet between two corner hexes."""
    wanted = BOTH.split() if sheets == BOTH else [sheets]
    inside = [row for row in hex_rows(packs) if sheet_of(row["hex"], packs) in wanted and _in_crop(row["hex"], crop)]
    cells = tuple(_cell(row, len(wanted) > 1) for row in inside)
    index = {cell.label: n for n, cell in enumerate(cells)}
    lines = [line for line in line_rows(packs) if line["a"] in index and line["b"] in index]
    links = tuple(_roads(lines, index)) + (tuple(_joining(index)) if len(wanted) > 1 else ())
    return Board(f"kursk-{key}", GRID, cells, links, tuple(_exits(index, links, packs)), tuple(_sides(lines, index)),
                 tuple(_places(inside, index, lines)))  # fmt: skip


def _in_crop(label: str, crop: tuple[str, str] | None) -> bool:
    if crop is None:
        return True
    (west, north), (east, south) = ((int(corner[:2]), int(corner[2:])) for corner in crop)
    return west <= int(label[:2]) <= east and north <= int(label[2:]) <= south


def _cell(row: Mapping[str, str], joined: bool) -> Cell:  # noqa: FBT001
    col, line = place_of(row["hex"], joined)
    return Cell(row["hex"], col, line, row["terrain"], name=row["town"] or None)


def _roads(lines: Iterable[Mapping[str, str]], index: Mapping[str, int]) -> Iterator[Road]:
    for line in lines:
        if line["kind"] in ROADS:
            yield Road(index[line["a"]], index[line["b"]], line["kind"])


def _joining(index: Mapping[str, int]) -> Iterator[Road]:
    """The roads that run on from sheet to sheet."""
    yield Road(index["1134"], index["4300"], "main")
    yield Road(index["2034"], index["5200"], "secondary")


def _sides(lines: Iterable[Mapping[str, str]], index: Mapping[str, int]) -> Iterator[Hexside]:
    for line in lines:
        if line["kind"] in SIDES:
            a, b = index[line["a"]], index[line["b"]]
            yield Hexside(a, b, line["kind"], a if line["kind"] == "fortified" else None)


def _exits(index: Mapping[str, int], links: Iterable[Road], packs: Packs) -> Iterator[RoadEnd]:
    """Roads that leave the map."""
    main = {h for road in links if road.kind == "main" for h in (road.a, road.b)}
    for row in exit_rows(packs):
        if row["hex"] in index:
            h = index[row["hex"]]
            yield RoadEnd(h, GRID.side(row["side"]), "main" if h in main else "secondary")


@cache
def exit_rows(packs: Packs = ()) -> tuple[Row, ...]:
    return tuple(rows("exits.csv", packs))


def _places(
    inside: Iterable[Mapping[str, str]], index: Mapping[str, int], lines: Sequence[Mapping[str, str]]
) -> Iterator[Place]:
    named: dict[str, str] = {}
    for row in inside:
        if row["town"] and named.setdefault(row["town"], row["hex"]) == row["hex"]:
            yield Place(row["town"], index[row["hex"]], row["terrain"])
    for name in sorted({line["name"] for line in lines if line["kind"] in ("river", "doniec")}):
        course = [line["a"] for line in lines if line["name"] == name]
        yield Place(name, index[course[len(course) // 2]], "water")


def towns(on: Board) -> dict[str, tuple[int, ...]]:
    """The hexes of each named town."""
    towns: dict[str, tuple[int, ...]] = {}
    for h, cell in enumerate(on.cells):
        if cell.name:
            towns[cell.name] = (*towns.get(cell.name, ()), h)
    return towns


def river(on: Board, name: str, packs: Packs = ()) -> list[tuple[int, int]]:
    """The hexsides of a named river on a board."""
    known = set(on.labels)
    return [
        (min(pair), max(pair))
        for line in line_rows(packs)
        if line["name"] == name and line["kind"] in ("river", "doniec") and line["a"] in known and line["b"] in known
        for pair in [(on.hex(line["a"]), on.hex(line["b"]))]
    ]


def span(on: Board, text: str) -> tuple[int, ...]:
    """Hexes along a column or row: `0100-3100`, several after a blank, or single hexes."""
    hexes: list[int] = []
    for part in text.split():
        if not SPAN.fullmatch(part):
            raise BalkaError(f"{part!r} is no span of hexes", "for example 0927 or 0100-3100")
        first, _, last = part.partition("-")
        hexes += [on.hex(label) for label in _between(first, last or first) if label in on.labels]
    if not hexes:
        raise BalkaError(f"no hex of this map lies in {text!r}")
    return tuple(dict.fromkeys(hexes))


def _between(first: str, last: str) -> list[str]:
    cols = range(int(first[:2]), int(last[:2]) + 1)
    lines = range(int(first[2:]), int(last[2:]) + 1)
    return [f"{col:02}{row:02}" for col in cols for row in lines]
