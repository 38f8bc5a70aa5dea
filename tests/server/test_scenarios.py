"""The page of a scenario tells everybody the same, and nothing that is not printed."""

from __future__ import annotations

import msgspec
import pytest

import balka
from balka.core.state import WATCHER
from balka.core.system import Game, Scenario
from balka.lessons.teaching import as_scenario, lessons_of
from balka.server.catalogue import full_key, scenario_wire
from balka.server.scenarios import page_of

ALL = [(game, each) for game in balka.all_games() for each in game.scenarios()]


def named(key: str) -> tuple[Game, Scenario]:
    return next((game, each) for game, each in ALL if full_key(game, each) == key)


@pytest.mark.parametrize(("game", "scenario"), ALL, ids=[full_key(*each) for each in ALL])
def test_every_scenario_says_how_it_is_won_and_who_takes_part(game: Game, scenario: Scenario) -> None:
    page = page_of(game, scenario)
    assert page.brief
    assert [force.side.key for force in page.forces] == list(scenario.sides)
    assert all(force.kinds for force in page.forces)
    hexes = {stack.place.id for stack in page.stacks}
    for force in page.forces:
        assert all(kind.counter.side == force.side.key and not kind.counter.anonymous for kind in force.kinds)
        assert all(set(kind.hexes) <= hexes for kind in force.kinds)


def test_the_map_is_a_watchers() -> None:
    """Of the large game's stacks only that they are there."""
    game, scenario = named("kursk/kursk")
    state, page = game.start(scenario.key), page_of(game, scenario)
    shown = state.setting.system.scene(state.view(WATCHER), WATCHER)
    assert page.stacks == [stack for stack in shown.stacks if stack.place.kind == "hex"]
    assert all(counter.anonymous for stack in page.stacks for counter in stack.counters)


def test_counters_that_look_alike_are_counted_together() -> None:
    page = page_of(*named("sos/kurgan"))
    soviet = {kind.counter.name: (kind.count, kind.hexes) for kind in page.forces[1].kinds}
    assert soviet["Rifles '41 Squad"] == (3, ["J02", "K04", "L05"])
    looks = [msgspec.to_builtins(kind.counter.corners) for kind in page.forces[1].kinds]
    assert all(looks.count(look) == 1 for look in looks)


def test_neighbours_are_those_of_the_same_game() -> None:
    first, last = page_of(*named("sos/courier")), page_of(*named("gd/kursk"))
    assert (first.number, first.before, first.after and first.after.key) == (1, None, "sos/crossroads")
    assert (last.before and last.before.key, last.after) == ("gd/akhtyrka", None)


def test_a_scenario_says_how_long_it_takes_and_how_hard_it_is_to_learn() -> None:
    told = {key: page_of(*named(key)).scenario for key in ("sos/courier", "sos/iron", "gd/lutchessa", "kursk/campaign")}
    assert {key: (found.minutes, found.learning) for key, found in told.items()} == {
        "sos/courier": (60, "easy"),
        "sos/iron": (70, "medium"),
        "gd/lutchessa": (180, "hard"),
        "kursk/campaign": (960, "hard"),
    }


def test_every_scenario_has_minutes_and_a_word_for_how_hard_it_is() -> None:
    told = [scenario_wire(game, scenario) for game, scenario in ALL]
    assert all(found.minutes >= 10 and found.learning for found in told)
    assert {found.learning for found in told} == {"easy", "medium", "hard"}


def test_a_lesson_has_its_own_minutes_and_is_not_judged() -> None:
    game = next(game for game in balka.all_games() if lessons_of(game))
    lesson = as_scenario(lessons_of(game)[0], game)
    assert (scenario_wire(game, lesson).minutes, scenario_wire(game, lesson).learning) == (0, "")
