"""Whole sets of hexes at once: what steps lead to is what going hex by hex finds."""

from __future__ import annotations

from random import Random

import pytest

from balka.core.hexes import hexes_in, mask_of
from balka.core.paths import flooded, flow_of

HEXES = 60


def _one_by_one(steps: set[tuple[int, int]], start: int, closed: set[int]) -> set[int]:
    seen, left = {start}, [start]
    while left:
        here = left.pop()
        fresh = {b for a, b in steps if a == here} - seen - closed
        seen |= fresh
        left.extend(fresh)
    return seen


@pytest.mark.parametrize("seed", range(20))
def test_a_flood_is_what_steps_lead_to_one_by_one(seed: int) -> None:
    rng = Random(seed)
    steps = {(rng.randrange(HEXES), rng.randrange(HEXES)) for _ in range(90)}
    steps = {(a, b) for a, b in steps if a != b}
    closed, start = {rng.randrange(HEXES) for _ in range(8)}, rng.randrange(HEXES)
    assert set(hexes_in(flooded(flow_of(steps), start, mask_of(closed)))) == _one_by_one(steps, start, closed)


def test_a_flood_goes_one_way_where_steps_do() -> None:
    flow = flow_of([(3, 5), (5, 4)])
    assert [list(hexes_in(flooded(flow, start, 0))) for start in (3, 4, 5)] == [[3, 4, 5], [4], [4, 5]]


def test_a_flood_starts_in_a_closed_hex_and_enters_none() -> None:
    assert list(hexes_in(flooded(flow_of([(1, 2), (2, 3)]), 1, mask_of([1, 3])))) == [1, 2]
