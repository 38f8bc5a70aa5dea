"""Mistakes in the data files of Kursk 1943, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from balka.core.boards import Board
from balka.core.errors import BalkaError
from balka.core.packs import Packs
from balka.core.packs.tables import Row
from balka.core.reading import Step, near
from balka.games import ledger
from balka.games.kursk_1943 import maps, scenarios
from balka.games.kursk_1943.sheets import OWN, printed_sheet, rows
from balka.games.kursk_1943.tables import Table
from balka.systems.wb95.catalogue import BANDS, COLUMNS, Catalogue
from balka.systems.wb95.movement import STACKING

ROLLS = range(2, 13)
TABLES = ("artillery_fire", "attack_on_objects", "air_attack", "bomber_attack")
WATER = ("river", "doniec")
GROUND = ("base", "add")
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
    parts.append(partial(scenarios.keys, packs))
    for part in parts:
        try:
            part()
        except (BalkaError, ValueError) as problem:
            yield str(problem)


def _all(packs: Packs) -> Iterator[str]:
    charts = scenarios.charts(packs)
    yield from _counters(charts, packs)
    yield from _tables(charts)
    yield from _map(charts, packs)
    for key in scenarios.keys(packs):
        yield from (f"{key}: {wrong}" for wrong in scenario_problems(key, packs))
    yield from _idle(packs)


def _idle(packs: Packs) -> Iterator[str]:
    """Rows of a pack that no scenario reads."""
    if not packs:
        return
    try:
        used = {part.setup or part.key for key in scenarios.keys(packs) for part in _parts(key, packs)}
    except BalkaError:
        return  # told already
    for name in ("setup.csv", "arrivals.csv"):
        for row in rows(name, packs):
            if row["scenario"] not in used:
                yield f"{row.place}: no scenario sets up by {row['scenario']!r}; {near(row['scenario'], sorted(used))}"
    own = {row["id"] for row in rows("units.csv")}
    fielded = {row["unit"] for name in ("setup.csv", "arrivals.csv") for row in rows(name, packs)}
    for row in rows("units.csv", packs):
        if row["id"] not in own | fielded:
            yield f"{row.place}: no scenario fields {row['id']}; name it in setup.csv, or mend the id"


def _parts(key: str, packs: Packs) -> list[Table]:
    return scenarios.parts(scenarios.describe(key, packs))


# -- counters and tables


def _counters(charts: Catalogue, packs: Packs) -> Iterator[str]:
    for row in rows("units.csv", packs):
        counter = charts.counters[row["id"]]
        if counter.kind != "AIR" and not counter.cel:
            yield f"{row.place}: {counter.id} has no CEL"
        if counter.attack_reduced > counter.attack or counter.defence_reduced > counter.defence:
            yield f"{row.place}: {counter.id} is stronger after a loss than before"
    yield from _lame(charts, packs)


def _lame(charts: Catalogue, packs: Packs) -> Iterator[str]:
    """Counters with movement points and no way to move."""
    for row in rows("units.csv", packs):
        counter = charts.counters[row["id"]]
        if counter.mp and not counter.moves:
            yield f"{row.place}, column moves: {counter.id} has movement points; trucked, mechanized, foot or air"


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
    yield from _hexes(charts, packs)
    labels = {row["hex"] for row in maps.hex_rows(packs)}
    yield from _lines(labels, packs)
    for row in maps.exit_rows(packs):
        if row["hex"] not in labels:
            yield f"{row.place}: {row['hex']} is no hex of the map"


def _hexes(charts: Catalogue, packs: Packs) -> Iterator[str]:
    """Each hex has ground to stand on and a sheet it lies on."""
    known = [name for name, ground in charts.terrain.items() if ground.mode in GROUND]
    for row in maps.hex_rows(packs):
        printed = printed_sheet(row["hex"])
        if row["terrain"] not in known:
            yield f"{row.place}: {row['terrain']!r} has no row in terrain.csv; {near(row['terrain'], known)}"
        if not maps.sheet_of(row["hex"], packs):
            yield f"{row.place}: {row['hex']} is on no sheet; name one in the column sheet"
        elif printed and row["sheet"] not in ("", printed):
            yield f"{row.place}: {row['hex']} is on the sheet {printed}; hexes of your own begin with {OWN}00"


def _lines(labels: set[str], packs: Packs) -> Iterator[str]:
    """Lines lie between neighbours, each once, and bridges over water."""
    seen: dict[tuple[str, str, str], int] = {}
    wet = {frozenset((row["a"], row["b"])) for row in maps.line_rows(packs) if row["kind"] in WATER}
    for row in maps.line_rows(packs):
        a, b, kind = row["a"], row["b"], row["kind"]
        if a not in labels or b not in labels:
            yield f"{row.place}: {a if a not in labels else b} is no hex of the map"
            continue
        if not _touch(a, b, packs):
            yield f"{row.place}: {a} and {b} do not touch"
        if kind == "bridge" and frozenset((a, b)) not in wet:
            yield f"{row.place}: a bridge over dry ground at {a}/{b}"
        name = (min(a, b), max(a, b), kind)
        if name in seen and kind != "fortified":
            yield f"{row.place}: {a}/{b} {kind} stands in line {seen[name]} too"
        seen[name] = row.line


def _touch(a: str, b: str, packs: Packs) -> bool:
    sheet = maps.sheet_of(a, packs)
    on = maps.board(f"check-{sheet}", sheet, None, packs)
    return sheet == maps.sheet_of(b, packs) and on.are_neighbours(on.hex(a), on.hex(b))


# -- the scenarios


def refuse_faulty(key: str, packs: Packs) -> None:
    """A scenario that cannot be played as it is written is not begun."""
    faults = (f"{key}: {problem}" for problem in scenario_faults(key, packs))
    for problem in (*(_unplayable(packs) if packs else ()), *faults):
        raise BalkaError(problem, "`balka check kursk` lists every mistake")


def _unplayable(packs: Packs) -> Iterator[str]:
    """What no scenario can be played with."""
    charts = scenarios.charts(packs)
    yield from _hexes(charts, packs)
    yield from _lame(charts, packs)


def scenario_problems(key: str, packs: Packs = ()) -> Iterator[str]:
    """Everything wrong with a scenario, also what can be played all the same: crowds, and who comes too late."""
    faults = list(scenario_faults(key, packs))
    yield from faults
    if not faults:
        table = scenarios.describe(key, packs)
        yield from _crowds(scenarios.setups(table), packs)
        yield from _out_of_time(table, packs)
        yield from _twice(table, packs)


def scenario_faults(key: str, packs: Packs = ()) -> Iterator[str]:
    """Counters that are not in the box or stand nowhere; towns and rivers that are not there."""
    try:
        table = scenarios.describe(key, packs)
        _parts(key, packs)
        places = scenarios.setups(table)
    except BalkaError as problem:
        yield str(problem)
        return
    on = scenarios.board_of(table)
    if not on.labels:
        yield f"{_at(table, 'crop')}: no hex of the map lies between {' and '.join(table.crop or ())}"
        return
    yield from _places(places, on, packs)
    yield from _arrivals(table, on, packs)
    yield from _ground(table, on)
    for part in scenarios.parts(table):
        yield from _goals(part, on)
        yield from _armies(part, on)
    least = [level.least for level in table.scale]
    if not least or least[0] != 0 or least != sorted(set(least)):
        yield f"{_at(table, 'scale')}: the scale goes {', '.join(map(str, least))} instead of up from 0"


def _at(table: Table, *steps: Step) -> str:
    """File and line of something in a scenario's table, or in the one it is like."""
    own = scenarios.place(table.packs, table.key, *steps)
    head = scenarios.place(table.packs, table.key)
    return scenarios.place(table.packs, table.like, *steps) if own == head and table.like else own


