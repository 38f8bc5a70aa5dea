"""Whole games under the audit, and the greedy bot against chance."""

from __future__ import annotations

from random import Random

import pytest

from balka.core.drawing import drawn
from balka.core.frames import CHANCE
from balka.core.state import State
from balka.games.grossdeutschland.title import GAME
from balka.lab.invariants import always_something_to_do, counters_conserved, lists_come_from_views
from balka.lab.selfplay import Plan, selfplay


def test_audited_random_games_of_the_slice() -> None:
    report = selfplay(Plan(scenario="gd/slice", bots=("random",), games=8, seed=3, audit=True, every=12))
    assert report.violations == []
    assert report.finished == 8


def test_audited_greedy_games_of_the_slice() -> None:
    report = selfplay(Plan(scenario="gd/slice", bots=("greedy", "random"), games=6, seed=5, audit=True, every=20))
    assert report.violations == []
    assert report.finished == 6


@pytest.mark.slow
@pytest.mark.parametrize("key", ["mischurin", "lutchessa"])
def test_an_audited_game_of_a_whole_scenario_ends_with_a_winner(key: str) -> None:
    report = selfplay(Plan(scenario=f"gd/{key}", bots=("greedy",), games=1, seed=2, audit=True, every=400))
    assert report.violations == []
    assert sum(report.wins.values()) == 1


@pytest.mark.parametrize("key", ["kursk", "akhtyrka", "mischurin", "lutchessa"])
def test_the_first_answers_of_each_scenario_are_sound(key: str) -> None:
    """Set-up and the first activations by chance, looked over now and then."""
    rng, state = Random(key), GAME.start(key)
    for n in range(500):
        if state.asks[0].seat == CHANCE:
            outcomes = state.odds()
            state = state.apply(outcomes[rng.randrange(len(outcomes))][0]).state
        else:
            state = state.apply(drawn(state, state.asks[0].seat, rng.randrange)).state
        if n % 50 == 0:
            assert not list(always_something_to_do(state))
            assert not list(counters_conserved(state))
            assert not list(lists_come_from_views(state))
    assert State.from_json(state.setting, state.to_json()).hash == state.hash
