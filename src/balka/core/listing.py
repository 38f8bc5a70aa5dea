"""Frames that name their choices whole: the tree of words that a player walks down is made from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from balka.core.choices import Choice, Node, Token, narrowed
from balka.core.frames import AnswerType, Frame, ResultType, StateType, WorkType
from balka.core.memo import remembered
from balka.core.state import State


class Listed(Frame[StateType, WorkType, AnswerType, ResultType], frozen=True):
    """A frame that lists whole choices. A subclass defines `ask`, `options` and `answer`."""

    def options(self, view: StateType) -> Iterable[Choice]:
        """The whole choices, in listed order, from what the seat that is asked knows."""
        raise NotImplementedError

    def whole_choices(self, view: StateType, path: tuple[Token, ...], seat: str) -> Iterator[Choice]:
        """They are all there when the first is asked for, unless a subclass grows its list otherwise."""
        if view.stack[-1] is self and type(self).grow is Listed.grow:
            return _below(_words(view), path)
        return super().whole_choices(view, path, seat)

    def grow(self, view: StateType, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        return _words(view).get(path, ()) if view.stack[-1] is self else narrowed(self.options(view), path)


def _below(words: dict[tuple[Token, ...], list[Node]], path: tuple[Token, ...]) -> Iterator[Choice]:
    for node in words.get(path, ()):
        if isinstance(node, Choice):
            yield node
        else:
            yield from _below(words, (*path, node))


@remembered
def _words(view: State) -> dict[tuple[Token, ...], list[Node]]:
    """What may follow every path in the list of the frame that asks, as `narrowed` tells it, made once for all."""
    frame = view.stack[-1]
    assert isinstance(frame, Listed)
    found: dict[tuple[Token, ...], dict[Node, None]] = {}
    for choice in frame.options(view):
        words = choice.path()
        for n in range(len(words) + 1):
            found.setdefault(words[:n], {})[choice if len(words) <= n + 1 else words[n]] = None
    return {path: list(nodes) for path, nodes in found.items()}
