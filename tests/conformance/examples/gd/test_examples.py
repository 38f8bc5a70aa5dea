"""The worked examples come out as printed, and a wrong number is noticed."""

from __future__ import annotations

import pytest
from tests.conformance.examples.gd import EXAMPLES, run

from balka.games.examples import examples_of

STATED = examples_of("gd")


@pytest.mark.parametrize("example", STATED, ids=lambda example: example["id"])
def test_an_example_comes_out_as_printed(example: dict[str, object]) -> None:
    assert run(example) == []


def test_none_is_missing_or_made_up() -> None:
    assert {example["id"] for example in STATED} == set(EXAMPLES)


def test_a_wrong_number_is_told() -> None:
    assert run({"id": "ex-11.3-b", "numbers": {"defense_used": 9}}) == ["defense_used is 5, not 9"]
    assert run({"id": "ex-99", "numbers": {}}) == ["ex-99 is not known here"]
