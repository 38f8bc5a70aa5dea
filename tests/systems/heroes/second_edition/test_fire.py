"""Attacks, hits, rallies, ranges and close combat. [chapter 7]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, box, on

from balka.core.proof import rule
from balka.systems.heroes.units import UNKNOWN, Works

RICH = {GERMAN: 6, SOVIET: 6}


def duel(**more: Any) -> Bear:
    """A rifle squad fires at one two hexes away, in its front."""
    return on("x\n.\na", **{"a": "grif N", "x": "srif S", **more})


def close(**more: Any) -> Bear:
    return on("a+x", **{"a": "grif N", "x": "srif S", **more})


def attack(game: Bear, sentence: str) -> list[tuple[int, str]]:
    return game.rating(sentence, "Attack Rating")


# -- 7.0-7.3 the roll


@rule("atb-0.0-e", "atb-0.0-f", "atb-0.0-g", "atb-7.1-a", "atb-7.2-a")
def test_two_dice_must_make_up_for_what_defense_exceeds_attack():
    assert duel().need("fire a x") == 12 - 2
    assert on("x:L\n.\na", a="grif N", x="srif S").need("fire a x") == 12 + 1 - 2


@rule("atb-7.0-a", "atb-7.0-c", "atb-7.5-d")
def test_the_color_of_the_target_says_which_rating_counts():
    game = on("x+y\n.\na", a="pak36 N", x="srif S", y="tk26b S")
    kind = next(one for one in box().units.values() if one.slug == "pak36")
    ratings = [next(t for t in check.tallies if t.name == "Attack Rating") for check in game.quote("fire a x").checks]
    assert [rating.parts[0].value for rating in ratings] == [kind.red_fp, kind.blue_fp]


@rule("atb-7.1-b")
def test_a_unit_may_attack_with_a_rating_of_nothing_or_less():
    assert duel(kinds={"grif": {"red_fp": -1}}).offers("fire a x")


@rule("atb-7.2-b")
def test_fire_from_outside_the_targets_arc_strikes_its_flank():
    assert duel(x="srif N").need("fire a x") == 11 - 2


@rule("atb-7.3-a")
def test_an_attack_costs_the_printed_figure_and_is_the_whole_turn():
    game = duel()
    assert game.cost("fire a x") == 3
    assert game.begin("fire a x", "by activate 0", dice=[1, 1]).seat == SOVIET


@rule("atb-7.3-b", "atb-0.0-h")
def test_reaching_the_defense_is_one_hit():
    game = duel().begin("fire a x", "by activate 0", dice=[5, 5, "pinned"])
    assert game.unit("x").marker == "foot_pinned"


@rule("atb-7.3-d")
def test_falling_short_of_it_does_nothing():
    game = duel().begin("fire a x", "by activate 0", dice=[4, 5])
    assert game.alive("x") and not game.unit("x").marker


@rule("atb-7.3-c", "atb-7.4.1-b")
def test_four_more_are_two_hits_and_destroy_an_unhit_unit():
    game = duel(kinds={"grif": {"red_fp": 6}})
    assert game.need("fire a x") == 6
    assert game.begin("fire a x", "by activate 0", dice=[4, 5, "pinned"]).alive("x")
    assert not duel(kinds={"grif": {"red_fp": 6}}).begin("fire a x", "by activate 0", dice=[4, 6]).alive("x")


@rule("atb-7.3-e")
def test_a_unit_may_be_attacked_again_and_again():
    game = duel().play("fire a x", "by activate 0", dice=[1, 1]).play("pass")
    assert game.offers("fire a x")


# -- 7.4 hit markers


@rule("atb-7.4-a")
def test_the_owner_alone_sees_the_marker_he_draws():
    game = duel().begin("fire a x", "by activate 0", dice=[5, 5, "pinned"])
    assert game.view(SOVIET).unit("x").marker == "foot_pinned" and game.view(GERMAN).unit("x").marker == UNKNOWN
    assert "Pinned" not in " ".join(game.heard(GERMAN))


@rule("atb-7.4-b")
@pytest.mark.parametrize(("target", "pile"), [("srif", "foot"), ("gaz", "vehicle")])
def test_the_pile_goes_by_the_type_of_the_unit_not_its_color(target, pile):
    game = duel(x=f"{target} S", kinds={"grif": {"red_fp": 0, "blue_fp": 0}})
    need = game.need("fire a x")
    game.state = game.state.apply("fire a A01").state
    game.begin("by activate 0", dice=[min(6, need - 1), max(1, need - min(6, need - 1)), f"{pile}_suppressed"])
    assert game.unit("x").marker == f"{pile}_suppressed"


@rule("atb-7.4-c", "atb-7.4-d")
def test_markers_change_the_figure_in_their_corner_and_cross_out_abilities():
    assert duel(a="grif N suppressed").cost("fire a x") == 4
    assert not duel(a="grif N panicked").offers("fire a x"), "crossed out in black"
    damaged = on("x+y\n.\na", a="pz3h N gun_damaged_red", x="srif S", y="tk26b S")
    damaged.begin("fire a x", "by activate 0", dice=[1, 1])
    assert damaged.seat == SOVIET, "only the tank was rolled for: red is crossed out"


@rule("atb-7.4-e", "atb-7.4-f")
def test_a_marker_is_shown_when_its_figure_is_used_then_lies_face_down_again():
    game = duel(a="grif N suppressed").begin("fire a x", "by activate 0", dice=[1, 1])
    assert "Suppressed" in " ".join(game.heard(SOVIET)) and not game.unit("a").shown
    assert game.view(SOVIET).unit("a").marker == UNKNOWN


@rule("atb-7.4-f")
def test_a_marker_that_changes_nothing_of_the_attack_is_not_shown():
    game = duel(a="grif N unnerved").begin("fire a x", "by activate 0", dice=[1, 1])
    assert "Unnerved" not in " ".join(game.heard(SOVIET))


@rule("atb-7.4-g")
def test_a_target_shows_a_marker_that_changes_its_defense_whatever_is_rolled():
    game = duel(x="srif S cowering").begin("fire a x", "by activate 0", dice=[1, 1])
    assert "Cowering" in " ".join(game.heard(GERMAN))


@rule("atb-7.4-h", "atb-hit-foot-kia-b")
def test_killed_in_action_is_shown_and_removed_at_once():
    game = duel().begin("fire a x", "by activate 0", dice=[5, 5, "kia"])
    assert not game.alive("x") and "KIA" in " ".join(game.heard(GERMAN))


@rule("atb-7.4-i", "atb-7.6-h")
def test_the_marker_of_a_destroyed_unit_is_shown_and_returned():
    game = duel(x="srif S pinned")
    before = game.state.bags["foot"].items["foot_pinned"]
    game.begin("fire a x", "by activate 0", dice=[5, 5])
    assert "Pinned" in " ".join(game.heard(GERMAN)) and game.state.bags["foot"].items["foot_pinned"] == before + 1


@rule("atb-hit-foot-stunned-b")
def test_a_stunned_unit_only_rallies():
    assert duel(a="grif N stunned").verbs("a") == {"rally"}


@rule("atb-hit-foot-unnerved-b")
def test_an_unnerved_unit_acts_as_ever_but_counts_as_hit():
    game = duel(a="grif N unnerved", x="srif S unnerved")
    assert {"move", "fire", "pivot", "rally"} <= game.verbs("a")
    assert not game.begin("fire a x", "by activate 0", dice=[5, 5]).alive("x")


@rule("atb-hit-foot-panicked-b")
def test_a_panicked_unit_cannot_attack():
    game = duel(a="grif N panicked")
    assert not game.offers("fire a x") and game.offers("move a A02 N")


@rule("atb-hit-foot-pinned-b")
def test_a_pinned_unit_neither_moves_nor_turns_but_fires():
    assert duel(a="grif N pinned").basics("a") == {"fire", "rally"}


# -- 7.4.1, 7.4.2 destruction and the CAP track


@rule("atb-7.4.1-a")
def test_a_second_hit_destroys():
    assert not duel(x="srif S pinned").begin("fire a x", "by activate 0", dice=[5, 5]).alive("x")


@rule("atb-7.4.2-a", "atb-7.4.2-b")
def test_each_destroyed_unit_costs_its_owner_a_cap_in_later_rounds():
    game = duel(x="srif S pinned", y="srif S due=9 entry=e", entries={"e": ["A01"]}, start_caps={GERMAN: 0, SOVIET: 5})
    game.begin("fire a x", "by activate 0", dice=[5, 5])
    assert game.state.tracks.covered[SOVIET] == 1
    game.begin("pass").begin("pass")
    assert game.caps(SOVIET) == 4


@rule("atb-7.4.2-c", "atb-7.4.2-d")
@pytest.mark.parametrize(("held", "after"), [(5, 4), (3, 3)])
def test_a_cap_marker_on_the_covered_space_drops_any_other_stays(held, after):
    game = duel(x="srif S pinned", caps={GERMAN: 0, SOVIET: held}, start_caps={GERMAN: 0, SOVIET: 5})
    assert game.begin("fire a x", "by activate 0", dice=[5, 5]).caps(SOVIET) == after


@rule("atb-7.4.2-e")
def test_there_is_no_floor():
    game = duel(x="srif S pinned", caps={GERMAN: 0, SOVIET: 1}, start_caps={GERMAN: 0, SOVIET: 1})
    assert game.begin("fire a x", "by activate 0", dice=[5, 5]).caps(SOVIET) == 0


# -- 7.5 several targets


@rule("atb-7.5-a", "atb-7.5-c")
def test_every_unit_in_the_hex_is_rolled_for_in_one_action():
    game = on("x+y\n.\na", a="grif N", x="srif S", y="srif S").begin(
        "fire a x", "by activate 0", "at x", dice=[1, 1, 1, 1]
    )
    assert game.pool(GERMAN) == 4 and game.seat == SOVIET


@rule("atb-7.5-b")
def test_caps_are_bought_for_each_roll():
    game = on("x+y\n.\na", a="grif N", x="srif S", y="srif S", caps=RICH)
    game.begin("fire a x", "by activate 0", "at x", "caps 1", dice=[1, 1]).begin("caps 2", dice=[1, 1])
    assert game.caps(GERMAN) == 3


# -- 7.6 rally


def shaken(picture: str = "a\n.\nx", **more: Any) -> Bear:
    return on(picture, **{"a": "grif S pinned", "x": "srif N", **more})


@rule("atb-7.6-a", "atb-7.6-b", "atb-7.6-c")
def test_a_rally_costs_five_and_needs_the_markers_number():
    game = shaken()
    assert game.cost("rally a") == 5 and game.need("rally a") == 7
    game.begin("rally a", "by activate 0", dice=[3, 4])
    assert not game.unit("a").marker and game.pool(GERMAN) == 2 and "Pinned" in " ".join(game.heard(SOVIET))


@rule("atb-7.6-d", "atb-7.6-f")
def test_a_failed_rally_changes_nothing_and_may_be_tried_again():
    game = shaken(caps=RICH).begin("rally a", "by activate 0", "caps 0", dice=[1, 2])
    assert game.unit("a").marker
    game.play("pass")
    assert game.offers("rally a")


@rule("atb-7.6-e")
def test_a_rally_may_be_an_opportunity_or_a_command():
    game = shaken(caps=RICH).begin("rally a")
    assert game.offers("by opportunity 0") and game.offers("by command 5")


@rule("atb-7.6-g")
def test_no_rally_markers_stay():
    assert not shaken(a="pz3h S immobilized").offers("rally a")


@rule("atb-7.6-i")
def test_nobody_rallies_beside_an_enemy_in_his_hex():
    assert not close(a="grif N pinned").offers("rally a")


@rule("atb-7.6.1-a")
@pytest.mark.parametrize(("terrain", "need"), [("L", 6), ("H", 6), ("B", 6), ("S", 6), ("#", 7), ("1", 7)])
def test_cover_helps_to_rally(terrain, need):
    assert shaken(f"a:{terrain}\n.\nx").need("rally a") == need


@rule("atb-7.6.1-a")
def test_a_wall_on_any_edge_is_cover_to_rally_in():
    assert shaken(walls=["A01/A02"]).need("rally a") == 6


@rule("atb-7.6.1-b")
def test_each_unhit_friend_in_the_hex_helps_and_hit_ones_do_not():
    game = shaken("a+b+c\n.\nx", b="grif N", c="grif N pinned")
    assert game.need("rally a") == 6


@rule("atb-7.6.1-c")
def test_up_to_two_caps_help_a_rally():
    game = shaken(caps=RICH).begin("rally a", "by activate 0")
    assert game.need("caps 2") == 5 and not game.offers("caps 3")


# -- 7.7 ranges


@rule("atb-7.7-a", "atb-7.7.1-a", "atb-7.7.1-b")
@pytest.mark.parametrize(("away", "modifier"), [(5, []), (6, [-2]), (10, [-2]), (11, None)])
def test_beyond_its_range_a_unit_attacks_at_minus_two_and_beyond_twice_not_at_all(away, modifier):
    game = on("x" + "\n." * (away - 1) + "\na", a="grif N", x="srif S")
    if modifier is None:
        assert not game.offers("fire a x")
    else:
        assert [value for value, _ in attack(game, "fire a x")][1:] == modifier


@rule("atb-7.7.2-a")
def test_next_to_it_a_unit_attacks_at_plus_three():
    assert [value for value, _ in attack(on("x\na", a="grif N", x="srif S"), "fire a x")] == [2, 3]


# -- 7.7.3 close combat


@rule("atb-7.7.3-a", "atb-7.7.3-n")
def test_close_combat_is_with_one_enemy_unit_a_turn():
    game = on("a+x+y", a="grif N", x="srif S", y="srif S").begin("assault a x", "by activate 0", dice=[1, 1])
    assert game.seat == SOVIET


@rule("atb-7.7.3-b", "atb-7.7.3-c")
def test_crewed_weapons_lose_two_and_others_gain_four():
    assert [value for value, _ in attack(close(), "assault a x")] == [2, 4]
    assert [value for value, _ in attack(close(a="lmg34 N"), "assault a x")] == [4, -2]


@rule("atb-7.7.3-d")
def test_close_combat_strikes_the_flank():
    assert close().rating("assault a x", "Defense Rating")[0][0] == 11


@rule("atb-7.7.3-e")
@pytest.mark.parametrize("target", ["srif", "tk26b"])
def test_terrain_helps_everybody_in_close_combat(target):
    rows = on("a+x:S", a="grif N", x=f"{target} S").rating("assault a x", "Defense Rating")
    assert 2 in [value for value, _ in rows[1:]]


@rule("atb-7.7.3-g")
def test_friends_in_the_hex_are_not_touched():
    game = on("a+b+x", a="grif N", b="grif N", x="srif S").begin("assault a x", "by activate 0", dice=[1, 1])
    assert game.seat == SOVIET and not game.unit("b").marker


@rule("atb-7.7.3-h")
def test_only_friends_in_that_hex_join_a_close_combat():
    game = on("a+b+x\nc", a="grif N", b="grif N", c="grif N", x="srif S").gather("a", "b")
    assert game.offers("assault a x")
    assert not on("a+x\nc", a="grif N", c="grif N", x="srif S").gather("a", "c").offers("assault a x")


@rule("atb-7.7.3-i")
def test_with_an_enemy_in_the_hex_a_unit_attacks_nobody_outside():
    game = on("y\n.\na+x", a="grif N", x="srif S", y="srif S")
    assert not game.offers("fire a y") and game.offers("assault a x")


@rule("atb-7.7.3-j")
def test_mortars_fight_in_close_combat():
    assert close(a="8cm N").offers("assault a x")


@rule("atb-7.7.3-l", "atb-7.7.3-m")
def test_the_way_an_enemy_came_from_is_closed_for_one_turn():
    game = on(". . .\n. x .\n. a .\n. . .", a="grif N", x="srif S").begin("move a B02 N", "by activate 0")
    fled = {choice.split()[2] for choice in game.choices("x") if choice.startswith("move")}
    assert "B03" not in fled and len(fled) == 3
    later = on(". . .\n. x .\n. a .\n. . .", a="grif N", x="srif S").play("move a B02 N", "by activate 0")
    later.play("pivot x N", "by activate 0").play("pivot a S")
    assert any(choice.startswith("move x B03") for choice in later.choices("x"))


@rule("atb-7.7.3-o", "atb-7.7.3-p")
def test_fire_into_a_close_combat_strikes_both_sides_by_their_facing():
    game = on("b+x:L\n.\na", a="grif N", b="grif N", x="srif S")
    checks = game.quote("fire a x").checks
    defences = sorted(next(t for t in check.tallies if t.name == "Defense Rating").value for check in checks)
    assert defences == [11 + 1, 12 + 1], "the friend is struck from behind, the enemy in front"


@rule("atb-7.7.3-q")
def test_a_spent_unit_without_caps_or_cards_cannot_answer():
    game = on("x\na", a="grif N", x="srif S spent").begin("move a A01 N", "by activate 0")
    assert game.choices() == ["pass"]


@rule("atb-7.7.3-f")
def test_a_fortification_helps_only_those_inside_it_in_close_combat():
    told = {"works": {"A01": Works("trench", SOVIET)}}
    game = on("a+x+y", a="grif N", x="srif S inside", y="srif S", told=told)
    inside, outside = (game.rating(f"assault a {name}", "Defense Rating") for name in "xy")
    assert sum(value for value, _ in inside) - sum(value for value, _ in outside) == 2


@rule("atb-7.6.1-a")
def test_two_kinds_of_cover_help_to_rally_once():
    both = on("a:L\n.\nS\nx", a="grif N pinned dug-in", x="srif S", walls=["A01/A02"])
    assert both.need("rally a") == 6


@rule("atb-7.7.3-b", "atb-7.7.3-c")
def test_only_the_number_on_a_white_box_is_weak_hand_to_hand():
    """Tank Hunters have a box under their red number alone."""
    men, tank = (on("a+x", a="hunt N", x=foe).rating("assault a x", "Attack Rating") for foe in ("srif S", "tk26b S"))
    assert men[1][0] == -2 and tank[1][0] == 4
