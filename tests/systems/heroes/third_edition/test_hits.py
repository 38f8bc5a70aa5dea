"""Hits, Critical Hits, Hit Markers and what each does, destroyed units and the CAPs track. [7.0-7.5, 7.11-7.13]"""

from __future__ import annotations

import pytest
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, box, end_round, hands, on

from balka.core.proof import rule
from balka.systems.heroes.data.mission_data import VpPerUnitDestroyed, VpUnitValue
from balka.systems.heroes.units import UNKNOWN

DUEL = """
    x
    .
    a
"""
SCORED = {"victory": (VpPerUnitDestroyed(value=1),)}


def duel(a: str = "inf N", x: str = "rif S", **more) -> Game:
    """A German squad and a Soviet one two hexes apart: the German needs 8."""
    return on(DUEL, a=a, x=x, **more)


# -- 7.0-7.4


@rule("sos-7.0-a", "sos-7.2-a", "sos-7.2-b")
@pytest.mark.parametrize("roll", [(4, 4), (5, 6)])
def test_from_the_hit_number_to_three_above_the_owner_draws_a_marker(roll):
    game = duel().begin("fire a x", dice=[*roll, "suppressed", 7])
    assert game.unit("x").marker == "soft_suppressed"
    assert game.state.bags["soft"].size == 17 and game.state.bags["soft"].items["soft_suppressed"] == 4


@rule("sos-7.2-a")
def test_the_marker_is_drawn_at_random_from_those_left():
    game = duel()
    state = game.state.apply("fire a A01").state.apply("caps 0").state.apply("2d6 4 4").state
    odds = {outcome.item: chance * 18 for outcome, chance in state.odds()}
    assert odds == {
        "soft_stunned": 3, "soft_unnerved": 2, "soft_destroyed": 1, "soft_pinned": 5, "soft_cowering": 2,
        "soft_suppressed": 5,
    }  # fmt: skip
    assert state.stack[-1].force == SOVIET, "the target's owner draws"


@rule("sos-7.1-a")
@pytest.mark.parametrize(("roll", "dead"), [((5, 6), False), ((6, 6), True)])
def test_four_above_the_hit_number_destroys_at_once(roll, dead):
    game = duel().play("fire a x", dice=[*roll, *([] if dead else ["pinned"]), 7])
    assert game.alive("x") is not dead
    assert game.state.bags["soft"].size == (18 if dead else 17), "no marker is drawn"


@rule("sos-7.1-b")
def test_caps_move_the_critical_threshold_too():
    game = duel(caps={GERMAN: 2, SOVIET: 0}).play("fire a x", "caps 2", dice=[4, 6, 7])
    assert not game.alive("x"), "10 is four above 6"
    kept = duel(caps={GERMAN: 2, SOVIET: 0}).play("fire a x", "caps 0", "caps 0", dice=[4, 6, "pinned", 7])
    assert kept.alive("x")


@rule("sos-7.2-c")
def test_a_hit_on_blue_defense_draws_from_the_armored_pile():
    game = duel(a="tiger N", x="tk34c S")
    assert game.need("fire a x") == 7
    game.play("fire a x", dice=[4, 4, "light_damage", 7])
    assert game.unit("x").marker == "armored_light_damage" and game.state.bags["soft"].size == 18


@rule("sos-7.2-d", "sos-7.2-e")
def test_only_the_owner_knows_the_marker():
    game = duel().play("fire a x", dice=[4, 4, "pinned", 7])
    assert game.view(SOVIET).unit("x").marker == "soft_pinned" and game.view(GERMAN).unit("x").marker == UNKNOWN
    assert any("Pinned" in line for line in game.heard(SOVIET))
    assert not any("Pinned" in line for line in game.heard(GERMAN))
    assert any("face down" in line for line in game.heard(GERMAN))


