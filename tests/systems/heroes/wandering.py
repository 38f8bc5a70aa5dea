"""A game that goes anywhere: any answer, any outcome."""

from __future__ import annotations

from random import Random

from balka.core.choices import Choice
from balka.core.frames import CHANCE
from balka.core.state import State


def step(state: State, rng: Random) -> State:
    """Any answer, any outcome."""
    if state.asks[0].seat == CHANCE:
        odds = state.odds()
        return state.apply(rng.choices([o for o, _ in odds], [float(chance) for _, chance in odds])[0]).state
    path: tuple = ()
    while True:
        node = rng.choice(state.grow(path))
        if isinstance(node, Choice):
            return state.apply(node).state
        path = (*path, node)
