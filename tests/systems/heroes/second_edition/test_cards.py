"""Cards: families, costs, and what each does. [chapter 8, cards 02-13, events]"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, box, on

from balka.core.proof import rule
from balka.systems.heroes.data.mission_data import MissionEvent, ScoreCard
from balka.systems.heroes.units import Works

RICH = {GERMAN: 6, SOVIET: 6}
POOR = {GERMAN: 0, SOVIET: 0}


def held(german: str = "", soviet: str = "", **more: Any) -> dict[str, Any]:
    return {"hands": {GERMAN: tuple(german.split()), SOVIET: tuple(soviet.split())}, **more}


def apart(german: str = "", soviet: str = "", **more: Any) -> Bear:
    """Two squads out of sight of an enemy, with cards in hand."""
    picture = "x .\nS S\n. .\na b"
    return on(picture, **{"a": "grif N", "b": "grif N", "x": "srif S", "told": held(german, soviet), **more})


def facing(german: str = "", soviet: str = "", **more: Any) -> Bear:
    return on("x\n.\na", **{"a": "grif N", "x": "srif S", "told": held(german, soviet), **more})


# -- 8.0 hands and costs


@rule("atb-8.0-d")
def test_cards_in_hand_are_secret():
    view = apart("04 11").view(SOVIET)
    assert view.state.hands[GERMAN].cards == () and view.state.hands[GERMAN].size == 2


@rule("atb-8.0-e", "atb-card-event-a", "atb-card-event-score-a", "atb-8.3-a")
def test_an_event_takes_effect_when_drawn_and_is_replaced():
    rules = {
        "deck": ("SCORE", "04"),
        "draw_per_round": 1,
        "victory": (ScoreCard(card="SCORE", hexes=("A04",), value=2),),
    }
    game = apart(told={**held(), **rules, "control": {"A04": GERMAN}}, start_caps=POOR)
    game.play("pass").begin("pass", dice=["SCORE", "04", "04", 3, 4, 1, 1])
    assert game.points[GERMAN] == 2 and game.hand(GERMAN) == ("04",)


@rule("atb-card-event-firefight-a", "atb-8.3-a")
def test_the_firefights_event_happens_when_its_card_is_drawn():
    event = MissionEvent(card="EVENT", event="caps", side=SOVIET, amount=3)
    told = held(deck=("EVENT", "04"), draw_per_round=1, special=(event,))
    game = apart(told=told, start_caps=POOR).play("pass").begin("pass", dice=["EVENT", "04", "04"])
    assert game.caps(SOVIET) == 3


@rule("atb-card-event-game-ends-a")
def test_game_ends_ends_the_firefight():
    game = apart(told=held(deck=("GAME_ENDS", "04"), draw_per_round=1), start_caps=POOR)
    assert game.play("pass").begin("pass", dice=["GAME_ENDS"]).state.over


@rule("atb-card-event-objective-a")
def test_an_objective_is_drawn_in_secret_replaced_and_shown_at_the_end():
    cards = [card for card in box().cards.values() if card.id.startswith("OBJECTIVE")]
    assert len(cards) == 4 and {card.kind for card in cards} == {"event"}
    told = held(deck=("OBJECTIVE_1", "04", "11"), draw_per_round=1, rounds=2)
    game = apart(told=told, start_caps=POOR).play("pass")
    game.begin("pass", dice=["OBJECTIVE_1", "04", "11", 3, 4, 1, 1])
    assert set(game.hand(GERMAN)) == {"OBJECTIVE_1", "04"} and "Objective" not in " ".join(game.heard(SOVIET))
    assert "OBJECTIVE_1" not in game.view(SOVIET).hand(GERMAN) and not any("OBJECT" in c for c in game.choices())
    game.play("pass").begin("pass")
    assert game.state.over and "shows Objective 1" in " ".join(game.heard(SOVIET))


@rule("atb-8.0-f", "atb-8.0-g")
def test_any_number_of_cards_is_held_and_kept():
    many = " ".join(["04"] * 3 + ["11"] * 2 + ["02"] * 9)
    game = apart(many, start_caps=POOR).play("pass").begin("pass", dice=[3, 4, 1, 1])
    assert len(game.hand(GERMAN)) == 14


@rule("atb-8.0-h")
def test_a_blue_cost_is_paid_in_caps():
    assert not apart("10", a="grif N active").offers("play 10")
    game = apart("10", caps=RICH).begin("play 10")
    assert game.caps(GERMAN) == 5


@rule("atb-8.0-i", "atb-card-08-b")
def test_a_green_cost_is_paid_with_points_of_an_active_unit():
    game = apart("08", a="grif N active", caps=RICH, pool={GERMAN: 5}).begin("play 08 a", "caps 0", dice=[4])
    assert game.pool(GERMAN) == 3 and game.caps(GERMAN) == 10
    assert not apart("08", a="grif N spent", b="grif N spent", caps=RICH).offers("play 08 a")


@rule("atb-8.0-j")
def test_a_split_cost_takes_any_mix():
    game = apart("03", a="grif N active pinned", caps=RICH, pool={GERMAN: 5})
    setting = game.state.setting
    setting.cards = {**setting.cards, "03": structs.replace(setting.cards["03"], cost_color="either")}
    game.begin("play 03 a")
    assert {"by pool 0", "by pool 1", "by pool 2", "by command 2"} <= set(game.choices())
    game.begin("by pool 1")
    assert game.pool(GERMAN) == 4 and game.caps(GERMAN) == 5 and not game.unit("a").marker


@rule("atb-8.0-k", "atb-card-action-b")
def test_points_buy_a_card_only_for_who_pays_them():
    game = apart("03", a="grif N active", b="grif N spent pinned", pool={GERMAN: 5})
    assert not game.offers("play 03 b"), "b is Spent and there are no CAPs; a's points are not for it"
    assert apart("03", b="grif N spent pinned", caps=RICH).offers("play 03 b")


@rule("atb-8.0-l", "atb-card-action-b")
def test_a_free_card_is_played_on_any_unit():
    for state in ("", " active", " spent"):
        assert apart("04", a=f"grif N pinned{state}").offers("play 04 a")


# -- 8.1, 8.2


@rule("atb-8.1-a", "atb-8.1-b", "atb-card-action-a")
def test_an_action_card_is_the_turn_and_does_not_spend_a_fresh_unit():
    game = apart("04", a="grif N pinned").begin("play 04 a", dice=[6, 6])
    assert game.seat == SOVIET and game.condition("a") == "fresh"


@rule("atb-card-action-a")
def test_action_cards_wait_for_ones_own_turn():
    assert not any(choice.startswith("play") for choice in apart("", "04", x="srif S pinned").choices())


@rule("atb-8.2-a", "atb-card-bonus-a", "atb-card-09-b")
def test_a_bonus_card_goes_with_an_action_and_is_none():
    game = facing("09").begin("fire a x", "by activate 0")
    need = game.need("caps 0")
    assert game.need("play 09") == need - 2
    assert game.begin("play 09", dice=[1, 1]).seat == SOVIET


@rule("atb-8.2-b")
def test_cards_are_discarded_after_play():
    game = apart("04", a="grif N pinned").begin("play 04 a", dice=[6, 6])
    assert game.hand(GERMAN) == () and game.state.tracks.discards == ("04",)


@rule("atb-8.5-a")
def test_cards_with_the_group_icon_are_played_on_groups():
    marked = apart("04 13", a="grif N pinned", b="grif N pinned").gather("a", "b")
    assert marked.offers("play 04") and not marked.offers("sniper soviet")


# -- the cards


@rule("atb-card-02-b", "atb-card-02-c")
@pytest.mark.parametrize("state", ["fresh", "active", "spent"])
def test_command_action_gives_any_unit_one_free_action(state):
    words = "" if state == "fresh" else f" {state}"
    game = facing("02", a=f"grif N{words}", pool={GERMAN: 4}).begin("play 02", "fire a x", dice=[1, 1])
    assert game.condition("a") == state and game.caps(GERMAN) == 0 and game.seat == SOVIET


@rule("atb-card-02-b")
def test_command_action_serves_a_group_too():
    game = apart("02").begin("play 02").gather("a", "b").begin("act move", "move a A03 N", "move b B03 N")
    assert game.condition("a") == game.condition("b") == "fresh" and game.at("b") == "B03"


@rule("atb-card-03-c", "atb-card-03-d")
def test_follow_me_rallies_without_a_roll_even_no_rally():
    game = apart("03", a="pz3h N immobilized", caps=RICH).begin("play 03 a")
    assert not game.unit("a").marker and game.caps(GERMAN) == 4


@rule("atb-7.6-i", "atb-card-03-c")
def test_follow_me_does_not_work_with_an_enemy_in_the_hex():
    game = on("a+x", a="grif N pinned", x="srif S", caps=RICH, told=held("03"))
    assert not game.offers("play 03 a")


@rule("atb-card-04-b")
def test_rally_up_rolls_for_each_unit_of_a_group():
    game = apart("04", a="grif N pinned", b="grif N pinned").gather("a", "b").begin("play 04", dice=[6, 6, 1, 1])
    assert not game.unit("a").marker and game.unit("b").marker and game.pool(GERMAN) == 0


@rule("atb-card-05-c", "atb-card-05-b")
def test_rapid_deployment_moves_up_to_two_hexes_for_nothing():
    game = on(".\n.\na\n.\n.\nx", a="grif N", x="srif S", told=held("05")).begin(
        "play 05 a", "move a A02 N", "move a A01 N"
    )
    assert game.at("a") == "A01" and game.condition("a") == "fresh" and game.seat == SOVIET


@rule("atb-card-05-c")
def test_one_hex_of_the_two_is_enough():
    game = on(".\n.\na\n.\n.\nx", a="grif N", x="srif S", told=held("05")).begin("play 05 a", "move a A02 N", "finish")
    assert game.at("a") == "A02" and game.seat == SOVIET


@rule("atb-card-05-d")
@pytest.mark.parametrize("words", ["grif N pinned", "grif N stunned", "pz3h N immobilized"])
def test_who_cannot_move_is_not_deployed(words):
    assert not apart("05", a=words).offers("play 05 a")


@rule("atb-card-05-f")
def test_prohibited_hexes_stay_prohibited():
    game = on("#\na\n.\nx", a="opel N", x="srif S", told=held("05")).begin("play 05 a")
    assert not game.offers("move a A01 N") and game.offers("move a A03 N")


@rule("atb-card-06-b", "atb-card-06-c")
def test_battlefield_confusion_spends_an_enemy_unit():
    game = apart("06", x="srif S active", pool={SOVIET: 5}).begin("confuse x")
    assert game.condition("x") == "spent" and game.pool(SOVIET) == 0 and game.seat == SOVIET
    assert "x" not in game.state.grow(())


@rule("atb-card-06-c")
def test_a_confused_unit_still_has_caps_and_cards():
    game = apart("06", caps=RICH).begin("confuse x")
    assert game.offers("pivot x N")


@rule("atb-card-06-b")
def test_who_shares_the_pool_of_a_confused_unit_goes_on():
    game = apart("06", x="srif S active", y="srif S active due=1 entry=e", entries={"e": ["A01"]}, pool={SOVIET: 5})
    game.begin("confuse x")
    assert game.pool(SOVIET) == 5 and game.state.tracks.sharing[SOVIET] == ("y",)


@rule("atb-card-06-b")
def test_a_spent_unit_is_not_confused():
    game = apart("06", x="srif S spent")
    assert not game.offers("confuse x") and game.why_not("confuse x") == "atb-card-06-d"


@rule("atb-card-06-d")
def test_units_off_the_map_are_not_confused():
    game = apart("06", y="srif S due=1 entry=e", entries={"e": ["A01"]})
    assert not game.offers("confuse y") and game.why_not("confuse y") == "atb-card-06-d"


@rule("atb-card-07-b")
def test_experienced_sergeant_adds_a_die_to_the_pool_past_seven():
    game = apart("07", a="grif N active", pool={GERMAN: 5}).begin("play 07 a", dice=[6])
    assert game.pool(GERMAN) == 11 and not apart("07").offers("play 07 a")


@rule("atb-card-10-b", "atb-card-10-c", "atb-card-10-d")
def test_swift_action_announced_before_the_first_gives_two_in_a_row():
    game = apart("10", caps={GERMAN: 1, SOVIET: 0}).begin("play 10", "move a A03 N", "by activate 0")
    assert game.seat == GERMAN
    game.begin("move a A02 N")
    assert game.at("a") == "A02" and game.seat == SOVIET
    late = apart("10", caps=RICH).begin("move a A03 N", "by activate 0")
    assert not late.state.choices() or "play 10" not in late.choices()


@rule("atb-card-11-b", "atb-card-11-c")
def test_seek_cover_is_for_any_unit_vehicles_too_but_not_in_close_combat():
    assert apart("11", a="pz3h N spent").begin("play 11 a").unit("a").dug_in
    assert not on("a+x", a="grif N", x="srif S", told=held("11")).offers("play 11 a")


@rule("atb-18.1.3-f", "atb-card-11-b")
def test_who_is_dug_in_seeks_no_more_cover():
    assert apart("11").offers("play 11 a") and not apart("11", a="grif N dug-in").offers("play 11 a")


@rule("atb-card-12-c")
def test_luck_is_not_played_in_the_opponents_turn():
    """The owner of a mine rolls for it while the other side moves."""
    told = held(soviet="12", works={"A01": Works("mines", SOVIET)})
    game = on(".\na\n.\n.\nx", a="grif N", x="srif N", told=told).begin("move a A01 N", "by activate 0", dice=[3, 4])
    assert game.asked == "turn" and game.seat == SOVIET and not game.unit("a").marker


@rule("atb-card-12-b", "atb-card-12-c")
@pytest.mark.parametrize(("die", "ended"), [(2, True), (1, False)])
def test_luck_changes_a_roll_of_ones_own_turn_afterwards(die, ended):
    markers = ["pinned"] if ended else []
    game = facing("12").begin("fire a x", "by activate 0", dice=[4, 4])
    game.begin("luck", dice=[die, *markers])
    assert bool(game.unit("x").marker) == ended


@rule("atb-card-12-c")
def test_luck_waits_for_ones_own_turn():
    game = apart("12", start_caps=POOR).play("pass").begin("pass", dice=[1, 1, 3, 3])
    assert game.seat == SOVIET, "the initiative roll was not changed"


@rule("atb-card-13-b")
@pytest.mark.parametrize(("die", "lost"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_sniper_fire_takes_caps_by_the_die(die, lost):
    game = apart("13", caps={GERMAN: 0, SOVIET: 5}).begin("sniper soviet", dice=[die])
    assert game.caps(SOVIET) == 5 - lost and game.seat == SOVIET and game.hand(GERMAN) == ()


@rule("atb-card-05-e")
def test_mines_on_the_way_of_rapid_deployment_go_off():
    works = {"A02": Works("mines", SOVIET)}
    game = on(".\n.\na\n.\n.\nx", a="grif N", x="srif S", told=held("05", works=works)).begin("play 05 a")
    game.begin("move a A02 N", dice=[6, 6, "pinned"])
    assert game.unit("a").marker == "foot_pinned"


@rule("atb-8.5-c")
def test_using_a_card_with_the_action_icon_is_the_action_of_the_turn():
    game = apart("13").begin("sniper soviet", dice=[1])
    assert game.seat == SOVIET
    thrown = on("a+x", a="grif N", x="srif S", told=held(weapons={GERMAN: ("GRENADES",)}))
    use = next(text for text in thrown.choices() if text.startswith("use"))
    assert thrown.begin(use, dice=[1, 1]).seat == SOVIET
