"""Turns, Actions, the Spent Check, Stress, Pass and Stall. [chapter 2]"""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.systems.heroes.kit import GERMAN, SOVIET, Game, box, by_slug, end_round, hands, on

from balka.core.dice import dice
from balka.core.proof import rule
from balka.games.storms_of_steel import GAME

FACING_OFF = """
    x
    W
    .
    .
    .
    .
    .
    .
    a
    b
"""


def two_squads(**words: str) -> Game:
    """Two German squads and a Soviet one out of each other's way."""
    return on(FACING_OFF, **{"a": "inf N", "b": "inf N", "x": "rif S", **words})


# -- 2.0 Rounds and Turns


@rule("sos-2.0-a", "sos-2.0-c")
def test_sides_take_turns_of_one_action_each():
    game = two_squads()
    assert game.seat == GERMAN
    game.begin("move a A08 N", dice=[7])
    assert game.seat == SOVIET, "one Action is the whole Turn"
    game.play("stall x", dice=[7])
    assert game.seat == GERMAN


@rule("sos-2.0-c")
def test_the_side_whose_turn_it_is_not_may_not_act():
    game = two_squads()
    assert not any(choice.split()[1:2] == ["x"] for choice in game.choices())
    assert game.choices("x") == [] and game.why_not("stall x") == "sos-2.2-a"


@rule("sos-2.0-c")
def test_a_turn_can_be_one_pass_instead():
    assert two_squads().play("pass").seat == SOVIET


@rule("sos-2.0-d", "sos-2.7-d")
def test_two_passes_in_a_row_end_the_round():
    game = two_squads().play("pass")
    assert game.state.tracks.round == 1
    game.begin("pass")
    assert game.state.tracks.round == 2


@rule("sos-2.0-d", "sos-2.7-d")
def test_passes_with_an_action_between_them_do_not_end_the_round():
    game = two_squads().play("pass").play("stall x", dice=[7]).play("pass")
    assert game.state.tracks.round == 1 and game.seat == SOVIET


@rule("sos-2.0-b", "sos-2.0-f")
@pytest.mark.parametrize(("faces", "first"), [([3, 4], GERMAN), ([3, 3], SOVIET)])
def test_from_the_second_round_on_the_initiative_roll_decides_the_first_turn(faces, first):
    game = end_round(two_squads(), dice=faces)
    assert game.asked == "turn" and game.seat == first


@rule("sos-2.0-b", "sos-2.0-e")
def test_the_mission_names_who_begins_the_first_round():
    state = GAME.start("sos/courier")
    assert state.setting.mission.first_initiative == GERMAN == state.tracks.active
    assert on(FACING_OFF, a="inf N", x="rif S", active=SOVIET).seat == SOVIET


# -- 2.1-2.3 Actions


@rule("sos-2.1-a", "sos-3.3-b")
def test_a_fresh_unit_acts_first_and_pays_afterwards():
    game = on("x\n.\na", a="inf N", x="rif S", caps={GERMAN: 2, SOVIET: 0})
    game.begin("fire a x", "caps 0", dice=[1, 2])
    assert game.asked == "cost.caps", "the result is known before the cost is settled"
    assert game.choices() == ["caps 0", "caps 1", "caps 2"]
    game.play("caps 1", dice=[3])
    assert not game.unit("a").spent, "a 3 is above the 2AP that were left"


@rule("sos-2.2-a")
def test_a_fresh_unit_can_always_be_chosen():
    game = two_squads(a="inf N stressed cowering")
    assert game.basics("a") == {"move", "pivot", "rally", "stall"}
    assert game.basics("b") == {"move", "pivot", "stall"}


@rule("sos-2.2-b")
def test_a_spent_unit_can_be_chosen_only_if_its_action_can_be_brought_to_nothing():
    poor = two_squads(a="inf N spent")
    assert poor.verbs("a") == set() and poor.verbs("b")
    assert poor.why_not("stall a") == "sos-2.2-b"
    rich = on(FACING_OFF, a="inf N spent", x="rif S", caps={GERMAN: 1, SOVIET: 0})
    assert rich.basics("a") == {"move", "pivot", "stall"}
    assert rich.offers("move a A08 N") and not rich.offers("move a A10 N"), "1 CAP pays for no step backwards"


