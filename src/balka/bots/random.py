"""The random bot: goes down the list word by word, each next word as likely as any other."""

from __future__ import annotations

from collections.abc import Callable

from balka.core.choices import Choice, Token
from balka.core.dice import Rng
from balka.core.state import State


class RandomBot:
    """Plays anything it is offered."""

    title = "Computer, careless"
    about = "Random: any legal step. Good for a first look."

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        return random_choice(view, seat, rng.randrange)


def random_choice(state: State, seat: str, below: Callable[[int], int]) -> Choice:
    """One leaf of the list. Short branches are as likely as long ones, so no list is ever built whole.

    `below` gives a whole number from 0 up to but not including its bound.
    """
    path: tuple[Token, ...] = ()
    while True:
        nodes = state.grow(path, seat)
        node = nodes[below(len(nodes))]
        if isinstance(node, Choice):
            return node
        path = (*path, node)
