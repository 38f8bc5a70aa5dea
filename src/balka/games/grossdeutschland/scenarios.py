"""Scenarios, read from their files: areas, arrivals, chits, victory. [17.0-21.5]"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from msgspec import Struct

from balka.core.boards import Board
from balka.core.errors import BalkaError
from balka.core.hexes import hexes_in
from balka.core.packs import Packs, documents
from balka.core.packs.tables import Row
from balka.core.reading import Misread, Mistake, Step, near, read
from balka.games.grossdeutschland import box, maps, sheets
from balka.games.grossdeutschland.tables import ExitRow, Facts, FortRow, LocationRow
from balka.systems.famous_divisions.model import Area, Arrival, Location, RoadPath, Rulebook
from balka.systems.famous_divisions.position import (
    DUE,
    NOWHERE,
    OFF_MAP,
    ON_MAP,
    SIDES,
    Fortification,
    Unit,
)
from balka.systems.famous_divisions.setup import WAITING
from balka.systems.famous_divisions.tables import PARTS_OF_DAY
from balka.systems.famous_divisions.wording import slug

AREAS = "at PLACE, in PLACE, within 3 of PLACE, region NAME, enter A on 10 Morning, or off map; a place is a hex too"


class Plan(Struct, frozen=True):
    """A scenario ready to be started."""

    key: str
    facts: Facts
    board: Board
    rulebook: Rulebook
    units: dict[str, Unit]
    arrivals: dict[str, Arrival]
    areas: dict[str, Area]
    forts: tuple[Fortification, ...]


@cache
def keys(packs: Packs = ()) -> tuple[str, ...]:
    """The scenarios, the shortest first."""
    return tuple(sorted(sheets.scenario_keys(packs), key=lambda key: (facts(key, packs).turns, key)))


@cache
def facts(key: str, packs: Packs = ()) -> Facts:
    """The scenario file."""
    known = sheets.scenario_keys(packs)
    if key not in known:
        raise BalkaError(f"no scenario {key!r}", f"one of {', '.join(known)}")
    try:
        found = read(documents.laid(sheets.DATA, f"scenarios/{key}.toml", packs), Facts)
        charted = sheets.map_keys(packs)
        if found.map not in charted:
            wanted = f"{near(found.map, charted)}; maps are named in maps/layout.csv"
            raise Misread(Mistake(("map",), f"{found.map!r} is not known", wanted))
        return found
    except Misread as problem:
        raise problem.mistake.error(place(key, packs, *problem.mistake.steps)) from None


def place(key: str, packs: Packs, *steps: Step) -> str:
    """File and line where something of a scenario stands."""
    return documents.place_of(sheets.paths(f"scenarios/{key}.toml", packs), steps)


class Reader:
    """Reads where counters begin and what counts, against the map."""

    def __init__(self, key: str, packs: Packs) -> None:
        self.key = key
        self.packs = packs
        self.facts = facts(key, packs)
        with self.blamed("crop"):
            self.board = maps.board(self.facts.map, self.facts.crop, packs)
        self.entries = maps.entries(self.facts.map, packs)
        self.named = maps.named(self.facts.map, packs)
        self.regions = maps.regions(self.facts.map, packs)

    @contextmanager
    def blamed(self, *steps: Step) -> Iterator[None]:
        """Whatever cannot be read inside is a mistake of this part of the scenario's file."""
        try:
            yield
        except BalkaError as problem:
            where = place(self.key, self.packs, *steps)
            raise BalkaError(f"{where}: {problem.message}", problem.instead) from problem

    def entry(self, letter: str) -> tuple[str, ...]:
        """The hexes of an entry, the printed one first."""
        if letter not in self.entries:
            raise BalkaError(f"there is no entry {letter!r} on this map", f"one of {', '.join(self.entries)}")
        return self.entries[letter]

    def hex(self, label: str) -> int:
        return self.board.hex(label)

    def hexes(self, labels: tuple[str, ...] | list[str]) -> tuple[int, ...]:
        return tuple(self.hex(label) for label in labels)

    def turn(self, day: int, part: str) -> int:
        if part not in PARTS_OF_DAY:
            raise BalkaError(f"there is no part of the day {part!r}", f"one of {', '.join(PARTS_OF_DAY)}")
        return (day - self.facts.first_day) * 4 + PARTS_OF_DAY.index(part)

    def spot(self, text: str) -> int:
        """The hex a set-up area is measured from: a place, an entry letter or a hex. [ruling: the printed hex only]"""
        if text.startswith("entry "):
            return self.hex(self.entry(text.removeprefix("entry "))[0])
        return self.hex(self.facts.places.get(text, text))

    def area(self, text: str) -> tuple[int, ...]:
        """The hexes of an area as the scenario words it."""
        if text.startswith("at "):
            return (self.spot(text[3:]),)
        if text.startswith("in "):
            return self.hexes(self.named[text[3:]]) if text[3:] in self.named else (self.spot(text[3:]),)
        if text.startswith("region "):
            return self.region(text.removeprefix("region "))
        found = re.fullmatch(r"within (\d+) of (.+)", text)
        if found is None:
            raise BalkaError(f"a set-up area cannot be read: {text!r}", AREAS)
        return tuple(hexes_in(self.board.within(self.spot(found[2]), int(found[1]))))

    def region(self, name: str) -> tuple[int, ...]:
        """A part of the map that the notes of its hexes name, and that the scenario has words for."""
        if name not in self.regions or name not in self.facts.regions:
            raise BalkaError(f"there is no region {name!r}", f"one of {', '.join(self.facts.regions) or 'none'}")
        return self.hexes(self.regions[name])

    def area_words(self, text: str) -> str:
        """An area as a player is told of it, with the hex it is measured from."""
        if text.startswith("region "):
            return self.facts.regions[text.removeprefix("region ")]
        found = re.fullmatch(r"within (\d+) of (.+)", text)
        if found is None:
            return text
        spot, many = self.board.labels[self.spot(found[2])], "" if found[1] == "1" else "es"
        return f"within {found[1]} hex{many} of {found[2]}" + (f" ({spot})" if spot != found[2] else "")

    def arrival(self, text: str, condition: str) -> Arrival | None:
        """`enter A/B on 10 Evening`."""
        found = re.fullmatch(r"enter (\S+) on (\d+) (\w+)", text)
        if found is None:
            return None
        hexes = tuple(self.hex(self.entry(letter)[0]) for letter in found[1].split("/"))
        return Arrival(self.turn(int(found[2]), found[3]), hexes, condition)


