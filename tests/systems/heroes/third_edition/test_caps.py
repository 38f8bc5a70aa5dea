"""Command Action Points: on checks, on costs, and what Spent units may do with them. [chapter 3]"""

from __future__ import annotations

from tests.systems.heroes.kit import GERMAN, SOVIET, Game, end_round, hands, on

from balka.core.proof import rule

DUEL = """
    x
    .
    a
    b
"""


def duel(german: int = 6, soviet: int = 6, told: dict | None = None, **words: str) -> Game:
    units = {"a": "inf N", "b": "inf S", "x": "rif S", **words}
    return on(DUEL, caps={GERMAN: german, SOVIET: soviet}, told=told, **units)


# -- 3.0, 3.1 the track


@rule("sos-3.0-a")
def test_caps_serve_any_unit_of_the_force():
    game = duel()
    game.play("stall a", "caps 1").play("pass").play("stall b", "caps 1")
    assert game.caps(GERMAN) == 4


@rule("sos-3.0-b", "sos-ov-c")
def test_the_allotment_is_for_each_round():
    game = on("x\n.\na", a="inf N", x="rif S", caps={GERMAN: 6, SOVIET: 4}, start_caps={GERMAN: 6, SOVIET: 4})
    game.play("fire a x", "caps 2", "caps 3", dice=[1, 1]).play("stall x", "caps 1")
    assert (game.caps(GERMAN), game.caps(SOVIET)) == (1, 3), "not given anew each Turn"
    end_round(game)
    assert (game.caps(GERMAN), game.caps(SOVIET)) == (6, 4)


@rule("sos-3.1-a")
def test_each_cap_lowers_the_marker_by_one():
    assert duel().begin("fire a x", "caps 2", dice=[1, 1]).caps(GERMAN) == 4


@rule("sos-3.1-b")
def test_without_caps_none_can_be_spent():
    game = duel(german=1).begin("fire a x")
    assert game.choices() == ["caps 0", "caps 1"], "no more than there are"
    game.play("caps 1", dice=[1, 1, 7])
    assert game.caps(GERMAN) == 0, "the last one is gone, and nobody asks for CAPs on the cost"


# -- 3.2 checks


@rule("sos-3.2-a", "sos-6.7-c")
def test_up_to_two_caps_go_into_a_check_before_the_roll():
    game = duel().begin("fire a x")
    assert game.choices() == ["caps 0", "caps 1", "caps 2"]
    assert game.why_not("caps 3") == "sos-3.2-a"
    assert [game.need(f"caps {n}") for n in range(3)] == [8, 7, 6]
    game.begin("caps 2", dice=[3, 3, "pinned"])
    assert game.unit("x").marker, "6 hits at 8 less 2"


@rule("sos-3.2-b")
def test_caps_may_also_raise_the_number_where_a_failure_is_wished_for():
    mixed = on("x+b\n.\na", a="inf N", b="inf S", x="rif S", caps={GERMAN: 6, SOVIET: 6})
    mixed.begin("fire a x", "at b")
    assert set(mixed.choices()) == {"caps 0", "caps 1", "caps 2", "caps -1", "caps -2"}
    assert [mixed.need(f"caps {n}") for n in (-2, 0, 2)] == [10, 8, 6]
    mixed.begin("caps -2", dice=[4, 5])
    assert not mixed.unit("b").marker and mixed.caps(GERMAN) == 4


@rule("sos-3.2-b")
def test_the_first_turn_may_be_refused_by_raising_the_initiative_number():
    game = duel().play("pass").begin("pass")
    assert game.asked == "initiative" and game.need("caps -2") == 9 and game.need("caps 2") == 5
    game.begin("caps -2", dice=[4, 4])
    assert game.seat == SOVIET and game.caps(GERMAN) == 4


def test_each_check_has_its_own_limit_of_two():
    """[3.2-c] Attack, then Rally, then Initiative in one Round."""
    game = duel(x="rif S unnerved", german=6, soviet=6).begin("fire a x")
    assert game.choices() == ["caps 0", "caps 1", "caps 2"]
    game.play("caps 2", "caps 0", dice=[1, 1, 7]).begin("rally x")
    assert game.choices() == ["caps 0", "caps 1", "caps 2"]
    game.play("caps 2", "caps 0", dice=[1, 1, 7]).play("pass").begin("pass")
    assert game.asked == "initiative" and {"caps 1", "caps 2"} < set(game.choices()) and "caps 3" not in game.choices()


@rule("sos-3.2-d")
def test_caps_cannot_change_an_opponents_check():
    game = duel().begin("fire a x")
    asked = [ask.seat for ask in game.state.asks]
    assert asked == [GERMAN], "the other side is not asked for CAPs"
    game.begin("caps 0", dice=[5, 5, "pinned"])
    assert game.caps(SOVIET) == 6 and game.seat == GERMAN


# -- 3.3 costs


@rule("sos-3.3-a")
def test_any_number_of_caps_may_lower_a_cost():
    game = duel().begin("fire a x", "caps 0", dice=[1, 1])
    assert game.choices() == ["caps 0", "caps 1", "caps 2", "caps 3"], "as many as the cost, more than a check takes"
    assert [game.cost(f"caps {n}") for n in range(4)] == [3, 2, 1, 0]
    assert game.why_not("caps 4") == "sos-3.3-a"
    game.play("caps 2", dice=[2])
    assert game.caps(GERMAN) == 4 and not game.unit("a").spent


@rule("sos-3.3-c", "sos-3.4-a", "sos-3.4-d")
def test_a_cost_paid_in_full_needs_no_spent_check_and_leaves_a_fresh_unit_fresh():
    """The manual calls it a Command Action; it is the same."""
    game = duel().play("fire a x", "caps 0", "caps 3", dice=[1, 1])
    assert game.caps(GERMAN) == 3 and not game.unit("a").spent


# -- 3.4 Spent units


@rule("sos-3.3-c", "sos-3.4-b", "sos-3.4-c")
def test_a_spent_unit_acts_when_its_cost_is_paid_in_full_and_stays_spent():
    game = duel(a="inf N spent")
    game.play("fire a x", "caps 0", dice=[1, 1])
    assert game.caps(GERMAN) == 3 and game.unit("a").spent, "the 3 CAPs were not a choice"


@rule("sos-3.4-b")
def test_a_spent_unit_pays_before_it_acts():
    game = duel(german=3, a="inf N spent").begin("fire a x", dice=[1, 1])
    assert game.caps(GERMAN) == 0, "nothing was left for the roll"


@rule("sos-3.4-b")
def test_a_spent_unit_may_not_act_for_more_than_there_is():
    game = duel(german=2, a="inf N spent")
    assert "fire" not in game.verbs("a")
    assert game.why_not("fire a x") == "sos-2.2-b"


@rule("sos-3.4-e")
def test_a_spent_unit_plays_a_green_card_only_at_nothing():
    """By the rulebook."""
    game = duel(german=1, a="inf N spent", b="inf N spent", told=hands("08"))
    assert not game.offers("play 08 a")
    rich = duel(german=2, a="inf N spent", told=hands("08"))
    rich.play("play 08 a", dice=[4])
    assert rich.caps(GERMAN) == 4 and rich.unit("a").spent


@rule("sos-3.4-e")
def test_by_the_manual_a_spent_unit_may_play_any_card():
    game = duel(german=0, a="inf N spent", told={**hands("08"), "options": {"spent_cards": "manual"}})
    game.play("play 08 a", dice=[4])
    assert game.caps(GERMAN) == 4 and game.unit("a").spent and game.stressed("a")
