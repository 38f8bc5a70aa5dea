"""A kit for rule tests of the operational system: a small picture, units in a few words, dice handed in.

    game = on('''
        . x .
        . a .
    ''', "combat", a="g arm 8", x="s inf 4")
    game.play("attack B01; join a; fight", dice=[7])

How positions are described is told in balka.systems.wb95.sketch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from balka.core.choices import Refusal
from balka.core.dice import dice
from balka.core.frames import CHANCE, Frame
from balka.core.state import State, Work
from balka.games.kursk_1943 import scenarios
from balka.systems.wb95.movement import allowance
from balka.systems.wb95.phases import end_of_phase
from balka.systems.wb95.position import Unit
from balka.systems.wb95.sketch import GERMAN, SOVIET, Sketch, draw

__all__ = ["GERMAN", "SOVIET", "Game", "end_phase", "on", "push"]


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
        return found  # type: ignore[no-any-return]

    def gone(self, name: str) -> bool:
        return self.state.position.find(name) is None

    def at(self, name: str) -> str:
        h = self.unit(name).hex
        return self.state.setting.board.labels[h] if h >= 0 else "off"

    def left(self, name: str) -> float:
        """Movement points a unit has left."""
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
    what = Sketch(
        picture=picture, phase=phase, side=side, lines=lines, units=units, off=off or {}, book=book or {},
        control=control, turn=turn,
    )  # fmt: skip
    return Game(draw(what, scenarios.charts()))


def end_phase(game: Game) -> Game:
    """Whatever the end of the current phase brings."""
    work = game.work()
    end_of_phase(work)
    return game.after(work)


def push(game: Game, frame: Frame) -> Game:
    work = game.work()
    work.push(frame)
    return game.after(work)
