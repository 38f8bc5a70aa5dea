"""Cards by groups, on Hidden Units, without any unit, two in a turn, and the CAPs on their dice. [chapter 8]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, on
from tests.systems.heroes.second_edition.test_cards import RICH, apart, held

from balka.core.proof import rule

# -- groups


@rule("atb-card-03-b", "atb-9.2-d")
def test_a_group_pays_for_a_card_of_blue_cost_once():
    game = apart("03", a="grif N pinned", b="grif N pinned spent", caps={GERMAN: 3, SOVIET: 0}).gather("a", "b")
    game.begin()  # nothing else is left to them
    assert game.caps(GERMAN) == 1 and not game.unit("a").marker and not game.unit("b").marker
    assert game.condition("a") == "fresh" and game.hand(GERMAN) == ()
    poor = apart("03", a="grif N pinned", b="grif N pinned", caps={GERMAN: 1, SOVIET: 0}).gather("a", "b")
    assert not poor.offers("play 03")


@rule("atb-18.1.3-g", "atb-card-11-b")
@pytest.mark.parametrize(("used", "fits"), [(5, True), (6, False)])
def test_a_group_that_seeks_cover_needs_a_counter_for_each(used: int, fits: bool):
    dug = {f"d{n}": "grif N dug-in" for n in range(used)}
    game = on(f"{'+'.join(['a', 'b', 'c', *dug])}\n.\nS\nx", a="grif N", b="grif N", c="grif N", x="srif N",
              told=held("11"), **dug)  # fmt: skip
    game.gather("a", "b", "c")
    assert game.offers("play 11") == fits


@rule("atb-9.1-f", "atb-9.2-d", "atb-card-05-c")
@pytest.mark.parametrize("card", ["03", "05", "11"])
def test_spent_units_without_caps_play_a_card_with_others(card: str):
    """Nobody of them could act alone: Spent, and not a CAP but those the card asks for."""
    marked = " pinned" if card == "03" else ""
    game = apart(
        card, a=f"grif N spent{marked}", b=f"grif N spent{marked}", caps={GERMAN: 2 * (card == "03"), SOVIET: 0}
    )
    game.gather("a", "b").begin()  # playing it is all they can do
    if card == "05":
        game.begin("move a A03 N", "move b B03 N", "finish")
        assert (game.at("a"), game.at("b")) == ("A03", "B03")
    assert game.hand(GERMAN) == () and game.caps(GERMAN) == 0 and game.condition("a") == "spent"


@rule("atb-2.2-y")
def test_a_spent_unit_without_caps_or_company_for_a_card_is_not_offered():
    game = apart("05", a="grif N spent", b="grif N spent pinned")
    assert game.verbs("a") == set() and game.offers("play 05 a"), "alone it plays the card itself"


@rule("atb-2.2-y", "atb-18.1.3-g")
def test_spent_units_without_a_counter_for_each_are_not_offered_to_seek_cover_together():
    dug = {f"d{n}": "grif N dug-in spent" for n in range(7)}
    game = on(f"{'+'.join(['a', 'b', *dug])}\n.\nS\nx", a="grif N spent", b="grif N spent", x="srif N",
              told=held("11"), **dug)  # fmt: skip
    assert game.choices() == ["play 11 a", "play 11 b", "pass"] and "a" not in game.state.grow(())


@rule("atb-9.1-f")
def test_one_card_that_a_friend_cannot_share_does_not_hide_another_that_he_can():
    game = apart("04 11", a="grif N spent pinned", b="grif N spent")
    game.gather("b", "a")
    game.begin()
    assert game.unit("a").dug_in and game.unit("b").dug_in and game.hand(GERMAN) == ("04",)


# -- Hidden Units


@rule("atb-card-06-d", "atb-10.1-h")
def test_battlefield_confusion_spends_a_hidden_unit_without_telling_where_it_is():
    game = on("x .\nh:H .\n. .\na .", a="grif N", x="srif S", h="srif hidden", w="srif due=3 entry=e",
              entries={"e": ["A01"]}, told=held("06"))  # fmt: skip
    assert game.offers("confuse h") and game.offers("confuse x") and not game.offers("confuse w"), "not off the map"
    assert game.choices() == game.view(GERMAN).choices(), "whoever plays it knows no more than their names"
    game.play("confuse h")
    assert game.condition("h") == "spent" and game.is_hidden("h")
    assert "A02" not in " ".join(game.heard(GERMAN)) and not any(2 in getattr(t.event, "hexes", ()) for t in game.told)


@rule("atb-card-06-d")
def test_a_hidden_unit_that_is_spent_already_is_not_confused():
    game = on("x .\nh:H .\n. .\na .", a="grif N", x="srif S", h="srif hidden spent", told=held("06"))
    assert not game.offers("confuse h") and game.why_not("confuse h") == "atb-card-06-d"


# -- no unit needed


@rule("atb-card-13-b", "atb-10.0.1-c")
@pytest.mark.parametrize("a", ["grif N stunned", "grif N hidden", "grif N due=9 entry=e"])
def test_sniper_fire_is_played_by_nobody_in_particular(a: str):
    game = on("x .\na:L .", a=a, x="srif S", entries={"e": ["A02"]}, caps={GERMAN: 0, SOVIET: 4}, told=held("13"))
    game.play("sniper soviet", dice=[4])
    assert game.caps(SOVIET) == 2 and game.is_hidden("a") == ("hidden" in a)


@rule("atb-card-13-b")
def test_sniper_fire_is_for_who_holds_it_and_against_an_opponent():
    assert apart("").why_not("sniper soviet") == "atb-card-13-b"
    assert not apart("13").offers("sniper german") and "play" not in apart("13").choices()[0]


# -- CAPs on the die


@rule("atb-3.2.3-a", "atb-card-13-b")
def test_caps_change_the_die_of_sniper_fire():
    game = apart("13", caps=RICH).begin("sniper soviet")
    assert game.choices() == ["caps 0", "caps 1", "caps 2", "caps -1", "caps -2"]
    game.play("caps 2", dice=[4])
    assert game.caps(GERMAN) == 4 and game.caps(SOVIET) == 3


@rule("atb-3.2.3-a", "atb-card-07-b")
def test_caps_change_the_die_of_the_sergeant():
    game = apart("07", a="grif N active", pool={GERMAN: 5}, caps=RICH).begin("play 07 a", "caps 1", dice=[6])
    assert game.pool(GERMAN) == 12 and game.caps(GERMAN) == 5


@rule("atb-3.2.3-a", "atb-card-08-b")
def test_caps_change_the_die_of_the_officer():
    game = apart("08", a="grif N active", pool={GERMAN: 5}, caps=RICH).begin("play 08 a", "caps -2", dice=[1])
    assert game.caps(GERMAN) == 4, "two spent, and one less two is nothing"


@rule("atb-3.2.4-a", "atb-3.2.3-a")
def test_caps_may_also_lower_an_initiative_roll():
    game = apart(start_caps={GERMAN: 4, SOVIET: 3}).play("pass").begin("pass")
    assert game.asked == "initiative" and {"caps -1", "caps -2", "caps 2"} <= set(game.choices())
    game.begin("caps -2", "caps 0", dice=[4, 4, 3, 4])
    assert game.seat == SOVIET and game.caps(GERMAN) == 2, "eight less two is beaten by seven"


# -- two cards with Swift Action


def swift(more: str, **units: Any) -> Bear:
    return apart(f"10 {more}", caps=RICH, **units).begin("play 10")


@rule("atb-card-10-b", "atb-2.2-n")
def test_with_swift_action_both_actions_may_be_cards():
    game = swift("11 02").begin("play 11 a")
    assert game.offers("play 02") and game.unit("a").dug_in
    game.begin("play 02").begin("pivot b S")
    assert game.seat == SOVIET and game.hand(GERMAN) == ()


@rule("atb-card-10-b", "atb-2.2-n")
def test_with_swift_action_a_weapon_card_may_follow_a_card():
    told = held("10 13", weapons={GERMAN: ("GRENADES",)})
    game = on("x\na", a="grif N", x="srif S", told=told, caps=RICH).begin(
        "play 10", "sniper soviet", "caps 0", dice=[1]
    )
    assert game.offers("use a GRENADES A01")


@rule("atb-card-10-b", "atb-2.2-y", "atb-8.4-e")
@pytest.mark.parametrize(
    ("ground", "a", "offered"),
    [(".", "N spent", True), (".", "S spent", False), ("H", "S spent hidden", True), (".", "S", True)],
)
def test_the_last_cap_buys_a_swift_action_for_a_spent_unit_only_if_it_can_throw_something(
    ground: str, a: str, offered: bool
):
    """Grenades cost nothing; who hides comes out facing as it likes, who is in view throws where it looks."""
    told = held("10", weapons={GERMAN: ("GRENADES",)})
    game = on(f"x\na:{ground}\n.", a=f"grif {a}", x="srif S", told=told, caps={GERMAN: 1, SOVIET: 0})
    assert game.offers("play 10") is offered


@rule("atb-8.1-a")
def test_without_swift_action_a_card_is_the_whole_turn():
    assert apart("11 02").begin("play 11 a").seat == SOVIET


# -- Rapid Deployment


@rule("atb-14.5-a", "atb-card-05-c")
def test_rapid_deployment_into_stone_buildings_may_immobilize():
    game = on("a S . x", a="pz3e SE", x="srif NW", told=held("05")).begin("play 05 a")
    game.begin("move a B01 SE", dice=[2, 3])
    assert game.unit("a").mired and game.seat == SOVIET, "stuck: no second hex"
    safe = (
        on("a S . x", a="pz3e SE", x="srif NW", told=held("05")).begin("play 05 a").begin("move a B01 SE", dice=[3, 3])
    )
    assert safe.asked == "turn.deploy" and not safe.unit("a").mired
    foot = on("a S . x", a="grif SE", x="srif NW", told=held("05")).begin("play 05 a").begin("move a B01 SE")
    assert foot.asked == "turn.deploy"


@rule("atb-card-05-c", "atb-14.1-a")
def test_rapid_deployment_gives_no_bonus_moves():
    game = on("a . . . . x", a="tk34a SE", x="grif NW", active=SOVIET, told=held("", "05")).begin("play 05 a")
    game.begin("move a B01 SE")
    assert game.asked == "turn.deploy"


@rule("atb-5.5-d", "atb-card-05-c")
def test_reinforcements_may_enter_by_rapid_deployment():
    units = {"a": "grif N due=1 entry=e", "b": "grif N due=1 entry=e", "c": "grif N due=2 entry=e", "x": "srif S"}
    game = on("x .\n. .\n. .\n. .", entries={"e": ["A04"]}, told=held("05"), **units)
    assert not game.offers("play 05 c"), "not before it is due"
    game.begin("play 05 a", "enter a A04 N").play("move a A03 N")
    assert game.at("a") == "A03" and game.condition("a") == "fresh"
    both = on("x .\n. .\n. .\n. .", entries={"e": ["A04"]}, told=held("05"), **units).gather("a", "b")
    both.begin("play 05", "enter a A04 N", "enter b A04 N", "finish")
    assert both.at("a") == both.at("b") == "A04"


# -- digging in close combat


@rule("atb-card-11-c", "atb-18.1.3-b")
def test_nobody_digs_in_with_an_enemy_in_the_hex():
    game = on("a+x\n.", a="grif N", x="srif S", told=held("11"))
    assert not game.offers("dig a") and game.why_not("dig a") == "atb-card-11-c" and not game.offers("play 11 a")
    assert on("a\n.\nx", a="grif N", x="srif S").offers("dig a")


@rule("atb-9.1-f", "atb-hit-foot-stunned-b")
@pytest.mark.parametrize(("card", "caps"), [("03", 2), ("04", 0)])
def test_spent_units_that_are_all_stunned_are_rallied_by_one_card(card: str, caps: int):
    game = on("x .\nS S\n. .\na b", a="grif N stunned spent", b="grif N stunned spent", x="srif S",
              told=held(card), caps={GERMAN: caps, SOVIET: 0})  # fmt: skip
    assert game.choices("a") == ["group a"] and game.choices("b") == ["group b"]
    game.begin("group a", dice=[4, 4, 4, 4] if card == "04" else [])
    assert not game.unit("a").marker and not game.unit("b").marker and game.caps(GERMAN) == 0
    alone = on(
        "x .\nS S\n. .\na .", a="grif N stunned spent", x="srif S", told=held(card), caps={GERMAN: caps, SOVIET: 0}
    )
    assert not alone.offers("group a") and alone.offers(f"play {card} a")


@rule("atb-9.1-f", "atb-card-03-d")
def test_a_stunned_unit_is_rallied_by_a_card_with_one_that_cannot_rally_otherwise():
    game = on("x .\nS S\n. .\na b", a="grif N stunned spent", b="pz3e N gun_damaged_red spent", x="srif S",
              told=held("03"), caps={GERMAN: 2, SOVIET: 0}).gather("b", "a")  # fmt: skip
    assert not game.offers("act rally")
    game.begin()
    assert not game.unit("a").marker and not game.unit("b").marker and game.caps(GERMAN) == 0
