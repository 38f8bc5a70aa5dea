"""Hex geometry in both orientations."""

import pytest

from balka.core.hexes import STEPS, Grid, UnknownSideError, distance, hexes_in, mask_of, opposite, outside_wedge, turned

GRIDS = [Grid("flat", -1), Grid("flat", 1), Grid("pointy", -1), Grid("pointy", 1)]


@pytest.mark.parametrize("grid", GRIDS)
def test_offset_and_axial_undo_each_other(grid):
    places = [(col, row) for col in range(-4, 9) for row in range(-4, 9)]
    assert [grid.offset(*grid.axial(*place)) for place in places] == places
    assert len({grid.axial(*place) for place in places}) == len(places)


@pytest.mark.parametrize("grid", GRIDS)
def test_steps_lead_where_their_names_say(grid):
    """Each side's step is one hex long, clockwise from the first, and moves the drawn centre that way."""
    for col, row in ((4, 4), (5, 5)):
        q, r = grid.axial(col, row)
        x, y = grid.centre(col, row)
        for name, (dq, dr) in zip(grid.sides, grid.steps, strict=True):
            nx, ny = grid.centre(*grid.offset(q + dq, r + dr))
            assert (nx - x) ** 2 + (ny - y) ** 2 == pytest.approx(3)
            assert ("E" in name) == (nx - x > 0.01) and ("W" in name) == (nx - x < -0.01)
            assert ("S" in name) == (ny - y > 0.01) and ("N" in name) == (ny - y < -0.01)


def test_the_printed_neighbour_table_of_the_maps():
    """The table of odd and even columns where odd columns sit half a hex higher."""
    grid = Grid("flat", -1)
    odd = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)]
    even = [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]
    for col, row, table in ((5, 5, odd), (6, 5, even)):
        q, r = grid.axial(col, row)
        found = [grid.offset(q + dq, r + dr) for dq, dr in grid.steps]
        assert found == [(col + dc, row + dr) for dc, dr in table]


def test_sides_are_found_by_name_and_refused_by_wrong_name():
    assert Grid("flat").side("ne") == 1 and Grid("pointy").side("NE") == 0
    with pytest.raises(UnknownSideError, match="use N NE SE S SW NW"):
        Grid("flat").side("E")


def test_distance_counts_rings():
    for length in range(1, 6):
        ring = [(q, r) for q in range(-9, 10) for r in range(-9, 10) if distance((0, 0), (q, r)) == length]
        assert len(ring) == 6 * length


def test_six_turns_come_round_and_one_turn_is_the_next_step():
    assert [turned(step, 1) for step in STEPS] == [*STEPS[1:], STEPS[0]]
    assert turned((3, -5), 6) == (3, -5) and turned((3, -5), 3) == (-3, 5) and opposite(1) == 4


def test_the_wedge_holds_a_third_of_every_ring_and_both_boundary_rows():
    outside, left, right = outside_wedge(STEPS[0]), STEPS[5], STEPS[1]
    for n in range(1, 6):
        ring = [(q, r) for q in range(-9, 10) for r in range(-9, 10) if distance((0, 0), (q, r)) == n]
        assert sum(not outside(*place) for place in ring) == 2 * n + 1
        assert not outside(n * left[0], n * left[1]) and not outside(n * right[0], n * right[1])
    assert outside(0, 0)


def test_masks_keep_sets_of_hexes():
    assert list(hexes_in(mask_of([70, 3, 0]))) == [0, 3, 70] and mask_of([]) == 0


@pytest.mark.parametrize("every", [1, 3, 40, 500])
def test_a_mask_gives_its_hexes_back_in_order_whether_few_or_many(every):
    hexes = list(range(0, 1000, every))
    assert list(hexes_in(mask_of(hexes))) == hexes
