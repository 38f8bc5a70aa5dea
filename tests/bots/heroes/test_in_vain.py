"""What can harm nobody is not done to put off the end of a Round, though it may cost nothing."""

from __future__ import annotations

from random import Random

import pytest
from tests.systems.heroes.second_edition.kit import GERMAN, Bear, on

from balka.bots.base import bot
from balka.bots.heroes.mind import HeroesMind

ARMED = {"weapons": {GERMAN: ("GRENADES",)}}
THROW = "use a GRENADES B01"


def facing(enemy: str) -> Bear:
    """A Spent squad with Grenades, which cost nothing, beside an enemy."""
    return on("a x", a="grif SE spent", x=enemy, told=ARMED)


def said_by(name: str, game: Bear) -> str:
    return game.state.text(bot(name).choose(game.state.view(game.seat), game.seat, Random(1)))


@pytest.mark.parametrize("level", ["recruit", "greedy", "regular", "veteran", "elite", "quick"])
def test_nobody_throws_grenades_at_a_tank_that_they_cannot_hurt(level: str) -> None:
    game = facing("tk26b NW")
    assert game.offers(THROW) and game.cost(THROW) == 0 and game.need(THROW) > 12
    assert said_by(level, game) == "pass"


@pytest.mark.parametrize("level", ["greedy", "regular", "veteran"])
def test_they_are_thrown_where_they_may_hurt(level: str) -> None:
    assert said_by(level, facing("srif NW")) == THROW


def test_what_is_vain_is_no_candidate() -> None:
    game = facing("tk26b NW")
    found = HeroesMind().prior(game.state.view(game.seat), game.seat, 6)
    assert [game.state.text(candidate.choice) for candidate in found] == ["pass"]
