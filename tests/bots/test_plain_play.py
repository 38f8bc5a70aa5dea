"""The plain play of the large games stays what it was, choice for choice: other bots are measured against it.

A change of a rule may change these games too; then `python -m tests.bots.test_plain_play` prints what they are now.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random

import pytest

import balka
from balka.bots.famous_divisions import worth
from balka.bots.judging import Judge
from balka.bots.placing import placement
from balka.bots.wb95 import judgement
from balka.core.chance import draw
from balka.core.choices import Choice
from balka.core.forced import forced
from balka.core.frames import CHANCE, leaves
from balka.core.state import State

KEPT = {
    "kursk/slice": "01ffa945cd5c",
    "kursk/prokhorovka-15": "e11cacfa9b6e",
    "gd/slice": "3288aefedbc8",
    "gd/lutchessa": "e6420dc08fd3",
}
CHOICES = 250
JUDGES: dict[str, Judge] = {"wb95": judgement.first_worth, "famous_divisions": worth.first_worth}


def plain(view: State, seat: str, rng: Random) -> Choice:
    """What the plain judgement holds to be worth most; ties are broken at random."""
    placed = placement(view, seat)
    if placed is not None:
        return placed
    worths = [(JUDGES[view.setting.system.key](view, choice, seat), choice) for choice in leaves(view, (), seat)]
    highest = max(value for value, _ in worths)
    best = [choice for value, choice in worths if value == highest]
    return best[rng.randrange(len(best))]


def said(key: str) -> str:
    """A digest of all that is said in the first part of a game."""
    game, scenario = balka.scenario(key)
    state, dice, mind = game.start(scenario.key), Random(key), Random(key)
    texts: list[str] = []
    while not state.over and len(texts) < CHOICES:
        only, ask = forced(state), state.asks[0]
        if only is not None:
            state = state.apply(only[1], only[0].seat).state
        elif ask.seat == CHANCE:
            state = state.apply(draw(state, dice), CHANCE).state
        else:
            choice = plain(state.view(ask.seat), ask.seat, mind)
            texts.append(f"{ask.seat} {state.text(choice)}")
            state = state.apply(choice, ask.seat).state
    return sha256("\n".join(texts).encode()).hexdigest()[:12]


@pytest.mark.parametrize("key", KEPT)
def test_the_plain_play_is_what_it_was(key: str) -> None:
    assert said(key) == KEPT[key]


if __name__ == "__main__":
    for name in KEPT:
        print(f'    "{name}": "{said(name)}",')
