"""Activation rolled for with three dice, for whoever may be activated. [3.0.1]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, on

from balka.core.proof import rule


def rolled(picture: str, way: str = "variable", told: dict[str, Any] | None = None, **more: Any) -> Bear:
    return on(picture, told={"options": {"action_points": way}, **(told or {})}, **more)


@rule("atb-3.0.1-a", "atb-5.5-d")
@pytest.mark.parametrize("way", ["variable", "secret"])
def test_reinforcements_are_activated_and_enter_by_the_points_rolled(way: str):
    game = rolled("x .\n. .\n. .", way, a="grif N due=1 entry=e", x="srif S", entries={"e": ["A03"]})
    assert game.verbs("a") == {"enter", "activate"}
    game.begin("activate a", dice=[1, 3, 4]).play("enter a A03 N")
    assert game.pool(GERMAN) == 4 and game.condition("a") == "active" and game.at("a") == "A03"


@rule("atb-3.0.1-a", "atb-10.1-i")
def test_a_hidden_unit_is_activated_and_moves_unseen_by_the_points_rolled():
    game = rolled("x .\n. .\n. .\nh:H .\n. H", h="srif hidden", x="grif S", active=SOVIET)
    assert game.verbs("h") == {"sneak", "reveal", "activate"}
    game.begin("activate h", dice=[1, 3, 6]).play("sneak h B05")
    assert game.pool(SOVIET) == 3 and game.condition("h") == "active" and game.is_hidden("h")


@rule("atb-3.0.1-a", "atb-hit-foot-stunned-b")
def test_a_stunned_unit_is_activated_to_rally_and_for_nothing_else():
    game = rolled("x .\n. .\n. .\na .", a="grif N stunned", x="srif S")
    assert game.verbs("a") == {"rally", "activate"}
    game.begin("activate a", dice=[1, 3, 6])
    assert game.verbs("a") == {"rally"}


@rule("atb-3.0.1-a", "atb-20.0-c")
def test_team_mates_activate_too_where_sides_act_together():
    """The list of a team's turn is the list of a turn."""
    game = rolled("x .\n. .\n. .\na .", a="grif N", x="srif S")
    assert game.offers("activate a")
    begun = game.begin("activate a", dice=[1, 3, 6])
    assert not begun.offers("activate a"), "it is active now"


@rule("atb-2.2-d", "atb-card-weapon-tellermine-a")
def test_with_nothing_to_pay_for_a_tellermine_it_is_not_offered():
    told = {"weapons": {GERMAN: ("TELLERMINE",)}}
    game = rolled("a . . x\n. . . .", a="grif SE", x="srif NW", told=told)
    assert "plant" not in game.verbs("a") and "activate" in game.verbs("a")
    game.begin("activate a", dice=[1, 1, 6])
    assert game.offers("plant a")
    close = rolled("a+x .\n. .", a="grif SE", x="tk26b NW", told=told)
    assert "use" not in close.verbs("a")


@rule("atb-9.1-a")
def test_who_could_only_be_activated_does_not_make_a_group():
    game = rolled("w+a . . x\n. . . .", a="tk35 SE spent", w="swagon SE immobilized", x="grif NW",
                  active=SOVIET, caps={GERMAN: 0, SOVIET: 1})  # fmt: skip
    assert "group" not in game.verbs("a") and game.verbs("w") == {"activate"}


# -- Luck


def lucky(way: str, faces: list[int]) -> Bear:
    told = {"hands": {GERMAN: ("12",), SOVIET: ()}}
    return rolled("a . . x\n. . . .", way, told, a="grif SE", x="srif NW").begin("activate a", dice=faces)


@rule("atb-card-12-b", "atb-3.0.1-a")
@pytest.mark.parametrize(("face", "points"), [(4, 9), (1, 4)])
def test_luck_changes_the_dice_of_an_activation(face: int, points: int):
    game = lucky("variable", [1, 3, 6])
    assert game.choices() == ["keep", "luck"] and game.seat == GERMAN
    game.begin("luck", dice=[face])
    assert game.pool(GERMAN) == points and game.condition("a") == "active" and not game.hand(GERMAN)
    kept = lucky("variable", [1, 3, 6]).begin("keep")
    assert kept.pool(GERMAN) == 7 and kept.hand(GERMAN) == ("12",)


@rule("atb-card-12-b", "atb-2.2-e")
def test_an_activation_that_luck_takes_all_points_from_is_over():
    game = lucky("variable", [1, 1, 1]).begin("luck", dice=[1])
    assert game.pool(GERMAN) == 0 and game.condition("a") == "spent" and game.seat == GERMAN


@rule("atb-card-12-b", "atb-3.0.1-c")
def test_luck_on_secret_points_tells_what_it_gives_and_no_more():
    game = lucky("secret", [1, 3, 6])
    assert not game.view(SOVIET).state.tracks.rolled[GERMAN]
    game.begin("luck", dice=[5])
    assert game.pool(GERMAN) == 9 and game.view(SOVIET).state.tracks.pool[GERMAN] < 0
    assert game.heard(SOVIET)[-1] == "Luck rolls 5: the result changes by +2"


@rule("atb-card-12-b", "atb-3.0-a")
def test_seven_points_without_dice_are_nothing_for_luck():
    assert lucky("seven", []).asked == "turn"
