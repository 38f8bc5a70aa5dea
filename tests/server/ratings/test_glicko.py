"""Glicko-2: the example its author published, and what is added to it here."""

from __future__ import annotations

import pytest

from balka.server.ratings.glicko import DAY, NARROWEST, WIDEST, Played, Rating, after, expected, grown, rated
from balka.server.ratings.offsets import PRIOR, Offset, Sample, learned

YEAR = 365 * DAY
OTHERS = ((1400, 30, 1), (1550, 100, 0), (1700, 300, 0))


def test_the_worked_example_of_the_paper_comes_out():
    games = [Played(Rating(rating, deviation), score) for rating, deviation, score in OTHERS]
    found = rated(Rating(1500, 200, 0.06), games)
    assert found.rating == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_surprise_makes_somebody_more_volatile_and_the_usual_less():
    steady = Rating(1500, 50, 0.06)
    assert rated(steady, [Played(Rating(2200, 50), 1.0)]).volatility > 0.06
    assert rated(steady, [Played(Rating(1500, 50), 0.5)]).volatility < 0.06


def test_a_deviation_grows_with_the_time_without_a_game_up_to_what_a_newcomer_has():
    known = Rating(1500, 60, 0.06, 40, at=1000.0)
    assert grown(known, 1000.0) == known
    assert grown(known, 1000.0 + YEAR).deviation == pytest.approx(110, abs=0.5)
    assert grown(known, 1000.0 + 1000 * YEAR).deviation == WIDEST
    assert grown(known, 1000.0 + YEAR).rating == 1500
    assert grown(Rating(), 5e9) == Rating(), "who has never played waits for nothing"


def test_a_deviation_never_becomes_so_narrow_that_nothing_can_change():
    own = Rating(1500, 46)
    for _ in range(50):
        own = after(own, Played(Rating(1500, 46), 0.5), 1.0)
    assert (own.deviation, own.games) == (NARROWEST, 50)


def test_the_hard_side_gains_more_by_winning_and_loses_less_by_losing():
    equal = Rating(1500, 80)
    even, hard = Played(equal, 1.0), Played(equal, 1.0, advantage=-100.0)
    assert expected(equal, hard) < expected(equal, even) == 0.5
    assert after(equal, hard, 1.0).rating > after(equal, even, 1.0).rating
    lost = Played(equal, 0.0, advantage=-100.0)
    assert after(equal, lost, 1.0).rating > after(equal, Played(equal, 0.0), 1.0).rating


def test_a_side_of_unknown_worth_makes_a_game_count_for_less():
    own = Rating(1500, 80)
    sure, unsure = Played(own, 1.0), Played(own, 1.0, doubt=PRIOR)
    assert 1500 < after(own, unsure, 1.0).rating < after(own, sure, 1.0).rating


def test_an_advantage_is_learned_from_games_between_equals():
    games = [Sample(0.0, 0.0, 1.0)] * 640 + [Sample(0.0, 0.0, 0.0)] * 360
    found = learned(games)
    assert found.points == pytest.approx(99.2, abs=1.0), "64 of 100 are about 100 points"
    assert (10 < found.deviation < 13, found.games) == (True, 1000)
    assert found.turned == Offset(-found.points, found.deviation, 1000)


def test_who_was_the_stronger_is_no_advantage_of_his_side():
    fair = [Sample(100.0, 0.0, 1.0)] * 64 + [Sample(100.0, 0.0, 0.0)] * 36
    assert learned(fair).points == pytest.approx(0, abs=1.0)


def test_without_games_nothing_is_known_and_one_side_that_won_them_all_stays_finite():
    assert learned([]) == Offset(0.0, PRIOR, 0)
    assert 0 < learned([Sample(0.0, 0.0, 1.0)] * 1000).points < 1500
