"""Games driven by Hypothesis: a tape of numbers picks every next word, so that a failing game shrinks to its shortest.

`tapes()` is the strategy, `walk(start, tape)` plays a tape on any state, and `shortest(start, wanted)` finds the
shortest game that leads to what is looked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import hypothesis
from hypothesis import strategies as st
from msgspec import Struct

from balka.core.choices import Choice
from balka.core.dice import Outcome
from balka.core.drawing import drawn
from balka.core.frames import CHANCE
from balka.core.state import State, Step

LENGTH = 250


class Moment(Struct, frozen=True):
    """One answer: by whom, to what, and what it led to."""

    before: State
    seat: str
    answer: Choice | Outcome
    step: Step

    def line(self) -> str:
        return f"{self.seat}: {self.before.text(self.answer)}"


class TapeEnd(Exception):
    """Nothing is left on the tape."""


class Tape:
    """Numbers that make every decision; where there is only one way, none is used up."""

    def __init__(self, numbers: list[int]) -> None:
        self._numbers = iter(numbers)

    def below(self, stop: int) -> int:
        if stop <= 1:
            return 0
        number = next(self._numbers, None)
        if number is None:
            raise TapeEnd
        return number % stop


def tapes(length: int = LENGTH) -> st.SearchStrategy[list[int]]:
    """Games of any length; shorter tapes and smaller numbers are the simpler ones."""
    return st.lists(st.integers(min_value=0, max_value=127), max_size=length)


def walk(start: State, numbers: list[int]) -> Iterator[Moment]:
    """The game a tape tells, until it ends or the tape does."""
    state, tape = start, Tape(numbers)
    try:
        while not state.over:
            moment = _answered(state, tape)
            yield moment
            state = moment.step.state
    except TapeEnd:
        return


def _answered(state: State, tape: Tape) -> Moment:
    asks = state.asks
    seat = asks[tape.below(len(asks))].seat
    answer: Choice | Outcome
    if seat == CHANCE:
        odds = state.odds()
        answer = odds[tape.below(len(odds))][0]
    else:
        answer = drawn(state, seat, tape.below)
    return Moment(state, seat, answer, state.apply(answer, seat))


def shortest(start: State, wanted: Callable[[State], bool], length: int = LENGTH) -> list[str]:
    """The lines of the shortest game that leads to a state of the wanted kind."""

    def leads_there(numbers: list[int]) -> bool:
        return any(wanted(moment.step.state) for moment in walk(start, numbers))

    settings = hypothesis.settings(max_examples=2000, database=None, derandomize=True, deadline=None)
    found = hypothesis.find(tapes(length), leads_there, settings=settings, random=Random(1))
    return lines_until(start, found, wanted)


def lines_until(start: State, numbers: list[int], wanted: Callable[[State], bool]) -> list[str]:
    lines = []
    for moment in walk(start, numbers):
        lines.append(moment.line())
        if wanted(moment.step.state):
            break
    return lines
