"""What a choice says about being taken back holds: `no` never closes undo."""

from __future__ import annotations

from random import Random

import pytest

import balka
from balka.bots.base import bot
from balka.core.chance import draw
from balka.core.choices import Choice
from balka.core.forced import forced
from balka.core.frames import CHANCE
from balka.core.state import State

STEPS = 260


def closes(state: State, choice: Choice, seat: str) -> bool:
    """Does it roll dice, ask somebody else or end something, the answers that follow by themselves included?"""
    step = state.apply(choice, seat)
    found = forced(step.state)
    while not step.barrier and found is not None and found[0].seat == seat and not found[1].ends:
        step = step.state.apply(found[1], seat)
        found = forced(step.state)
    return step.barrier or any(ask.seat == CHANCE for ask in step.state.asks)


@pytest.mark.parametrize("mission", ["farm", "convoy", "ditch"])
def test_what_can_be_taken_back_never_rolls_dice_or_asks_the_other_side(mission: str):
    game, scenario = balka.scenario(f"sos/{mission}")
    state, rng, player = game.start(scenario.key, {}), Random(f"taking back {mission}"), bot("random")
    wrong: set[tuple[str, str]] = set()
    for _ in range(STEPS):
        only = forced(state)
        ask = only[0] if only else state.asks[0]
        if ask.seat == CHANCE:
            state = state.apply(draw(state, rng)).state
            continue
        choice = only[1] if only else player.choose(state.view(ask.seat), ask.seat, rng)
        if not choice.ends and "no" in (choice.final, state.quote(choice, ask.seat).final) and not only:
            wrong |= {(type(state.stack[-1]).__name__, choice.verb)} if closes(state, choice, ask.seat) else set()
        state = state.apply(choice, ask.seat).state
    assert not wrong
