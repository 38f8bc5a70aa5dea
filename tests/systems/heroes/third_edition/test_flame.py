"""Flamethrowers, Engineers, and weapons in the hand. [chapter 18, 8.3, 8.9-c, cards W01 to W03]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, box, hands, on

from balka.core.proof import rule
from balka.systems.heroes.data.mission_data import AbilityOff, WeaponLimit
from balka.systems.heroes.units import Works

NEAR = "x\na"


def armed(picture: str, card: str, *, told: dict[str, Any] | None = None, **rest: Any) -> Game:
    """The side of the card has it."""
    side = box().cards[card].side
    return on(picture, told={"weapons": {side: (card,)}, **(told or {})}, **{"active": side, **rest})


# -- flamethrowers


@rule("sos-18.0-a", "sos-18.0-b", "sos-18.0-c", "sos-18.0-d", "sos-18.1-b")
def test_engineers_may_use_flame_instead_of_fire():
    game = on(NEAR, a="eng N", x="rif S")
    assert game.offers("fire a x") and game.offers("flame a A01")
    assert game.rating("flame a A01", "Attack Rating") == [(3, "6.5-b"), (3, "6.6-b")]
    assert game.rating("flame a A01", "Defense Rating") == [(11, "18.0-d")], "the flank, even from in front"
    assert game.cost("flame a A01") == 3


@rule("sos-18.0-b")
def test_flame_reaches_one_hex():
    game = on("x\n.\na", a="eng N", x="rif S")
    assert game.why_not("flame a A01") == "sos-18.0-b" and game.offers("fire a x")
    tank = on(NEAR, a="eng N", x="tk34c S")
    assert tank.rating("flame a A01", "Attack Rating")[0] == (3, "6.5-c")


@rule("sos-18.0-c")
def test_hand_to_hand_flame_has_the_close_combat_bonus():
    game = on("a+x", a="eng N", x="rif S")
    assert game.rating("scorch a x", "Attack Rating") == [(3, "6.5-b"), (4, "6.6-c")]
    game.play("scorch a x", dice=[2, 2, "pinned", 5])
    assert game.unit("x").marker


@rule("sos-18.0-e")
@pytest.mark.parametrize("ground", ["W", "B", "S"])
def test_no_terrain_helps_against_flame(ground):
    game = on(f"x:{ground}\na", a="eng N", x="rif S")
    assert game.rating("flame a A01", "Defense Rating") == [(11, "18.0-d")]


@rule("sos-18.0-e", "sos-15.15-a", "sos-12.3-d")
def test_neither_a_vehicle_nor_a_ditch_covers_from_flame_but_height_and_works_do():
    beside = on("a\nx+y", a="eng S", x="rif N", y="gaz N")
    assert [value for value, _ in beside.rating("flame a A02", "Defense Rating")] == [11]
    assert beside.rating("fire a x", "Defense Rating")[-1] == (1, "15.15-a")
    ditch = on("a\nx", a="eng S", x="rif N", balkas=["A01/A02"])
    assert len(ditch.rating("flame a A02", "Defense Rating")) == 1
    assert ditch.rating("fire a x", "Defense Rating")[-1] == (1, "12.3-d")
    hill = on("a\nx:1", a="eng S", x="rif N")
    assert hill.rating("flame a A02", "Defense Rating")[-1] == (1, "12.5-b")
    dug = on("a\nx", a="eng S", x="rif N dug-in")
    assert dug.rating("flame a A02", "Defense Rating")[-1] == (1, "17.7-b")


@rule("sos-15.16-a")
def test_a_flame_tank_cannot_burn_down_steep_ground():
    game = on("t\nx:vv", t="flamm S", x="rif N")
    assert not game.offers("flame t A02") and game.why_not("flame t A02") == "sos-15.16-a"
    assert on("t\nx:v", t="flamm S", x="rif N").offers("flame t A02"), "one level is no steep ground"
    assert on("t:vv\nx", t="flamm S", x="rif N").offers("flame t A02"), "upwards it may"
    assert on("t\nx:vv", t="eng S", x="rif N").offers("flame t A02"), "on foot it may"
    assert on("t .\n. x:vv", t="flamm S", x="rif N").why_not("flame t B01") == "sos-18.0-b", "that is out of its Arc"


@rule("sos-10.5-b", "sos-18.0-a", "sos-hit-armored-panicked-a")
def test_who_may_not_attack_leads_no_group_with_its_flamethrower():
    fit = on("x\na b", a="flamm N", b="pz3l N", x="rif S").gather("a", "b")
    assert fit.offers("flame a A01")
    panicked = on("x\na b", a="flamm N panicked", b="pz3l N", x="rif S").gather("a", "b")
    assert panicked.choices() == ["act move", "act stall"]


@rule("sos-18.0-e", "sos-18.0-g")
@pytest.mark.parametrize(("value", "cover"), [("rulebook", [(2, "14.3-a")]), ("manual", [])])
def test_smoke_does_unless_the_older_manual_is_played(value, cover):
    game = on(NEAR, a="eng N", x="rif S", told={"smoke": {"A01": "heavy"}, "options": {"flame_smoke": value}})
    assert game.rating("flame a A01", "Defense Rating")[1:] == cover


@rule("sos-18.0-f")
def test_hidden_units_in_the_flames_are_revealed_and_attacked():
    game = on("h:W\na", a="eng N", h="rif S hidden")
    game.begin("flame a A01")
    assert game.asked == "reveal.face" and game.seat == SOVIET
    game.begin("face h S", dice=[3, 3, "pinned", 5])
    assert not game.is_hidden("h") and game.unit("h").marker


@rule("sos-18.0-f")
def test_flame_may_be_turned_on_an_empty_hex_where_units_may_hide():
    """The list tells nothing: it is the same with and without somebody there."""
    hiding = {"hiding": True}
    empty = on("W\na", a="eng N", told=hiding)
    held = on("h:W\na", a="eng N", h="rif S hidden")
    assert empty.choices("a", "flame") == held.choices("a", "flame") == held.view(GERMAN).choices("a", "flame")
    assert not on("W\na", a="eng N").offers("flame a A01"), "nobody hides in this Mission"
    empty.play("flame a A01", dice=[5])


@rule("sos-18.0-h", "sos-18.0-b")
def test_who_has_a_flamethrower():
    flames = {kind.slug for kind in box().units.values() if "flame" in kind.flags}
    assert flames == {"eng", "flamm"}
    tank = on(NEAR, a="flamm N", x="rif S")
    assert tank.rating("flame a A01", "Attack Rating") == [(3, "6.5-b"), (3, "6.6-b")]
    assert on(NEAR, a="inf N", x="rif S").why_not("flame a A01") == "sos-18.0-h"


@rule("sos-18.0-a")
def test_a_mission_may_take_flame_away():
    """[special rule ability_off]"""
    special = (AbilityOff(unit="ger_panzer_engineer", abilities=("flame",)),)
    game = on(NEAR, a="eng N", x="rif S", told={"special": special})
    assert game.why_not("flame a A01") == "sos-18.0-h" and game.offers("fire a x")


@rule("sos-18.0-a")
def test_an_open_top_burns_as_a_soft_target():
    game = on(NEAR, a="flamm N", x="su76 S")
    assert game.need("flame a A01") == 12 - 6
    game.play("flame a A01", dice=[4, 5, "pinned", 2])
    assert game.unit("x").marker == "soft_pinned" and game.unit("a").spent


@rule("sos-18.0-b")
def test_a_flame_turret_turned_out_of_its_arc_costs_more():
    game = on("x\na", a="flamm S", x="rif S")
    assert game.parts("flame a A01") == [(3, "2.4-b"), (2, "16.3-c")]


@rule("sos-18.1-a")
def test_engineers_are_foot_units():
    game = on(".\na", a="eng N")
    assert game.cost("move a A01 N") == 1 and game.offers("dig a")
    assert box().units["ger_panzer_engineer"].is_foot


# -- weapons in the hand


@rule("sos-card-W01-b", "sos-card-W01-c", "sos-8.9-c", "sos-8.6-a")
def test_grenades_fly_one_hex():
    game = armed("x:S\na", "W01", a="inf N", x="rif S", caps={GERMAN: 1, SOVIET: 0})
    assert game.cost("use a W01 A01") == 1
    assert game.rating("use a W01 A01", "Attack Rating") == [(3, "6.5-b"), (3, "6.6-b")]
    assert game.rating("use a W01 A01", "Defense Rating") == [(11, "8.9-c"), (2, "6.4-c")], "flank, with its terrain"
    game.begin("use a W01 A01", "caps 0", dice=[6, 3, "pinned"]).play("caps 0", dice=[2])
    assert game.unit("x").marker and not game.unit("a").spent and game.stressed("a")


@rule("sos-card-W01-b")
@pytest.mark.parametrize("thrower", ["inf", "mg34"])
def test_grenades_hand_to_hand_crew_served_or_not(thrower):
    game = armed("a+x", "W01", a=f"{thrower} N", x="rif S")
    assert game.rating("use a W01 x", "Attack Rating") == [(3, "6.5-b"), (4, "6.6-c")]


@rule("sos-8.9-c")
def test_grenades_burst_in_the_trees():
    game = armed("x:W\na", "W01", a="inf N", x="rif S")
    assert game.rating("use a W01 A01", "Defense Rating") == [(11, "8.9-c")]


@rule("sos-card-W02-b", "sos-card-W02-c", "sos-card-W02-d")
def test_molotov_cocktails():
    near = armed("a:S\nx", "W02", a="inf S", x="rif N")
    assert near.rating("use x W02 A01", "Attack Rating") == [(3, "6.5-b"), (-2, "6.6-a")], "Long Range, no Short Range"
    assert (2, "6.4-c") in near.rating("use x W02 A01", "Defense Rating")
    close = armed("a+x", "W02", a="pz3l S", x="rif N")
    assert close.rating("use x W02 a", "Attack Rating") == [(4, "6.5-c"), (4, "6.6-c")]


@rule("sos-card-W03-b", "sos-card-W03-c")
def test_demolitions_only_underfoot_and_through_any_wall():
    game = armed("a+x:S", "W03", a="inf N", x="rif S")
    assert game.rating("use a W03 x", "Attack Rating") == [(6, "6.5-b"), (4, "6.6-c")]
    assert game.rating("use a W03 x", "Defense Rating") == [(11, "6.9-e")]
    assert not armed(NEAR, "W03", a="inf N", x="rif S").offers("use a W03 A01")


@rule("sos-card-W03-b", "sos-17.11-f")
def test_demolitions_blow_up_a_bunker():
    works = {"A01": Works("bunker_5", SOVIET, 3)}
    game = armed("a+x", "W03", a="inf N", x="rif S inside", told={"works": works})
    assert game.need("use a W03 A01") == 16 - 10
    game.play("use a W03 A01", dice=[3, 3, 5])
    assert not game.state.position.works and game.alive("x") and not game.unit("x").inside


@rule("sos-card-W01-a", "sos-card-W02-a", "sos-card-W03-a")
@pytest.mark.parametrize(("card", "side"), [("W01", GERMAN), ("W02", SOVIET), ("W03", GERMAN)])
def test_one_copy_for_the_foot_units_of_one_side(card, side):
    kind = box().cards[card]
    assert (kind.copies, kind.side) == (1, side)
    foot, tank, enemy = ("inf", "pz3l", "rif") if side == GERMAN else ("rif", "tk34c", "inf")
    assert armed("u+e", card, u=f"{foot} N", e=f"{enemy} S").offers(f"use u {card} e")
    assert armed("u+e", card, u=f"{tank} N", e=f"{enemy} S").why_not(f"use u {card} e") == f"sos-card-{card}-a"


@rule("sos-8.3-a")
def test_the_mission_says_how_often_and_by_whom():
    limits = (WeaponLimit(card="W01", uses=2, units=("ger_infantry_43",)),)
    game = armed("x\na+b", "W01", told={"special": limits}, a="inf N", b="gren N", x="rif S")
    assert game.why_not("use b W01 A01") == "sos-card-W01-a"
    for _ in range(2):
        game.play("use a W01 A01", dice=[1, 1, 7]).play("pass")
    assert game.why_not("use a W01 A01") == "sos-8.3-a"


@rule("sos-8.3-a")
def test_once_where_the_mission_says_nothing_and_never_without_the_card():
    game = armed(NEAR, "W01", a="inf N", x="rif S").play("use a W01 A01", dice=[1, 1, 7]).play("pass")
    assert game.why_not("use a W01 A01") == "sos-8.3-a"
    assert on(NEAR, a="inf N", x="rif S").why_not("use a W01 A01") == "sos-8.3-a"


@rule("sos-8.5-a")
def test_a_weapon_is_the_one_action_card_of_the_turn():
    game = armed(NEAR, "W01", told=hands(german="12 09"), a="inf N", x="rif S", caps={GERMAN: 1, SOVIET: 0})
    game.begin("play 12", "use a W01 A01", dice=[1, 1, 7])
    assert game.asked == "turn" and not game.offers("play 09 a")


@rule("sos-8.6-b")
def test_a_spent_unit_uses_it_for_caps():
    poor = armed(NEAR, "W01", a="inf N spent", x="rif S")
    assert poor.why_not("use a W01 A01") == "sos-8.6-b"
    rich = armed(NEAR, "W01", a="inf N spent", x="rif S", caps={GERMAN: 1, SOVIET: 0})
    assert rich.offers("use a W01 A01")


# -- by a Group


@rule("sos-8.9-b", "sos-10.12-b", "sos-10.7-a")
def test_a_group_throws_grenades_once_for_the_price_on_the_card():
    game = armed("x .\na b", "W01", a="inf N", b="inf NW stressed", x="rif S").gather("a", "b")
    assert game.cost("use a W01 A01") == 1, "neither Stress nor numbers change the cost of a card"
    assert (1, "10.7-a") in game.rating("use a W01 A01", "Attack Rating")
    game.play("use a W01 A01", dice=[1, 1, 1])
    assert game.unit("a").spent and game.unit("b").spent and game.stressed("a") and game.stressed("b")
    assert game.state.tracks.used == ("W01",)


@rule("sos-8.9-b", "sos-10.6-b")
def test_grenades_are_supported_only_by_who_could_support_any_attack():
    away = armed("x .\na b\n. .", "W01", a="inf N", b="inf S", x="rif S").gather("a", "b")
    assert not away.offers("use a W01 A01"), "it looks the other way"
    close = armed("a+b+x", "W01", a="inf N", b="inf N", x="rif S").gather("a", "b")
    assert close.offers("use a W01 x") and close.offers("use b W01 x")


@rule("sos-8.9-b")
def test_demolitions_bear_no_group_icon_and_are_laid_alone():
    told = {"works": {"A01": Works("bunker_4", SOVIET)}}
    game = armed("a+b", "W03", a="inf N", b="inf N", told=told)
    assert game.offers("use a W03 A01")
    assert not any(text.startswith("use") for text in game.gather("a", "b").choices())


@rule("sos-8.5-a", "sos-8.9-b")
def test_a_group_plays_no_second_action_card_in_a_turn():
    told = {**hands(german="04 04 12"), "weapons": {GERMAN: ("W01",)}}
    game = on("x .\na b", a="inf N pinned", b="inf NW pinned", x="rif S", told=told, caps={GERMAN: 1, SOVIET: 0})
    game.begin("play 12").gather("a", "b")
    assert game.offers("play 04")
    game.begin("play 04", dice=[1, 1, 1, 1]).gather("a", "b")
    assert not game.offers("play 04") and not game.offers("use a W01 A01")


@rule("sos-10.1-c", "sos-10.12-b")
@pytest.mark.parametrize(("caps", "offered"), [(1, False), (2, True)])
def test_spent_members_need_the_caps_for_the_card(caps, offered):
    told = hands(german="03")
    game = on("a b", a="inf N pinned", b="inf N pinned spent", told=told, caps={GERMAN: caps, SOVIET: 0})
    assert game.gather("a", "b").offers("play 03") == offered
