"""A kit for rule tests of the operational system: a small picture, units in a few words, dice handed in.

    game = on('''
        . x .
        . a .
    ''', "combat", a="g arm 8", x="s inf 4")
    game.play("attack B01; join a; fight", dice=[7])

A unit's words: g or s, its kind, its strength (attack/defence where they differ), and what else is true of it: `mp=7`,
`cel=2/1` (printed/now), `moves=trucked`, `star=black`, `limit=11`, `of=18` (formation), `army=7GA`, `oos=2`, and marks such
as `transport`, `disorganised`, `dug` (in field works). Units drawn as `a+b` share a hex. In the picture F is forest, H hills, T a
town, C a city, S swamp, M mountain; `a:F` stands in a forest. Columns are A, B, C, rows 01, 02; odd columns lie half a
hex lower. Roads and hexsides are given as `"main A01 B01"`, `"river A01 B01"`, `"fortified A01 B01"` (A01 is protected).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from balka.core.boards import Board, Cell, Hexside, Road, column_letters
from balka.core.choices import Refusal
from balka.core.dice import Outcome, dice
from balka.core.frames import CHANCE, Frame, Steps
from balka.core.hexes import Grid
from balka.core.state import State, Work
from balka.games.kursk_1943 import scenarios
from balka.systems.wb95.artillery import register_fire
from balka.systems.wb95.catalogue import Catalogue, Counter
from balka.systems.wb95.moving import MovePhase
from balka.systems.wb95.phases import end_of_phase, open_fighting, open_strategic_phase, open_supply
from balka.systems.wb95.position import OFF, Force, Position, Tracks, Unit, WbSetting
from balka.systems.wb95.rulebook import Rulebook
from balka.systems.wb95.sheet import register_tables
from balka.systems.wb95.system import SYSTEM

TERRAIN = {"F": "forest", "H": "hills", "T": "town", "C": "city", "S": "swamp", "M": "mountain"}
GERMAN, SOVIET = "german", "soviet"
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
PHASES = {"move": 3, "combat": 4, "strategic": 5, "supply": 6}


def read_board(picture: str, lines: Iterable[str]) -> tuple[Board, dict[str, int]]:
    """The board of a picture, and where each unit was drawn."""
    cells: list[Cell] = []
    places: dict[str, int] = {}
    for row, line in enumerate((line for line in picture.splitlines() if line.strip()), start=1):
        for col, word in enumerate(line.split()):
            names, terrain = _read(word)
            places |= dict.fromkeys(names, len(cells))
            cells.append(Cell(f"{column_letters(col)}{row:02}", col, row, terrain))
    board = Board("picture", Grid("flat", 1), tuple(cells))
    roads, sides = [], []
    for text in lines:
        kind, a, b = text.split()
        pair = (board.hex(a), board.hex(b))
        if kind in WAY:
            roads.append(Road(*pair, kind))
        else:
            sides.append(Hexside(*pair, kind, pair[0] if kind in ("fortified", "fixed") else None))
    return Board("picture", Grid("flat", 1), tuple(cells), tuple(roads), (), tuple(sides)), places


def _read(word: str) -> tuple[list[str], str]:
    if word == ".":
        return [], "clear"
    if word in TERRAIN:
        return [], TERRAIN[word]
    names, _, ground = word.partition(":")
    return names.split("+"), TERRAIN.get(ground, "clear")


def read_unit(name: str, text: str, h: int) -> tuple[Counter, Unit, bool]:
    """The counter and the unit that a few words describe, and whether it stands in field works."""
    side, kind, *words = text.split()
    fields: dict[str, Any] = {"mp": "4" if kind in ("inf", "cav") else "7", "cel": "2", "limit": "11"}
    marks, plain = [], {"oos": "0"}
    strength = "4"
    for word in words:
        key, equals, value = word.partition("=")
        if key[0].isdigit():
            strength = word
        elif not equals:
            marks.append(word)
        else:
            (plain if key == "oos" else fields)[key] = value
    printed, _, now = str(fields["cel"]).partition("/")
    attack, _, defence = strength.partition("/")
    counter = Counter(
        id=name, name=name, side=SIDES[side], army=fields.get("army", ""), kind=kind.upper(), size="R",
        formation=fields.get("of", ""), attack=int(attack), defence=int(defence or attack),
        attack_reduced=-(-int(attack) // 2) if int(printed) > 1 else 0, defence_reduced=-(-int(defence or attack) // 2) if int(printed) > 1 else 0,
        mp=int(fields["mp"]), moves=fields.get("moves", MOVES.get(kind, "trucked")), cel=int(printed),
        star=fields.get("star", ""), limit=int(fields["limit"]), traits=_traits(kind, marks),
    )  # fmt: skip
    state = tuple(sorted(mark.replace("_", " ") for mark in marks if mark not in ("dug", "disorganised", *TRAITS)))
    disorder = "combat" if "disorganised" in marks else ""
    unit = Unit(name, SIDES[side], kind.upper(), h, int(now or printed), 0, int(plain["oos"]), disorder, state)
    return counter, unit, "dug" in marks


TRAITS = ("panther", "ferdinand", "selfpropelled")


def _traits(kind: str, marks: Sequence[str]) -> frozenset[str]:
    found = {mark for mark in marks if mark in TRAITS}
    if kind in ("art", "at", "aa") and "selfpropelled" not in marks:
        found.add("towed")
    return frozenset(found | ({"fu"} if kind == "fu" else set()))


class Game:
    """A position with its questions; dice are handed in."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[str] = []
        self.told: list[Any] = []

    # -- playing

    def play(self, text: str = "", dice: Sequence[int] = ()) -> Game:
        """Say sentences one by one; where dice are asked for, the next number given is the sum that comes up."""
        left = list(dice)
        for sentence in filter(None, (part.strip() for part in text.split(";"))):
            self._roll(left)
            self._step(self.state.apply(sentence))
        self._roll(left)
        assert not left, f"dice not used: {left}"
        return self

    def _roll(self, left: list[int]) -> None:
        while self.state.asks and self.state.asks[0].seat == CHANCE and left:
            roll: Any = self.state.stack[-1]
            self._step(self.state.apply(dice(roll.dice).of(left.pop(0))))

    def _step(self, step: Any) -> None:
        self.state = step.state
        self.told += step.events
        self.events += [told.event.say(self.state.setting) for told in step.events]

    # -- asking

    @property
    def waiting(self) -> str:
        """Who is asked what: `german battle`."""
        ask = self.state.asks[0]
        return f"{ask.seat} {ask.kind}"

    def texts(self, start: str = "") -> list[str]:
        """The sentences that may be said now."""
        return [text for choice in self.state.choices() if (text := self.state.text(choice)).startswith(start)]

    def may(self, text: str) -> bool:
        return self.why(text) is None

    def why(self, text: str) -> Refusal | None:
        return self.state.why_not(text)

    def rule(self, text: str) -> str:
        """The rule a sentence is refused by."""
        refusal = self.why(text)
        assert refusal is not None, f"{text} is allowed"
        return refusal.rule

    def unit(self, name: str) -> Unit:
        found = self.state.position.find(name)
        assert found is not None, f"{name} is gone"
        return found  # type: ignore[no-any-return]

    def gone(self, name: str) -> bool:
        return self.state.position.find(name) is None

    def at(self, name: str) -> str:
        h = self.unit(name).hex
        return self.state.setting.board.labels[h] if h >= 0 else "off"

    def left(self, name: str) -> float:
        """Movement points a unit has left."""
        from balka.systems.wb95.movement import allowance

        return (allowance(self.state, self.unit(name)) - self.unit(name).spent) / 6

    def work(self) -> Work:
        return Work(self.state, "")

    def after(self, work: Work) -> Game:
        """The game as it stands after something was done to it."""
        self.state = work.settle().state
        return self

    def seen_by(self, seat: str) -> dict[str, Unit]:
        """The counters of the other side as a seat sees them."""
        foe = SOVIET if seat == GERMAN else GERMAN
        return dict(self.state.view(seat).position.forces[foe].units)


