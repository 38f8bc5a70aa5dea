"""Figures of counters: fractions of points, and what counts always or at times."""

from __future__ import annotations

import pytest

from balka.core.checks import Part, Tally, add, mixed
from balka.core.choices import Refusal
from balka.core.scene.figures import Reason
from balka.core.values import Sometimes, Value, always, at_times

COVER, WALL, HILL = add(1, "woods", "x-1"), add(1, "wall", "x-2"), add(1, "hill", "x-3")


@pytest.mark.parametrize(
    ("value", "per", "text"), [(0, 6, "0"), (24, 6, "4"), (26, 6, "4 1/3"),
                              (3, 6, "1/2"), (-9, 6, "-1 1/2"), (5, 2, "2 1/2")]
)  # fmt: skip
def test_fractions_are_written_as_mixed_numbers(value: int, per: int, text: str):
    assert mixed(value, per) == text


def test_a_tally_in_fractions_writes_every_amount_in_whole_points():
    tally = Tally("Points", (add(54, "printed"), Part("set", 30, "half"), add(-8, "spent")), per=6)
    wire = tally.to_wire("x")
    assert wire.label == "3 2/3" and [row.text for row in wire.parts] == ["+9", "=5", "-1 1/3"]
    assert tally.plus(add(2, "more")).label(2) == "1/3", "it stays in sixths"


def test_what_counts_in_every_case_is_parted_from_what_counts_in_some():
    cases = {"n": (COVER, WALL), "s": (COVER, HILL), "e": (COVER, HILL)}
    assert always(cases) == (COVER,)
    assert at_times(cases) == {WALL: ["n"], HILL: ["s", "e"]}
    assert always({}) == () and at_times({}) == {}


def test_two_of_a_kind_are_two():
    assert always({"n": (COVER, COVER), "s": (COVER, COVER)}) == (COVER, COVER)
    assert at_times({"n": (COVER, COVER), "s": (COVER,)}) == {COVER: ["n"]}


def test_a_value_tells_its_lines():
    value = Value("d", Tally("Defense", (add(9, "printed", "x-0"), COVER)), "corner", 9,
                  (Sometimes(WALL, "from A01"),), Refusal("Pinned.", "x-4"))  # fmt: skip
    wire = value.to_wire("x")
    assert (wire.printed, wire.now, wire.barred) == ("9", "10", Reason(sentence="Pinned.", rule="x-4"))
    assert [(row.label, row.where) for row in wire.sometimes] == [("wall", "from A01")]
    shift = Value("c", Tally("Shift", (COVER,)), relative=True).to_wire("x")
    assert (shift.now, shift.tally.label) == ("+1", "+1")
    assert Value("c", Tally("Shift"), relative=True).to_wire("x").now == "0"
