"""Scenarios: their set-ups, arrivals, goals and scale, made into a rulebook and a first state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from balka.core.boards import NO_HEX, Board
from balka.core.errors import BalkaError
from balka.games.kursk_1943 import maps
from balka.games.kursk_1943.sheets import Packs, Row, facts, fingerprint, rows
from balka.systems.wb95.catalogue import (
    Catalogue,
    read_combat,
    read_counters,
    read_fire,
    read_terrain,
    with_guns_apart,
)
from balka.systems.wb95.position import OFF, Force, Unit
from balka.systems.wb95.rulebook import Arrival, Goal, Level, Minefield, Prize, Rulebook

Table = dict[str, Any]
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
    found: dict[Any, Any] = {}
    for row in rows(name, packs):
        with row.blamed():
            one = read([row])
            if not one.keys().isdisjoint(found):
                raise BalkaError(f"{', '.join(map(str, one))} stands in the table twice", "give it once")
            found |= one
    return found


@cache
def charts_for(guns_regular: bool, packs: Packs = ()) -> Catalogue:  # noqa: FBT001
    """The charts with towed guns as regular units, or not. [ruling Q33 and its option]"""
    return charts(packs) if guns_regular else with_guns_apart(charts(packs))


@cache
def described(packs: Packs = ()) -> dict[str, Table]:
    """The scenarios as their file describes them, inherited entries filled in."""
    raw = facts("scenarios.toml", packs)
    return {
        key: {"key": key, "packs": packs, **raw.get(table.get("like", ""), {}), **table} for key, table in raw.items()
    }


def describe(key: str, packs: Packs = ()) -> Table:
    found = described(packs).get(key.removeprefix("kursk/"))
    if found is None:
        raise BalkaError(f"there is no scenario {key!r}", instead=f"one of {', '.join(described(packs))}")
    return found


def board_of(table: Table) -> Board:
    crop = tuple(table["crop"]) if "crop" in table else None
    return maps.board(table["key"], table["sheets"], crop, table["packs"])


def parts(table: Table) -> list[Table]:
    """The scenario itself, or those it joins."""
    return [describe(key, table["packs"]) for key in table["joins"]] if "joins" in table else [table]


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


@cache
def setup_rows(setup: str, packs: Packs = ()) -> tuple[Place, ...]:
    found = [_place(row) for row in rows("setup.csv", packs) if row["scenario"] == setup]
    if not found:
        raise BalkaError(f"there is no set-up {setup!r}")
    return tuple(found)


def _place(row: Mapping[str, str]) -> Place:
    day = int(row["moves_from"][-2:]) if row["moves_from"] else 0
    return Place(
        row["unit"], row["side"], row["hex"], row["fortified"] == "yes", day, row["entry"], int(row["lost"] or 0)
    )


def setups(table: Table) -> list[Place]:
    found: dict[str, Place] = {}
    for part in parts(table):
        for place in setup_rows(part.get("setup", part["key"]), table["packs"]):
            found.setdefault(place.unit, place)  # a counter printed in both scenarios stands in the first [Q110]
    return list(found.values())


def losses(places: list[Place], counters: Catalogue) -> dict[str, int]:
    """The CEL each counter lacks at the start: a formation's losses fall one by one on those that have most."""
    lacking: dict[str, int] = {}
    for entry in dict.fromkeys(place.entry for place in places):
        units = [place.unit for place in places if place.entry == entry]
        for _ in range(sum(place.lost for place in places if place.entry == entry)):
            left = {one: counters.counters[one].cel - lacking.get(one, 0) for one in units}
            hit = max(units, key=lambda one: (left[one], -units.index(one)))
            lacking[hit] = lacking.get(hit, 0) + 1
    return lacking


def fielded(table: Table) -> list[Place]:
    """The counters that have a CEL left to begin with."""
    places, counters = setups(table), charts(table["packs"])
    lacking = losses(places, counters)
    return [place for place in places if counters.counters[place.unit].cel > lacking.get(place.unit, 0)]


