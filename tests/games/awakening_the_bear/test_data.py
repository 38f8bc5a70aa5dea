"""The Awakening the Bear box: what the rulebook says is in it, its tables, and its Firefights."""

from itertools import pairwise

import pytest

from balka.core.proof import rule
from balka.games.awakening_the_bear import GAME, catalogue
from balka.systems.heroes.data.check_mission import may_occupy

BOX = catalogue.title()


# Cards


@rule(
    "atb-card-02-a", "atb-card-03-a", "atb-card-04-a", "atb-card-05-a", "atb-card-06-a", "atb-card-07-a",
    "atb-card-08-a", "atb-card-13-a", "atb-card-20-a", "atb-card-30-a", "atb-card-40-a", "atb-card-41-a",
)  # fmt: skip
def test_copies_of_the_action_cards():
    """[p21]"""
    copies = {f"{card.id} {card.name}": card.copies for card in BOX.cards.values() if card.family == "action"}
    assert copies == {
        "02 Command Action": 13, "03 Follow Me!": 3, "04 Rally Up!": 3, "05 Rapid Deployment": 2,
        "06 Battlefield Confusion": 2, "07 Experienced Sergeant": 2, "08 Frontline Officer": 2, "11 Seek Cover!": 2,
        "13 Sniper Fire": 3, "20 Bogged Down": 1, "30 Scout Teams": 1, "40 Mine-Laying": 1, "41 Obstacle-Clearing": 1,
    }  # fmt: skip


@rule("atb-card-09-a", "atb-card-10-a", "atb-card-12-a")
def test_copies_of_the_bonus_cards():
    """[p21]"""
    copies = {f"{card.id} {card.name}": card.copies for card in BOX.cards.values() if card.family == "bonus"}
    assert copies == {"09 Careful Aiming": 2, "10 Swift Action": 2, "12 Luck!": 3}


@rule("atb-card-03-b", "atb-card-05-b", "atb-card-11-a")
def test_card_costs_the_rulebook_gives():
    """[8.1, 9.1.4, 9.2, p21] Follow Me! is paid in CAPs, the other two cost nothing."""
    assert (BOX.cards["03"].cost, BOX.cards["03"].cost_color) == (2, "blue")
    assert {BOX.cards[name].cost for name in ("02", "05", "11")} == {0}
    assert BOX.cards["11"].copies == 2


@rule("atb-card-weapon-grenades-a", "atb-card-weapon-molotov-a", "atb-card-weapon-tellermine-a")
def test_weapon_cards_of_the_foot_units():
    """[8.4, p21]"""
    grenades, molotov, mine = (BOX.cards[name] for name in ("GRENADES", "MOLOTOV", "TELLERMINE"))
    assert (grenades.copies, grenades.side, grenades.cost, grenades.red_fp) == (1, "german", 0, 5)
    assert (molotov.copies, molotov.side, molotov.cost) == (1, "soviet", 0)
    assert (mine.copies, mine.side, mine.cost, mine.cost_color) == (1, "german", 2, "either")


@rule("atb-card-weapon-oba-a", "atb-card-weapon-oba-b")
def test_each_side_has_one_artillery_card():
    """[p21] The red 6 of the Soviet one stands in an example of 18.4."""
    guns = [card for card in BOX.cards.values() if card.kind == "artillery"]
    assert [(card.side, card.copies, card.name.split(" ", 2)[2]) for card in guns] == [
        ("german", 1, "10.5cm leFH18"), ("soviet", 1, "122mm m.38"),
    ]  # fmt: skip
    assert BOX.cards["OBA_SOV"].red_fp == 6


def test_copies_of_the_event_cards():
    """[p21]"""
    copies = {card.id: card.copies for card in BOX.cards.values() if card.family == "event"}
    assert copies == dict.fromkeys(("SCORE", "EVENT", "GAME_ENDS", *(f"OBJECTIVE_{n}" for n in range(1, 5))), 1)


