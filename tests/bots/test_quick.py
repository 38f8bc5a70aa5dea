"""The light bot in the large games: it says what is on the list, from what its seat knows."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import balka
from balka.bots.base import bot
from balka.bots.famous_divisions import quick
from balka.bots.famous_divisions.places import nearest_enemies
from balka.core.chance import draw
from balka.core.choices import Choice
from balka.core.frames import CHANCE
from balka.core.state import State
from balka.systems.famous_divisions.combat import Assault
from balka.systems.famous_divisions.model import kind
from balka.systems.famous_divisions.position import ON_MAP

GAMES = ("gd/lutchessa", "gd/kursk", "kursk/prokhorovka")


def bare(state: State) -> State:
    """The same state with nothing remembered and nobody vouched for."""
    return State.from_json(state.setting, state.to_json())


def played(key: str, steps: int, name: str = "quick") -> list[tuple[State, str, Choice]]:
    """A game of quick bots: what they were asked, and what they said."""
    game, scenario = balka.scenario(key)
    state, player, rng, found = game.start(scenario.key), bot(name), Random(4), []
    for _ in range(steps):
        seat = state.asks[0].seat
        if seat == CHANCE:
            state = state.apply(draw(state, rng), CHANCE).state
            continue
        choice = player.choose(state.view(seat), seat, rng)
        found.append((state, seat, choice))
        state = state.apply(choice, seat).state
    return found


@pytest.mark.parametrize("key", GAMES)
def test_all_it_says_is_on_the_list_of_a_state_that_remembers_nothing(key: str) -> None:
    said = played(key, 500)
    assert len({choice.verb for _, _, choice in said}) > 5
    assert [state.text(choice) for state, seat, choice in said if not bare(state).listed(choice, seat)] == []


@pytest.mark.parametrize("key", GAMES)
def test_it_answers_the_same_in_worlds_that_its_seat_cannot_tell_apart(key: str) -> None:
    for state, seat, _ in played(key, 300)[::15]:
        view = state.view(seat)
        worlds = [view.setting.system.sample(view, Random(seed)) for seed in (1, 2)]
        answers = {state.text(bot("quick").choose(world.view(seat), seat, Random(9))) for world in worlds}
        assert len(answers) == 1


@pytest.mark.parametrize("key", GAMES)
def test_more_units_may_be_compared_before_one_goes(key: str) -> None:
    texts = [[state.text(choice) for state, _, choice in played(key, 400, name)] for name in ("quick", "quick?units=9")]
    assert texts[0] != texts[1]


def test_who_has_no_enemy_in_reach_is_done_without_a_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    def far(state: Any, frame: Assault) -> bool:
        away = nearest_enemies(state, frame.side)
        return all(u.status == ON_MAP and away(u.hex) > max(kind(state, u).range, 1) for u in frame.active(state))

    asked = [(state, seat) for state, seat, _ in played("gd/lutchessa", 300) if isinstance(state.stack[-1], Assault)]
    idle = [(state, seat) for state, seat in asked if far(state, state.stack[-1])]
    assert {bot("regular").choose(state.view(seat), seat, Random(1)).verb for state, seat in idle} == {"done"}
    monkeypatch.setattr(quick, "planned", lambda *_: pytest.fail("weighed"))
    assert {bot("quick").choose(state.view(seat), seat, Random(1)).verb for state, seat in idle} == {"done"}
