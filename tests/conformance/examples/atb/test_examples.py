"""The worked examples of the rulebook come out as the text says, figure by figure."""

from __future__ import annotations

import copy

import pytest
from tests.conformance.examples.atb import TOLD_IN_WORDS, knows, run

from balka.games.examples import examples_of

EXAMPLES = examples_of("atb")
FIGURES = [
    pytest.param(example, key, id=f"{example['id']}-{key}")
    for example in EXAMPLES
    for key in example["expected"]
    if key not in TOLD_IN_WORDS
]


def test_every_example_of_the_book_is_played():
    assert EXAMPLES and all(map(knows, EXAMPLES))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_an_example_comes_out_as_printed(example):
    assert run(example) == []


@pytest.mark.parametrize(("example", "key"), FIGURES[::7])
def test_a_figure_told_wrongly_is_noticed(example, key):
    wrong = copy.deepcopy(example)
    wrong["expected"][key] = "something else"
    assert any(line.startswith(f"{key}:") for line in run(wrong))


def test_a_counters_figure_told_wrongly_is_noticed():
    example = copy.deepcopy(EXAMPLES[0])
    example["setup"]["units"][0]["red_ar"] = 9
    assert any("red_ar" in line for line in run(example))
