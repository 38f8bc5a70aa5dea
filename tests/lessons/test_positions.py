"""A lesson that begins in a scenario shares its map with games of that scenario, and nothing found out in play."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from balka.core.state import State
from balka.games.kursk_1943 import GAME
from balka.games.kursk_1943.title import Kursk1943
from balka.lab.bare import differences, on_bare_ground
from balka.lessons.solving import Solver
from balka.lessons.teaching import find
from balka.table.scenes import scene
from balka.table.table import Table


@pytest.fixture
def kursk(tmp_path: Path) -> Kursk1943:
    """The game as nobody has played it yet: with a pack, be it empty, it has settings and maps of its own."""
    return GAME.with_packs((tmp_path,))


@pytest.fixture
def first_day(kursk: Kursk1943) -> Solver:
    """The lesson that begins in the scenario `slice`, at its first question."""
    lesson = find("kursk/learn-first-day")
    assert lesson is not None and lesson.place.name == "scenario"
    solver = Solver(lesson, kursk)
    solver.settle()
    return solver


def remembered_wrongly(state: State) -> list[str]:
    return list(differences(state, on_bare_ground(state), Random(1943)))


def spent(state: State) -> int:
    """What the tanks have paid, in sixths of a point."""
    return state.position.forces["german"].units["pz-18-18"].spent


def test_a_lesson_says_what_it_would_if_its_scenario_had_never_been_asked_anything(first_day: Solver) -> None:
    for _ in first_day.sentences:
        assert remembered_wrongly(first_day.table.state) == []
        first_day.say()


def test_tanks_pay_in_a_lesson_what_they_pay_in_its_scenario(kursk: Kursk1943, first_day: Solver) -> None:
    """When the lesson began, only what a headquarters pays beside 1702 was known, two points a hex; tanks pay one."""
    for start in (first_day.start, kursk.start("slice")):
        taken = start.apply("take 1703", "german").state
        assert spent(taken.apply("to 1701", "german").state) == 12


def test_a_march_is_told_at_its_price_after_the_lesson_was_played(kursk: Kursk1943, first_day: Solver) -> None:
    """In the lesson infantry is told its way over 1702, a point for every hex; hills cost tanks half a point more."""
    for _ in first_day.sentences:
        first_day.say()
    taken = kursk.start("slice").apply("take 1703", "german").state
    told = {node.token: node.badge for node in scene(Table(taken), "german").choices}
    assert told["1802"] == "2.5"
    assert spent(taken.apply("to 1802", "german").state) == 15
    assert remembered_wrongly(taken) == []
