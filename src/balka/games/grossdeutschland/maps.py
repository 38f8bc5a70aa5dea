"""The maps, read from their files. [2.1]"""

from __future__ import annotations

from functools import cache

from msgspec import structs

from balka.core.boards import Board, Cell, Hexside, Place, Road
from balka.core.errors import BalkaError
from balka.core.hexes import Grid
from balka.core.packs import Packs
from balka.core.packs.tables import Row
from balka.games.grossdeutschland.sheets import LAYOUT, MAPS, rows

WIDEST = 47  # first index of a label, 01 to 47 on every map
TOWNS = ("city", "downtown", "town", "village", "hamlet", "farm")


def part(name: str, what: str, packs: Packs) -> list[Row]:
    """One of a map's four files: hexes, hexsides, roads, entry."""
    return rows(MAPS[what], packs, name)


def is_upright(name: str, packs: Packs) -> bool:
    """Is the map drawn with columns of hexes and north at high second numbers, or with rows and north at high first?"""
    return {row["map"]: row["layout"] for row in rows(LAYOUT, packs)}[name] == "columns"


def _cell(row: Row, top: int | None) -> Cell:
    """A hex where its label says: `top` is the highest second number of an upright map."""
    first, second = int(row["hex"][:2]), int(row["hex"][2:])
    col, line = (WIDEST - first, top - second) if top is not None else (second, WIDEST - first)
    return Cell(row["hex"], col, line, row["terrain"], 0, (), row["name"] or None)


def _from_corner(cells: list[Cell]) -> tuple[Cell, ...]:
    """The same hexes counted from the upper left corner; an even shift keeps the lattice as it is."""
    left, top = min(cell.col for cell in cells) // 2 * 2, min(cell.row for cell in cells) // 2 * 2
    return tuple(structs.replace(cell, col=cell.col - left, row=cell.row - top) for cell in cells)


def _inside(label: str, crop: str) -> bool:
    """Is a hex in the part of the map that is used? `2005-2916` gives two corners."""
    if not crop:
        return True
    low, _, high = crop.partition("-")
    return low[:2] <= label[:2] <= high[:2] and low[2:] <= label[2:] <= high[2:]


@cache
def board(name: str, crop: str = "", packs: Packs = ()) -> Board:
    """A map, or a part of it."""
    hexes = [row for row in part(name, "hexes", packs) if _inside(row["hex"], crop)]
    if not hexes:
        raise BalkaError(f"no hex of the map lies in {crop!r}", "two corners, such as 2005-2916")
    upright = is_upright(name, packs)
    top = max(int(row["hex"][2:]) for row in hexes) if upright else None
    cells = _from_corner([_cell(row, top) for row in hexes])
    index = {cell.label: h for h, cell in enumerate(cells)}
    key, grid = f"gd-{name}" + (f"-{crop}" if crop else ""), Grid("flat", 1) if upright else Grid("pointy", -1)
    return Board(
        key, grid, cells, _roads(name, index, packs), (),
        _hexsides(name, index, packs), _places(hexes, index),
    )  # fmt: skip


def _roads(name: str, index: dict[str, int], packs: Packs) -> tuple[Road, ...]:
    pairs = [(row["hex_a"], row["hex_b"], row["kind"]) for row in part(name, "roads", packs)]
    return tuple(Road(index[a], index[b], kind) for a, b, kind in pairs if a in index and b in index)


def _hexsides(name: str, index: dict[str, int], packs: Packs) -> tuple[Hexside, ...]:
    pairs = [(row["hex_a"], row["hex_b"], row["kind"]) for row in part(name, "hexsides", packs)]
    return tuple(Hexside(index[a], index[b], kind) for a, b, kind in pairs if a in index and b in index)


def _places(hexes: list[Row], index: dict[str, int]) -> tuple[Place, ...]:
    """Each name is written once, at its first hex."""
    found: dict[str, Place] = {}
    for row in hexes:
        if row["name"] and row["name"] not in found:
            size = {"city": "city", "downtown": "city", "town": "town"}.get(row["terrain"], "village")
            found[row["name"]] = Place(row["name"], index[row["hex"]], size)
    return tuple(found.values())


def regions(name: str, packs: Packs = ()) -> dict[str, tuple[str, ...]]:
    """Hexes by the words in their notes, such as north_of_pena_river."""
    found: dict[str, list[str]] = {}
    for row in part(name, "hexes", packs):
        for word in filter(None, (part.strip() for part in row["notes"].split(";"))):
            found.setdefault(word, []).append(row["hex"])
    return {word: tuple(labels) for word, labels in found.items()}


def named(name: str, packs: Packs = ()) -> dict[str, tuple[str, ...]]:
    """Hexes by the place they belong to."""
    found: dict[str, list[str]] = {}
    for row in part(name, "hexes", packs):
        if row["name"]:
            found.setdefault(row["name"], []).append(row["hex"])
    return {place: tuple(labels) for place, labels in found.items()}


def entries(name: str, packs: Packs = ()) -> dict[str, tuple[str, ...]]:
    """Entry hexes by their letter."""
    return {row["entry"]: tuple(row["hexes"].split()) for row in part(name, "entry", packs)}
