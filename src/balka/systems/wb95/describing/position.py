"""A described position of WB95: the ground, the counters, and the phase it stands in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, structs

from balka.core.boards import Board, Hexside
from balka.core.describing.boards import DescribedBoard, chain_of, read_board
from balka.core.describing.document import Entry, nearest
from balka.core.describing.positions import Positions
from balka.core.frames import Steps
from balka.core.hexes import Grid
from balka.systems.wb95.catalogue import Catalogue
from balka.systems.wb95.day import kind_of
from balka.systems.wb95.describing.beside import (
    MOST_DAYS,
    Fields,
    aircraft,
    bases,
    bridges,
    broken,
    flights,
    hexes,
    numbers,
    shifts,
    zones,
)
from balka.systems.wb95.describing.building import DAY, PHASE_WORDS, Told, build, opened
from balka.systems.wb95.describing.counters import Reader
from balka.systems.wb95.fortifications import FIXED, LINE
from balka.systems.wb95.movement import CLOSED_TO_TRUCKS, WATER
from balka.systems.wb95.position import SIDES, WbState
from balka.systems.wb95.rulebook import OPTIONS, compile_options

FIELDS = ("board", "map", "secondary", "units", "crowded", "phase", "turn", "first", "day", "days", "control", "bases",
          "zones", "broken", "bridges", "air", "aircraft", "flights", "ammo", "shifts", "options")  # fmt: skip
SIDE_KINDS = (*WATER, "bridge", LINE, FIXED)
OPEN, CLEAR = "open", "clear"
GRID = Grid("flat", 1)  # odd columns lie half a hex lower
USUAL_DAYS = 9


class PrintedMap(Struct, frozen=True):
    """The map of a scenario, and who holds each hex when it begins."""

    board: Board
    control: str


class WbPositions(Positions[WbState]):
    """How positions of a title are described: with its counters and tables, and the maps of its scenarios."""

    fields = FIELDS

    def __init__(self, charts: Catalogue, maps: Mapping[str, Callable[[], PrintedMap]]) -> None:
        self.charts = charts
        self.maps = maps

    def ground(self, fields: dict[str, Entry], whole: Entry) -> DescribedBoard:
        return read_ground(fields, whole, self)

    def printed(self, entry: Entry) -> PrintedMap:
        """The map of a scenario by its key."""
        return self.maps[entry.one_of(tuple(self.maps))]()

    def state(self, fields: dict[str, Entry], whole: Entry, ground: DescribedBoard) -> WbState:
        return read_state(fields, whole, ground, self)


def read_state(fields: dict[str, Entry], whole: Entry, ground: DescribedBoard, title: WbPositions) -> WbState:
    """The position of a file; all its mistakes are gathered before any is told."""
    charts = title.charts
    reader = Reader(ground, whole, charts)
    if "units" in fields:
        reader.read(fields["units"], fields["crowded"].each(ground.place) if "crowded" in fields else ())
    attempt = whole.desk.attempt
    sky = attempt(lambda: aircraft(fields, charts), charts)
    book = _book(fields, whole, ground, sky)
    first = book["first"]
    told = Told(
        phase=attempt(lambda: fields["phase"].one_of((*PHASE_WORDS, DAY)), "move") if "phase" in fields else "move",
        side=attempt(lambda: fields["turn"].one_of(SIDES), first) if "turn" in fields else first,
        day=attempt(lambda: fields["day"].number(1, MOST_DAYS), 1) if "day" in fields else 1,
        book={**book, "arrivals": reader.arrivals, **title.terms},
        control=attempt(lambda: _control(fields, ground, reader, title), ""),
        notes=attempt(lambda: bridges(fields, ground, reader.found), {}),
        bounties=attempt(lambda: shifts(fields, ground), ()),
        lying={
            "broken": attempt(lambda: broken(fields, ground), ()),
            **attempt(lambda: flights(fields, ground, sky), {}),
        },
    )
    whole.desk.stop_if_wrong()
    return on_the_day(build(ground.board, reader.found, told, sky), told.phase)


def on_the_day(state: WbState, phase: str) -> WbState:
    """The same with the rest of the day to follow the phase, where it asks anything."""
    if phase == DAY or not state.stack:
        return state
    return structs.replace(state, stack=(Steps(DAY, state.tracks.phase), *state.stack))


def in_phase(state: WbState, side: str) -> WbState:
    """The first question of the same phase, as it is of a side."""
    now = kind_of(state.tracks.phase)
    phase = next(word for word, kind in PHASE_WORDS.items() if kind is now)
    return on_the_day(opened(state, phase, side), phase)


# -- the ground


def read_ground(fields: Fields, whole: Entry, title: WbPositions) -> DescribedBoard:
    """The board of a file, or the map of a scenario."""
    if ("board" in fields) == ("map" in fields):
        raise whole.mistake("a position stands on an ad-hoc board or on a printed map", "give `board:` or `map:`")
    if "map" in fields:
        if "secondary" in fields:
            raise fields["secondary"].mistake("a printed map has its own roads", "leave `secondary:` out")
        return DescribedBoard(title.printed(fields["map"]).board, {})
    ground = read_board(fields["board"], GRID, lambda entry: _terrain(entry, title.charts), SIDE_KINDS)
    board = ground.board
    cells = tuple(structs.replace(cell, terrain=CLEAR) if cell.terrain == OPEN else cell for cell in board.cells)
    roads = [structs.replace(road, kind="main") for road in board.links]
    for chain in (
        fields["secondary"].each(lambda entry: chain_of(ground, entry, "secondary")) if "secondary" in fields else ()
    ):
        roads += chain
    for side in board.features:
        with whole.desk.gather():
            _check_facing(side, board, fields["board"])
    ground.board = Board(board.key, board.grid, cells, tuple(roads), (), board.features)
    return ground


def terrains(charts: Catalogue) -> tuple[str, ...]:
    """What a hex can be."""
    return (*(key for key, row in charts.terrain.items() if row.mode in ("base", "add")), *CLOSED_TO_TRUCKS)


def _terrain(entry: Entry, charts: Catalogue) -> str:
    known = tuple(dict.fromkeys(terrains(charts)))
    word = entry.text().lower()
    if word not in (*known, OPEN):
        raise entry.mistake(f"there is no terrain {entry.text()!r}", nearest(word, known))
    return CLEAR if word == OPEN else word


def _check_facing(side: Hexside, board: Board, entry: Entry) -> None:
    """A line protects one of its two hexes. [7.2.2, 19.1.1]"""
    where = f"{board.labels[side.a]} and {board.labels[side.b]}"
    if side.kind in (LINE, FIXED) and side.toward is None:
        raise entry.mistake(f"which hex does the {side.kind} line between {where} protect?", "say `toward:` that hex")
    if side.kind not in (LINE, FIXED) and side.toward is not None:
        raise entry.mistake(f"the {side.kind} between {where} faces neither", "leave `toward:` out")


# -- the scenario


def _book(fields: Fields, whole: Entry, ground: DescribedBoard, charts: Catalogue) -> dict[str, Any]:
    """What a scenario would fix."""
    attempt = whole.desk.attempt
    nothing: dict[str, Any] = {}
    return {
        **attempt(lambda: _options(fields), nothing),
        "first": attempt(lambda: fields["first"].one_of(SIDES), SIDES[0]) if "first" in fields else SIDES[0],
        "turns": attempt(lambda: fields["days"].number(1, MOST_DAYS), USUAL_DAYS) if "days" in fields else USUAL_DAYS,
        "edges": attempt(lambda: bases(fields, ground), nothing),
        "zones": attempt(lambda: zones(fields, ground), nothing),
        "ammo": attempt(lambda: numbers(fields, "ammo"), nothing),
        **attempt(lambda: _sorties(fields, charts), nothing),
    }


def _sorties(fields: Fields, charts: Catalogue) -> dict[str, Any]:
    """So many counters for each side, all of which may fly on a turn. [8.1.3]"""
    counters = sorted(counter.id for counter in charts.counters.values() if counter.kind == "AIR")
    sorties = numbers(fields, "air")
    if sum(sorties.values()) > len(counters):
        raise fields["air"].mistake(f"there are {len(counters)} air counters", "share them out")
    german = sorties.get("german", 0)
    shares = {"german": tuple(counters[:german]), "soviet": tuple(counters[german : german + sorties.get("soviet", 0)])}
    return {"air": shares, "sorties": sorties}


def _options(fields: Fields) -> dict[str, Any]:
    """The options of every scenario, by their names."""
    chosen = {option.key: option.values[0] for option in OPTIONS}
    if "options" in fields:
        given = fields["options"].fields(tuple(chosen))
        chosen |= {option.key: given[option.key].one_of(option.values) for option in OPTIONS if option.key in given}
    return compile_options(chosen)


def _control(fields: Fields, ground: DescribedBoard, reader: Reader, title: WbPositions) -> str:
    """Who holds each hex: as the file says, where units stand, on a printed map as the scenario begins. [4.3]"""
    board = ground.board
    letters = ["-"] * len(board)
    if "map" in fields and not ground.blind:
        letters = list(title.printed(fields["map"]).control)
    for _, unit, _ in reader.found:
        if unit.hex >= 0:
            letters[unit.hex] = unit.side[0]
    for side, entry in fields["control"].fields(SIDES).items() if "control" in fields else ():
        for h in hexes(ground, entry):
            letters[h] = side[0]
    return "".join(letters)
