"""A position of Grossdeutschland in a referee file: the ground, the counters, the works, the hour and the weather."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from msgspec import structs

from balka.core.boards import Board, Road
from balka.core.hexes import Grid
from balka.core.state import Hand, State
from balka.games.grossdeutschland import box, maps
from balka.games.grossdeutschland.checking import MAPS, SIDE_KINDS
from balka.games.grossdeutschland.sketch import BOOK, setting_on
from balka.games.grossdeutschland.title import event_bags
from balka.referee.boards import Ground, read_board
from balka.referee.document import Entry, nearest
from balka.referee.famous_divisions.counters import Reader
from balka.referee.famous_divisions.starting import on_turn, with_chit
from balka.systems.famous_divisions.chits import COLOURS
from balka.systems.famous_divisions.model import (
    DUE,
    SIDES,
    Fortification,
    GdPosition,
    GdTracks,
    Pontoon,
    Rulebook,
    Unit,
)
from balka.systems.famous_divisions.sequence import CUP
from balka.systems.famous_divisions.tables import FORTS, PARTS_OF_DAY, WEATHER

ROADS = {"minor_roads": "minor_road", "highways": "highway", "railways": "railway"}
FIELDS = ("board", "map", *ROADS, "stacks", "units", "works", "blown", "pontoons", "time", "weather", "turn",
          "battalion", "activated", "held", "hands", "cups", "options")  # fmt: skip
ON_GROUND = (*ROADS, "stacks", "units", "works", "blown", "pontoons")
OPEN, CLEAR, ROAD = "open", "clear", "road"
MOST_CHITS = 99

Fields = Mapping[str, Entry]


def read_case(fields: dict[str, Entry], whole: Entry) -> tuple[State, Ground]:
    """The position of a file; all its mistakes are gathered before any is told."""
    nothing = Ground(Board("nothing", Grid(), ()), {})
    ground = whole.desk.attempt(lambda: _ground(fields, whole), nothing)
    readable = {name: entry for name, entry in fields.items() if ground is not nothing or name not in ON_GROUND}
    reader = Reader(ground, whole)
    reader.read(readable)
    works = whole.desk.attempt(lambda: _works(ground, readable), NO_WORKS)
    position = GdPosition(dict(sorted(reader.units.items())), *works)
    book, tracks = _beside(readable, whole)
    hands = _hands(readable, whole)
    whole.desk.stop_if_wrong()
    state = State(
        setting_on(ground.board, book, reader.units, reader.arrivals), position, tracks, event_bags(book), hands,
        {side: {} for side in SIDES}, {}, (), _hour(readable),
    )  # fmt: skip
    return _begun(state, readable, whole), ground


# -- the ground


def _ground(fields: Fields, whole: Entry) -> Ground:
    if ("board" in fields) == ("map" in fields):
        raise whole.mistake("a position stands on an ad-hoc board or on a printed map", "give `board:` or `map:`")
    if "map" in fields:
        return Ground(maps.board(fields["map"].one_of(MAPS)), {})
    ground = read_board(fields["board"], Grid(), _terrain, SIDE_KINDS)
    board = ground.board
    cells = tuple(structs.replace(cell, terrain=CLEAR) if cell.terrain == OPEN else cell for cell in board.cells)
    roads = [structs.replace(road, kind=ROAD) for road in board.links]
    for name, kind in ROADS.items():
        roads += [road for chain in _items(fields, name) for road in _chain(ground, chain, kind)]
    ground.board = Board(board.key, board.grid, cells, tuple(roads), (), board.features)
    return ground


def _terrain(entry: Entry) -> str:
    known = [key for key, row in box.chart().rows.items() if row.kind == "hex"]
    word = entry.text().lower().replace(" ", "_").replace("-", "_")
    if word not in (*known, OPEN):
        raise entry.mistake(f"there is no terrain {entry.text()!r}", nearest(word, known))
    return CLEAR if word == OPEN else word


def _chain(ground: Ground, entry: Entry, kind: str) -> list[Road]:
    places = [ground.place(item) for item in entry.items()]
    for a, b in pairwise(places):
        if not ground.board.are_neighbours(a, b):
            raise entry.mistake(f"{ground.board.labels[a]} and {ground.board.labels[b]} are not neighbours", "name all")
    return [Road(a, b, kind) for a, b in pairwise(places)]


def _items(fields: Fields, name: str) -> list[Entry]:
    return fields[name].items() if name in fields else []


# -- works and bridges


Works = tuple[tuple[Fortification, ...], tuple[tuple[int, int], ...], tuple[Pontoon, ...]]
NO_WORKS: Works = ((), (), ())


def _works(ground: Ground, fields: Fields) -> Works:
    return (
        tuple(_fort(ground, one) for one in _items(fields, "works")),
        tuple(_pair(ground, one) for one in _items(fields, "blown")),
        tuple(_pontoon(ground, one) for one in _items(fields, "pontoons")),
    )


def _fort(ground: Ground, entry: Entry) -> Fortification:
    fields = entry.fields(("kind", "at", "facing"), ("kind", "at"))
    kind = fields["kind"].one_of(tuple(FORTS))
    if "facing" not in fields and FORTS[kind].green < 6:
        raise entry.mistake(f"a {kind} faces somewhere", "for example `facing: N`")
    with entry.blamed():
        facing = ground.board.grid.side(fields["facing"].text()) if "facing" in fields else 0
    return Fortification(kind, ground.place(fields["at"]), facing)


def _pair(ground: Ground, entry: Entry) -> tuple[int, int]:
    """The two hexes of a bridge; a bridge hex stands for both."""
    hexes = [ground.place(item) for item in entry.one_or_more()]
    a, b = (hexes[0], hexes[0]) if len(hexes) == 1 else (hexes[0], hexes[1])
    if len(hexes) > 2 or (a != b and not ground.board.are_neighbours(a, b)):
        raise entry.mistake("a bridge lies between two hexes that touch, or in one", "for example [A01, A02]")
    return min(a, b), max(a, b)


def _pontoon(ground: Ground, entry: Entry) -> Pontoon:
    fields = entry.fields(("between", "side", "complete"), ("between", "side"))
    a, b = _pair(ground, fields["between"])
    return Pontoon(a, b, fields["side"].one_of(SIDES), "complete" in fields and fields["complete"].flag())


# -- beside the map

NO_CHITS: dict[str, tuple[str, ...]] = {}


def _hour(fields: Fields) -> int:
    return PARTS_OF_DAY.index(fields["time"].one_of(PARTS_OF_DAY)) if "time" in fields else 0


def _beside(fields: Fields, whole: Entry) -> tuple[Rulebook, GdTracks]:
    attempt = whole.desk.attempt
    held = attempt(lambda: _chits(fields, "held"), NO_CHITS)
    cups = attempt(lambda: _cups(fields), dict(BOOK.cups))
    dice = attempt(lambda: _bridge_dice(fields), otherwise=True)
    weather = attempt(lambda: fields["weather"].one_of(WEATHER) if "weather" in fields else WEATHER[0], WEATHER[0])
    attempt(lambda: _hour(fields), 0)
    nobody: tuple[str, ...] = ()
    acted = attempt(lambda: tuple(_battalion(one) for one in _items(fields, "activated")), nobody)
    book = structs.replace(BOOK, held={side: held.get(side, ()) for side in SIDES}, cups=cups, bridge_dice=dice)
    return book, GdTracks(weather=weather, held=book.held, activated=acted)


def _hands(fields: Fields, whole: Entry) -> dict[str, Hand]:
    """Black chits drawn from the cups, which only their owner knows."""
    found = whole.desk.attempt(lambda: _chits(fields, "hands"), NO_CHITS)
    return {side: Hand(tuple(sorted(found.get(side, ())))) for side in SIDES}


def _bridge_dice(fields: Fields) -> bool:
    if "options" not in fields:
        return True
    chosen = fields["options"].fields(("bridge-dice",))
    return chosen["bridge-dice"].one_of(("on", "off")) == "on" if chosen else True


def _chits(fields: Fields, name: str) -> dict[str, tuple[str, ...]]:
    """Black chits by their names, for each side."""
    if name not in fields:
        return {}
    return {side: tuple(black_chit(one) for one in entry.one_or_more())
            for side, entry in fields[name].fields(SIDES).items()}  # fmt: skip


def black_chit(entry: Entry) -> str:
    chit = chit_called(entry)
    if box.chits()[chit].colour != "black":
        raise entry.mistake(f"{box.chits()[chit].name} is no black chit", "blue and red chits are drawn and discarded")
    return chit


def chit_called(entry: Entry) -> str:
    word = box.slug(entry.text())
    if word not in box.chits():
        raise entry.mistake(f"there is no chit {entry.text()!r}", nearest(word, list(box.chits())))
    return word


def _cups(fields: Fields) -> dict[str, dict[str, int]]:
    cups = {side: dict(BOOK.cups[side]) for side in SIDES}
    if "cups" in fields:
        for side, entry in fields["cups"].fields(SIDES).items():
            cups[side] |= {colour: one.number(0, MOST_CHITS) for colour, one in entry.fields(COLOURS).items()}
    return cups


# -- where play begins


def _battalion(entry: Entry) -> str:
    known = sorted({kind.battalion for kind in box.kinds().values()})
    word = entry.text().lower()
    if word not in known:
        raise entry.mistake(f"there is no battalion {entry.text()!r}", nearest(word, known))
    return word


def _begun(state: State, fields: Fields, whole: Entry) -> State:
    """The position at the choice of a chit, or with the chit of a battalion just drawn."""
    side = fields["turn"].one_of(SIDES) if "turn" in fields else ""
    if "battalion" in fields:
        return _activated(state, fields["battalion"], side)
    has_units = {unit.side for unit in state.position.units.values() if _plays(unit)}
    side = side or next((one for one in SIDES if one in has_units), SIDES[0])
    begun = on_turn(state, side)
    if side in has_units and not list(begun.choices()):
        raise whole.mistake(f"every {side} battalion has been activated", "leave one out of `activated:`")
    return begun


def _plays(unit: Unit) -> bool:
    return unit.hex >= 0 or unit.status == DUE


def _activated(state: State, entry: Entry, side: str) -> State:
    battalion = _battalion(entry)
    owner = next(kind.side for kind in box.kinds().values() if kind.battalion == battalion)
    if side and owner != side:
        raise entry.mistake(f"{battalion} is {owner}", f"leave `turn:` out, or write turn: {owner}")
    if battalion not in on_turn(state, owner).bags[CUP].items:
        raise entry.mistake(f"nothing of {battalion} can be activated", "put one of its units on the map")
    return with_chit(state, battalion)
