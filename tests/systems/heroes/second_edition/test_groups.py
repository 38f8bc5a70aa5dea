"""Shared activations and group actions. [chapter 9]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, on

from balka.core.proof import rule
from balka.systems.heroes.units import Works

RICH = {GERMAN: 6, SOVIET: 6}
LINE = """
    . x .
    . . .
    . . .
    a b c
"""


def line(**more: Any) -> Bear:
    """Three squads side by side and an enemy ahead."""
    return on(LINE, **{"a": "grif N", "b": "grif N", "c": "grif N", "x": "srif S", **more})


def apart(**more: Any) -> Bear:
    """Two squads far from each other."""
    return on("a . . . b\n. . . . .\nx . . . .", **{"a": "grif S", "b": "grif S", "x": "srif S", **more})


# -- 9.0 shared activation


@rule("atb-9.0-a", "atb-9.0-b", "atb-9.0-c", "atb-9.0-d")
def test_fresh_units_join_a_pool_by_acting_from_it_wherever_they_stand():
    game = apart().play("pivot a N", "by activate 0").play("pass").play("pivot b N", "by pool 0")
    assert game.state.tracks.sharing[GERMAN] == ("a", "b") and game.pool(GERMAN) == 5
    assert game.condition("a") == game.condition("b") == "active"


@rule("atb-9.0-b", "atb-2.2-j")
def test_spent_units_do_not_join():
    game = apart(a="grif S active", b="grif S spent", caps=RICH, pool={GERMAN: 5}).begin("pivot b N")
    assert game.pool(GERMAN) == 5 and game.caps(GERMAN) == 5


@rule("atb-9.0-e")
def test_the_pool_goes_on_for_who_is_left():
    game = line(a="grif N active pinned", b="grif N active", active=SOVIET, pool={GERMAN: 4})
    game.begin("fire x a", "by activate 0", dice=[6, 6])
    assert not game.alive("a") and game.state.tracks.sharing[GERMAN] == ("b",) and game.pool(GERMAN) == 4


@rule("atb-9.0-e")
def test_the_pool_ends_with_its_last_unit():
    game = line(a="grif N active pinned", active=SOVIET, pool={GERMAN: 4}).begin(
        "fire x a", "by activate 0", dice=[6, 6]
    )
    assert game.pool(GERMAN) == 0 and game.state.tracks.sharing[GERMAN] == ()


@rule("atb-9.0-f")
def test_each_shared_action_is_a_turn():
    assert apart(a="grif S active").begin("pivot b N", "by pool 0").seat == SOVIET


@rule("atb-9.0-g")
def test_an_exhausted_pool_spends_all_who_shared_it():
    game = apart(a="grif S active", b="grif S active", pool={GERMAN: 1}).begin("pivot a N")
    assert game.condition("a") == game.condition("b") == "spent"


@rule("atb-9.0-h")
def test_a_pass_or_a_new_pool_spends_all_who_shared_the_old_one():
    game = apart(a="grif S active", b="grif S active").play("pass")
    assert game.condition("a") == game.condition("b") == "spent"
    other = line(a="grif N active", b="grif N active").begin("pivot c S", "by activate 0")
    assert other.condition("a") == other.condition("b") == "spent" and other.condition("c") == "active"


# -- 9.1 group actions


@rule("atb-9.1-a")
def test_moves_attacks_and_rallies_may_be_done_together():
    game = line().gather("a", "b")
    assert game.offers("act move") and any(choice.startswith("fire") for choice in game.choices())
    assert line(a="grif N pinned", b="grif N pinned").gather("a", "b").offers("act rally")


@rule("atb-9.1-b")
def test_members_stand_in_a_chain_of_adjacent_hexes():
    alone = on("a . c\n. . .\n. x .", a="grif S", c="grif S", x="srif N")
    assert not alone.offers("group a") and line().gather("a", "b").offers("with c")
    assert not apart().offers("group a")


@rule("atb-9.1-c", "atb-9.2-a")
def test_a_group_pays_from_the_pool_and_shares_it():
    game = line(a="grif N active", pool={GERMAN: 5}).gather("a", "b")
    game.begin("act move", "move a A03 N", "move b B03 N")
    assert game.pool(GERMAN) == 4 and game.state.tracks.sharing[GERMAN] == ("a", "b")


@rule("atb-9.1-d", "atb-9.2-b")
def test_a_group_opportunity_is_for_fresh_units_and_spends_them_all():
    game = line().gather("a", "b").begin("act move", "move a A03 N", "move b B03 N", "by opportunity 0")
    assert game.condition("a") == game.condition("b") == "spent"
    mixed = line(a="grif N active").gather("a", "b").begin("act move", "move a A03 N", "finish")
    assert not any("opportunity" in choice for choice in mixed.choices())


@rule("atb-9.1-e", "atb-9.2-c")
def test_a_group_command_mixes_all_states_and_changes_none():
    game = line(a="grif N active", b="grif N spent", caps=RICH, pool={GERMAN: 4}).gather("a", "b", "c")
    game.begin("act move", "move a A03 N", "move b B03 N", "finish")
    assert [game.condition(name) for name in "abc"] == ["active", "spent", "fresh"]
    assert game.caps(GERMAN) == 5 and game.pool(GERMAN) == 4


@rule("atb-9.1-e")
def test_without_caps_spent_and_fresh_units_do_nothing_together():
    assert not line(b="grif N spent", c="grif N spent").offers("group a")


@rule("atb-9.1-f", "atb-9.2-d", "atb-9.1.4-a")
def test_a_card_for_a_group_mixes_all_states_and_leaves_them():
    game = line(a="grif N active", b="grif N spent", caps=RICH, told={"hands": {GERMAN: ("11",), SOVIET: ()}})
    game.gather("a", "b", "c").begin("play 11")
    assert all(game.unit(name).dug_in for name in "abc")
    assert [game.condition(name) for name in "abc"] == ["active", "spent", "fresh"] and game.caps(GERMAN) == 6


@rule("atb-9.1-g")
def test_the_turn_ends_when_all_have_done_their_part():
    game = line().gather("a", "b").begin("act move", "move a A03 N")
    assert game.seat == GERMAN
    game.begin("move b B03 N", "by activate 0")
    assert game.seat == SOVIET


# -- 9.1.1 moving


def moving(**more: Any) -> Bear:
    return (
        on(". H\na b\n. x", **{"a": "grif N", "b": "grif N", "x": "srif N", **more}).gather("a", "b").begin("act move")
    )


@rule("atb-9.1.1-a")
def test_the_group_pays_its_dearest_move():
    game = moving(b="hmg34 N").begin("move a A01 N", "move b B01 N", "by activate 0")
    assert game.pool(GERMAN) == 7 - 3


@rule("atb-9.1.1-b")
def test_who_stays_does_not_count():
    game = moving(b="hmg34 N").begin("move a A01 N", "finish", "by activate 0")
    assert game.pool(GERMAN) == 6 and game.condition("b") == "active", "named as a member, it shares the activation"


@rule("atb-9.1.1-c", "atb-9.1.1-e")
def test_members_may_part_and_are_then_no_group():
    game = on("a b . .\n. . . x", a="grif SW", b="grif SE", x="srif N").gather("a", "b")
    game.begin("act move", "move a A02 S", "move b C01 SE", "by activate 0").play("pass")
    assert not game.offers("group a")


@rule("atb-9.1.1-d")
def test_a_member_may_turn_instead():
    game = moving().begin("move a A01 N", "pivot b S", "by activate 0")
    assert game.facing("b") == "S" and game.pool(GERMAN) == 6


@rule("atb-9.1.1-f")
def test_hit_units_that_can_move_take_part():
    game = moving(a="grif N suppressed").begin("move a A01 N", "finish", "by activate 0")
    assert game.at("a") == "A01"


# -- 9.1.2 attacking


@rule("atb-9.1.2-a", "atb-9.1.2-b", "atb-9.1.2-h", "atb-9.1.2-i", "atb-9.1.2-j")
def test_one_leads_and_each_supporter_adds_one_at_the_leaders_cost():
    game = line(b="lmg34 N").gather("a", "b")
    rows = game.rating("fire b x", "Attack Rating")
    assert rows[0][0] == 4 and (1, "9.1.2-h") in rows and game.cost("fire b x") == 2
    assert game.cost("fire a x") == 3


@rule("atb-9.1.2-c")
def test_supporters_stand_in_the_leaders_hex_or_beside_it():
    game = line().gather("a", "b", "c")
    assert not game.offers("fire a x") and game.offers("fire b x"), "c is two hexes from a"


@rule("atb-9.1.2-d")
def test_a_supporter_needs_the_target_in_its_fire_zone():
    assert not line(b="grif S").gather("a", "b").offers("fire a x")


@rule("atb-9.1.2-d")
def test_a_turret_supports_all_round():
    game = on("x\n.\n.\na b", a="pz3h N", b="pz3h S", x="srif S").gather("a", "b")
    assert game.offers("fire a x")


@rule("atb-9.1.2-e")
def test_a_supporter_is_within_normal_range():
    far = on("x" + "\n." * 5 + "\na b", a="lmg34 N", b="grif N", x="srif S").gather("a", "b")
    assert not far.offers("fire a x"), "six hexes are long range for rifles"


@rule("atb-9.1.2-f")
def test_a_marker_on_its_rating_bars_support():
    assert not line(b="grif N suppressed").gather("a", "b").offers("fire a x")
    assert line(b="grif N unnerved").gather("a", "b").offers("fire a x")


@rule("atb-9.1.2-g")
def test_a_supporter_needs_a_rating_of_nothing_or_more():
    weak = {"kinds": {"lmg34": {"red_fp": -1}}}
    assert not line(b="lmg34 N", **weak).gather("a", "b").offers("fire a x")
    near = on("x\na b", a="grif N", b="lmg34 NW", x="srif S", **weak).gather("a", "b")
    assert near.offers("fire a x"), "short range lifts it to two"


# -- 9.1.3 rallying, 9.2


@rule("atb-9.1.3-a", "atb-9.1.3-b")
def test_a_group_rallies_for_one_payment_each_with_its_own_roll():
    game = (
        line(a="grif N pinned", b="grif N pinned")
        .gather("a", "b")
        .begin("act rally", "by activate 0", dice=[6, 6, 1, 1])
    )
    assert game.pool(GERMAN) == 2 and not game.unit("a").marker and game.unit("b").marker


@rule("atb-9.2-e")
def test_single_and_group_actions_follow_each_other_freely():
    game = line().gather("a", "b").begin("act move", "move a A03 N", "finish", "by activate 0").play("pass")
    game.begin("pivot b S")
    assert game.pool(GERMAN) == 5


def test_a_leaders_marker_counts_in_what_the_group_must_pay():
    def offers(pool: int) -> bool:
        game = on("x\n.\na\nb", a="grif N active suppressed", b="lmg34 N active", x="srif S", pool={GERMAN: pool})
        return bool(game.gather("a", "b").offers("fire a x"))

    assert offers(4) and not offers(3), "3 and 1 for being suppressed"


def test_who_can_do_nothing_together_makes_no_group():
    game = on("a+b\n.", a="pz3e N active immobilized", b="pz2f N active immobilized")
    assert "group" not in game.verbs("a")
    aiming = on("x\n.\na+b\n.", a="pz3e N active immobilized", b="pz2f N active immobilized", x="tk26b S")
    assert "group" in aiming.verbs("a")


@rule("atb-9.1.2-f")
@pytest.mark.parametrize(("marker", "supports"), [("", True), (" gun_damaged_red", False), (" gun_damaged_blue", False),
                                                  (" suppressed", False), (" light_damage", True)])  # fmt: skip
def test_a_tank_with_a_damaged_gun_supports_nobody(marker: str, supports: bool):
    game = on(". . x\na b .", a="pz3e NE", b=f"pz3e NE{marker}", x="srif S").gather("a", "b")
    assert game.offers("fire a C01") == supports


@rule("atb-7.4-f", "atb-9.1.1-b")
@pytest.mark.parametrize("other", ["", "unnerved", "suppressed"])
def test_who_pays_for_a_member_lost_on_the_way_need_not_show_a_marker_of_its_own(other: str):
    """The move was made dearer by the marker of who is lost in the mines."""
    told = {"works": {"A02": Works("mines", SOVIET, 0, hidden=False)}}
    game = on(". .\n. .\na b\n. .", a="grif N cowering", b=f"grif N {other}", told=told).gather("a", "b")
    game.begin("act move", "move a A02 N", "move b B02 N", dice=[6, 6])
    assert not game.alive("a") and game.asked == "cost.means" and game.cost("by activate 0") == 2
    assert not game.unit("b").shown and not any("b's marker" in said for said in game.heard(SOVIET))
