"""Mistakes in the data files of Grossdeutschland, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from balka.core.boards import Board
from balka.core.errors import BalkaError
from balka.games.grossdeutschland import box, maps, scenarios
from balka.games.grossdeutschland.maps import DATA, rows
from balka.systems.famous_divisions.terrain import CLASSES

MAPS = ("kursk", "akhtyrka", "mischurin_rog", "lutchessa")
SIDE_KINDS = ("river", "canal", "stream", "ford", "bridge", "dragons_teeth")
BASES = ("stated", "published", "estimated")


def problems(packs: tuple[Path, ...] = ()) -> Iterator[str]:
    """Everything wrong with the counters, the chits, the chart, the maps and the scenarios."""
    if packs:
        raise BalkaError("Grossdeutschland reads no data packs yet")
    yield from _counters()
    yield from _chits()
    for name in MAPS:
        yield from (f"{name}: {wrong}" for wrong in map_problems(name))
    for key in scenarios.KEYS:
        yield from (f"{key}: {wrong}" for wrong in scenario_problems(key))


# -- the box


def _counters() -> Iterator[str]:
    for kind in box.kinds().values():
        if kind.legs not in CLASSES:
            yield f"{kind.name} has no movement class"
        if kind.is_hq != (kind.activation_range > 0):
            yield f"{kind.name}: HQs, and they alone, have an activation range"
        if (kind.range > 0) != (kind.fire != "none"):
            yield f"{kind.name}: range and kind of fire do not fit"
        if kind.basis not in BASES:
            yield f"{kind.name}: {kind.basis!r} is no basis"


def _chits() -> Iterator[str]:
    known = set(box.chits())
    for chit in box.chits().values():
        for name in chit.nullifies:
            if name not in known:
                yield f"{chit.name} takes away {name}, which is no chit"
        sign = {"blue": chit.modifier < 0, "red": chit.modifier > 0, "black": chit.modifier == 0}
        if not sign.get(chit.colour, False):
            yield f"{chit.name} is {chit.colour} with a modifier of {chit.modifier}"


# -- the maps


def map_problems(name: str) -> Iterator[str]:
    """Hexes named twice, features on hexes that do not touch, roads in pieces, entries off the edge."""
    board = maps.board(name)
    yield from _pairs(name, board, "hexsides")
    yield from _pairs(name, board, "roads")
    yield from (f"{label} has no row on the chart" for label in _unknown_ground(board))
    yield from _crossings(board)
    yield from _road_net(name, board)
    for letter, labels in maps.entries(name).items():
        yield from (
            f"entry {letter} at {one} is not on the edge" for one in labels if not board.edge >> board.hex(one) & 1
        )


def _unknown_ground(board: Board) -> list[str]:
    known = {key for key, row in box.chart().rows.items() if row.kind == "hex"}
    return [cell.label for cell in board.cells if cell.terrain not in known]


def _pairs(name: str, board: Board, part: str) -> Iterator[str]:
    seen: set[tuple[str, str, str]] = set()
    kinds = SIDE_KINDS if part == "hexsides" else tuple(k for k, row in box.chart().rows.items() if row.kind == "road")
    for row in rows(DATA / "maps" / f"{name}_{part}.csv"):
        a, b, kind = row["hex_a"], row["hex_b"], row["kind"]
        if kind not in kinds:
            yield f"{part}: {kind!r} is not known"
        if not board.are_neighbours(board.hex(a), board.hex(b)):
            yield f"{part}: {a} and {b} do not touch"
        if (min(a, b), max(a, b), kind) in seen:
            yield f"{part}: {a}/{b} {kind} is there twice"
        seen.add((min(a, b), max(a, b), kind))


def _crossings(board: Board) -> Iterator[str]:
    """A bridge or a ford lies over water, or leads onto a river hex."""
    kinds: dict[tuple[int, int], set[str]] = {}
    for feature in board.features:
        kinds.setdefault((min(feature.a, feature.b), max(feature.a, feature.b)), set()).add(feature.kind)
    for (a, b), found in kinds.items():
        wet = found & {"river", "canal", "stream"} or "major_river_hex" in (board.terrain[a], board.terrain[b])
        if found & {"bridge", "ford"} and not wet:
            yield f"a crossing over dry ground at {board.labels[a]}/{board.labels[b]}"


def _road_net(name: str, board: Board) -> Iterator[str]:
    """All roads hang together and join the entries."""
    near: dict[int, set[int]] = {}
    for road in board.links:
        near.setdefault(road.a, set()).add(road.b)
        near.setdefault(road.b, set()).add(road.a)
    start = board.hex(next(iter(maps.entries(name).values()))[0])
    seen, todo = {start}, [start]
    while todo:
        fresh = near.get(todo.pop(), set()) - seen
        seen |= fresh
        todo.extend(sorted(fresh))
    for h in sorted(set(near) - seen)[:3]:
        yield f"the road at {board.labels[h]} is cut off"


# -- the scenarios


def scenario_problems(key: str) -> Iterator[str]:
    """Counters without a place, places without ground to stand on, chits beyond the pool."""
    plan = scenarios.plan(key)
    for one in plan.units:
        if one in plan.areas:
            if not any(_can_stand(plan.board, box.kinds()[one].legs, h) for h in plan.areas[one].hexes):
                yield f"{one} has nowhere to stand"
        elif one in plan.arrivals and not 0 <= plan.arrivals[one].turn < plan.rulebook.turns:
            yield f"{one} arrives after the end"
    yield from _allotments(key)


def _can_stand(board: Board, legs: str, h: int) -> bool:
    """Open ground for the class, or a bridge."""
    bridged = any(f.kind == "bridge" and h in (f.a, f.b) for f in board.features)
    return bridged or box.chart().rows[board.terrain[h]].costs[legs] is not None


def _allotments(key: str) -> Iterator[str]:
    book = scenarios.plan(key).rulebook
    held = [one for chits in book.held.values() for one in chits]
    for colour in ("blue", "red", "black"):
        pool = sum(chit.count for chit in box.chits().values() if chit.colour == colour)
        need = sum(cup[colour] for cup in book.cups.values()) + (len(held) if colour == "black" else 0)
        if need > pool:
            yield f"{need} {colour} chits are needed and {pool} are there"
    for one in held:
        if held.count(one) > box.chits()[one].count:
            yield f"{one} is held more often than it exists"