def forces(table: Table, book: Rulebook, on: Board) -> dict[str, Force]:
    """Both sides as they begin, reinforcements beside the map."""
    counters = charts_for(book.guns_regular, table["packs"])
    lacking = losses(setups(table), counters)
    found: dict[str, dict[str, Unit]] = {"german": {}, "soviet": {}}
    for place in fielded(table):
        counter = counters.counters[place.unit]
        found[place.side][place.unit] = Unit(
            place.unit, place.side, counter.kind, on.hex(place.hex), counter.cel - lacking.get(place.unit, 0)
        )
    for one in book.arrivals.values():
        counter = counters.counters[one.unit]
        marks = ("transport",) if counter.kind == "ART" and counter.towed else ()
        found[counter.side][one.unit] = Unit(one.unit, counter.side, counter.kind, OFF, counter.cel, marks=marks)
    return {side: Force(dict(sorted(units.items()))) for side, units in found.items()}


def works(table: Table, on: Board) -> dict[str, str]:
    """Field works at the start. [ruling Q115]"""
    return {str(on.hex(place.hex)): place.side for place in setups(table) if place.dug_in}


def control(table: Table, on: Board) -> str:
    """Who holds each hex: behind his own front. [4.3.1]"""
    column = f"owner_{table['owner']}"
    letters = {row["hex"]: row[column] or "-" for row in maps.hex_rows(table["packs"])}
    found = [letters[name] for name in on.labels]
    for place in setups(table):
        found[on.hex(place.hex)] = LETTERS[place.side]
    return "".join(found)


# -- the rulebook


def rulebook(table: Table, on: Board, options: Mapping[str, Any]) -> Rulebook:
    """The scenario's rules as values."""
    day = table["day"]
    counters = charts(table["packs"]).counters
    arrivals = {one.unit: one for one in _arrivals(table, on)}
    air = tuple(sorted(one.id for one in counters.values() if one.kind == "AIR" and one.side == "german"))
    fields: Table = {
        "first": table["first"],
        "turns": table["turns"],
        "day": day,
        "edges": {side: maps.span(on, text) for side, text in table["edges"].items()},
        "towns": {side: tuple(on.hex(h) for h in hexes) for side, hexes in _towns(table).items()},
        "arrivals": arrivals,
        "zones": _zones(on, table),
        "frozen": {place.unit: place.moves_from - day + 1 for place in setups(table) if place.moves_from > day},
        "slow": _slow(table),
        "withdraw": _withdrawn(table),
        "equivalent": any(part.get("withdraw", {}).get("equivalent", False) for part in parts(table)),
        "attrition": table.get("attrition", 0),
        "air": {"german": air} if table.get("sorties") else {},
        "sorties": table.get("sorties", {}),
        "mines": tuple(_mines(table, on)),
        "last_mines": table.get("last_mine_day", 0) - day + 1,
        "repairs": table.get("repairs", 0),
        "prizes": tuple(_prizes(table, on)),
        "goals": tuple(_goals(table, on)),
        "scale": tuple(Level(**level) for level in table["scale"]),
        "enemy_lost": table.get("enemy_lost", 0),
        "stavka_cost": table.get("stavka_cost", 0),
        "no_crossing": _no_crossing(table, on),
    }
    return Rulebook(**fields, **options)


def _towns(table: Table) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for part in parts(table):
        for side, hexes in part.get("towns", {}).items():
            found[side] = [*found.get(side, []), *hexes]
    return found


def _arrivals(table: Table, on: Board) -> Iterator[Arrival]:
    """Reinforcements in the order of their dates; a counter listed twice comes the first time."""
    seen = {place.unit for place in setups(table)}
    keys = {part.get("setup", part["key"]) for part in parts(table)}
    listed = sorted(
        (row for row in rows("arrivals.csv", table["packs"]) if row["scenario"] in keys), key=lambda row: row["date"]
    )
    for row in listed:
        if row["unit"] in seen:
            continue
        seen.add(row["unit"])
        hexes = _entry(on, row["entry"], table)
        yield Arrival(
            row["unit"], int(row["date"][-2:]) - table["day"] + 1, hexes, row["group"], row["kind"] == "stavka"
        )


def _entry(on: Board, text: str, table: Table) -> tuple[int, ...]:
    """The hexes of an entry: an edge means its road exits. [11.2.4, ruling Q107]"""
    if text == "east":
        edge = {*maps.span(on, table["edges"]["soviet"])}
        return tuple(h for h in dict.fromkeys(end.hex for end in on.road_ends) if h in edge)
    return maps.span(on, text)


def _zones(on: Board, table: Table) -> dict[str, tuple[int, ...]]:
    """Entry zones of each side along its own edges, in order. [11.2]"""
    exits = list(dict.fromkeys(end.hex for end in on.road_ends))
    found = {}
    for side, text in table["edges"].items():
        edge = maps.span(on, text)
        found[side] = tuple(h for h in edge if h in exits)
    return found


