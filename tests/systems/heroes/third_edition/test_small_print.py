"""Small print: rules that show only at their edges, one CAP short, one hex too far, or with an unusual unit."""

from __future__ import annotations

import pytest
from tests.systems.heroes.kit import GERMAN, SOVIET, hands, on
from tests.systems.heroes.third_edition.test_artillery import aimed, gunnery, planned
from tests.systems.heroes.third_edition.test_special_units import sky

from balka.core.citing import own_row, own_rows
from balka.core.proof import rule
from balka.systems.heroes.chapters.vehicles import further_hexes
from balka.systems.heroes.data.mission_data import Airplane, ExitVp, LayWire
from balka.systems.heroes.events.rounds import AllPassed
from balka.systems.heroes.units import Works

EXIT = ExitVp(side=GERMAN, hexes=("A01",), value=2)


@rule("sos-16.1-b")
def test_a_truck_takes_no_ground_whatever_its_firepower():
    armed = {"maul": {"red_fp": 2}}
    game = on(".\nt", t="maul N", kinds=armed, told={"control": {"A01": SOVIET}})
    assert game.play("move t A01 N", "stay", dice=[7]).control("A01") == SOVIET


@rule("sos-17.0-c", "sos-17.7-a")
def test_mines_nobody_has_found_do_not_keep_anybody_from_digging():
    works = {"A01": Works("mines", SOVIET, 0, True)}
    assert on("a", a="inf N", told={"works": works}).offers("dig a"), "a refusal would tell where they lie"
    shown = {"A01": Works("mines", SOVIET, 0, False)}
    assert on("a", a="inf N", told={"works": shown}).why_not("dig a") == "sos-17.0-c"


@rule("sos-15.10-a", "sos-7.5-a", "sos-card-15-d")
def test_a_bogged_vehicle_is_towed_without_its_marker_being_shown():
    game = on("a+t\n.", t="tk34c S", a="tk34c S bogged suppressed", active=SOVIET).play("tow t a", dice=[7])
    assert game.unit("a").carrier == "t" and not game.unit("a").shown
    stuck = on("a+t\n.", t="tk34c S", a="tk34c S immobilized", active=SOVIET).play("tow t a", dice=[7])
    assert stuck.unit("a").shown


@rule("sos-4.12-g")
def test_only_the_side_that_scores_for_it_leaves_the_map():
    game = on("x\n.", a="inf N", x="rif N", active=SOVIET, told={"victory": (EXIT,)})
    assert not game.offers("leave x") and game.why_not("leave x") == "sos-4.12-g"
    assert on("a\n.", a="inf N", told={"victory": (EXIT,)}).offers("leave a")


@rule("sos-4.12-g", "sos-card-02-b")
def test_a_card_pays_for_leaving_the_map_and_nothing_else_does():
    free = on("a\n.", a="inf N", told={"victory": (EXIT,), **hands(german="02")})
    free.play("play 02", "leave a")
    assert free.vp == (GERMAN, 2)
    spent = on("a\n.", a="inf N spent", told={"victory": (EXIT,)})
    assert "a" not in spent.state.grow(())


@rule("sos-16.5-f", "sos-7.7-e", "sos-7.2-d")
def test_the_other_side_counts_a_soft_marker_under_an_open_top_as_soft():
    game = on("x\na\n.\n.", a="eng N", x="su76 N", caps={GERMAN: 0, SOVIET: 2})
    game.play("flame a A01", dice=[3, 4, "pinned", 7])
    assert game.unit("x").marker == "soft_pinned"
    rolled = game.begin("rally x").state.apply("caps 0").state
    assert rolled.view(GERMAN).stack[-1].check.tally.spread == (7, 8), "no marker of the armored pile"


@rule("sos-13.8-c", "sos-13.9-b")
def test_shells_strike_the_flank_of_a_tank_with_their_blue_figure():
    game = aimed(planned(gunnery(x="tk34c S"), "plan W06 D03 he"), 6)
    assert game.rating("caps 0", "Attack Rating") == [(7, "6.5-c")]
    assert game.rating("caps 0", "Defense Rating") == [(16, "13.9-b")]


@rule("sos-13.7-b", "sos-13.7-c")
@pytest.mark.parametrize(("card", "number", "cites"), [("W06", 3, "13.7-b"), ("W07", 4, "13.7-c")])
def test_each_side_reads_its_own_drift_number(card, number, cites):
    game = planned(gunnery(card=card), f"plan {card} D03 he").begin("arrow N")
    parts = game.check("caps 0").tally.parts
    assert (parts[0].value, own_row(parts[0].rule, "sos")) == (number, f"sos-{cites}")


