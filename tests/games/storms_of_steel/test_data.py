"""The Storms of Steel box: what the rulebook says is in it and on its maps."""

from itertools import pairwise

import pytest

from balka.core.hexes import hexes_in
from balka.core.proof import rule
from balka.games.storms_of_steel import GAME, catalogue

BOX = catalogue.title()

# Hexes whose terrain the rulebook names; those it calls by their older labels stand here under the new ones.
NAMED_TERRAIN = [
    ("7-C03", "wheat"), ("8-Q04", "wheat"), ("8-M11", "wheat"),
    ("7-E09", "corn"), ("7-O06", "corn"),
    ("7-H04", "woods"), ("7-L07", "woods"), ("8-K08", "woods"),
    ("7-H06", "building_wood"), ("7-K10", "building_wood"), ("7-J06", "building_wood"),
    ("9-J02", "building_wood"), ("8-D08", "building_wood"),
    ("7-H07", "building_stone"), ("7-I10", "building_stone"),
    ("8-E08", "open"),
]  # fmt: skip
NOT_TERRAIN = [
    ("8-D05", "wheat"), ("8-J01", "wheat"), ("8-N09", "wheat"),
    ("7-L02", "woods"), ("7-M09", "woods"),
    ("9-Q06", "building_wood"), ("7-J06", "building_stone"),
]  # fmt: skip


def printed(label: str):
    number, _, name = label.partition("-")
    return next(h for h in BOX.sheets[number].hexes if h.label == name)


@rule("sos-4.8-a")
@pytest.mark.parametrize(("label", "terrain"), NAMED_TERRAIN)
def test_named_hexes_have_the_terrain_the_rulebook_names(label, terrain):
    """[4.8, 6.9, 11.4, 11.5, 11.7]"""
    assert printed(label).terrain == terrain


@rule("sos-4.8-a")
@pytest.mark.parametrize(("label", "terrain"), NOT_TERRAIN)
def test_a_feature_beside_the_centre_dot_does_not_count(label, terrain):
    """[4.8] These hexes show some of it, but not under the dot."""
    assert printed(label).terrain != terrain


@rule("sos-12.2-a")
def test_balkas_lie_at_minus_two_and_their_openings_at_minus_one():
    """[12.2] The rulebook puts H09, M07 and N08 on map 9; they are drawn on map 10, and the art decides."""
    assert [printed(label).elevation for label in ("9-D04", "9-K08", "10-K08", "10-H09")] == [-2] * 4
    assert [printed(label).elevation for label in ("10-M07", "10-N08")] == [-1, -1]
    low = [h for sheet in BOX.sheets.values() for h in sheet.hexes if h.elevation == -2]
    assert low and all(h.terrain == "open" for h in low)


def test_hills_come_only_from_overlay_tiles():
    """[12.1]"""
    assert max(h.elevation for sheet in BOX.sheets.values() for h in sheet.hexes) == 0
    levels = {level for tile in BOX.overlays.values() if tile.kind == "hill" for _, level, _ in tile.hexes}
    assert levels == {1, 2}


@rule("sos-1.0-d", "sos-1.0-e")
def test_the_box_holds_maps_seven_to_ten_and_no_other():
    """[1.0]"""
    assert list(BOX.sheets) == ["7", "8", "9", "10"]


@rule("sos-1.0-c")
def test_a_hex_is_named_by_map_column_letter_and_row():
    """[1.0] 7-J05 is on map 7, in column J, the tenth, and row 5."""
    board = catalogue.board_for(catalogue.mission("courier"))
    cell = board.cells[board.hex("7-J05")]
    assert (cell.label, cell.col, cell.row) == ("J05", 9, 5)
    above = board.step(board.hex("7-J05"), board.grid.side("N"))
    assert board.labels[above] == "J04"
    ravines = catalogue.board_for(catalogue.mission("ravines"))
    assert ravines.labels[ravines.hex("9-J05")] == "9-J05" != ravines.labels[ravines.hex("10-J05")]


@rule("sos-4.0-b", "sos-4.0-c")
def test_two_boards_side_by_side_gain_eleven_hexes():
    """[4.0]"""
    assert len(catalogue.board_for(catalogue.mission("courier"))) == 196
    joined = catalogue.board_for(catalogue.mission("ravines"))
    assert len(joined) == 2 * 196 + 11 and joined.hex("9-S06") == joined.hex("10-A06")


def test_hexes_of_the_examples_touch_as_the_text_tells():
    """[11.4, 11.5] An odd column's hex adjoins rows one less and the same of its even neighbours."""
    board = catalogue.board_for(catalogue.mission("crossroads"))
    assert board.are_neighbours(board.hex("L08"), board.hex("K08"))
    assert board.are_neighbours(board.hex("D06"), board.hex("E05"))
    assert board.are_neighbours(board.hex("D06"), board.hex("E06"))
    assert not board.are_neighbours(board.hex("D06"), board.hex("E07"))


