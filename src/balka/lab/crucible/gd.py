"""A crucible of Famous Divisions: whole battalions on a few hexes, with riders, hunger, works and water."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from random import Random

from msgspec import structs

from balka.core.boards import Board, from_picture
from balka.core.frames import Steps
from balka.core.hexes import Grid
from balka.core.state import State
from balka.games.grossdeutschland import box
from balka.games.grossdeutschland import sketch as sketches
from balka.games.grossdeutschland.sketch import Sketch
from balka.lab.crucible import boards
from balka.systems.famous_divisions.model import GdWork, Kind, Location, RoadPath, Unit
from balka.systems.famous_divisions.system import SYSTEM

COLUMNS, ROWS, TURNS = 9, 8, 4
GROUND = {".": 30, "W": 6, "F": 4, "O": 3, "H": 4, "P": 1, "V": 4, "T": 2, "C": 3, "D": 1, "L": 2, "=": 2, "~": 1}
ROADS = ("highway", "road", "minor_road", "railway")
FORTS = ("trench", "minefield", "dragons-teeth", "bunker")
BATTALIONS = 3  # of a side, besides its division
MOST = 4  # counters in a hex


def draw(rng: Random) -> State:
    """A board of this seed at the start of its first turn."""
    words = boards.picture(rng, COLUMNS, ROWS, GROUND)
    text = boards.text(words)
    board = from_picture(text, sketches.TERRAIN, Grid()).board
    chosen = {side: _battalions(rng, side) for side in ("german", "soviet")}
    stacks, due = _stacks(rng, board, chosen)
    sketch = Sketch(
        text, stacks, _roads(rng, board), _water(rng, board), _forts(rng, board), "Morning", "Sunny", due, "",
        _book(rng, board, chosen),
    )  # fmt: skip
    state, _ = sketches.draw(sketch, Steps("turn"))
    units = dict(state.position.units)
    _ready(rng, units)
    position = structs.replace(state.position, units=units)
    work = GdWork(structs.replace(state, position=position, turn=0), "")
    SYSTEM.watch(work)
    return work.settle().state


# -- counters


def _battalions(rng: Random, side: str) -> list[Kind]:
    """The division's own counters and those of a few battalions."""
    kinds = [kind for kind in box.kinds().values() if kind.side == side]
    names = sorted({kind.battalion for kind in kinds})
    own = [name for name in names if name.startswith("div")]
    others = rng.sample([name for name in names if name not in own], BATTALIONS)
    return [kind for kind in kinds if kind.battalion in (*own, *others)]


def _stacks(rng: Random, board: Board, chosen: dict[str, list[Kind]]) -> tuple[dict[str, str], dict[str, str]]:
    """Counters by hex, Germans mostly in the west, and what is still to enter."""
    at: dict[str, list[str]] = {}
    due: dict[str, str] = {}
    dry = [h for h in range(len(board)) if board.terrain[h] not in ("major_river_hex", "one_hex_river")]
    for side, kinds in chosen.items():
        own = [h for h in dry if (board.cells[h].col < COLUMNS // 2) == (side == "german") or rng.random() < 0.1]
        own = [h for h in own if board.labels[h] not in at]
        edge = [h for h in own if board.edge >> h & 1]
        for kind in rng.sample(kinds, min(len(kinds), 16)):
            if rng.random() < 0.1:
                due[kind.id] = f"{board.labels[rng.choice(edge)]} {rng.randrange(3)}"
            else:
                _put(rng, at, [board.labels[h] for h in own], kind)
    return {label: " ".join(ids) for label, ids in at.items()}, due


def _put(rng: Random, at: dict[str, list[str]], labels: list[str], kind: Kind) -> None:
    room = [label for label in labels if len(at.get(label, ())) < MOST]
    used = [label for label in room if label in at]
    label = rng.choice(used if used and rng.random() < 0.6 else room)
    weak = kind.depleted is not None and rng.random() < 0.25
    at.setdefault(label, []).append(f"{kind.id}{'!' * weak}")


def _ready(rng: Random, units: dict[str, Unit]) -> None:
    """Some are hungry, some on foot, some ride."""
    kinds = box.kinds()
    for name, unit in sorted(units.items()):
        if unit.status != "map":
            continue
        hungry = rng.choice((0, 0, 0, 0, 1, 2))
        on_foot = kinds[name].legs == "wheeled" and not kinds[name].is_hq and rng.random() < 0.4
        units[name] = structs.replace(unit, hungry=hungry, debarked=on_foot)
    for name, unit in sorted(units.items()):
        tanks = list(_tanks(units, unit))
        walks = kinds[name].legs == "leg" or unit.debarked
        if walks and not kinds[name].is_hq and tanks and rng.random() < 0.4:
            units[name] = structs.replace(unit, carrier=rng.choice(tanks))


def _tanks(units: dict[str, Unit], unit: Unit) -> Iterable[str]:
    """Tanks in a unit's hex that carry nobody yet."""
    taken = {other.carrier for other in units.values()}
    for name, other in units.items():
        kind = box.kinds()[name]
        here = other.status == unit.status == "map" and other.hex == unit.hex and other.side == unit.side
        if here and kind.legs == "tracked" and not kind.is_hq and name not in taken:
            yield name


# -- ground


def _roads(rng: Random, board: Board) -> list[str]:
    found: dict[tuple[int, int], str] = {}
    for _ in range(4):
        kind, way = rng.choice(ROADS), boards.chain(rng, board, 9)
        for a, b in pairwise(way):
            found.setdefault((min(a, b), max(a, b)), kind)
    return [f"{board.labels[a]}-{board.labels[b]} {kind}" for (a, b), kind in found.items()]


def _water(rng: Random, board: Board) -> list[str]:
    found: dict[str, None] = {}
    wet: dict[tuple[int, int], str] = {}
    for kind in ("river", "stream", "canal"):
        wet.update(dict.fromkeys(boards.sides(rng, board, 6), kind))
    for (a, b), kind in wet.items():
        pair = f"{board.labels[a]}-{board.labels[b]}"
        found[f"{pair} {kind}"] = None
        if rng.random() < 0.35:
            found[f"{pair} {rng.choice(('bridge', 'bridge', 'ford'))}"] = None
    rivers = [h for h in range(len(board)) if board.terrain[h] in ("major_river_hex", "one_hex_river")]
    for h in rivers:
        for n in board.neighbours[h]:
            if n >= 0 and rng.random() < 0.3:
                found[f"{board.labels[h]}-{board.labels[n]} bridge"] = None
    return list(found)


def _forts(rng: Random, board: Board) -> list[str]:
    places = rng.sample(range(len(board)), 9)
    dry = [h for h in places if board.terrain[h] not in ("major_river_hex", "one_hex_river")]
    return [f"{rng.choice(FORTS)} {board.labels[h]} {rng.choice(board.grid.sides)}" for h in dry]


def _book(rng: Random, board: Board, chosen: dict[str, list[Kind]]) -> dict[str, object]:
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
