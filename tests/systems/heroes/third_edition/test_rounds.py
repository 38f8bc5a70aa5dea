"""The end of a Round, Victory Points, the Pre-Round Sequence and Initiative. [chapter 9]"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import structs
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, end_round, on

from balka.core.proof import rule
from balka.games.storms_of_steel import catalogue
from balka.systems.heroes.data.mission_data import (
    SatchelPickup,
    VpControlEndOfMission,
    VpControlEndOfRound,
    VpPerUnitDestroyed,
)

FAR = """
    x
    W
    a
"""


def quiet(told: dict[str, Any] | None = None, **more: Any) -> Game:
    """Two squads out of sight of each other."""
    return on(FAR, told=told, **{"a": "inf N", "x": "rif S", **more})


def last_round(**told: Any) -> Game:
    return quiet({"round": 5, "rounds": 5, **told})


# -- 9.0-9.3 points and the end


@rule("sos-9.0-a", "sos-ov-a")
def test_points_of_the_last_round_count_before_the_mission_ends():
    game = last_round(control={"A03": GERMAN}, victory=(VpControlEndOfRound(hex="A03", value=1, rounds=(5,)),))
    game.play("pass").play("pass")
    assert game.state.over and game.vp == (GERMAN, 1) and game.state.verdict().winner == GERMAN


@rule("sos-ov-a")
@pytest.mark.parametrize("side", [GERMAN, SOVIET])
def test_whoever_holds_the_advantage_at_the_end_wins(side):
    game = last_round(vp_side=side).play("pass").play("pass")
    assert game.state.verdict().winner == side and game.state.asks == ()


def test_the_mission_ends_after_its_last_round_and_not_before():
    """[9.3-a]"""
    game = quiet({"round": 4, "rounds": 5})
    end_round(game)
    assert not game.state.over and game.state.tracks.round == 5
    assert game.play("pass").play("pass").state.over


@rule("sos-9.3-b", "sos-ov-b")
def test_while_the_mission_lasts_another_round_of_turns_follows():
    game = quiet({"rounds": 3})
    for number in (2, 3):
        end_round(game, dice=[6, 6])
        assert game.state.tracks.round == number and game.asked == "turn"
        game.play("stall a", "caps 1")
        assert game.seat == SOVIET
        game.play("stall x", "caps 1")


def test_points_for_what_the_mission_lists():
    """[9.1-a] Control Markers at Round end in their Rounds, objectives at the end, destroyed units; nothing else."""
    rules = (
        VpControlEndOfRound(hex="A03", value=2, rounds=(1,)),
        VpControlEndOfRound(hex="A03", value=4, rounds=(2,)),
        VpControlEndOfMission(hex="A03", value=8),
        VpControlEndOfRound(hex="A01", value=16, rounds=(1,), side=GERMAN),
    )
    game = quiet({"control": {"A03": GERMAN, "A01": SOVIET}, "victory": rules, "vp_side": GERMAN, "rounds": 2})
    end_round(game)
    assert game.vp == (GERMAN, 1 + 2), "A01 pays the Germans only"
    game.play("pass").play("pass")
    assert game.vp == (GERMAN, 3 + 4 + 8)


@rule("sos-9.1-b")
def test_the_opponent_scores_for_a_unit_destroyed_by_its_own_side():
    rules = {"victory": (VpPerUnitDestroyed(value=1),), "vp_side": GERMAN, "vp": 5}
    game = on("x+b\n.\na", a="inf N", b="inf S", x="rif S", told=rules)
    game.play("fire a x", "at b", dice=[6, 6, 1, 1, 7])
    assert not game.alive("b") and game.alive("x") and game.vp == (GERMAN, 4)


@rule("sos-9.2-a", "sos-9.2-b", "sos-9.2-c", "sos-9.2-d", "sos-9.2-e")
@pytest.mark.parametrize(
    ("start", "gain", "end"),
    [
        ((GERMAN, 2), (GERMAN, 1), (GERMAN, 3)),
        ((GERMAN, 3), (SOVIET, 1), (GERMAN, 2)),
        ((GERMAN, 1), (SOVIET, 1), (SOVIET, 1)),
        ((GERMAN, 2), (SOVIET, 2), (SOVIET, 1)),
        ((SOVIET, 1), (GERMAN, 3), (GERMAN, 3)),
    ],
)
def test_one_marker_without_a_tie(start, gain, end):
    side, points = gain
    rules = (VpControlEndOfRound(hex="A03", value=points, rounds=(1,)),)
    game = quiet({"control": {"A03": side}, "victory": rules, "vp_side": start[0], "vp": start[1]}, a="inf N")
    game.play("pass").begin("pass")
    assert game.vp == end


# -- 9.4-9.9 the Pre-Round Sequence


@rule("sos-9.4-a", "sos-9.5-a")
def test_the_round_marker_moves_on_by_one():
    game = quiet({"round": 2})
    assert end_round(game).state.tracks.round == 3


@rule("sos-9.4-d", "sos-9.6-a", "sos-9.6-b", "sos-9.6-c")
def test_spent_units_become_fresh_and_keep_marker_and_facing():
    game = quiet(a="inf SW spent pinned shown", x="rif NE spent")
    end_round(game)
    assert not game.unit("a").spent and not game.unit("x").spent
    assert game.facing("a") == "SW" and game.unit("a").marker == "soft_pinned" and game.unit("a").shown


@rule("sos-9.4-e", "sos-9.7-a", "sos-9.7-b")
@pytest.mark.parametrize("left", [0, 2, 9])
def test_caps_are_set_anew_and_unused_ones_are_lost(left):
    game = quiet(caps={GERMAN: left, SOVIET: left}, start_caps={GERMAN: 7, SOVIET: 5})
    end_round(game)
    assert (game.caps(GERMAN), game.caps(SOVIET)) == (7, 5)


STACK = "x+y+z\n.\na"


@rule("sos-9.7-a", "sos-9.7-c")
@pytest.mark.parametrize(("option", "caps"), [("rulebook", 3), ("manual", 1)])
def test_three_lost_units_take_three_caps_but_never_below_the_floor(option, caps):
    game = on(
        STACK, a="inf N", x="rif S", y="rif S", z="rif S", start_caps={GERMAN: 6, SOVIET: 4},
        told={"options": {"cap_floor": option}},
    )  # fmt: skip
    game.play("fire a x", "at x", "at y", dice=[6, 6, 6, 6, 6, 6, 7])
    assert end_round(game).caps(SOVIET) == caps


@rule("sos-9.4-f", "sos-9.8-a")
def test_each_player_draws_cards_only_he_sees():
    game = quiet({"draw_per_round": 2})
    end_round(game, dice=["05", "06", "07", "08", 1, 1])
    assert game.hand(GERMAN) == ("05", "06")
    assert any("Rapid Deployment" in line for line in game.heard(GERMAN))
    assert not any("Rapid Deployment" in line for line in game.heard(SOVIET))


@rule("sos-9.4-f")
def test_cards_are_drawn_after_units_are_refreshed_and_caps_reset():
    game = quiet({"draw_per_round": 1}, a="inf N spent")
    state = game.state.apply("pass").state.apply("pass").state
    assert state.asks[0].kind == "card" and state.tracks.round == 2
    assert not state.position.units["a"].spent and state.tracks.caps[GERMAN] == 6


@rule("sos-9.4-g", "sos-9.9-a", "sos-1.0-j")
def test_reinforcements_are_available_from_their_round_on():
    game = quiet(b="inf N due=2 entry=south", entries={"south": ("A03",)})
    assert game.verbs("b") == set() and game.why_not("enter b A03 N") == "sos-9.9-a"
    game.play("pass").begin("pass", "caps 0", dice=[6, 6])
    assert game.offers("enter b A03 N") and any("ready" in line for line in game.heard(SOVIET))


@rule("sos-9.9-b")
def test_available_reinforcements_may_come_later():
    game = quiet(b="inf N due=2 entry=south", entries={"south": ("A03",)})
    end_round(game, dice=[6, 6])
    end_round(game, dice=[6, 6])
    assert game.state.tracks.round == 3 and game.offers("enter b A03 N")


@rule("sos-9.4-j", "sos-9.11-a")
def test_initiative_is_rolled_last_out_of_the_new_caps():
    game = quiet({"draw_per_round": 1}, caps={GERMAN: 0, SOVIET: 0})
    game.play("pass").begin("pass", dice=["05", "06"])
    assert game.asked == "initiative" and game.caps(GERMAN) == 6, "[9.4-k]"
    game.begin("caps 2", dice=[2, 3])
    assert game.caps(GERMAN) == 4 and game.asked == "turn" and game.seat == GERMAN


@rule("sos-9.11-a", "sos-9.11-b", "sos-9.11-c")
@pytest.mark.parametrize("holder", [GERMAN, SOVIET])
@pytest.mark.parametrize(("roll", "won"), [((3, 4), True), ((2, 4), False), ((6, 6), True)])
def test_the_side_without_the_advantage_rolls_seven_for_the_first_turn(holder, roll, won):
    roller = SOVIET if holder == GERMAN else GERMAN
    game = quiet({"vp_side": holder}).play("pass").begin("pass")
    assert game.seat == roller and game.need("caps 0") == 7
    game.begin("caps 0", dice=list(roll))
    assert game.seat == (roller if won else holder)


@rule("sos-9.11-d")
@pytest.mark.parametrize(("option", "number"), [("rulebook", 7), ("manual", 8)])
def test_the_initiative_number_is_seven_or_by_the_manual_eight(option, number):
    game = quiet({"options": {"initiative": option}}).play("pass").begin("pass")
    assert game.need("caps 0") == number


@rule("sos-9.10-a")
def test_no_artillery_or_smoke_strikes_before_the_fourth_mission():
    """[ruling B9] It is a matter of the Missions' data."""
    artillery = {"W06", "W07"}
    for mission in catalogue.title().missions:
        kinds = {type(special).__name__ for special in mission.special}
        cards = {card for special in mission.special for card in (getattr(special, "card", None),) if card}
        if mission.number < 4:
            assert "Oba" not in kinds and not cards & artillery, mission.key
    assert any(getattr(special, "card", "") in artillery for m in catalogue.title().missions for special in m.special)


