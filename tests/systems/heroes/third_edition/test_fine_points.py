"""Fine points: what a rule says of one unit and not of its neighbour, each condition by itself."""

from __future__ import annotations

import pytest
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, hands, on, parts
from tests.systems.heroes.third_edition.test_artillery import FIELD
from tests.systems.heroes.third_edition.test_flame import armed
from tests.systems.heroes.third_edition.test_special_units import AIR, FLAK, sky
from tests.systems.heroes.third_edition.test_veterans import CLOSE, duel

from balka.core.events import heard
from balka.core.proof import rule
from balka.systems.heroes.chapters.vehicles import further_hexes
from balka.systems.heroes.data.mission_data import ExitVp, Oba
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.units import Works


def column(*words: str) -> str:
    """One hex below the other, north at the top."""
    return "\n".join(words)


# -- heights


@rule("sos-12.4-d", "sos-12.4-e", "sos-12.3-f")
def test_steep_ground_cliffs_and_balkas_stop_units_in_the_corner_of_the_map_too():
    assert on(column("t", "2"), t="tk34c S", active=SOVIET).why_not("move t A02 S") == "sos-12.4-d"
    assert on(column("a", "3"), a="inf S").why_not("move a A02 S") == "sos-12.4-e"
    ditch = on(column("t", "."), t="tk34c S", balkas=["A01/A02"], active=SOVIET)
    assert not ditch.offers("move t A02 S") and ditch.why_not("move t A02 S") == "sos-12.3-f"


@rule("sos-12.7-a", "sos-5.2-b")
def test_woods_between_two_levels_stop_sight_by_the_rule_of_heights():
    assert on(column("x", ".", "W1", ".", "a:1"), a="inf N", x="rif S").why_not("fire a x") == "sos-12.7-a"
    assert on(column("x", ".", "W", ".", "a"), a="inf N", x="rif S").why_not("fire a x") == "sos-5.2-b"


@rule("sos-15.16-c")
def test_by_the_manual_men_still_fire_down_steep_ground():
    told = {"options": {"firing_down": "manual"}}
    assert on(column("x", "a:2"), a="inf N", x="rif S", told=told).offers("fire a x")


# -- mortars


@rule("sos-13.1-a")
def test_a_vehicle_beyond_high_corn_is_fired_at_from_minimum_range_on():
    game = on(column("x", ".", "%", "a"), a="8cm N", x="tk70 S", told={"month": "August"})
    assert game.offers("fire a x")


@rule("sos-13.0-b")
def test_high_corn_calls_for_indirect_fire_at_men_but_not_at_a_tank():
    corn = column("x", ".", ".", "%", "a")
    men = on(corn, a="8cm N", x="rif S", told={"month": "August"})
    assert not men.offers("fire a x") and men.offers("indirect a A01 A04")
    tank = on(corn, a="8cm N", x="tk70 S", told={"month": "August"})
    assert tank.offers("fire a x") and tank.why_not("indirect a A01 A04") == "sos-13.0-b"


@rule("sos-13.2-a", "sos-13.2-c")
def test_at_minimum_range_only_the_arc_keeps_a_mortar_from_firing_indirectly():
    game = on(column("x", ".", "W", "a"), a="8cm SE", x="rif S")
    assert game.why_not("indirect a A01 A03") == "sos-13.2-a"
    assert on(column("x", ".", "W", "a"), a="8cm N", x="rif S").offers("indirect a A01 A03")


@rule("sos-7.3-b")
def test_a_mortar_whose_crew_has_panicked_is_told_so_and_not_that_it_sees_no_target():
    game = on(column("x", ".", ".", "W", "a"), a="sd251.2 N panicked", x="rif S")
    assert not game.offers("indirect a A01 A04") and game.why_not("indirect a A01 A04") == "sos-7.3-b"


@rule("sos-14.0-a", "sos-13.0-c")
def test_a_mortar_without_indirect_fire_lays_smoke_only_where_it_sees():
    direct = {"8cm": {"indirect_cost": None}}
    over_woods = on(column("x", ".", ".", ".", "W", "a"), a="8cm N", x="rif S", kinds=direct)
    assert not over_woods.offers("smoke a A03")
    assert on(column("x", ".", ".", ".", ".", "a"), a="8cm N", x="rif S", kinds=direct).offers("smoke a A03")


