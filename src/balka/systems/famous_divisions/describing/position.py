"""A described position of Famous Divisions: the ground, the counters, the works, the hour and the weather."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import TypeVar

from msgspec import structs

from balka.core.boards import Board
from balka.core.describing.boards import DescribedBoard, chain_of, read_board
from balka.core.describing.document import Entry, nearest
from balka.core.describing.positions import Positions
from balka.core.dice import Bag
from balka.core.hexes import Grid
from balka.core.state import Hand, Setting, State
from balka.systems.famous_divisions.chits import BLACK, COLOURS, event_bags
from balka.systems.famous_divisions.describing.box import Box, with_figures
from balka.systems.famous_divisions.describing.counters import DEPLETED, Reader, stack_words
from balka.systems.famous_divisions.describing.starting import at_turn, on_turn, with_chit, with_cup
from balka.systems.famous_divisions.model import Catalogue, GdSetting, GdState, GdTracks, Rulebook
from balka.systems.famous_divisions.position import (
    DUE,
    NOWHERE,
    OFF_MAP,
    SIDES,
    Fortification,
    GdPosition,
    Pontoon,
    Unit,
)
from balka.systems.famous_divisions.sequence import CUP
from balka.systems.famous_divisions.stacking import ROAD_LIMIT, limit, overfull
from balka.systems.famous_divisions.system import BRIDGE_DICE, SYSTEM
from balka.systems.famous_divisions.tables import FORTS, PARTS_OF_DAY, WEATHER
from balka.systems.famous_divisions.terrain import CLOSED_WATER, SIDE_KINDS, Chart, Ground

ROADS = {"minor_roads": "minor_road", "highways": "highway", "railways": "railway"}
FIELDS = ("board", "map", *ROADS, "stacks", "units", "crowded", "counters", "works", "blown", "pontoons", "time",
          "weather", "begins", "turn", "battalion", "activated", "divisions", "cup", "held", "hands", "cups", "chits",
          "off_map", "options")  # fmt: skip
ALL_ROUND = 6
OPEN, CLEAR, ROAD = "open", "clear", "road"
MOST_CHITS = 99
TURN = "turn"
CHIT_AT_HAND = ("turn", "battalion", "cup")

Fields = Mapping[str, Entry]


BOOK = Rulebook(
    first_turn=0, turns=16, first_day=1, month="July", weather_modifier=0, first_side="german", first_count=0,
    setup_order=(), scorer="soviet", win=1, draw=None, locations=(), exit=None, penalty=None,
    cups={side: {"blue": 10, "red": 10, "black": 2} for side in SIDES}, held={"german": (), "soviet": ()}, forts={},
    fort_units=(), conditional="", conditional_turn=0, off_map_hex=NOWHERE, in_column=(),
)  # fmt: skip
"""what a scenario would fix"""


class GdPositions(Positions[GdState]):
    """How positions of Grossdeutschland are described."""

    fields = FIELDS

    def __init__(self, box: Box) -> None:
        self.box = box

    def ground(self, fields: dict[str, Entry], whole: Entry) -> DescribedBoard:
        return read_ground(fields, whole, self.box)

    def names(self, fields: dict[str, Entry]) -> frozenset[str]:
        """Those of single units, and of the counters in stacks."""
        found = {name.lower() for name in super().names(fields)}
        if "stacks" in fields and fields["stacks"].is_mapping:
            for entry in fields["stacks"].pairs().values():
                with entry.desk.gather():
                    found |= {word.removesuffix(DEPLETED).lower() for word in stack_words(entry)}
        return frozenset(found)

    def state(self, fields: dict[str, Entry], whole: Entry, ground: DescribedBoard) -> GdState:
        return read_state(fields, whole, ground, self)


def read_state(fields: dict[str, Entry], whole: Entry, ground: DescribedBoard, title: GdPositions) -> GdState:
    """The position of a file; all its mistakes are gathered before any is told."""
    contents = with_figures(title.box, fields)
    reader = Reader(ground, whole, contents, title.terms.get("conditional", ""))
    reader.read(fields)
    land = Ground(ground.board, contents.chart)
    position = GdPosition(dict(sorted(reader.units.items())), *_works(ground, land, fields))
    book, tracks = _beside(fields, whole, contents)
    book = structs.replace(book, off_map_hex=_off_map(fields, whole, ground, reader), **title.terms)
    hands = _hands(fields, whole, contents)
    bags = _bags(fields, whole, contents, book, hands)
    crowded = _each(fields, "crowded", ground.place)
    begins = _Beginning(fields, whole, contents)
    whole.desk.stop_if_wrong()
    state = State(
        _setting(land, book, contents, reader), position, tracks, bags, hands,
        {side: {} for side in SIDES}, {}, (), _hour(fields),
    )  # fmt: skip
    _check_stacks(state, whole, crowded)
    return begins.begun(state)


def _off_map(fields: Fields, whole: Entry, ground: DescribedBoard, reader: Reader) -> int:
    """The hex from which guns off the map measure their range. [18.4-f, g]"""
    if "off_map" in fields:
        return whole.desk.attempt(lambda: ground.place(fields["off_map"]), NOWHERE)
    off = [
        unit.id for unit in reader.units.values() if unit.status == OFF_MAP and reader.box.kinds[unit.id].is_artillery
    ]
    if off:
        whole.note(f"from where does {off[0]} fire?", "`off_map:` names the hex that guns off the map count from")
    return NOWHERE


def _setting(land: Ground, book: Rulebook, contents: Box, reader: Reader) -> GdSetting:
    """The setting of a position that belongs to no scenario."""
    kinds = {unit_id: kind for unit_id, kind in contents.kinds.items() if unit_id in reader.units}
    charts = Catalogue(
        land.board, contents.chart, land, kinds, contents.chits, reader.arrivals, {}, contents.battalion_names, {}
    )
    return Setting(
        game="gd", scenario="gd/described", title="A described position", system=SYSTEM, board=land.board,
        options={}, sides=SIDES, forces={side: side for side in SIDES}, seat_of={side: side for side in SIDES},
        digest="", rulebook=book, catalogue=charts,
    )  # fmt: skip


def _check_stacks(state: GdState, whole: Entry, crowded: Collection[int]) -> None:
    """No hex holds more than may stack in it once movement is over. [7.1, 7.2]"""
    for h in (h for side in SIDES for h in overfull(state, side) if h not in crowded):
        label = state.setting.board.labels[h]
        most = f"it holds {limit(state, h) / 2:g} units, and {ROAD_LIMIT / 2:g} in road column [gd-7.1-a]"
        whole.note(f"too many units stand in {label}", f"{most}; `crowded: [{label}]` while some may still move on")
    whole.desk.stop_if_wrong()


# -- the ground


def read_ground(fields: Fields, whole: Entry, contents: Box) -> DescribedBoard:
    """The board of a file, or a printed map."""
    if ("board" in fields) == ("map" in fields):
        raise whole.mistake("a position stands on an ad-hoc board or on a printed map", "give `board:` or `map:`")
    if "map" in fields:
        for name in (key for key in ROADS if key in fields):
            fields[name].note("a printed map has its own roads", f"leave `{name}:` out")
        return DescribedBoard(contents.maps[fields["map"].one_of(tuple(contents.maps))](), {})
    ground = read_board(fields["board"], Grid(), lambda entry: _terrain(entry, contents.chart), SIDE_KINDS)
    board = ground.board
    cells = tuple(structs.replace(cell, terrain=CLEAR) if cell.terrain == OPEN else cell for cell in board.cells)
    roads = [structs.replace(road, kind=ROAD) for road in board.links]
    for name, kind in ROADS.items():
        for chain in _each(fields, name, partial(chain_of, ground, kind=kind)):
            roads += chain
    ground.board = Board(board.key, board.grid, cells, tuple(roads), (), board.features)
    return ground


def terrains(chart: Chart) -> tuple[str, ...]:
    """What a hex can be."""
    return tuple(key for key, row in chart.rows.items() if row.kind == "hex")


def _terrain(entry: Entry, chart: Chart) -> str:
    word = entry.text().lower().replace(" ", "_").replace("-", "_")
    if word not in (*terrains(chart), OPEN):
        raise entry.mistake(f"there is no terrain {entry.text()!r}", nearest(word, terrains(chart)))
    return CLEAR if word == OPEN else word


def _items(fields: Fields, name: str) -> list[Entry]:
    nothing: list[Entry] = []
    return fields[name].desk.attempt(fields[name].items, nothing) if name in fields else nothing


# -- works and bridges


Works = tuple[tuple[Fortification, ...], tuple[tuple[int, int], ...], tuple[Pontoon, ...]]
Read = TypeVar("Read")


def _works(ground: DescribedBoard, land: Ground, fields: Fields) -> Works:
    return (
        _each(fields, "works", lambda work: _fort(ground, work)),
        _each(fields, "blown", lambda bridge: _bridge(ground, land, bridge)),
        _each(fields, "pontoons", lambda pontoon: _pontoon(ground, land, pontoon)),
    )


def _each(fields: Fields, name: str, read: Callable[[Entry], Read]) -> tuple[Read, ...]:
    return fields[name].each(read) if name in fields else ()


def _fort(ground: DescribedBoard, entry: Entry) -> Fortification:
    fields = entry.fields(("kind", "at", "facing"), ("kind", "at"))
    kind = fields["kind"].one_of(tuple(FORTS))
    faces = FORTS[kind].green < ALL_ROUND
    if "facing" not in fields and faces:
        raise entry.mistake(f"a {kind} faces somewhere", "for example `facing: N`")
    if "facing" in fields and not faces:
        raise fields["facing"].mistake(f"a {kind} faces all round", "leave `facing:` out")
    with entry.blamed():
        facing = ground.board.grid.side(fields["facing"].text()) if "facing" in fields else 0
    return Fortification(kind, ground.place(fields["at"]), facing)


def _pair(ground: DescribedBoard, entry: Entry) -> tuple[int, int]:
    """The two hexes of a crossing; a river hex stands for both."""
    hexes = [ground.place(item) for item in entry.one_or_more()]
    if not 1 <= len(hexes) <= 2:
        raise entry.mistake("a bridge lies between two hexes that touch, or in one", "for example [A01, A02]")
    a, b = hexes[0], hexes[-1]
    if a != b and not ground.board.are_neighbours(a, b):
        raise entry.mistake("a bridge lies between two hexes that touch, or in one", "for example [A01, A02]")
    return min(a, b), max(a, b)


def _bridge(ground: DescribedBoard, land: Ground, entry: Entry) -> tuple[int, int]:
    a, b = _pair(ground, entry)
    printed = land.has_bridge(a, b) if a != b else any(land.has_bridge(a, n) for n in land.neighbours[a])
    if not printed and not ground.blind:
        raise entry.mistake("there is no bridge", "a hexside of kind bridge, for example [A01, A02]")
    return a, b


def _pontoon(ground: DescribedBoard, land: Ground, entry: Entry) -> Pontoon:
    fields = entry.fields(("between", "side", "complete"), ("between", "side"))
    a, b = _pair(ground, fields["between"])
    wet = land.is_river_hex(a) if a == b else land.water(a, b) in CLOSED_WATER
    if not wet and not ground.blind:
        raise fields["between"].mistake("there is no river or canal to bridge", "a hexside of kind river or canal")
    return Pontoon(a, b, fields["side"].one_of(SIDES), "complete" in fields and fields["complete"].flag())


# -- beside the map

NO_CHITS: dict[str, tuple[str, ...]] = {}


def _hour(fields: Fields) -> int:
    return PARTS_OF_DAY.index(fields["time"].one_of(PARTS_OF_DAY)) if "time" in fields else 0


def _beside(fields: Fields, whole: Entry, contents: Box) -> tuple[Rulebook, GdTracks]:
    attempt = whole.desk.attempt
    held = attempt(lambda: _chits(fields, "held", contents), NO_CHITS)
    cups = attempt(lambda: _cups(fields), dict(BOOK.cups))
    dice = attempt(lambda: _bridge_dice(fields), otherwise=True)
    weather = attempt(lambda: fields["weather"].one_of(WEATHER) if "weather" in fields else WEATHER[0], WEATHER[0])
    attempt(lambda: _hour(fields), 0)
    acted = _each(fields, "activated", lambda battalion: _battalion(battalion, contents))
    divisions = _each(fields, "divisions", lambda named: named.one_of(SIDES))
    book = structs.replace(BOOK, held={side: held.get(side, ()) for side in SIDES}, cups=cups, bridge_dice=dice)
    return book, GdTracks(weather=weather, held=book.held, activated=acted, divisions=divisions)


def _hands(fields: Fields, whole: Entry, contents: Box) -> dict[str, Hand]:
    """Black chits drawn from the cups, which only their owner knows."""
    found = whole.desk.attempt(lambda: _chits(fields, "hands", contents), NO_CHITS)
    return {side: Hand(tuple(sorted(found.get(side, ())))) for side in SIDES}


def _bags(fields: Fields, whole: Entry, contents: Box, book: Rulebook, hands: Mapping[str, Hand]) -> dict[str, Bag]:
    """The cups, and the pools they are filled from without what somebody holds already. [10.3-b, Q-pool]"""
    bags = event_bags(book, contents.chits)
    for card in (card for hand in hands.values() for card in hand.cards):
        if card not in bags[BLACK].items:
            whole.note(f"{contents.chits[card].name} is in another hand already", "each black chit is in one place")
            continue
        bags[BLACK] = bags[BLACK].without(card)
    for colour in COLOURS if "cups" in fields else ():
        if sum(book.cups[side].get(colour, 0) for side in SIDES) > bags[colour].size:
            fields["cups"].note(f"there are {bags[colour].size} {colour} chits", "fewer in the two cups together")
    return bags


def _bridge_dice(fields: Fields) -> bool:
    if "options" not in fields:
        return True
    chosen = fields["options"].fields((BRIDGE_DICE.key,))
    return chosen[BRIDGE_DICE.key].one_of(BRIDGE_DICE.values) == "on" if chosen else True


def _chits(fields: Fields, name: str, contents: Box) -> dict[str, tuple[str, ...]]:
    """Black chits by their names, for each side."""
    if name not in fields:
        return {}
    return {side: tuple(black_chit(chit, contents) for chit in entry.one_or_more())
            for side, entry in fields[name].fields(SIDES).items()}  # fmt: skip


def black_chit(entry: Entry, contents: Box) -> str:
    chit = contents.chit(entry)
    if chit.colour != "black":
        raise entry.mistake(f"{chit.name} is no black chit", "blue and red chits are drawn and discarded")
    return chit.id


def _cups(fields: Fields) -> dict[str, dict[str, int]]:
    """So many chits of each colour in the event cups. [10.3-b]"""
    cups = {side: dict(BOOK.cups[side]) for side in SIDES}
    if "cups" in fields:
        for side, entry in fields["cups"].fields(SIDES).items():
            cups[side] |= {colour: count.number(0, MOST_CHITS) for colour, count in entry.fields(COLOURS).items()}
    return cups


# -- where play begins


def _battalion(entry: Entry, contents: Box) -> str:
    word = entry.text().lower()
    if word not in contents.battalions():
        raise entry.mistake(f"there is no battalion {entry.text()!r}", nearest(word, contents.battalions()))
    return word


class _Beginning:
    """What the file says of the chit at hand: whose choice it is, which has come out, which are left in the cup."""

    def __init__(self, fields: Fields, whole: Entry, contents: Box) -> None:
        self.fields = fields
        self.whole = whole
        self.contents = contents
        attempt = whole.desk.attempt
        self.with_turn = "begins" in fields and bool(attempt(lambda: fields["begins"].one_of((TURN,)), ""))
        self.side = attempt(lambda: fields["turn"].one_of(SIDES), "") if "turn" in fields else ""
        self.chit = attempt(lambda: _battalion(fields["battalion"], contents), "") if "battalion" in fields else ""
        self.cup = _each(fields, "cup", lambda battalion: _battalion(battalion, contents)) if "cup" in fields else None
        for name in (key for key in CHIT_AT_HAND if self.with_turn and key in fields):
            fields[name].note("no chit is at hand when a turn begins", f"leave `{name}:` or `begins:` out")

    def begun(self, state: GdState) -> GdState:
        """The position at the choice of a chit, with the chit of a battalion just drawn, or as the turn begins."""
        if self.with_turn:
            return at_turn(state)
        self._check_cup(state)
        if self.chit:
            return self._activated(state)
        has_units = {unit.side for unit in state.position.units.values() if _plays(unit)}
        side = self.side or next((candidate for candidate in SIDES if candidate in has_units), SIDES[0])
        begun = on_turn(state, side, self.cup)
        if side in has_units and not list(begun.choices()):
            raise self.whole.mistake(f"every {side} battalion has been activated", "leave one out of `activated:`")
        return begun

    def _check_cup(self, state: GdState) -> None:
        for item, name in zip(_items(self.fields, "cup"), self.cup or (), strict=True):
            if name not in with_cup(state, None).bags[CUP].items:
                raise item.mistake(f"the chit of {name} cannot be in the cup", "a battalion in play that has not acted")

    def _activated(self, state: GdState) -> GdState:
        entry, battalion = self.fields["battalion"], self.chit
        owner = next(kind.side for kind in self.contents.kinds.values() if kind.battalion == battalion)
        if self.side and owner != self.side:
            raise entry.mistake(f"{battalion} is {owner}", f"leave `turn:` out, or write turn: {owner}")
        if battalion not in with_cup(state, None).bags[CUP].items:
            raise entry.mistake(f"nothing of {battalion} can be activated", "put one of its units on the map")
        return with_chit(state, battalion, self.cup)


def _plays(unit: Unit) -> bool:
    return unit.hex >= 0 or unit.status == DUE
