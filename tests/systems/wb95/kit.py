"""A kit for rule tests of the operational system: a small picture, units in a few words, dice handed in.

    game = on('''
        . x .
        . a .
    ''', "combat", a="g arm 8", x="s inf 4")
    game.play("attack B01; join a; fight", dice=[7])

The words of a unit are those of docs/referee.md. In the picture F is forest, H hills, T a town, C a city, S swamp, M
mountain; `a+b` share a hex and `a:F` stands in a forest. Roads and hexsides are given as `main A01 B01`, `river A01
B01`, `fortified A01 B01` (the first hex is protected).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from balka.core.boards import from_picture
from balka.core.choices import Refusal
from balka.core.dice import dice
from balka.core.frames import CHANCE, Frame
from balka.games.kursk_1943 import scenarios
from balka.systems.wb95.catalogue import Catalogue
from balka.systems.wb95.describing.position import WbPositions
from balka.systems.wb95.describing.words import GERMAN, SOVIET
from balka.systems.wb95.movement import allowance
from balka.systems.wb95.phases import end_of_phase
from balka.systems.wb95.position import Unit, WbState, WbWork

__all__ = ["GERMAN", "SOVIET", "Game", "end_phase", "on", "push"]


class Game:
    """A position with its questions; dice are handed in."""

    def __init__(self, state: WbState) -> None:
        self.state = state
        self.events: list[str] = []
        self.told: list[Any] = []

    # -- playing

    def play(self, text: str = "", dice: Sequence[int] = ()) -> Game:
        """Say sentences one by one; where dice are asked for, the next number given is the sum that comes up."""
        left = list(dice)
        for sentence in filter(None, (part.strip() for part in text.split(";"))):
            self._forced("loss", "pursuit")
            self._roll(left)
            self._step(self.state.apply(sentence))
        self._forced("loss", "pursuit", "battle.defence")
        self._roll(left)
        assert not left, f"dice not used: {left}"
        return self

    def _roll(self, left: list[int]) -> None:
        while self.state.asks and self.state.asks[0].seat == CHANCE and left:
            roll: Any = self.state.stack[-1]
            self._step(self.state.apply(dice(roll.dice).of(left.pop(0))))
            self._forced("loss", "pursuit")

    def say(self, text: str) -> Game:
        """Say sentences, and nothing more."""
        for sentence in filter(None, (part.strip() for part in text.split(";"))):
            self._step(self.state.apply(sentence))
        return self

    def _forced(self, *kinds: str) -> None:
        """Losses, answers and pursuits that leave no choice are made."""
        while self.state.asks and self.state.asks[0].kind in kinds:
            ask = self.state.asks[0]
            choice = self.state.sole_choice(ask.seat)
            if choice is None:
                return
            self._step(self.state.apply(choice, ask.seat))

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
        return found

    def gone(self, name: str) -> bool:
        return self.state.position.find(name) is None

    def at(self, name: str) -> str:
        h = self.unit(name).hex
        return self.state.setting.board.labels[h] if h >= 0 else "off"

    def left(self, name: str) -> float:
        """Movement points a unit has left."""
        return (allowance(self.state, self.unit(name)) - self.unit(name).spent) / 6

    def work(self) -> WbWork:
        return WbWork(self.state, "")

    def after(self, work: WbWork) -> Game:
        """The game as it stands after something was done to it."""
        self.state = work.settle().state
        return self

    def seen_by(self, seat: str) -> dict[str, Unit]:
        """The counters of the other side as a seat sees them."""
        foe = SOVIET if seat == GERMAN else GERMAN
        return dict(self.state.view(seat).position.forces[foe].units)


def on(picture: str, phase: str = "move", *lines: str, **facts: Any) -> Game:
    """A game on a small picture, in the phase of a side; units and other facts as `described` takes them."""
    return Game(described(picture, phase, *lines, **facts))


# -- the document behind a picture

LEGEND = {"F": "forest", "H": "hills", "T": "town", "C": "city", "S": "swamp", "M": "mountain"}
ROADS = ("main", "secondary")
FACING = ("fortified", "fixed")
HOLDERS = {"g": GERMAN, "s": SOVIET}


def described(
    picture: str, phase: str = "move", *lines: str, side: str = GERMAN, book: dict[str, Any] | None = None,
    control: str = "", off: dict[str, str] | None = None, turn: int = 1, crowded: str = "",
    aircraft: dict[str, int] | None = None, charts: Catalogue | None = None, **units: str,
) -> WbState:  # fmt: skip
    """The phase of a side and nothing after it, or a whole `day`.

    `control` has a letter for each hex, `off` are units beside the map, `crowded` hexes that hold too much. `book` are
    terms of a scenario that no position tells: arrivals, prizes, mines.
    """
    roads, sides = _lines(lines)
    document = {
        "board": {"picture": picture, "legend": LEGEND, "roads": roads["main"], "hexsides": sides},
        "secondary": roads["secondary"], "phase": phase, "turn": side, "day": turn, "control": _held(picture, control),
        "units": {**units, **{name: {"is": words, "at": "off"} for name, words in (off or {}).items()}},
        "crowded": crowded.split(), "aircraft": aircraft,
    }  # fmt: skip
    state = WbPositions(charts or scenarios.charts(), {}).under(book or {}).read(document).state
    return state if phase == "day" else structs.replace(state, stack=state.stack[1:])


def _lines(lines: Sequence[str]) -> tuple[dict[str, list[list[str]]], list[dict[str, Any]]]:
    """Roads by their kind, and hexsides."""
    roads: dict[str, list[list[str]]] = {kind: [] for kind in ROADS}
    sides: list[dict[str, Any]] = []
    for kind, a, b in map(str.split, lines):
        if kind in ROADS:
            roads[kind].append([a, b])
        else:
            sides.append({"between": [a, b], "kind": kind} | ({"toward": a} if kind in FACING else {}))
    return roads, sides


def _held(picture: str, control: str) -> dict[str, list[str]]:
    labels = [cell.label for cell in from_picture(picture, LEGEND).board.cells]
    letters = dict(zip(labels, control, strict=True)) if control else {}
    return {side: [label for label, held in letters.items() if held == letter] for letter, side in HOLDERS.items()}


def end_phase(game: Game) -> Game:
    """Whatever the end of the current phase brings."""
    work = game.work()
    end_of_phase(work)
    return game.after(work)


def push(game: Game, frame: Frame) -> Game:
    work = game.work()
    work.push(frame)
    return game.after(work)
