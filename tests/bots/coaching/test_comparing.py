"""Choices beside each other: what each gains, how sure that is, and that it is a veteran who is asked."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest
from tests.bots.coaching.test_hints import after

from balka.bots.base import bot
from balka.bots.coaching.comparing import FEWEST, Compared, compared, is_clear, preferred
from balka.bots.heroes.coach import coach
from balka.bots.search.race import Belief, Tried
from balka.systems.heroes.play import verbs

PASS = verbs.Pass()
SURE = Belief(value=0.5, first_sight=0.0, spread=1.0, noise=1e-9)
"""Believes what is played on entirely."""
DEAF = Belief(value=0.5, first_sight=0.0, spread=1e-9)
"""Believes nothing of it."""


def two(belief: Belief) -> Compared:
    """A choice a tenth ahead at the next rest, of which little is left later, beside waiting."""
    one = Tried(worth=0.0, rests=[0.6, 0.5], changes=[-0.08, -0.08])
    waiting = Tried(worth=0.0, rests=[0.5, 0.4], changes=[0.0, 0.0])
    return Compared([PASS], [one], waiting, belief)


def test_what_is_played_on_counts_as_far_as_it_is_believed():
    assert two(SURE).gain(0)[0] == pytest.approx(0.02, abs=1e-3)
    assert two(DEAF).gain(0)[0] == pytest.approx(0.05)


def test_the_error_is_what_playing_on_leaves_of_the_spread():
    half = Belief(value=0.5, first_sight=0.0, spread=0.04, bias=0.04)
    found = two(half)
    assert found.error() == pytest.approx(sqrt(2 * 0.5) * 0.04, rel=0.01)
    assert two(SURE).error() < two(Belief(spread=1.0, noise=1e-9, bias=0.5)).error()
    assert found.gain(0, 0) == (0, 0)


def test_a_choice_is_told_beside_another_and_beside_waiting():
    found = two(DEAF)
    found.choices.append(PASS)
    found.tried.append(Tried(worth=0.0, rests=[0.8, 0.7], changes=[0.0, 0.0]))
    assert found.order() == [1, 0]
    assert found.gain(1, 0)[0] == pytest.approx(found.gain(1)[0] - found.gain(0)[0])


def test_a_gain_is_clear_beyond_twice_its_error():
    assert is_clear(0.1, 0.04) and not is_clear(0.1, 0.05)


@pytest.mark.parametrize("scenario", ["sos/crossroads", "atb/partisans"])
def test_first_of_all_stands_what_a_veteran_would_do(scenario: str):
    state, seat = after(scenario, 30)
    view = state.view(seat)
    assert coach.rests(state)
    assert preferred(view, seat, Random(8), coach, 4)[0] == bot("veteran").choose(view, seat, Random(8))


def test_all_are_tried_in_as_many_worlds_fewer_in_large_games(monkeypatch: pytest.MonkeyPatch):
    state, seat = after("atb/partisans", 30)
    view = state.view(seat)
    choices = preferred(view, seat, Random(1), coach, 2)
    found = compared(view, seat, choices, Random(1), coach, 6)
    assert [len(each.rests) for each in (*found.tried, found.waiting)] == [6] * (len(choices) + 1)
    monkeypatch.setattr(type(coach), "burden", lambda own, view: 100.0)
    assert len(compared(view, seat, choices, Random(1), coach, 6).waiting.rests) == FEWEST
