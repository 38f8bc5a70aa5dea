"""The board: names, lattice, distances, arcs, roads, hexsides and the drawing."""

import pytest

from balka.core.boards import (
    NO_HEX,
    Board,
    Cell,
    Hexside,
    Place,
    Road,
    RoadEnd,
    UnknownHexError,
    column_letters,
    from_picture,
)
from balka.core.hexes import Grid, distance, hexes_in, mask_of, outside_wedge
from balka.core.proof import rule
from balka.core.scene import board as sent


def block(width: int = 9, height: int = 7, grid: Grid | None = None) -> Board:
    cells = [Cell(f"{column_letters(c)}{r:02}", c, r) for c in range(width) for r in range(1, height + 1)]
    return Board("block", grid or Grid(), tuple(cells))


def names(board: Board, mask: int) -> set[str]:
    return {board.labels[h] for h in hexes_in(mask)}


def test_labels_are_found_in_any_case_and_by_alias():
    board = Board("one", Grid(), (Cell("H07", 7, 7, aliases=("7-H07",)), Cell("H08", 7, 8, aliases=("7-H08",))))
    assert board.hex("h07") == board.hex("7-H07") == 0 and board.labels[1] == "H08"


def test_an_unknown_label_names_those_near_it():
    with pytest.raises(UnknownHexError, match=r"no hex 'A77' on this map \(did you mean .*A07"):
        block().hex("A77")


def test_a_half_hex_is_called_out_of_play():
    board = Board("one", Grid(), (Cell("B01", 1, 1),), halves=(Cell("A01", 0, 1),))
    with pytest.raises(UnknownHexError, match="half hex"):
        board.hex("a01")


def test_one_label_cannot_name_two_hexes():
    board = Board("twice", Grid(), (Cell("B01", 1, 1), Cell("b01", 1, 2)))
    with pytest.raises(ValueError, match="two hexes are called b01"):
        board.hex("B01")


@pytest.mark.parametrize("grid", [Grid("flat", -1), Grid("flat", 1), Grid("pointy", 1)])
def test_neighbours_are_mutual_and_one_step_away(grid):
    board = block(grid=grid)
    for h, row in enumerate(board.neighbours):
        for side, other in enumerate(row):
            if other != NO_HEX:
                assert board.neighbours[other][(side + 3) % 6] == h
                assert board.distance(h, other) == 1 and board.direction(h, other) == side
                assert board.are_neighbours(h, other) and board.step(h, side) == other


def test_distance_is_the_least_number_of_steps():
    board = block()
    for start in (0, 30, len(board) - 1):
        seen, front, away = {start}, {start}, 0
        while front:
            assert all(board.distance(start, h) == board.distance(h, start) == away for h in front)
            front = {n for h in front for n in board.neighbours[h] if n != NO_HEX} - seen
            seen |= front
            away += 1
            assert board.within(start, away) & ~sum(1 << h for h in seen) == 0
        assert board.within(start, 99) == board.everywhere and board.within(start, 0) == 1 << start


@pytest.mark.parametrize("grid", [Grid(), Grid("pointy", 1)])
def test_rows_discs_and_arcs_of_all_hexes_agree_with_single_pairs(grid):
    """A board with a hole in it: distance is counted over the lattice, not round what is missing."""
    whole = block(7, 5, grid=grid)
    board = Board("holed", grid, tuple(cell for cell in whole.cells if cell.label not in ("C03", "D03", "A01")))
    for a, (q, r) in enumerate(board.axial):
        away = [distance((q, r), place) for place in board.axial]
        assert list(board.distances(a)) == away == [board.distance(a, b) for b in range(len(board))]
        assert board.distances_to(a, range(len(board))) == away
        for reach in (0, 1, 3, 99, 400):
            assert board.within(a, reach) == mask_of(b for b, far in enumerate(away) if far <= reach)
        assert board.within(a, -1) == 0
        for facing, axis in enumerate(grid.steps):
            outside = outside_wedge(axis)
            inside = mask_of(b for b, (x, y) in enumerate(board.axial) if not outside(x - q, y - r))
            assert board.arc_mask(a, facing) == inside


def test_a_board_of_one_hex_is_a_board():
    board = Board("dot", Grid(), (Cell("A01", 0, 0),))
    assert (board.distance(0, 0), board.within(0, 3), board.arc_mask(0, 0)) == (0, 1, 0)


def test_direction_follows_straight_rows_only():
    board = block()
    a = board.hex("D04")
    assert board.direction(a, board.step(a, 1, 3)) == 1
    assert board.direction(a, board.hex("F04")) is None and board.direction(a, a) is None


