"""Positions drawn by hand: real counters on a map of a few hexes, for worked examples, what-if questions and tests.

Each line of a picture is a row, each word a hex; odd columns lie half a hex higher, and one word a line is a straight
column. A word that is no terrain is a mark, where counters are put by name; `!` after a name depletes the counter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from msgspec import Struct, structs

from balka.core.boards import Board, Hexside, Road, from_picture
from balka.core.errors import BalkaError
from balka.core.frames import Frame
from balka.core.hexes import Grid
from balka.core.state import Hand, Setting, State
from balka.games.grossdeutschland import box
from balka.games.grossdeutschland.title import event_bags
from balka.systems.famous_divisions.model import (
    DUE,
    NOWHERE,
    OFF_MAP,
    ON_MAP,
    SIDES,
    Arrival,
    Catalogue,
    Fortification,
    GdPosition,
    GdTracks,
    Rulebook,
    Unit,
)
from balka.systems.famous_divisions.system import SYSTEM
from balka.systems.famous_divisions.tables import PARTS_OF_DAY, WEATHER
from balka.systems.famous_divisions.terrain import Ground

Link = TypeVar("Link", Road, Hexside)

TERRAIN: dict[str, str | tuple[str, int]] = {
    ".": "clear", "W": "woods", "F": "forest", "O": "orchard", "H": "hill", "P": "peak", "V": "village", "T": "town",
    "C": "city", "D": "downtown", "~": "major_river_hex", "=": "one_hex_river", "L": "farm", "M": "hamlet",
}  # fmt: skip

BOOK = Rulebook(
    first_turn=0, turns=16, first_day=1, month="July", weather_modifier=0, first_side="german", first_count=0,
    setup_order=(), scorer="soviet", win=1, draw=None, locations=(), exit=None, penalty=None,
    cups={side: {"blue": 10, "red": 10, "black": 2} for side in SIDES}, held={"german": (), "soviet": ()}, forts={},
    fort_units=(), conditional="", conditional_turn=0, off_map_hex=NOWHERE, in_column=(),
)  # fmt: skip


class Sketch(Struct, frozen=True):
    """What a position is drawn from. Roads and hexsides read `A01-A02 road`, forts `trench A01 N`, arrivals `A01 3`."""

    picture: str
    stacks: Mapping[str, str] = {}
    roads: Iterable[str] = ()
    sides: Iterable[str] = ()
    forts: Iterable[str] = ()
    turn: str = "Morning"
    weather: str = "Sunny"
    due: Mapping[str, str] = {}
    off: str = ""
    book: Mapping[str, Any] = {}
    held: Mapping[str, tuple[str, ...]] = {}


def draw(sketch: Sketch, *frames: Frame) -> tuple[State, dict[str, tuple[int, ...]]]:
    """A state as drawn, waiting for the given frames, and the hexes of the marks."""
    board, marks = _board(sketch)
    units = {u.id: u for mark, ids in sketch.stacks.items() for u in _units(ids, _spot(board, marks, mark))}
    units |= {unit_id: Unit(unit_id, _side(unit_id), NOWHERE, OFF_MAP) for unit_id in sketch.off.split()}
    arrivals = {unit_id: _arrival(board, text) for unit_id, text in sketch.due.items()}
    units |= {unit_id: Unit(unit_id, _side(unit_id), NOWHERE, DUE) for unit_id in arrivals}
    held = {side: tuple(sketch.held.get(side, ())) for side in SIDES}
    book = structs.replace(BOOK, held=held, **sketch.book)
    state = State(
        setting_on(board, book, units, arrivals),
        GdPosition(dict(sorted(units.items())), tuple(_fort(board, text) for text in sketch.forts)),
        GdTracks(weather=_known(sketch.weather, WEATHER), held=held), event_bags(book),
        {side: Hand() for side in SIDES}, {side: {} for side in SIDES}, {}, frames,
        PARTS_OF_DAY.index(_known(sketch.turn, PARTS_OF_DAY)),
    )  # fmt: skip
    return state, marks


def _known(word: str, words: tuple[str, ...]) -> str:
    if word not in words:
        raise BalkaError(f"{word!r} is not known here", f"one of {', '.join(words)}")
    return word


def _board(sketch: Sketch) -> tuple[Board, dict[str, tuple[int, ...]]]:
    drawn = from_picture(sketch.picture, TERRAIN, Grid())
    cells = tuple(structs.replace(c, terrain="clear") if c.terrain == "open" else c for c in drawn.board.cells)
    plain = Board("picture", Grid(), cells)
    links = tuple(_pair(plain, text, Road) for text in sketch.roads)
    sides = tuple(_pair(plain, text, Hexside) for text in sketch.sides)
    return Board("picture", Grid(), cells, links, (), sides), drawn.marks


def _spot(board: Board, marks: Mapping[str, tuple[int, ...]], mark: str) -> int:
    return marks[mark][0] if mark in marks else board.hex(mark)


def _pair(board: Board, text: str, kind: type[Link]) -> Link:
    pair, name = text.split()
    a, b = (board.hex(label) for label in pair.split("-"))
    board.side_between(a, b)
    return kind(a, b, name)


def _side(unit_id: str) -> str:
    if unit_id not in box.kinds():
        raise BalkaError(f"{unit_id!r} is no counter of the box")
    return box.kinds()[unit_id].side


def _units(ids: str, h: int) -> Iterable[Unit]:
    for word in ids.split():
        unit_id = word.rstrip("!")
        yield Unit(unit_id, _side(unit_id), h, ON_MAP, depleted=word.endswith("!"))


def _fort(board: Board, text: str) -> Fortification:
    kind, label, side = text.split()
    return Fortification(kind, board.hex(label), board.grid.side(side))


def _arrival(board: Board, text: str) -> Arrival:
    words = text.split()
    return Arrival(int(words[1]), tuple(board.hex(label) for label in words[0].split("/")), *words[2:])


def setting_on(board: Board, book: Rulebook, units: Mapping[str, Unit], arrivals: dict[str, Arrival]) -> Setting:
    """The setting of a position that belongs to no scenario."""
    kinds = {unit_id: kind for unit_id, kind in box.kinds().items() if unit_id in units}
    ground = Ground(board, box.chart())
    catalogue = Catalogue(board, box.chart(), ground, kinds, box.chits(), arrivals, {}, box.battalion_names(), {})
    return Setting(
        game="gd", scenario="gd/picture", title="Picture", system=SYSTEM, board=board, options={}, sides=SIDES,
        forces={side: side for side in SIDES}, seat_of={side: side for side in SIDES}, digest="", rulebook=book,
        catalogue=catalogue,
    )  # fmt: skip
