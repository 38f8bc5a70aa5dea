"""Chance drawn at random: what live dice, experiments and bots that look ahead all do (docs/bots.md)."""

from __future__ import annotations

from balka.core.dice import Outcome, Rng, dice
from balka.core.frames import Roll
from balka.core.state import State


def draw(state: State, rng: Rng) -> Outcome:
    """Make the roll or draw the state waits for, each result as likely as it is; `state.apply` takes it as CHANCE.

    A bot draws in worlds it has made up (`system.sample`): from a view, a bag holds everything unseen.
    """
    roll = state.stack[-1]
    assert isinstance(roll, Roll), "no roll is due"
    return dice(roll.dice).sample(rng) if roll.dice else state.bags[roll.bag].sample(roll.bag, rng)
