"""A game that is over, looked back on."""

from __future__ import annotations

import random

import pytest

import balka
from balka.server import ending
from balka.server.answers import Ending
from balka.server.store import StoredTable
from balka.table.dice import SeededDice
from balka.table.history import whole
from balka.table.table import Table

BOTS = {"german": "random", "soviet": "random"}


@pytest.fixture(scope="module")
def told() -> Ending:
    """A game of two bots to its end."""
    game, scenario = balka.scenario("sos/courier")
    table = Table(game.start(scenario.key), BOTS, dice=SeededDice(5), rng=random.Random(5))
    table.run()
    assert table.over
    stored = StoredTable("t", "sos/courier", "", {"fog": "no"}, {}, b"", "", "")
    return ending.ending(stored, BOTS, whole(table.start, table.play.all_answers))


def test_points_are_told_from_the_first_picture_to_the_last(told: Ending) -> None:
    steps = [each.step for each in told.points]
    assert steps[0] == 0 and steps == sorted(steps) and len(steps) > 5
    assert all(each.tracks for each in told.points)


def test_luck_is_what_the_odds_owed_against_what_came(told: Ending) -> None:
    for side in told.luck:
        assert side.rolls > 0 and 0 < side.owed < side.rolls and 0 <= side.got <= side.rolls
        assert 0 < side.stray <= 1
        assert len(side.chances) == side.rolls + 1 and sum(side.chances) == pytest.approx(1, abs=0.01)
        mean = sum(number * chance for number, chance in enumerate(side.chances))
        assert mean == pytest.approx(side.owed, abs=0.1)


def test_losses_are_shown_with_their_counters(told: Ending) -> None:
    lost = [side for side in told.losses if side.count]
    assert lost
    assert all(len(side.counters) == side.count for side in lost)


def test_moments_are_the_least_likely_results_in_order_of_time(told: Ending) -> None:
    assert 0 < len(told.moments) <= ending.MOMENTS
    assert [each.step for each in told.moments] == sorted(each.step for each in told.moments)
    assert all(each.chance < ending.UNLIKELY and each.text for each in told.moments)


def test_a_rematch_has_the_same_terms_and_everybody_sits_elsewhere(told: Ending) -> None:
    assert (told.scenario, told.options) == ("sos/courier", {"fog": "no"})
    assert ending.swapped({"german": "human", "soviet": "greedy"}) == {"german": "greedy", "soviet": "human"}


def test_how_often_fair_dice_stray_is_counted_exactly() -> None:
    assert ending.stray([0.5, 0.5], 1) == 1.0, "as owed"
    assert ending.stray([0.5, 0.5], 2) == 0.5, "both or none"
    assert ending.stray([0.5] * 4, 0) == pytest.approx(2 / 16)
    assert ending.stray([], 0) == 1.0
