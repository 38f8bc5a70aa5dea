"""Chances are exact, worked out once, and nobody can change what others are handed."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from balka.core.checks import READERS, Check, Tally, add, register_reader, unknown
from balka.core.dice import dice

asked: list[tuple[int, ...]] = []


def counting(faces: tuple[int, ...], need: int) -> str:
    asked.append(faces)
    return "yes" if sum(faces) >= need else "no"


@pytest.fixture(autouse=True)
def a_reader_that_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(READERS, "counting", (counting, ("no", "yes")))
    asked.clear()


def check(need: int, *more: object) -> Check:
    return Check("shot", "2d6", Tally("needed", (add(need, "base"), *more)), "counting")


def test_the_chance_of_each_band_is_exact() -> None:
    assert dict(check(0).chances(9)) == {"no": Fraction(26, 36), "yes": Fraction(10, 36)}
    assert dict(check(0).chances(13)) == {"no": 1, "yes": 0}


def test_dice_are_read_once_for_a_need() -> None:
    first = [check(5).odds(), check(5).odds()]
    read = len(asked)
    assert first[0] == first[1]
    assert check(5).chances(5)["yes"] == first[0][1].low == first[0][1].high
    assert len(asked) == read <= len(dice("2d6").weights)


def test_an_unknown_part_makes_a_range() -> None:
    low, high = check(6).chances(6)["yes"], check(6).chances(8)["yes"]
    (band,) = [band for band in check(6, unknown(0, 2, "hidden")).odds() if band.name == "yes"]
    assert (band.low, band.high) == (high, low)


def test_what_is_handed_out_can_only_be_read() -> None:
    with pytest.raises(TypeError):
        check(7).chances(7)["yes"] = Fraction(1)  # type: ignore[index]
    check(7).odds().clear()
    assert [band.name for band in check(7).odds()] == ["no", "yes"]
    dice("2d6").odds().clear()
    assert sum(chance for _, chance in dice("2d6").odds()) == 1


def test_a_reader_registered_anew_is_asked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    assert check(7).chances(7)["yes"] == Fraction(21, 36)
    register_reader("counting", lambda faces, need: "yes", ("no", "yes"))
    assert check(7).chances(7)["yes"] == 1


def test_a_band_nobody_has_named_is_a_fault() -> None:
    register_reader("counting", lambda faces, need: "maybe", ("no", "yes"))
    with pytest.raises(KeyError):
        check(7).chances(7)


@pytest.mark.parametrize("key", ["1c6", "2c3", "4c5", "6c2"])
def test_counting_dice_have_the_weights_of_all_their_throws(key: str) -> None:
    number, limit = int(key[0]), int(key[2])
    thrown = Counter((sum(face <= limit for face in throw),) for throw in product(range(1, 7), repeat=number))
    assert {outcome.faces: weight for outcome, weight in dice(key).weights.items()} == thrown
    assert len(dice(key).throws) == 6**number
