"""A crucible of Famous Divisions: whole battalions on a few hexes, with riders, hunger, works and water."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from random import Random
from typing import Any

from balka.core.boards import Board, from_picture
from balka.core.hexes import Grid
from balka.core.state import State
from balka.games.grossdeutschland import box, title
from balka.lab.crucible import boards
from balka.systems.famous_divisions.model import Kind, Location, RoadPath

COLUMNS, ROWS, TURNS = 9, 8, 4
GROUND = {".": 30, "W": 6, "F": 4, "O": 3, "H": 4, "P": 1, "V": 4, "T": 2, "C": 3, "D": 1, "L": 2, "=": 2, "~": 1}
ROADS = ("highways", "roads", "minor_roads", "railways")
WORKS = ("trench", "minefield", "dragons-teeth", "bunker")
BATTALIONS = 3  # of a side, besides its division
MOST = 4  # counters in a hex
RIVERS = ("major_river_hex", "one_hex_river")
LEGEND: dict[str, str] = {
    "W": "woods", "F": "forest", "O": "orchard", "H": "hill", "P": "peak", "V": "village", "T": "town", "C": "city",
    "D": "downtown", "~": "major_river_hex", "=": "one_hex_river", "L": "farm",
}  # fmt: skip

Units = dict[str, dict[str, Any]]
"""counters by name, each as a document tells of it"""


def draw(rng: Random) -> State:
    """A board of this seed at the start of its first turn."""
    words = boards.picture(rng, COLUMNS, ROWS, GROUND)
    text = boards.text(words)
    board = from_picture(text, LEGEND, Grid()).board
    chosen = {side: _battalions(rng, side) for side in ("german", "soviet")}
    units = _units(rng, board, chosen)
    roads, sides, works = _roads(rng, board), _water(rng, board), _works(rng, board)
    terms = _terms(rng, board)
    _ready(rng, units)
    ground = {"picture": text, "legend": LEGEND, "roads": roads.pop("roads", []), "hexsides": sides}
    filled = sorted({unit["at"] for unit in units.values() if "at" in unit})
    document = {"board": ground, **roads, "units": units, "works": works, "crowded": filled, "begins": "turn"}
    return title.positions().under(terms).read(document).state


# -- counters


def _battalions(rng: Random, side: str) -> list[Kind]:
    """The division's own counters and those of a few battalions."""
    kinds = [kind for kind in box.kinds().values() if kind.side == side]
    names = sorted({kind.battalion for kind in kinds})
    own = [name for name in names if name.startswith("div")]
    others = rng.sample([name for name in names if name not in own], BATTALIONS)
    return [kind for kind in kinds if kind.battalion in (*own, *others)]