# Components


@rule(
    "sos-card-gen-a", "sos-card-01-a", "sos-card-02-a", "sos-card-03-a", "sos-card-04-a", "sos-card-05-a",
    "sos-card-06-a", "sos-card-07-a", "sos-card-08-a", "sos-card-09-a", "sos-card-10-a", "sos-card-11-a",
    "sos-card-12-a", "sos-card-13-a", "sos-card-14-a", "sos-card-15-a", "sos-card-16-a", "sos-card-17-a",
    "sos-card-18-a", "sos-card-19-a", "sos-card-20-a", "sos-card-21-a", "sos-card-22-a", "sos-card-23-a",
    "sos-card-24-a",
)  # fmt: skip
def test_copies_of_the_battle_cards():
    """[Cards] 48 in all."""
    copies = {card.id: card.copies for card in BOX.cards.values() if card.family == "battle"}
    expected = {f"{number:02}": 2 for number in range(1, 15)} | {f"{number:02}": 1 for number in range(15, 25)}
    printed = expected | {"01": 4, "02": 8, "12": 4}
    assert {number: copies[number] for number in printed} == printed and sum(printed.values()) == 48


@rule("sos-card-V06-a", "sos-card-V07-a")
def test_weapon_and_veteran_cards_are_single():
    """[Cards]"""
    single = [card for card in BOX.cards.values() if card.family in ("weapon", "veteran")]
    assert single and all(card.copies == 1 for card in single)


@rule("sos-card-W06-a")
def test_the_german_artillery_has_a_red_seven():
    """[13.9]"""
    card = BOX.cards["W06"]
    assert (card.copies, card.red_fp, card.side) == (1, 7, "german")


@rule("sos-8.0-a")
def test_cards_are_battle_weapon_or_veteran_cards():
    """[8.0]"""
    assert {card.family for card in BOX.cards.values()} == {"battle", "weapon", "veteran"}


def copies_of(pile: str) -> dict[str, int]:
    return {marker.name: marker.copies for marker in BOX.markers.values() if marker.pile == pile}


@rule(
    "sos-hit-soft-a", "sos-hit-soft-stunned-a", "sos-hit-soft-unnerved-a", "sos-hit-soft-destroyed-a",
    "sos-hit-soft-pinned-a", "sos-hit-soft-cowering-a", "sos-hit-soft-suppressed-a",
)  # fmt: skip
def test_copies_of_the_soft_hit_markers():
    """[7.5]"""
    soft = copies_of("soft")
    assert soft == {"Stunned": 3, "Unnerved": 2, "Destroyed": 1, "Pinned": 5, "Cowering": 2, "Suppressed": 5}
    assert sum(soft.values()) == 18


@rule(
    "sos-hit-armored-gun-damaged-a", "sos-hit-armored-destroyed-a", "sos-hit-armored-light-damage-a",
    "sos-hit-armored-suppressed-a",
)  # fmt: skip
def test_copies_of_the_armored_hit_markers():
    """[15.13]"""
    armored = copies_of("armored")
    assert armored["Gun Damaged"] == 2 and armored["Destroyed"] == 1
    assert armored["Light Damage"] == 5 and armored["Suppressed"] == 5


def test_hit_markers_carry_amounts_and_bars():
    """[7.5, 15.13] `no` in the file is a bar, an amount is added, a range replaces."""
    marker = BOX.markers
    assert marker["soft_stunned"].bars_attack and marker["soft_stunned"].bars_move
    assert marker["soft_pinned"].bars_move and not marker["soft_pinned"].bars_attack
    assert (marker["soft_cowering"].attack_cost, marker["soft_cowering"].range) == (2, 1)
    assert (marker["armored_suppressed"].red_fp, marker["armored_suppressed"].blue_fp) == (-3, -5)
    assert marker["armored_gun_damaged"].bars == {"red_fp", "blue_fp"} and marker["armored_gun_damaged"].bars_attack
    assert (marker["soft_destroyed"].recovery, marker["armored_immobilized"].recovery) == ("never", "no")
    assert marker["soft_suppressed"].rally == 7 and marker["soft_suppressed"].recovery == "rally"


@rule("sos-17.0-a", "sos-17.0-b")
def test_fortifications_and_obstacles():
    """[17.0]"""
    names = {
        kind: {w.name.split(" +")[0] for w in BOX.works.values() if w.kind == kind}
        for kind in ("fortification", "obstacle")
    }
    assert names["fortification"] == {"Bunker", "Gun Pit", "Trench", "Hasty Defense"}
    assert names["obstacle"] == {"Mines", "Barbed Wire"}