@rule("atb-8.0-a")
def test_cards_are_of_four_families():
    """[8.0]"""
    assert {card.family for card in BOX.cards.values()} == {"action", "bonus", "event", "weapon"}


# Hit Markers


def copies_of(pile: str) -> dict[str, int]:
    """How often each Hit Marker is in a pile; the colours of a damaged gun are one marker in the rulebook."""
    copies: dict[str, int] = {}
    for marker in BOX.markers.values():
        if marker.pile == pile:
            name = marker.name.partition(" (")[0]
            copies[name] = copies.get(name, 0) + marker.copies
    return copies


@rule(
    "atb-hit-foot-stunned-a", "atb-hit-foot-unnerved-a", "atb-hit-foot-kia-a", "atb-hit-foot-panicked-a",
    "atb-hit-foot-pinned-a", "atb-hit-foot-suppressed-a", "atb-hit-foot-cowering-a", "atb-hit-foot-berserk-a",
    "atb-hit-foot-total-a",
)  # fmt: skip
def test_copies_of_the_foot_hit_markers():
    """[7.4] 20 in all."""
    foot = copies_of("foot")
    assert foot == {
        "Stunned": 2, "Unnerved": 2, "KIA": 1, "Panicked": 2, "Pinned": 5, "Suppressed": 5, "Cowering": 2, "Berserk": 1,
    }  # fmt: skip
    assert sum(foot.values()) == 20


@rule(
    "atb-hit-veh-destroyed-a", "atb-hit-veh-gun-damaged-a", "atb-hit-veh-immobilized-a", "atb-hit-veh-light-damage-a",
    "atb-hit-veh-panicked-a", "atb-hit-veh-stunned-a", "atb-hit-veh-suppressed-a", "atb-hit-veh-total-a",
)  # fmt: skip
def test_copies_of_the_vehicle_hit_markers():
    """[15.2] 20 in all."""
    vehicle = copies_of("vehicle")
    assert vehicle == {
        "Destroyed": 1, "Gun Damaged": 2, "Immobilized": 5, "Light Damage": 4, "Panicked": 1, "Stunned": 2,
        "Suppressed": 5,
    }  # fmt: skip
    assert sum(vehicle.values()) == 20


@rule(
    "atb-hit-foot-stunned-c", "atb-hit-foot-unnerved-c", "atb-hit-foot-panicked-e", "atb-hit-foot-pinned-d",
    "atb-hit-foot-suppressed-e", "atb-hit-foot-cowering-f", "atb-hit-foot-berserk-f", "atb-hit-veh-panicked-d",
    "atb-hit-veh-stunned-c", "atb-hit-veh-suppressed-e",
)  # fmt: skip
def test_rally_numbers():
    """[7.4, 15.2]"""
    assert {marker.id: marker.rally for marker in BOX.markers.values() if marker.recovery == "rally"} == {
        "foot_stunned": 7, "foot_unnerved": 7, "foot_panicked": 8, "foot_pinned": 7, "foot_suppressed": 7,
        "foot_cowering": 8, "foot_berserk": 8, "vehicle_panicked": 9, "vehicle_stunned": 9, "vehicle_suppressed": 8,
    }  # fmt: skip


@rule("atb-hit-veh-gun-damaged-c", "atb-hit-veh-immobilized-e", "atb-hit-veh-light-damage-c")
def test_markers_that_cannot_be_rallied():
    """[15.2] Damage to the machine stays; a killed unit has nothing left to rally."""
    by_recovery = {
        word: {marker.id for marker in BOX.markers.values() if marker.recovery == word} for word in ("no", "never")
    }
    assert by_recovery["no"] == {
        "vehicle_gun_damaged_red", "vehicle_gun_damaged_blue", "vehicle_immobilized", "vehicle_light_damage",
    }  # fmt: skip
    assert by_recovery["never"] == {"foot_kia", "vehicle_destroyed"}


def figures(name: str) -> tuple[int, int, int, int, int | None, int, int]:
    """Attack cost, move cost, red and blue firepower, range, front and flank defence of a Hit Marker."""
    m = BOX.markers[name]
    return m.attack_cost, m.move_cost, m.red_fp, m.blue_fp, m.range, m.front_def, m.flank_def


