"""Secrets of every Mission and Firefight: what a seat is sent is the same in all worlds it cannot tell apart.

Each game is played by chance from one seed. At times other worlds are sampled from what each seat knows: the whole
scene sent to it must be the same byte for byte, and stay the same while both are played on.
"""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import balka
from balka.bots.base import bot
from balka.core.chance import draw
from balka.core.choices import Choice
from balka.core.dice import Outcome
from balka.core.forced import forced
from balka.core.frames import CHANCE
from balka.core.state import State
from balka.core.system import Game
from balka.lab import twins
from balka.lab.twins import Twin
from balka.table.dice import LiveDice
from balka.table.scenes import scene
from balka.table.table import Table

MISSIONS = [one.key for one in balka.game("sos").scenarios()]
FIREFIGHTS = [one.key for one in balka.game("atb").scenarios()]
STEPS, OFTEN = 280, 14
MOST_GAMES = 6


def sent(state: State, seat: str) -> str:
    """The message a seat gets, among people only."""
    table = Table(state, dict.fromkeys(state.setting.seats, "human"), dice=LiveDice(bytes(32)), rng=Random(1))
    return msgspec.json.encode(scene(table, seat)).decode()


def answered(state: State, rng: Random) -> tuple[str, Choice | Outcome]:
    only = forced(state)
    if only is not None:
        return only[0].seat, only[1]
    ask = state.asks[0]
    if ask.seat == CHANCE:
        return CHANCE, draw(state, rng)
    return ask.seat, bot("random").choose(state.view(ask.seat), ask.seat, rng)


class Watch:
    """A game with other worlds beside it."""

    def __init__(self, game: Game, state: State, rng: Random) -> None:
        self.game, self.state, self.rng = game, state, rng
        self.followed: list[Twin] = []
        self.compared = 0

    def look(self) -> None:
        """Sample a world for every seat; the messages about both must be equal."""
        self.followed = []
        for seat in self.state.setting.seats:
            world, problem = twins.sampled(self.game, self.state, seat, self.rng)
            assert not problem, problem
            if world is not None:
                assert sent(world, seat) == sent(self.state, seat), f"the message to {seat} tells something"
                self.followed.append(Twin(seat, world))
                self.compared += 1

    def step(self) -> None:
        actor, answer = answered(self.state, self.rng)
        before, step = self.state, self.state.apply(answer, actor)
        for twin in self.followed:
            problems = list(twin.follow(before, actor, answer, step))
            assert not problems, f"after '{actor}: {before.text(answer)}': {problems[0]}"
        if isinstance(answer, Outcome):
            assert not list(twins.audience_respected(before, answer, step))
        self.followed = [twin for twin in self.followed if not twin.parted]
        self.state = step.state


@pytest.mark.parametrize("mission", [*MISSIONS, *FIREFIGHTS])
def test_every_message_of_a_mission_is_the_same_in_all_worlds_a_seat_cannot_tell_apart(mission: str):
    game, scenario = balka.scenario(mission)
    start, compared = game.start(scenario.key, {}), 0
    for played in range(MOST_GAMES):  # in some there is nothing to hide
        compared += _watched(Watch(game, start, Random(f"secrets of {mission} {played}")))
        if compared > len(start.setting.seats):
            return
    raise AssertionError("there were no secrets to keep")


def _watched(watch: Watch) -> int:
    """Play some way; how many worlds were compared."""
    for number in range(STEPS):
        if watch.state.over:
            break
        if number % OFTEN == 0:
            watch.look()
        watch.step()
    return watch.compared