@rule("sos-2.2-b")
def test_a_card_may_let_a_spent_unit_act():
    game = on(FACING_OFF, a="inf N spent", x="rif S", told=hands("01"))
    assert game.verbs("a") == set()
    game.begin("play 01")
    assert game.basics("a") == {"move", "pivot", "stall"}


@rule("sos-2.2-c")
def test_a_unit_is_fresh_or_spent_and_everybody_sees_it():
    game = two_squads().play("stall a", dice=[1])
    assert game.unit("a").spent and not game.unit("b").spent
    assert game.view(SOVIET).unit("a").spent


@rule("sos-2.2-d")
def test_being_spent_changes_no_figure():
    lines = "x\n.\na"
    fresh = on(lines, a="inf N", x="rif S")
    spent = on(lines, a="inf N spent", x="rif S spent", caps={GERMAN: 6, SOVIET: 0})
    assert fresh.need("fire a x") == spent.need("fire a x") == 8
    assert fresh.cost("fire a x") == spent.cost("fire a x") == 3
    assert fresh.cost("pivot a S") == spent.cost("pivot a S") == 1


@rule("sos-2.3-a")
def test_the_basic_actions():
    game = on("x\n.\na", a="inf N unnerved", x="rif S", told=hands("08"))
    assert game.basics("a") == {"move", "pivot", "fire", "rally", "stall"}
    assert game.choices("play") == ["play 08 a"]


# -- 2.4 costs


@rule("sos-2.4-a", "sos-2.4-c")
def test_an_action_costs_its_base_and_every_modifier():
    game = on("W\na", a="inf S stressed cowering")
    assert game.parts("move a A01 N") == [(1, "2.4-c"), (1, "4.9-b"), (1, "4.11-a"), (1, "7.3-a"), (1, "2.6-a")]
    assert game.cost("move a A01 N") == 5


@rule("sos-2.4-b", "sos-2.4-c")
def test_attack_and_move_costs_are_those_of_the_counter():
    game = on("x\n.\na\n.", a="hmg42 N", x="rif S", kinds={"hmg42": {"attack_cost": 6, "move_cost": 4}})
    assert game.cost("fire a x") == 6 and game.parts("fire a x") == [(6, "2.4-b")]
    assert game.cost("move a A02 N") == 4


@rule("sos-2.4-d", "sos-2.4-e")
def test_attack_costs_the_rulebook_names():
    game = on("x\n.\na", a="inf N", x="rif S")
    assert game.cost("fire a x") == 3
    assert on("x\n.\na", a="inf N", x="rif S", active=SOVIET).cost("fire x a") == 4
    assert box().units["ger_infantry_43"] is by_slug()["inf"] and by_slug()["rif"].id == "sov_rifles_41"


# -- 2.5 the Spent Check


@rule("sos-2.5-a", "sos-2.5-b", "sos-2.5-c")
@pytest.mark.parametrize(("die", "spent"), [(1, True), (3, True), (4, False), (7, False)])
def test_only_a_roll_above_the_cost_keeps_a_unit_fresh(die, spent):
    game = on("x\n.\na", a="inf N", x="rif S")
    assert game.cost("fire a x") == 3
    assert game.play("fire a x", dice=[1, 1, die]).unit("a").spent is spent


@rule("sos-2.5-d")
def test_faces_of_the_spent_die():
    assert [outcome.faces[0] for outcome in dice("d10").throws] == [1, 1, 2, 3, 3, 4, 5, 5, 6, 7]
    assert two_squads().check("stall a").dice == "d10"


