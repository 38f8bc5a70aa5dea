"""The tactical games' set-up: whoever sees enemies looks for better places than the Mission proposes."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import balka
from balka.bots.base import bot
from balka.core.chance import draw
from balka.core.choices import Choice
from balka.core.frames import CHANCE
from balka.systems.heroes.chapters.placing import Placing, Put, Ready
from balka.systems.heroes.units import HeroesState


def set_up(mission: str, name: str) -> tuple[HeroesState, list[tuple[str, Choice]]]:
    """A Mission of Storms of Steel set up by a bot: how it stands, and what each force said."""
    state, rng, said = balka.game("sos").start(mission), Random(3), list[tuple[str, Choice]]()
    while True:
        assert isinstance(state, HeroesState)
        seat, top = state.asks[0].seat, state.stack[-1]
        if seat == CHANCE:
            state = state.apply(draw(state, rng), seat).state
            continue
        if not isinstance(top, Placing) and said and not any(isinstance(frame, Placing) for frame in state.stack):
            return state, said
        choice = bot(name).choose(state.view(seat), seat, rng)
        if isinstance(top, Placing):
            said.append((top.force, choice))
        state = state.apply(choice, seat).state


def test_who_sees_enemies_leaves_the_proposed_places_for_better_ones() -> None:
    proposed, _ = set_up("farm", "greedy-1")
    state, said = set_up("farm", "greedy")
    moved = [name for force, choice in said if isinstance(choice, Put) for name in [str(choice.unit)]]
    assert moved and all(proposed.position.units[name].side == "german" for name in moved)
    assert any(state.position.units[name].hex != proposed.position.units[name].hex for name in moved)


@pytest.mark.parametrize("mission", ["kurgan", "smoke"])
def test_nobody_is_set_up_where_the_same_attack_is_rolled_for_a_friend_too(mission: str) -> None:
    """Not beside those who stand already, nor where the Mission would have one who waits."""
    state, said = set_up(mission, "greedy")
    assert any(isinstance(choice, Put) for _, choice in said)
    places = Counter((unit.side, unit.hex) for unit in state.position.units.values() if unit.hex >= 0)
    assert max(places.values()) == 1


def test_who_sets_up_first_keeps_to_the_missions_proposal() -> None:
    _, said = set_up("farm", "greedy")
    assert [type(choice) for force, choice in said if force == "soviet"] == [Ready]


def test_mortars_stay_where_the_mission_has_them() -> None:
    state, said = set_up("ditch", "greedy")
    assert any(isinstance(choice, Put) for _, choice in said)
    moved = {str(choice.unit) for _, choice in said if isinstance(choice, Put)}
    assert not any("mortar" in state.setting.kind(state.position.units[name]).flags for name in moved)


def test_the_first_greedy_bot_is_ready_at_once() -> None:
    _, said = set_up("farm", "greedy-1")
    assert [type(choice) for _, choice in said] == [Ready, Ready]