def _places(places: list[scenarios.Place], on: Board, packs: Packs) -> Iterator[str]:
    counters = scenarios.charts(packs).counters
    owners: dict[str, str] = {}
    for place in places:
        if place.unit not in counters:
            yield f"{place.line}: there is no counter {place.unit}; {near(place.unit, list(counters))}"
            continue
        if not on.knows(place.hex):
            yield f"{place.line}: {place.unit} stands in {place.hex}, which is not on this map"
        if counters[place.unit].side != place.side:
            yield f"{place.line}: {place.unit} is {counters[place.unit].side}, not {place.side}"
        elif owners.setdefault(place.hex, place.side) != place.side:
            yield f"{place.line}: {place.unit} stands in {place.hex} with the enemy; a hex holds units of one side"


def _crowds(places: list[scenarios.Place], packs: Packs) -> Iterator[str]:
    """More in one hex than may stand there."""
    counters = scenarios.charts(packs).counters
    stacks: dict[str, int] = {}
    for place in places:
        stacks[place.hex] = stacks.get(place.hex, 0) + counters[place.unit].cel - place.lost
    for h, cel in stacks.items():
        if cel > PRINTED_FULL.get(h, STACKING):
            yield f"setup.csv: {cel} CEL stand in {h}, more than {STACKING}"


