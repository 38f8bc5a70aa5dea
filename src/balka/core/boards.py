"""The immutable board: labels, terrain, neighbours, roads, hexsides, distances and arcs.

A hex is a small integer inside and a printed label at the edge. Everything derived is computed once, when it is
first asked for, and shared by every state of every game on that board.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Literal, Self

import msgspec

from balka.core.errors import BalkaError
from balka.core.hexes import STEPS, Axial, Grid, distance, mask_of, opposite, outside_wedge, straight
from balka.core.lattice import Lattice, mask_up_to
from balka.core.linking import HEX, marked
from balka.core.scene import board as drawn

NO_HEX = -1
FAR = 255  # no board reaches further


class UnknownHexError(BalkaError, ValueError):
    """A label that names no hex of this board; the message says which labels come near."""


class Cell(msgspec.Struct, frozen=True):
    """One hex as a builder gives it: where it lies, what it is called and what is in it."""

    label: str
    col: int
    row: int
    terrain: str = "open"
    elevation: int = 0
    aliases: tuple[str, ...] = ()
    name: str | None = None


class Road(msgspec.Struct, frozen=True):
    """A road, track or railway joining two neighbouring hexes."""

    a: int
    b: int
    kind: str = "track"


class RoadEnd(msgspec.Struct, frozen=True):
    """A road leaving the board through a side."""

    hex: int
    side: int
    kind: str = "track"


class Hexside(msgspec.Struct, frozen=True):
    """A feature on the side between two neighbours; `toward` is the hex it faces, if it faces one."""

    a: int
    b: int
    kind: str
    toward: int | None = None


class Place(msgspec.Struct, frozen=True):
    """A name written on the map."""

    name: str
    hex: int
    size: str = "village"


class Board(msgspec.Struct, frozen=True, dict=True, eq=False):
    """A map laid out for play. Hexes are 0..len(board)-1 in the order of `cells`."""

    key: str
    grid: Grid
    cells: tuple[Cell, ...]
    links: tuple[Road, ...] = ()
    road_ends: tuple[RoadEnd, ...] = ()
    features: tuple[Hexside, ...] = ()
    places: tuple[Place, ...] = ()
    halves: tuple[Cell, ...] = ()  # drawn, never in play

    def __len__(self) -> int:
        return len(self.cells)

    # Names

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The printed label of each hex."""
        return tuple(cell.label for cell in self.cells)

    @cached_property
    def linking(self) -> Self:
        """The board with labels that say which hex they name, for sentences with links."""
        cells = (msgspec.structs.replace(cell, label=marked(HEX, cell.label, cell.label)) for cell in self.cells)
        return msgspec.structs.replace(self, cells=tuple(cells))

    @cached_property
    def _index(self) -> dict[str, int]:
        index: dict[str, int] = {}
        for h, cell in enumerate(self.cells):
            for label in (cell.label, *cell.aliases):
                if index.setdefault(label.upper(), h) != h:
                    raise ValueError(f"board {self.key}: two hexes are called {label}")
        return index

    def hex(self, label: str) -> int:
        """The hex called by a printed label, capital letters or small."""
        found = self._index.get(label.upper())
        if found is None:
            raise self._unknown(label)
        return found

    def knows(self, label: str) -> bool:
        """Whether a hex is called so; cheaper than asking for it in vain."""
        return label.upper() in self._index

    def _unknown(self, label: str) -> UnknownHexError:
        wanted = label.upper()
        if any(wanted in (half.label.upper(), *map(str.upper, half.aliases)) for half in self.halves):
            return UnknownHexError(f"{label} is a half hex on the edge of the map", "half hexes there are out of play")
        from difflib import get_close_matches

        close = get_close_matches(wanted, self._index, n=4, cutoff=0.5)
        near = sorted({self.labels[self._index[name]] for name in close})
        like = f"labels look like {self.labels[0]}" if self.labels else "the map has no hexes"
        hint = f"did you mean {', '.join(near)}?" if near else like
        return UnknownHexError(f"no hex {label!r} on this map", hint)

    # What is in a hex

    @cached_property
    def terrain(self) -> tuple[str, ...]:
        """Terrain of each hex."""
        return tuple(cell.terrain for cell in self.cells)

    @cached_property
    def elevation(self) -> tuple[int, ...]:
        """Level of each hex."""
        return tuple(cell.elevation for cell in self.cells)

    @cached_property
    def everywhere(self) -> int:
        """All hexes, as a bitmask."""
        return (1 << len(self.cells)) - 1

    def of_terrain(self, *kinds: str) -> int:
        """Hexes of these terrains, as a bitmask."""
        return mask_of(h for h, terrain in enumerate(self.terrain) if terrain in kinds)

    # Lattice

    @cached_property
    def axial(self) -> tuple[Axial, ...]:
        """Axial coordinates of each hex."""
        return tuple(self.grid.axial(cell.col, cell.row) for cell in self.cells)

    @cached_property
    def by_axial(self) -> dict[Axial, int]:
        """The hex at axial coordinates."""
        return {place: h for h, place in enumerate(self.axial)}

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each hex the hex across each side, NO_HEX where the map ends."""
        find, steps = self.by_axial.get, self.grid.steps
        return tuple(tuple(find((q + dq, r + dr), NO_HEX) for dq, dr in steps) for q, r in self.axial)

    @cached_property
    def around(self) -> tuple[int, ...]:
        """The neighbours of each hex, as bitmasks."""
        return tuple(mask_of(n for n in row if n != NO_HEX) for row in self.neighbours)

    def are_neighbours(self, a: int, b: int) -> bool:
        """Whether two hexes share a side."""
        return bool(self.around[a] >> b & 1)

    def direction(self, a: int, b: int) -> int | None:
        """Side by which the straight row from a leads to b; None if no straight row does."""
        (aq, ar), (bq, br) = self.axial[a], self.axial[b]
        step = straight(bq - aq, br - ar)
        return None if step is None else self.grid.steps.index(STEPS[step])

    def step(self, h: int, side: int, count: int = 1) -> int:
        """The hex that many steps away across a side, NO_HEX beyond the map."""
        (q, r), (dq, dr) = self.axial[h], self.grid.steps[side]
        return self.by_axial.get((q + count * dq, r + count * dr), NO_HEX)

    # Distance

    @cached_property
    def _lattice(self) -> Lattice:
        return Lattice(self.axial)

    @cached_property
    def _away(self) -> bytes:
        return self._lattice.plane(lambda dq, dr: distance((0, 0), (dq, dr)))

    @cached_property
    def _distances(self) -> list[bytes | None]:
        return [None] * len(self.cells)

    def distances(self, h: int) -> bytes:
        """Distance from one hex to every hex, by index."""
        row = self._distances[h]
        if row is None:
            row = self._distances[h] = self._lattice.seen_from(h, self._away)
        return row

    def distance(self, a: int, b: int) -> int:
        """Hexes from a to b, counting b."""
        lattice = self._lattice
        return self._away[lattice.spots[b] - lattice.origins[a]]

    def distances_to(self, h: int, others: Iterable[int]) -> list[int]:
        """Distance from one hex to each of some others, for who asks about few of them."""
        away, spots, origin = self._away, self._lattice.spots, self._lattice.origins[h]
        return [away[spots[other] - origin] for other in others]

    @cached_property
    def _within(self) -> dict[tuple[int, int], int]:
        return {}

    def within(self, h: int, reach: int) -> int:
        """Hexes at most that far from h, h included, as a bitmask."""
        disc = self._within.get((h, reach))
        if disc is None:
            disc = self._within[h, reach] = mask_up_to(self.distances(h), min(reach, FAR)) if reach >= 0 else 0
        return disc

    # Arc

    @cached_property
    def _arcs(self) -> dict[tuple[int, int], int]:
        return {}

    def arc_mask(self, h: int, facing: int) -> int:
        """Hexes in the 120 degree wedge before h, both boundary rows included, h itself not. [sos-5.1-a, ruling C1]"""
        arc = self._arcs.get((h, facing))
        if arc is None:
            arc = self._arcs[h, facing] = mask_up_to(self._lattice.seen_from(h, self._wedges[facing]), 0)
        return arc

    @cached_property
    def _wedges(self) -> tuple[bytes, ...]:
        """For each facing 0 where a displacement lies in the wedge before it."""
        return tuple(self._lattice.plane(outside_wedge(axis)) for axis in self.grid.steps)

    # Edges of the map

    @cached_property
    def edge(self) -> int:
        """Hexes on the edge of the map, as a bitmask."""
        return mask_of(h for h, row in enumerate(self.neighbours) if NO_HEX in row)

    @cached_property
    def edges(self) -> dict[str, int]:
        """Hexes on the north, east, south and west edge, as bitmasks; corner hexes are on two."""
        return {
            name: self._edge_hexes(letter)
            for name, letter in zip(("north", "east", "south", "west"), "NESW", strict=True)
        }

    def _edge_hexes(self, letter: str) -> int:
        exact = [i for i, name in enumerate(self.grid.sides) if name == letter]
        looking = exact or [i for i, name in enumerate(self.grid.sides) if letter in name]
        return mask_of(h for h, row in enumerate(self.neighbours) if all(row[side] == NO_HEX for side in looking))

    # Roads and hexsides

    @cached_property
    def roads(self) -> tuple[int, ...]:
        """For each hex the sides by which any road joins it to a neighbour, as a 6-bit mask."""
        return self.roads_of(*{road.kind for road in self.links})

    def roads_of(self, *kinds: str) -> tuple[int, ...]:
        """For each hex the sides by which a road of these kinds joins it to a neighbour."""
        masks = [0] * len(self.cells)
        for road in self.links:
            if road.kind in kinds:
                side = self.side_between(road.a, road.b)
                masks[road.a] |= 1 << side
                masks[road.b] |= 1 << opposite(side)
        return tuple(masks)

    @cached_property
    def hexsides(self) -> dict[tuple[int, int], frozenset[str]]:
        """Kinds of feature on a side of a hex, found from both hexes."""
        found: dict[tuple[int, int], frozenset[str]] = {}
        for feature in self.features:
            side = self.side_between(feature.a, feature.b)
            for place in ((feature.a, side), (feature.b, opposite(side))):
                found[place] = found.get(place, frozenset()) | {feature.kind}
        return found

    def side_between(self, a: int, b: int) -> int:
        """The side of a that it shares with its neighbour b."""
        if not self.are_neighbours(a, b):
            raise ValueError(f"board {self.key}: {self.labels[a]} and {self.labels[b]} are not neighbours")
        return self.neighbours[a].index(b)

    # Drawing

    @cached_property
    def centres(self) -> tuple[tuple[float, float], ...]:
        """Centre of each hex in hex sides, x to the right, y downwards."""
        return tuple(self.grid.centre(cell.col, cell.row) for cell in self.cells)

    def to_wire(self, month: str = "", style: Literal["tactical", "operational"] = "tactical") -> drawn.Board:
        """The board as the browser gets it."""
        name = self.labels
        ends = [drawn.RoadEnd(hex=name[e.hex], side=self.grid.sides[e.side], kind=e.kind) for e in self.road_ends]
        return drawn.Board(
            key=self.key, grid=self.grid.orientation, month=month, style=style, road_ends=ends,
            hexes=[*(self._drawn(cell) for cell in self.cells), *(self._half(cell) for cell in self.halves)],
            roads=[drawn.Road(a=name[road.a], b=name[road.b], kind=road.kind) for road in self.links],
            hexsides=[self._drawn_side(feature) for feature in self.features],
            places=[drawn.MapPlace(name=place.name, hex=name[place.hex], size=place.size) for place in self.places],
        )  # fmt: skip

    def _drawn(self, cell: Cell) -> drawn.Hex:
        x, y = self.grid.centre(cell.col, cell.row)
        return drawn.Hex(
            id=cell.label, col=cell.col, row=cell.row, x=round(x, 3), y=round(y, 3), terrain=cell.terrain,
            elevation=cell.elevation, name=cell.name or "",
        )  # fmt: skip

    def _half(self, cell: Cell) -> drawn.Hex:
        return msgspec.structs.replace(self._drawn(cell), half=True)

    def _drawn_side(self, feature: Hexside) -> drawn.Hexside:
        name, toward = self.labels, "" if feature.toward is None else self.labels[feature.toward]
        return drawn.Hexside(a=name[feature.a], b=name[feature.b], kind=feature.kind, toward=toward)


class Picture(msgspec.Struct, frozen=True):
    """A board drawn in a test, and the hexes each unexplained mark was drawn in."""

    board: Board
    marks: dict[str, tuple[int, ...]]

    def at(self, mark: str) -> int:
        """The one hex a mark was drawn in."""
        (only,) = self.marks[mark]
        return only


def from_picture(
    text: str, legend: Mapping[str, str | tuple[str, int]] | None = None, grid: Grid | None = None
) -> Picture:
    """A small board from a text picture, for tests.

    Each line is a row, each word a hex: word 1 is column A, line 1 is row 01. On a flat-top grid the odd columns B,
    D, F lie half a hex higher, as on the printed maps, so one line zigzags and one word a line is a straight column.
    `.` is open ground and `-` no hex at all; a word of the legend is its terrain, or (terrain, level); any other
    word is a mark on open ground, returned with its hexes, and `a:W` is the mark a in terrain W.
    """
    meaning = {".": "open", **(legend or {})}
    cells: list[Cell] = []
    marks: dict[str, list[int]] = {}
    for row, line in enumerate((line for line in text.splitlines() if line.strip()), start=1):
        for col, word in enumerate(line.split()):
            if word == "-":
                continue
            mark, ground = _read_word(word, meaning)
            if mark:
                marks.setdefault(mark, []).append(len(cells))
            terrain, elevation = (ground, 0) if isinstance(ground, str) else ground
            cells.append(Cell(f"{column_letters(col)}{row:02}", col, row, terrain, elevation))
    board = Board("picture", grid or Grid(), tuple(cells))
    return Picture(board, {mark: tuple(places) for mark, places in marks.items()})


def _read_word(word: str, meaning: Mapping[str, str | tuple[str, int]]) -> tuple[str, str | tuple[str, int]]:
    mark, colon, ground = word.partition(":")
    if colon and ground in meaning:
        return mark, meaning[ground]
    if colon:
        raise ValueError(f"{word!r}: the legend has no {ground!r}")
    return ("", meaning[word]) if word in meaning else (word, "open")


def column_letters(col: int) -> str:
    """A, B .. Z, AA, BB for column 0, 1 .. 25, 26, 27."""
    return chr(ord("A") + col % 26) * (1 + col // 26)