@rule("sos-7.3-a", "sos-7.3-c")
def test_a_figure_changes_the_statistic_in_its_place_and_a_blank_changes_nothing():
    """Suppressed has an Attack Cost and Firepower, no Move Cost and no Defense."""
    game = duel(a="inf N suppressed")
    assert game.parts("fire a x") == [(3, "2.4-b"), (1, "7.3-a")]
    assert game.rating("fire a x", "Attack Rating") == [(4, "6.5-b"), (-2, "7.3-a")]
    assert game.cost("move a A02 N") == 1 and game.cost("pivot a S") == 1
    shot_at = duel(x="rif S suppressed shown")
    assert shot_at.need("fire a x") == 8


@rule("sos-7.3-b")
@pytest.mark.parametrize(
    ("marker", "without"), [("pinned", {"move", "pivot"}), ("stunned", {"move", "pivot", "fire", "stall"})]
)
def test_a_crossed_place_forbids_the_action(marker, without):
    game = duel(a=f"inf N {marker}")
    assert game.basics("a") == {"move", "pivot", "fire", "rally", "stall"} - without


@rule("sos-7.3-b")
def test_a_tank_that_may_not_move_may_still_fire_and_one_that_may_not_fire_may_still_move():
    stuck, mute = (duel(a=f"tiger N {marker}") for marker in ("immobilized", "gun_damaged"))
    assert "fire" in stuck.verbs("a") and "move" not in stuck.verbs("a")
    assert stuck.why_not("move a A02 N") == "sos-7.3-b"
    assert "move" in mute.verbs("a") and "fire" not in mute.verbs("a")
    assert mute.why_not("fire a x") == "sos-7.3-b"


@rule("sos-7.3-d")
def test_a_coloured_figure_changes_only_that_colour():
    red = on(DUEL, a="tiger N suppressed", x="rif S")
    blue = on(DUEL, a="tiger N suppressed", x="tk34c S")
    assert red.rating("fire a x", "Attack Rating") == [(5, "6.5-b"), (-3, "7.3-a")]
    assert blue.rating("fire a x", "Attack Rating") == [(12, "6.5-c"), (-5, "7.3-a")]
    assert box().markers["armored_gun_damaged"].bars == {"red_fp", "blue_fp"}, "crossed in both colours"


@rule("sos-7.4-a")
def test_a_second_hit_destroys():
    game = duel(x="rif S unnerved").play("fire a x", dice=[4, 4, 7])
    assert not game.alive("x")
    assert game.state.bags["soft"].items["soft_unnerved"] == 2, "nothing is drawn, its marker goes back"


# -- 7.5 revealing


@rule("sos-7.5-a", "sos-7.5-c")
@pytest.mark.parametrize("sentence", ["fire a x", "move a A02 N", "pivot a S"])
def test_a_marker_that_changes_a_cost_is_shown_and_stays_so(sentence):
    game = duel(a="inf N cowering")
    assert game.view(SOVIET).unit("a").marker == UNKNOWN
    game.play(sentence, dice=[*([1, 1] if "fire" in sentence else []), 7])
    assert game.unit("a").shown and game.view(SOVIET).unit("a").marker == "soft_cowering"
    game.play("pass")
    assert game.view(SOVIET).unit("a").marker == "soft_cowering", "public from now on"
    assert not any("is shown" in said for said in game.play("pivot a SE", dice=[7]).heard(SOVIET)), "told once"


@rule("sos-7.5-a")
@pytest.mark.parametrize(
    ("marker", "sentence"), [("suppressed", "move a A02 N"), ("unnerved", "fire a x"), ("cowering", "stall a")]
)
def test_a_marker_that_changes_nothing_stays_face_down(marker, sentence):
    game = duel(a=f"inf N {marker}").play(sentence, dice=[*([1, 1] if "fire" in sentence else []), 7])
    assert not game.unit("a").shown and game.view(SOVIET).unit("a").marker == UNKNOWN


@rule("sos-7.5-b")
def test_a_marker_that_changes_the_attack_rating_is_shown_before_the_roll():
    game = duel(a="inf N suppressed", caps={GERMAN: 6, SOVIET: 0}).begin("fire a x")
    assert game.asked == "attack.roll" and game.unit("a").shown


