"""Cheapest ways."""

from itertools import pairwise

from balka.core.boards import from_picture
from balka.core.paths import cheapest, reach

PICTURE = """
a . . .
. W W .
. . . x
"""


def drawn():
    picture = from_picture(PICTURE, {"W": "woods"})
    terrain = picture.board.terrain
    return picture, lambda _a, b, _side: 3 if terrain[b] == "woods" else 1


def test_reach_costs_the_least_and_stops_at_the_limit():
    picture, cost = drawn()
    board, start = picture.board, picture.at("a")
    found = reach(board, start, cost, limit=2)
    assert found.costs[start] == 0 and found.path(start) == (start,)
    assert set(found.costs.values()) == {0, 1, 2}
    assert {board.labels[h] for h, paid in found.costs.items() if paid == 1} == {"A02", "B01"}
    assert board.hex("B02") not in found.costs and found.path(board.hex("B02")) == ()


def test_the_way_goes_round_what_is_dear():
    picture, cost = drawn()
    board = picture.board
    way = cheapest(board, picture.at("a"), [picture.at("x")], cost)
    assert way[0] == picture.at("a") and way[-1] == picture.at("x")
    assert all(board.are_neighbours(a, b) for a, b in pairwise(way))
    assert not any(board.terrain[h] == "woods" for h in way)


def test_forbidden_steps_are_never_taken():
    picture, _ = drawn()
    board = picture.board

    def only_south(_a: int, _b: int, side: int) -> int | None:
        return 1 if board.grid.sides[side] == "S" else None

    found = reach(board, picture.at("a"), only_south)
    assert [board.labels[h] for h in found.path(board.hex("A03"))] == ["A01", "A02", "A03"]
    assert len(found.costs) == 3
    assert cheapest(board, picture.at("a"), [picture.at("x")], only_south) == ()


def test_of_equal_ways_the_shortest_then_the_one_by_the_lowest_key():
    board = from_picture("a . x\n. . .").board
    start, goal = board.hex("A01"), board.hex("C01")
    names = [board.labels[h] for h in reach(board, start, lambda *_: 1).path(goal)]
    assert names == ["A01", "B01", "C01"]
    names = [board.labels[h] for h in reach(board, start, lambda *_: 1, key=lambda h: -h).path(goal)]
    assert names == ["A01", "B02", "C01"]
    free = reach(board, start, lambda *_: 0)
    assert len(free.path(goal)) == 3


def test_the_nearest_of_several_goals_is_chosen():
    picture, cost = drawn()
    board = picture.board
    way = cheapest(board, picture.at("a"), [board.hex("A03"), board.hex("D01")], cost)
    assert board.labels[way[-1]] == "A03"
