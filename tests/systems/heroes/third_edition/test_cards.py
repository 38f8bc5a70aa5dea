"""Battle cards: icons, costs, decks and hands, and the cards 01 to 13. [chapter 8]"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, box, end_round, hands, on

from balka.core.frames import CHANCE
from balka.core.proof import rule
from balka.games.storms_of_steel import GAME

DUEL = """
    x
    .
    a
    b
"""


def duel(german: str = "", soviet: str = "", caps: int = 0, **more: Any) -> Game:
    """Two German squads and a Soviet one, with cards in hand; the German needs 8."""
    units = {"a": "inf N", "b": "inf N", "x": "rif S"} | {k: v for k, v in more.items() if k in "abx"}
    rest = {k: v for k, v in more.items() if k not in "abx"}
    told = {**hands(german, soviet), **rest.pop("told", {})}
    return on(DUEL, caps={GERMAN: caps, SOVIET: 0}, told=told, **units, **rest)


# -- 8.0, 8.1 hands and deck


@rule("sos-8.0-b", "sos-8.1-a", "sos-1.0-g")
def test_every_copy_of_the_numbers_the_mission_lists_is_in_the_deck():
    state = GAME.start("sos/courier", options={"deck": "manual"})
    assert state.setting.rulebook.deck == tuple(f"{n:02}" for n in range(2, 12))
    few = on("a", a="inf N", told={"deck": ("02", "12")})
    assert few.state.bags["deck"].items == {"02": 8, "12": 4}


@rule("sos-8.0-c", "sos-8.0-d")
def test_hands_have_no_limit_and_are_kept_from_round_to_round():
    full = "02 02 02 02 02 02 02 02 03 03 04 04"
    game = on("x\n.\na", a="inf N", x="rif S", told={**hands(full), "draw_per_round": 2})
    end_round(game, dice=["05", "06", "07", "08", 1, 1])
    assert game.hand(GERMAN) == (*full.split(), "05", "06") and game.hand(SOVIET) == ("07", "08")


@rule("sos-8.1-b")
def test_each_player_draws_the_missions_number_each_round():
    game = on("x\n.\na", a="inf N", x="rif S", told={"draw_per_round": 1})
    end_round(game, dice=["05", "06", 1, 1])
    assert game.hand(GERMAN) == ("05",) and game.hand(SOVIET) == ("06",)


@rule("sos-8.1-c")
def test_a_played_card_is_discarded_and_never_comes_again():
    game = duel("10").play("play 10 a", dice=[3])
    assert game.hand(GERMAN) == () and game.state.tracks.discards == ("10",)
    assert game.state.bags["deck"].items["10"] == 1


@rule("sos-8.4-a")
def test_every_card_is_of_one_type():
    kinds = {card.id: card.kind for card in box().cards.values()}
    assert set(kinds.values()) == {"action", "bonus", "mission", "artillery"}
    assert [kinds[f"{n:02}"][0] for n in range(1, 14)] == list("aaaabbbaaabbb")


@rule("sos-card-gen-h")
def test_the_types_the_manual_names_are_those_of_the_cards():
    kind = {card.name: card.kind for card in box().cards.values()}
    assert kind["Adrenaline"] == kind["Command Action"] == kind["Follow Me!"] == "action"
    assert kind["Careful Aiming"] == kind["Swift Action"] == "bonus"
    assert kind["Score"] == kind["Objective 1"] == "mission"


@rule("sos-card-gen-b")
def test_no_cost_of_a_card_is_claimed_to_stand_in_the_rulebook():
    costly = [card for card in box().cards.values() if card.cost_color in ("green", "blue")]
    assert costly and all(card.basis in ("published", "estimated") for card in costly)


# -- 8.4, 8.5 Action and Bonus cards


@rule("sos-8.4-b", "sos-8.5-a", "sos-card-gen-c")
def test_an_action_card_is_the_action_of_its_owners_turn():
    game = duel("08 10", "10")
    assert not game.offers("play 10 x")
    game.begin("play 08 a", "caps 0", dice=[1, 7])
    assert game.seat == SOVIET, "the Turn is over: no second card, no other Action"
    game.play("pass")
    assert game.offers("play 10 a"), "the next Turn has its own"


@rule("sos-8.4-b", "sos-8.5-a")
def test_an_action_card_cannot_follow_an_action():
    game = duel("08 05").begin("move a A02 N", dice=[7])
    assert game.asked == "turn.end" and game.choices() == ["done", "play 05"]


@rule("sos-8.5-a", "sos-card-gen-c")
def test_one_action_card_a_turn_even_with_two_actions():
    game = duel("08 10 12", caps=3).begin("play 12", "play 08 a", "caps 0", dice=[1, 7])
    assert game.asked == "turn" and game.seat == GERMAN
    assert not game.offers("play 10 b") and game.offers("stall b")


@rule("sos-8.4-c", "sos-8.5-b", "sos-card-gen-d")
def test_any_number_of_bonus_cards_go_with_an_action_and_are_none_themselves():
    """Swift Action twice, Careful Aiming twice, Veteran NCO and Luck in one Turn."""
    game = duel("12 12 11 11 07 13", caps=3)
    game.begin("play 12", "play 12", "fire a x", "play 11", "play 11")
    assert game.need("caps 0") == 8 - 4
    game.begin("caps 0", dice=[1, 1]).begin("reroll 1", dice=[1]).begin("luck", "caps 0", dice=[2, "pinned", 7])
    assert game.unit("x").marker, "2, rolled again 2, by Luck 4"
    assert game.state.tracks.discards == ("07", "11", "11", "12", "12", "13")
    assert game.seat == GERMAN and game.offers("stall b"), "two Actions are still to come"


@rule("sos-8.5-b")
def test_swift_action_twice_gives_three_actions():
    game = duel("12 12", caps=2).begin("play 12", "play 12")
    for facing in ("NE", "SE"):
        game.begin(f"pivot a {facing}", dice=[7])
        assert game.seat == GERMAN
    assert game.begin("pivot b NE", dice=[7]).seat == SOVIET


# -- 8.6 costs


@rule("sos-8.6-a", "sos-card-gen-e")
def test_a_green_cost_is_checked_for_and_may_be_lowered():
    game = duel("08", caps=3).begin("play 08 a", dice=[1])
    assert game.asked == "cost.caps" and [game.cost(f"caps {n}") for n in range(3)] == [2, 1, 0]
    game.play("caps 0", dice=[2])
    assert game.unit("a").spent


@rule("sos-8.6-b", "sos-card-gen-e")
def test_a_green_cost_brought_to_nothing_is_for_spent_units_too():
    assert not duel("08", caps=1, a="inf N spent", b="inf N spent").offers("play 08 a")
    game = duel("08", caps=2, a="inf N spent").play("play 08 a", dice=[1])
    assert game.caps(GERMAN) == 1 and game.unit("a").spent
    fresh = duel("08", caps=2).play("play 08 a", "caps 2", dice=[1])
    assert not fresh.unit("a").spent


@rule("sos-8.6-c", "sos-card-gen-f")
@pytest.mark.parametrize("state", ["", "spent"])
def test_a_blue_cost_is_paid_in_caps_by_any_unit_without_a_check(state, monkeypatch):
    sniper = box().cards["10"]
    monkeypatch.setitem(box().cards, "10", structs.replace(sniper, cost=2))
    game = duel("10", caps=3, a=f"inf N {state}").play("play 10 a", dice=[1])
    assert game.caps(GERMAN) == 1 and game.unit("a").spent is bool(state)
    assert not duel("10", caps=1).offers("play 10 a")


@rule("sos-8.6-d")
def test_nothing_changes_the_cost_of_a_card():
    game = duel("08", a="inf N stressed cowering", soviet="06")
    assert game.cost("play 08 a") == 2
    game.play("play 08 a", "caps 0", dice=[1, 3])
    assert not game.unit("a").spent and game.hand(SOVIET) == ("06",), "not even Battlefield Confusion"


@rule("sos-8.6-e")
@pytest.mark.parametrize("card", ["08", "09", "10"])
def test_an_action_card_stresses_the_unit_that_plays_it(card):
    game = duel(card, caps=2)
    game.play(f"play {card} a", *(["caps 0"] if card == "08" else []), dice={"08": [1, 7], "10": [1]}.get(card, []))
    assert game.stressed("a") and not game.stressed("b")


# -- 01, 02


def test_adrenaline_gives_a_spent_unit_any_action_for_nothing():
    """[card 01]"""
    game = duel("01", a="inf N spent stressed pinned")
    game.begin("play 01")
    assert game.verbs("b") == set(), "Fresh units get nothing"
    assert game.basics("a") == {"fire", "rally", "stall"} and game.cost("fire a x") == 0
    assert game.why_not("pass") == "sos-2.0-c", "the card is played"
    game.play("fire a x", dice=[1, 1])
    assert game.unit("a").spent and game.stressed("a")
    assert not duel("01").choices("play"), "nobody is Spent"


def test_command_action_gives_any_unit_an_action_for_nothing():
    """[card 02]"""
    for state in ("", "spent"):
        game = duel("02", a=f"inf N {state}").begin("play 02")
        assert game.basics("a") == {"move", "pivot", "fire", "stall"} == game.basics("b")
        game.play("move a A02 N")
        assert game.unit("a").spent is bool(state) and game.at("a") == "A02" and game.stressed("a")


# -- 03, 04


@rule("sos-card-03-b", "sos-card-03-c")
def test_follow_me_rallies_without_a_roll_even_in_close_combat():
    game = on("a+x", a="inf N stunned", x="rif S", told=hands("03"))
    game.play("play 03 a", dice=[7])
    assert not game.unit("a").marker
    assert not duel("03").offers("play 03 a"), "nobody needs it"


@rule("sos-card-03-d", "sos-card-03-e")
def test_follow_me_works_on_no_rally_and_never_on_a_destroyed_marker():
    tank = on("a", a="tiger N immobilized", told=hands("03")).play("play 03 a", dice=[7])
    assert not tank.unit("a").marker
    dead = on("a\nb", a="tiger N destroyed", b="inf N", told=hands("03"))
    assert not dead.offers("play 03 a")


def test_rally_up_rolls_an_ordinary_rally():
    """[card 04]"""
    game = duel("04", a="inf N pinned", caps=2).begin("play 04 a")
    assert game.asked == "rally.roll" and game.need("caps 1") == 6
    game.play("caps 1", dice=[3, 3])
    assert not game.unit("a").marker and not game.unit("a").spent and game.stressed("a"), "it costs nothing"
    failed = duel("04", a="inf N pinned spent").play("play 04 a", dice=[3, 3])
    assert failed.unit("a").marker
    assert not on("a+x", a="inf N pinned", x="rif S", told=hands("04")).offers("play 04 a")


# -- 05


@rule("sos-card-05-b")
def test_rapid_deployment_carries_a_unit_one_hex_on_after_its_spent_check():
    game = on(".\nW\n.\na", a="inf N", told=hands("05"))
    assert not game.offers("play 05") and game.why_not("play 05") == "sos-card-05-b"
    game.begin("move a A03 N", dice=[1])
    assert game.unit("a").spent and game.offers("play 05")
    game.play("play 05", "move a A02 S")
    assert (game.at("a"), game.facing("a")) == ("A02", "S"), "woods cost nothing, and no die was rolled"


@rule("sos-card-05-b")
@pytest.mark.parametrize("sentence", ["pivot a S", "stall a", "fire a x"])
def test_rapid_deployment_follows_nothing_but_a_move(sentence):
    game = duel("05")
    game.play(sentence, dice=[*([1, 1] if "fire" in sentence else []), 7])
    assert game.seat == SOVIET and game.hand(GERMAN) == ("05",)


@rule("sos-card-05-b")
def test_rapid_deployment_may_follow_the_first_of_two_swift_actions():
    game = duel("05 12", caps=1).begin("play 12", "move a A02 N", dice=[7])
    game.begin("play 05", "move a A03 N")
    assert game.seat == GERMAN and game.at("a") == "A03" and game.offers("fire a x")


@rule("sos-card-05-c")
@pytest.mark.parametrize("marker", ["pinned", "stunned"])
def test_rapid_deployment_is_not_for_units_that_cannot_move(marker):
    """A tank hit while moving is the usual case; here the marker is laid by hand after the Move."""
    game = on(".\n.\na", a="inf N", told=hands("05")).begin("move a A02 N", dice=[7])
    assert game.offers("play 05")
    hit = game.state.position.with_unit(game.unit("a").changed(marker=f"soft_{marker}"))
    game.state = structs.replace(game.state, position=hit)
    assert not game.offers("play 05")
    tank = on(".\n.\na", a="tiger N", told=hands("05")).begin("move a A02 N", "stay", dice=[7])
    stuck = tank.state.position.with_unit(tank.unit("a").changed(marker="armored_immobilized"))
    tank.state = structs.replace(tank.state, position=stuck)
    assert not tank.offers("play 05")


# -- 06


@rule("sos-card-06-b", "sos-card-06-c")
def test_battlefield_confusion_makes_the_opponents_action_dearer():
    game = duel(soviet="06", caps=6).begin("fire a x", "caps 0", dice=[1, 1])
    assert game.seat == SOVIET and game.choices() == ["pass", "play 06"]
    game.begin("play 06")
    assert game.seat == GERMAN and [game.cost(f"caps {n}") for n in (0, 5, 6)] == [6, 1, 0], "CAPs still help"
    game.play("caps 1", dice=[5])
    assert game.unit("a").spent and game.hand(SOVIET) == ()


@rule("sos-card-06-b")
def test_battlefield_confusion_is_not_for_ones_own_turn():
    game = duel("06")
    assert not game.offers("play 06") and game.why_not("play 06") == "sos-card-06-b"


@rule("sos-card-06-b", "sos-card-06-c")
def test_a_confused_spent_unit_pays_all_of_it_or_leaves_its_action_undone():
    """[ruling C47]"""
    game = duel("02", "06", caps=3, a="inf N spent").begin("play 02", "move a A02 N", "play 06")
    assert game.choices() == ["caps 3", "forgo"] and game.at("a") == "A03"
    undone = Game(game.state).play("forgo")
    assert undone.at("a") == "A03" and undone.caps(GERMAN) == 3 and not undone.stressed("a")
    paid = Game(game.state).play("caps 3")
    assert paid.at("a") == "A02" and paid.caps(GERMAN) == 0


@rule("sos-card-06-b")
def test_the_other_side_is_asked_only_while_it_might_hold_the_card():
    def asked_after(game: Game) -> str:
        return game.state.apply("stall a").state.asks[0].seat

    assert asked_after(duel(soviet="03")) == SOVIET, "nobody can tell that it is another card"
    assert asked_after(duel()) == CHANCE
    gone = duel(soviet="03")
    gone.state = structs.replace(gone.state, tracks=gone.state.tracks.changed(discards=("06", "06")))
    assert asked_after(gone) == CHANCE


# -- 07, 13


@rule("sos-card-07-b")
def test_veteran_nco_rolls_one_of_ones_own_dice_again():
    game = duel("07").begin("fire a x", dice=[1, 6])
    assert game.asked == "roll.after" and game.choices() == ["keep", "reroll 1", "reroll 2"]
    game.play("reroll 1", dice=[2, "pinned", 7])
    assert game.unit("x").marker, "2 and 6 make 8"
    assert game.hand(GERMAN) == ()


@rule("sos-card-07-b")
def test_veteran_nco_works_on_a_spent_check_and_on_a_cards_die():
    spent = duel("07").begin("stall a", dice=[1]).play("reroll 1", dice=[7])
    assert not spent.unit("a").spent
    card = duel("07 08", caps=0).begin("play 08 a", dice=[1]).play("reroll 1", "caps 0", dice=[6, 7])
    assert card.caps(GERMAN) == 6


@rule("sos-card-07-b", "sos-card-13-b")
def test_an_opponents_roll_cannot_be_changed():
    game = duel(soviet="07 13").play("fire a x", dice=[4, 4, "pinned", 7])
    assert game.unit("x").marker and game.hand(SOVIET) == ("07", "13"), "nothing was asked on the way"


@rule("sos-card-13-b")
@pytest.mark.parametrize(("die", "hit"), [(1, False), (2, True), (6, True)])
def test_luck_changes_a_roll_of_ones_own_after_it(die, hit):
    """On 1 the result drops by 3, else it rises by 2."""
    game = duel("13").begin("fire a x", dice=[3, 3])
    assert game.choices() == ["keep", "luck"]
    game.play("luck", dice=[die, *(["pinned"] if hit else []), 7])
    assert bool(game.unit("x").marker) is hit
    unlucky = duel("13").begin("fire a x", dice=[5, 5]).play("luck", dice=[1, 7])
    assert not unlucky.unit("x").marker, "10 less 3 misses 8"


# -- 08-12


@rule("sos-card-08-b", "sos-card-08-c")
def test_frontline_officer_adds_a_die_of_caps_even_above_the_start():
    game = duel("08", caps=6).play("play 08 a", "caps 0", dice=[5, 7])
    assert game.caps(GERMAN) == 11
    end_round(game)
    assert game.caps(GERMAN) == 6, "once only"


def test_seek_cover_gives_a_hasty_defense_until_the_unit_moves():
    """[card 09] Fresh or Spent."""
    for state in ("", "spent"):
        game = duel("09", a=f"inf N {state}").play("play 09 a")
        assert game.unit("a").dug_in and game.need("fire x a") == 12 + 1 - 3
    moved = duel("09").play("play 09 a").play("pass").play("pivot a NE", dice=[7])
    assert not moved.unit("a").dug_in


@rule("sos-card-09-c", "sos-card-09-d")
def test_seek_cover_is_for_vehicles_too_but_not_in_close_combat():
    tank = on("a", a="tiger N", told=hands("09")).play("play 09 a")
    assert tank.unit("a").dug_in
    close = on("a+x\nb", a="inf N", b="inf N", x="rif S", told=hands("09"))
    assert not close.offers("play 09 a") and close.offers("play 09 b")


@rule("sos-card-10-b")
@pytest.mark.parametrize(("die", "loss"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_sniper_fire_takes_caps_for_this_round(die, loss):
    game = on(DUEL, a="inf N", b="inf N", x="rif S", caps={GERMAN: 0, SOVIET: 6}, told=hands("10"))
    game.play("play 10 a", dice=[die])
    assert game.caps(SOVIET) == 6 - loss and game.state.tracks.covered[SOVIET] == 0
    end_round(game)
    assert game.caps(SOVIET) == 6


@rule("sos-card-10-b")
def test_sniper_fire_takes_no_more_than_there_is():
    game = on(DUEL, a="inf N", b="inf N", x="rif S", caps={GERMAN: 0, SOVIET: 1}, told=hands("10"))
    assert game.play("play 10 a", dice=[6]).caps(SOVIET) == 0


@rule("sos-card-11-b", "sos-card-11-d")
def test_careful_aiming_adds_two_firepower_to_every_roll_of_one_attack():
    game = on("x+y\n.\na", a="inf N", x="rif S", y="rif S", caps={GERMAN: 1, SOVIET: 0}, told=hands("11"))
    game.begin("fire a x", "at x", "play 11")
    assert game.rating("caps 0", "Attack Rating") == [(4, "6.5-b"), (2, "card-11-b")]
    game.play("caps 0", "caps 0", "caps 0", dice=[4, 2, "pinned", 5, 1, "pinned", 7])
    assert game.unit("x").marker and game.unit("y").marker, "6 hits both"
    game.play("pass")
    assert game.quote("fire a x").checks[0].tallies[1].value == 4, "only that attack"


@rule("sos-card-12-b", "sos-card-12-c")
def test_swift_action_gives_two_actions_paid_for_separately_without_stress_between():
    game = duel("12", caps=1).begin("play 12")
    assert game.caps(GERMAN) == 0
    game.begin("fire a x", dice=[1, 1, 7])
    assert game.seat == GERMAN and game.cost("fire a x") == 3, "no Stress from the first"
    game.begin("fire a x", dice=[1, 1, 3])
    assert game.seat == SOVIET and game.unit("a").spent and game.stressed("a")


@rule("sos-card-12-b")
def test_the_second_action_may_be_left_out_and_taken_by_another():
    game = duel("12", caps=1).begin("play 12", "stall a", dice=[7])
    assert game.offers("done") and game.offers("stall b") and not game.offers("pass")
    assert game.begin("done").seat == SOVIET
    assert not duel("12", caps=0).offers("play 12"), "it costs a CAP"


@rule("sos-card-12-d")
def test_by_the_manual_each_swift_action_may_be_a_card():
    rulebook = duel("08 10 12", caps=1).begin("play 12", "play 08 a", "caps 0", dice=[1, 7])
    assert not rulebook.offers("play 10 b")
    manual = duel("08 10 12", caps=1, told={"options": {"swift_cards": "manual"}})
    manual.begin("play 12", "play 08 a", "caps 0", dice=[1, 7])
    assert manual.offers("play 10 b")
