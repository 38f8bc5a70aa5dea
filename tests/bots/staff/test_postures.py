"""Postures read from files: figures of one lie over those of another, and mistakes are told."""

from __future__ import annotations

import pytest

import balka
from balka.bots.famous_divisions import postures as gd
from balka.bots.staff.postures import Posture, stances_of
from balka.bots.wb95 import postures as kursk
from balka.bots.wb95.stance import Stance
from balka.core.errors import BalkaError


def test_a_posture_takes_over_the_figures_of_the_one_it_is_like() -> None:
    found = stances_of({"a": Posture(figures={"fear": 1.5, "town": 4}), "b": Posture("", "a", {"town": 5})}, Stance)
    assert (found["b"].fear, found["b"].town, found["b"].joy) == (1.5, 5, Stance().joy)


def test_a_posture_like_a_later_one_or_with_a_figure_nobody_knows_is_refused() -> None:
    with pytest.raises(BalkaError, match="a is like b"):
        stances_of({"a": Posture(like="b"), "b": Posture()}, Stance)
    with pytest.raises(BalkaError, match="a has courage"):
        stances_of({"a": Posture(figures={"courage": 1.0})}, Stance)


def test_every_posture_that_is_chosen_from_has_figures_and_words() -> None:
    for module in (kursk, gd):
        chosen = {name for names in module.CHOICES.values() for name in names}
        assert chosen <= set(module.STANCES) and all(module.WORDS[name] for name in chosen)


def test_postures_fit_sides_of_scenarios_that_there_are() -> None:
    sides = {
        f"{game.key}/{one.key} {side}" for game in balka.all_games() for one in game.scenarios() for side in one.sides
    }
    for module in (kursk, gd):
        named = [where for posture in module.POSTURES.values() for where in posture.fits]
        assert set(named) <= sides


def test_a_staff_plays_the_posture_that_fits_as_the_regular_plays_the_usual_one() -> None:
    state = balka.scenario("kursk/prokhorovka-15")[0].start("prokhorovka-15")
    ours, regulars = (plan(state.view("german"), "german").stance for plan in (kursk.fitted, kursk.regular))
    assert ours.axis == regulars.axis != ()
    assert (ours.fear, regulars.fear) == (kursk.STANCES["probe"].fear, kursk.STANCES["press"].fear)
