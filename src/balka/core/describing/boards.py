"""Ad-hoc boards: a small text picture, or hexes listed one by one; roads as chains, features on hexsides."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeVar

from msgspec import Struct, field, structs

from balka.core.boards import Board, Cell, Hexside, Road, from_picture
from balka.core.describing.document import Entry, Mistake, nearest
from balka.core.hexes import Grid

OPEN_GROUND, NO_GROUND, JOINT = ".", "-", "+"
OPEN = "open"
MOST_COLUMNS, MOST_ROWS = 52, 99
FIELDS = ("picture", "legend", "hexes", "roads", "hexsides")
LEVELS = (-9, 9)
_LABEL = re.compile(r"([A-Z])(\1?)(\d\d)")

Terrain = Callable[[Entry], str]
Read = TypeVar("Read")


class DescribedBoard(Struct):
    """A board, and the places its picture marks, each until something stands there.

    Where the file describes no ground that can be read, the ground is blind: a hex may be called anything, so that the
    rest of the file is looked through all the same.
    """

    board: Board
    marks: dict[str, tuple[int, ...]]
    drawn: Entry | None = None
    used: set[str] = field(default_factory=set)
    blind: bool = False

    def place(self, entry: Entry) -> int:
        """The hex an entry names by its label or by a mark of the picture."""
        return self.called(entry, entry.text())

    def called(self, entry: Entry, word: str) -> int:
        """The hex a word of the file stands for, where it is the name of an entry."""
        if self.blind:
            return 0
        mark = self.mark(word)
        if mark:
            return self._only(entry, mark)
        with entry.blamed():
            return self.board.hex(word)

    def mark(self, word: str) -> str:
        """The mark a word is or has a part in (`a` of `a+b`); nothing where the picture has none."""
        if word in self.marks:
            return word
        return next((mark for mark in self.marks if word in mark.split(JOINT)), "")

    def label(self, entry: Entry, word: str) -> str:
        """A word of a sentence with a mark in place of a label made into that label."""
        mark = "" if self.blind else self.mark(word)
        return self.board.labels[self._only(entry, mark)] if mark else word

    def _only(self, entry: Entry, word: str) -> int:
        self.used.add(word)
        places = self.marks[word]
        if len(places) > 1:
            labels = ", ".join(self.board.labels[place] for place in places)
            raise entry.mistake(f"{entry.name}: {word!r} is drawn in {labels}", "name the hex by its label")
        return places[0]

    def complain_of_unused(self, named: frozenset[str] = frozenset()) -> None:
        """A mark nothing refers to is most likely a slip in the picture; `named` are words that may refer to it."""
        for word, places in self.marks.items():
            if word not in self.used and self.drawn is not None and named.isdisjoint(word.split(JOINT)):
                label = self.board.labels[places[0]]
                raise self.drawn.mistake(
                    f"{word!r} in {label} is neither in the legend nor a place anything refers to",
                    f"add it to the legend, or draw {OPEN_GROUND} for open ground",
                )


def no_ground(grid: Grid) -> DescribedBoard:
    """What stands in for a board that cannot be read."""
    return DescribedBoard(Board("nothing", grid, (Cell("A01", 0, 1, "open"),)), {}, blind=True)


def read_board(entry: Entry, grid: Grid, terrain: Terrain, sides: Sequence[str]) -> DescribedBoard:
    """The board an entry describes."""
    fields = entry.fields(FIELDS)
    if ("picture" in fields) == ("hexes" in fields):
        raise entry.mistake("a board is a picture or a list of hexes", "give one of `picture:` and `hexes:`")
    if "picture" in fields:
        ground = _picture(fields["picture"], fields.get("legend"), grid, terrain)
    elif "legend" in fields:
        raise fields["legend"].mistake("a legend explains a picture", "listed hexes name their terrain themselves")
    else:
        ground = DescribedBoard(_listed(fields["hexes"], grid, terrain), {})
    roads = [road for chain in _each(fields, "roads", lambda item: chain_of(ground, item)) for road in chain]
    features = _each(fields, "hexsides", lambda item: _hexside(ground, item, sides))
    ground.board = structs.replace(ground.board, links=tuple(roads), features=tuple(features))
    return ground


def _each(fields: dict[str, Entry], name: str, read: Callable[[Entry], Read]) -> tuple[Read, ...]:
    return fields[name].each(read) if name in fields else ()


# -- pictures


def _picture(entry: Entry, legend: Entry | None, grid: Grid, terrain: Terrain) -> DescribedBoard:
    meaning = _legend(legend, terrain) if legend else {}
    _check_words(entry, meaning)
    drawn = from_picture(entry.text(), {word: (cell.terrain, cell.elevation) for word, cell in meaning.items()}, grid)
    if not drawn.board.cells:
        raise entry.mistake("the picture has no hex", f"draw {OPEN_GROUND} for open ground")
    for word in drawn.marks:
        if drawn.board.knows(word):
            raise entry.mistake(f"{word!r} is the label of a hex and cannot mark another", "use letters")
    return DescribedBoard(drawn.board, dict(drawn.marks), entry)


def _legend(legend: Entry, terrain: Terrain) -> dict[str, Cell]:
    meaning = {}
    for word, item in legend.pairs().items():
        if word in (OPEN_GROUND, NO_GROUND) or ":" in word or len(word.split()) != 1:
            raise legend.mistake(f"the legend cannot explain {word!r}", "use letters; . is open ground and - no hex")
        meaning[word] = _hex_of_kind(item, terrain)
    return meaning


def _check_words(entry: Entry, meaning: dict[str, Cell]) -> None:
    begins = 1 if getattr(entry.node, "style", None) == "|" else 0
    rows = entry.text().splitlines()
    if len(rows) > MOST_ROWS or any(len(row.split()) > MOST_COLUMNS for row in rows):
        raise entry.mistake("the picture is too large", f"at most {MOST_COLUMNS} columns and {MOST_ROWS} rows")
    for offset, row in enumerate(rows, start=begins):
        for word in row.split():
            ground = word.partition(":")[2]
            if ":" in word and ground not in meaning and ground != OPEN_GROUND:
                wrong = f"{word!r}: the legend has no {ground!r}"
                raise Mistake(entry.desk.file, entry.line + offset, wrong, nearest(ground, [OPEN_GROUND, *meaning]))


def _hex_of_kind(entry: Entry, terrain: Terrain) -> Cell:
    """Terrain alone, or terrain with its level; a mistake is noted, and the hex is open ground meanwhile."""
    attempt = entry.desk.attempt
    if not entry.is_mapping:
        return Cell("", 0, 0, attempt(lambda: terrain(entry), OPEN))
    nothing: dict[str, Entry] = {}
    fields = attempt(lambda: entry.fields(("terrain", "elevation"), ("terrain",)), nothing)
    level = attempt(lambda: fields["elevation"].number(*LEVELS), 0) if "elevation" in fields else 0
    kind = attempt(lambda: terrain(fields["terrain"]), OPEN) if "terrain" in fields else OPEN
    return Cell("", 0, 0, kind, level)


# -- listed hexes


def _listed(entry: Entry, grid: Grid, terrain: Terrain) -> Board:
    cells = []
    for label, item in entry.pairs().items():
        with item.desk.gather():
            col, row = _spot(item, label)
            cells.append(structs.replace(_hex_of_kind(item, terrain), label=label.upper(), col=col, row=row))
    if not cells:
        raise entry.mistake("there is no hex", "for example `A01: open`")
    try:
        board = Board("listed", grid, tuple(sorted(cells, key=lambda cell: (cell.row, cell.col))))
        board.hex(board.labels[0])
    except ValueError as problem:
        raise entry.mistake(str(problem), "list each hex once") from problem
    return board


def _spot(entry: Entry, label: str) -> tuple[int, int]:
    """Column and row: letters A to Z, AA to ZZ and two digits, or two digits and two digits."""
    if re.fullmatch(r"\d{4}", label):
        return int(label[:2]), int(label[2:])
    found = _LABEL.fullmatch(label.upper())
    if not found:
        raise entry.mistake(f"{label!r} is no label of a hex", "a column letter and two digits, such as B07")
    return ord(found[1]) - ord("A") + (26 if found[2] else 0), int(found[3])


# -- roads and hexsides


def chain_of(ground: DescribedBoard, entry: Entry, kind: str = "track") -> list[Road]:
    """A road from hex to hex."""
    places = [ground.place(item) for item in entry.items()]
    if len(places) < 2:
        raise entry.mistake("a road joins at least two hexes", "for example [A01, B01, C01]")
    for a, b in pairwise(places):
        must_touch(ground.board, entry, a, b)
    return [Road(a, b, kind) for a, b in pairwise(places)]


def must_touch(board: Board, entry: Entry, a: int, b: int) -> None:
    """Two hexes that a road or a hexside joins are neighbours."""
    if not board.are_neighbours(a, b):
        near = ", ".join(board.labels[n] for n in board.neighbours[a] if n >= 0)
        raise entry.mistake(
            f"{board.labels[a]} and {board.labels[b]} are not neighbours", f"next to {board.labels[a]} lie {near}"
        )


def _hexside(ground: DescribedBoard, entry: Entry, kinds: Sequence[str]) -> Hexside:
    fields = entry.fields(("between", "kind", "toward"), ("between", "kind"))
    ends = [ground.place(item) for item in fields["between"].items()]
    if len(ends) != 2:
        raise fields["between"].mistake("a hexside lies between two hexes", "for example [A01, B01]")
    must_touch(ground.board, fields["between"], ends[0], ends[1])
    toward = ground.place(fields["toward"]) if "toward" in fields else None
    if toward is not None and toward not in ends:
        raise fields["toward"].mistake("it faces one of its two hexes", "name one of them")
    return Hexside(ends[0], ends[1], fields["kind"].one_of(kinds), toward)
