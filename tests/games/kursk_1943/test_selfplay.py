"""Whole games under the audit: lists, secrets, chances, undo, saving and replay hold at every step."""

from __future__ import annotations

import pytest

import balka
from balka.bots.base import bot
from balka.core.dice import dice
from balka.core.frames import CHANCE
from balka.lab.selfplay import Plan, selfplay


@pytest.mark.parametrize("bots", [("random", "random"), ("greedy", "random"), ("greedy", "greedy")])
def test_ten_counters_pass_the_whole_audit(bots: tuple[str, str]) -> None:
    report = selfplay(Plan(scenario="kursk/slice", bots=bots, games=4, seed=3, audit=True))
    assert (report.finished, report.violations) == (4, [])


def test_the_top_counter_option_keeps_its_secrets_too() -> None:
    plan = Plan(
        scenario="kursk/slice", bots=("random", "random"), games=3, seed=5, audit=True, options={"masks": "top"}
    )
    assert selfplay(plan).violations == []


def test_the_greedy_bot_beats_the_random_one() -> None:
    report = selfplay(Plan(scenario="kursk/slice", bots=("greedy", "random"), games=10, seed=1))
    assert report.bot_wins["greedy"] >= 7


@pytest.mark.slow
@pytest.mark.parametrize("key", ["kursk", "prokhorovka", "prokhorovka-15", "claws"])
def test_a_day_of_each_scenario_is_led_to_its_end(key: str) -> None:
    """Both armies move, attack what they must, and hand over to the next day."""
    import random

    state = balka.game("kursk").start(key)
    general, rng = bot("greedy"), random.Random(2)
    kinds = set()
    while state.turn == 1:
        ask = state.asks[0]
        kinds.add(ask.kind)
        if ask.seat == CHANCE:
            state = state.apply(dice(state.stack[-1].dice).sample(rng)).state  # type: ignore[attr-defined]
        else:
            state = state.apply(general.choose(state.view(ask.seat), ask.seat, rng), ask.seat).state
    assert {"move.phase", "party", "combat.phase", "battle", "combat"} <= kinds