@rule("sos-7.5-b")
def test_a_marker_that_changes_the_defense_rating_is_shown_before_the_roll():
    game = duel(x="rif S cowering", caps={GERMAN: 6, SOVIET: 0})
    assert game.check("fire a x").tally.spread == (8, 9), "the attacker knows only the limits"
    game.begin("fire a x")
    assert game.unit("x").shown and game.need("caps 0") == 9
    blank = duel(x="rif S pinned", caps={GERMAN: 6, SOVIET: 0}).begin("fire a x")
    assert not blank.unit("x").shown and blank.need("caps 0") == 8


@rule("sos-7.5-b", "sos-7.3-a")
def test_a_marker_on_the_front_figure_is_shown_only_when_the_front_is_attacked():
    """Panicked lowers a tank's Front Defense by 4 and leaves its flank alone."""
    front = duel(a="tiger N", x="tk34c S panicked", caps={GERMAN: 6, SOVIET: 0}).begin("fire a x")
    assert front.unit("x").shown and front.need("caps 0") == 19 - 4 - 12
    flank = duel(a="tiger N", x="tk34c N panicked", caps={GERMAN: 6, SOVIET: 0}).begin("fire a x")
    assert not flank.unit("x").shown and flank.need("caps 0") == 16 - 12


# -- soft Hit Markers


@rule("sos-hit-soft-stunned-b", "sos-hit-soft-stunned-c")
def test_stunned():
    game = duel(a="inf N stunned", told=hands("08 09"))
    assert game.verbs("a") == {"rally"} and game.need("rally a") == 7
    assert "play" not in game.state.grow(()), "it plays no card for its own good either"
    assert game.why_not("stall a") == "sos-hit-soft-stunned-b"
    freed = duel(a="inf N stunned", told=hands("04")).play("play 04 a", dice=[3, 4])
    assert not freed.unit("a").marker


@rule("sos-hit-soft-unnerved-b", "sos-hit-soft-unnerved-c")
def test_unnerved():
    whole, unnerved = duel(), duel(a="inf N unnerved")
    for sentence in ("fire a x", "move a A02 N", "pivot a S", "stall a"):
        assert whole.cost(sentence) == unnerved.cost(sentence)
    assert whole.need("fire a x") == unnerved.need("fire a x") and unnerved.need("rally a") == 7
    assert duel(x="rif S unnerved shown").need("fire a x") == 8


@rule("sos-hit-soft-pinned-b", "sos-hit-soft-pinned-c")
def test_pinned():
    game = duel(a="inf N pinned")
    assert game.basics("a") == {"fire", "rally", "stall"} and game.need("rally a") == 7
    assert game.why_not("move a A02 N") == "sos-7.3-b" == game.why_not("pivot a S")


@rule("sos-hit-soft-cowering-b", "sos-hit-soft-cowering-c", "sos-hit-soft-cowering-f")
def test_cowering_makes_everything_dear():
    game = duel(a="inf N cowering")
    assert game.cost("fire a x") == 3 + 2
    assert game.cost("move a A02 N") == 1 + 1 == game.cost("pivot a S")
    assert game.need("rally a") == 8 and game.cost("rally a") == 5


@rule("sos-hit-soft-cowering-d")
def test_a_cowering_unit_has_range_one():
    """So it reaches two hexes, at Long Range. [ruling C41]"""
    game = duel(a="inf N cowering")
    assert game.rating("fire a x", "Attack Rating") == [(4, "6.5-b"), (-2, "6.6-a")]
    assert on("x\na", a="inf N cowering", x="rif S").need("fire a x") == 5
    assert on("x\n.\n.\na", a="inf N cowering", x="rif S").why_not("fire a x") == "sos-5.3-e"