# -- leaving


@rule("sos-4.12-g")
@pytest.mark.parametrize(("number", "allowed"), [(1, False), (2, True)])
def test_units_leave_the_map_only_in_the_rounds_the_mission_names(number, allowed):
    leaving = ExitVp(side=GERMAN, hexes=("A01",), value=2, rounds=(2,))
    game = on("a\n.", a="inf N", told={"victory": (leaving,), "round": number})
    assert game.offers("leave a") == allowed


# -- cards and Groups


@rule("sos-10.12-b", "sos-card-04-b")
def test_a_group_in_a_trench_plays_any_card_but_that_which_digs_it_in():
    works = {"A01": Works("trench", GERMAN)}
    game = on("a+b", a="inf N pinned", b="inf N pinned", told={"works": works, **hands("04 09")}).gather("a", "b")
    assert game.offers("play 04") and not game.offers("play 09")


@rule("sos-11.4-d", "sos-10.12-a")
def test_all_of_a_group_that_goes_into_hiding_do_so_while_hidden_ones_may_stay():
    seen = on("x\nW\na\nb", a="inf N", b="inf N", x="rif S", told={"hiding": True}).gather("a", "b")
    assert not seen.begin("act hide", "sneak a A03").offers("finish")
    unseen = on("x\nW\na\nb", a="inf N hidden", b="inf N hidden", x="rif S", told={"hiding": True}).gather("a", "b")
    assert unseen.begin("act sneak", "sneak a A04").offers("finish")


@rule("sos-10.6-a")
def test_by_the_manual_a_supporter_in_the_corner_of_the_map_is_no_nearer_than_elsewhere():
    older = {"options": {"group_support": "manual"}}
    units = {"a": "inf S", "b": "inf S", "c": "inf S", "x": "rif N", "kinds": {"inf": {"range": 6}}}
    game = on(column("b", "c", "a", ".", "x"), told=older, **units).gather("a", "c", "b")
    assert not game.offers("fire a x") and game.why_not("fire a x") == "sos-10.6-a"
    assert on(column("b", "c", "a", ".", "x"), told=older, **units).gather("c", "b", "a").offers("fire c x")


# -- what is known of Hit Markers


@rule("sos-7.2-d", "sos-7.7-e")
def test_while_a_rally_is_rolled_for_its_face_down_marker_stays_unknown():
    def rallying(marker: str) -> Game:
        game = on(
            column("a", ".", ".", "x"), a=f"inf N {marker}", x="rif N", told=hands("07 13"), caps={GERMAN: 1, SOVIET: 0}
        )
        return game.begin("rally a", "caps 0", dice=[1, 2])

    pinned, cowering = rallying("pinned"), rallying("cowering")
    assert pinned.asked == "roll.after" and pinned.view(GERMAN).state.to_json() != cowering.view(GERMAN).state.to_json()
    assert pinned.view(SOVIET).state.to_json() == cowering.view(SOVIET).state.to_json()


@rule("sos-card-07-b")
def test_a_roll_that_cannot_get_better_is_kept_without_a_question():
    def kept(*dice: int) -> bool:
        game = on(
            column("a", ".", ".", "x"), a="inf N pinned", x="rif N", told=hands("07"), caps={GERMAN: 1, SOVIET: 0}
        )
        game.begin("rally a", "caps 0", dice=dice)
        return game.state.stack[-1].pointless(game.state, GERMAN) is not None

    assert kept(6, 6) and not kept(1, 2)


@rule("sos-6.8-b")
def test_of_a_shot_from_a_unit_in_view_both_sides_see_the_working():
    game = on(column("x", ".", "a"), a="inf N", x="rif S", told=hands("13"), caps={GERMAN: 1, SOVIET: 0})
    game.begin("fire a x", "caps 0", dice=[1, 2])
    assert game.asked == "roll.after"
    shown = [game.view(seat).state.stack[-1].check for seat in (GERMAN, SOVIET)]
    assert shown[0] == shown[1] and "attacks" in shown[0].name


