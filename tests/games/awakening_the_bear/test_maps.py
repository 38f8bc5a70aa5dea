"""The maps of Awakening the Bear: what the rulebook says is on them, and how Firefights lay them out."""

import pytest

from balka.core.boards import NO_HEX, Board, UnknownHexError
from balka.core.hexes import hexes_in
from balka.core.proof import rule
from balka.core.sight import Blocks, Sighting, look
from balka.games.awakening_the_bear import catalogue

BOX = catalogue.title()
FIREFIGHTS = [mission.slug for mission in BOX.missions]

# Hexes the rulebook names for their terrain.
NAMED_TERRAIN = {
    "open": "1-B07 2-C10 2-F07 2-H08 2-I05 3-F14 4-F08 4-H12 5-C08 5-J06 5-K11 5-K17",
    "building_wood": "2-F08 2-I09 4-F10 5-F02 5-G04 5-I04 5-L03 5-K15",
    "building_stone": "2-J10 5-E03 5-B07 5-C16 5-I05 5-K07 5-J11",
    "plowed": "2-G02 2-J03 4-C17 4-G13 4-E15",
    "woods_light": "1-E03 1-F11 2-L03 2-L07 3-E09 3-K08 4-H08 4-J17 5-B15",
    "woods_heavy": "1-E12 2-K07 3-E08 4-B12 4-G07 5-A04 5-E12 5-G14",
    "water": "5-B11 5-C13",
}
NOT_TERRAIN = {"plowed": "2-K04 4-J11 4-F15", "woods_light": "5-F10 5-K17"}
ROADS = ["1-G08", "1-D13", "2-I08", "4-G11", "5-D10", "5-H07"]
WALLED = ["2-G05", "2-H04", "4-G12"]
NOT_WALLED = ["2-J05", "5-A07", "5-D03", "5-K11"]
HILLS = ["3-E09", "3-G11", "3-E13", "3-K07", "4-D05", "4-D07", "4-B12"]
STEEP = ["F14", "G15", "K11"]


def listed(table: dict[str, str]) -> list[tuple[str, str]]:
    return [(label, terrain) for terrain, labels in table.items() for label in labels.split()]


def printed(label: str):
    number, _, name = label.partition("-")
    return next(h for h in BOX.sheets[number].hexes if h.label == name)


def walls_of(label: str) -> list[str]:
    """The hexes beyond the walls of a hex."""
    number, _, name = label.partition("-")
    found = [(a, b) for a, b, kind in BOX.sheets[number].features if kind == "wall" and name in (a, b)]
    return [a if b == name else b for a, b in found]


def board_of(slug: str):
    return catalogue.board_for(catalogue.mission(slug))


def names(board, mask: int) -> set[str]:
    return {board.labels[h] for h in hexes_in(mask)}


# What is printed


@rule("atb-4.0-b", "atb-4.0-c")
@pytest.mark.parametrize(("label", "terrain"), listed(NAMED_TERRAIN))
def test_named_hexes_have_the_terrain_the_rulebook_names(label, terrain):
    """[4.0] 5-L03 among them, where the art alone would say open."""
    assert printed(label).terrain == terrain


@rule("atb-4.0-b")
@pytest.mark.parametrize(("label", "terrain"), listed(NOT_TERRAIN))
def test_a_feature_beside_the_centre_dot_does_not_count(label, terrain):
    """[4.0] These hexes show some of it, but not under the dot."""
    assert printed(label).terrain != terrain


@rule("atb-4.0-d")
def test_whatever_is_no_building_field_wood_or_water_is_open():
    """[4.0] The maps have no other terrain, and the hexes called open are."""
    assert {h.terrain for sheet in BOX.sheets.values() for h in sheet.hexes} == set(NAMED_TERRAIN)
    assert {printed(label).terrain for label in NAMED_TERRAIN["open"].split()} == {"open"}


@rule("atb-4.0-e")
def test_a_road_leaves_the_terrain_of_its_hex_as_it_is():
    """[4.0] The named road hexes have roads, and roads run through woods, a building and open ground alike."""
    assert all(printed(label).road and printed(label).road_sides for label in ROADS)
    assert printed("1-D13").terrain == "woods_heavy" and printed("5-D10").terrain == "open"
    through = {h.terrain for sheet in BOX.sheets.values() for h in sheet.hexes if h.road}
    assert through == {"open", "woods_heavy", "woods_light", "building_wood"}


