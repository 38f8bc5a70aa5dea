"""Off-board artillery: planned a round ahead, three or more on target, drift by the bare die. [12.1-12.3]"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, box, on

from balka.core.proof import rule
from balka.systems.heroes.chapters import artillery
from balka.systems.heroes.chapters.artillery import Strike
from balka.systems.heroes.chapters.attacks import Attack
from balka.systems.heroes.data.mission_data import Oba
from balka.systems.heroes.play.rolls import Result

FIELD = """
    . . . . . . .
    . . . . . . .
    . . . x . . .
    . . . . . . .
    . . . . . . .
    a . . . . . y
"""
CARDS = {GERMAN: "OBA_GER", SOVIET: "OBA_SOV"}
INITIATIVE = (1, 2, 2, 3)  # the dice of both sides


def gunnery(picture: str = FIELD, side: str = GERMAN, special: dict[str, Any] | None = None, **units: str) -> Bear:
    """A game in round 1; a strike may be planned before round 2. CAPs make every question be asked."""
    strikes = (Oba(card=CARDS[side], **{"plan": (2,), **(special or {})}),)
    told = {"special": strikes, "weapons": {side: (CARDS[side],)}}
    held = {GERMAN: 0, SOVIET: 0, side: 4}
    men = units or {"a": "grif N", "x": "srif S", "y": "srif N"}
    return on(picture, told=told, caps=held, start_caps=held, **men)


def to_next_round(game: Bear) -> Bear:
    """Both sides pass; stop at the first question of the Pre-Round Sequence."""
    game.play("pass").begin("pass")
    return game


def planned(game: Bear, sentence: str) -> Bear:
    """Planned before round 2, which is passed; stop where the strike lands."""
    to_next_round(game).begin(sentence, "caps 0", dice=INITIATIVE)
    return to_next_round(game)


def needed(game: Bear, name: str) -> int:
    """What the attack under way needs against a target."""
    attack = game.state.stack[-1]
    assert isinstance(attack, Attack)
    return attack.check_for(game.state, name).need  # type: ignore[arg-type]


@rule("atb-12.1-a")
def test_there_is_no_artillery_without_a_card_of_the_firefight():
    bare = on(FIELD, a="grif N", x="srif S", y="srif N", told={"special": (Oba(card="OBA_GER", plan=(2,)),)})
    assert bare.play("pass").begin("pass").asked == "initiative"
    assert to_next_round(gunnery()).asked == "artillery.plan"


@rule("atb-12.1-b", "atb-card-weapon-oba-a", "atb-card-weapon-oba-b")
@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_a_strike_is_noted_in_secret_and_lands_a_round_later(side):
    other = SOVIET if side == GERMAN else GERMAN
    game = to_next_round(gunnery(side=side)).begin(f"plan {CARDS[side]} D03 he", "caps 0", dice=INITIATIVE)
    assert game.state.secrets[side] and not game.view(other).state.secrets[side]
    assert not any("D03" in line for line in game.heard(other))
    assert any(line.endswith("will fire HE at D03") for line in game.heard(side))
    assert game.asked == "turn" and game.state.tracks.round == 2
    to_next_round(game)
    assert game.asked == "strike.drift" and game.state.tracks.round == 3
    assert any("D03" in line for line in game.heard(other))


@rule("atb-12.1-c", "atb-12.1-d", "atb-12.1-i", "atb-12.3-a")
def test_each_unit_in_the_seven_hexes_is_attacked_apart_on_its_flank():
    rows = "\n".join((". . x+y . .", ". . . . .", "a . . . ."))
    game = gunnery(rows, a="grif N", x="srif S", y="maxim S")
    planned(game, "plan OBA_GER C02 he").begin("caps 0", dice=[3])
    assert game.asked == "attack.next"
    assert needed(game, "x") == 11 - 5 and needed(game, "y") == 10 - 5, "red 5, nothing for distance"
    assert not game.offers("at a"), "A03 is two hexes away"


@rule("atb-12.1-e")
def test_any_hex_unless_the_firefight_limits_it():
    assert len(to_next_round(gunnery()).choices("plan", "OBA_GER")) == 2 * 42
    limited = gunnery(special={"zone": "there", "smoke": False})
    limited.state.setting.zones["there"] = 1 << limited.state.setting.board.hex("B02")
    assert to_next_round(limited).choices("plan", "OBA_GER") == ["plan OBA_GER B02 he"]


WALLED_OFF = """
    a
    .
    H
    .
    x
