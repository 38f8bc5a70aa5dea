"""Mistakes in the data files of Grossdeutschland, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from balka.core.boards import Board
from balka.core.errors import BalkaError
from balka.core.packs import Packs
from balka.core.reading import near
from balka.games.grossdeutschland import box, maps, scenarios, sheets
from balka.systems.famous_divisions.model import Chit, Rulebook
from balka.systems.famous_divisions.terrain import SIDE_KINDS, Terrain

BASES = ("stated", "published", "estimated")
PACKED = "pack:"


def problems(packs: tuple[Path, ...] = ()) -> Iterator[str]:
    """Everything wrong with the counters, the chits, the chart, the maps and the scenarios."""
    missing = [pack for pack in packs if not pack.is_dir()]
    if missing:
        raise BalkaError(f"there is no folder {missing[0]}", "a folder with files of the same names as the game's")
    unreadable = _unreadable(packs)
    # Where a file cannot be read, the rest would only repeat that.
    yield from unreadable or _all(packs)


def _unreadable(packs: Packs) -> list[str]:
    """Files that cannot be read: first those that every scenario reads."""
    parts: list[Callable[[], object]] = [partial(part, packs) for part in (box.kinds, box.chits, box.chart)]
    parts.append(partial(sheets.map_keys, packs))
    faults = _told(parts) or [wrong for key in sheets.map_keys(packs) for wrong in _drawn(key, packs)]
    return faults or _told([partial(_planned, key, packs) for key in sheets.scenario_keys(packs)])


def _told(parts: list[Callable[[], object]]) -> list[str]:
    found: list[str] = []
    for part in parts:
        try:
            part()
        except (BalkaError, ValueError) as problem:
            found.append(str(problem))
    return found


def _drawn(key: str, packs: Packs) -> list[str]:
    """What cannot be played of a map, or why it cannot be read."""
    try:
        return list(map_faults(key, packs))
    except BalkaError as problem:
        return [str(problem)]


def _planned(key: str, packs: Packs) -> None:
    """Read a scenario; what cannot be read is told with its key."""
    try:
        refuse_faulty(scenarios.plan(key, packs), packs)
    except BalkaError as problem:
        raise BalkaError(f"{key}: {problem.message}", problem.instead) from problem


def _all(packs: Packs) -> Iterator[str]:
    yield from _counters(packs)
    yield from _chits(packs)
    for name in sheets.map_keys(packs):
        yield from (f"{name}: {wrong}" for wrong in map_oddities(name, packs))
    for key in scenarios.keys(packs):
        yield from (f"{key}: {wrong}" for wrong in scenario_problems(key, packs))
    yield from _idle(packs)


def _idle(packs: Packs) -> Iterator[str]:
    """Counters and maps a pack brings and no scenario uses."""
    plans = [scenarios.plan(key, packs) for key in scenarios.keys(packs)]
    known = {*box.kinds(), *(unit for plan in plans for unit in plan.units)}
    for row, kind in zip(sheets.rows(sheets.UNITS, packs), box.kinds(packs).values(), strict=True):
        if kind.id not in known:
            yield f"{row.place}: no scenario fields {kind.id}; name it in one, or mend its name"
    for row in sheets.rows(sheets.LAYOUT, packs):
        if row["map"] not in {plan.facts.map for plan in plans}:
            yield f"{row.place}: no scenario is played on the map {row['map']}; name it in one, or mend its name"


# -- the box


def _counters(packs: Packs) -> Iterator[str]:
    for row, kind in zip(sheets.rows(sheets.UNITS, packs), box.kinds(packs).values(), strict=True):
        if kind.is_hq != (kind.activation_range > 0):
            yield f"{row.place}: {kind.name}: HQs, and they alone, have an activation range"
        if (kind.range > 0) != (kind.fire != "none"):
            yield f"{row.place}: {kind.name}: range and kind of fire do not fit"
        if kind.basis not in BASES and not kind.basis.startswith(PACKED):
            yield f"{row.place}: {kind.name}: {kind.basis!r} is no basis; one of {', '.join(BASES)}"


def _chits(packs: Packs) -> Iterator[str]:
    known = box.chits(packs)
    for row, chit in zip(sheets.rows(sheets.CHITS, packs), known.values(), strict=True):
        for name in chit.nullifies:
            if name not in known:
                yield f"{row.place}: {chit.name} takes away {name}, which is no chit; {near(name, list(known))}"
        sign = {"blue": chit.modifier < 0, "red": chit.modifier > 0, "black": chit.modifier == 0}
        if not sign[chit.colour]:
            right = "blue ones have less than 0, red ones more, black ones none"
            yield f"{row.place}: {chit.name} is {chit.colour} with a modifier of {chit.modifier}; {right}"


# -- the maps


def map_oddities(name: str, packs: Packs = ()) -> Iterator[str]:
    """Crossings over dry ground and roads in pieces, which can be played."""
    board = maps.board(name, "", packs)
    yield from _crossings(board)
    yield from _road_net(board, maps.entries(name, packs))


def map_faults(name: str, packs: Packs = ()) -> Iterator[str]:
    """What is on no chart, features on hexes that do not touch, entries off the edge."""
    known = _chart_kinds("hex", packs)
    for row in maps.part(name, "hexes", packs):
        if row["terrain"] not in known:
            yield f"{row.place}: {row['terrain']!r} has no row on the chart; {near(row['terrain'], known)}"
    board = maps.board(name, "", packs)
    yield from _pairs(name, board, "hexsides", packs)
    yield from _pairs(name, board, "roads", packs)
    yield from _entries(name, board, packs)


def _entries(name: str, board: Board, packs: Packs) -> Iterator[str]:
    """Entries lie on the edge of the map."""
    for row in maps.part(name, "entry", packs):
        for label in row["hexes"].split():
            if not board.knows(label):
                yield f"{row.place}: {label} is no hex of the map"
            elif not board.edge >> board.hex(label) & 1:
                yield f"{row.place}: entry {row['entry']} at {label} is not on the edge"


def _chart_kinds(kind: str, packs: Packs) -> tuple[str, ...]:
    """The rows of the Terrain Chart for hexes, hexsides or roads."""
    return tuple(key for key, row in box.chart(packs).rows.items() if row.kind == kind)


def _pairs(name: str, board: Board, part: str, packs: Packs) -> Iterator[str]:
    seen: dict[tuple[str, str, str], int] = {}
    kinds = SIDE_KINDS if part == "hexsides" else _chart_kinds("road", packs)
    for row in maps.part(name, part, packs):
        a, b, kind = row["hex_a"], row["hex_b"], row["kind"]
        if kind not in kinds:
            yield f"{row.place}: {kind!r} is not known; {near(kind, kinds)}"
        if not board.knows(a) or not board.knows(b):
            yield f"{row.place}: {b if board.knows(a) else a} is no hex of the map"
        elif not board.are_neighbours(board.hex(a), board.hex(b)):
            yield f"{row.place}: {a} and {b} do not touch"
        if (min(a, b), max(a, b), kind) in seen:
            yield f"{row.place}: {a}/{b} {kind} stands in line {seen[min(a, b), max(a, b), kind]} too; give it once"
        seen[min(a, b), max(a, b), kind] = row.line


def _crossings(board: Board) -> Iterator[str]:
    """A bridge or a ford lies over water, or leads onto a river hex."""
    kinds: dict[tuple[int, int], set[str]] = {}
    for feature in board.features:
        kinds.setdefault((min(feature.a, feature.b), max(feature.a, feature.b)), set()).add(feature.kind)
    for (a, b), found in kinds.items():
        wet = found & {"river", "canal", "stream"} or "major_river_hex" in (board.terrain[a], board.terrain[b])
        if found & {"bridge", "ford"} and not wet:
            yield f"a crossing over dry ground at {board.labels[a]}/{board.labels[b]}"


def _road_net(board: Board, entries: dict[str, tuple[str, ...]]) -> Iterator[str]:
    """All roads hang together and join the entries."""
    joined: dict[int, set[int]] = {}
    for road in board.links:
        joined.setdefault(road.a, set()).add(road.b)
        joined.setdefault(road.b, set()).add(road.a)
    if not entries or not joined:
        return
    start = board.hex(next(iter(entries.values()))[0])
    seen, todo = {start}, [start]
    while todo:
        fresh = joined.get(todo.pop(), set()) - seen
        seen |= fresh
        todo.extend(sorted(fresh))
    for h in sorted(set(joined) - seen)[:3]:
        yield f"the road at {board.labels[h]} is cut off"


# -- the scenarios


def scenario_problems(key: str, packs: Packs = ()) -> Iterator[str]:
    """Counters without a place, places without ground to stand on, chits beyond the pool."""
    plan = scenarios.plan(key, packs)
    for unit_id in plan.units:
        if unit_id in plan.areas:
            costs = [row.costs[box.kinds(packs)[unit_id].legs] for row in _ground_rows(plan, unit_id, packs)]
            if all(cost is None for cost in costs) and not _on_bridge(plan, unit_id):
                yield f"{unit_id} has nowhere to stand"
        elif unit_id in plan.arrivals and not 0 <= plan.arrivals[unit_id].turn < plan.rulebook.turns:
            yield f"{unit_id} arrives after the end"


def refuse_faulty(plan: scenarios.Plan, packs: Packs) -> None:
    """A scenario whose cups cannot be filled, or whose map is faulty, is not begun."""
    for problem in map_faults(plan.facts.map, packs) if packs else ():
        raise BalkaError(problem, "`balka check gd --pack FOLDER` lists every mistake of a pack")
    for side, problem in _hands(plan.rulebook, box.chits(packs)):
        raise BalkaError(f"{scenarios.place(plan.key, packs, 'chits', side, 'held')}: {problem}")
    for problem in _allotments(plan.rulebook, box.chits(packs)):
        raise BalkaError(f"{scenarios.place(plan.key, packs, 'chits')}: {problem}")


def _ground_rows(plan: scenarios.Plan, unit_id: str, packs: Packs) -> list[Terrain]:
    return [box.chart(packs).rows[plan.board.terrain[h]] for h in plan.areas[unit_id].hexes]


def _on_bridge(plan: scenarios.Plan, unit_id: str) -> bool:
    bridged = {h for f in plan.board.features if f.kind == "bridge" for h in (f.a, f.b)}
    return not bridged.isdisjoint(plan.areas[unit_id].hexes)


def _hands(book: Rulebook, chits: dict[str, Chit]) -> Iterator[tuple[str, str]]:
    """Chits a side is to hold that are not there, or not of the kind that is held."""
    black = [name for name, chit in chits.items() if chit.colour == "black"]
    for side, own in book.held.items():
        for name in own:
            if name not in chits:
                yield side, f"there is no chit {name}; {near(name, black)}"
            elif name not in black:
                yield (
                    side,
                    f"{chits[name].name} is a {chits[name].colour} chit; black ones are held: {', '.join(black)}",
                )


def _allotments(book: Rulebook, chits: dict[str, Chit]) -> Iterator[str]:
    held = [chit_id for own in book.held.values() for chit_id in own]
    for colour in ("blue", "red", "black"):
        pool = sum(chit.count for chit in chits.values() if chit.colour == colour)
        need = sum(cup[colour] for cup in book.cups.values()) + (len(held) if colour == "black" else 0)
        if need > pool:
            yield f"{need} {colour} chits are needed and {pool} are there"
    for chit_id in held:
        if held.count(chit_id) > chits[chit_id].count:
            yield f"{chit_id} is held more often than it exists"
