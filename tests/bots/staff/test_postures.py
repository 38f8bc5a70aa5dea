"""Postures read from files: figures of one lie over those of another, and mistakes are told."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec import structs

import balka
from balka.bots.famous_divisions import postures as gd
from balka.bots.staff.postures import Level, Posture, stances_of
from balka.bots.wb95 import postures as kursk
from balka.bots.wb95.axes import nearest_towns
from balka.bots.wb95.stance import Stance
from balka.core.errors import BalkaError
from balka.systems.wb95.position import WbState, force
from balka.systems.wb95.zones import controls


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
        named = [where for posture in module.POSTURES.values() for where in (*posture.fits, *posture.elite)]
        assert set(named) <= sides


def test_a_staff_plays_the_posture_that_fits_as_the_regular_plays_the_usual_one() -> None:
    view = balka.scenario("kursk/prokhorovka-15")[0].start("prokhorovka-15").view("german")
    ours, regulars = (plan.stance for plan in (kursk.fitted(view, "german", "veteran"), kursk.regular(view, "german")))
    assert ours.axis == regulars.axis != ()
    assert (ours.fear, regulars.fear) == (kursk.STANCES["probe"].fear, kursk.STANCES["press"].fear)


def test_an_elite_follows_what_it_knows_of_a_side_and_otherwise_what_a_veteran_knows() -> None:
    def first(key: str, side: str) -> dict[str, str]:
        view = balka.scenario(key)[0].start(key.split("/")[1]).view(side)
        return {level: gd.fitted(view, side, level) for level in get_args(Level)}

    assert first("gd/lutchessa", "german") == {"veteran": "hold", "elite": "counter"}
    assert first("gd/akhtyrka", "soviet") == {"veteran": "probe", "elite": "probe"}


def test_who_goes_for_the_nearest_towns_goes_for_others_when_he_has_them() -> None:
    state = balka.scenario("kursk/prokhorovka")[0].start("prokhorovka")
    board, own = state.setting.board, force(state, "german").at
    towns = nearest_towns(state, "german", 4)
    assert kursk.played_as(state, "german", "towns").stance.axis == towns

    def way(h: int) -> int:
        return min(board.distance(h, here) for here in own)

    others = [h for prize in state.setting.rulebook.prizes for h in prize.hexes if h not in towns]
    assert len(towns) == 4 and max(map(way, towns)) <= min(way(h) for h in others if not controls(state, "german", h))
    taken = structs.replace(state, position=structs.replace(state.position, control=_german(state, towns[0])))
    assert towns[0] not in nearest_towns(taken, "german", 4)


def _german(state: WbState, h: int) -> str:
    return state.position.control[:h] + "g" + state.position.control[h + 1 :]
