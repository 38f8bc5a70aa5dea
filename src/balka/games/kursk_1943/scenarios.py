"""Scenarios: what their file describes, who stands where, and who holds what at the start."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec import Struct, structs

from balka.core.boards import Board
from balka.core.errors import BalkaError
from balka.core.packs import Packs, documents, files
from balka.core.packs.tables import Row
from balka.core.reading import Misread, Mistake, Step, near, read
from balka.games.kursk_1943 import maps
from balka.games.kursk_1943.sheets import DATA, fingerprint, rows
from balka.games.kursk_1943.tables import Facts, Table
from balka.systems.wb95.attrition import Worn
from balka.systems.wb95.catalogue import (
    Catalogue,
    read_combat,
    read_counters,
    read_fire,
    read_terrain,
    with_guns_apart,
)
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.position import OFF, Force, Unit
from balka.systems.wb95.rulebook import Rulebook
from balka.systems.wb95.zones import fortified_hexes

FILE = "scenarios.toml"
LETTERS = {"german": "g", "soviet": "s"}


@cache
def charts(packs: Packs = ()) -> Catalogue:
    """Counters and tables as printed, or as a pack prints them."""
    return Catalogue(
        _read(read_counters, "units.csv", packs),
        _read(read_terrain, "terrain.csv", packs),
        _read(read_combat, "combat_table.csv", packs),
        read_fire(rows("fire_tables.csv", packs)),
        f"kursk {fingerprint(packs)}" if packs else "kursk",
    )


def _read(read: Callable[[list[Row]], dict[Any, Any]], name: str, packs: Packs) -> dict[Any, Any]:
    """A table row by row, so that a mistake is told with its line."""
    table: dict[Any, Any] = {}
    for row in rows(name, packs):
        with row.blamed():
            entry = read([row])
            if not entry.keys().isdisjoint(table):
                raise BalkaError(f"{', '.join(map(str, entry))} stands in the table twice", "give it once")
            table |= entry
    return table


@cache
def charts_for(guns_regular: bool, packs: Packs = ()) -> Catalogue:  # noqa: FBT001
    """The charts with towed guns as regular units, or not. [ruling Q33 and its option]"""
    return charts(packs) if guns_regular else with_guns_apart(charts(packs))


@cache
def _raw(packs: Packs) -> dict[str, dict[str, Any]]:
    """The file of scenarios as it stands, packs laid over it."""
    return documents.laid(DATA, FILE, packs)


def keys(packs: Packs = ()) -> tuple[str, ...]:
    return tuple(_raw(packs))


def described(packs: Packs = ()) -> dict[str, Table]:
    """Every scenario as its file describes it."""
    return {key: _read_table(key, packs) for key in keys(packs)}


def describe(key: str, packs: Packs = ()) -> Table:
    name = key.removeprefix("kursk/")
    if name not in keys(packs):
        raise BalkaError(f"there is no scenario {key!r}", instead=f"one of {', '.join(keys(packs))}")
    return _read_table(name, packs)


@cache
def _read_table(key: str, packs: Packs) -> Table:
    """A scenario, inherited entries filled in; an empty table stands for none."""
    try:
        inherited = {name: value for name, value in _inherited(key, packs).items() if value != {}}
        facts = read(inherited, Facts)
        if facts.sheets not in maps.known_sheets(packs):
            raise Misread(
                Mistake(("sheets",), f"{facts.sheets!r} is not known", near(facts.sheets, maps.known_sheets(packs)))
            )
        return Table(**structs.asdict(facts), key=key, packs=packs)
    except Misread as problem:
        raise problem.mistake.error(f"{place(packs, key, *problem.mistake.steps)}, {key}") from None


def _inherited(key: str, packs: Packs) -> dict[str, Any]:
    own = _raw(packs)[key]
    if not isinstance(own, dict):
        raise Misread(Mistake((), f"{own!r} is no scenario", "begin with [key]"))
    model = own.get("like")
    if model is not None and model not in set(keys(packs)) - {key}:
        raise Misread(Mistake(("like",), f"there is no scenario {model!r}", f"one of {', '.join(keys(packs))}"))
    return {**(_raw(packs)[model] if model else {}), **own}


def place(packs: Packs, *steps: Step) -> str:
    """File and line where something of a scenario stands."""
    return documents.place_of(files(DATA, FILE, packs), steps)


def board_of(table: Table) -> Board:
    return maps.board(table.key, table.sheets, table.crop, table.packs)


def parts(table: Table) -> list[Table]:
    """The scenario itself, or those it joins."""
    return [describe(key, table.packs) for key in table.joins] or [table]


# -- who stands where


class Place(Struct, frozen=True):
    """A counter of a set-up."""

    unit: str
    side: str
    hex: str
    dug_in: bool
    moves_from: int
    entry: str
    lost: int
    line: str = ""
    """file and line it is read from"""


@cache
def setup_rows(setup: str, packs: Packs = ()) -> tuple[Place, ...]:
    places = [_place(row) for row in rows("setup.csv", packs) if row["scenario"] == setup]
    if not places:
        raise BalkaError(f"setup.csv has no row for {setup!r}", "one row for each counter, the scenario's key first")
    return tuple(places)


def _place(row: Row) -> Place:
    day = int(row["moves_from"][-2:]) if row["moves_from"] else 0
    return Place(
        row["unit"],
        row["side"],
        row["hex"],
        row["fortified"] == "yes",
        day,
        row["entry"],
        int(row["lost"] or 0),
        row.place,
    )


def setups(table: Table) -> list[Place]:
    places: dict[str, Place] = {}
    for part in parts(table):
        for place in setup_rows(part.setup or part.key, part.packs):
            places.setdefault(place.unit, place)  # a counter printed in both scenarios stands in the first [Q110]
    return list(places.values())


def worn(table: Table) -> tuple[Worn, ...]:
    """The formations that begin with losses; their owner spreads them over their counters. [ruling Q117]"""
    counters, entries = charts(table.packs).counters, dict[tuple[str, str], list[Place]]()
    for place in setups(table):
        entries.setdefault((place.side, place.entry), []).append(place)
    found = []
    for (side, name), places in entries.items():
        owed, most = sum(place.lost for place in places), sum(counters[place.unit].cel for place in places)
        if owed:
            found.append(Worn(name, side, min(owed, most), tuple(place.unit for place in places)))
    return tuple(sorted(found, key=lambda formation: formation.side))


def forces(table: Table, book: Rulebook, on: Board) -> dict[str, Force]:
    """Both sides as they begin, reinforcements beside the map; the one counter of a formation lacks all its losses."""
    counters = charts_for(book.guns_regular, table.packs)
    lacking = {formation.units[0]: formation.owed for formation in worn(table) if len(formation.units) == 1}
    by_side: dict[str, dict[str, Unit]] = {"german": {}, "soviet": {}}
    for place in setups(table):
        counter = counters.counters[place.unit]
        left = counter.cel - lacking.get(place.unit, 0)
        if left:
            by_side[place.side][place.unit] = Unit(place.unit, place.side, counter.kind, on.hex(place.hex), left)
    for arrival in book.arrivals.values():
        counter = counters.counters[arrival.unit]
        marks = (Mark.TRANSPORT,) if counter.kind == "ART" and counter.towed else ()
        by_side[counter.side][arrival.unit] = Unit(
            arrival.unit, counter.side, counter.kind, OFF, counter.cel, marks=marks
        )
    return {side: Force(dict(sorted(units.items()))) for side, units in by_side.items()}


def works(table: Table, on: Board) -> dict[str, str]:
    """Field works at the start: outside the fortified lines. [ruling Q115]"""
    lines = fortified_hexes(on)
    dug = {on.hex(place.hex): place.side for place in setups(table) if place.dug_in}
    return {str(h): side for h, side in dug.items() if h not in lines}


def control(table: Table, on: Board) -> str:
    """Who holds each hex: behind his own front. [4.3.1]"""
    column = f"owner_{table.owner}"
    letters = {row["hex"]: row[column] or "-" for row in maps.hex_rows(table.packs)}
    owners = [letters[name] for name in on.labels]
    for place in setups(table):
        owners[on.hex(place.hex)] = LETTERS[place.side]
    return "".join(owners)


def broken(table: Table, on: Board) -> tuple[tuple[int, int], ...]:
    """Bridges destroyed at the start: those that lead out of a town."""
    named = maps.towns(on)
    gone = set()
    for part in parts(table):
        for town in part.broken_towns:
            for side in on.features:
                if side.kind == "bridge" and {side.a, side.b} & set(named[town]):
                    gone.add((min(side.a, side.b), max(side.a, side.b)))
    return tuple(sorted(gone))
