"""The unit types of Awakening the Bear: counters in the box and the figures the rulebook states."""

import pytest

from balka.core.proof import rule
from balka.games.awakening_the_bear import catalogue

UNITS = catalogue.title().units

COUNTS = {
    "ger_rifle_41": 8, "ger_lmg34": 7, "ger_pioneer": 3, "ger_hmg34": 2, "ger_mortar_5cm": 2, "ger_mortar_8cm": 2,
    "ger_tank_hunters": 1, "ger_inf_gun_75mm": 2, "ger_pak36": 2, "ger_pak38": 2, "ger_fk297": 1, "ger_flak18_88": 1,
    "ger_wagon": 3, "ger_opel": 2, "ger_sdkfz_251_1": 2, "ger_protze_pak36": 1, "ger_sdkfz_232l": 1, "ger_demag_d7": 1,
    "ger_pzjg_35r": 1, "ger_pz_2f": 3, "ger_pz_38t": 1, "ger_pz_3e": 2, "ger_pz_3h": 1, "ger_pz_3j": 1, "ger_pz_4e": 2,
    "ger_pz_4f2": 1, "ger_somua": 1, "ger_b2f": 1, "ger_t34_captured": 1,
    "sov_rifle_41": 12, "sov_smg_rifle": 4, "sov_maxim": 3, "sov_nkvd": 3, "sov_mortar_50mm": 2, "sov_mortar_82mm": 2,
    "sov_inf_gun_76mm": 1, "sov_atg_45mm": 2, "sov_f22": 1, "sov_wagon": 4, "sov_gaz": 2, "sov_ba10": 2, "sov_ot26": 1,
    "sov_zis30": 1, "sov_t26b": 4, "sov_bt7": 2, "sov_t35": 1, "sov_t34a": 4, "sov_t34b": 2, "sov_kv1a": 2,
    "sov_kv2a": 1,
}  # fmt: skip

# Figures the rulebook states: it always wins over what was published or estimated.
STATED = [
    ("ger_rifle_41", {"attack_cost": 3, "move_cost": 1, "red_fp": 2, "flank_def": 11, "def_color": "red"}),
    ("ger_lmg34", {"attack_cost": 2, "move_cost": 1, "red_fp": 4, "def_color": "red"}),
    ("ger_pioneer", {"attack_cost": 2, "move_cost": 1, "red_fp": 4, "blue_fp": 3, "flank_def": 12, "range": 3}),
    ("ger_hmg34", {"attack_cost": 2, "red_fp": 5, "def_color": "red"}),
    ("ger_pak38", {"move_cost": 4}),
    ("ger_sdkfz_251_1", {"attack_cost": 2, "move_cost": 1, "red_fp": 3, "def_color": "blue", "bonus_track": 2}),
    ("ger_pzjg_35r", {"flank_def": 13, "def_color": "blue"}),
    ("ger_pz_3e", {"move_cost": 1, "move_type": "tracked", "bonus_track": 1}),
    ("sov_rifle_41", {"attack_cost": 4, "move_cost": 1, "red_fp": 3, "blue_fp": 0, "front_def": 12, "flank_def": 11}),
    ("sov_smg_rifle", {"move_cost": 1, "red_fp": 4, "flank_def": 11, "def_color": "red"}),
    ("sov_maxim", {"attack_cost": 3, "move_cost": 2, "red_fp": 3, "def_color": "red"}),
    ("sov_atg_45mm", {"attack_cost": 3, "red_fp": 3, "blue_fp": 6}),
    ("sov_t34a", {"move_cost": 1, "move_type": "tracked", "red_fp": 5, "blue_fp": 7, "bonus_track": 2}),
]


def flagged(*flags: str) -> set[str]:
    """Unit types with one of the flags."""
    return {name for name, kind in UNITS.items() if kind.flags & set(flags)}


def of_class(*classes: str) -> set[str]:
    return {name for name, kind in UNITS.items() if kind.unit_class in classes}


def test_counters_of_the_unit_list():
    assert {name: kind.count for name, kind in UNITS.items()} == COUNTS


@pytest.mark.parametrize(("unit", "figures"), STATED)
def test_figures_stated_by_the_rulebook(unit, figures):
    kind = UNITS[unit]
    assert {name: getattr(kind, name) for name in figures} == figures