UNCHANGED = (0, 0, 0, 0, None, 0, 0)


@rule("atb-hit-foot-stunned-d", "atb-hit-foot-pinned-c")
def test_markers_without_figures():
    """[7.4] What Stunned and Pinned bar is a matter of the rules; their figures are all unchanged."""
    assert figures("foot_stunned") == figures("foot_unnerved") == figures("foot_pinned") == UNCHANGED
    assert BOX.markers["foot_pinned"].bars == {"move_cost"}
    assert figures("vehicle_light_damage") == UNCHANGED and not BOX.markers["vehicle_light_damage"].bars


@rule(
    "atb-hit-foot-suppressed-b", "atb-hit-foot-suppressed-c", "atb-hit-foot-suppressed-d",
    "atb-hit-veh-suppressed-b", "atb-hit-veh-suppressed-c", "atb-hit-veh-suppressed-d",
)  # fmt: skip
def test_suppressed():
    """[7.4, 15.2] Attacks cost 1 more; a vehicle's blue figure suffers most. Moving and defence stay."""
    assert figures("foot_suppressed") == (1, 0, -2, -2, None, 0, 0)
    assert figures("vehicle_suppressed") == (1, 0, -2, -3, None, 0, 0)
    assert not BOX.markers["foot_suppressed"].bars and not BOX.markers["vehicle_suppressed"].bars


@rule(
    "atb-hit-foot-cowering-b", "atb-hit-foot-cowering-c", "atb-hit-foot-cowering-d", "atb-hit-foot-cowering-e",
    "atb-hit-foot-berserk-b", "atb-hit-foot-berserk-c", "atb-hit-foot-berserk-d", "atb-hit-foot-berserk-e",
)  # fmt: skip
def test_cowering_and_berserk():
    """[7.4] Both shorten the range to 1 and raise the defence."""
    cowering, berserk = figures("foot_cowering"), figures("foot_berserk")
    assert cowering[:5] == (2, 1, 0, 0, 1) and "pivot_cost_too" in BOX.markers["foot_cowering"].special
    assert berserk[:5] == (-1, 0, 1, 1, 1)
    assert min(*cowering[5:], *berserk[5:]) > 0


@rule(
    "atb-hit-foot-panicked-c", "atb-hit-foot-panicked-d", "atb-hit-veh-panicked-c", "atb-hit-veh-immobilized-c",
    "atb-hit-veh-immobilized-d",
)  # fmt: skip
def test_markers_that_shift_the_defence():
    """[7.4, 15.2]"""
    front, flank = figures("foot_panicked")[5:]
    assert front < 0 < flank
    assert figures("vehicle_panicked")[5:] == (-4, 0) and figures("vehicle_immobilized")[5:] == (-1, 1)


def test_each_damaged_gun_bars_one_colour():
    """[15.2]"""
    damaged = [m for m in BOX.markers.values() if m.name.startswith("Gun Damaged")]
    assert [m.bars for m in damaged] == [{"red_fp"}, {"blue_fp"}] and not any(m.bars_attack for m in damaged)


# Works


@rule("atb-18.0-a")
def test_fortifications_and_obstacles():
    """[18.0]"""
    names = {
        kind: {work.name.split(" +")[0] for work in BOX.works.values() if work.kind == kind}
        for kind in ("fortification", "obstacle")
    }
    assert names["fortification"] == {"Trench", "Bunker", "Hasty Defense"}
    assert names["obstacle"] == {"Barbed Wire", "Road Block", "Mines"}


@rule("atb-18.1.2-h", "atb-18.4-h")
def test_the_bunker_of_the_example():
    """[18.1.2, 18.4]"""
    bunker = BOX.works["bunker_5"]
    assert (bunker.front_bonus, bunker.flank_bonus, bunker.destroy_dr, bunker.has_facing) == (5, 3, 16, True)


