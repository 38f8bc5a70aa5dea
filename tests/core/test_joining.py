"""Map sheets on the table: halves joined, boards turned, tiles laid."""

import pytest

from balka.core.boards import UnknownHexError, column_letters
from balka.core.hexes import Grid
from balka.core.joining import Placement, Sheet, SheetHex, Tile, join
from balka.core.proof import rule

GRID = Grid("flat", -1)


def sheet(key: str, **changes: dict[str, object]) -> Sheet:
    """A printed map of the usual size: full hexes B01-R12, halves all round."""
    hexes = []
    for col in range(19):
        rows = range(1, 13) if col % 2 else range(13)
        for row in rows:
            half = col in (0, 18) or (col % 2 == 0 and row in (0, 12))
            if half and col in (0, 18) and row in (0, 12):
                continue
            label = f"{column_letters(col)}{row:02}"
            hexes.append(SheetHex(label, col, row, half=half, **changes.get(label, {})))
    return Sheet(key, tuple(hexes))


@rule("sos-4.0-b")
def test_half_hexes_on_the_outer_edge_are_out_of_play():
    """[4.0] A board alone has 196 hexes to play on; its 38 halves are drawn and no more."""
    board = join("one", GRID, [Placement(sheet("7"))])
    assert len(board) == 196 and len(board.halves) == 38
    for label in ("A05", "7-S11", "C00", "E12"):
        with pytest.raises(UnknownHexError, match="half hex"):
            board.hex(label)
    assert all(board.neighbours[board.hex("B06")][GRID.side(side)] == -1 for side in ("NW", "SW"))


def test_on_a_single_sheet_both_names_of_a_hex_work():
    board = join("one", GRID, [Placement(sheet("7"))])
    assert board.hex("H07") == board.hex("7-h07") and board.labels[board.hex("H07")] == "H07"


@rule("sos-4.0-c")
def test_halves_that_meet_side_by_side_make_full_hexes():
    """[4.0] S01-S11 and A01-A11 become 11 hexes, each called by both names and joined to both boards."""
    board = join("two", GRID, [Placement(sheet("9")), Placement(sheet("10"), (1, 0))])
    assert len(board) == 196 * 2 + 11
    seam = board.hex("9-S06")
    assert seam == board.hex("10-A06") and board.labels[seam] == "9-S06"
    around = {board.labels[n] for n in board.neighbours[seam]}
    assert around == {"9-R06", "9-R07", "9-S05", "9-S07", "10-B06", "10-B07"}
    with pytest.raises(UnknownHexError):
        board.hex("H07")


@rule("sos-4.0-c")
def test_halves_that_meet_one_above_the_other_make_full_hexes():
    """[4.0] Eight hexes of the even columns; odd columns simply follow on."""
    board = join("tall", GRID, [Placement(sheet("2")), Placement(sheet("1"), (0, 1))])
    assert len(board) == 196 * 2 + 8
    assert board.hex("2-C12") == board.hex("1-C00")
    assert board.labels[board.step(board.hex("2-J12"), GRID.side("S"))] == "1-J01"


def test_a_turned_board_keeps_its_names_and_changes_its_places():
    straight = join("n", GRID, [Placement(sheet("4"))])
    turned = join("s", GRID, [Placement(sheet("4"), rotated=True)])
    assert sorted(straight.labels) == sorted(turned.labels)
    for label in straight.labels:
        north = straight.neighbours[straight.hex(label)]
        south = turned.neighbours[turned.hex(label)]
        names = [straight.labels[n] if n >= 0 else None for n in north]
        assert [turned.labels[n] if n >= 0 else None for n in south] == names[3:] + names[:3]


def test_two_turned_boards_join_by_whatever_halves_meet():
    board = join("turned", GRID, [Placement(sheet("4"), (0, 0), True), Placement(sheet("3"), (0, 1), True)])
    assert len(board) == 400
    assert board.hex("4-C00") == board.hex("3-C12")
    assert board.labels[board.step(board.hex("4-J01"), GRID.side("S"))] == "3-J12"


def test_the_first_board_decides_the_ground_of_a_seam():
    west = sheet("9", S06={"terrain": "wheat", "elevation": -1})
    board = join("two", GRID, [Placement(west), Placement(sheet("10", A06={"terrain": "corn"}), (1, 0))])
    seam = board.hex("10-A06")
    assert board.terrain[seam] == "wheat" and board.elevation[seam] == -1


def road(*sides: str) -> dict[str, object]:
    return {"road": True, "road_sides": tuple(GRID.side(side) for side in sides)}


def test_roads_join_only_where_each_hex_leads_to_the_other():
    board = join("r", GRID, [Placement(sheet("7", J05=road("N", "S"), J06=road("N", "SE"), K06=road("S")))])
    assert [(board.labels[link.a], board.labels[link.b]) for link in board.links] == [("J05", "J06")]


@pytest.mark.parametrize("rotated", [False, True])
def test_a_road_that_leaves_the_board_is_an_end_and_goes_on_over_a_seam(rotated):
    west = sheet("9", R06=road("SE", "NW"), S06={"road": True}, B07=road("NW", "SE"), A06={"road": True})
    alone = join("alone", GRID, [Placement(west)])
    assert {(alone.labels[end.hex], GRID.sides[end.side]) for end in alone.road_ends} == {("R06", "SE"), ("B07", "NW")}
    east = sheet("10", B06=road("SW"), A06={"road": True})
    board = join("two", GRID, [Placement(west, rotated=rotated), Placement(east, (1, 0))])
    joined = {frozenset((board.labels[link.a], board.labels[link.b])) for link in board.links}
    last, seam = ("9-B07", "9-A06") if rotated else ("9-R06", "9-S06")
    assert joined == {frozenset((last, seam)), frozenset((seam, "10-B06"))}


def test_a_seam_with_road_on_one_half_only_is_no_road():
    west = sheet("9", R06=road("SE"), S06={"road": True})
    board = join("two", GRID, [Placement(west), Placement(sheet("10", B06=road("SW")), (1, 0))])
    assert board.links == ()


def test_sheets_may_not_lie_on_one_another():
    with pytest.raises(ValueError, match="lie on one another: 7-B01 and 8-B01"):
        join("twice", GRID, [Placement(sheet("7")), Placement(sheet("8"))])


def test_a_tile_is_turned_about_its_anchor():
    hexes = (((0, 0), 2, "open"), ((0, -1), 1, "woods"))
    for turn, side in ((0, "N"), (1, "NE"), (4, "SW")):
        board = join("hill", GRID, [Placement(sheet("7"))], [Tile("7-H06", turn, hexes)])
        top = board.hex("H06")
        slope = board.step(top, GRID.side(side))
        assert board.elevation[top] == 2 and board.terrain[slope] == "woods" and board.elevation[slope] == 1
        assert sum(board.elevation) == 3


def test_a_tile_may_not_stick_out():
    with pytest.raises(ValueError, match="sticks out"):
        join("hill", GRID, [Placement(sheet("7"))], [Tile("7-H01", 0, (((0, -1), 1, "open"),))])