@rule("atb-12.0-n")
def test_the_sample_mortar():
    """[12.0] The German 8cm mortar has its figures."""
    kind = UNITS["ger_mortar_8cm"]
    assert (kind.attack_cost, kind.indirect_cost, kind.move_cost, kind.red_fp, kind.blue_fp) == (3, 4, 3, 3, 2)
    assert (kind.front_def, kind.flank_def, kind.range_min, kind.range) == (13, 10, 3, 16)
    assert {"mortar", "he"} <= kind.flags


@rule("atb-16.0-b")
def test_trucks_can_only_fight_hand_to_hand():
    """[16.0] Both figures are -2 and the range is 0; the truck of 14.1 has two wheels."""
    trucks = [UNITS[name] for name in sorted(flagged("truck"))]
    assert [kind.id for kind in trucks] == ["ger_opel", "sov_gaz"]
    assert {(kind.red_fp, kind.blue_fp, kind.range) for kind in trucks} == {(-2, -2, 0)}
    assert {(kind.move_cost, kind.bonus_wheel) for kind in trucks} == {(1, 2)}


@rule("atb-5.0-a", "atb-14.0-b")
def test_the_colour_of_the_move_cost_tells_men_wheels_and_tracks_apart():
    """[5.0, 14.0] Men on foot have red, trucks, wagons and armoured cars green, tanks blue move costs."""
    ways = {
        way: {name for name, kind in UNITS.items() if kind.move_type == way} for way in ("foot", "wheeled", "tracked")
    }
    assert ways["foot"] == of_class("infantry", "engineer", "machine_gun", "mortar")
    assert {name for name, kind in UNITS.items() if kind.is_foot} == ways["foot"]
    assert of_class("truck", "wagon", "armored_car") <= ways["wheeled"]
    assert of_class("tank") <= ways["tracked"]


@rule("atb-1.1-c")
def test_unburdened_means_on_foot_at_two_points_or_less():
    """[1.1]"""
    assert flagged("unburdened") == {name for name, kind in UNITS.items() if kind.is_foot and kind.move_cost <= 2}


@rule("atb-1.1-d")
def test_infantry_machine_guns_and_light_mortars_are_unburdened():
    """[1.1] Only the heavier mortars are not."""
    light = {"ger_mortar_5cm", "sov_mortar_50mm"}
    assert flagged("unburdened") == of_class("infantry", "engineer", "machine_gun") | light


@rule("atb-7.0-b")
def test_men_guns_and_trucks_are_soft_and_armour_is_blue():
    """[7.0, 15.0]"""
    red = {name for name, kind in UNITS.items() if kind.def_color == "red"}
    assert of_class("infantry", "engineer", "machine_gun", "mortar", "field_gun", "truck", "wagon") <= red
    assert not of_class("tank", "apc", "armored_car", "spg") & red


@rule("atb-15.4-a")
def test_turrets():
    """[15.4, 15.5] Tanks and armoured cars have turrets, self-propelled guns have none."""
    assert of_class("tank", "armored_car") <= flagged("turret") and not flagged("spg") & flagged("turret")


@rule("atb-15.6-a")
def test_open_topped_vehicles_have_a_blue_flank():
    """[15.6] The PzJg 35R is the rulebook's."""
    assert flagged("open_top") == {"ger_pzjg_35r"} and UNITS["ger_pzjg_35r"].flank_color == "blue"


@rule("atb-19.1-a")
def test_flamethrowers():
    """[19.1] Pioneers and two tanks, one of them with the thrower in its hull."""
    assert flagged("flame") == {"ger_pioneer", "ger_b2f", "sov_ot26"} and flagged("flame_hull") == {"ger_b2f"}


def test_flags_the_rulebook_speaks_of():
    """[7.7.3, 12.0, 13.1, 16.0, 17.0]"""
    assert {"ger_hmg34", "sov_atg_45mm"} <= flagged("crew_red")
    assert {name for name, kind in UNITS.items() if kind.indirect_cost} == {"ger_mortar_8cm", "sov_mortar_82mm"}
    assert flagged("smoke") == {"ger_mortar_8cm", "sov_mortar_82mm", "ger_pioneer"}
    assert flagged("no_control") == flagged("no_cap_loss") == flagged("truck", "wagon")
    assert flagged("no_attack") == flagged("wagon") == {n for n, kind in UNITS.items() if kind.attack_cost is None}
    assert flagged("rides_with_rifle") == {"ger_lmg34"} and flagged("apc") == {"ger_sdkfz_251_1"}
