"""Shares and means with intervals, and the sequential test."""

from __future__ import annotations

import random

import pytest

from balka.lab.match.figures import Sprt, mean_of, student, wilson


def test_the_interval_of_a_share_is_that_of_wilson() -> None:
    assert wilson(68, 100) == pytest.approx((0.5834, 0.7633), abs=1e-4)
    assert wilson(24, 24) == pytest.approx((0.8620, 1.0), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_an_interval_of_a_mean_is_that_of_student() -> None:
    assert [student(n) for n in (1, 4, 10, 100)] == pytest.approx([12.706, 2.776, 2.228, 1.984], abs=0.01)
    found = mean_of([1.0, 2.0, 3.0, 4.0, 5.0])
    assert found is not None
    assert (found.mean, found.games) == (3.0, 5)
    assert (found.low, found.high) == pytest.approx((1.037, 4.963), abs=0.01)


def test_one_value_has_no_interval_and_none_has_no_mean() -> None:
    found = mean_of([2.5])
    assert found is not None and (found.low, found.high) == (None, None)
    assert mean_of([]) is None


def test_a_sequential_test_knows_in_the_end_and_not_from_a_few_lucky_pairs() -> None:
    test = Sprt(0.5, 0.6)
    assert test.decision([1.0] * 3) == ""
    assert test.decision([1.0] * 20) == "p1"
    assert test.decision([0.0] * 20) == "p0"
    assert test.decision([]) == ""


@pytest.mark.parametrize(("share", "said"), [(0.5, "p0"), (0.6, "p1")])
def test_a_sequential_test_is_seldom_wrong(share: float, said: str) -> None:
    rng, test, right = random.Random(3), Sprt(0.5, 0.6), 0
    for _ in range(60):
        pairs: list[float] = []
        while not test.decision(pairs):
            pairs.append((float(rng.random() < share) + float(rng.random() < share)) / 2)
        right += test.decision(pairs) == said
    assert right >= 54