@cache
def plan(key: str, packs: Packs = ()) -> Plan:
    """A scenario with everything in its place."""
    reader = Reader(key, packs)
    units: dict[str, Unit] = {}
    arrivals: dict[str, Arrival] = {}
    areas: dict[str, Area] = {}
    held: dict[int, str] = {}
    for row in unit_rows(key, packs):
        with row.blamed():
            unit = _begin(reader, row, arrivals, areas)
            if unit.id in units:
                raise BalkaError(f"{unit.id} is there twice")
            if unit.hex != NOWHERE and held.setdefault(unit.hex, unit.side) != unit.side:
                label = reader.board.labels[unit.hex]
                raise BalkaError(f"{unit.id} stands in {label} with the enemy", "a hex holds units of one side")
            units[unit.id] = unit
    return Plan(
        key, reader.facts, reader.board, _rulebook(reader, tuple(units)), dict(sorted(units.items())), arrivals, areas,
        _placed_forts(reader),
    )  # fmt: skip


def unit_rows(key: str, packs: Packs) -> list[Row]:
    """Who takes part in a scenario, and where each begins."""
    return sheets.rows(sheets.PLACES, packs, key)


def _begin(reader: Reader, row: Row, arrivals: dict[str, Arrival], areas: dict[str, Area]) -> Unit:
    """A counter as the game begins: on the map, to be set up, due later, or off the map."""
    unit_id = box.unit_key(row.one_of("side", SIDES), row["battalion"], row["designation"])
    kinds = box.kinds(reader.packs)
    if unit_id not in kinds:
        raise BalkaError(f"{unit_id} is no counter of the box", near(unit_id, list(kinds)))
    if kinds[unit_id].side != row["side"]:
        raise BalkaError(f"{unit_id} is {kinds[unit_id].side}", f"write {kinds[unit_id].side}")
    depleted = row.one_of("starts", ("", "depleted")) == "depleted"
    arrival = reader.arrival(row["place"], row["condition"])
    if arrival:
        arrivals[unit_id] = arrival
        return Unit(unit_id, row["side"], NOWHERE, DUE, depleted)
    if row["place"].startswith("off map"):
        return Unit(unit_id, row["side"], NOWHERE, OFF_MAP, depleted)
    hexes = reader.area(row["place"])
    if not reader.facts.setup_order:
        return Unit(unit_id, row["side"], hexes[0], ON_MAP, depleted)
    areas[unit_id] = Area(hexes, reader.area_words(row["place"]))
    return Unit(unit_id, row["side"], NOWHERE, WAITING, depleted)


