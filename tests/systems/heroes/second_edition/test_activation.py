"""Activation, opportunity and command actions, stalling, passing. [2.2, 3.0-3.2, 9.0]"""

from __future__ import annotations

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


def squads(**more: object) -> Bear:
    """Two rifle squads a side out of each other's sight."""
    words = {"a": "grif N", "b": "grif N", "x": "srif S", "y": "srif S"}
    return on(APART, **{**words, **more})  # type: ignore[arg-type]


@rule("atb-0.0-d", "atb-2.2-d", "atb-2.2-g", "atb-3.0-a", "atb-3.0-b")
def test_an_activated_unit_has_seven_points_and_pays_its_first_action_in_the_same_turn():
    game = squads().play("move a A05 N", "by activate 0")
    assert game.pool(GERMAN) == 6 and game.condition("a") == "active" and game.seat == SOVIET


@rule("atb-2.2-h")
def test_points_not_used_stay_for_later_turns():
    game = squads().play("move a A05 N", "by activate 0").play("move x A02 S", "by activate 0")
    game.play("move a A04 N")
    assert game.pool(GERMAN) == 5


@rule("atb-2.2-k", "atb-3.1-c", "atb-3.1-d")
def test_an_opportunity_action_costs_nothing_and_leaves_the_unit_spent():
    game = squads(caps={GERMAN: 3, SOVIET: 0}).play("move a A05 N", "by opportunity 0")
    assert game.condition("a") == "spent" and game.caps(GERMAN) == 3 and game.pool(GERMAN) == 0


@rule("atb-2.2-l", "atb-2.2-m", "atb-3.2.2-b")
def test_a_command_action_is_all_caps_and_changes_no_state():
    game = squads(a="grif N spent", caps={GERMAN: 3, SOVIET: 0}).play("move a A05 N")
    assert game.caps(GERMAN) == 2 and game.condition("a") == "spent" and game.at("a") == "A05"


@rule("atb-2.2-r", "atb-2.2-q")
def test_a_pass_spends_the_active_unit_and_nothing_else():
    game = squads(a="grif N active", pool={GERMAN: 4}, caps={GERMAN: 2, SOVIET: 0}).play("pass")
    assert game.condition("a") == "spent" and game.pool(GERMAN) == 0 and game.caps(GERMAN) == 2
