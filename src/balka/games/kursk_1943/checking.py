"""Mistakes in the data files of Kursk 1943, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from balka.core.boards import Board
from balka.core.errors import BalkaError
from balka.games.kursk_1943 import maps, scenarios
from balka.games.kursk_1943.scenarios import Table
from balka.games.kursk_1943.sheets import Packs, rows
from balka.systems.wb95.catalogue import BANDS, COLUMNS, Catalogue
from balka.systems.wb95.movement import STACKING

ROLLS = range(2, 13)
TABLES = ("artillery_fire", "attack_on_objects", "air_attack", "bomber_attack")
WATER = ("river", "doniec")
PRINTED_FULL = {"4324": 9}  # the printed set-up of Prokhorovka is itself one over the limit


def problems(packs: tuple[Path, ...] = ()) -> Iterator[str]:
    """Everything wrong with the counters, the tables, the map and the scenarios."""
    missing = [pack for pack in packs if not pack.is_dir()]
    if missing:
        raise BalkaError(f"there is no folder {missing[0]}", "a folder with files of the same names as the game's")
    unreadable = list(_unreadable(packs))
    # Where a file cannot be read, the rest would only repeat that.
    yield from unreadable or _all(packs)


def _unreadable(packs: Packs) -> Iterator[str]:
    """Files that cannot be read."""
    parts: list[Callable[[], object]] = [partial(rows, name, packs) for name in ("setup.csv", "arrivals.csv")]
    parts += [partial(part, packs) for part in (scenarios.charts, maps.hex_rows, maps.line_rows, maps.exit_rows)]
    parts.append(partial(scenarios.described, packs))
    for part in parts:
        try:
            part()
        except (BalkaError, ValueError, KeyError) as problem:
            yield str(problem)


def _all(packs: Packs) -> Iterator[str]:
    charts = scenarios.charts(packs)
    yield from _counters(charts, packs)
    yield from _tables(charts)
    yield from _map(charts, packs)
    for key in scenarios.described(packs):
        yield from (f"{key}: {wrong}" for wrong in scenario_problems(key, packs))


# -- counters and tables


def _counters(charts: Catalogue, packs: Packs) -> Iterator[str]:
    for row in rows("units.csv", packs):
        counter = charts.counters[row["id"]]
        if counter.kind != "AIR" and not counter.cel:
            yield f"{row.place}: {counter.id} has no CEL"
        if counter.attack_reduced > counter.attack or counter.defence_reduced > counter.defence:
            yield f"{row.place}: {counter.id} is stronger after a loss than before"
        if counter.mp and not counter.moves:
            yield f"{row.place}: {counter.id} moves, but not how"


def _tables(charts: Catalogue) -> Iterator[str]:
    for roll in ROLLS:
        if roll not in charts.combat:
            yield f"combat_table.csv: no row for a roll of {roll}"
    for table in TABLES:
        bands = charts.fire.get(table, {})
        for band in (*(name for _, name in BANDS), "17+"):
            if band not in bands:
                yield f"fire_tables.csv: {table} has no row for {band}"
    for cell in charts.combat.values():
        if len(cell) != len(COLUMNS):
            yield "combat_table.csv: a row has not a cell for every column"


# -- the map


def _map(charts: Catalogue, packs: Packs) -> Iterator[str]:
    labels: dict[str, int] = {}
    for row in maps.hex_rows(packs):
        if row["terrain"] not in charts.terrain:
            yield f"{row.place}: {row['terrain']!r} has no row in terrain.csv"
        if row["hex"] in labels:
            yield f"{row.place}: {row['hex']} stands in line {labels[row['hex']]} too"
        labels[row["hex"]] = row.line
    yield from _lines(set(labels), packs)
    for row in maps.exit_rows(packs):
        if row["hex"] not in labels:
            yield f"{row.place}: {row['hex']} is no hex of the map"


def _lines(labels: set[str], packs: Packs) -> Iterator[str]:
    """Lines lie between neighbours, each once, and bridges over water."""
    seen: dict[tuple[str, str, str], int] = {}
    wet = {frozenset((row["a"], row["b"])) for row in maps.line_rows(packs) if row["kind"] in WATER}
    sheets = {name: maps.board(f"check-{name}", name, None, packs) for name in ("north", "south")}
    for row in maps.line_rows(packs):
        a, b, kind = row["a"], row["b"], row["kind"]
        if a not in labels or b not in labels:
            yield f"{row.place}: {a if a not in labels else b} is no hex of the map"
            continue
        if not _touch(sheets[maps.sheet_of(a)], a, b):
            yield f"{row.place}: {a} and {b} do not touch"
        if kind == "bridge" and frozenset((a, b)) not in wet:
            yield f"{row.place}: a bridge over dry ground at {a}/{b}"
        name = (min(a, b), max(a, b), kind)
        if name in seen and kind != "fortified":
            yield f"{row.place}: {a}/{b} {kind} stands in line {seen[name]} too"
        seen[name] = row.line


def _touch(on: Board, a: str, b: str) -> bool:
    return maps.sheet_of(a) == maps.sheet_of(b) and on.are_neighbours(on.hex(a), on.hex(b))


# -- the scenarios


def scenario_problems(key: str, packs: Packs = ()) -> Iterator[str]:
    """Counters that are not in the box, stand nowhere or too many in one hex; towns and rivers that are not there."""
    table = scenarios.describe(key, packs)
    on = scenarios.board_of(table)
    yield from _places(table, on, packs)
    yield from _arrivals(table, packs)
    yield from _goals(table, on, packs)
    least = [level["least"] for level in table["scale"]]
    if least[0] != 0 or least != sorted(set(least)):
        yield f"scenarios.toml: the scale goes {', '.join(map(str, least))} instead of up from 0"


def _places(table: Table, on: Board, packs: Packs) -> Iterator[str]:
    counters = scenarios.charts(packs).counters
    known = set(on.labels)
    stacks: dict[str, int] = {}
    owners: dict[str, str] = {}
    for place in scenarios.setups(table):
        if place.unit not in counters:
            yield f"setup.csv: there is no counter {place.unit}"
            continue
        if place.hex not in known:
            yield f"setup.csv: {place.unit} stands in {place.hex}, which is not on this map"
        if counters[place.unit].side != place.side or owners.setdefault(place.hex, place.side) != place.side:
            yield f"setup.csv: {place.unit} in {place.hex} is on the wrong side"
        stacks[place.hex] = stacks.get(place.hex, 0) + counters[place.unit].cel - place.lost
    for h, cel in stacks.items():
        if cel > PRINTED_FULL.get(h, STACKING):
            yield f"setup.csv: {cel} CEL stand in {h}, more than {STACKING}"


def _arrivals(table: Table, packs: Packs) -> Iterator[str]:
    counters = scenarios.charts(packs).counters
    keys = {part.get("setup", part["key"]) for part in scenarios.parts(table)}
    last = table["day"] + table["turns"] - 1
    for row in rows("arrivals.csv", packs):
        if row["scenario"] not in keys:
            continue
        if row["unit"] not in counters:
            yield f"{row.place}: there is no counter {row['unit']}"
        elif counters[row["unit"]].side != row["side"]:
            yield f"{row.place}: {row['unit']} is not {row['side']}"
        if "joins" not in table and int(row["date"][-2:]) > last:
            yield f"{row.place}: {row['unit']} comes after the last day"


def _goals(table: Table, on: Board, packs: Packs) -> Iterator[str]:
    towns = maps.towns(on)
    for part in scenarios.parts(table):
        named = [prize["town"] for prize in part.get("prizes", ()) if "town" in prize]
        named += [town for goal in part.get("goals", ()) for town in goal["towns"]]
        yield from (f"scenarios.toml: there is no town {town} on this map" for town in named if town not in towns)
        for prize in part.get("prizes", ()):
            if "river" in prize and not maps.river(on, prize["river"], packs):
                yield f"scenarios.toml: there is no river {prize['river']} on this map"