@rule("sos-16.1-a")
def test_trucks_are_wheeled():
    """[16.1]"""
    trucks = [kind for kind in BOX.units.values() if "truck" in kind.flags]
    assert trucks and all(kind.move_type == "wheeled" and kind.is_vehicle for kind in trucks)


@rule("sos-16.9-a")
def test_field_guns_are_crew_served_and_named_so():
    """[16.9]"""
    guns = [kind for kind in BOX.units.values() if "field_gun" in kind.flags]
    assert guns and all(any(word in kind.name for word in ("ATG", "Flak", "Gun", "PaK")) for kind in guns)
    assert all(kind.flags & {"crew_red", "crew_blue"} and not kind.is_foot and not kind.is_vehicle for kind in guns)


# Figures the rulebook states: it always wins over what was published or estimated.
STATED = [
    ("ger_infantry_43", {"attack_cost": 3, "move_cost": 1, "red_fp": 4, "front_def": 12, "flank_def": 11}),
    ("ger_panzer_grenadier", {"attack_cost": 3, "move_cost": 1, "red_fp": 5, "front_def": 12, "flank_def": 11}),
    ("ger_mg34", {"attack_cost": 2, "flank_def": 10, "def_color": "red"}),
    ("ger_hmg42", {"attack_cost": 2, "red_fp": 5, "flank_def": 10, "def_color": "red"}),
    ("ger_mortar_8cm", {"indirect_cost": 4, "red_fp": 3}),
    ("ger_sdkfz_251", {"move_cost": 1, "bonus_track": 2}),
    ("ger_maultier", {"move_type": "wheeled", "bonus_wheel": 1, "bonus_track": 1}),
]


@pytest.mark.parametrize(("unit", "figures"), STATED)
def test_figures_stated_by_the_rulebook(unit, figures):
    kind = BOX.units[unit]
    assert {name: getattr(kind, name) for name in figures} == figures


def test_counters_are_numbered_through_the_whole_box_and_their_names_are_unlike_hexes():
    assert BOX.counter_ids("sov_rifles_41") == tuple(f"rif-{n:02}" for n in range(1, 13))
    assert len(BOX.unit_of_counter) == sum(kind.count for kind in BOX.units.values())
    assert BOX.unit_of_counter["tk34c-09"].name.startswith("T-34c")
    assert all(any(a.isalpha() and b.isalpha() for a, b in pairwise(name)) for name in BOX.unit_of_counter)


# Missions


def test_missions_are_asked_for_by_short_keys():
    assert all(BOX.mission(key.removeprefix("sos/")).key == key for key in BOX.mission_keys)
    assert BOX.mission("courier") is BOX.mission("sos/courier") is BOX.mission("SOS-01")


@rule("sos-m1-a", "sos-m1-f", "sos-m1-g", "sos-m1-o", "sos-m1-p")
def test_the_couriers_satchel():
    """[M1] Map 7 alone, six CAPs each, the satchel in H07 or H08, Germans by the east edge, Soviets by one hex."""
    mission = catalogue.mission("courier")
    german, soviet = mission.forces["german"], mission.forces["soviet"]
    assert [(laid.map, laid.at, laid.rotated) for laid in mission.maps] == [(7, (0, 0), False)]
    assert (german.caps, soviet.caps) == (6, 6)
    (satchel,) = [used for used in mission.victory.rules if type(used).__name__ == "SatchelPickup"]
    assert satchel.hexes == ("7-H07", "7-H08") and satchel.rounds == (2, 3, 4, 5) and satchel.value == 1
    board = catalogue.board_for(mission)
    assert board.are_neighbours(board.hex("H07"), board.hex("H08"))
    first, second = german.reinforcements[0], soviet.reinforcements[0]
    east = BOX.entry(mission, first.entry)
    assert first.round == 1 and east == board.edges["east"]
    assert second.round == 2 and len(list(hexes_in(BOX.entry(mission, second.entry)))) == 1


def test_every_mission_has_a_board_of_its_key_with_its_tiles():
    boards = {mission.key: catalogue.board_for(mission) for mission in BOX.missions}
    assert boards["sos/kurgan"].key == "sos-kurgan"
    kurgan = boards["sos/kurgan"]
    assert kurgan.elevation[kurgan.hex("L04")] == 2 and kurgan.elevation[kurgan.hex("L05")] == 1
    ditch = boards["sos/ditch"]
    trench = [ditch.labels[h] for h in hexes_in(ditch.of_terrain("at_trench"))]
    assert trench == ["B09", "C08", "D08", "E07", "F08", "O09", "P09"]


def test_the_data_have_no_problems():
    assert GAME.problems() == []