def _slow(table: Table) -> dict[str, int]:
    found = {}
    for part in parts(table):
        rule = part.get("slow") or {}
        for place in setup_rows(part.get("setup", part["key"]), table["packs"]) if rule else ():
            if charts(table["packs"]).counters[place.unit].army == rule["army"]:
                found[place.unit] = rule["day"] - table["day"] + 1
    return found


def _withdrawn(table: Table) -> dict[str, int]:
    """The 4 ARM division goes on 12 July. [ruling Q112]"""
    found = {}
    for part in parts(table):
        rule = part.get("withdraw")
        if rule:
            for one in ("pz-35-4", "pzgr-12-4", "pzgr-33-4"):
                found[one] = rule["day"] - table["day"] + 1
    return found


def _mines(table: Table, on: Board) -> Iterator[Minefield]:
    """The dice of each front. [18.1.2]"""
    for part in parts(table):
        hexes = frozenset(h for h, name in enumerate(on.labels) if maps.sheet_of(name) == part["sheets"])
        if part.get("mines"):
            yield Minefield(part["mines"], hexes)


def _prizes(table: Table, on: Board) -> Iterator[Prize]:
    named = maps.towns(on)
    taken: set[str] = set()
    for part in parts(table):
        for prize in part.get("prizes", ()):
            hexes = named[prize["town"]] if "town" in prize else tuple(on.hex(h) for h in prize.get("hexes", ()))
            taken.add(prize.get("town", ""))
            yield Prize(prize["text"], prize["points"], hexes, prize.get("river", ""))
    won_by_goal = {town for part in parts(table) for goal in part.get("goals", ()) for town in goal["towns"]}
    start = control(table, on)
    for town, hexes in named.items() if table.get("other_towns") else ():
        for h in hexes:
            if town not in taken and town not in won_by_goal and start[h] != "g":
                yield Prize(f"{town} captured ({on.labels[h]})", table["other_towns"], (h,))


def _goals(table: Table, on: Board) -> Iterator[Goal]:
    named = maps.towns(on)
    for part in parts(table):
        for goal in part.get("goals", ()):
            hexes = tuple(h for town in goal["towns"] for h in named[town])
            yield Goal(goal["side"], hexes, goal["after"], goal["text"], goal["rule"])


def _no_crossing(table: Table, on: Board) -> dict[str, tuple[tuple[int, int], ...]]:
    """Hexsides of a river north of a hex row that an army may not cross."""
    found = {}
    for part in parts(table):
        rule = part.get("no_crossing") or {}
        if rule:
            sides = [pair for pair in maps.river(on, rule["river"], table["packs"])
                     if min(int(on.labels[h][2:]) for h in pair) < rule["above"]]  # fmt: skip
            found[rule["army"]] = tuple(sides)
    return found


def broken(table: Table, on: Board) -> tuple[tuple[int, int], ...]:
    """Bridges destroyed at the start: those that lead out of a town."""
    named = maps.towns(on)
    gone = set()
    for part in parts(table):
        for town in part.get("broken_towns", ()):
            for side in on.features:
                if side.kind == "bridge" and {side.a, side.b} & set(named[town]):
                    gone.add((min(side.a, side.b), max(side.a, side.b)))
    return tuple(sorted(gone))


def banks(book: Rulebook, on: Board, packs: Packs = ()) -> dict[tuple[int, int], tuple[str, int]]:
    """For each hexside of a river worth points, the hex on the German bank: the one nearer to a German edge by land."""
    found = {}
    for prize in book.prizes:
        if prize.river:
            sides = maps.river(on, prize.river, packs)
            near = _distances(on, book.edges["german"], set(sides))
            for a, b in sides:
                found[a, b] = (prize.river, a if near.get(a, 10**6) <= near.get(b, 10**6) else b)
    return found


def _distances(on: Board, starts: tuple[int, ...], wall: set[tuple[int, int]]) -> dict[int, int]:
    near = dict.fromkeys(starts, 0)
    queue = list(starts)
    for h in queue:
        for b in on.neighbours[h]:
            if b != NO_HEX and b not in near and (min(h, b), max(h, b)) not in wall:
                near[b] = near[h] + 1
                queue.append(b)
    return near
