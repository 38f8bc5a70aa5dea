"""Rulebooks: a scenario's dates, entries, special rules, goals and scale as values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from balka.core.boards import NO_HEX, Board
from balka.games.kursk_1943 import maps
from balka.games.kursk_1943.scenarios import charts, control, parts, setup_rows, setups
from balka.games.kursk_1943.sheets import SIDES, rows
from balka.games.kursk_1943.tables import Table
from balka.systems.wb95.rulebook import Arrival, Goal, Level, Minefield, Prize, Rulebook, Sky

Fields = dict[str, Any]
NORTH, EAST, SOUTH, WEST = range(4)
EDGE_OF_SIDE = (NORTH, EAST, EAST, SOUTH, WEST, WEST)  # the map edge a side of a hex looks to: N NE SE S SW NW


def rulebook(table: Table, on: Board, options: Mapping[str, Any]) -> Rulebook:
    """The scenario's rules as values."""
    chapters = (_time, _supply_and_entry, _troops, _air, _engineers, _victory)
    fields = {name: value for chapter in chapters for name, value in chapter(table, on).items()}
    return Rulebook(**fields, **options)


def _time(table: Table, on: Board) -> Fields:
    """Who goes first, how long, from which day. [scenario, time]"""
    return {"first": table.first, "turns": table.turns, "day": table.day}


def _supply_and_entry(table: Table, on: Board) -> Fields:
    """Supply bases, and where and when reinforcements come. [chapters 10 and 11]"""
    return {
        "edges": {side: maps.span(on, text) for side, text in table.edges.items()},
        "towns": {side: tuple(on.hex(h) for h in hexes) for side, hexes in _towns(table).items()},
        "arrivals": {arrival.unit: arrival for arrival in _arrivals(table, on)},
        "zones": dict.fromkeys(SIDES, _zones(on, table)),
        "zones_close": True,
    }


def _troops(table: Table, on: Board) -> Fields:
    """Who may not move yet, who is slow, who leaves, what is lost each day, and what an army may not cross."""
    day = table.day
    return {
        "frozen": {place.unit: place.moves_from - day + 1 for place in setups(table) if place.moves_from > day},
        "slow": _slow(table),
        "withdraw": _withdrawn(table),
        "equivalent": any(part.withdraw is not None and part.withdraw.equivalent for part in parts(table)),
        "attrition": table.attrition,
        "no_crossing": _no_crossing(table, on),
    }


def _air(table: Table, on: Board) -> Fields:
    """Air counters and how many of them fly on a day; only the German side has some. [21.1.1]"""
    counters = charts(table.packs).counters.values()
    wings = tuple(sorted(counter.id for counter in counters if counter.kind == "AIR" and counter.side == "german"))
    skies = tuple(_sky(part, on, table.day) for part in parts(table)) if table.joins else ()
    sorties = table.sorties
    return {"air": {"german": wings} if sorties else {}, "sorties": sorties, "skies": skies}


def _sky(part: Table, on: Board, day: int) -> Sky:
    """The aircraft of one front of the joined game, and their last day there."""
    return Sky(_front(part, on), part.sorties["german"], part.last_air_day - day + 1)


def _engineers(table: Table, on: Board) -> Fields:
    """Mines, and workshops for tanks. [chapters 17 and 18]"""
    last = table.last_mine_day - table.day + 1
    fronts = tuple(_front(part, on) for part in parts(table)) if table.joins else ()
    return {
        "mines": tuple(_mines(table, on)),
        "last_mines": last,
        "repairs": table.repairs,
        "fronts": fronts,
    }


def _front(part: Table, on: Board) -> frozenset[int]:
    """The hexes of the sheet a scenario is played on."""
    return frozenset(h for h, name in enumerate(on.labels) if maps.sheet_of(name, part.packs) == part.sheets)


def _victory(table: Table, on: Board) -> Fields:
    """What scores, and what ends the game at once."""
    return {
        "prizes": tuple(_prizes(table, on)),
        "goals": tuple(_goals(table, on)),
        "enemy_lost": table.enemy_lost,
        "stavka_cost": table.stavka_cost,
    }


def scale(table: Table, more: int = 0) -> tuple[Level, ...]:
    """What German points come to, where so many more are needed for every step above the lowest."""
    lowest, *steps = table.scale
    return tuple(
        Level(row.least + added, row.winner, row.text) for row, added in [(lowest, 0), *((row, more) for row in steps)]
    )


def _towns(table: Table) -> dict[str, list[str]]:
    towns: dict[str, list[str]] = {}
    for part in parts(table):
        for side, hexes in part.towns.items():
            towns[side] = [*towns.get(side, []), *hexes]
    return towns


def _arrivals(table: Table, on: Board) -> Iterator[Arrival]:
    """Reinforcements in the order of their dates; a counter listed twice comes the first time."""
    seen = {place.unit for place in setups(table)}
    keys = {part.setup or part.key for part in parts(table)}
    listed = sorted(
        (row for row in rows("arrivals.csv", table.packs) if row["scenario"] in keys), key=lambda row: row["date"]
    )
    for row in listed:
        if row["unit"] in seen:
            continue
        seen.add(row["unit"])
        stavka = row["kind"] == "stavka"
        hexes = _entry(on, row["entry"], table)
        if stavka and table.joins:  # either map is open to them [joined scenarios]
            hexes = tuple(dict.fromkeys((*hexes, *_other_map(on, hexes, table))))
        yield Arrival(row["unit"], int(row["date"][-2:]) - table.day + 1, hexes, row["group"], stavka)


