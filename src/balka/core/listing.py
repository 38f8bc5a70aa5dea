"""Frames that name their choices whole: the tree of words that a player walks down is made from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

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
        if view.stack[-1] is not self:
            return narrowed(self.options(view), path)
        found = _openings(view)
        return narrowed(found.choices.get(path[0], ()), path) if path else found.nodes

    def whole_choices(self, view: StateType, path: tuple[Token, ...], seat: str) -> Iterator[Choice]:
        known = _openings(view).choices if not path and view.stack[-1] is self else {}
        for node in view.grow(path, seat):
            if isinstance(node, Choice):
                yield node
            elif node in known:
                yield from in_order(known[node], 1)
            else:
                yield from super().whole_choices(view, (*path, node), seat)


class Openings(Struct, frozen=True):
    """What a list begins with, and the choices that begin with each word."""

    nodes: list[Node]
    choices: dict[Token, list[Choice]]


@remembered
def _openings(view: State) -> Openings:
    """Those of the frame that asks: its choices are made once, and only those of a word are narrowed further."""
    frame = view.stack[-1]
    assert isinstance(frame, Listed)
    nodes: dict[Node, None] = {}
    choices: dict[Token, list[Choice]] = {}
    for choice in frame.options(view):
        words = choice.path()
        nodes[choice if len(words) == 1 else words[0]] = None
        choices.setdefault(words[0], []).append(choice)
    return Openings(list(nodes), choices)


def in_order(choices: list[Choice], depth: int = 0) -> list[Choice]:
    """Choices with so many first words in common, in the order in which whoever narrows them down finds them."""
    if len(choices) == 1:
        return choices
    found: dict[Node, list[Choice]] = {}
    for choice in choices:
        words = choice.path()
        found.setdefault(choice if len(words) <= depth + 1 else words[depth], []).append(choice)
    branches = [[node] if isinstance(node, Choice) else in_order(below, depth + 1) for node, below in found.items()]
    return [choice for branch in branches for choice in branch]