@rule("sos-7.5-b")
@pytest.mark.parametrize(("facing", "least", "most"), [("N", -4, 0), ("S", 0, 1)])
def test_what_a_face_down_marker_may_do_to_armour_differs_in_front_and_on_the_flank(facing: str, least: int, most: int):
    game = on(column("x", ".", ".", "t"), t=f"pz3l {facing} suppressed", x="zis3 S", active=SOVIET)
    found = next(tally for tally in game.check("fire x t").tallies if tally.name == "Defense Rating")
    assert [(part.value, part.high) for part in found.parts if part.high is not None] == [(least, most)]


# -- what is known of Hidden units


@rule("sos-11.6-a", "sos-11.0-b")
def test_while_a_hidden_unit_acts_nobody_can_tell_whether_it_is_spent():
    def stalling(state: str) -> tuple[object, ...]:
        told = {"hiding": True, **hands("", "06")}
        game = on(column("a:W", ".", ".", ".", "x"), a=f"inf N hidden {state}", x="rif N", told=told,
                  caps={GERMAN: 3, SOVIET: 0}).begin("stall a")  # fmt: skip
        assert game.asked == "cost.window" and game.seat == SOVIET
        return heard(game.told, SOVIET), game.view(SOVIET).state.to_json()

    assert stalling("") == stalling("spent")


@rule("sos-11.4-c")
def test_where_a_unit_goes_into_hiding_is_secret_while_others_are_hidden_already():
    told = {"hiding": True, **hands("", "06")}
    game = on(column("x", "S", "a", ".", "b:W"), a="inf N spent", b="inf N hidden", x="rif S", told=told,
              caps={GERMAN: 6, SOVIET: 0}).begin("sneak a A04")  # fmt: skip
    actions = [frame for frame in game.state.view(SOVIET).stack if isinstance(frame, Action)]
    assert game.asked == "cost.window" and [frame.hex for frame in actions] == [-1]


@rule("sos-11.0-b", "sos-11.6-a")
def test_one_of_a_hidden_group_who_is_found_does_not_give_away_who_stays():
    game = on(column("x", "a:W", "stayer:W", "."), a="inf N hidden", stayer="inf N hidden", x="rif N",
              told={"hiding": True}).gather("a", "stayer")  # fmt: skip
    game.begin("act sneak", "sneak a A01", "finish")
    assert not game.is_hidden("a") and game.is_hidden("stayer")
    assert b"stayer" not in game.view(SOVIET).state.to_json()


@rule("sos-card-14-b", "sos-11.0-b")
def test_whom_scout_teams_have_hidden_is_not_named_as_the_one_to_act():
    game = on(column("a", ".", "W", "scout"), a="inf N", scout="rif N", active=SOVIET, caps={GERMAN: 0, SOVIET: 2},
              told={"hiding": True, **hands("", "14")})  # fmt: skip
    game.begin("play 14 scout", "sneak scout A04")
    assert game.is_hidden("scout") and game.asked == "turn" and game.offers("stall scout")
    assert b"scout" not in game.view(GERMAN).state.to_json()


@rule("sos-2.0-c", "sos-card-14-b")
def test_only_a_turn_that_has_begun_is_said_to_have_begun_when_it_cannot_be_passed():
    told = {"hiding": True, **hands("", "14 02")}
    scouting = on(
        column("a", ".", "W", "x"), a="inf N", x="rif N", active=SOVIET, caps={GERMAN: 0, SOVIET: 2}, told=told
    )
    assert "begun" not in scouting.begin("play 14 x", "look").refusal("pass").sentence
    freed = on(column("a", ".", "W", "x"), a="inf N", x="rif N", active=SOVIET, told=told).begin("play 02")
    assert "begun" in freed.refusal("pass").sentence


@rule("sos-card-14-b")
def test_scout_teams_name_the_unit_then_that_it_hides_then_the_hex():
    game = on(column("a", ".", "W", "x"), a="inf N", x="rif N", active=SOVIET, caps={GERMAN: 0, SOVIET: 2},
              told={"hiding": True, **hands("", "14")})  # fmt: skip
    game.begin("play 14 x")
    assert set(game.choices("x", "sneak")) == {"sneak x A04"}


