"""Cheapest ways."""

from __future__ import annotations

from itertools import pairwise

from balka.core.boards import NO_HEX, Picture, from_picture
from balka.core.paths import Spreading, Steps, costs_from, reached

DRAWN = """
a . . .
. W W .
. . . x
"""


def drawn() -> tuple[Picture, Steps]:
    """A picture with woods in the middle, and steps that cost three into woods and one elsewhere."""
    picture = from_picture(DRAWN, {"W": "woods"})
    board = picture.board

    def steps(h: int) -> list[tuple[int, int]]:
        return [(n, 3 if board.terrain[n] == "woods" else 1) for n in board.neighbours[h] if n != NO_HEX]

    return picture, steps


def test_every_hex_is_reached_at_its_least_cost_and_none_beyond_the_limit() -> None:
    picture, steps = drawn()
    board, start = picture.board, picture.at("a")
    near = reached((start,), steps, limit=2)
    assert near.costs[start] == 0 and near.path(start) == (start,)
    assert set(near.costs.values()) == {0, 1, 2}
    assert {board.labels[h] for h, paid in near.costs.items() if paid == 1} == {"A02", "B01"}
    assert board.hex("B02") not in near.costs and near.path(board.hex("B02")) == ()


def test_costs_are_the_same_without_the_ways() -> None:
    picture, steps = drawn()
    for starts in ((picture.at("a"),), (picture.at("a"), picture.at("x"))):
        assert costs_from(starts, steps, 2) == reached(starts, steps, limit=2).costs


def test_costs_that_spread_as_they_are_asked_for_are_those_of_all_hexes_at_once() -> None:
    picture, steps = drawn()
    start, far = picture.at("a"), picture.at("x")
    whole, asked = reached((start,), steps).costs, Spreading(start)
    assert asked.cost(start, steps) == 0 and asked.costs.keys() < whole.keys()
    assert asked.cost(far, steps) == whole[far]
    assert {h: asked.cost(h, steps) for h in whole} == whole
    assert asked.cost(99, steps) is None


def test_the_way_goes_round_what_is_dear() -> None:
    picture, steps = drawn()
    board = picture.board
    way = reached((picture.at("a"),), steps).path(picture.at("x"))
    assert way[0] == picture.at("a") and way[-1] == picture.at("x")
    assert all(board.are_neighbours(a, b) for a, b in pairwise(way))
    assert not any(board.terrain[h] == "woods" for h in way)


def test_the_nearest_of_several_starts_counts_and_is_entered_from_itself() -> None:
    picture, steps = drawn()
    starts = (picture.at("a"), picture.at("x"))
    ways = reached(starts, steps)
    assert [ways.before[h] for h in starts] == list(starts)
    assert ways.path(picture.board.hex("D02"))[0] == picture.at("x")


def test_where_no_step_leads_nothing_is_reached_and_equal_ways_come_from_the_lowest_hex() -> None:
    picture, _ = drawn()
    start = picture.at("a")
    assert reached((start,), lambda _h: ()).costs == {start: 0}
    square = {0: [(1, 1), (2, 1)], 1: [(3, 1)], 2: [(3, 1)], 3: []}
    assert reached((0,), square.__getitem__).path(3) == (0, 1, 3)