@rule("sos-2.5-e", "sos-2.5-f")
@pytest.mark.parametrize(
    ("cost", "per_cent"), [(1, 20), (2, 30), (3, 50), (4, 60), (5, 80), (6, 90), (7, 100), (9, 100)]
)
def test_chance_of_becoming_spent(cost, per_cent):
    game = on("x\n.\na", a="inf N", x="rif S", kinds={"inf": {"attack_cost": cost}})
    check = game.quote("fire a x").checks[-1]
    assert {band.name: band.low for band in check.odds()}["spent"] == Fraction(per_cent, 100)


@rule("sos-2.5-f")
def test_at_seven_or_more_even_the_best_face_makes_a_unit_spent():
    game = on("x\n.\na", a="inf N", x="rif S", kinds={"inf": {"attack_cost": 7}})
    assert game.play("fire a x", dice=[1, 1, 7]).unit("a").spent


# -- 2.6 Stress


@rule("sos-2.6-a")
def test_a_unit_that_acted_on_its_last_turn_pays_one_more():
    game = two_squads()
    assert game.cost("stall a") == 1
    game.play("stall a", dice=[7]).play("stall x", dice=[7])
    assert game.parts("stall a") == [(1, "2.8-a"), (1, "2.6-a")]
    assert game.cost("stall b") == 1, "only the unit that acted"


@rule("sos-2.6-b")
def test_stress_never_grows_beyond_one():
    game = two_squads()
    for _ in range(3):
        game.play("stall a", dice=[7]).play("stall x", dice=[7])
    assert game.cost("stall a") == 2


@rule("sos-2.6-c")
def test_a_unit_that_sits_out_a_turn_is_rested():
    game = two_squads()
    game.play("stall a", dice=[7]).play("stall x", dice=[7]).play("stall b", dice=[7]).play("pass")
    assert game.cost("stall a") == 1 and game.cost("stall b") == 2


@rule("sos-2.6-d")
def test_an_action_for_nothing_stresses_too():
    game = on(FACING_OFF, a="inf N", x="rif S", caps={GERMAN: 1, SOVIET: 0})
    game.play("stall a", "caps 1")
    assert game.stressed("a")
    game.play("pass")
    assert game.cost("stall a") == 2


@rule("sos-2.6-e")
def test_an_action_that_makes_a_unit_spent_stresses_it():
    game = two_squads().play("stall a", dice=[1])
    assert game.unit("a").spent and game.stressed("a")


# -- 2.7 Pass


@rule("sos-2.7-a")
def test_a_pass_costs_nothing_and_rolls_nothing():
    game = on(FACING_OFF, a="inf N", x="rif S", caps={GERMAN: 3, SOVIET: 3})
    game.play("pass")
    assert game.caps(GERMAN) == 3 and not game.unit("a").spent


@rule("sos-2.7-b")
def test_a_pass_clears_the_stress_of_its_own_side_only():
    game = two_squads(b="inf N stressed", x="rif S stressed").play("pass")
    assert not game.stressed("b") and game.stressed("x")
    assert not game.stressed("a"), "nobody is Stressed by passing"


@rule("sos-2.7-c")
def test_who_passed_may_act_again_later_in_the_round():
    game = two_squads().play("pass").play("stall x", dice=[7])
    assert game.offers("move a A08 N")


@rule("sos-2.7-e")
def test_no_stress_is_carried_into_the_next_round():
    game = two_squads().play("stall a", dice=[7]).play("stall x", dice=[7])
    end_round(game, dice=[6, 6])
    assert game.cost("stall a") == 1 and not game.stressed("x")


# -- 2.8 Stall


@rule("sos-2.8-a", "sos-2.8-b")
def test_a_stall_costs_one_does_nothing_and_is_paid_for():
    game = two_squads()
    before = game.unit("a")
    assert game.parts("stall a") == [(1, "2.8-a")]
    game.play("stall a", dice=[1])
    assert game.unit("a") == before.changed(spent=True) and game.stressed("a")


@rule("sos-2.8-c")
def test_a_stall_between_two_passes_keeps_the_round_going():
    game = two_squads().play("pass").play("stall x", dice=[7]).play("pass")
    assert game.state.tracks.round == 1