def _entry(on: Board, text: str, table: Table) -> tuple[int, ...]:
    """The hexes of an entry: an edge means its road exits. [11.2.4, ruling Q107]"""
    return _eastern(on, table) if text == "east" else maps.span(on, text)


def _eastern(on: Board, table: Table) -> tuple[int, ...]:
    """The road exits of the Soviet edge."""
    edge = {*maps.span(on, table.edges.soviet)}
    return tuple(h for h in dict.fromkeys(end.hex for end in on.road_ends) if h in edge)


def _other_map(on: Board, hexes: tuple[int, ...], table: Table) -> list[int]:
    """The eastern road exits of the sheets that none of these hexes is on. [joined scenarios]"""
    own = {maps.sheet_of(on.labels[h], table.packs) for h in hexes}
    return [h for h in _eastern(on, table) if maps.sheet_of(on.labels[h], table.packs) not in own]


def _zones(on: Board, table: Table) -> tuple[int, ...]:
    """The entry zones round the map, clockwise: every road that leaves it, and the edge hexes a scenario names besides.

    Either side may use any of them that its enemy does not control. [11.1.4, 11.2.4]
    """
    exits = [(end.hex, end.side) for end in on.road_ends if on.neighbours[end.hex][end.side] == NO_HEX]
    roads = {h for h, _ in exits}
    named = [h for arrival in _arrivals(table, on) for h in arrival.hexes if h not in roads]
    exits += [(h, _outward(on, h)) for h in named if NO_HEX in on.neighbours[h]]
    ring = sorted(exits, key=lambda way_out: _round_the_edge(on, *way_out))
    return tuple(dict.fromkeys(h for h, _ in ring))


def _outward(on: Board, h: int) -> int:
    """A side by which a hex of the edge looks off the map: north or south if it has one."""
    sides = [side for side, b in enumerate(on.neighbours[h]) if b == NO_HEX]
    return min(sides, key=lambda side: EDGE_OF_SIDE[side] in (EAST, WEST))


def _round_the_edge(on: Board, h: int, side: int) -> tuple[int, int]:
    """Where an exit lies on the way round: along the north edge, down the east, back along the south, up the west."""
    cell, edge = on.cells[h], EDGE_OF_SIDE[side]
    return edge, (cell.col, cell.row, -cell.col, -cell.row)[edge]


def _slow(table: Table) -> dict[str, int]:
    days = {}
    for part in parts(table):
        for place in setup_rows(part.setup or part.key, table.packs) if part.slow else ():
            if part.slow and charts(table.packs).counters[place.unit].army == part.slow.army:
                days[place.unit] = part.slow.day - table.day + 1
    return days


def _withdrawn(table: Table) -> dict[str, int]:
    """The 4 ARM division goes on 12 July. [ruling Q112]"""
    days = {}
    for part in parts(table):
        if part.withdraw:
            for unit_id in ("pz-35-4", "pzgr-12-4", "pzgr-33-4"):
                days[unit_id] = part.withdraw.day - table.day + 1
    return days


def _mines(table: Table, on: Board) -> Iterator[Minefield]:
    """The dice of each front. [18.1.2-a, b]"""
    for part in parts(table):
        if part.mines:
            yield Minefield(part.mines, _front(part, on))


def _prizes(table: Table, on: Board) -> Iterator[Prize]:
    named = maps.towns(on)
    taken: set[str] = set()
    for part in parts(table):
        for prize in part.prizes:
            hexes = named[prize.town] if prize.town else tuple(on.hex(h) for h in prize.hexes)
            taken.add(prize.town)
            yield Prize(prize.text, prize.points, hexes, prize.river)
    won_by_goal = {town for part in parts(table) for goal in part.goals for town in goal.towns}
    start = control(table, on)
    for town, hexes in named.items() if table.other_towns else ():
        for h in hexes:
            if town not in taken and town not in won_by_goal and start[h] != "g":
                yield Prize(f"{town} captured ({on.labels[h]})", table.other_towns, (h,))


def _goals(table: Table, on: Board) -> Iterator[Goal]:
    named = maps.towns(on)
    for part in parts(table):
        for goal in part.goals:
            hexes = tuple(h for town in goal.towns for h in named[town])
            yield Goal(goal.side, hexes, goal.after, goal.text, goal.rule)


def _no_crossing(table: Table, on: Board) -> dict[str, tuple[tuple[int, int], ...]]:
    """Hexsides of a river north of a hex row that an army may not cross."""
    closed = {}
    for part in parts(table):
        rule = part.no_crossing
        if rule:
            river = maps.river(on, rule.river, table.packs)
            closed[rule.army] = tuple(p for p in river if min(int(on.labels[h][2:]) for h in p) < rule.above)
    return closed
