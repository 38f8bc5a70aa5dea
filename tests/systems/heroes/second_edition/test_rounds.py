"""Rounds, the Pre-Round Sequence, initiative, victory points. [1.0, 2.0, 2.1, 2.3-2.5, 3.2.4]"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, on

from balka.core.proof import rule
from balka.games.awakening_the_bear import GAME, catalogue
from balka.systems.heroes.data.mission_data import VpControlEndOfRound, VpPerUnitDestroyed, VpUnitValue
from balka.systems.heroes.second_edition import rounds
from balka.systems.heroes.second_edition.initiative import initiative_check
from balka.systems.heroes.second_edition.system import SECOND_EDITION

APART = """
    x
    S
    .
    a
"""
FLAT = {GERMAN: 0, SOVIET: 0}


def quiet(**more: Any) -> Bear:
    """One squad a side out of sight of the other."""
    return on(APART, **{"a": "grif N", "x": "srif S", **more})


def next_round(game: Bear, *dice: int | str, bids: tuple[str, ...] = ()) -> Bear:
    """Both pass; the Pre-Round Sequence runs up to the first turn."""
    game.play("pass").begin("pass", *bids, dice=dice)
    return game


def names(sequence: tuple[Any, ...]) -> list[str]:
    return [step.__name__ for step in sequence]


# -- 2.0 the sequence


@rule("atb-2.0-a")
def test_the_pre_round_sequence_runs_before_every_round_the_first_too():
    start = GAME.start("partisans")
    assert start.tracks.round == 1 and start.asks[0].kind == "initiative", "initiative is its last step"


@rule("atb-2.0-b", "atb-2.0-c", "atb-2.0-d", "atb-2.0-e", "atb-2.0-f", "atb-2.0-g", "atb-2.0-h", "atb-2.0-i")
def test_the_steps_come_in_the_listed_order():
    assert names(rounds.ROUND)[:10] == [
        "refresh_units",
        "lift_light_smoke",
        "thin_heavy_smoke",
        "reset_caps",
        "draw_round_cards",
        "plan_strikes",
        "land_strikes",
        "announce_reinforcements",
        "roll_initiative",
        "play_turns",
    ]


@rule("atb-2.0-b")
def test_spent_units_are_fresh_in_the_next_round():
    game = next_round(quiet(a="grif N spent", start_caps=FLAT), 3, 4, 1, 1)
    assert game.condition("a") == "fresh"


@rule("atb-2.0-e", "atb-8.0-c")
def test_cards_are_drawn_before_a_round():
    game = quiet(start_caps=FLAT, told={"draw_per_round": 1, "deck": ("02", "04")})
    next_round(game, "02", "04", 3, 4, 1, 1)
    assert game.hand(GERMAN) == ("02",) and game.hand(SOVIET) == ("04",)


@rule("atb-2.0-h", "atb-5.5-a")
def test_reinforcements_are_ready_in_their_round_or_later():
    game = quiet(b="grif N due=2 entry=edge", entries={"edge": ["A04"]}, start_caps=FLAT)
    assert "b" not in game.state.grow(())
    next_round(game, 5, 5, 1, 1)
    assert game.offers("enter b A04 N")


# -- 2.1 initiative


@rule("atb-2.1-a")
def test_each_player_rolls_and_the_higher_total_has_the_first_turn():
    assert next_round(quiet(start_caps=FLAT), 6, 1, 3, 3).seat == GERMAN
    assert next_round(quiet(start_caps=FLAT), 2, 1, 3, 3).seat == SOVIET


@rule("atb-2.1-b")
def test_equal_totals_are_rolled_again():
    game = next_round(quiet(start_caps=FLAT), 3, 4, 2, 5, 1, 1, 6, 6)
    assert game.seat == SOVIET


@rule("atb-2.1-c", "atb-3.2.4-a")
def test_up_to_two_caps_are_added_to_the_roll():
    game = quiet(start_caps={GERMAN: 5, SOVIET: 1}).play("pass").begin("pass")
    assert game.seat == GERMAN and set(game.choices()) == {f"caps {n}" for n in range(-2, 3)}
    game.begin("caps 2", "caps 0", dice=[3, 3, 6, 1])
    assert game.seat == GERMAN and game.caps(GERMAN) == 3, "6 and 2 beat 7"


@rule("atb-3.2.4-b")
def test_who_has_more_caps_says_so_first_and_once():
    game = quiet(start_caps={GERMAN: 1, SOVIET: 5}).play("pass").begin("pass")
    assert game.seat == SOVIET
    game.begin("caps 1")
    assert game.seat == GERMAN and "1 CAP" in " ".join(game.heard(GERMAN))


@rule("atb-3.2.4-b")
def test_with_equal_caps_both_speak_in_secret():
    game = quiet(start_caps={GERMAN: 4, SOVIET: 4}).play("pass").begin("pass")
    assert {ask.seat for ask in game.state.asks} == {GERMAN, SOVIET}
    game.begin("caps 2")
    assert "2" not in " ".join(game.heard(SOVIET)) and game.caps(GERMAN) == 4


@rule("atb-3.2.4-c")
def test_bids_are_paid_before_any_die_is_rolled():
    game = quiet(start_caps={GERMAN: 5, SOVIET: 2}).play("pass").begin("pass", "caps 1")
    assert game.caps(GERMAN) == 4
    step = game.state.apply("caps 1")
    assert step.state.tracks.caps == {GERMAN: 4, SOVIET: 1} and step.state.asks[0].seat == "chance"


@rule("atb-3.2.4-d")
def test_after_a_tie_caps_may_be_spent_again():
    game = quiet(start_caps={GERMAN: 5, SOVIET: 1}).play("pass").begin("pass", "caps 1", "caps 0", dice=[3, 3, 3, 4])
    assert game.asked == "initiative" and game.caps(GERMAN) == 4


def bid_labels(game: Bear) -> list[tuple[str, str]]:
    """How the CAPs that may be said look, with the chance of the first turn."""
    view, seat = game.state.view(game.seat), game.seat
    looks = [SECOND_EDITION.node(view, (), choice, seat) for choice in view.choices((), seat)]
    return [(look.label, look.badge) for look in looks]


@rule("atb-3.2.4-a", "atb-3.2.4-b")
def test_caps_for_initiative_show_how_likely_they_make_the_first_turn_after_what_was_said():
    game = quiet(start_caps={GERMAN: 5, SOVIET: 1}).play("pass").begin("pass")
    assert bid_labels(game) == [
        ("No CAPs", "50%"), ("1 CAP", "62%"), ("2 CAPs", "74%"), ("1 CAP to be later", "38%"),
        ("2 CAPs to be later", "26%"),
    ]  # fmt: skip
    answer = game.begin("caps 1")
    assert bid_labels(answer) == [("No CAPs", "38%"), ("1 CAP", "50%"), ("1 CAP to be later", "26%")]
    secret = quiet(start_caps={GERMAN: 1, SOVIET: 1}).play("pass").begin("pass")
    assert bid_labels(secret) == [("No CAPs", "50%"), ("1 CAP", "62%"), ("1 CAP to be later", "38%")]
    shot = on("x\n.\na", a="grif N", x="srif S", caps={GERMAN: 9, SOVIET: 0}).begin("fire a x", "by activate 0")
    assert bid_labels(shot)[:2] == [("No CAPs", ""), ("1 CAP", "")], "no chance to be first stands at other rolls"


# -- 1.0 set-up


@rule("atb-1.0-b", "atb-1.0-c", "atb-1.0-d", "atb-1.0-e")
def test_the_markers_start_where_the_firefight_puts_them():
    tracks = GAME.start("mir").tracks
    assert tracks.caps == {GERMAN: 7, SOVIET: 7} and tracks.pool == {GERMAN: 0, SOVIET: 0} and tracks.round == 1
    assert tracks.points == {GERMAN: 1, SOVIET: 0}


@rule("atb-1.0-j")
def test_two_piles_of_hit_markers_are_shared_by_both_sides():
    bags = GAME.start("partisans").bags
    assert bags["foot"].size == 20 and {m.pile for m in catalogue.title().markers.values()} == {"foot", "vehicle"}


@rule("atb-1.0-k")
def test_each_player_is_dealt_the_stated_number_of_the_named_cards():
    state = GAME.start("mir")
    while state.asks[0].seat == "chance":
        state = state.apply(state.stack[-1].odds(state)[0][0]).state
    assert [hand.size for hand in state.hands.values()] == [2, 2]
    assert set(state.bags["deck"].items) <= set(state.setting.mission.deck)


# -- 2.3-2.5 victory


@rule("atb-2.3-a", "atb-2.5-a")
def test_at_the_end_of_a_round_points_are_awarded_and_the_marker_advances():
    rules = (VpControlEndOfRound(hex="A04", value=2, rounds=(1,)),)
    game = quiet(told={"victory": rules, "control": {"A04": GERMAN}}, start_caps=FLAT)
    next_round(game, 3, 4, 1, 1)
    assert game.points[GERMAN] == 2 and game.state.tracks.round == 2


@rule("atb-2.4-a", "atb-2.4-b", "atb-0.0-a")
def test_after_the_last_round_the_higher_total_wins_whatever_was_lost():
    game = quiet(told={"rounds": 1, "vp_side": SOVIET, "vp": 3}).play("pass").begin("pass")
    verdict = game.state.setting.system.verdict(game.state)
    assert game.state.over and verdict is not None and verdict.winner == SOVIET


@rule("atb-2.4-b")
def test_equal_totals_lose_for_both():
    game = quiet(told={"rounds": 1, "vp_side": SOVIET, "vp": 0}).play("pass").begin("pass")
    verdict = game.state.setting.system.verdict(game.state)
    assert verdict is not None and verdict.winner == "" and "both" in verdict.text


@rule("atb-2.5.1-a", "atb-2.5-a")
def test_a_destroyed_unit_scores_at_once_for_the_enemy():
    game = on("x\n.\na", a="grif N", x="srif S pinned", told={"victory": (VpPerUnitDestroyed(value=1),)})
    game.begin("fire a x", "by activate 0", dice=[6, 6])
    assert game.points == {GERMAN: 1, SOVIET: 1}


@rule("atb-2.5.1-b")
def test_destroying_ones_own_unit_scores_for_the_enemy_too():
    rules = (VpUnitValue(unit=catalogue_id("grif"), value=2),)
    game = on("x+b\n.\na", a="grif N", b="grif N pinned", x="srif S", told={"victory": rules})
    game.begin("fire a x", "by activate 0", "at b", dice=[6, 6, 1, 1])
    assert not game.alive("b") and game.points[SOVIET] == 3


def catalogue_id(slug: str) -> str:
    return next(kind.id for kind in catalogue.title().units.values() if kind.slug == slug)


@rule("atb-2.5.2-b", "atb-2.5.2-e")
def test_control_goes_to_who_enters_alone_and_stays_after_he_leaves():
    game = on(".\na", a="grif N", x="srif S due=9 entry=edge", entries={"edge": ["A01"]},
              told={"control": {"A01": SOVIET}})  # fmt: skip
    game.begin("move a A01 N", "by activate 0")
    assert game.control("A01") == GERMAN


@rule("atb-2.5.2-b", "atb-16.0-d")
@pytest.mark.parametrize(("unit", "taken"), [("grif", True), ("opel", False), ("gwagon", False)])
def test_any_ground_unit_takes_control_however_armed_but_no_truck_or_wagon(unit, taken):
    game = on(".\na", a=f"{unit} N", x="srif S due=9 entry=edge", entries={"edge": ["A01"]},
              told={"control": {"A01": SOVIET}}, kinds={"grif": {"red_fp": 0, "blue_fp": 0}})  # fmt: skip
    assert (game.begin("move a A01 N", "by activate 0").control("A01") == GERMAN) == taken


@rule("atb-2.5.2-d")
def test_entering_a_held_control_hex_changes_nothing_while_its_holder_is_there():
    game = on("x\na", a="grif N", x="srif S", told={"control": {"A01": SOVIET}})
    game.begin("move a A01 N", "by activate 0")
    assert game.control("A01") == SOVIET


@rule("atb-2.5.2-c")
def test_driving_through_an_empty_control_hex_takes_it():
    game = on(".\n.\na", a="pz3h N", x="srif S due=9 entry=edge", entries={"edge": ["A01"]},
              told={"control": {"A02": SOVIET}})  # fmt: skip
    game.begin("move a A02 N", "by activate 0", "go a A01 N")
    assert game.control("A02") == GERMAN and game.at("a") == "A01"


@rule("atb-2.5.2-e")
def test_control_outlasts_the_holders_stay():
    game = on(".\na\n.", a="grif N", x="srif S due=9 entry=edge", entries={"edge": ["A01"]},
              told={"control": {"A02": GERMAN}})  # fmt: skip
    game.begin("move a A01 N", "by activate 0")
    assert game.control("A02") == GERMAN


def test_the_odds_of_the_initiative_roll_have_the_caps_in_them():
    odds = {band.name: band.low for band in initiative_check(2).odds()}
    assert odds["3"] == 0 and odds["4"] == odds["14"] == Fraction(1, 36) and odds["9"] == Fraction(1, 6)