def _arrivals(table: Table, on: Board, packs: Packs) -> Iterator[str]:
    counters = scenarios.charts(packs).counters
    for row in _coming(table, packs):
        if row["unit"] not in counters:
            yield f"{row.place}: there is no counter {row['unit']}; {near(row['unit'], list(counters))}"
        elif counters[row["unit"]].side != row["side"]:
            yield f"{row.place}: {row['unit']} is {counters[row['unit']].side}, not {row['side']}"
        if row["entry"] != "east":
            yield from _span(on, row["entry"], row.place)


def _coming(table: Table, packs: Packs) -> list[Row]:
    keys = {part.setup or part.key for part in scenarios.parts(table)}
    return [row for row in rows("arrivals.csv", packs) if row["scenario"] in keys]


def _twice(table: Table, packs: Packs) -> Iterator[str]:
    """Counters that come later and stand on the map already."""
    there = {place.unit: place for place in scenarios.setups(table)}
    for row in _coming(table, packs):
        if row["unit"] in there and not table.joins:
            yield f"{row.place}: {row['unit']} stands in {there[row['unit']].hex} already ({there[row['unit']].line})"


def _out_of_time(table: Table, packs: Packs) -> Iterator[str]:
    last = table.day + table.turns - 1
    for row in _coming(table, packs):
        if table.joins:
            continue
        if int(row["date"][-2:]) > last:
            yield f"{row.place}: {row['unit']} comes after the last day"
        elif int(row["date"][-2:]) < table.day:
            yield f"{row.place}: {row['unit']} comes before the first day, {table.day} July; let setup.csv place it"


def _span(on: Board, text: str, place: str) -> Iterator[str]:
    """A span of hexes lies on the map."""
    try:
        maps.span(on, text)
    except BalkaError as problem:
        yield f"{place}: {problem}"


def _ground(table: Table, on: Board) -> Iterator[str]:
    """Edges, supply towns and prizes lie on the map."""
    for _, text in table.edges.items():
        yield from _span(on, text, _at(table, "edges"))
    for part in scenarios.parts(table):
        for hexes in part.towns.values():
            yield from (f"{_at(part, 'towns')}: {h} is not on this map" for h in hexes if not on.knows(h))
        for n, prize in enumerate(part.prizes):
            for h in prize.hexes:
                if not on.knows(h):
                    yield f"{_at(part, 'prizes', n)}: {h} is not on this map"


def _goals(part: Table, on: Board) -> Iterator[str]:
    """Towns and rivers that score are there, and a goal cites a rule of the ledger."""
    towns = maps.towns(on)
    named: list[tuple[str, tuple[Step, ...]]] = [
        (prize.town, ("prizes", n)) for n, prize in enumerate(part.prizes) if prize.town
    ]
    named += [(town, ("goals", n)) for n, goal in enumerate(part.goals) for town in goal.towns]
    named += [(town, ("broken_towns",)) for town in part.broken_towns]
    for town, steps in named:
        if town not in towns:
            yield f"{_at(part, *steps)}: there is no town {town} on this map; {near(town, list(towns))}"
    for n, prize in enumerate(part.prizes):
        if prize.river and not maps.river(on, prize.river, part.packs):
            yield f"{_at(part, 'prizes', n)}: there is no river {prize.river} on this map"
        if [bool(prize.town), bool(prize.river), bool(prize.hexes)].count(True) != 1:
            yield f"{_at(part, 'prizes', n)}: a prize is for a town, a river or hexes; give one of them"
    for n, goal in enumerate(part.goals):
        if goal.rule not in ledger("kursk"):
            yield f"{_at(part, 'goals', n)}: the ledger has no rule {goal.rule!r}; name the row the goal is nearest to"


def _armies(part: Table, on: Board) -> Iterator[str]:
    """Rules for an army name one there is, and a river."""
    armies = {counter.army for counter in scenarios.charts(part.packs).counters.values()}
    for name, rule in (("slow", part.slow), ("no_crossing", part.no_crossing)):
        if rule and rule.army not in armies:
            yield f"{_at(part, name)}: there is no army {rule.army!r}; {near(rule.army, sorted(armies))}"
    if part.no_crossing and not maps.river(on, part.no_crossing.river, part.packs):
        yield f"{_at(part, 'no_crossing')}: there is no river {part.no_crossing.river} on this map"