# -- the satchel of the first Mission

SATCHEL = SatchelPickup(hexes=("A01", "A02"), hidden_by=SOVIET, holder=SOVIET, value=1, rounds=(1, 2))


def satchel(where: str, **more: Any) -> Game:
    """The satchel hidden in a hex of a column of five."""
    game = on(".\n.\na\n.\nx", **{"a": "inf N", "x": "rif S", "told": {"victory": (SATCHEL,), "vp": 3}, **more})
    secrets = {**game.state.secrets, SOVIET: {"satchel": where}}
    tracks = game.state.tracks.changed(satchel="hidden")
    game.state = structs.replace(game.state, secrets=secrets, tracks=tracks)
    return game


def test_who_arrives_where_it_may_lie_is_told_and_takes_it():
    game = satchel("A01").play("move a A02 N", dice=[7])
    assert any("not here" in line for line in game.heard(GERMAN)) and game.state.tracks.satchel == "hidden"
    game.play("pass").play("move a A01 N", dice=[7])
    assert game.state.tracks.satchel == "unit:a"


def test_the_holder_scores_until_the_satchel_is_taken():
    game = satchel("A02")
    game.play("pass").begin("pass")
    assert game.vp == (SOVIET, 4)
    taken = satchel("A02").play("move a A02 N", dice=[7])
    taken.play("pass").begin("pass")
    assert taken.vp == (SOVIET, 2)


def test_a_destroyed_carrier_drops_it_where_it_fell():
    game = satchel("A02").play("move a A02 N", dice=[7])
    game.play("pivot x N", dice=[7]).play("pass")
    game.play("fire x a", dice=[6, 6, 7])
    assert not game.alive("a") and game.state.tracks.satchel == "dropped:A02"


def test_where_it_lies_is_known_to_its_hider_only():
    game = satchel("A02")
    assert game.state.view(SOVIET).secrets[SOVIET] == {"satchel": "A02"} and not game.state.view(GERMAN).secrets[SOVIET]


def test_who_looks_for_it_imagines_it_in_any_place_not_searched_yet():
    def imagined(game: Game) -> set[str]:
        view, imagine = game.state.view(GERMAN), game.state.setting.system.sample
        return {imagine(view, Random(seed)).secrets[SOVIET]["satchel"] for seed in range(20)}

    game = satchel("A01", told={"victory": (VpPerUnitDestroyed(value=1), SATCHEL), "vp": 3})
    assert imagined(game) == {"A01", "A02"}
    assert imagined(game.play("move a A02 N", dice=[7])) == {"A01"}