def _placed_forts(reader: Reader) -> tuple[Fortification, ...]:
    return tuple(_fort(reader, row, n) for n, row in enumerate(reader.facts.forts.placed))


def _fort(reader: Reader, row: FortRow, number: int) -> Fortification:
    grid = reader.board.grid
    with reader.blamed("forts", "placed", number):
        if row.facing not in grid.sides:
            raise BalkaError(f"there is no facing {row.facing!r}", f"one of {', '.join(grid.sides)}")
        return Fortification(row.kind, reader.hex(row.hex), grid.side(row.facing))


def _location(reader: Reader, row: LocationRow, number: int) -> Location:
    with reader.blamed("victory", "locations", number):
        if row.need > len(row.hexes):
            raise BalkaError(f"{row.need} hexes are needed and {len(row.hexes)} named", "name more, or need fewer")
        holder = row.holder or reader.facts.victory.scorer
        return Location(row.name, reader.hexes(row.hexes), row.points, row.need, holder)


def _path(reader: Reader, row: ExitRow | None) -> RoadPath | None:
    if row is None:
        return None
    with reader.blamed("victory", "exit"):
        exits = tuple(h for letter in row.through for h in reader.hexes(reader.entry(letter)))
        sources = tuple(reader.hex(reader.entry(letter)[0]) for letter in row.sources)
        return RoadPath(exits, sources, own_road=row.own_road)


def _battalions(reader: Reader, names: tuple[str, ...]) -> tuple[str, ...]:
    known = sorted({kind.battalion for kind in box.kinds(reader.packs).values()})
    with reader.blamed("one_entry"):
        for name in names:
            if name not in known:
                raise BalkaError(f"there is no battalion {name!r}", near(name, known))
    return names


def _column(reader: Reader, ids: tuple[str, ...]) -> tuple[str, ...]:
    """The counters of the battalions that begin in column."""
    found: list[str] = []
    for name in reader.facts.in_column:
        own = [unit_id for unit_id in ids if unit_id.endswith(f"-{slug(name)}")]
        with reader.blamed("in_column"):
            if not own:
                raise BalkaError(f"no counter of {name!r} takes part")
        found += own
    return tuple(unit_id for unit_id in ids if unit_id in found)


def _builders(reader: Reader, ids: tuple[str, ...]) -> tuple[str, ...]:
    """The German companies that fortifications are placed beside, named as printed: `1K Eng`."""
    found = tuple(box.unit_key("german", *reversed(name.split(" ", 1))) for name in reader.facts.fort_units)
    with reader.blamed("fort_units"):
        for unit_id in found:
            if unit_id not in ids:
                raise BalkaError(f"{unit_id} takes no part in this scenario")
    return found


def _rulebook(reader: Reader, ids: tuple[str, ...]) -> Rulebook:
    facts, victory = reader.facts, reader.facts.victory
    way, late = _path(reader, victory.exit), facts.conditional
    with reader.blamed("off_map_hex"):
        off_map = reader.hex(facts.off_map_hex) if facts.off_map_hex else NOWHERE
    return Rulebook(
        first_turn=0,
        turns=facts.turns,
        first_day=facts.first_day,
        month=facts.month,
        weather_modifier=facts.weather_modifier,
        first_side=facts.first.side,
        first_count=facts.first.count,
        setup_order=tuple(facts.setup_order),
        scorer=victory.scorer,
        win=victory.win,
        draw=victory.draw,
        locations=tuple(_location(reader, row, n) for n, row in enumerate(victory.locations)),
        exit=way,
        penalty=way if victory.penalty else None,
        cups={side: {"black": cup.black, "blue": cup.blue, "red": cup.red} for side, cup in facts.chits.items()},
        held={side: tuple(map(slug, cup.held)) for side, cup in facts.chits.items()},
        forts={side: dict(getattr(facts.forts, side)) for side in SIDES if getattr(facts.forts, side)},
        fort_units=_builders(reader, ids),
        conditional=late.key if late else "",
        conditional_turn=reader.turn(late.day, late.part) if late else 0,
        off_map_hex=off_map,
        in_column=_column(reader, ids),
        one_entry=_battalions(reader, facts.one_entry),
    )