def test_figures_of_the_other_works():
    """[18.1.1, 18.1.3, 18.3.2, 18.3.3]"""
    bonus = {name: (work.front_bonus, work.flank_bonus) for name, work in BOX.works.items() if name != "bunker_5"}
    none = (0, 0)
    assert bonus == {
        "trench": (2, 2), "hasty_defense": (1, 1), "road_block": (1, 1), "barbed_wire": none, "mines": none,
    }  # fmt: skip
    assert BOX.works["mines"].hit_number == 8


def test_who_fits_into_a_trench_and_a_bunker():
    """[18.1.1, 18.1.2] Trenches take mortars of any weight, bunkers take guns."""
    takes = {name: {k for k, kind in BOX.units.items() if may_occupy(kind, BOX.works[name])} for name in BOX.works}
    assert {"ger_mortar_8cm", "sov_mortar_82mm", "sov_rifle_41", "sov_maxim"} <= takes["trench"]
    assert {"ger_pak38", "sov_atg_45mm", "sov_rifle_41", "sov_mortar_50mm"} <= takes["bunker_5"]
    assert takes["trench"] ^ takes["bunker_5"] == {"ger_mortar_8cm", "sov_mortar_82mm"} | {
        name for name, kind in BOX.units.items() if "field_gun" in kind.flags
    }
    assert not any(BOX.units[name].is_vehicle for name in takes["trench"] | takes["bunker_5"])


# Firefights


def test_firefights_are_asked_for_by_short_keys():
    assert all(BOX.mission(key.removeprefix("atb/")).key == key for key in BOX.mission_keys)
    assert BOX.mission("partisans") is BOX.mission("atb/partisans") is BOX.mission("ATB-01")


@rule("atb-1.0-a")
@pytest.mark.parametrize("mission", BOX.missions, ids=lambda mission: mission.slug)
def test_a_firefight_says_all_that_is_needed_to_play_it(mission):
    """[1.0] Maps, forces with CAPs, starting VP, piles, cards, Rounds and ways to score."""
    assert mission.maps and 4 <= mission.rounds <= 6 and set(mission.sides) == {"german", "soviet"}
    assert all(force.caps >= 6 and force.unit_counts() for force in mission.forces.values())
    assert set(mission.victory.start) == {"german", "soviet"} and mission.victory.rules
    needs = {
        "vehicle" if BOX.units[unit].is_vehicle else "foot" for f in mission.forces.values() for unit in f.unit_counts()
    }
    assert set(mission.hit_piles) == needs
    without = any(type(used).__name__ == "NoCards" for used in mission.special)
    assert bool(mission.deck) != without


@rule("atb-8.0-b")
def test_decks_name_action_and_bonus_cards_by_number():
    """[8.0] Every deck but that of the first Firefight; weapons are given, never drawn."""
    decks = [mission.deck for mission in BOX.missions if mission.deck]
    assert decks and {BOX.cards[name].family for deck in decks for name in deck} == {"action", "bonus"}
    assert all(deck[:12] == tuple(f"{number:02}" for number in range(2, 14)) for deck in decks)


@rule("atb-2.5.2-a")
def test_every_hex_that_scores_has_a_control_marker_of_one_side():
    """[2.5.2]"""
    for mission in BOX.missions:
        held = {marker.hex: marker.side for marker in mission.control}
        scored = {used.hex for used in mission.victory.rules if type(used).__name__.startswith("VpControl")}
        assert scored and scored <= set(held) and set(held.values()) <= {"german", "soviet"}


def test_the_data_have_no_problems():
    assert GAME.problems() == []


def test_counters_are_numbered_through_the_whole_box_and_their_names_are_unlike_hexes():
    assert BOX.counter_ids("sov_rifle_41") == tuple(f"srif-{n:02}" for n in range(1, 13))
    assert len(BOX.unit_of_counter) == sum(kind.count for kind in BOX.units.values())
    assert BOX.unit_of_counter["tk34a-04"].name.startswith("T-34a")
    assert all(any(a.isalpha() and b.isalpha() for a, b in pairwise(name)) for name in BOX.unit_of_counter)
