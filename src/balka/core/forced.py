"""Answers that have no alternative: whoever plays a game gives them without asking."""

from __future__ import annotations

from collections.abc import Iterator

from balka.core.choices import Choice
from balka.core.frames import CHANCE, Ask
from balka.core.state import State, Step


def advance(state: State) -> Iterator[tuple[Ask, Choice, Step]]:
    """Answer every ask that has one answer, yielding each answer with what it led to."""
    while True:
        found = forced(state)
        if found is None:
            return
        ask, choice = found
        step = state.apply(choice, ask.seat)
        yield ask, choice, step
        state = step.state


def forced(state: State) -> tuple[Ask, Choice] | None:
    """An ask that has one answer only, with that answer."""
    for ask in state.asks:
        if ask.seat == CHANCE:
            return None
        choice = state.sole_choice(ask.seat)
        if choice is not None:
            return ask, choice
    return None
