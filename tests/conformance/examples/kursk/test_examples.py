"""The worked examples come out as printed, and a wrong number is noticed."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from tests.conformance.examples.kursk import RUNS, run

from balka.games.examples import examples_of, play

EXAMPLES: list[dict[str, Any]] = examples_of("kursk")

# Told in whole sentences; what they mean stands in figures with the player.
IN_SENTENCES = ("ex-1.2types", "ex-5.6.5-b", "ex-10.1.8", "ex-14.1.3", "ex-14.3.2")
IN_FIGURES = [example for example in EXAMPLES if example["id"] not in IN_SENTENCES]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_an_example_comes_out_as_printed(example: dict[str, Any]) -> None:
    assert run(example) == []


def test_none_is_missing_or_made_up() -> None:
    assert {example["id"] for example in EXAMPLES} == set(RUNS)


@pytest.mark.parametrize("example", IN_FIGURES, ids=lambda example: example["id"])
def test_wrong_figures_are_told(example: dict[str, Any]) -> None:
    wrong = copy.deepcopy(example)
    wrong["expect"] = {key: other_than(told) for key, told in wrong["expect"].items()}
    assert play([wrong], run).faults


def other_than(told: object) -> object:
    """Another figure in place of each that is told."""
    if isinstance(told, dict):
        return {key: other_than(value) for key, value in told.items()}
    if isinstance(told, list):
        return [other_than(value) for value in told]
    if isinstance(told, bool):
        return not told
    return told + 1 if isinstance(told, int | float) else f"1{told}"
