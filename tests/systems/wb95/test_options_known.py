"""What is known without listing must agree with the list: options, and the way to one hex."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import balka
from balka.bots.base import bot
from balka.core.chance import draw
from balka.core.forced import forced
from balka.core.frames import CHANCE, leaves
from balka.core.state import State
from balka.lab.bench.parts import fresh
from balka.systems.wb95 import movement, reach
from balka.systems.wb95.movement_phase import MovePhase
from balka.systems.wb95.party import PartyMoves

STEPS = 500


@cache
def walked() -> tuple[State, ...]:
    """The states of the beginning of a game between two who take what comes."""
    state = balka.game("kursk").start("slice")
    rng, random_bot = Random(43), bot("random")
    found = []
    for _ in range(STEPS):
        if state.over:
            break
        found.append(state)
        ask = state.asks[0]
        only = forced(state)
        if only is not None:
            state = state.apply(only[1], only[0].seat).state
        elif ask.seat == CHANCE:
            state = state.apply(draw(state, rng), CHANCE).state
        else:
            state = state.apply(random_bot.choose(state.view(ask.seat), ask.seat, rng), ask.seat).state
    return tuple(found)


@pytest.mark.parametrize("frame", [MovePhase, PartyMoves])
def test_options_that_are_known_are_listed(frame: type[MovePhase] | type[PartyMoves]) -> None:
    states = [state for state in walked() if isinstance(state.stack[-1], frame)]
    sure = [state for state in states if state.stack[-1].has_options(state, state.asks[0].seat)]
    assert len(sure) > len(states) // 2 > 3
    for state in sure:
        listed = leaves(state, (), state.asks[0].seat)
        assert next(listed, None) is not None and next(listed, None) is not None


def test_the_way_to_one_hex_is_the_way_among_all() -> None:
    parties = [state for state in walked() if isinstance(state.stack[-1], PartyMoves)]
    assert parties
    for state in parties:
        top, view = state.stack[-1], state.view(state.asks[0].seat)
        assert isinstance(top, PartyMoves)
        party = movement.party_of(view, top.side, top.members)
        told = {}
        for h in set(range(len(view.setting.board))) - {top.hex}:
            try:
                told[h] = reach.way_to(fresh(view), party, top.hex, h)
            except KeyError:
                continue
        whole = reach.ways(view, party, top.hex)
        assert told == {h: whole.path(h) for h in whole.costs}
