"""The worked examples of the rulebook: what can be played comes out as the text says, figure by figure."""

import copy

import pytest
from tests.conformance.examples.sos import knows, run

from balka.core.proof import rule
from balka.games.examples import examples_of

EXAMPLES = examples_of("sos")
PLAYED = [example for example in EXAMPLES if knows(example)]

# Words of a row that say what the figure beside them is about.
SUBJECTS = {"step", "note", "rule", "marker_figure", "marker_symbol", "unit"}
FIGURES = [
    pytest.param(example, row, key, id=f"{example['id']}-{row}-{key}")
    for example in PLAYED
    for row, figures in enumerate(example["expected"])
    for key in figures
    if key not in SUBJECTS and not key.endswith("_derived")
]


def named(example):
    return example["id"]


def test_every_example_of_the_book_is_played():
    assert EXAMPLES and len(PLAYED) == len(EXAMPLES)


@pytest.mark.parametrize("example", PLAYED, ids=named)
def test_an_example_comes_out_as_printed(example):
    assert run(example) == []


@pytest.mark.parametrize(("example", "row", "key"), FIGURES)
def test_no_figure_goes_unchecked(example, row, key):
    """Any other figure in its place would be noticed."""
    changed = copy.deepcopy(example)
    changed["expected"][row][key] = other_than(changed["expected"][row][key])
    try:
        found = run(changed)
    except (LookupError, AssertionError):
        return
    assert found


def other_than(told):
    if isinstance(told, bool):
        return not told
    return told - 1 if isinstance(told, int | float) else "something else"


def test_a_word_the_examples_do_not_have_is_a_mismatch():
    changed = copy.deepcopy(PLAYED[0])
    changed["expected"][0]["morale"] = 7
    assert run(changed) == ["step A, morale: the text says 7, the engine 'nothing'"]


def test_a_figure_of_the_counter_is_compared_with_the_box():
    changed = copy.deepcopy(next(example for example in PLAYED if example["id"] == "sos-ex-11"))
    changed["setup"]["units"][0]["red_fp"] = 6
    assert run(changed)[0] == "PzGren, red_fp: the text says 6, the box 5"


def test_what_the_rules_forbid_is_not_played():
    """[2.2-b] A Spent squad with no CAPs cannot attack."""
    changed = copy.deepcopy(next(example for example in PLAYED if example["id"] == "sos-ex-11"))
    changed["setup"]["units"][0]["state"] = "spent"
    assert "is Spent and the Action costs 3AP" in run(changed)[0]


def test_the_wrong_side_cannot_begin():
    changed = copy.deepcopy(next(example for example in PLAYED if example["id"] == "sos-ex-07"))
    changed["actions"][1]["side"] = "soviet"
    assert run(changed) == ["step B: it is the german side's Turn"]


@rule("sos-1.0-c")
def test_a_hex_name_is_map_column_and_row():
    """[1.0]"""
    assert run(next(example for example in PLAYED if example["id"] == "sos-ex-58")) == []


def test_dice_that_cannot_come_up_are_refused():
    changed = copy.deepcopy(PLAYED[0])
    changed["actions"][0]["dice"]["d10"] = 9
    assert run(changed) == ["d10 cannot show 9"]