# -- mines


@rule("sos-17.10-b", "sos-18.1-c")
def test_mines_come_to_light_once_and_the_step_that_finds_them_is_not_taken_back():
    lie = {hidden: {"A01": Works("mines", SOVIET, 0, hidden)} for hidden in (True, False)}
    found = on(column(".", "a"), a="eng N", told={"works": lie[True]}).begin("move a A01 N", dice=[7])
    known = on(column(".", "a"), a="eng N", told={"works": lie[False]}).begin("move a A01 N", dice=[7])
    assert "Mines are found in A01" in found.heard(GERMAN) and "Mines are found in A01" not in known.heard(GERMAN)
    hidden = on(column(".", "a"), a="eng N", told={"works": lie[True], **hands("02")}).begin("play 02")
    assert hidden.state.apply("move a A01 N").barrier
    open_ground = on(column(".", "a"), a="eng N", told={"works": lie[False], **hands("02")}).begin("play 02")
    assert not open_ground.state.apply("move a A01 N").barrier


# -- ground


@rule("sos-4.4-c")
def test_a_unit_without_firepower_of_either_colour_takes_no_ground():
    unarmed = {"inf": {"red_fp": 0, "blue_fp": None}}
    for kinds, holder in (({}, GERMAN), (unarmed, SOVIET)):
        game = on(column(".", "a"), a="inf N", kinds=kinds, told={"control": {"A01": SOVIET}})
        assert game.play("move a A01 N", dice=[7]).control("A01") == holder


# -- transport


@rule("sos-6.11-b", "sos-15.7-b")
def test_who_was_entered_upon_does_not_get_onto_a_vehicle_behind_the_enemy():
    def entered(t: str) -> Game:
        field = {"A": "t . .\n. a .\n. x .\n. . .", "C": ". . .\nt a .\n. x .\n. . ."}
        game = on(field[t], a="inf S", t="maul N", x="rif N", active=SOVIET)
        return game.begin(f"move x {game.at('a')} N", dice=[7])

    assert entered("A").offers("load a t") and not entered("C").offers("load a t")


@rule("sos-15.7-c", "sos-17.10-c")
def test_who_comes_to_a_vehicle_among_mines_is_warned_of_them():
    mines = {"A01": Works("mines", SOVIET, 0, False)}
    comes = on(column("t", "a"), t="maul N", a="inf N", told={"works": mines})
    assert any("Mines" in check.name for check in comes.quote("load a t").checks)
    gets_off = on(column("a+t", "."), t="maul N", a="inf N carrier=t", told={"works": mines})
    assert any("Mines" in check.name for check in gets_off.quote("unload a A01 N").checks)
    stands = on(column("a+t", "."), t="maul N", a="inf N", told={"works": mines})
    assert not any("Mines" in check.name for check in stands.quote("load a t").checks)


@rule("sos-4.12-e")
def test_nobody_beside_the_map_gets_onto_a_vehicle_that_is_on_it():
    game = on(column("t", "."), t="maul N", a="inf N")
    assert not game.offers("embark a t")


@rule("sos-15.10-a")
def test_nobody_tows_a_vehicle_that_is_not_there():
    game = on(column("t", "."), t="tk34c S", active=SOVIET)
    assert game.why_not("tow t nobody") == "sos-15.10-a"


@rule("sos-15.9-b", "sos-15.10-a", "sos-card-15-d")
def test_a_bogged_vehicle_is_let_go_only_where_it_stands():
    game = on(column(".", "a+t", "."), t="tk34c S", a="tk34c S carrier=t bogged", active=SOVIET)
    assert game.offers("unload a A02 S") and not game.offers("unload a A01 S")
    towed = on(column(".", "a+t", "."), t="gaz S", a="45mm S carrier=t", active=SOVIET)
    assert towed.offers("unload a A01 S")


@rule("sos-15.2-c")
def test_wheels_that_leave_the_road_are_told_so_and_not_that_it_is_jammed():
    game = on(". .\n. .\nt .", roads=["A03-A02-A01"], active=SOVIET, t="gaz N").begin("move t A02 N")
    assert game.why_not("go t B02 N") == "sos-15.2-c"


