"""Groups before wire and Road Blocks. [18.3.1, 18.3.2, 9.1.1]"""

from __future__ import annotations

from typing import Any

import pytest
from tests.systems.heroes.kit import hands
from tests.systems.heroes.second_edition.kit import GERMAN, SOVIET, Bear, on
from tests.systems.heroes.second_edition.test_obstacles import BLOCK, WIRE, lies

from balka.core.proof import rule


def squads(kind: str = WIRE, a: str = "grif N active", b: str = "lmg34 N active", **more: Any) -> Bear:
    """Two German units south of an Obstacle, gathered for a move."""
    told = {"works": {"A05": lies(kind)}, **more.pop("told", {})}
    game = on("x\n.\n.\n.\n.\na+b\n.", a=a, b=b, x="srif S", told=told, **more)
    return game.gather("a", "b").begin("act move")


@rule("atb-18.3.1-d", "atb-9.1.1-a")
def test_each_of_a_group_rolls_for_wire_and_the_dearest_move_is_paid():
    game = squads(pool={GERMAN: 7}).begin("move a A05 N", dice=[2]).begin("cross a A05")
    assert game.at("a") == "A05" and game.pool(GERMAN) == 7, "paid for when all have moved"
    game.begin("move b A05 N", dice=[4])
    assert game.cost("cross b A05") == 5
    game.play("cross b A05")
    assert game.at("b") == "A05" and game.pool(GERMAN) == 2, "five, not three and five"


@rule("atb-18.3.1-e", "atb-9.1.1-b")
def test_who_of_a_group_will_not_pay_stays_and_the_points_left_are_lost():
    game = squads(pool={GERMAN: 7}).begin("move a A05 N", dice=[1]).begin("cross a A05").begin("move b A05 N", dice=[5])
    game.play("forgo")
    assert (game.at("a"), game.at("b")) == ("A05", "A06") and game.pool(GERMAN) == 0
    assert game.condition("a") == game.condition("b") == "spent" and game.seat == SOVIET


@rule("atb-18.3.1-e", "atb-18.3.2-d")
@pytest.mark.parametrize(("kind", "a", "b"), [(WIRE, "grif N active", "lmg34 N active"),
                                              (BLOCK, "pz3e N active", "pz3h N active")])  # fmt: skip
def test_who_of_a_group_cannot_pay_stays(kind: str, a: str, b: str):
    game = squads(kind, a, b, pool={GERMAN: 3}).begin("move a A05 N", dice=[6])
    assert game.at("a") == "A06" and game.asked == "group.move", "the other may still go"
    game.play("finish")
    assert game.pool(GERMAN) == 0 and game.condition("b") == "spent"


@rule("atb-18.3.1-d")
def test_a_fresh_group_says_first_how_it_pays():
    game = squads(a="grif N", b="lmg34 N", caps={GERMAN: 3, SOVIET: 0}).begin("move a A05 N")
    assert game.asked == "cost.means" and game.choices() == ["by opportunity 0", "by activate 0", "by command 0"]
    game.begin("by activate 0", "caps 1", dice=[3])
    assert game.cost("cross a A05") == 1 + 2 and game.caps(GERMAN) == 2
    game.begin("cross a A05").play("finish")
    assert game.pool(GERMAN) == 4 and game.condition("b") == "active"


@rule("atb-18.3.1-d", "atb-3.1-d")
def test_a_group_taking_an_opportunity_rolls_for_nothing():
    game = squads(a="grif N", b="lmg34 N").begin("move a A05 N", "by opportunity 0").play("move b A05 N")
    assert game.at("a") == game.at("b") == "A05" and game.condition("a") == game.condition("b") == "spent"


@rule("atb-18.3.1-d")
def test_a_group_freed_by_a_card_rolls_for_nothing():
    game = on("x\n.\n.\n.\n.\na+b\n.", a="grif N", b="lmg34 N", x="srif S",
              told={"works": {"A05": lies(WIRE)}, **hands("02")}).begin("play 02")  # fmt: skip
    game.gather("a", "b").begin("act move", "move a A05 N").play("move b A05 N")
    assert game.at("a") == game.at("b") == "A05" and game.condition("a") == "fresh"


@rule("atb-18.3.1-e")
def test_a_group_that_commands_pays_caps_for_who_went_and_loses_nothing():
    game = squads(a="grif N spent", b="lmg34 N spent", caps={GERMAN: 5, SOVIET: 0}, told={})
    game.begin("move a A05 N", "caps 0", dice=[2]).begin("cross a A05")
    game.begin("move b A05 N", "caps 0", dice=[5])
    assert game.caps(GERMAN) == 2 and game.at("b") == "A06", "three of five for the first, six were too many"


def test_caps_that_a_group_owes_do_not_go_into_the_die():
    game = squads(a="grif N spent", b="lmg34 N spent", caps={GERMAN: 2, SOVIET: 0}).begin("move a A05 N")
    assert game.choices() == ["caps 0", "caps 1", "caps -1"]
