"""Lines and sight: what is crossed, what blocks, and that both ends agree."""

import random
from fractions import Fraction

import pytest

from balka.core.boards import Board, Cell, from_picture
from balka.core.hexes import Grid
from balka.core.proof import rule
from balka.core.sight import (
    CORNERS,
    Outlook,
    SightTable,
    crossings,
    last_crossing,
    line,
    lines_through,
    look,
    sight_table,
)

RADIUS = 9
BLOCKING = {"W": "woods"}


def overlap(dq: int, dr: int, hexagon: tuple[int, int]) -> tuple[Fraction, Fraction] | None:
    """Part of the segment from (0,0) to (dq,dr) in a closed hexagon, by clipping with exact fractions."""
    corners = [(hexagon[0] + Fraction(x, 3), hexagon[1] + Fraction(y, 3)) for x, y in CORNERS]
    low, high = Fraction(0), Fraction(1)
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        # The inside of the hexagon is where this is not negative.
        at_start = (bx - ax) * (0 - ay) - (by - ay) * (0 - ax)
        slope = (bx - ax) * dr - (by - ay) * dq
        if slope == 0:
            if at_start < 0:
                return None
        elif slope > 0:
            low = max(low, -at_start / slope)
        else:
            high = min(high, -at_start / slope)
    return (low, high) if low < high else None


def by_geometry(dq: int, dr: int) -> list[tuple[Fraction, tuple[tuple[int, int], ...]]]:
    """Crossings from the shapes alone: hexes sharing the same stretch of the line lie on both sides of an edge."""
    stretches: dict[tuple[Fraction, Fraction], list[tuple[int, int]]] = {}
    for q in range(min(0, dq) - 1, max(0, dq) + 2):
        for r in range(min(0, dr) - 1, max(0, dr) + 2):
            part = overlap(dq, dr, (q, r))
            if part and (q, r) not in ((0, 0), (dq, dr)):
                stretches.setdefault(part, []).append((q, r))
    return sorted((part[0], tuple(sorted(hexes))) for part, hexes in stretches.items())


@pytest.mark.parametrize("dq", range(-RADIUS, RADIUS + 1))
def test_the_line_crosses_exactly_what_the_shapes_say(dq):
    """Against clipping with fractions, for every displacement in reach."""
    for dr in range(-RADIUS, RADIUS + 1):
        expected = [hexes for _, hexes in by_geometry(dq, dr)]
        assert [tuple(sorted(crossing)) for crossing in line(dq, dr)] == expected, (dq, dr)


def test_neighbours_have_nothing_between():
    assert line(1, 0) == () and line(0, 0) == ()


def test_a_line_across_a_corner_runs_along_one_edge():
    assert [set(crossing) for crossing in line(1, 1)] == [{(1, 0), (0, 1)}]


def random_board(grid: Grid, seed: int, width: int = 12, height: int = 9) -> Board:
    rng = random.Random(seed)
    places = [(col, row) for col in range(width) for row in range(height) if rng.random() < 0.95]
    return Board(
        f"random-{seed}",
        grid,
        tuple(Cell(f"X{c:02}{r:02}", c, r, "woods" if rng.random() < 0.25 else "open") for c, r in places),
    )


@rule("sos-5.2-i")
@pytest.mark.parametrize("grid", [Grid("flat", -1), Grid("flat", 1), Grid("pointy", 1)])
def test_sight_is_mutual_and_the_table_agrees_with_single_lines(grid):
    """[5.2] A sees B exactly if B sees A, on boards with holes and every way of laying the grid."""
    for seed in range(3):
        board = random_board(grid, seed)
        table = SightTable(board, board.of_terrain("woods"))
        for a in range(len(board)):
            assert table.sees(a, a)
            for b in range(len(board)):
                assert table.sees(a, b) == table.sees(b, a) == table.explain(a, b).clear


def column(*words: str) -> str:
    return "\n".join(words)


@rule("sos-5.2-b")
def test_a_blocking_hex_between_stops_the_line():
    """[5.2] Cutting any part of a blocking hex is enough, however little."""
    picture = from_picture(column("a", "W", "x"), BLOCKING)
    table = sight_table(picture.board, picture.board.of_terrain("woods"))
    seen = table.explain(picture.at("a"), picture.at("x"))
    assert not seen.clear and seen.blocked_by == (picture.board.hex("A02"),)
    assert seen.reason == "woods in A02"