@rule("sos-5.1-a")
def test_the_arc_is_the_three_front_hexes_carried_outward():
    """[5.1, ruling C1] Facing N from D04: the boundary rows run through C03 and E03, and both are in."""
    board = block()
    h = board.hex("D04")
    arc = board.arc_mask(h, 0)
    assert names(board, arc & board.around[h]) == {"C03", "D03", "E03"}
    in_second_ring = names(board, arc & board.within(h, 2) & ~board.within(h, 1))
    assert in_second_ring == {"B03", "C02", "D02", "E02", "F03"}
    assert not arc >> h & 1


@rule("sos-5.1-a")
def test_opposite_arcs_share_nothing_and_three_arcs_cover_all():
    board = block()
    for h in range(len(board)):
        assert board.arc_mask(h, 1) & board.arc_mask(h, 4) == 0
        assert board.arc_mask(h, 0) | board.arc_mask(h, 2) | board.arc_mask(h, 4) | 1 << h == board.everywhere


def test_edges_of_the_map():
    board = block(4, 3)
    assert names(board, board.edges["north"]) == {"A01", "B01", "C01", "D01"}
    assert names(board, board.edges["west"]) == {"A01", "A02", "A03"}
    assert names(board, board.edges["east"]) == {"D01", "D02", "D03"}
    assert names(board, board.edge) == set(board.labels) - {"B02", "C02"}


def test_roads_are_known_from_both_ends_and_by_kind():
    board = block()
    a, b, c = board.hex("B02"), board.hex("B03"), board.hex("B04")
    board = Board("road", board.grid, board.cells, links=(Road(a, b), Road(c, b, "rail")))
    south, north = board.grid.side("S"), board.grid.side("N")
    assert board.roads[a] == 1 << south and board.roads[b] == 1 << north | 1 << south
    assert board.roads_of("rail")[b] == 1 << south and board.roads_of("rail")[a] == 0


def test_a_road_between_hexes_that_do_not_touch_is_refused():
    board = block()
    broken = Board("broken", board.grid, board.cells, links=(Road(board.hex("B02"), board.hex("B04")),))
    with pytest.raises(ValueError, match="B02 and B04 are not neighbours"):
        _ = broken.roads


def test_hexsides_are_known_from_both_hexes():
    board = block()
    a, b = board.hex("B02"), board.hex("C02")
    board = Board("side", board.grid, board.cells, features=(Hexside(a, b, "wall"), Hexside(b, a, "river")))
    side = board.direction(a, b)
    assert board.hexsides == {(a, side): {"wall", "river"}, (b, (side + 3) % 6): {"wall", "river"}}


def test_the_drawing_has_the_agreed_form():
    board = Board(
        "sos-courier",
        Grid(),
        (Cell("H07", 7, 7, "woods"), Cell("H08", 7, 8, name="Farm")),
        (Road(0, 1),),
        (RoadEnd(0, 4),),
        (Hexside(0, 1, "wall", toward=1),),
        (Place("Belgorod", 0, "city"),),
        (Cell("A01", 0, 1),),
    )
    drawn = board.to_wire(month="July")
    assert drawn.key == "sos-courier" and drawn.grid == "flat" and drawn.month == "July"
    assert drawn.hexes[0] == sent.Hex(id="H07", col=7, row=7, x=10.5, y=11.258, terrain="woods", elevation=0)
    assert drawn.hexes[2].half is True
    assert drawn.roads == [sent.Road(a="H07", b="H08", kind="track")]
    assert drawn.road_ends == [sent.RoadEnd(hex="H07", side="SW", kind="track")]
    assert drawn.hexsides == [sent.Hexside(a="H07", b="H08", kind="wall", toward="H08")]
    assert drawn.places == [sent.MapPlace(name="Belgorod", hex="H07", size="city")]


def test_a_picture_gives_terrain_levels_holes_and_marks():
    picture = from_picture("a W -\nb:H . a", {"W": "woods", "H": ("open", 2)})
    board = picture.board
    assert board.labels == ("A01", "B01", "A02", "B02", "C02")
    assert board.terrain[board.hex("B01")] == "woods" and board.elevation[picture.at("b")] == 2
    assert picture.marks["a"] == (board.hex("A01"), board.hex("C02"))
    with pytest.raises(ValueError, match="the legend has no 'Q'"):
        from_picture("a:Q")


def test_a_map_without_a_hex_says_so() -> None:
    with pytest.raises(UnknownHexError, match=r"no hex 'A01' on this map \(the map has no hexes\)"):
        Board("bare", Grid(), ()).hex("A01")