@rule("sos-hit-soft-cowering-e")
def test_a_cowering_unit_is_harder_to_hit():
    assert duel(x="rif S cowering shown").rating("fire a x", "Defense Rating") == [(12, "6.1-b"), (1, "7.3-a")]
    flank = duel(x="rif N cowering shown")
    assert flank.rating("fire a x", "Defense Rating") == [(11, "6.3-a"), (1, "7.3-a")]


@rule(
    "sos-hit-soft-suppressed-b", "sos-hit-soft-suppressed-c", "sos-hit-soft-suppressed-d", "sos-hit-soft-suppressed-e"
)
def test_suppressed():
    game = duel(a="inf N suppressed")
    assert game.cost("fire a x") == 3 + 1 and game.cost("move a A02 N") == 1
    assert game.need("fire a x") == 8 + 2 and game.need("rally a") == 7
    armoured = duel(a="inf N suppressed", x="tk34c S", kinds={"inf": {"blue_fp": 3}})
    assert armoured.rating("fire a x", "Attack Rating") == [(3, "6.5-c"), (-2, "7.3-a")]
    assert duel(x="rif S suppressed shown").need("fire a x") == 8


@rule("sos-hit-soft-b")
def test_firepower_may_fall_below_nothing():
    game = duel(a="inf N suppressed", x="tk34c S")
    assert [tally.value for tally in game.check("fire a x").tallies] == [19, -2]
    assert game.need("fire a x") == 21


FAR = """
    x
    .
    .
    W
    b
    a
"""


@rule("sos-hit-soft-destroyed-b", "sos-hit-soft-destroyed-d", "sos-7.9-b", "sos-card-03-e")
def test_a_unit_with_a_destroyed_marker_stands_and_can_do_nothing():
    game = on(FAR, a="inf N destroyed", b="inf N", x="rif S", told=hands("03 04 01 09 08"))
    assert game.alive("a") and game.verbs("a") == set()
    assert game.why_not("stall a") == "sos-hit-soft-destroyed-b"
    for card in ("03", "04", "08", "09"):
        assert not game.offers(f"play {card} a"), card
    spent = on(FAR, a="inf N destroyed spent", b="inf N", x="rif S", told=hands("01 02"))
    assert spent.choices("play") == ["play 02"], "Adrenaline finds nobody"
    assert spent.begin("play 02").verbs("a") == set()


@rule("sos-hit-soft-destroyed-c")
def test_a_destroyed_marker_comes_to_light_when_fired_at():
    game = on("x\n.\na\nb", a="inf N", b="inf N", x="rif S destroyed")
    game.play("fire a x", dice=[7])
    assert not game.alive("x"), "without a roll to hit"


@rule("sos-hit-soft-destroyed-c")
def test_a_destroyed_marker_comes_to_light_with_an_enemy_adjacent():
    game = duel(a="inf N", x="rif S destroyed").play("move a A02 N", dice=[7])
    assert not game.alive("x")
    near = on("x\na", a="inf N", x="rif S", active=SOVIET)
    assert near.need("fire x a") == 6
    near.play("fire x a", dice=[3, 3, "destroyed", 7])
    assert not near.alive("a"), "looked at as soon as it is drawn"


@rule("sos-hit-soft-destroyed-c")
def test_a_destroyed_marker_comes_to_light_at_the_end_of_the_round():
    game = on(FAR, a="inf N destroyed", b="inf N", x="rif S", told=SCORED)
    game.play("pass")
    assert game.alive("a") and game.vp == (SOVIET, 1)
    game.begin("pass", "caps 0", dice=[1, 1])
    assert not game.alive("a") and game.vp == (SOVIET, 2), "and it is scored"


@rule("sos-hit-soft-destroyed-c")
def test_no_other_marker_brings_a_hidden_unit_to_light_at_the_end_of_the_round():
    game = end_round(on("a .\n. .\n. .\n. .\nx:W .", a="inf S", x="rif N hidden pinned"))
    assert game.state.tracks.round == 2 and game.is_hidden("x") and game.unit("x").marker == "soft_pinned"


