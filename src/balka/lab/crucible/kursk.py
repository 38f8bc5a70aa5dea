"""A crucible of the operational system: every kind of unit, guns in both set-ups, works, lines and aircraft."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

from balka.core.boards import Board, from_picture
from balka.core.state import State
from balka.games.kursk_1943 import title
from balka.lab.crucible import boards
from balka.systems.wb95.describing.position import GRID
from balka.systems.wb95.rulebook import Arrival, Level, Minefield, Prize

COLUMNS, ROWS, TURNS = 9, 8, 3
GROUND = {".": 40, "F": 8, "H": 6, "T": 4, "C": 2, "S": 3, "M": 1}
LEGEND: dict[str, str] = {
    "F": "forest", "H": "hills", "T": "town", "C": "city", "S": "swamp", "M": "mountain",
}  # fmt: skip
ROOM = 8  # CEL in a hex
KINDS = ("inf 4", "inf 5", "mot 5", "arm 6", "arm 8 panther", "ag 3", "at 3", "art 6/3", "cav 3", "hq 0 cel=1 mp=10")
SOVIET_KINDS = (*KINDS[:4], *KINDS[5:], "fu 5", "inf 3")
ROADS, LINES = ("main", "secondary"), ("fortified", "fixed")
WATER = ("river", "river", "stream", "doniec", "big_river")
MARKS = ("", "", "", "", "", "disorganised", "oos=1", "oos=2")


def draw(rng: Random) -> State:
    """A board of this seed at the start of its first day."""
    words = boards.picture(rng, COLUMNS, ROWS, GROUND)
    board = from_picture(boards.text(words), LEGEND, GRID).board
    units, stood = _units(rng, board)
    for name, h in stood.items():
        _write(words, board, h, name)
    off, arrivals = _waiting(rng, board)
    roads, sides = _lines(rng, board)
    document = {
        "board": {"picture": boards.text(words), "legend": LEGEND, "roads": roads["main"], "hexsides": sides},
        "secondary": roads["secondary"], "units": units | off, "phase": "day", "control": _control(board),
    }  # fmt: skip
    return title.positions().under(_book(rng, board, arrivals)).read(document).state


def _write(words: list[list[str]], board: Board, h: int, name: str) -> None:
    """Draw a unit where it stands, on the ground that is there."""
    row, col = divmod(h, COLUMNS)
    word = words[row][col]
    names, _, ground = word.partition(":")
    if word in GROUND:
        words[row][col] = name if word == "." else f"{name}:{word}"
    else:
        words[row][col] = f"{names}+{name}" + (f":{ground}" if ground else "")


# -- counters


def _units(rng: Random, board: Board) -> tuple[dict[str, Any], dict[str, int]]:
    """A dozen units a side, many of them face to face, no hex too full."""
    units: dict[str, Any] = {}
    stood: dict[str, int] = {}
    filled: dict[int, tuple[str, int]] = {}
    for side in ("g", "s"):
        middle = [h for h in range(len(board)) if (h % COLUMNS < COLUMNS // 2) == (side == "g")]
        for n in range(13):
            text, cel = _unit(rng, side, n)
            free = [
                h for h in middle if filled.get(h, (side, 0))[0] == side and filled.get(h, (side, 0))[1] + cel <= ROOM
            ]
            used = [h for h in free if h in filled]
            h = rng.choice(used if used and rng.random() < 0.45 else free)
            filled[h] = (side, filled.get(h, (side, 0))[1] + cel)
            units[f"{side}{n}"], stood[f"{side}{n}"] = text, h
    return units, stood


def _unit(rng: Random, side: str, n: int) -> tuple[str, int]:
    kind = (KINDS if side == "g" else SOVIET_KINDS)[n % 10 if n < 10 else rng.randrange(10)]
    words = [side, *kind.split()]
    cel = 1
    if "cel=1" not in words:
        cel = rng.choice((1, 2, 2, 3))
        words.append(f"cel={cel}" if rng.random() < 0.7 or cel == 1 else f"cel={cel}/{cel - 1}")
    marks = [rng.choice(MARKS), rng.choice(("", "", "dug"))]
    if words[1] not in ("fu", "hq", "art"):
        marks.append(rng.choice(("", "star=white", "star=black")))
    if words[1] == "art" and rng.random() < 0.5:
        marks.append("transport")
    marks.append(rng.choice(("", "of=I", "of=II", "army=7GA")))
    return " ".join([*words, *filter(None, marks)]), cel


def _waiting(rng: Random, board: Board) -> tuple[dict[str, Any], dict[str, Arrival]]:
    """Reinforcements at the edges, some of them of the STAVKA."""
    off: dict[str, Any] = {}
    arrivals: dict[str, Arrival] = {}
    for side, edge in (("g", 0), ("s", COLUMNS - 1)):
        hexes = [h for h in range(len(board)) if h % COLUMNS == edge]
        for n in range(3):
            name = f"{side}w{n}"
            off[name] = {"is": f"{side} {rng.choice(('inf 4', 'mot 4', 'arm 6'))} cel=2", "at": "off"}
            reserve = side == "s" and rng.random() < 0.4
            arrivals[name] = Arrival(name, rng.choice((1, 1, 2)), tuple(rng.sample(hexes, 2)), name, reserve)
    return off, arrivals


# -- ground


Roads = dict[str, list[list[str]]]


def _lines(rng: Random, board: Board) -> tuple[Roads, list[dict[str, Any]]]:
    """Roads by their kind, and hexsides."""
    found: dict[tuple[str, int, int], None] = {}
    for kind in ("main", "main", "secondary", "secondary"):
        way = boards.chain(rng, board, 8)
        for a, b in pairwise(way):
            found[kind, min(a, b), max(a, b)] = None
    for kind in rng.sample(WATER, 3):
        for a, b in boards.sides(rng, board, 6):
            found[kind, a, b] = None
            if rng.random() < 0.5:
                found["bridge", a, b] = None
    for a, b in boards.sides(rng, board, 6):
        found[rng.choice(("fortified", "fortified", "fixed")), b, a] = None
    roads: Roads = {kind: [] for kind in ROADS}
    sides: list[dict[str, Any]] = []
    for kind, a, b in found:
        ends = [board.labels[a], board.labels[b]]
        if kind in ROADS:
            roads[kind].append(ends)
        else:
            sides.append({"between": ends, "kind": kind} | ({"toward": ends[0]} if kind in LINES else {}))
    return roads, sides


def _control(board: Board) -> dict[str, list[str]]:
    west = [label for h, label in enumerate(board.labels) if h % COLUMNS < COLUMNS // 2]
    return {"german": west, "soviet": [label for label in board.labels if label not in west]}


def _book(rng: Random, board: Board, arrivals: dict[str, Arrival]) -> dict[str, object]:
    """A scenario with a little of everything."""
    west = tuple(h for h in range(len(board)) if h % COLUMNS == 0)
    east = tuple(h for h in range(len(board)) if h % COLUMNS == COLUMNS - 1)
    closed = tuple((min(a, b), max(a, b)) for a, b in boards.sides(rng, board, 5))
    return {
        "turns": TURNS, "edges": {"german": west, "soviet": east}, "zones": {"german": west[::2], "soviet": east[::2]},
        "arrivals": arrivals, "air": {"german": ("air-1", "air-2", "air-3", "air-4")},
        "sorties": {"german": 4}, "ammo": {"german": rng.randrange(4), "soviet": rng.randrange(4)}, "repairs": 1,
        "mines": (Minefield(2, frozenset(range(len(board)))),), "last_mines": TURNS, "no_crossing": {"7GA": closed},
        "frozen": {"s3": 2, "g4": 2}, "slow": {"s2": 1}, "attrition": rng.choice((0, 0, 1)),
        "scale": (Level(-99, "soviet", "The ground was held."), Level(3, "german", "The town was taken.")),
        "prizes": (Prize("A town", 3, tuple(rng.sample(range(len(board)), 2))),),
        "panthers": rng.choice(("all", "activated")), "only_obliged": rng.random() < 0.5,
        "masks": rng.choice(("on", "on", "top")), "guns_regular": rng.random() < 0.7,
    }  # fmt: skip
