"""Worked examples of elevation, worked out on small rows of hexes. [chapter 12]"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import structs
from tests.conformance.examples.sos.driving import NORTH, SOUTH, Scene, counter
from tests.conformance.examples.sos.gathering import kinds_in, shot_of
from tests.conformance.examples.sos.stage import Entry, Example, described

from balka.core.boards import Hexside, from_picture
from balka.core.citing import own_row
from balka.systems.heroes.data.naming import terrain_called
from balka.systems.heroes.show.overlays import overlay
from balka.systems.heroes.units import Unit

LEVEL = re.compile(r"(.+) at L(-?\d)")
LEVEL_WITH = re.compile(r"(\w) is level with (?:the High Ground Hex )?(\w)")
BETWEEN = re.compile(r"L(-?\d) hex in between is level with (\w)")


def row(hexes: Sequence[tuple[str, int]], units: Sequence[Unit] = (), sides: Sequence[tuple[int, int]] = ()) -> Scene:
    """A straight row of hexes, each with its terrain and level; units stand where they are told."""
    board = from_picture("\n".join("." * len(hexes))).board
    cells = [
        structs.replace(cell, terrain=ground, elevation=level)
        for cell, (ground, level) in zip(board.cells, hexes, strict=True)
    ]
    features = tuple(Hexside(a, b, "small_balka") for a, b in sides)
    board = structs.replace(board, cells=tuple(cells), features=features)
    active = units[0].side if units else "german"
    return Scene(described(board, units, caps={"german": 0, "soviet": 0}, active=active), [])


# -- 12.4 climbing


def climbing(example: Example) -> list[dict[str, Any]]:
    """Every step of the path on its own."""
    kind = kinds_in(example)["inf"]
    return [{"penalty": _penalty(counter("inf", kind).changed(hex=1), action)} for action in example["actions"]]


def _penalty(unit: Unit, action: Entry) -> int:
    scene = row([("open", action["to_level"]), ("open", action["from_level"])], [unit])
    cost = scene.state.quote("move inf A01 N").cost
    assert cost is not None
    return sum(part.value for part in cost.parts if own_row(part.rule, "sos").startswith("sos-12.4"))


# -- 12.6 to 12.8 sight


def plateau(example: Example) -> list[dict[str, Any]]:
    names, levels = example["setup"]["line_of_hexes"], example["setup"]["levels"]
    scene = row([("open", levels[name]) for name in names])
    return [_seen(scene, names, line) for line in example["expected"]]


def balka(example: Example) -> list[dict[str, Any]]:
    """A looks into the Balka across another hex of it, and across the plain."""
    high, deep = (unit["elevation"] for unit in example["setup"]["units"])
    rows = {"B": ["A", "b", "B"], "C": ["A", "c", "C"]}
    middle = {"B": deep, "C": high}
    return [
        _seen(row([("open", high), ("open", middle[line["to"]]), ("open", deep)]), rows[line["to"]], line)
        for line in example["expected"]
    ]


def _seen(scene: Scene, names: Sequence[str], line: Entry) -> dict[str, Any]:
    """Whether two hexes see each other, and if not whether the reason told is the engine's."""
    start, end = _named(names, line["from"]), _named(names, line["to"])
    sighting = scene.state.setting.ground.explain(start, end)
    found = {"from": line["from"], "to": line["to"], "los": sighting.clear}
    if "reason" in line:
        holds = _holds(scene, names, sighting.blocked_by, line["reason"])
        found["reason"] = line["reason"] if holds else sighting.reason
    return found


def _named(names: Sequence[str], name: str) -> int:
    if name not in names:
        raise LookupError(f"the example has no {name!r}")
    return names.index(name)


def _holds(scene: Scene, names: Sequence[str], blocked: tuple[int, ...], told: str) -> bool:
    """Is the hex that blocks the one told, level with the hex told?"""
    levels = scene.state.setting.ground.levels
    named, between = LEVEL_WITH.fullmatch(told), BETWEEN.fullmatch(told)
    if named:
        first, second = names.index(named[1]), names.index(named[2])
        return blocked == (first,) and levels[first] == levels[second]
    if between and blocked:
        return levels[blocked[0]] == int(between[1]) == levels[names.index(between[2])]
    return False


def over_woods(example: Example) -> list[dict[str, Any]]:
    high, low = (unit["elevation"] for unit in example["setup"]["units"])
    middle = example["setup"]["intervening"]
    scene = row([("open", high), (middle["terrain"], middle["elevation"]), ("open", low)])
    line, names = example["expected"][0], [unit["id"] for unit in example["setup"]["units"]]
    start, end = (2 * _named(names, line[word]) for word in ("from", "to"))
    clear = scene.state.setting.ground.explain(start, end).clear
    return [{"from": line["from"], "to": line["to"], "los": clear},
            {"woods_hex_unit_level": scene.state.setting.ground.levels[1]}]  # fmt: skip


def tops(example: Example) -> list[dict[str, Any]]:
    return [_top(line) for line in example["expected"]]


def _top(line: Entry) -> dict[str, Any]:
    """How high a hex stands in the way of a line across it."""
    told = LEVEL.fullmatch(line["hex"])
    if told is None:
        raise LookupError(f"no terrain and level in {line['hex']!r}")
    ground = "building_wood" if told[1] == "buildings" else terrain_called(told[1])
    scene = row([("open", 0), (str(ground), int(told[2])), ("open", 0)])
    sight = overlay(scene.state, "sight", {"hex": "A01", "to": "A03"}).line
    assert sight is not None
    return {"hex": line["hex"], "los_level": sight.profile[1].top}


# -- 12.5 small balkas


def small_balka(example: Example) -> list[dict[str, Any]]:
    kinds = kinds_in(example)
    shooter = counter("pzgren", kinds["pzgren"], NORTH).changed(hex=2)
    target = counter("rifles", kinds["rifles"], SOUTH).changed(hex=0)
    scene = row([("open", 0)] * 3, [shooter, target], [(0, 1)])
    scene.say("fire pzgren A01", roll="miss")
    defence = shot_of(scene).check.tallies[0]
    return [{"small_balka_dr": sum(part.value for part in defence.parts if own_row(part.rule, "sos") == "sos-12.3-d")}]


SCENES: dict[str, Callable[[Example], list[dict[str, Any]]]] = {
    "sos-ex-28": climbing,
    "sos-ex-29": plateau,
    "sos-ex-30": over_woods,
    "sos-ex-31": tops,
    "sos-ex-32": balka,
    "sos-ex-33": small_balka,
}