@rule("atb-4.0-f")
def test_walls_lie_on_hexsides_and_leave_the_terrain_as_it_is():
    """[4.0] Walls stand between neighbours; the walled hexes named are open, and 4-G13 behind one is ploughed."""
    assert all(walls_of(label) for label in WALLED)
    assert not any(walls_of(label) for label in NOT_WALLED)
    assert {printed(label).terrain for label in WALLED} == {"open"}
    assert sorted(walls_of("4-G12")) == ["G13", "H12", "H13"] and printed("4-G13").terrain == "plowed"
    assert {kind for sheet in BOX.sheets.values() for _, _, kind in sheet.features} == {"wall"}


@rule("atb-4.0-h", "atb-11.0-a")
def test_ground_lies_on_level_nought_and_hills_on_one_or_two():
    """[4.0, 11.0] The named hills are hills; only maps 3 and 4 have any."""
    assert all(printed(label).elevation in (1, 2) for label in HILLS)
    levels = {number: {h.elevation for h in sheet.hexes} for number, sheet in BOX.sheets.items()}
    assert levels == {"1": {0}, "2": {0}, "3": {0, 1, 2}, "4": {0, 1, 2}, "5": {0}}


@rule("atb-11.0-c")
def test_a_bare_hill_hex_is_open():
    """[11.0] 3-F14 is named both as open and as steep."""
    bare = [printed(f"3-{name}") for name in ("F14", "G11", "E13")]
    assert [h.terrain for h in bare] == ["open"] * 3 and all(h.elevation for h in bare)


def test_the_steep_hexes_named_have_a_side_of_two_levels():
    """[4.0]"""
    board = board_of("yelnya")
    for name in STEEP:
        h = board.hex(name)
        around = [n for n in board.neighbours[h] if n != NO_HEX]
        assert any(abs(board.elevation[h] - board.elevation[n]) >= 2 for n in around)


# Labels and half hexes


@rule("atb-1.0-g")
def test_a_hex_is_named_by_map_row_letter_and_column():
    """[1.0] 2-J10, the church, is on map 2 in row J, column 10; a lettered row zigzags across the map."""
    board = board_of("dubno")
    church = board.hex("2-J10")
    assert church == board.hex("J10") and board.terrain[church] == "building_stone"
    assert [board.labels[n] for n in board.neighbours[church]] == ["I10", "J11", "K11", "K10", "K09", "J09"]
    assert names(board, board.edges["west"]) == {f"{letter}02" for letter in "ABCDEFGHIJKL"}
    joined = board_of("gap")
    assert joined.hex("2-J10") != joined.hex("1-J10")


@rule("atb-1.0-h")
@pytest.mark.parametrize("slug", ["partisans", "dubno", "yelnya", "stalin"])
def test_half_hexes_are_out_of_play(slug):
    """[1.0] Of 234 printed hexes 196 are full; the others cannot be named and are nobody's neighbours."""
    board = board_of(slug)
    assert (len(board), len(board.halves)) == (196, 38)
    for label in ("B01", "L19", "A03", "M17"):
        with pytest.raises(UnknownHexError, match="half hex"):
            board.hex(label)
    assert names(board, board.edges["north"]) == {f"{'B' if col % 2 else 'A'}{col:02}" for col in range(2, 19)}


# Joined boards


@rule("atb-1.0-f")
def test_stacked_boards_share_eight_hexes_and_go_on():
    """[1.0] KV2 lays map 4 above map 5: their halves meet in row M and A, other columns and the road follow on."""
    board = board_of("kv2")
    assert len(board) == 2 * 196 + 8 and board.hex("4-M09") == board.hex("5-A09")
    south = board.grid.side("S")
    assert board.step(board.hex("4-L10"), south) == board.hex("5-A10")
    assert board.step(board.hex("4-L09"), south) == board.hex("4-M09")
    assert board.roads[board.hex("4-L10")] >> south & 1


@rule("atb-1.0-f")
def test_boards_side_by_side_share_eleven_hexes_and_the_road_crosses_them():
    """[1.0] Mtsensk lays map 3 east of map 2."""
    board = board_of("mtsensk")
    seam = board.hex("2-G19")
    assert len(board) == 2 * 196 + 11 and seam == board.hex("3-G01")
    west, east = board.grid.side("SW"), board.grid.side("SE")
    assert board.step(seam, west) == board.hex("2-G18") and board.step(seam, east) == board.hex("3-G02")
    assert board.roads[seam] == 1 << west | 1 << east


@rule("atb-1.0-f")
def test_turned_boards_keep_their_labels_walls_and_roads():
    """[1.0] In General Petrov both maps are turned: south of 4-A10 lies 3-L10, and walls and roads turn along."""
    board = board_of("petrov")
    south = board.grid.side("S")
    assert board.step(board.hex("4-A10"), south) == board.hex("3-L10")
    assert board.step(board.hex("4-F08"), south) == board.hex("4-E08")
    assert "wall" in board.hexsides[board.hex("4-F08"), south]
    assert board.roads[board.hex("4-A10")] >> south & 1
    assert names(board, board.edges["north"]) == {f"4-L{col:02}" for col in range(2, 19)}


