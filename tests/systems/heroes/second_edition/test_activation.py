"""Turns, activation, opportunity and command actions, CAPs, stalling, passing. [2.2, 3.0-3.2]"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, on

from balka.core.proof import rule

APART = """
    x
    y
    S
    .
    .
    a
    b
"""
FACING = """
    x
    .
    .
    a
    b
"""
RICH = {GERMAN: 5, SOVIET: 5}


def squads(**more: Any) -> Bear:
    """Two rifle squads a side out of each other's sight."""
    return on(APART, **{"a": "grif N", "b": "grif N", "x": "srif S", "y": "srif S", **more})


def duel(**more: Any) -> Bear:
    """Two German squads and a Soviet one in sight of each other."""
    return on(FACING, **{"a": "grif N", "b": "grif N", "x": "srif S", **more})


# -- 2.2 turns and actions


@rule("atb-0.0-d", "atb-2.2-d", "atb-2.2-g", "atb-3.0-a", "atb-3.0-b")
def test_an_activated_unit_has_seven_points_and_pays_its_first_action_in_the_same_turn():
    game = squads().play("move a A05 N", "by activate 0")
    assert game.pool(GERMAN) == 6 and game.condition("a") == "active" and game.seat == SOVIET


@rule("atb-2.2-a", "atb-2.2-b")
def test_a_turn_is_one_action_a_stall_or_a_pass():
    game = squads(caps=RICH)
    verbs = {text.split()[0] for text in game.choices()}
    assert {"move", "pivot", "stall", "pass"} <= verbs and "done" not in verbs
    game.begin("move a A05 N", "by activate 0")
    assert game.choices() == ["done"] or game.seat == SOVIET, "a second action is not offered"


@rule("atb-2.2-b")
def test_a_move_is_one_hex():
    assert not squads().offers("move a A04 N")


@rule("atb-2.2-c", "atb-3.1-a")
def test_a_unit_is_fresh_active_or_spent():
    game = squads(a="grif N active", b="grif N spent", pool={GERMAN: 3})
    assert [game.condition(name) for name in "aby"] == ["active", "spent", "fresh"]
    game.begin("move a A05 N")
    assert game.pool(GERMAN) == 2, "an active unit takes no opportunity action: it is paid from the pool without asking"


@rule("atb-2.2-d", "atb-2.2-y")
def test_a_spent_unit_cannot_be_activated_again():
    game = squads(a="grif N spent", caps=RICH).begin("move a A05 N")
    assert game.caps(GERMAN) == 4 and game.pool(GERMAN) == 0


@rule("atb-2.2-y")
def test_a_spent_unit_without_caps_does_nothing():
    game = squads(a="grif N spent")
    assert "a" not in game.state.grow(()) and game.why_not("pivot a S") == "atb-2.2-y"


@rule("atb-2.2-e", "atb-3.0-c")
def test_a_unit_is_spent_when_its_points_reach_nothing():
    game = squads(a="grif N active", pool={GERMAN: 1}).play("move a A05 N")
    assert game.condition("a") == "spent" and game.pool(GERMAN) == 0


@rule("atb-2.2-f")
def test_a_spent_counter_is_shown_turned():
    game = squads(a="grif N spent")
    counters = [c for s in game.state.setting.system.scene(game.state, GERMAN).stacks for c in s.counters]
    shown = {counter.id: counter.states for counter in counters}
    assert "spent" in shown["a"] and "spent" not in shown["b"]


@rule("atb-2.2-h")
def test_points_not_used_stay_for_later_turns():
    game = squads().play("move a A05 N", "by activate 0").play("move x A02 S", "by activate 0")
    game.play("move a A04 N")
    assert game.pool(GERMAN) == 5


@rule("atb-2.2-i", "atb-3.0-c", "atb-3.0-d", "atb-3.0-e")
def test_another_activation_spends_the_active_unit_and_starts_at_seven():
    game = squads(a="grif N active", pool={GERMAN: 3}).play("move b A06 N", "by activate 0")
    assert game.condition("a") == "spent" and game.condition("b") == "active" and game.pool(GERMAN) == 6


