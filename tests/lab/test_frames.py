"""The map benchmark: what it shows is as large as it says, and frame times are summed up honestly."""

from __future__ import annotations

import pytest

from balka.lab import frames
from balka.lab.frames import SIZES, Run


def test_the_large_board_has_65_by_35_hexes_and_300_counters() -> None:
    lie, shown = frames.board(SIZES["large"]), frames.scene(SIZES["large"])
    assert len({one.id for one in lie.hexes}) == 65 * 35
    counters = [counter.id for stack in shown.stacks for counter in stack.counters]
    assert len(counters) == len(set(counters)) == 300
    places = {one.id for one in lie.hexes}
    assert all(stack.place.id in places for stack in shown.stacks)
    assert shown.choices, "something can be picked, so that the map glows"


def test_roads_join_neighbours() -> None:
    lie = frames.board(SIZES["small"])
    at = {one.id: (one.x, one.y) for one in lie.hexes}
    for road in lie.roads:
        (ax, ay), (bx, by) = at[road.a], at[road.b]
        assert ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 == pytest.approx(3**0.5, abs=0.01)


def test_frames_are_told_by_their_middle_and_their_slow_end() -> None:
    quick = Run((16.0,) * 90, 450.0)
    slow = Run((80.0,) * 10, 150.0)
    assert frames.report([quick, slow]) == {
        "median_ms": 16.0, "p95_ms": 80.0, "frames_per_second": 62.5, "work_ms": 6.0,
    }  # fmt: skip