def _units(rng: Random, board: Board, chosen: dict[str, list[Kind]]) -> Units:
    """Counters by name, Germans mostly in the west, and what is still to enter."""
    at: dict[str, list[str]] = {}
    units: Units = {}
    dry = [h for h in range(len(board)) if board.terrain[h] not in RIVERS]
    for side, kinds in chosen.items():
        own = [h for h in dry if (board.cells[h].col < COLUMNS // 2) == (side == "german") or rng.random() < 0.1]
        own = [h for h in own if board.labels[h] not in at]
        edge = [h for h in own if board.edge >> h & 1]
        for kind in rng.sample(kinds, min(len(kinds), 16)):
            if rng.random() < 0.1:
                units[kind.id] = {"enters": {"hexes": board.labels[rng.choice(edge)], "turn": rng.randrange(3)}}
            else:
                units[kind.id] = _put(rng, at, [board.labels[h] for h in own], kind)
    return units


def _put(rng: Random, at: dict[str, list[str]], labels: list[str], kind: Kind) -> dict[str, Any]:
    room = [label for label in labels if len(at.get(label, ())) < MOST]
    used = [label for label in room if label in at]
    label = rng.choice(used if used and rng.random() < 0.6 else room)
    at.setdefault(label, []).append(kind.id)
    return {"at": label, "depleted": kind.depleted is not None and rng.random() < 0.25}


def _ready(rng: Random, units: Units) -> None:
    """Some are hungry, some on foot, some ride."""
    kinds, there = box.kinds(), {name: unit for name, unit in sorted(units.items()) if "at" in unit}
    for name, unit in there.items():
        unit["hungry"] = rng.choice((0, 0, 0, 0, 1, 2))
        unit["debarked"] = kinds[name].legs == "wheeled" and not kinds[name].is_hq and rng.random() < 0.4
    for name, unit in there.items():
        tanks = [tank for tank in _tanks(units) if there[tank]["at"] == unit["at"]]
        walks = kinds[name].legs == "leg" or unit["debarked"]
        if walks and not kinds[name].is_hq and tanks and rng.random() < 0.4:
            unit["riding"] = rng.choice(tanks)


def _tanks(units: Units) -> Iterable[str]:
    """Tanks on the map that carry nobody yet."""
    taken = {unit.get("riding") for unit in units.values()}
    kinds = box.kinds()
    for name, unit in sorted(units.items()):
        if "at" in unit and kinds[name].legs == "tracked" and not kinds[name].is_hq and name not in taken:
            yield name


# -- ground


def _roads(rng: Random, board: Board) -> dict[str, list[list[str]]]:
    found: dict[tuple[int, int], str] = {}
    for _ in range(4):
        kind, way = rng.choice(ROADS), boards.chain(rng, board, 9)
        for a, b in pairwise(way):
            found.setdefault((min(a, b), max(a, b)), kind)
    labels = board.labels
    return {kind: [[labels[a], labels[b]] for (a, b), its in found.items() if its == kind] for kind in ROADS}


def _water(rng: Random, board: Board) -> list[dict[str, Any]]:
    found: dict[tuple[int, int, str], None] = {}
    wet: dict[tuple[int, int], str] = {}
    for kind in ("river", "stream", "canal"):
        wet.update(dict.fromkeys(boards.sides(rng, board, 6), kind))
    for (a, b), kind in wet.items():
        found[a, b, kind] = None
        if rng.random() < 0.35:
            found[a, b, rng.choice(("bridge", "bridge", "ford"))] = None
    for h in (h for h in range(len(board)) if board.terrain[h] in RIVERS):
        for n in board.neighbours[h]:
            if n >= 0 and rng.random() < 0.3:
                found[h, n, "bridge"] = None
    return [{"between": [board.labels[a], board.labels[b]], "kind": kind} for a, b, kind in found]


def _works(rng: Random, board: Board) -> list[dict[str, str]]:
    places = rng.sample(range(len(board)), 9)
    return [_work(rng, board, h) for h in places if board.terrain[h] not in RIVERS]


def _work(rng: Random, board: Board, h: int) -> dict[str, str]:
    kind, facing = rng.choice(WORKS), rng.choice(board.grid.sides)
    return {"kind": kind, "at": board.labels[h]} | ({} if kind == "minefield" else {"facing": facing})


def _terms(rng: Random, board: Board) -> dict[str, object]:
    """Places that count, hexes to leave by, a few turns that reach into the night and the next day."""
    places = tuple(
        Location(f"Place {n}", tuple(rng.sample(range(len(board)), 2)), 1, 0, rng.choice(("german", "soviet")))
        for n in range(3)
    )
    edge = [h for h in range(len(board)) if board.edge >> h & 1]
    scorer = rng.choice(("german", "soviet"))
    return {
        "turns": TURNS, "first_turn": 0, "scorer": scorer, "win": 3, "locations": places,
        "exit": RoadPath(tuple(rng.sample(edge, 3)), tuple(rng.sample(edge, 2))),
        "weather_modifier": rng.choice((-1, 0, 0, 1)),
    }  # fmt: skip
