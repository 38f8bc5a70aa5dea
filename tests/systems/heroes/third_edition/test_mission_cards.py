"""Mission cards: shown, resolved, discarded, replaced; what ends a Mission early. [8.4-d, 8.7, 9.1, 9.3]"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, box, end_round, on

from balka.core.proof import rule
from balka.games.storms_of_steel import GAME
from balka.systems.heroes.data.check_mission import mission_problems
from balka.systems.heroes.data.mission_data import (
    EndsAtVp,
    MissionEvent,
    ScoreCard,
    VpControlEndOfRound,
    VpPerUnitDestroyed,
)

FIELD = """
    x
    .
    a
"""


def field(deck: str, **told: Any) -> Game:
    """A Round about to end, one card drawn by each side."""
    facts = {"deck": tuple(deck.split()), "draw_per_round": 1, **told}
    return on(FIELD, a="inf N", x="rif S", **facts.pop("units", {}), told=facts)


# -- what is in the deck


@rule("sos-card-18-a", "sos-card-19-a", "sos-card-20-a", "sos-card-21-a", "sos-card-22-a",
      "sos-card-23-a", "sos-card-24-a")  # fmt: skip
def test_the_box_has_one_of_each_mission_card():
    cards = {card.id: card.copies for card in box().cards.values() if card.family == "battle"}
    assert {cards[f"{n:02}"] for n in range(18, 25)} == {1}
    names = {box().cards[f"{n}"].name for n in range(18, 25)}
    assert names == {"Score", "Mission Event", "Halt Order", "Objective 1", "Objective 2", "Objective 3", "Objective 4"}


@rule("sos-card-18-b")
def test_mission_cards_are_in_the_deck_only_if_the_mission_lists_them():
    assert "18" not in GAME.start("sos/courier").bags["deck"].items
    assert field("02 18").state.bags["deck"].items == {"02": 8, "18": 1}


@rule("sos-card-21-b")
def test_objective_cards_are_never_in_the_deck_but_set_a_secret_choice():
    mission = structs.replace(box().mission("sos/courier"), deck=("02", "21"))
    assert any("Objective card" in problem for problem in mission_problems(box(), mission))
    farm = GAME.start("sos/farm")
    assert {farm.text(choice) for choice in farm.choices(seat="soviet")} >= {"pick 21", "pick 24"}
    chosen = farm.apply("pick 24", "soviet").state
    assert chosen.secrets["soviet"]["entry"] == "24"
    assert chosen.view("german").secrets["soviet"] == {}


# -- drawing one


@rule("sos-8.7-a", "sos-8.7-b", "sos-card-gen-g", "sos-8.4-d")
def test_a_mission_card_is_shown_resolved_discarded_and_replaced():
    game = end_round(field("02 18"), dice=["18", "02", "02", 1, 1])
    assert game.hand(GERMAN) == ("02",) and game.hand(SOVIET) == ("02",)
    assert game.state.tracks.discards == ("18",) and "18" not in game.state.bags["deck"].items
    assert any("shows 18 Score" in text for text in game.heard(SOVIET))
    assert game.state.tracks.caps == {GERMAN: 6, SOVIET: 6}


@rule("sos-8.7-b")
def test_two_mission_cards_in_a_row_are_both_replaced():
    game = end_round(field("02 18 19"), dice=["18", "19", "02", "02", 1, 1])
    assert game.hand(GERMAN) == ("02",) and game.state.tracks.discards == ("18", "19")


@rule("sos-8.7-b")
def test_nobody_is_thought_to_hold_a_mission_card():
    from random import Random

    game = end_round(field("02 18"), dice=["02", "02", 1, 1])
    for seed in range(40):
        sampled = GAME.sample(game.state.view(GERMAN), Random(seed))
        assert sampled.hands[SOVIET].cards == ("02",) and sampled.bags["deck"].items["18"] == 1


@rule("sos-card-18-c", "sos-9.1-a")
def test_score_pays_each_side_for_the_hexes_it_controls():
    rules = (ScoreCard(card="18", hexes=("A02", "A03"), value=2),)
    only = field("02 18", victory=rules, control={"A02": GERMAN, "A03": GERMAN}, vp_side=SOVIET, vp=1)
    end_round(only, dice=["18", "02", "02", 1, 1])
    assert only.vp == (GERMAN, 4)  # four steps up from Soviet 1, the first of them the flip
    both = field("02 18", victory=rules, control={"A02": SOVIET, "A03": GERMAN}, vp_side=SOVIET, vp=3)
    end_round(both, dice=["18", "02", "02", 1, 1])
    assert both.vp == (SOVIET, 3)


@rule("sos-9.1-a")
def test_points_come_from_what_the_mission_lists_and_nothing_else():
    nothing = on(FIELD, a="inf N", x="rif S pinned").play("fire a x", dice=[6, 6, 7])
    assert nothing.vp == (SOVIET, 1) and not nothing.alive("x")
    destroyed = on(FIELD, a="inf N", x="rif S pinned", told={"victory": (VpPerUnitDestroyed(value=2),)})
    assert destroyed.play("fire a x", dice=[6, 6, 7]).vp == (GERMAN, 2)
    held = (VpControlEndOfRound(hex="A03", value=1, rounds=(1,)),)
    round_end = on(FIELD, a="inf N", x="rif S", told={"victory": held, "control": {"A03": GERMAN}})
    assert end_round(round_end).vp == (GERMAN, 1)


@rule("sos-card-19-b")
@pytest.mark.parametrize("event", ["caps", "vp", "reinforcements"])
def test_a_mission_event_brings_what_the_mission_says(event: str):
    special = (MissionEvent(card="19", event=event, side=GERMAN, amount=2),)  # type: ignore[arg-type]
    units = {"b": "inf due=4 entry=edge", "c": "inf due=5 entry=edge"}
    facts = {"deck": ("02", "19"), "draw_per_round": 1, "special": special}
    game = on(FIELD, a="inf N", x="rif S", entries={"edge": ["A03"]}, told=facts, **units)
    end_round(game, dice=["02", "19", "02", 1, 1])
    assert game.caps(GERMAN) == (8 if event == "caps" else 6) and game.caps(SOVIET) == 6
    assert game.vp == ((GERMAN, 2) if event == "vp" else (SOVIET, 1))
    assert (game.unit("b").due, game.unit("c").due) == ((2, 5) if event == "reinforcements" else (4, 5))


@rule("sos-card-20-b", "sos-9.3-a")
def test_a_halt_order_ends_the_mission_at_once():
    game = field("02 20", vp_side=GERMAN, vp=2).play("pass").begin("pass", dice=["02", "20"])
    assert game.state.over and game.state.tracks.round == 2
    verdict = game.state.verdict()
    assert verdict is not None and verdict.winner == GERMAN


@rule("sos-9.3-a", "sos-9.3-b")
def test_a_mission_ends_once_its_conditions_are_met_and_goes_on_otherwise():
    victory = (EndsAtVp(side=SOVIET, value=3),)
    met = on(FIELD, a="inf N", x="rif S", told={"victory": victory, "vp": 3}).play("pass").begin("pass")
    assert met.state.over and met.state.tracks.round == 1
    short = on(FIELD, a="inf N", x="rif S", told={"victory": victory, "vp": 2})
    assert not end_round(short).state.over and short.state.tracks.round == 2
    wrong = on(FIELD, a="inf N", x="rif S", told={"victory": victory, "vp": 4, "vp_side": GERMAN})
    assert not end_round(wrong).state.over
    last = on(FIELD, a="inf N", x="rif S", told={"round": 5, "rounds": 5}).play("pass").begin("pass")
    assert last.state.over