@rule("atb-2.2-j")
def test_one_pool_runs_at_a_time():
    game = squads(a="grif N active", pool={GERMAN: 3}).begin("move b A06 N")
    assert {choice.split()[1] for choice in game.choices()} == {"pool", "activate", "opportunity"}
    game.play("by activate 0")
    assert game.state.tracks.sharing[GERMAN] == ("b",)


@rule("atb-2.2-k", "atb-3.1-c", "atb-3.1-d")
def test_an_opportunity_action_costs_nothing_and_leaves_the_unit_spent():
    game = squads(caps={GERMAN: 3, SOVIET: 0}).play("move a A05 N", "by opportunity 0")
    assert game.condition("a") == "spent" and game.caps(GERMAN) == 3 and game.pool(GERMAN) == 0


@rule("atb-3.1-a")
def test_spent_and_active_units_take_no_opportunity_action():
    game = duel(a="grif N spent", caps=RICH).begin("fire a x")
    assert game.caps(GERMAN) == 2, "paid by command, the only way"
    active = duel(a="grif N active", caps=RICH, pool={GERMAN: 7}).begin("fire a x")
    assert not any("opportunity" in choice for choice in active.choices())


@rule("atb-3.1-b")
def test_an_opportunity_action_may_cost_more_than_seven():
    game = squads(kinds={"grif": {"move_cost": 9}}).begin("move a A05 N")
    assert game.at("a") == "A05" and game.condition("a") == "spent"


@rule("atb-2.2-l", "atb-2.2-m", "atb-3.2.2-b")
@pytest.mark.parametrize(("state", "pool"), [("", 0), ("active", 4), ("spent", 0)])
def test_a_command_action_is_all_caps_and_changes_no_state(state, pool):
    game = squads(a=f"grif N {state}".strip(), caps=RICH, pool={GERMAN: pool} if pool else None)
    game.begin("move a A05 N")
    if game.asked == "cost.means":
        game.play("by command 1")
    assert game.caps(GERMAN) == 4 and game.condition("a") == (state or "fresh") and game.pool(GERMAN) == pool


@rule("atb-3.2.2-a")
def test_a_command_action_mixes_in_no_points():
    game = duel(a="grif N active", caps=RICH, pool={GERMAN: 2}).begin("fire a x")
    assert game.offers("by command 3") and not game.offers("by command 1")
    assert game.why_not("by command 1") == "atb-3.2.2-a"


@rule("atb-2.2-z", "atb-3.2.1-a", "atb-3.2.1-b")
def test_caps_supplement_points_and_the_last_point_spends_the_unit():
    game = duel(a="grif N active", caps=RICH, pool={GERMAN: 2}).begin("fire a x")
    assert game.offers("by pool 1") and not game.offers("by pool 0"), "an attack costs 3, the pool holds 2"
    game.begin("by pool 1")
    assert game.pool(GERMAN) == 0 and game.condition("a") == "spent" and game.caps(GERMAN) == 4


@rule("atb-3.2.1-a")
def test_more_caps_than_needed_save_points():
    game = duel(caps=RICH).begin("fire a x", "by activate 3")
    assert game.pool(GERMAN) == 7 and game.caps(GERMAN) == 2


@rule("atb-2.2-n")
def test_an_action_card_is_the_action_of_the_turn():
    game = squads(a="grif N pinned", told={"hands": {GERMAN: ("04",), SOVIET: ()}}).begin("play 04 a", dice=[6, 6])
    assert game.seat == SOVIET and not game.unit("a").marker


@rule("atb-2.2-o")
def test_a_stall_takes_a_point_or_a_cap_and_is_no_pass():
    game = squads(a="grif N active", caps=RICH, pool={GERMAN: 3})
    assert {"stall ap", "stall cap"} <= set(game.choices())
    game.play("stall ap").play("pass")
    assert game.pool(GERMAN) == 2 and game.seat == GERMAN and game.state.tracks.round == 1
    game.play("stall cap")
    assert game.caps(GERMAN) == 4 and game.pool(GERMAN) == 2


@rule("atb-2.2-o")
def test_nobody_stalls_for_nothing():
    assert not any(choice.startswith("stall") for choice in squads().choices())


