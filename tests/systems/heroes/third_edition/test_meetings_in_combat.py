"""Where chapters meet in a fight: support, planes, shells, works, cards, the CAPs track. [docs/interactions/sos.md]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, hands, on
from tests.systems.heroes.third_edition.test_artillery import aimed, gunnery, planned

from balka.core.proof import rule
from balka.systems.heroes.data.mission_data import Airplane, VpPerUnitDestroyed
from balka.systems.heroes.units import Works

RICH = {GERMAN: 6, SOVIET: 6}
PIT = Works("gun_pit_3", GERMAN, 0)
BUNKER = Works("bunker_5", GERMAN, 0)


def mines(side: str = SOVIET, *, hidden: bool = True) -> Works:
    return Works("mines", side, 0, hidden)


def sturmovik(picture: str, *, told: dict[str, Any] | None = None, **units: str) -> Game:
    """A Soviet plane comes in over A01, flying south, and its attack is about to be rolled."""
    special = (Airplane(card="W04", rounds=(1,), uses=1),)
    facts = {"weapons": {SOVIET: ("W04",)}, "special": special, **(told or {})}
    return on(picture, active=SOVIET, caps=RICH, told=facts, **units).begin("plane W04", "at A01 S")


# -- support


@rule("sos-16.1-e", "sos-10.6-b", "sos-10.6-e")
def test_a_truck_supports_hand_to_hand_and_never_from_afar():
    close = on("a+t+x\n.", t="maul N", a="inf N", x="rif S").gather("a", "t")
    assert close.offers("assault a x")
    assert close.rating("assault a x", "Attack Rating")[1] == (1, "10.7-a")
    afar = on("x\na+t\n.", t="maul N", a="inf N", x="rif S").gather("a", "t")
    assert not afar.offers("fire a A01") and afar.why_not("fire a A01") in ("sos-10.6-b", "sos-10.6-c")


@rule("sos-17.6-f", "sos-10.6-b")
def test_a_mortar_in_a_bunker_supports_nobody():
    units = {"m": "8cm N inside", "a": "inf N inside", "x": "rif S"}
    inside = on("x\n.\n.\na+m\n.", told={"works": {"A04": BUNKER}}, **units).gather("a", "m")
    assert not inside.offers("fire a A01") and inside.why_not("fire a A01") == "sos-17.6-f"
    assert on("x\n.\n.\na+m\n.", m="8cm N", a="inf N", x="rif S").gather("a", "m").offers("fire a A01")


@rule("sos-13.1-a", "sos-10.6-b")
def test_a_mortar_supports_no_nearer_than_its_minimum_range():
    game = on("x\n.\na+m\n.", m="8cm N", a="inf N", x="rif S").gather("a", "m")
    assert game.why_not("fire a A01") == "sos-10.6-b"


@rule("sos-15.16-a", "sos-10.6-b", "sos-11.7-a")
def test_a_tank_neither_supports_nor_searches_down_steep_ground():
    game = on("x:vv .\na+m .", m="pz3l N", a="inf N", x="rif S")
    assert game.offers("fire a x") and not game.offers("fire m x")
    assert not game.gather("a", "m").offers("fire a A01")
    search = on("x:vv .\na+m .", m="pz3l N", a="inf N", x="rif hidden").begin("recon m")
    assert not search.offers("search A01") and search.offers("search B01")


@rule("sos-11.8-d", "sos-10.5-b", "sos-10.7-a")
def test_a_sniper_who_leads_a_group_picks_one_enemy_with_all_the_support():
    game = on("x+y\n.\na+s\n.", s="gsnip N", a="inf N", x="rif S", y="rif S").gather("a", "s")
    game.begin("fire s A01")
    assert game.choices() == ["at x", "at y"]
    assert (1, "10.7-a") in game.rating("at x", "Attack Rating")
    game.play("at x", dice=[1, 1, 7])


@rule("sos-hit-soft-cowering-d", "sos-10.6-c")
def test_a_cowering_unit_supports_only_against_the_hex_beside_it():
    near = on("x\na+b", a="inf N", b="inf N cowering", x="rif S").gather("a", "b")
    assert near.offers("fire a A01")
    far = on("x\n.\na+b", a="inf N", b="inf N cowering", x="rif S").gather("a", "b")
    assert not far.offers("fire a A01") and far.offers("fire b A01"), "it may lead at Long Range"


@rule("sos-7.9-a", "sos-10.9-a", "sos-6.9-b")
def test_a_group_with_one_in_close_combat_rallies_no_one():
    game = on("a+x\nb", a="inf N pinned", b="inf N pinned", x="rif S").gather("b", "a")
    assert "act rally" not in game.choices()
    assert on("a+x\nb", a="inf N pinned", b="inf N pinned", x="rif S").offers("rally b")


@rule("sos-hit-soft-pinned-b", "sos-10.4-b")
def test_a_pinned_unit_may_be_a_link_and_tires_with_the_rest():
    game = on(". . .\na b c", a="inf N", b="inf N pinned", c="inf N").gather("a", "b", "c").begin("act move")
    assert game.choices("a") and game.choices("c") and not game.choices("b")
    game.play("move a A01 N", "move c C01 N", dice=[1])
    assert all(game.unit(name).spent for name in "abc") and not game.unit("b").shown


# -- mines


@rule("sos-17.10-c", "sos-10.10-c", "sos-10.1-a")
def test_a_group_that_loses_its_first_on_mines_pays_with_those_left():
    game = on(". . .\na b .", a="inf N", b="inf N", told={"works": {"A01": mines()}}).gather("a", "b")
    game.begin("act move", "move a A01 N", dice=[6, 6])
    assert not game.alive("a") and game.asked == "group.move"
    game.play("move b B01 N", dice=[1])
    assert game.unit("b").spent and game.stressed("b")


@rule("sos-17.10-f", "sos-10.2-c")
def test_who_turns_on_mines_in_a_group_move_sets_them_off():
    told = {"works": {"A01": mines(hidden=False)}}
    game = on("a b", a="inf N", b="inf N", told=told).gather("a", "b").begin("act move")
    game.begin("pivot a S", dice=[6, 6])
    assert not game.alive("a")


@rule("sos-18.1-c", "sos-17.10-f")
def test_engineers_may_also_turn_among_mines():
    told = {"works": {"A01": mines(hidden=False)}}
    game = on("a", a="eng N", told=told).play("pivot a S", dice=[7])
    assert game.facing("a") == "S"


@rule("sos-card-V01-b", "sos-17.10-l")
def test_a_veteran_pinned_on_mines_hurries_no_further():
    told = {"veterans": {GERMAN: ("V01",)}, "works": {"A02": mines()}}
    game = on(".\n.\na", a="inf N", caps={GERMAN: 6, SOVIET: 0}, told=told)
    game.begin("move a A02 N", dice=[4, 5, "pinned"])
    assert game.asked == "cost.caps", "staying is all that is left"


# -- works


@rule("sos-17.5-b", "sos-16.3-b", "sos-16.3-c")
def test_a_turret_in_a_gun_pit_fires_all_round_for_two_more():
    game = on("x\n.\na\n.\ny", a="pz3l N inside", x="rif S", y="rif N", told={"works": {"A03": PIT}})
    assert game.cost("fire a x") == 3 and game.cost("fire a y") == 5
    gun = on("x\n.\na\n.\ny", a="pak38 N inside", x="rif S", y="rif N", told={"works": {"A03": PIT}})
    assert gun.offers("fire a x") and not gun.offers("fire a y")


@rule("sos-17.7-c", "sos-17.11-f")
def test_hand_to_hand_nobody_strikes_at_a_hasty_defense():
    game = on("a+x\n.", a="inf N", x="rif N dug-in")
    assert "raze" not in game.verbs("a") and (1, "17.7-b") in game.rating("assault a x", "Defense Rating")


@rule("sos-15.9-b", "sos-6.11-b", "sos-6.11-a")
def test_who_gets_off_into_an_enemys_hex_closes_the_way_to_its_vehicle():
    game = on("x .\na+t .", t="sd251 N", a="inf N carrier=t", x="rif S", y="rif S")
    game.play("unload a A01 N", dice=[7])
    assert game.why_not("move x A02 S") == "sos-6.11-b" and game.offers("assault x a")


@rule("sos-15.15-a", "sos-6.9-f", "sos-13.9-b")
def test_a_vehicle_covers_men_hand_to_hand_and_under_shells_too():
    close = on("a+x+t\n.", a="inf N", x="rif N", t="gaz N")
    assert (1, "15.15-a") in close.rating("assault a x", "Defense Rating")
    shells = on("x+t\n.\n.\nm", m="8cm N", x="rif N", t="gaz N")
    shells.begin("fire m x")
    assert (1, "15.15-a") in shells.rating("at x", "Defense Rating")


# -- planes and shells


@rule("sos-16.7-g", "sos-15.11-a", "sos-16.5-g", "sos-16.6-a")
def test_a_plane_strikes_the_load_first_and_finds_no_open_top():
    game = sturmovik("z\na+t\n.\n.", z="rif N", t="sd251 N", a="inf N carrier=t")
    assert (2, "16.6-a") in game.rating("caps 0", "Defense Rating")
    game.begin("caps 0", dice=[1, 1])
    assert game.rating("caps 0", "Attack Rating") == [(10, "6.5-c")], "blue Firepower: no HE, no flame, no Sniper"


@rule("sos-16.7-g", "sos-17.6-h", "sos-17.11-c")
def test_a_plane_finds_the_flank_of_a_bunker_and_leaves_the_bunker_standing():
    game = sturmovik("z\na\n.\n.", z="rif N", a="inf N inside", told={"works": {"A02": BUNKER}})
    assert game.rating("caps 0", "Defense Rating") == [(11, "16.7-g"), (2, "17.6-h")]
    game.play("caps 0", dice=[1, 1])
    assert "A02" in game.state.position.works


@rule("sos-16.7-h", "sos-14.3-b", "sos-14.3-a")
def test_smoke_under_a_plane_does_not_spoil_its_aim_but_covers_its_target():
    game = sturmovik("z\na\n.\n.", z="rif N", a="inf N", told={"smoke": {"A01": "heavy", "A02": "heavy"}})
    assert game.rating("caps 0", "Attack Rating") == [(6, "6.5-b")]
    assert (2, "14.3-a") in game.rating("caps 0", "Defense Rating")


@rule("sos-13.8-a", "sos-17.11-c", "sos-17.6-h")
def test_shells_are_rolled_for_the_works_after_the_units_in_them():
    bunker = {"works": {"D03": Works("bunker_5", SOVIET, 0)}}
    game = aimed(planned(gunnery(told=bunker, x="rif N inside"), "plan W06 D03 he"), 6)
    assert (2, "17.6-h") in game.rating("caps 0", "Defense Rating")
    game.begin("caps 0", dice=[1, 1])
    assert game.state.stack[-1].now == "works:d03"


@rule("sos-13.8-a", "sos-15.11-a", "sos-15.11-c")
def test_shells_strike_the_load_before_its_truck():
    game = aimed(planned(gunnery(". . .\n. x+t .\n. . .", x="rif N carrier=t", t="gaz N"), "plan W06 B02 he"), 6)
    assert game.state.stack[-1].now == "x"
    game.begin("caps 0", "caps 0", dice=[1, 1, 6, 6])
    assert game.asked == "transport.lost" and not game.alive("t")


# -- cards


@rule("sos-8.6-d", "sos-card-06-b")
def test_no_confusion_makes_a_card_dearer():
    game = on("a\n.\n.\nx", a="inf N", x="rif N", told=hands(german="08", soviet="06"))
    game.play("play 08 a", "caps 0", dice=[3, 7])
    assert game.hand(SOVIET) == ("06",) and not game.unit("a").spent


@rule("sos-card-02-b", "sos-11.1-a", "sos-8.9-a")
@pytest.mark.parametrize(("card", "state"), [("01", "spent"), ("02", "")])
def test_a_card_lets_a_hidden_unit_move_unseen_for_nothing(card, state):
    game = on("a:W\n.:W\n.", a=f"inf hidden {state}", x="rif", told=hands(german=card))
    game.play(f"play {card}", "sneak a A02")
    assert game.is_hidden("a") and game.at("a") == "A02" and game.unit("a").spent == bool(state)


@rule("sos-card-12-b", "sos-2.7-d", "sos-2.0-d")
def test_a_second_swift_action_left_out_is_no_pass():
    game = on("a\n.\nx", a="inf N", x="rif N", caps={GERMAN: 1, SOVIET: 0}, told=hands(german="12"))
    game.begin("play 12", "stall a", dice=[7]).play("done")
    assert game.play("pass").state.tracks.round == 1 and game.seat == GERMAN


@rule("sos-8.1-b", "sos-9.8-a")
def test_from_an_empty_deck_nobody_draws():
    game = on("a\n.\nx", a="inf N", x="rif N", told={"deck": (), "draw_per_round": 1})
    game.play("pass").begin("pass")
    assert game.hand(GERMAN) == game.hand(SOVIET) == () and game.asked == "initiative"


@rule("sos-card-V10-a", "sos-15.8-a", "sos-3.4-b")
def test_an_overrun_with_a_spent_rider_is_paid_for_in_full():
    told = {"veterans": {GERMAN: ("V10",)}}
    units = {"t": "sd251 S", "a": "inf S carrier=t spent", "x": "rif N"}
    game = on("a+t+x\n.\n.", caps={GERMAN: 3, SOVIET: 0}, told=told, **units)
    game.begin("assault t x", "caps 0", dice=[1, 1])
    assert game.caps(GERMAN) == 1 and game.offers("overrun t")
    game.play("overrun t", "move t A02 N")
    assert game.caps(GERMAN) == 0 and game.at("a") == "A02"
    poor = on("a+t+x\n.\n.", caps={GERMAN: 2, SOVIET: 0}, told=told, **units)
    assert poor.play("assault t x", dice=[1, 1]).at("t") == "A01", "nothing is left to move on with"


@rule("sos-6.8-a", "sos-7.12-c", "sos-9.1-b", "sos-3.3-a")
def test_a_friend_shot_by_mistake_takes_the_cap_that_was_to_pay_for_the_shot():
    vp = {"victory": (VpPerUnitDestroyed(value=1),)}
    start = {GERMAN: 4, SOVIET: 6}
    game = on("b+x\na", a="inf N", b="inf N", x="rif N", caps={GERMAN: 4, SOVIET: 0}, start_caps=start, told=vp)
    game.begin("fire a A01", "at b", "caps 0", dice=[6, 6])
    assert game.caps(GERMAN) == 3, "its space on the track is covered at once"
    assert not game.alive("b") and game.vp == (SOVIET, 2)
