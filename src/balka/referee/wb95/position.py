"""A position of Kursk 1943 in a referee file: the ground, the counters, control, supply, aircraft and the phase."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from msgspec import structs

from balka.core.boards import Board, Hexside, Road
from balka.core.hexes import Grid
from balka.core.state import State
from balka.games.kursk_1943 import scenarios
from balka.games.kursk_1943.maps import GRID
from balka.referee.boards import Ground, read_board
from balka.referee.document import Entry, nearest
from balka.referee.wb95.counters import Reader
from balka.systems.wb95.described import OPENERS, Description, Found, placed
from balka.systems.wb95.fortifications import FIXED, LINE
from balka.systems.wb95.movement import CLOSED_TO_TRUCKS, WATER
from balka.systems.wb95.position import SIDES, Flight
from balka.systems.wb95.rulebook import OPTIONS, compile_options

FIELDS = ("board", "map", "secondary", "units", "phase", "turn", "first", "day", "control", "bases", "broken", "air",
          "flights", "ammo", "options")  # fmt: skip
SIDE_KINDS = (*WATER, "bridge", LINE, FIXED)
MISSIONS = ("support", "cover", "attack", "river", "disrupt")
OPEN, CLEAR = "open", "clear"
MOST = 99

Fields = Mapping[str, Entry]


def read_case(fields: dict[str, Entry], whole: Entry) -> tuple[State, Ground]:
    """The position of a file; all its mistakes are gathered before any is told."""
    nothing = Ground(Board("nothing", Grid(), ()), {})
    ground = whole.desk.attempt(lambda: _ground(fields, whole), nothing)
    reader = Reader(ground, whole)
    if ground is nothing:
        whole.desk.stop_if_wrong()
    if "units" in fields:
        reader.read(fields["units"])
    what = whole.desk.attempt(lambda: _description(fields, ground, reader), Description(picture=""))
    more = whole.desk.attempt(lambda: _more(fields, ground), NO_MORE)
    whole.desk.stop_if_wrong()
    return _begun(ground.board, reader.found, what, more), ground


def _begun(board: Board, found: list[Found], what: Description, more: dict[str, Any]) -> State:
    return placed(board, found, what, scenarios.charts(), **more)


# -- the ground


def _ground(fields: Fields, whole: Entry) -> Ground:
    if ("board" in fields) == ("map" in fields):
        raise whole.mistake("a position stands on an ad-hoc board or on a printed map", "give `board:` or `map:`")
    if "map" in fields:
        return Ground(scenarios.board_of(_scenario(fields["map"])), {})
    ground = read_board(fields["board"], GRID, _terrain, SIDE_KINDS)
    board = ground.board
    cells = tuple(structs.replace(cell, terrain=CLEAR) if cell.terrain == OPEN else cell for cell in board.cells)
    roads = [structs.replace(road, kind="main") for road in board.links]
    for chain in fields["secondary"].items() if "secondary" in fields else ():
        roads += _chain(ground, chain)
    sides = tuple(_facing(side, board, fields["board"]) for side in board.features)
    ground.board = Board(board.key, board.grid, cells, tuple(roads), (), sides)
    return ground


def _scenario(entry: Entry) -> dict[str, Any]:
    return scenarios.describe(entry.one_of(tuple(scenarios.described())))


def _terrain(entry: Entry) -> str:
    known = [key for key, row in scenarios.charts().terrain.items() if row.mode in ("base", "add")]
    word = entry.text().lower()
    if word not in (*known, *CLOSED_TO_TRUCKS, OPEN):
        raise entry.mistake(f"there is no terrain {entry.text()!r}", nearest(word, [*known, *CLOSED_TO_TRUCKS]))
    return CLEAR if word == OPEN else word


def _chain(ground: Ground, entry: Entry) -> list[Road]:
    places = [ground.place(item) for item in entry.items()]
    for a, b in pairwise(places):
        if not ground.board.are_neighbours(a, b):
            raise entry.mistake(f"{ground.board.labels[a]} and {ground.board.labels[b]} are not neighbours", "name all")
    return [Road(a, b, "secondary") for a, b in pairwise(places)]


def _facing(side: Hexside, board: Board, entry: Entry) -> Hexside:
    """A line protects one of its two hexes. [7.2.2, 19.1.1]"""
    if side.kind in (LINE, FIXED) and side.toward is None:
        where = f"{board.labels[side.a]} and {board.labels[side.b]}"
        raise entry.mistake(f"which hex does the {side.kind} line between {where} protect?", "say `toward:` that hex")
    return side


# -- beside the map


def _description(fields: Fields, ground: Ground, reader: Reader) -> Description:
    first = fields["first"].one_of(SIDES) if "first" in fields else SIDES[0]
    book = {
        **_options(fields), "first": first, "arrivals": reader.arrivals, "edges": _bases(fields, ground),
        "ammo": _numbers(fields, "ammo"), **_air(fields),
    }  # fmt: skip
    return Description(
        picture="",
        phase=fields["phase"].one_of(("move", *OPENERS)) if "phase" in fields else "move",
        side=fields["turn"].one_of(SIDES) if "turn" in fields else first,
        book=book,
        control=_control(fields, ground, reader),
        turn=fields["day"].number(1, MOST) if "day" in fields else 1,
    )


def _options(fields: Fields) -> dict[str, Any]:
    """The options of every scenario, by their names."""
    chosen = {option.key: option.values[0] for option in OPTIONS}
    if "options" in fields:
        given = fields["options"].fields(tuple(chosen))
        chosen |= {option.key: given[option.key].one_of(option.values) for option in OPTIONS if option.key in given}
    return compile_options(chosen)


def _numbers(fields: Fields, name: str) -> dict[str, int]:
    if name not in fields:
        return {}
    return {side: entry.number(0, MOST) for side, entry in fields[name].fields(SIDES).items()}


def _bases(fields: Fields, ground: Ground) -> dict[str, tuple[int, ...]]:
    """Hexes that are sources of supply. [10.1.4]"""
    if "bases" not in fields:
        return {}
    return {side: _hexes(ground, entry) for side, entry in fields["bases"].fields(SIDES).items()}


def _hexes(ground: Ground, entry: Entry) -> tuple[int, ...]:
    return tuple(ground.place(item) for item in entry.one_or_more())


def _air(fields: Fields) -> dict[str, Any]:
    """So many counters for each side, all of which may fly on a turn. [8.1.3]"""
    counters = sorted(one.id for one in scenarios.charts().counters.values() if one.kind == "AIR")
    sorties = _numbers(fields, "air")
    if sum(sorties.values()) > len(counters):
        raise fields["air"].mistake(f"there are {len(counters)} air counters", "share them out")
    german = sorties.get("german", 0)
    shares = {"german": tuple(counters[:german]), "soviet": tuple(counters[german : german + sorties.get("soviet", 0)])}
    return {"air": shares, "sorties": sorties}


def _control(fields: Fields, ground: Ground, reader: Reader) -> str:
    """Who holds each hex: as the file says, where units stand, on a printed map as the scenario begins. [4.3]"""
    board = ground.board
    letters = ["-"] * len(board)
    if "map" in fields:
        table = _scenario(fields["map"])
        letters = list(scenarios.control(table, board))
    for _, unit, _ in reader.found:
        if unit.hex >= 0:
            letters[unit.hex] = unit.side[0]
    for side, entry in fields["control"].fields(SIDES).items() if "control" in fields else ():
        for h in _hexes(ground, entry):
            letters[h] = side[0]
    return "".join(letters)


NO_MORE: dict[str, Any] = {}


def _more(fields: Fields, ground: Ground) -> dict[str, Any]:
    """Broken bridges and aircraft already on their missions."""
    found: dict[str, Any] = {}
    if "broken" in fields:
        found["broken"] = tuple(sorted(_bridge(ground, one) for one in fields["broken"].items()))
    if "flights" in fields:
        flights = tuple(_flight(ground, one) for one in fields["flights"].items())
        found["air"] = tuple(one for one in flights if one.mission != "disrupt")
        found["harassed"] = tuple(one.hex for one in flights if one.mission == "disrupt")
    return found


def _bridge(ground: Ground, entry: Entry) -> tuple[int, int]:
    ends = _hexes(ground, entry)
    bridges = {tuple(sorted((side.a, side.b))) for side in ground.board.features if side.kind == "bridge"}
    if len(ends) != 2 or tuple(sorted(ends)) not in bridges:
        raise entry.mistake("there is no bridge", "a hexside of kind bridge, for example [A01, B01]")
    return min(ends), max(ends)


def _flight(ground: Ground, entry: Entry) -> Flight:
    fields = entry.fields(("counter", "side", "mission", "hex"), ("counter", "side", "mission", "hex"))
    counters = [one.id for one in scenarios.charts().counters.values() if one.kind == "AIR"]
    return Flight(
        fields["counter"].one_of(counters), fields["side"].one_of(SIDES), fields["mission"].one_of(MISSIONS),
        ground.place(fields["hex"]),
    )  # fmt: skip