@rule("sos-5.2-b")
def test_a_line_that_clips_the_side_of_a_blocking_hex_is_stopped():
    """[5.2] The line from A01 to B04 passes A02 and B03 off their centres."""
    open_picture = from_picture("a . .\n. . .\n. . .\n. x .")
    board = open_picture.board
    crossed = crossings(board, open_picture.at("a"), open_picture.at("x"))
    names = [[board.labels[h] for h in crossing] for crossing in crossed]
    assert names == [["A02"], ["B03"]]
    blocked = from_picture("a . .\nW . .\n. . .\n. x .", BLOCKING)
    table = sight_table(blocked.board, blocked.board.of_terrain("woods"))
    assert not table.sees(blocked.at("a"), blocked.at("x"))


@rule("sos-5.2-g")
@pytest.mark.parametrize(
    ("picture", "clear"),
    [
        ("a . x\n. . .", True),
        ("a W x\n. . .", True),
        ("a . x\n. W .", True),
        ("a W x\n. W .", False),
    ],
)
def test_an_edge_run_is_stopped_only_by_blocking_hexes_on_both_sides(picture, clear):
    """[5.2, ruling C6] The line A01-C01 runs along the edge of B01 and B02."""
    drawn = from_picture(picture, BLOCKING)
    table = sight_table(drawn.board, drawn.board.of_terrain("woods"))
    seen = table.explain(drawn.at("a"), drawn.at("x"))
    assert seen.clear == table.sees(drawn.at("a"), drawn.at("x")) == clear
    assert {drawn.board.labels[h] for h in seen.edge_runs[0]} == {"B01", "B02"}
    assert seen.crossed == ()
    assert clear or set(seen.blocked_by) == set(seen.edge_runs[0])


@rule("sos-5.2-f")
def test_blocking_terrain_under_either_end_does_not_matter():
    """[5.2] Looking out of woods into woods is allowed."""
    picture = from_picture(column("a:W", ".", "x:W"), BLOCKING)
    table = sight_table(picture.board, picture.board.of_terrain("woods"))
    assert table.sees(picture.at("a"), picture.at("x"))


def test_an_edge_run_along_the_edge_of_the_map_is_not_stopped():
    picture = from_picture("a . x\n. W .\n", BLOCKING)
    board = Board("cut", Grid(), tuple(cell for cell in picture.board.cells if cell.label != "B01"))
    table = sight_table(board, board.of_terrain("woods"))
    assert table.sees(board.hex("A01"), board.hex("C01"))


def test_a_rule_may_look_at_both_ends():
    """Blocking by level: a hex higher than both ends stops the line, an equal one does not."""
    picture = from_picture(column("a", "h", "b:h", "h", "c"), {"h": ("open", 1)})
    level = picture.board.elevation

    def higher(a: int, b: int, h: int) -> str | None:
        return "a hill" if level[h] > max(level[a], level[b]) else None

    a, b, c = (picture.at(mark) for mark in "abc")
    up, back, across = (look(picture.board, *ends, higher) for ends in ((a, b), (c, b), (a, c)))
    assert up.clear and back.clear and not across.clear
    assert across.reason == "a hill"


def test_lines_through_a_hex_are_those_that_cross_it_or_run_along_it():
    board = from_picture("\n".join([". . . . . ."] * 6)).board
    for a in range(len(board)):
        lies = [crossings(board, a, b) for b in range(len(board))]
        assert [last_crossing(board, a, b) for b in range(len(board))] == [lie[-1] if lie else () for lie in lies]
        for between in range(len(board)):
            through = lines_through(board, a, board.everywhere, 1 << between)
            assert [bool(through >> b & 1) for b in range(len(board))] == [
                any(between in crossing for crossing in lie) for lie in lies
            ]


def test_an_outlook_sees_what_the_whole_table_shows():
    board = from_picture("\n".join([". . . - . .", ". . . . . .", ". . . . . .", "- . . . . ."])).board
    rng = random.Random(5)
    for _ in range(8):
        blocking = rng.getrandbits(len(board)) & rng.getrandbits(len(board))
        table, outlook, others = sight_table(board, blocking).visible, Outlook(board, blocking), board.everywhere
        assert [outlook.seen(h, others) for h in range(len(board))] == list(table)
        some = rng.getrandbits(len(board))
        assert [outlook.seen(h, some) for h in range(len(board))] == [row & some for row in table]