# -- 7.11-7.13 destroyed units


@rule("sos-7.11-a", "sos-7.12-a", "sos-7.12-b")
def test_a_destroyed_unit_leaves_the_map_and_covers_its_owners_track():
    game = duel(caps={GERMAN: 0, SOVIET: 2}).play("fire a x", dice=[6, 6, 7])
    assert not game.alive("x") and game.state.tracks.lost[SOVIET] == ("x",)
    assert game.state.tracks.covered == {GERMAN: 0, SOVIET: 1}
    end_round(game)
    assert (game.caps(GERMAN), game.caps(SOVIET)) == (6, 5)
    end_round(game)
    assert game.caps(SOVIET) == 5, "for the rest of the Mission"


@rule("sos-7.12-a", "sos-7.12-b")
def test_each_further_unit_covers_the_next_lower_number():
    game = on("x+y\n.\na", a="inf N", x="rif S", y="rif S").play("fire a x", "at x", dice=[6, 6, 6, 6, 7])
    end_round(game)
    assert game.caps(SOVIET) == 4


@rule("sos-7.11-b")
def test_its_marker_is_shown_and_goes_back_into_the_pile():
    game = duel(x="rif S pinned")
    assert game.state.bags["soft"].items["soft_pinned"] == 4
    game.play("fire a x", dice=[4, 4, 7])
    assert game.state.bags["soft"].items["soft_pinned"] == 5
    assert any("Pinned" in line for line in game.heard(GERMAN))


@rule("sos-7.11-c")
def test_points_for_a_destroyed_unit_are_scored_at_once():
    game = duel(caps={GERMAN: 3, SOVIET: 0}, told=SCORED).begin("fire a x", "caps 0", dice=[6, 6])
    assert game.asked == "cost.caps" and game.vp == (GERMAN, 1)
    unscored = duel().play("fire a x", dice=[6, 6, 7])
    assert unscored.vp == (SOVIET, 1), "only where the Mission gives any"
    prized = duel(told={"victory": (VpPerUnitDestroyed(value=1), VpUnitValue(unit="sov_rifles_41", value=3))})
    assert prized.play("fire a x", dice=[6, 6, 7]).vp == (GERMAN, 3)


@rule("sos-7.12-c")
@pytest.mark.parametrize(("before", "after"), [(6, 5), (5, 5), (7, 7), (0, 0)])
def test_a_cap_is_lost_at_once_only_from_the_space_to_be_covered(before, after):
    game = duel(caps={GERMAN: 0, SOVIET: before}).play("fire a x", dice=[6, 6, 7])
    assert game.caps(SOVIET) == after


@rule("sos-7.12-d")
def test_a_marker_already_below_loses_nothing():
    game = duel(caps={GERMAN: 0, SOVIET: 5}).play("fire a x", dice=[6, 6, 7])
    assert game.caps(SOVIET) == 5


LINE = "x+y+z\n.\na"


@rule("sos-7.13-a", "sos-7.13-b")
def test_three_spaces_are_never_covered():
    game = on(LINE, a="inf N", x="rif S", y="rif S", z="rif S", start_caps={GERMAN: 6, SOVIET: 4})
    game.play("fire a x", "at x", "at y", dice=[6, 6, 6, 6, 6, 6, 7])
    assert len(game.state.tracks.lost[SOVIET]) == 3 and game.state.tracks.covered[SOVIET] == 1
    end_round(game)
    assert game.caps(SOVIET) == 3


@rule("sos-4.4-c", "sos-7.5-a")
def test_a_marker_on_firepower_does_not_keep_a_unit_from_taking_ground_nor_tells_of_itself():
    for marker in ("suppressed", "suppressed shown"):
        game = on(".\na", a=f"gsnip N {marker}", told={"control": {"A01": SOVIET}}).begin("move a A01 N", dice=[7])
        assert game.control("A01") == GERMAN and game.unit("a").shown is ("shown" in marker)