"""


@rule("atb-12.1-f")
def test_named_spotters_must_see_the_hex_when_the_strike_is_planned_and_not_later():
    spotters = {"spotters": ("ger_rifle_41",), "smoke": False}
    game = to_next_round(gunnery(WALLED_OFF, special=spotters, a="grif N", x="srif S"))
    assert game.choices("plan", "OBA_GER") == [f"plan OBA_GER A0{n} he" for n in (1, 2, 3)]
    assert game.why_not("plan OBA_GER A04 he")
    nobody = gunnery(WALLED_OFF, special={"spotters": ("ger_pioneer",)}, a="grif N", x="srif S")
    assert to_next_round(nobody).asked == "initiative", "without a spotter there is nothing to plan"
    game.begin("plan OBA_GER A02 he", "caps 0", dice=INITIATIVE)
    game.state = structs.replace(game.state, position=game.state.position.without("a"))
    to_next_round(game).begin("caps 0", dice=[6])
    assert "on target" in " ".join(game.heard(GERMAN)), "nobody looks again when it lands"


@rule("atb-12.1-g")
def test_a_hidden_spotter_spots_and_stays_hidden():
    spotters = {"spotters": ("ger_rifle_41",), "smoke": False}
    game = to_next_round(gunnery(WALLED_OFF, special=spotters, a="grif N hidden", x="srif S"))
    assert game.offers("plan OBA_GER A02 he") and not game.offers("plan OBA_GER A04 he")
    assert game.begin("plan OBA_GER A02 he", "caps 0", dice=INITIATIVE).is_hidden("a")


@rule("atb-12.1-h")
@pytest.mark.parametrize("ground", [".", "1", "2"])
def test_height_counts_for_nothing_against_artillery(ground):
    game = planned(gunnery(f"x:{ground}\n.\n1\n.\na", a="grif N", x="srif S"), "plan OBA_GER A02 he")
    assert needed(game.begin("caps 0", dice=[6]), "x") == 11 - 5


@rule("atb-12.3-a")
def test_hidden_units_are_shelled_on_their_flank_too():
    """Red 5 needs 7 against a flank of 11 in light woods."""

    def shelled(*dice: int) -> Bear:
        game = planned(gunnery("x:L\n.\n.\n.\na", a="grif N", x="srif S hidden"), "plan OBA_GER A01 he")
        game.begin("caps 0", dice=[6, *dice])
        return game

    assert shelled(2, 4).is_hidden("x")
    found = shelled(3, 4)
    assert not found.is_hidden("x") and found.asked == "reveal.face"
    assert found.begin("face x S", dice=["pinned"]).unit("x").marker == "foot_pinned"


@rule("atb-12.2-a")
@pytest.mark.parametrize("side", [GERMAN, SOVIET])
@pytest.mark.parametrize("face", range(1, 7))
def test_three_or_more_is_on_target_for_both_sides(side, face):
    game = planned(gunnery(side=side), f"plan {CARDS[side]} D03 he").begin("caps 0", dice=[face])
    assert game.asked == ("attack.roll" if face >= 3 else "strike.direction")


@rule("atb-12.2-b")
def test_caps_help_the_accuracy_die():
    game = planned(gunnery(), "plan OBA_GER D03 he")
    assert game.asked == "strike.drift" and game.quote("caps 1").checks[0].need == 2
    game.begin("caps 1", dice=[2])
    assert game.asked == "attack.roll" and game.caps(GERMAN) == 3


@rule("atb-12.2-c", "atb-12.2-d")
@pytest.mark.parametrize(("face", "way", "centre"), [(2, 1, "D01"), (1, 1, "D02"), (1, 4, "D04"), (2, 4, "D05")])
def test_a_miss_drifts_as_far_as_the_bare_die_shows_and_one_is_north(face, way, centre):
    game = planned(gunnery(), "plan OBA_GER D03 smoke").begin("caps 0", "caps 0", dice=[face, way])
    board = game.state.setting.board
    area = {board.labels[h] for h in (*board.neighbours[board.hex(centre)], board.hex(centre)) if h >= 0}
    assert set(game.state.position.smoke) == area


@rule("atb-12.2-c")
def test_luck_or_caps_do_not_change_how_far_it_drifts():
    game = planned(gunnery(), "plan OBA_GER D03 smoke").begin("caps -1", dice=[3])
    assert "3 hexes off" in " ".join(game.heard(GERMAN)), "the CAP made it a miss, the die shows 3"
    strike, lucky = game.state.stack[-1], Result((2,), -1, "no")
    assert isinstance(strike, Strike)
    assert artillery.drifts_by(game.state, GERMAN, lucky) == 2


@rule("atb-card-weapon-oba-c", "atb-12.4-a")
def test_smoke_is_said_when_planning_and_shells_burst_in_heavy_woods():
    game = to_next_round(gunnery())
    assert game.offers("plan OBA_GER D03 smoke") and game.offers("plan OBA_GER D03 he")
    for ground, cover in (("H", 0), ("S", 2), ("L", 1)):
        shelled = planned(gunnery(f"x:{ground}\n.\n.\na", a="grif N", x="srif S"), "plan OBA_GER A01 he")
        assert needed(shelled.begin("caps 0", dice=[6]), "x") == 11 + cover - 5


@rule("atb-card-weapon-oba-a", "atb-card-weapon-oba-b")
def test_the_box_has_one_card_for_each_side():
    cards = box().cards
    assert [cards[name].copies for name in CARDS.values()] == [1, 1]
    assert "leFH18" in cards["OBA_GER"].name and "122mm" in cards["OBA_SOV"].name
