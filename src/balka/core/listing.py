"""Frames that name their choices whole: the tree of words that a player walks down is made from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from balka.core.choices import Choice, Node, Token, narrowed
from balka.core.frames import AnswerType, Frame, ResultType, StateType, WorkType
from balka.core.memo import remembered
from balka.core.state import State


class Listed(Frame[StateType, WorkType, AnswerType, ResultType], frozen=True):
    """A frame that lists whole choices. A subclass defines `ask`, `options` and `answer`."""

    def options(self, view: StateType) -> Iterable[Choice]:
        """The whole choices, in listed order, from what the seat that is asked knows."""
        raise NotImplementedError

    def grow(self, view: StateType, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        return narrowed(_options(view) if view.stack[-1] is self else self.options(view), path)


@remembered
def _options(view: State) -> tuple[Choice, ...]:
    """The choices of the frame that asks, listed once however far the list is walked down."""
    frame = view.stack[-1]
    assert isinstance(frame, Listed)
    return tuple(frame.options(view))
