"""What the players of worked examples do, written down: the positions they describe, and what is said and rolled there.

A player describes a position once, in the words of `game.describe`, and plays on it. Here it is watched while it does
so, and what it did is told as a lesson that can be played from the page of its rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct, field

from balka.core.choices import Choice
from balka.core.describing.positions import Positions
from balka.core.dice import Outcome
from balka.core.forced import forced
from balka.core.frames import CHANCE
from balka.core.state import State

Said = tuple[str, str]  # the seat, or chance, and its words


class Line(Struct):
    """A position as it was described, and what was said from there on, one after the other."""

    document: dict[str, Any]
    said: tuple[Said, ...] = ()
    why: str = "play"


class Recording(Struct):
    """Every line that a player went or looked at, in the order it did so."""

    lines: list[Line] = field(default_factory=list)
    known: dict[int, Line] = field(default_factory=dict)
    kept: list[State] = field(default_factory=list)
    """states that stay alive, so that none is taken for another"""
    depth: int = 0

    def described(self, document: Any, state: State) -> None:
        if isinstance(document, dict):
            self._keep(state, Line(document))

    def answered(self, line: Line | None, said: Said | None, after: State) -> None:
        if line is None:
            return
        self._keep(after, line if said is None else Line(line.document, (*line.said, said)))

    def looked_at(self, state: State, *texts: str) -> None:
        """Sentences that were only asked about; they can be said all the same."""
        line = self.line_of(state)
        if line is not None and state.asks and state.asks[0].seat != CHANCE:
            self.lines.append(Line(line.document, (*line.said, *((state.asks[0].seat, text) for text in texts))))

    def line_of(self, state: State) -> Line | None:
        """Where a state comes from; one that was changed by hand comes from the last position described."""
        found = self.known.get(id(state))
        return found or next((line for line in reversed(self.lines) if not line.said), None)

    def _keep(self, state: State, line: Line) -> None:
        self.lines.append(line)
        self.known[id(state)] = line
        self.kept.append(state)

    @contextmanager
    def inside(self) -> Iterator[None]:
        """What is said and asked within an answer is not the player's own."""
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1


@contextmanager
def watching() -> Iterator[Recording]:
    """While this lasts, all that is described, said and asked for is written down."""
    made = Recording()
    kept = Positions.read, State.apply, State.quote, State.why_not
    now = _reading(made), _applying(made), _quoting(made), _doubting(made)
    Positions.read, State.apply, State.quote, State.why_not = now  # type: ignore[method-assign]
    try:
        yield made
    finally:
        Positions.read, State.apply, State.quote, State.why_not = kept  # type: ignore[method-assign]


def _reading(made: Recording) -> Callable[..., Any]:
    read = Positions.read

    def reading(self: Positions[Any], document: Any) -> Any:
        found = read(self, document)
        made.described(document, found.state)
        return found

    return reading


def _applying(made: Recording) -> Callable[..., Any]:
    apply = State.apply

    def applying(self: State, choice: Choice | Outcome | str, seat: str | None = None) -> Any:
        with made.inside():
            said = None if made.depth > 1 else _said(self, choice)
            step = apply(self, choice, seat)
        if made.depth == 0 and self.viewer is None:
            made.answered(made.line_of(self), said, step.state)
        return step

    return applying


def _quoting(made: Recording) -> Callable[..., Any]:
    quote = State.quote

    def quoting(self: State, choice: Choice | str, seat: str | None = None) -> Any:
        with made.inside():
            found = quote(self, choice, seat)
        if made.depth == 0:
            made.looked_at(self, choice if isinstance(choice, str) else self.text(choice))
        return found

    return quoting


def _doubting(made: Recording) -> Callable[..., Any]:
    why_not = State.why_not

    def doubting(self: State, text: str, seat: str | None = None) -> Any:
        with made.inside():
            found = why_not(self, text, seat)
        if made.depth == 0 and found is None:
            made.looked_at(self, *text.split("; "))
        return found

    return doubting


def _said(state: State, choice: Choice | Outcome | str) -> Said | None:
    """Who says what; nobody says what is answered by itself."""
    found = forced(state)
    if found is not None and (choice == found[1] or choice == state.text(found[1])):
        return None
    seat = state.asks[0].seat
    if isinstance(choice, str):
        return seat, choice
    return seat, choice.text() if isinstance(choice, Outcome) else state.text(choice)