@rule("atb-2.2-p")
def test_a_stall_with_the_last_point_spends_the_active_unit():
    assert squads(a="grif N active", pool={GERMAN: 1}).play("stall ap").condition("a") == "spent"


@rule("atb-2.2-q", "atb-2.2-r")
def test_a_pass_costs_nothing_but_spends_the_active_unit():
    game = squads(a="grif N active", pool={GERMAN: 4}, caps={GERMAN: 2, SOVIET: 0}).play("pass")
    assert game.condition("a") == "spent" and game.pool(GERMAN) == 0 and game.caps(GERMAN) == 2


@rule("atb-2.2-s", "atb-2.2-x")
def test_whoever_passes_may_act_later_and_nobody_needs_an_active_unit():
    game = squads().play("pass").play("move x A02 S", "by opportunity 0").play("move a A05 N", "by opportunity 0")
    assert game.at("a") == "A05" and game.state.tracks.sharing == {GERMAN: (), SOVIET: ()}


@rule("atb-2.2-t", "atb-0.0-i")
def test_two_passes_in_a_row_end_the_round():
    game = squads().play("pass").begin("pass")
    assert game.state.tracks.round == 2


@rule("atb-2.2-u")
def test_both_players_may_have_active_units():
    game = squads().play("move a A05 N", "by activate 0").play("move x A02 S", "by activate 0")
    assert game.condition("a") == game.condition("x") == "active"


@rule("atb-2.2-v", "atb-3.0-f")
def test_commands_and_cards_of_the_active_unit_leave_its_points_alone():
    game = squads(a="grif N active", caps=RICH, pool={GERMAN: 4}, told={"hands": {GERMAN: ("02",), SOVIET: ()}})
    game.play("move a A05 N", "by command 1").play("pass").play("play 02", "move a A04 N")
    assert game.condition("a") == "active" and game.pool(GERMAN) == 4


@rule("atb-2.2-w", "atb-3.0-g")
def test_what_others_do_does_not_touch_the_active_units_points():
    game = squads(a="grif N active", caps=RICH, pool={GERMAN: 4})
    game.play("move b A06 N", "by opportunity 0").play("pass")
    assert game.condition("a") == "active" and game.pool(GERMAN) == 4 and game.condition("b") == "spent"


@rule("atb-3.0-d")
def test_activation_changes_only_with_an_action_at_the_start_of_a_turn():
    game = squads(a="grif N active", pool={GERMAN: 4}).begin("move b A06 N", "by activate 0")
    assert game.seat == SOVIET or game.choices() == ["done"]


# -- 3.0.1 variable points


def variable(way: str = "variable") -> Bear:
    return squads(told={"options": {"action_points": way}})


@rule("atb-3.0.1-a", "atb-3.0.1-b")
def test_variable_points_are_the_highest_and_the_lowest_of_three_dice():
    game = variable().begin("activate a", dice=[2, 5, 3])
    assert game.pool(GERMAN) == 7 and game.condition("a") == "active" and game.seat == GERMAN, "no action yet"
    game.begin("move a A05 N")
    assert game.pool(GERMAN) == 6
    assert variable().begin("activate a", dice=[2, 5, 3]).offers("activate b"), "which ends the activation of the other"


@rule("atb-3.0.1-a")
def test_with_variable_points_nobody_pays_from_seven():
    game = variable().begin("move a A05 N")
    assert game.at("a") == "A05" and game.condition("a") == "spent", "an opportunity action is all a Fresh unit can do"


@rule("atb-3.0.1-c")
def test_secret_points_are_known_to_their_owner_alone():
    game = variable("secret").begin("activate a", dice=[1, 6, 4])
    assert "1 4 6" in " ".join(game.heard(GERMAN)) and "1 4 6" not in " ".join(game.heard(SOVIET))
    game.begin("move a A05 N")
    seen = game.view(SOVIET).state.tracks
    assert seen.pool[GERMAN] < 0 and seen.aps_used[GERMAN] == 1 and game.pool(GERMAN) == 6


