"""Secrets of the figures of counters: what a seat is told of any name is the same in all worlds alike to it."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from tests.lab.test_secrecy import answered

import balka
from balka.core.errors import BalkaError
from balka.core.state import State
from balka.lab import twins
from balka.table import scenes
from balka.table.dice import LiveDice
from balka.table.table import Table

# Hidden units and face-down markers, hidden units known by name, masked stacks, stacks unseen.
SECRETIVE = ("sos/courier", "sos/corn", "sos/ditch", "atb/mir", "kursk/slice", "gd/slice")
STEPS, OFTEN = 160, 16


def told(state: State, seat: str, names: list[str]) -> list[str]:
    """The answer about each name, refusals included."""
    table = Table(state, dict.fromkeys(state.setting.seats, "human"), dice=LiveDice(bytes(32)), rng=Random(1))
    found = []
    for name in names:
        try:
            found.append(msgspec.json.encode(scenes.values(table, seat, name)).decode())
        except BalkaError as problem:
            found.append(str(problem))
    return found


def names(state: State, seat: str) -> list[str]:
    """Every counter there is, by its true name, and whatever the seat has before it."""
    shown = [c.id for stack in scenes.drawn(state.view(seat), seat).stacks for c in stack.counters]
    everybody = [c.id for stack in scenes.drawn(state, seat).stacks for c in stack.counters]
    return sorted({*shown, *everybody})


@pytest.mark.parametrize("scenario", SECRETIVE)
def test_figures_are_the_same_in_all_worlds_a_seat_cannot_tell_apart(scenario: str):
    game, found = balka.scenario(scenario)
    state, rng, compared = game.start(found.key, {}), Random(f"figures of {scenario}"), 0
    for number in range(STEPS):
        if state.over:
            break
        if number % OFTEN == 0:
            for seat in state.setting.seats:
                world, problem = twins.sampled(game, state, seat, rng)
                assert not problem, problem
                if world is not None:
                    every = names(state, seat)
                    assert told(world, seat, every) == told(state, seat, every), f"{seat} learns something"
                    compared += 1
        actor, answer = answered(state, rng)
        state = state.apply(answer, actor).state
    assert compared, "there were secrets to keep"


@pytest.mark.parametrize("scenario", SECRETIVE[-2:])
def test_a_counter_without_a_name_has_no_figures(scenario: str):
    game, found = balka.scenario(scenario)
    state = game.start(found.key, {})
    for seat in state.setting.seats:
        nameless = [name for name in names(state, seat) if name.startswith("?")]
        assert set(told(state, seat, nameless)) <= {"[]"}