def on(
    picture: str, phase: str = "move", *lines: str, side: str = GERMAN, book: dict[str, Any] | None = None,
    control: str = "", off: dict[str, str] | None = None, turn: int = 1, **units: str,
) -> Game:  # fmt: skip
    """A game on a small picture, in the phase of a side."""
    board, places = read_board(picture, lines)
    found = [read_unit(name, text, places[name]) for name, text in units.items()]
    found += [read_unit(name, text, OFF) for name, text in (off or {}).items()]
    charts = scenarios.charts()
    counters = {counter.id: counter for counter, _, _ in found}
    counters |= {key: counter for key, counter in charts.counters.items() if counter.kind == "AIR"}
    catalogue = Catalogue(counters, charts.terrain, charts.combat, charts.fire)
    register_tables(catalogue, "kursk")
    register_fire(catalogue, "kursk")
    works = {str(unit.hex): unit.side for _, unit, dug in found if dug}
    forces = {name: Force({unit.id: unit for _, unit, _ in found if unit.side == name}) for name in (GERMAN, SOVIET)}
    fields = {"first": GERMAN, "turns": 9, **(book or {})}
    setting = WbSetting(
        game="kursk", scenario="kit", title="kit", system=SYSTEM, board=board, options={}, sides=(GERMAN, SOVIET),
        forces={GERMAN: GERMAN, SOVIET: SOVIET}, seat_of={GERMAN: GERMAN, SOVIET: SOVIET}, digest="",
        rulebook=Rulebook(**fields), catalogue=catalogue,
        cast=frozenset(unit.id for _, unit, _ in found),
    )  # fmt: skip
    position = Position(forces, control or "-" * len(board), works)
    number = PHASES.get(phase, 0) + (0 if side == fields["first"] else 6)
    state = State(setting, position, Tracks(phase=number), {}, {}, {GERMAN: {}, SOVIET: {}}, {}, (), turn)
    return Game(_opened(state, phase, side))


def _opened(state: State, phase: str, side: str) -> State:
    work = Work(state, "")
    SYSTEM.watch(work)
    work.events.clear()
    if phase == "move":
        work.push(MovePhase(side))
    elif phase == "combat":
        open_fighting(work, side)
    elif phase == "strategic":
        open_strategic_phase(work, side)
    elif phase == "supply":
        open_supply(work, side)
    elif phase == "day":
        work.push(Steps("day"))
    return work.settle().state


def end_phase(game: Game) -> Game:
    """Whatever the end of the current phase brings."""
    work = game.work()
    end_of_phase(work)
    return game.after(work)


def push(game: Game, frame: Frame) -> Game:
    work = game.work()
    work.push(frame)
    return game.after(work)


def total(number: int) -> Outcome:
    return dice("2d6=").of(number)