@rule("sos-15.2-a", "sos-15.2-c")
def test_how_far_wheels_lead_along_a_road():
    game = on(column(".", ".", ".", "t"), roads=["A04-A03-A02-A01"], active=SOVIET, t="gaz N")
    board = game.state.setting.board
    assert board.hex("A02") in further_hexes(game.state, game.unit("t"), board.hex("A03"))


@rule("sos-17.10-c", "sos-card-15-a")
def test_a_vehicle_lost_on_mines_cannot_be_bogged_down_any_more():
    told = {"works": {"A01": Works("mines", SOVIET)}, **hands("", "15"), "deck": ("15",)}
    game = on(column(".", "t"), t="sd251 N", told=told).begin("move t A01 N", dice=[6, 6])
    assert not game.alive("t") and game.asked == "turn"


# -- weapons and attacks


@rule("sos-6.9-b", "sos-card-W01-b")
def test_hand_to_hand_grenades_are_thrown_only_in_the_hex():
    game = armed("y\na+x", "W01", a="inf N", x="rif S", y="rif S", caps={GERMAN: 2, SOVIET: 0})
    assert game.offers("use a W01 x") and not game.offers("use a W01 A01")


@rule("sos-card-V02-a")
def test_better_equipped_is_quoted_with_what_it_adds():
    game = duel("V02").begin("fire a x")
    assert (-2, "card-V02-a") in parts(game.check("play V02").tally)


@rule("sos-7.3-b", "sos-11.7-a")
def test_who_may_not_attack_does_not_search_by_fire_either():
    for marker in ("", " panicked"):
        game = on("x:W\n.\n.\na", a=f"pz3l N{marker}", x="rif S hidden", told={"hiding": True})
        assert game.offers("recon a") == (not marker)
    assert game.why_not("recon a") == "sos-7.3-b"


@rule("sos-11.1-h", "sos-10.7-a")
def test_by_the_manual_a_group_that_searches_by_fire_is_supported_in_its_secret_roll():
    told = {"options": {"recon": "manual"}, "hiding": True}
    units = {"a": "inf N", "b": "inf N", "x": "rif S hidden"}
    alone = on(column("x:W", ".", ".", "a", "b"), told=told, **units).begin("recon a", "search A01", dice=[4, 5, 7])
    assert alone.is_hidden("x")
    group = on(column("x:W", ".", ".", "a", "b"), told=told, **units).gather("a", "b")
    assert not group.begin("recon a", "search A01", dice=[4, 5]).is_hidden("x")


@rule("sos-17.3-b", "sos-17.7-b")
def test_inside_a_trench_nobody_is_covered_by_a_hasty_defense_as_well():
    works = {"A03": Works("trench", GERMAN)}
    game = on("x\n.\na", a="inf N", x="rif S", told={"works": works}).play("occupy a N", dice=[7])
    assert (1, "17.7-b") not in game.rating("fire x a", "Defense Rating")


@rule("sos-7.8-k", "sos-7.8-f")
def test_cover_of_two_works_helps_to_rally_once():
    works = {"A01": Works("trench", GERMAN)}
    for words in ("inside", "dug-in inside"):
        game = on("a\n.\n.\nx", a=f"inf N pinned {words}", x="rif N", told={"works": works})
        assert len(game.check("rally a").tally.parts) == 2, words


@rule("sos-7.3-b", "sos-17.3-c")
def test_a_pinned_unit_does_not_leave_its_trench():
    game = on("a\n.", a="inf N pinned inside", told={"works": {"A01": Works("trench", GERMAN)}})
    assert not game.offers("climb a N") and game.why_not("climb a N") == "sos-7.3-b"


@rule("sos-17.11-b")
def test_who_hides_in_works_that_are_destroyed_is_no_longer_inside():
    works = {"A01": Works("bunker_5", SOVIET)}
    game = on(column("x:W", "a"), a="pz3n N", x="maxim N inside hidden", told={"works": works})
    game.begin("fire a A01", dice=[6, 6, 7])
    assert not game.state.position.works and not game.unit("x").inside