@pytest.mark.parametrize("slug", FIREFIGHTS)
def test_every_board_holds_all_walls_and_roads_of_its_maps_and_can_be_drawn(slug):
    mission = catalogue.mission(slug)
    board, sheets = catalogue.board_for(mission), [BOX.sheets[str(laid.map)] for laid in mission.maps]
    assert board.key == f"atb-{slug}"
    assert len(board.features) == sum(len(sheet.features) for sheet in sheets)
    labels = {f"{sheet.key}-{h.label}" for sheet in sheets for h in sheet.hexes if h.road and not h.half}
    assert all(board.roads[board.hex(label)] for label in labels)
    drawn = board.to_wire(mission.month)
    places = {h.id for h in drawn.hexes}
    assert len(places) == len(drawn.hexes) == len(board) + len(board.halves)
    assert all({side.a, side.b} <= places for side in (*drawn.roads, *drawn.hexsides))


@pytest.mark.parametrize("slug", FIREFIGHTS)
def test_the_road_net_of_every_board_hangs_together(slug):
    """Whoever follows the roads comes to every road hex of the board."""
    board = board_of(slug)
    on_road = {h for h, sides in enumerate(board.roads) if sides}
    reached, waiting = set(), [min(on_road)]
    while waiting:
        h = waiting.pop()
        reached.add(h)
        ahead = {board.neighbours[h][side] for side in range(6) if board.roads[h] >> side & 1}
        waiting += ahead - reached
    assert reached == on_road


# Sight and arc on the printed maps; what blocks is said by the terrain table


def blocking(board: Board) -> Blocks:
    blocks = [BOX.terrain[kind].blocks_sight for kind in board.terrain]
    return lambda _a, _b, h: "it" if blocks[h] else None


def looked(slug: str, a: str, b: str) -> Sighting:
    board = board_of(slug)
    return look(board, board.hex(a), board.hex(b), blocking(board))


def sees(slug: str, a: str, b: str) -> bool:
    return looked(slug, a, b).clear


@rule("atb-6.0-b", "atb-6.0-c")
def test_one_sees_into_woods_but_not_through_them():
    """[6.0] From 1-E10 into the light woods of F10, not to G10 beyond; over open ground from E09 to G09."""
    assert sees("partisans", "E10", "F10") and not sees("partisans", "E10", "G10")
    assert sees("partisans", "E09", "G09")


@rule("atb-6.0-b")
@pytest.mark.parametrize(
    ("a", "b", "clear"), [("E08", "G08", False), ("I10", "K10", False), ("F04", "H04", True), ("G02", "I02", True)]
)
def test_buildings_stop_the_line_and_walls_and_fields_do_not(a, b, clear):
    """[6.0] On map 2: across the house F08, the church J10, the wall of F04, the field H02."""
    assert sees("dubno", a, b) == clear


@rule("atb-6.0-d")
@pytest.mark.parametrize(("a", "b", "clipped"), [("B02", "C05", "B04"), ("F02", "D04", "E03"), ("H02", "J04", "J03")])
def test_cutting_any_part_of_a_wood_stops_the_line(a, b, clipped):
    """[6.0] The line passes beside the middle of the wood."""
    labels = board_of("partisans").labels
    assert [labels[h] for h in looked("partisans", a, b).blocked_by] == [clipped]


@rule("atb-6.0-f")
@pytest.mark.parametrize(
    ("a", "b", "clear"), [("I02", "K03", True), ("F06", "F08", True), ("J04", "J06", False), ("E10", "G11", False)]
)
def test_along_an_edge_the_less_restrictive_hex_decides(a, b, clear):
    """[6.0] Woods on one side leave the line clear, woods on both stop it."""
    assert sees("partisans", a, b) == clear


@rule("atb-6.0-e")
def test_sight_is_mutual():
    """[6.0] For every pair of hexes of map 1."""
    board = board_of("partisans")
    everyone, blocks = range(len(board)), blocking(board)
    clear = {(a, b) for a in everyone for b in everyone if look(board, a, b, blocks).clear}
    assert clear == {(b, a) for a, b in clear}


@rule("atb-6.1-a")
def test_the_arc_is_the_three_front_hexes_carried_outward():
    """[6.1, ruling B3] Facing north in 1-G08."""
    board = board_of("partisans")
    h = board.hex("G08")
    arc = board.arc_mask(h, board.grid.side("N"))
    assert names(board, arc & board.within(h, 1)) == {"G07", "F08", "G09"}
    assert names(board, arc & board.within(h, 2) & ~board.within(h, 1)) == {"F06", "F07", "E08", "F09", "F10"}
