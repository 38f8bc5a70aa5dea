"""A board as text: every hex on a line of its own column, its label, ground and who stands there."""

from __future__ import annotations

from collections.abc import Iterable

from balka.core.scene.board import Board, Hex, Hexside, Road
from balka.core.scene.counters import Counter, Stack

WIDTH = {"flat": 5, "pointy": 5}  # between neighbouring columns; hexes of one line are two apart
STEP = {"flat": (1.5, 0.866), "pointy": (0.866, 1.5)}
WIDE = 24  # columns that fit a screen


class TextMap:
    """Draws a board and speaks of its hexes, from what the browser gets."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.hexes = {cell.id: cell for cell in board.hexes if not cell.half}
        self.letters = letters({cell.terrain for cell in self.hexes.values()})
        self._upper = {key.upper(): key for key in self.hexes}

    def find(self, label: str) -> str | None:
        """The label as it is printed."""
        return self._upper.get(label.upper())

    @property
    def is_wide(self) -> bool:
        columns = [cell.col for cell in self.hexes.values()]
        return max(columns) - min(columns) >= WIDE

    def draw(self, stacks: list[Stack], centre: str | None = None, reach: int = 6) -> str:
        """The map, or the part of it around a hex."""
        marks = {stack.place.id: mark(stack.counters) for stack in stacks if stack.place.kind == "hex"}
        shown = [cell for cell in self.hexes.values() if centre is None or self._near(cell, self.hexes[centre], reach)]
        rows: dict[int, dict[int, str]] = {}
        for cell in shown:
            across, down = self._cell(cell)
            rows.setdefault(down, {})[across] = f"{cell.id}{self.letters[cell.terrain]}{marks.get(cell.id, '')}"
        left = min(across for row in rows.values() for across in row)
        lines = [self._line(rows[down], left) for down in sorted(rows)]
        return "\n".join([*lines, self._legend(shown)])

    def _cell(self, cell: Hex) -> tuple[int, int]:
        across, down = STEP[self.board.grid]
        return round(cell.x / across), round(cell.y / down)

    def _near(self, cell: Hex, centre: Hex, reach: int) -> bool:
        return abs(cell.col - centre.col) <= reach and abs(cell.row - centre.row) <= reach

    def _line(self, row: dict[int, str], left: int) -> str:
        line = ""
        for across, text in sorted(row.items()):
            line = line.ljust((across - left) * WIDTH[self.board.grid]) + text + " "
        return line.rstrip()

    def _legend(self, shown: Iterable[Hex]) -> str:
        kinds = sorted({cell.terrain for cell in shown})
        ground = ", ".join(f"{self.letters[kind]} {kind.replace('_', ' ')}" for kind in kinds)
        return f"Ground: {ground}. After it: side and number of counters."

    def describe(self, label: str) -> list[str]:
        """A hex in words: ground, level, roads and sides."""
        cell = self.hexes[label]
        level = f", level {cell.elevation}" if cell.elevation else ""
        name = f" ({cell.name})" if cell.name else ""
        lines = [f"{label}{name}: {cell.terrain.replace('_', ' ')}{level}."]
        links = [road for road in self.board.roads if _on(road, label)]
        edges = [side for side in self.board.hexsides if _on(side, label)]
        roads = [f"{road.kind} to {_other(road, label)}" for road in links]
        sides = [f"{side.kind.replace('_', ' ')} towards {_other(side, label)}" for side in edges]
        lines += [f"Roads: {', '.join(roads)}."] if roads else []
        lines += [f"Sides: {', '.join(sides)}."] if sides else []
        return [*lines, f"Next to it: {', '.join(self.neighbours(label))}."]

    def neighbours(self, label: str) -> list[str]:
        """The hexes around, each with the side it lies at, clockwise."""
        names = SIDES[self.board.grid]
        cell = self.hexes[label]
        around = {
            round((_angle(cell, other) - names[0][0]) % 360): other.id
            for other in self.hexes.values()
            if other is not cell and (other.x - cell.x) ** 2 + (other.y - cell.y) ** 2 < 3.5
        }
        first = names[0][0]
        return [f"{name} {around[round((angle - first) % 360)]}" for angle, name in names
                if round((angle - first) % 360) in around]  # fmt: skip


SIDES = {
    "flat": ((0, "N"), (60, "NE"), (120, "SE"), (180, "S"), (240, "SW"), (300, "NW")),
    "pointy": ((30, "NE"), (90, "E"), (150, "SE"), (210, "SW"), (270, "W"), (330, "NW")),
}


def _angle(cell: Hex, other: Hex) -> float:
    """The direction from one hex to its neighbour, clockwise from north, to the nearest 30 degrees."""
    from math import atan2, degrees

    return round(degrees(atan2(other.x - cell.x, cell.y - other.y)) / 30) * 30


def _on(link: Road | Hexside, label: str) -> bool:
    return label in (link.a, link.b)


def _other(link: Road | Hexside, label: str) -> str:
    return link.b if link.a == label else link.a


def letters(kinds: Iterable[str]) -> dict[str, str]:
    """One small letter for each kind of ground, open ground a point."""
    found: dict[str, str] = {}
    for kind in sorted(kinds):
        free = [letter for letter in kind + "abcdefghijklmnopqrstuvwxyz" if letter not in found.values()]
        found[kind] = "." if kind in ("open", "clear") else next(letter for letter in free if letter.isalpha())
    return found


def mark(counters: list[Counter]) -> str:
    """Who stands in a hex: the side's first letter and how many."""
    sides: dict[str, int] = {}
    for counter in counters:
        letter = (counter.side or counter.style)[0].upper()
        sides[letter] = sides.get(letter, 0) + 1
    return "".join(f"{letter}{count}" for letter, count in sides.items())