# -- what is heard and told


@rule("sos-11.6-a", "sos-3.4-b")
def test_of_a_spent_sniper_in_hiding_all_hear_that_he_pays_first():
    game = on("a\n.\n.\nx:W", a="inf S", x="ssnip hidden spent", active=SOVIET, caps={GERMAN: 0, SOVIET: 6})
    game.begin("snipe x a")
    assert any("paying first" in line for line in game.heard(GERMAN))
    fresh = on("a\n.\n.\nx:W", a="inf S", x="ssnip hidden", active=SOVIET, caps={GERMAN: 0, SOVIET: 6})
    assert not any("paying first" in line for line in fresh.begin("snipe x a").heard(GERMAN))


@rule("sos-11.1-f", "sos-11.2-a", "sos-2.2-c")
def test_whoever_is_revealed_is_seen_as_it_is_able_to_act_or_not():
    game = on("a:W\n.", a="inf hidden spent pinned", x="rif").begin("reveal a N")
    assert any("A01 (Spent, hit)" in line for line in game.heard(SOVIET))
    sound = on("a:W\n.", a="inf hidden", x="rif").begin("reveal a N")
    assert any(line.endswith("A01: its owner shows it") for line in sound.heard(SOVIET))


@rule("sos-2.7-d")
def test_two_passes_are_cited_as_what_ends_the_round():
    game = on("a\n.\nx", a="inf N", x="rif N").play("pass").begin("pass")
    (said,) = [told.event for told in game.told if isinstance(told.event, AllPassed)]
    assert own_rows(said.cited(game.state.setting), "sos") == ["sos-2.7-d"]


@rule("sos-10.10-a", "sos-7.2-d")
def test_the_dearest_step_of_a_group_so_far_is_what_all_can_count():
    game = on(". .\na:W b\n.:W .", a="inf S", b="inf N", x="rif N").gather("a", "b")
    game.begin("act move", "move a A03 S")
    assert sum(part.value for part in game.view(SOVIET).state.stack[-1].dearest) == 2
    both = on(". . .\na b c\n.:W . .", a="inf S", b="inf N", c="inf N", x="rif N").gather("a", "b", "c")
    both.begin("act move", "move a A03 S", "move b B01 N")
    assert sum(part.value for part in both.view(SOVIET).state.stack[-1].dearest) == 2


# -- quotes and refusals


@rule("sos-3.3-a", "sos-3.4-a")
def test_a_cost_paid_in_full_is_quoted_without_a_roll():
    game = on("x\na", a="inf N", x="rif S", caps={GERMAN: 6, SOVIET: 0}).begin("stall a")
    assert len(game.quote("caps 0").checks) == 1 and game.quote("caps 1").checks == ()


def test_the_caps_of_a_shot_are_quoted_with_what_the_shot_costs():
    quote = on("x\n.\na", a="inf N", x="rif S", caps={GERMAN: 6, SOVIET: 0}).begin("fire a x").quote("caps 1")
    assert quote.cost is not None and quote.cost.value == 3
    _, spent = quote.checks
    assert {band.name for band in spent.odds()} == {"fresh", "spent"}


def test_a_card_is_offered_in_words_only_to_whoever_holds_one():
    plain = on("x\n.\na", a="inf N", x="rif S")
    assert plain.state.stack[-1].prompt(plain.state, GERMAN) == "Choose a unit to act, or pass."
    held = on("x\n.\na", a="inf N", x="rif S", told=hands(german="02"))
    assert held.state.stack[-1].prompt(held.state, GERMAN) == "Choose a unit to act, play a card, or pass."


@rule("sos-card-V02-a")
def test_better_equipment_is_quoted_with_its_hit_number():
    told = {"veterans": {GERMAN: ("V02",)}}
    game = on("x\n.\na", a="inf N", x="rif S", caps={GERMAN: 2, SOVIET: 0}, told=told).begin("fire a x")
    assert game.need("play V02") == game.need("caps 0") - 2


@rule("sos-card-11-b", "sos-8.5-b")
def test_a_card_that_is_not_held_cannot_be_played_on_an_attack():
    game = on("x\n.\na", a="inf N", x="rif S", caps={GERMAN: 2, SOVIET: 0}).begin("fire a x")
    assert game.why_not("play 11") == "sos-card-11-b" and game.why_not("at x") == "sos-6.8-b"


