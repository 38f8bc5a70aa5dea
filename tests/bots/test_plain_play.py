"""The plain play of the large games stays what it was, choice for choice: other bots are measured against it.

A change of a rule may change these games too; then `python -m tests.bots.test_plain_play` prints what they are now.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random

import pytest

import balka
from balka.bots.base import bot
from balka.core.chance import draw
from balka.core.forced import forced
from balka.core.frames import CHANCE

KEPT = {
    "kursk/slice": "01ffa945cd5c",
    "kursk/prokhorovka-15": "619e4660f035",
    "gd/slice": "3288aefedbc8",
    "gd/lutchessa": "e6420dc08fd3",
}
CHOICES = 250


def said(key: str) -> str:
    """A digest of all that is said in the first part of a game."""
    game, scenario = balka.scenario(key)
    state, plain, dice, mind = game.start(scenario.key), bot("greedy-1"), Random(key), Random(key)
    texts: list[str] = []
    while not state.over and len(texts) < CHOICES:
        only, ask = forced(state), state.asks[0]
        if only is not None:
            state = state.apply(only[1], only[0].seat).state
        elif ask.seat == CHANCE:
            state = state.apply(draw(state, dice), CHANCE).state
        else:
            choice = plain.choose(state.view(ask.seat), ask.seat, mind)
            texts.append(f"{ask.seat} {state.text(choice)}")
            state = state.apply(choice, ask.seat).state
    return sha256("\n".join(texts).encode()).hexdigest()[:12]


@pytest.mark.parametrize("key", KEPT)
def test_the_plain_play_is_what_it_was(key: str) -> None:
    assert said(key) == KEPT[key]


if __name__ == "__main__":
    for name in KEPT:
        print(f'    "{name}": "{said(name)}",')
