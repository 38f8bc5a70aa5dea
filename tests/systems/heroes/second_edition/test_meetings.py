"""Where chapters meet: activation, movement, hits, groups and cards with each other. [docs/interactions/atb.md]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, on
from tests.systems.heroes.second_edition.test_artillery import INITIATIVE, gunnery, to_next_round
from tests.systems.heroes.second_edition.test_cards import held
from tests.systems.heroes.second_edition.test_cautious import wary
from tests.systems.heroes.second_edition.test_obstacles import lies
from tests.systems.heroes.second_edition.test_works import work

from balka.core.proof import rule
from balka.systems.heroes.data.mission_data import ExitVp, Oba

RICH = {GERMAN: 6, SOVIET: 6}


def firing(game: Bear) -> set[str]:
    """The hexes that a Group being gathered may fire at."""
    return {text.split()[-1] for text in game.choices() if text.startswith("fire")}


# -- activation and CAPs


@rule("atb-2.2-p", "atb-9.0-g")
def test_a_stall_with_the_last_point_spends_all_who_share_the_pool():
    game = on("x .\n. .\n. .\n. .\na b", a="grif N active", b="grif N active", x="srif S", pool={GERMAN: 1})
    game.play("stall ap")
    assert game.condition("a") == game.condition("b") == "spent"


@rule("atb-3.1-d", "atb-17.0-g")
def test_an_opportunity_move_spends_vehicle_and_load():
    game = on("x\n.\n.\n.\n.\na+t\n.", a="grif N carrier=t", t="sd251 N", x="srif S")
    game.begin("move t A05 N", "by opportunity 0").play("stay")
    assert game.condition("a") == game.condition("t") == "spent"


@rule("atb-9.0-e", "atb-18.3.3-b")
def test_the_pool_ends_with_its_last_unit_lost_on_mines():
    game = on("x\n.\n.\n.\n.\na\n.", a="grif N", b="grif N", x="srif S", told={"works": {"A05": lies("mines")}})
    game.begin("move a A05 N", "by activate 0", dice=[6, 6, "kia"])
    assert not game.alive("a") and game.pool(GERMAN) == 0 and game.seat == SOVIET


@rule("atb-card-07-b", "atb-9.0-d")
def test_the_sergeants_points_go_to_all_who_share_the_pool():
    units = {"a": "grif N active", "b": "grif N active", "x": "srif S"}
    game = on("x .\nS S\n. .\na b", pool={GERMAN: 5}, told=held("07"), **units).begin("play 07 a", dice=[4])
    assert game.pool(GERMAN) == 9
    game.play("pass").play("pivot b S")
    assert game.pool(GERMAN) == 8 and game.condition("a") == game.condition("b") == "active"


@rule("atb-card-10-b", "atb-2.2-t")
def test_the_turn_that_swift_action_skips_is_no_pass():
    game = on("x\nS\n.\n.\na\n.", a="grif N", x="srif S", told=held("", "10"), caps=RICH).play("pass")
    game.begin("play 10", "pivot x N", "by command 1").begin("done")
    assert game.seat == GERMAN and game.state.tracks.round == 1
    game.play("pass")
    assert game.seat == SOVIET and game.state.tracks.round == 1, "one pass after an action ends no round"


@rule("atb-2.0-g", "atb-7.4.2-c")
def test_a_unit_lost_to_artillery_before_a_round_takes_a_cap_of_that_round():
    told = {"special": (Oba(card="OBA_SOV", plan=(2,)),), "weapons": {SOVIET: ("OBA_SOV",)}}
    game = on(". . .\n. a .\n. . .\n. . .\n. . .\nx . b", a="grif N", b="grif N", x="srif N", told=told,
              start_caps={GERMAN: 3, SOVIET: 0})  # fmt: skip
    to_next_round(game).begin("plan OBA_SOV B02 he", "caps 0", dice=INITIATIVE)
    game.play("pass").begin("pass", dice=[5, 6, 6])
    assert game.asked == "initiative" and not game.alive("a")
    assert game.caps(GERMAN) == 2, "reset to three, and one is covered at once"


@rule("atb-2.0-c", "atb-13.1-f")
def test_smoke_that_lands_before_a_round_is_thick_in_it():
    game = gunnery(". . .\n. x .\n. . .\n. . .\n. . .\na . y", a="grif N", x="srif S", y="srif S")
    to_next_round(game).begin("plan OBA_GER B02 smoke", "caps 0", dice=INITIATIVE)
    to_next_round(game).begin("caps 0", dice=[5])
    assert set(game.state.position.smoke.values()) == {"heavy"}


# -- hit markers


@rule("atb-hit-foot-cowering-c", "atb-5.3-a")
def test_a_cowering_unit_turns_for_two():
    assert on("x\n.\n.\n.\na", a="grif N cowering", x="srif S").cost("pivot a S") == 2


@rule("atb-hit-foot-pinned-b", "atb-9.1.1-d")
def test_a_pinned_member_of_a_group_neither_moves_nor_turns():
    game = on("x\n.\n.\n.\n.\na+b\n.", a="grif N pinned", b="grif N", x="srif S").gather("a", "b").begin("act move")
    assert {text.split()[1] for text in game.choices() if text != "finish"} == {"b"}


@rule("atb-hit-foot-pinned-c", "atb-9.1.2-f")
def test_a_pinned_unit_supports_and_a_berserk_or_suppressed_one_does_not():
    for marker, helps in (("pinned", True), ("unnerved", True), ("suppressed", False), ("berserk", False)):
        game = on("x .\n. .\na b", a="grif N", b=f"grif N {marker}", x="srif S").gather("a", "b")
        assert game.offers("fire a A01") is helps, marker


@rule("atb-hit-foot-berserk-d", "atb-7.7.1-a")
def test_a_range_cut_to_one_leaves_long_range_of_two():
    near = on("x\n.\na", a="grif N berserk", x="srif S")
    assert (-2, "7.7.1-a") in near.rating("fire a x", "Attack Rating")
    assert not on("x\n.\n.\na", a="grif N berserk", x="srif S").offers("fire a x")


@rule("atb-hit-foot-cowering-d", "atb-12.0-j")
def test_a_mortar_whose_range_is_cut_below_its_minimum_fights_hand_to_hand_only():
    for away in range(1, 7):
        picture = "\n".join(["x", *["."] * (away - 1), "a"])
        assert not on(picture, a="8cm N cowering", x="srif S").offers("fire a x"), away
    assert on("a+x\n.", a="8cm N cowering", x="srif S").offers("assault a x")


@rule("atb-hit-foot-cowering-d", "atb-8.4-a")
def test_a_marker_on_the_range_does_not_shorten_a_throw():
    game = on("x\na", a="grif N cowering", x="srif S", told={"weapons": {GERMAN: ("GRENADES",)}})
    assert game.offers("use a GRENADES A01")


@rule("atb-7.6.1-b", "atb-17.0-e")
def test_a_vehicle_and_its_load_are_two_friends_who_help_to_rally():
    alone = on("a\n.\n.", a="grif N suppressed").need("rally a")
    both = on("a+t+b\n.\n.", a="grif N suppressed", t="sd251 N", b="lmg34 N carrier=t")
    assert both.need("rally a") == alone - 2


@rule("atb-7.6-i", "atb-9.1.3-a")
def test_a_group_with_a_member_in_close_combat_does_not_rally():
    game = on(". .\na+x b", a="grif N suppressed", b="grif N suppressed", x="srif S").gather("b", "a")
    assert not game.offers("act rally")
    free = on(". .\na b\n. .\n. x", a="grif N suppressed", b="grif N suppressed", x="srif S").gather("b", "a")
    assert free.offers("act rally")


# -- groups


@rule("atb-4.0-l", "atb-9.1.2-d")
def test_nobody_in_the_water_supports():
    game = on("x .\n. .\na:= b", a="grif N", b="grif N", x="srif S").gather("b", "a")
    assert firing(game) == set()
    assert firing(on("x .\n. .\na b", a="grif N", b="grif N", x="srif S").gather("b", "a")) == {"A01"}


@rule("atb-4.0-l", "atb-8.4-e", "atb-7.7.3-a")
def test_nobody_fights_or_throws_in_the_water():
    told = {"weapons": {GERMAN: ("GRENADES",)}}
    near = on("x\na:=\n.", a="grif N", x="srif S", told=told)
    close = on("a+x:=\n.", a="grif N", x="srif S", told=told)
    assert not near.verbs("a") & {"fire", "use"} and not close.verbs("a") & {"assault", "use"}
    assert near.why_not("use a GRENADES A01") == "atb-4.0-l" == close.why_not("assault a x")


@rule("atb-9.1.2-j", "atb-11.2-b", "atb-13.0-c")
def test_height_and_smoke_of_a_supporter_count_for_nothing():
    level = on("x .\n. .\na b:1", a="grif N", b="grif N", x="srif S").gather("a", "b")
    assert sum(value for value, _ in level.rating("fire a A01", "Attack Rating")) == 3, "2 and 1 for support"
    smoke = on("x .\n. .\na b", a="grif N", b="grif N", x="srif S", told={"smoke": {"B03": "light"}}).gather("a", "b")
    assert smoke.rating("fire a A01", "Defense Rating")[1:] == []


@rule("atb-9.1.2-d", "atb-17.0-i")
def test_who_rides_does_not_support():
    game = on("x .\n. .\na b+t", a="grif N", b="grif N carrier=t", t="sd251 N", x="srif S").begin("group a")
    assert game.state.stack[-1].members == ("a", "t"), "there is nobody else"  # type: ignore[attr-defined]


@rule("atb-9.1.2-d", "atb-10.0.1-a")
def test_who_hides_supports_nobody_before_it_is_shown():
    game = on("x .\n. .\na b:H", a="grif N", b="grif N hidden", x="srif S")
    assert game.need("fire a A01") == 12 - 2, "alone"
    assert game.begin("group a").is_hidden("b"), "its owner is asked first"
    assert game.begin("with b").asked == "reveal.face" and not game.is_hidden("b")
    far = on("x . .\n. . .\na . b:H", a="grif N", b="grif N hidden", x="srif S")
    assert not far.offers("group a"), "nobody is beside it"


@rule("atb-9.1.2-d", "atb-7.7.3-i")
def test_who_fights_hand_to_hand_supports_nobody_outside():
    game = on("x .\n. .\na b+y", a="grif N", b="grif N", x="srif S", y="srif S").gather("a", "b")
    assert "A01" not in firing(game)


@rule("atb-9.1.2-d", "atb-18.1.2-d")
@pytest.mark.parametrize(("looks", "helps"), [("N", True), ("S", False)])
def test_who_sits_in_a_bunker_supports_in_its_arc_only(looks: str, helps: bool):
    game = on("x .\n. .\na b\n. .", a=f"grif {looks} inside", b="grif N", x="srif S",
              told={"works": {"A03": work("bunker_5", looks, GERMAN)}}).gather("b", "a")  # fmt: skip
    assert ("A01" in firing(game)) is helps


@rule("atb-18.1.1-d", "atb-6.1-b", "atb-9.1.2-d")
def test_a_trench_turns_nobody_and_its_occupants_keep_their_arc():
    told = {"works": {"A03": work("trench", "N", GERMAN)}}
    game = on("x .\n. .\na b\n. .", a="grif S inside", b="grif N", x="srif S", told=told)
    assert not game.offers("fire a x") and game.offers("pivot a N")
    assert "A01" not in firing(game.gather("b", "a"))


@rule("atb-9.1.1-b", "atb-9.1.1-d", "atb-18.1.3-e")
def test_of_a_group_who_turns_loses_its_hasty_defense_and_who_stays_keeps_it():
    game = on("x\n.\n.\n.\n.\na+b+c\n.", a="grif N dug-in", b="grif N dug-in", c="grif N", x="srif S")
    game.gather("a", "b", "c").begin("act move", "pivot a S", "move c A05 N", "finish", "by activate 0")
    assert not game.unit("a").dug_in and game.unit("b").dug_in


@rule("atb-9.1.1-c", "atb-7.7.3-l")
def test_a_group_withdraws_past_the_enemy_no_more_than_one_unit():
    game = on(". . .\n. . .\n. a+b .\n. x .\n. . .", a="grif N", b="grif N", x="srif N active", active=SOVIET)
    game.play("move x B03 N").gather("a", "b").begin("act move")
    assert {text.split()[2] for text in game.choices() if text.startswith("move")} == {"A02", "B02", "C02"}


# -- the map's edge


@rule("atb-5.5-d", "atb-18.3.3-a", "atb-2.5.2-b")
def test_reinforcements_meet_mines_wire_and_markers_in_their_entry_hex():
    def coming(dice: Sequence[int] = (), **told: Any) -> Bear:
        game = on("x\n.\n.\n.\n.\n.", a="grif N due=1 entry=e", x="srif S", entries={"e": ["A06"]}, told=told,
                  caps={GERMAN: 0, SOVIET: 1})  # fmt: skip
        return game.begin("enter a A06 N", "by activate 0", dice=dice)

    assert coming(works={"A06": lies("mines", hidden=True)}).asked == "mine.roll"
    wired = coming([2], works={"A06": lies("barbed_wire")})
    assert wired.asked == "obstacle.pay" and {"by pool 0", "forgo"} <= set(wired.choices())
    assert coming(control={"A06": SOVIET}).control("A06") == GERMAN


@rule("atb-5.5-e", "atb-10.0.2-a")
def test_a_hidden_enemy_in_the_entry_hex_shifts_nobody_and_is_found():
    game = on("x .\n. .\n. .\n. .\nh:H .\n. .", h="srif N hidden", x="srif S", a="grif N due=1 entry=e",
              entries={"e": ["A05"]})  # fmt: skip
    assert {text.split()[2] for text in game.choices("a")} == {"A05"}
    game.begin("enter a A05 N", "by activate 0")
    assert not game.is_hidden("h")


@rule("atb-5.6-a", "atb-17.0-g")
def test_a_vehicle_leaves_the_map_with_its_load():
    out = {"victory": (ExitVp(side=GERMAN, hexes=("A01",), value=1, units=("ger_pz_3e",)),)}
    game = on("a+l\n.\n.\n.\nx", a="pz3e N", l="grif N carrier=a", x="srif S", told=out)
    game.play("leave a", "by activate 0")
    assert not game.alive("a") and not game.alive("l") and game.points[GERMAN] == 1
    assert set(game.state.tracks.gone) == {"a", "l"} and game.state.tracks.covered[GERMAN] == 0, "nobody is lost"


# -- moving in the open


@rule("atb-5.0.3-a", "atb-7.7.3-k")
def test_who_moved_upon_an_enemy_in_the_open_is_easier_to_hit_hand_to_hand():
    game = wary("x\na\n.", a="grif N", x="srif S").play("move a A01 N", "by activate 0")
    assert (-1, "5.0.3-a") in game.rating("assault x a", "Defense Rating")


@rule("atb-5.0.3-a", "atb-18.2-a", "atb-18.3.2-f")
@pytest.mark.parametrize("kind", ["trench", "road_block"])
def test_works_in_open_ground_take_the_danger_of_the_open_from_nobody(kind: str):
    game = wary("x\n.\n.\n.\na\n.", a="grif N", x="srif S", told={"works": {"A04": work(kind, "N", GERMAN)}})
    game.begin("move a A04 N", "by activate 0")
    if kind == "trench":
        game.begin("inside")
    assert game.state.tracks.exposed == ("a",)


@rule("atb-5.0.3-c", "atb-17.0-j", "atb-18.2-d")
def test_getting_off_and_climbing_out_are_no_moves_into_the_open():
    off = wary("x\n.\n.\na+t\n.", a="grif N carrier=t", t="opel N", x="srif S").play("unload a A04 N", "by activate 0")
    out = wary("x\n.\n.\na\n.", a="grif N inside", x="srif S", told={"works": {"A04": work("trench", "N", GERMAN)}})
    assert off.state.tracks.exposed == () == out.play("climb a N", "by activate 0").state.tracks.exposed


@rule("atb-17.1-d", "atb-18.3.3-b", "atb-9.0-e")
def test_who_rode_on_a_truck_lost_to_mines_stands_there_and_keeps_the_pool():
    game = on("x\n.\n.\n.\n.\na+t\n.", a="grif N carrier=t", t="opel NE", x="srif S",
              told={"works": {"A05": lies("mines")}})  # fmt: skip
    game.play("move t A05 NE", "by activate 0", dice=[1, 1, 6, 6, "destroyed"])
    assert not game.alive("t") and game.at("a") == "A05" and game.facing("a") == "NE"
    assert game.condition("a") == "active" and game.pool(GERMAN) == 6


@rule("atb-5.4-a", "atb-17.0-c")
def test_a_unit_gets_onto_its_vehicle_with_an_enemy_in_the_hex():
    assert on("a+t+x\n.", a="grif N", t="sd251 N", x="srif N").offers("load a t")


@rule("atb-10.0.1-a", "atb-18.3.3-c")
def test_coming_out_of_hiding_to_fire_sets_no_mines_off():
    game = on("x\n.\n.\n.\n.\na:L\n.", a="grif N hidden", x="srif S", told={"works": {"A06": lies("mines", GERMAN)}})
    game.begin("reveal a N").play("fire a x", "by activate 0", dice=[1, 1])
    assert not game.unit("a").marker