@rule("sos-2.7-a", "sos-card-12-b")
def test_after_the_first_of_two_actions_nobody_passes():
    game = on("a\n.\nx", a="inf N", x="rif N", caps={GERMAN: 1, SOVIET: 0}, told=hands(german="12"))
    game.begin("play 12", "stall a", dice=[7])
    assert game.why_not("pass") == "sos-2.0-c" and game.offers("done")


@rule("sos-2.2-b", "sos-card-01-b")
def test_what_a_card_gives_a_spent_unit_is_quoted_without_a_warning():
    game = on("a\n.\nx", a="inf N spent", x="rif N", told=hands(german="01")).begin("play 01")
    assert game.cost("stall a") == 0 and game.quote("stall a").warns == ()


@rule("sos-17.11-a", "sos-17.11-f")
def test_works_are_razed_only_in_their_own_hex():
    game = on(".\na", a="inf N", told={"works": {"A01": Works("bunker_5", SOVIET, 0)}})
    assert not game.offers("raze a") and game.why_not("raze a") == "sos-17.11-a"


@rule("sos-8.5-a", "sos-16.7-a")
def test_no_plane_after_another_action_card():
    plane = {"weapons": {SOVIET: ("W04",)}, "special": (Airplane(card="W04", rounds=(1,), uses=1),)}
    told = {**hands(soviet="10 12"), **plane}
    game = on(".\n.\nz\n.", z="rif N", a="inf N", active=SOVIET, caps={GERMAN: 0, SOVIET: 6}, told=told)
    game.begin("play 12", "play 10 z", dice=[1])
    assert game.why_not("plane W04") == "sos-8.5-a"


@rule("sos-11.8-e", "sos-11.1-a")
def test_who_is_no_hidden_sniper_does_not_snipe():
    game = on("a\n.\n.\nx:W", a="inf S", x="rif hidden", active=SOVIET, caps={GERMAN: 0, SOVIET: 6})
    assert game.why_not("snipe x a") == "sos-11.8-e"


# -- edges


@rule("sos-13.8-a", "sos-6.4-c", "sos-15.14-a")
def test_houses_cover_a_tank_from_shells_as_they_do_not_hand_to_hand():
    picture = ". . .\n. x:S .\n. . ."
    game = aimed(planned(gunnery(picture, x="tk34c S"), "plan W06 B02 he"), 6)
    assert game.rating("caps 0", "Defense Rating") == [(16, "13.9-b"), (2, "6.4-c")]


@rule("sos-13.8-a", "sos-13.8-e")
def test_shells_find_everybody_who_hides_in_a_hex():
    game = gunnery(". . .\n. x+y:W .\n. . .", told={"hiding": True}, x="rif hidden", y="maxim hidden")
    aimed(planned(game, "plan W06 B02 he"), 6, 3, 2)
    assert game.asked == "reveal.face", "a Hit on one brings both to light"
    game.begin("face y N", "face x N", dice=["pinned", 3, 2, "stunned"])
    assert game.unit("x").marker and game.unit("y").marker, "and the other is rolled for all the same"


@rule("sos-18.0-g", "sos-14.3-a")
def test_what_flame_ignores_by_the_older_manual_still_covers_from_fire():
    told = {"smoke": {"A01": "heavy"}, "options": {"flame_smoke": "manual"}}
    game = on("x\na", a="eng N", x="rif S", told=told)
    assert (2, "14.3-a") in game.rating("fire a x", "Defense Rating")


@rule("sos-6.9-b", "sos-14.1-a", "sos-18.0-b")
def test_in_close_combat_no_mortar_fires_smoke_and_no_flame_leaves_the_hex():
    mortar = on(".\nm+x\n.", m="8cm N", x="rif N")
    assert "smoke" not in mortar.verbs("m")
    flame = on(".\na+x\n.", a="eng N", x="rif N", told={"hiding": True})
    assert "flame" not in flame.verbs("a") and "scorch" in flame.verbs("a")


@rule("sos-15.7-b", "sos-17.9-a")
def test_who_loads_in_the_wire_it_stands_in_pays_no_die():
    works = {"A01": Works("barbed_wire", SOVIET)}
    game = on("a+t\n.", a="inf N spent", t="sd251 N", caps={GERMAN: 1, SOVIET: 0}, told={"works": works})
    assert game.play("load a t").unit("a").carrier == "t"


