"""Drawing a choice at random without listing all of them.

Each next word is drawn from those that may be on the list, and drawn again if it is not: every word of the list is as
likely as if the whole list had been made.
"""

from __future__ import annotations

from collections.abc import Callable

from balka.core.choices import Choice, Node, Token
from balka.core.state import State

Below = Callable[[int], int]
"""Gives a whole number from 0 up to but not including its bound."""


def drawn(state: State, seat: str, below: Below) -> Choice:
    """A leaf of the list: at each word all that may follow are equally likely, so short branches weigh as long ones."""
    view, path = state.view(seat), tuple[Token, ...]()
    node = next_word(view, path, seat, below)
    while not isinstance(node, Choice):
        path = (*path, node)
        node = next_word(view, path, seat, below)
    view.vouch(node, seat)
    return node


def next_word(view: State, path: tuple[Token, ...], seat: str, below: Below) -> Node:
    """A word of the list that follows a path, each as likely as any other."""
    frame = view.stack[-1]
    nodes = frame.candidates(view, path, seat)
    if nodes and nodes is view.grown(path, seat):  # the list itself: every word of it is live
        return nodes[below(len(nodes))]
    left = list(nodes)
    while left:
        at = below(len(left))
        node = left[at]
        if frame.is_live(view, path, node, seat):
            return node
        left[at] = left[-1]
        left.pop()
    raise AssertionError("nothing can be said")