@rule("atb-3.0.1-c")
def test_what_another_guesses_of_secret_points_fits_what_was_used():
    game = variable("secret").begin("activate a", dice=[1, 6, 4]).begin("move a A05 N")
    view = game.state.view(SOVIET)
    for seed in range(20):
        tracks = view.setting.system.sample(view, Random(seed)).tracks
        low, high = tracks.rolled[GERMAN][0], tracks.rolled[GERMAN][-1]
        assert tracks.pool[GERMAN] == low + high - 1 > 0


@rule("atb-3.0.1-d")
def test_secret_dice_are_shown_once_the_unit_is_spent():
    game = variable("secret").begin("activate a", dice=[1, 6, 4]).begin("move a A05 N")
    game.begin("pass").begin("pass")
    assert "1 4 6" in " ".join(game.heard(SOVIET))


@rule("atb-3.0.1-d")
def test_secret_dice_are_shown_when_another_unit_is_activated():
    game = variable("secret").begin("activate a", dice=[1, 6, 4]).begin("move a A05 N").begin("pass")
    game.begin("activate b", dice=[2, 2, 3])
    assert "1 4 6" in " ".join(game.heard(SOVIET)) and "2 2 3" not in " ".join(game.heard(SOVIET))


# -- 3.2 CAPs


@rule("atb-3.2-a", "atb-3.2-c")
def test_caps_serve_any_unit_and_many_ends():
    game = squads(a="grif N spent", b="grif N spent", caps=RICH)
    assert game.offers("move a A05 N") and game.offers("move b A06 N") and game.offers("stall cap")


@rule("atb-3.2-b", "atb-2.0-d")
def test_caps_are_reset_between_rounds_and_not_saved():
    game = squads(caps={GERMAN: 1, SOVIET: 6}, start_caps={GERMAN: 4, SOVIET: 4}).play("pass").begin("pass")
    assert game.state.tracks.caps == {GERMAN: 4, SOVIET: 4}


@rule("atb-3.2.3-a", "atb-3.2.3-c")
def test_up_to_two_caps_go_into_a_roll_before_it_is_made():
    game = duel(caps=RICH).begin("fire a x", "by activate 0")
    assert [f"caps {n}" for n in range(3)] == game.choices()
    need = game.need("caps 0")
    assert game.need("caps 2") == need - 2
    game.begin("caps 2", dice=[1, 1])
    assert game.caps(GERMAN) == 3


@rule("atb-3.2.3-a")
def test_caps_may_spoil_a_roll_against_ones_own_unit():
    game = on("x+b\n.\na", a="grif N", b="grif N", x="srif S", caps=RICH).begin("fire a x", "by activate 0", "at b")
    assert {"caps -1", "caps -2"} <= set(game.choices())


@rule("atb-3.2.3-b", "atb-7.2-c")
def test_nobody_changes_the_opponents_roll():
    game = duel(caps={GERMAN: 0, SOVIET: 5}).begin("fire a x", "by activate 0", dice=[1, 1])
    assert game.caps(SOVIET) == 5 and "caps" not in " ".join(game.heard(SOVIET)).lower().split("spends")[0]


@rule("atb-3.2.3-d")
def test_caps_count_for_one_roll():
    game = on("x+y\n.\na", a="grif N", x="srif S", y="srif S", caps=RICH).begin("fire a x", "by activate 0", "at x")
    plain = game.need("caps 0")
    game.begin("caps 2", dice=[1, 1])
    assert game.need("caps 0") == plain


@rule("atb-3.2.5-a")
def test_the_weaker_player_may_have_one_or_two_caps_more():
    game = squads(told={"options": {"handicap": "soviet 2"}}, start_caps={GERMAN: 4, SOVIET: 4})
    assert game.state.setting.rulebook.start_caps == {GERMAN: 4, SOVIET: 6}


@pytest.mark.parametrize(("way", "told"), [("by command 1", 1), ("by activate 1", 1), ("by activate 0", 0)])
def test_the_log_tells_the_whole_price_and_what_caps_paid_of_it(way, told):
    game = on("a .", a="grif SE", caps={GERMAN: 3, SOVIET: 0})
    game.play("pivot a N", way)
    (line,) = [said for said in game.heard(SOVIET) if "costs" in said]
    assert "costs 1AP" in line and ("1 of them by CAPs" in line) == bool(told)
