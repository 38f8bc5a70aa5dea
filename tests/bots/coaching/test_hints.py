"""Hints: the best few choices of a seat with what they gain, from what the seat knows and nothing else."""

from __future__ import annotations

from random import Random

import pytest

import balka
from balka.bots.base import bot
from balka.bots.coaching.hints import Hint, hint
from balka.bots.heroes.coach import ONE_REASON, WORDS, coach
from balka.bots.heroes.features import NAMES
from balka.bots.heroes.value import parts, values
from balka.core.chance import draw
from balka.core.frames import CHANCE, leaves
from balka.core.state import State
from balka.systems.heroes.units import HeroesState


def after(scenario: str, choices: int) -> tuple[State, str]:
    """A position some choices into a game, with a seat that has several."""
    game, its = balka.scenario(scenario)
    state, said, rng, player = game.start(its.key), 0, Random(2), bot("greedy")
    while True:
        seat = state.asks[0].seat
        if seat == CHANCE:
            state = state.apply(draw(state, rng), seat).state
            continue
        view = state.view(seat)
        if said >= choices and sum(1 for _, _ in zip(leaves(view, (), seat), range(3), strict=False)) > 2:
            return state, seat
        state = state.apply(player.choose(view, seat, rng), seat).state
        said += 1


@pytest.fixture(scope="module", params=["sos/crossroads", "atb/partisans"])
def asked(request: pytest.FixtureRequest) -> tuple[State, str, Hint]:
    state, seat = after(request.param, 30)
    return state, seat, hint(state.view(seat), seat, Random(1))


class TestWithFigures:
    def test_everything_it_names_may_be_said(self, asked: tuple[State, str, Hint]):
        state, seat, told = asked
        may = set(leaves(state.view(seat), (), seat))
        assert told.options and all(option.choice in may for option in told.options)

    def test_the_best_stands_first_and_each_has_a_chance(self, asked: tuple[State, str, Hint]):
        told = asked[2]
        looked_into = [option.after for option in told.options if option.choice.verb != "pass"]
        assert told.figures and looked_into == sorted(looked_into, reverse=True)
        assert all(0 < option.after < 1 and option.error >= 0 for option in told.options)

    def test_the_gain_is_over_waiting(self, asked: tuple[State, str, Hint]):
        told = asked[2]
        assert all(option.gain == pytest.approx(option.after - told.waiting, abs=1e-9) for option in told.options)

    def test_the_best_is_explained_by_what_moves_the_value(self, asked: tuple[State, str, Hint]):
        reasons = asked[2].options[0].reasons
        sizes = [abs(reason.gain) for reason in reasons]
        assert 0 < len(reasons) <= 3 and sizes == sorted(sizes, reverse=True)
        assert all(reason.text for reason in reasons)

    def test_the_same_view_and_chance_give_the_same_hint(self, asked: tuple[State, str, Hint]):
        state, seat, told = asked
        assert hint(state.view(seat), seat, Random(1)) == told


class TestAtFirstSight:
    """Where no position has a value in chances the order is all there is."""

    @pytest.mark.parametrize("scenario", ["kursk/claws", "gd/lutchessa"])
    def test_the_choices_are_in_order_and_without_figures(self, scenario: str):
        state, seat = after(scenario, 40)
        told = hint(state.view(seat), seat, Random(1))
        assert not told.figures and told.waiting == 0
        assert len({option.choice.path()[:2] for option in told.options}) == len(told.options) > 0


def test_every_part_of_the_value_is_told_in_words_once():
    state = balka.game("atb").start("atb/partisans")
    assert isinstance(state, HeroesState)
    assert set(ONE_REASON) | set(WORDS) == set(NAMES) and not set(ONE_REASON) & set(WORDS)
    told, known = coach.parts(state, "german"), values("heroes2")
    assert set(told) == set(WORDS)
    assert sum(told.values()) == pytest.approx(sum(parts(state, "german", known).values()))
