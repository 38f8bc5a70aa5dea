"""What a shot and a barrage need on the dice is said before they are rolled, and is what the dice are read by."""

from __future__ import annotations

from itertools import product

import pytest

from balka.core.checks import Check, Tally, add, shown, unknown
from balka.core.scene.figures import Outlook
from balka.systems.famous_divisions.system import SYSTEM
from balka.systems.famous_divisions.tables import direct_reader, read_barrage


def outlook_of(check: Check) -> Outlook:
    assert SYSTEM.key == "famous_divisions"
    outlook = shown(check, "gd").outlook
    assert outlook is not None
    return outlook


def shot(distance: int, penalty: int, low: int, high: int | None = None) -> Check:
    part = add(low, "defence and range") if high is None else unknown(low, high, "defence of the target", "gd-11.3-l")
    return Check("a shot", "2d6", Tally("Total for casualties", (part,)), direct_reader(distance, penalty))


@pytest.mark.parametrize(("distance", "penalty", "need"), [(1, 0, 6), (3, 1, 7), (2, 2, 8), (5, 0, 12)])
def test_a_shot_says_the_number_for_each_die_and_for_both(distance: int, penalty: int, need: int):
    outlook = outlook_of(shot(distance, penalty, need))
    least, total = distance + penalty + 1, need + 2 * penalty
    throws = list(product(range(1, 7), repeat=2))
    hits = [dice for dice in throws if min(dice) >= least]
    assert outlook.answers[0].now == pytest.approx(len(hits) / 36)
    assert outlook.answers[1].now == pytest.approx(sum(sum(dice) >= total for dice in hits) / 36)
    expected = f"both dice {least} or more" if least < 6 else "two sixes"
    assert outlook.answers[0].rolls == expected
    assert outlook.answers[1].rolls == f"{expected}, together {total} or more"


def test_a_shot_that_cannot_hit_says_never():
    outlook = outlook_of(shot(5, 1, 6))
    assert [(answer.now, answer.rolls) for answer in outlook.answers] == [(0, "never"), (0, "never")]


def test_a_shot_at_an_unknown_unit_says_what_is_not_known():
    outlook = outlook_of(shot(1, 0, 5, 9))
    assert [(item.text, item.rule) for item in outlook.may] == [("defence of the target: 5 to 9", "gd-11.3-l")]
    casualty = outlook.answers[1]
    assert casualty.low == casualty.now < casualty.high


@pytest.mark.parametrize("distance", [1, 5, 11])
def test_a_barrage_says_the_total_and_which_dice_hurt(distance: int):
    outlook = outlook_of(Check("a barrage", "3d6", Tally("To beat", (add(distance, "hexes"),)), "barrage"))
    read = [read_barrage(dice, distance) for dice in product(range(1, 7), repeat=3)]
    hurt, twice = (sum(band in bands for band in read) / 216 for bands in (("one", "two"), ("two",)))
    assert [answer.now for answer in outlook.answers] == [pytest.approx(hurt), pytest.approx(twice)]
    start = f"total {distance + 1} or more" if distance >= 3 else "any total"
    assert outlook.answers[0].rolls == f"{start}, two dice alike"
    assert sum(row.now for row in outlook.bar) == pytest.approx(1)