@rule("sos-10.1-c", "sos-18.0-a")
def test_a_group_with_a_spent_member_needs_the_whole_cost_of_its_flame():
    for held, offered in ((3, True), (2, False)):
        game = on("x\na+b", a="eng N", b="inf N spent", x="rif S", caps={GERMAN: held, SOVIET: 0}).gather("a", "b")
        assert game.offers("flame a A01") == offered


@rule("sos-7.9-b", "sos-11.1-a")
def test_lasting_damage_is_not_rallied_in_hiding_either():
    assert "rally" not in on("a:W\n.", a="pz3l hidden light_damage", x="rif").verbs("a")
    assert "rally" in on("a:W\n.", a="pz3l hidden suppressed", x="rif").verbs("a")


@rule("sos-card-14-b", "sos-8.6-c")
def test_scout_teams_are_paid_for():
    told = {**hands(german="14"), "hiding": True}
    assert on("a\n.\nx", a="inf N", x="rif N", told=told).choices("play") == []
    assert on("a\n.\nx", a="inf N", x="rif N", caps={GERMAN: 1, SOVIET: 0}, told=told).choices("play")


@rule("sos-15.2-a", "sos-15.2-n")
def test_how_far_bonus_moves_lead_and_what_the_way_adds():
    game = on("2\n1\n.\n.\na", a="sd251 N")
    label, hexagon = game.state.setting.board.labels, game.state.setting.board.hex
    found = further_hexes(game.state, game.unit("a"), hexagon("A04"))
    assert {label[place]: cost for place, cost in found.items() if cost < 2} == {"A03": 0, "A04": 0, "A05": 0, "A02": 1}


@rule("sos-11.7-a", "sos-5.0-a")
def test_whoever_is_in_view_is_fired_at_and_not_searched_for():
    game = on("x .\n. .\na .", a="inf N", x="rif S", told={"hiding": True}).begin("recon a")
    assert not game.offers("search A01") and game.offers("search A02")


@rule("sos-card-01-b", "sos-16.3-c", "sos-11.7-a")
def test_what_a_card_gives_a_spent_turret_reaches_all_round():
    game = on("x\n.\na\n.", a="pz3l N spent", x="rif hidden", told=hands(german="01")).begin("play 01", "recon a")
    assert game.offers("search A04") and game.offers("search A02")


@rule("sos-16.7-c", "sos-4.12-a")
def test_a_gun_beside_the_map_does_not_answer_a_plane():
    game = sky(".\n.\nz\n.", z="rif N", f="sd251.17 N due=1 entry=edge", caps={GERMAN: 0, SOVIET: 6},
               entries={"edge": ["A01"]})  # fmt: skip
    game.begin("plane W04", "at A01 N")
    assert game.asked == "turn"


@rule("sos-6.11-b", "sos-15.8-b", "sos-card-12-b")
def test_an_enemy_who_is_driven_off_again_closes_nothing():
    units = {"a": "inf N", "t": "sd251 N", "x": "rif S", "caps": {GERMAN: 6, SOVIET: 0}}
    game = on(". .\nx+t .\na .", told=hands(german="12 12"), **units)  # type: ignore[arg-type]
    game.begin("play 12", "play 12", "move a A02 N", "caps 1", "load a t", "caps 1")
    game.play("move t A01 N", "stay", "caps 1")
    assert game.at("a") == "A01" and game.offers("move x A03 S")


@rule("sos-16.8-b", "sos-5.3-e")
@pytest.mark.parametrize(("away", "asked"), [(16, "aa.window"), (17, "turn")])
def test_a_gun_answers_a_plane_at_twice_its_range_and_no_further(away, asked):
    game = sky("\n".join([*"." * away, "f"]), f="sd251.17 N", caps={GERMAN: 0, SOVIET: 6})
    game.begin("plane W04", "at A01 N")
    assert game.asked == asked
    assert asked == "turn" or game.offers("answer f")


@rule("sos-10.12-a", "sos-4.12-a")
def test_nobody_lays_wire_from_beside_the_map():
    waiting = dict.fromkeys("abc", "inf due=1 entry=edge")
    special = (LayWire(side=GERMAN, coils=3),)
    game = on(".\n.", entries={"edge": ["A01"]}, told={"special": special}, **waiting)  # type: ignore[arg-type]
    assert game.why_not("wire a") == "sos-4.12-a"
    assert game.gather("a", "b").choices() == ["with c", "act enter"]
