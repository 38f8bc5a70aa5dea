"""The stage for worked examples: described positions, sentences said, dice given, figures compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs
from tests.systems.wb95.kit import described

import balka
from balka.core.choices import Choice
from balka.core.dice import dice
from balka.core.frames import Steps
from balka.core.state import Work
from balka.games.kursk_1943 import scenarios
from balka.lessons.teaching import find
from balka.systems.wb95.catalogue import MP
from balka.systems.wb95.describing.building import opened
from balka.systems.wb95.movement import allowance
from balka.systems.wb95.position import Unit, WbState

Faults = list[str]
IDLE = ("ready", "end", "stand")
FORCED = ("loss", "pursuit", "battle.defence")


def compare(**pairs: tuple[object, object]) -> Faults:
    """A sentence for each figure that is not what it should be: got, wanted."""
    return [f"{name}: {got!r} instead of {want!r}" for name, (got, want) in pairs.items() if got != want]


class Stage:
    """A described position on which an example is played."""

    def __init__(self, picture: str, phase: str = "move", *lines: str, side: str = "german", **facts: Any) -> None:
        """Units by name, and whatever else the kit describes positions with."""
        self.state = described(picture, phase, *lines, side=side, **facts)

    @classmethod
    def of(cls, name: str) -> Stage:
        """The position of a worked example as the rulebook's page opens it, and nothing after its phase."""
        example = find(f"kursk/example-{name}")
        assert example is not None
        made = cls.__new__(cls)
        state: Any = balka.game("kursk").describe(example.place)
        made.state = structs.replace(state, stack=state.stack[1:])
        return made

    def open(self, phase: str, side: str) -> Stage:
        """Go on with another phase of a side, everything left as it stands."""
        self.state = opened(self.state, phase, side)
        return self

    def from_phase(self, number: int) -> Stage:
        """Play on through the days from one of the twelve phases."""
        work = Work(structs.replace(self.state, stack=()), "")
        work.push(Steps("day", number - 1))
        self.state = work.settle().state
        return self

    def until(self, turn: int, phase: int) -> Stage:
        """Nobody does anything until a phase begins."""
        while (self.state.turn, self.state.tracks.phase) < (turn, phase):
            self.say(next(text for text in IDLE if self.may(text)))
        return self

    def say(self, *sentences: str) -> Stage:
        for sentence in sentences:
            self.state = self.state.apply(sentence).state
        return self

    def roll(self, *totals: int) -> Stage:
        """Give the dice; answers that leave no choice are made."""
        for total in totals:
            roll: Any = self.state.stack[-1]
            self.state = self.state.apply(dice(roll.dice).of(total)).state
            self.forced()
        return self

    def forced(self) -> Stage:
        """Losses, answers and pursuits that leave no choice."""
        while self.state.asks and self.state.asks[0].kind in FORCED:
            choice: Choice | None = self.state.sole_choice(self.state.asks[0].seat)
            if choice is None:
                return self
            self.state = self.state.apply(choice).state
        return self

    def change(self, frame: Any) -> Stage:
        """Put a question on top of all others."""
        work = Work(self.state, "")
        work.push(frame)
        self.state = work.settle().state
        return self

    def may(self, *sentences: str) -> bool:
        return self.state.why_not("; ".join(sentences)) is None

    def texts(self, start: str = "") -> list[str]:
        return [text for choice in self.state.choices() if (text := self.state.text(choice)).startswith(start)]

    def unit(self, name: str) -> Unit:
        found: Unit | None = self.state.position.find(name)
        if found is None:
            raise AssertionError(f"{name} is gone")
        return found

    def gone(self, name: str) -> bool:
        return self.state.position.find(name) is None

    def left(self, name: str) -> float:
        return (allowance(self.state, self.unit(name)) - self.unit(name).spent) / MP

    @property
    def asked(self) -> str:
        """Who is asked what; nothing when all is over."""
        return " ".join(f"{ask.seat} {ask.kind}" for ask in self.state.asks)

    @property
    def check(self) -> Any:
        roll: Any = self.state.stack[-1]
        return roll.check

    def todo(self) -> set[str]:
        seat = self.state.asks[0].seat
        return {item.text for item in self.state.stack[-1].todo(self.state.view(seat), seat)}


def replaced(state: WbState, **fields: object) -> WbState:
    return structs.replace(state, **fields)


def aircraft(strengths: Sequence[int]) -> dict[str, int]:
    """The first air counters of the box, as strong as an example has them."""
    names = sorted(counter.id for counter in scenarios.charts().counters.values() if counter.kind == "AIR")
    return dict(zip(names, strengths, strict=False))