@rule("sos-card-V05-a")
def test_striking_back_names_the_card_then_the_unit():
    game = duel("", soviet="V05", picture=CLOSE, foe_caps=3).begin("assault a x")
    assert game.asked == "strike.window" and list(game.state.grow(("play",))) == ["V05"]
    assert game.choices("play", "V05") == ["play V05 x"]


@rule("sos-card-V06-b", "sos-card-01-b")
def test_where_a_card_lets_spent_units_act_only_they_steel_themselves():
    game = duel("V06", a="inf N stunned", b="inf N stunned spent", told=hands("01")).begin("play 01")
    assert game.offers("play V06 b") and not game.offers("play V06 a")


@rule("sos-card-V10-a", "sos-7.3-b")
@pytest.mark.parametrize(("marker", "offered"), [("", True), (" pinned", False)])
def test_who_may_not_move_does_not_overrun(marker: str, offered: bool):
    game = on(column(".", "a+x", "."), a=f"inf N{marker}", x="rif S", caps={GERMAN: 3, SOVIET: 0},
              told={"veterans": {GERMAN: ("V10",)}})  # fmt: skip
    game.begin("assault a x", "caps 0", "caps 0", dice=[1, 1, 7])
    assert game.offers("overrun a") == offered


# -- planes and artillery


@rule("sos-14.3-c", "sos-16.8-d")
def test_smoke_elsewhere_does_not_make_woods_hide_a_plane():
    field = ". .\n. .\n. .\nW .\n. .\nf ."
    told = {**AIR, "smoke": {"B01": "heavy"}}
    game = on(field, f=FLAK, active=SOVIET, caps={GERMAN: 0, SOVIET: 1}, told=told).begin("plane W04", "at A01 N")
    assert game.asked == "aa.window" and game.seat == GERMAN


@rule("sos-16.7-c")
def test_a_hidden_gun_among_other_hidden_units_may_answer_a_plane():
    """[D11] Its owner is asked as long as one such gun may lie hidden."""
    nest = ". .\n. .\n. .\n. .\n. .\nf:W g:W"
    game = sky(nest, f=FLAK.replace(" S", " N") + " hidden", g="inf N hidden", caps={GERMAN: 0, SOVIET: 1})
    assert game.begin("plane W04", "at A03 N").asked == "aa.window" and game.seat == GERMAN


@rule("sos-6.6-a", "sos-16.8-b")
@pytest.mark.parametrize(("away", "long"), [(8, False), (9, True)])
def test_a_plane_beyond_range_is_harder_to_hit(away: int, long: bool):
    game = sky("\n".join([*"." * away, "f"]), f=FLAK.replace(" S", " N"), caps={GERMAN: 0, SOVIET: 1})
    game.begin("plane W04", "at A01 N")
    assert ((-2, "6.6-a") in game.rating("answer f", "Attack Rating")) == long


@rule("sos-16.7-a", "sos-16.8-b")
def test_a_plane_over_the_corner_of_the_map_has_been_placed():
    game = sky(".\n.\n.\n.\n.\nf", f=FLAK, caps={GERMAN: 0, SOVIET: 1}).begin("plane W04")
    assert game.why_not("answer nobody") == "sos-16.7-a"
    assert game.begin("at A01 N").why_not("answer nobody") == "sos-16.8-b"


@rule("sos-13.6-b", "sos-9.4-i")
def test_two_strikes_of_one_side_land_in_the_order_of_their_cards():
    special = tuple(Oba(card=card, plan=(2,), smoke=True) for card in ("W06", "W07"))
    told = {"special": special, "weapons": {GERMAN: ("W06", "W07")}}
    game = on(FIELD, a="inf N", x="rif S", y="rif N", told=told).play("pass")
    game.begin("pass", "plan W06 D03 he", "plan W07 A01 smoke", "caps 0", dice=[1, 1])
    game.play("pass") if game.asked == "turn" else game
    assert game.begin("pass").asked == "strike.aim"
    assert game.state.setting.cards["W06"].name in game.state.stack[-1].prompt(game.state, GERMAN)
