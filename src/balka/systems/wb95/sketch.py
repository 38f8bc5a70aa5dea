"""Described positions: a small picture and units in a few words, for referees, examples and tests.

A unit's words: g or s, its kind, its strength (attack/defence where they differ), and what else is true of it: `mp=7`,
`cel=2/1` (printed/now), `moves=trucked`, `star=black`, `limit=11` or `troops=italian`, `of=18` (formation), `army=7GA`,
`oos=2`, and marks such as `transport`, `disorganised`, `dug` (in field works); any other word is a mistake. What is
left out is as the rules have it for the kind, else as on most counters. Units drawn as `a+b` share a hex.
In the picture F is forest, H hills, T a town, C a city, S swamp, M mountain; `a:F` stands in a forest. Columns are A,
B, C, rows 01, 02; odd columns lie half a hex lower. Roads and hexsides are given as `main A01 B01`, `river A01 B01`,
`fortified A01 B01` (the first hex is protected).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from msgspec import Struct, field, structs

from balka.core.boards import Board, Cell, Hexside, Road, column_letters
from balka.core.errors import BalkaError
from balka.core.frames import Steps
from balka.core.hexes import Grid
from balka.core.state import State, Work
from balka.systems.wb95.catalogue import CLASSES, Catalogue, Counter, half, with_guns_apart
from balka.systems.wb95.day import PhaseKind, number_of
from balka.systems.wb95.disorder import LIMITS
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.movement_phase import MovePhase
from balka.systems.wb95.phases import PHASES
from balka.systems.wb95.position import OFF, Force, Position, Tracks, Unit, WbSetting, WbState
from balka.systems.wb95.rulebook import Rulebook
from balka.systems.wb95.sheet import register_tables
from balka.systems.wb95.shelling import register_fire
from balka.systems.wb95.system import SYSTEM

TERRAIN = {"F": "forest", "H": "hills", "T": "town", "C": "city", "S": "swamp", "M": "mountain"}
GERMAN, SOVIET = "german", "soviet"
GRID = Grid("flat", 1)  # odd columns lie half a hex lower
MOVES = {
    "inf": "foot",
    "cav": "foot",
    "fu": "foot",
    "vs": "foot",
    "rg": "foot",
    "arm": "mechanized",
    "ag": "mechanized",
}
SIDES = {"g": GERMAN, "s": SOVIET}
WAY = ("main", "secondary")
SketchedUnit = tuple[Counter, Unit, bool]  # a counter, the unit it is, and whether it stands in field works
PHASE_WORDS = {
    "air": PhaseKind.AIR, "barrage": PhaseKind.BARRAGE, "move": PhaseKind.MOVEMENT, "combat": PhaseKind.COMBAT,
    "strategic": PhaseKind.STRATEGIC, "supply": PhaseKind.SUPPLY,
}  # fmt: skip


def read_board(picture: str, lines: Iterable[str]) -> tuple[Board, dict[str, int]]:
    """The board of a picture, and where each unit was drawn."""
    cells: list[Cell] = []
    places: dict[str, int] = {}
    for row, line in enumerate((line for line in picture.splitlines() if line.strip()), start=1):
        for col, word in enumerate(line.split()):
            names, terrain = _read(word)
            places |= dict.fromkeys(names, len(cells))
            cells.append(Cell(f"{column_letters(col)}{row:02}", col, row, terrain))
    board = Board("picture", GRID, tuple(cells))
    roads, sides = [], []
    for text in lines:
        kind, a, b = text.split()
        pair = (board.hex(a), board.hex(b))
        if kind in WAY:
            roads.append(Road(*pair, kind))
        else:
            sides.append(Hexside(*pair, kind, pair[0] if kind in ("fortified", "fixed") else None))
    return Board("picture", GRID, tuple(cells), tuple(roads), (), tuple(sides)), places


def _read(word: str) -> tuple[list[str], str]:
    if word == ".":
        return [], "clear"
    if word in TERRAIN:
        return [], TERRAIN[word]
    names, _, ground = word.partition(":")
    return names.split("+"), TERRAIN.get(ground, "clear")


def read_unit(name: str, text: str, h: int) -> tuple[Counter, Unit, bool]:
    """The counter and the unit that a few words describe, and whether it stands in field works."""
    words = _words(name, text)
    counter = _counter(name, words)
    now = words.fields["cel"].partition("/")[2] or counter.cel
    marks = tuple(sorted(Mark(word.replace("_", " ")) for word in words.marks if word not in STATES))
    disorder = "combat" if "disorganised" in words.marks else ""
    cel, level = _number(name, "cel", now), _number(name, "oos", words.fields["oos"])
    unit = Unit(name, counter.side, counter.kind, h, cel, 0, level, disorder, marks)
    if not 0 < unit.cel <= counter.cel:
        raise BalkaError(f"{name} has {unit.cel} of {counter.cel} CEL", instead="cel=printed/now, for example cel=2/1")
    return counter, unit, "dug" in words.marks


class Words(Struct, frozen=True):
    """The words of a unit sorted out: side and kind, strength, figures by name, marks."""

    side: str
    kind: str
    strength: str
    fields: dict[str, str]
    marks: tuple[str, ...]


def _words(name: str, text: str) -> Words:
    side, kind, *words = [*text.split(), "", ""][: max(len(text.split()), 2)]
    if side not in SIDES:
        raise BalkaError(f"{name}: {text!r} names no side", instead="g or s first, for example 'g inf 4'")
    if kind not in KINDS:
        raise BalkaError(f"{name}: there is no kind {kind!r}", instead=f"one of {', '.join(KINDS)}")
    marks = tuple(word for word in words if not word[0].isdecimal() and "=" not in word)
    numbers = [word for word in words if word[0].isdecimal()]
    if len(numbers) > 1:
        raise BalkaError(
            f"{name}: {' and '.join(numbers)} are two strengths", instead="attack/defence, for example 6/3"
        )
    strange = [word for word in marks if word not in KNOWN]
    if strange:
        right = "; ".join(meant(word, KNOWN) for word in strange)
        raise BalkaError(f"{name}: there is no word {' or '.join(map(repr, strange))}", instead=right)
    fields = {**usual(side, kind, marks), **_fields(name, (word for word in words if "=" in word))}
    return Words(side, kind, numbers[0] if numbers else fields["strength"], fields, marks)


def usual(side: str, kind: str, marks: Sequence[str]) -> dict[str, str]:
    """What a unit has that the description does not say.

    [kursk-c1-1.2types-d, 5.6.2, 6.1.6, 6.2.1-a, 9.1.2, 9.1.4, 15.2.1, ruling Q7]
    """
    tracked = "selfpropelled" in marks
    limit = LIMITS["volkssturm"] if kind == "vs" else LIMITS["soviet" if side == "s" else "wehrmacht"]
    return {
        "mp": str(POINTS.get(kind, 7)), "cel": "1" if kind == "hq" or (kind == "art" and not tracked) else "2",
        "limit": str(limit), "oos": "0", "strength": "0" if kind == "hq" else "4",
        "moves": "mechanized" if tracked else MOVES.get(kind, "trucked"),
    }  # fmt: skip


def _fields(name: str, words: Iterable[str]) -> dict[str, str]:
    """The words that give a value: known names, and values that can be."""
    values: dict[str, str] = {}
    for word in words:
        key, _, value = word.partition("=")
        if key not in FIELDS or not value:
            raise BalkaError(f"{name}: {word!r} says nothing", instead=f"one of {'=, '.join(FIELDS)}= with a value")
        if key in VALUES and value not in VALUES[key]:
            raise BalkaError(f"{name}: {value!r} is not known for {key}=", instead=f"one of {', '.join(VALUES[key])}")
        values[key] = value
    return values


def meant(word: str, known: Sequence[str]) -> str:
    """What was meant, or what there is."""
    close = get_close_matches(word, known, n=2, cutoff=0.6)
    return f"did you mean {' or '.join(close)}?" if close else f"one of {', '.join(known)}"


def _counter(name: str, words: Words) -> Counter:
    fields, kind = words.fields, words.kind
    attack, defence = (_number(name, "strength", part) for part in _halves(words.strength))
    cel = _number(name, "cel", fields["cel"].partition("/")[0])
    limit = _limit(name, fields["troops"].replace("_", " ")) if "troops" in fields else fields["limit"]
    return Counter(
        id=name, name=name, side=SIDES[words.side], army=fields.get("army", ""), kind=kind.upper(), size="R",
        formation=fields.get("of", ""), attack=attack, defence=defence, attack_reduced=half(attack) if cel > 1 else 0,
        defence_reduced=half(defence) if cel > 1 else 0, mp=_number(name, "mp", fields["mp"]),
        moves=fields["moves"], cel=cel, star=fields.get("star", ""),
        limit=_number(name, "limit", limit), traits=_traits(kind, words.marks),
    )  # fmt: skip


def _halves(strength: str) -> tuple[str, str]:
    attack, _, defence = strength.partition("/")
    return attack, defence or attack


def _number(name: str, what: str, text: str | int) -> int:
    if not str(text).isdecimal():
        raise BalkaError(f"{name}: {what} {text!r} is not a number")
    return int(text)


TRAITS = ("panther", "ferdinand", "selfpropelled")
STATES = ("dug", "disorganised", *TRAITS)  # words that are no marks of a unit
MARKS = tuple(mark.replace(" ", "_") for mark in Mark if mark is not Mark.SELF_PROPELLED)
KNOWN = (*STATES, *MARKS)
VALUES = {"star": ("black", "white", "yellow", "blue"), "moves": CLASSES}
POINTS = {"inf": 4, "cav": 6, "fu": 3, "vs": 4, "hq": 10, "rg": 0}  # [9.1.2, 15.2.1]; the others as on most counters
KINDS = ("inf", "mot", "arm", "ag", "at", "aa", "art", "cav", "hq", "fu", "rg", "vs", "air")
FIELDS = ("mp", "cel", "moves", "star", "limit", "troops", "of", "army", "oos")


def _limit(name: str, troops: str) -> int:
    if troops not in LIMITS:
        raise BalkaError(f"{name}: there are no troops {troops!r}", instead=f"one of {', '.join(LIMITS)}")
    return LIMITS[troops]


def _traits(kind: str, marks: Sequence[str]) -> frozenset[str]:
    traits = {mark for mark in marks if mark in TRAITS}
    if kind in ("art", "at", "aa") and "selfpropelled" not in marks:
        traits.add("towed")
    return frozenset(traits | ({"fu"} if kind == "fu" else set()))


class Sketch(Struct, frozen=True, kw_only=True):
    """A position in words: `lines` are roads and hexsides, `units` those drawn, `off` those beside the map."""

    picture: str
    phase: str = "move"
    side: str = GERMAN
    lines: tuple[str, ...] = ()
    units: dict[str, str] = field(default_factory=dict)
    off: dict[str, str] = field(default_factory=dict)
    book: dict[str, Any] = field(default_factory=dict)
    control: str = ""
    turn: int = 1
    notes: dict[str, dict[str, str]] = field(default_factory=dict)  # what only a side knows, such as where it builds


def draw(sketch: Sketch, charts: Catalogue) -> WbState:
    """The state a description stands for, with the tables of a title."""
    board, places = read_board(sketch.picture, sketch.lines)
    sketched = [read_unit(name, text, _place(places, name)) for name, text in sketch.units.items()]
    sketched += [read_unit(name, text, OFF) for name, text in sketch.off.items()]
    return placed(board, sketched, sketch, charts)


def placed(board: Board, sketched: Sequence[SketchedUnit], sketch: Sketch, charts: Catalogue, **more: Any) -> WbState:
    """Counters and units on a board, with whatever more is true of the position, in the phase described."""
    setting = _setting(board, sketched, sketch, charts)
    units = [structs.replace(unit, kind=setting.catalogue.counters[unit.id].kind) for _, unit, _ in sketched]
    works = {str(unit.hex): unit.side for _, unit, dug in sketched if dug}
    forces = {name: Force({unit.id: unit for unit in units if unit.side == name}) for name in (GERMAN, SOVIET)}
    position = Position(forces, sketch.control or "-" * len(board), works, **more)
    before = tuple(sorted(setting.cast))  # of what was before nothing is known: anybody may be in disorder
    tracks = Tracks(ammo=dict(setting.rulebook.ammo), shaken=before)
    notes = {name: sketch.notes.get(name, {}) for name in (GERMAN, SOVIET)}
    state = State(setting, position, tracks, {}, {}, notes, {}, (), sketch.turn)
    return opened(state, sketch.phase, sketch.side)


def _place(places: Mapping[str, int], name: str) -> int:
    if name not in places:
        raise BalkaError(f"{name} is not drawn in the picture")
    return places[name]


def _setting(board: Board, sketched: Sequence[SketchedUnit], sketch: Sketch, charts: Catalogue) -> WbSetting:
    counters = {key: counter for key, counter in charts.counters.items() if counter.kind == "AIR"}
    counters |= {counter.id: counter for counter, _, _ in sketched}
    book = Rulebook(**{"turns": 9, **sketch.book})
    catalogue = structs.replace(charts, counters=counters)
    catalogue = catalogue if book.guns_regular else with_guns_apart(catalogue)
    register_tables(catalogue)
    register_fire(catalogue)
    return WbSetting(
        game="kursk", scenario="described", title="A described position", system=SYSTEM, board=board, options={},
        sides=(GERMAN, SOVIET), forces={GERMAN: GERMAN, SOVIET: SOVIET}, seat_of={GERMAN: GERMAN, SOVIET: SOVIET},
        digest="", rulebook=book, catalogue=catalogue,
        cast=frozenset(unit.id for _, unit, _ in sketched),
    )  # fmt: skip


def opened(state: WbState, phase: str, side: str) -> WbState:
    """The first question of a phase of a side."""
    kind = PHASE_WORDS.get(phase)
    number = number_of(state, kind, side) if kind else 0
    work = Work(structs.replace(state, stack=(), tracks=structs.replace(state.tracks, phase=number)), "")
    SYSTEM.watch(work)
    if phase == "day":
        work.push(Steps("day"))
    elif kind is PhaseKind.MOVEMENT:
        work.push(MovePhase(side))  # with the points that are left
    elif kind:
        PHASES[number - 1].begin(work, side)
    else:
        raise BalkaError(f"there is no phase {phase!r}", instead=f"one of day, {', '.join(PHASE_WORDS)}")
    return work.settle().state
