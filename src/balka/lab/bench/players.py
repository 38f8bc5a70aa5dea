"""Who plays while the clock runs or calls are counted: random games, games of a bot, and catanatron's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import process_time
from typing import Any, Protocol

import balka
from balka.bots.base import bot
from balka.core.chance import draw
from balka.core.choices import Choice, Token
from balka.core.drawing import drawn
from balka.core.frames import CHANCE
from balka.core.state import State
from balka.lab.audit import Unaudited
from balka.lab.selfplay import Run

CLOCK_EVERY = 64  # steps between two looks at the clock
RANDOM, DRAWN = "random", "drawn"


def starts(keys: Sequence[str]) -> dict[str, State]:
    """The scenarios by their full keys, each at its start."""
    found = {key: balka.scenario(key) for key in keys}
    return {key: game.start(scenario.key) for key, (game, scenario) in found.items()}


class Player(Protocol):
    """Something that plays on, step by step; `choices` had an alternative."""

    @property
    def choices(self) -> int: ...

    @property
    def state(self) -> State: ...

    def step(self) -> object: ...


def player(name: str, start: State, seed: int = 1) -> Player:
    """Random games are played by the quickest hands there are, all others by a bot."""
    hand = {RANDOM: Playouts, DRAWN: DrawnPlayouts}.get(name)
    return BotGames(start, name, seed) if hand is None else hand(start, seed)


class Playouts:
    """Random games one after the other. `choices` had an alternative, `answers` include forced ones, `steps` chance."""

    def __init__(self, start: State, seed: int = 1) -> None:
        self._start = start
        self.state = start
        self._rng = Fast(seed)
        self.choices = self.answers = self.steps = self.games = 0
        self.seconds = 0.0

    @property
    def count(self) -> int:
        return self.choices

    def run(self, seconds: float) -> None:
        """Play on where the last run stopped, for so many seconds of this process."""
        self.seconds += _keep_on(self.step, seconds)

    def step(self) -> State:
        """One answer, or one roll; the state before it is handed back."""
        state = self.state
        asks = state.asks
        if not asks:
            self.games += 1
            self.state = self._start
            return state
        self.steps += 1
        seat = asks[0].seat
        if seat == CHANCE:
            self.state = state.apply(draw(state, self._rng)).state
        else:
            self.state = state.apply(self.choose(state, seat), seat).state
        return state

    def choose(self, state: State, seat: str) -> Choice:
        """A choice drawn word by word."""
        path: tuple[Token, ...] = ()
        free = False
        below = self._rng.randrange
        while True:
            nodes = state.grow(path, seat)
            size = len(nodes)
            if size > 1:
                free = True
            node = nodes[below(size)]
            if isinstance(node, Choice):
                break
            path = (*path, node)
        self.answers += 1
        self.choices += free
        return node

    def report(self) -> dict[str, float]:
        seconds = self.seconds or 1.0
        return {
            "choices_per_second": round(self.choices / seconds),
            "answers_per_second": round(self.answers / seconds),
            "steps_per_second": round(self.steps / seconds),
            "playouts_per_second": round(self.steps / seconds / self._steps_a_game(), 2),
            "choices_per_playout": round(self.choices / self.steps * self._steps_a_game(), 1) if self.steps else 0.0,
        }

    def _steps_a_game(self) -> float:
        return self.steps / self.games if self.games else float(self.steps or 1)


class DrawnPlayouts(Playouts):
    """Random games whose choices are drawn without being listed; a choice is one drawn from several candidates."""

    def choose(self, state: State, seat: str) -> Choice:
        self._free = False
        choice = drawn(state, seat, self._below)
        self.answers += 1
        self.choices += self._free
        return choice

    def _below(self, size: int) -> int:
        if size > 1:
            self._free = True
        return self._rng.randrange(size)


class BotGames:
    """Games of a bot against itself, one after the other."""

    def __init__(self, start: State, name: str, seed: int = 1) -> None:
        self._start = start
        self._name = name
        self._seed = seed
        self._games = 0
        self._before = 0
        self._run = self._begun()

    @property
    def state(self) -> State:
        return self._run.state

    @property
    def choices(self) -> int:
        return self._before + self._run.choices

    def step(self) -> None:
        if self._run.state.over:
            self._before += self._run.choices
            self._games += 1
            self._run = self._begun()
        self._run.step()

    def _begun(self) -> Run:
        bots = {seat: bot(self._name) for seat in self._start.setting.seats}
        return Run(self._start, Unaudited(self._name), bots, lambda who: Random(f"{self._seed}/{self._games}/{who}"))


class Fast:
    """Whole numbers below a bound as quickly as Python makes them."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random

    def randrange(self, stop: int, /) -> int:
        return int(self._random() * stop)


class Catan:
    """Random players of catanatron, the yardstick."""

    def __init__(self, seed: int = 1) -> None:
        from catanatron import Color, Game, RandomPlayer

        self._new: Callable[[], Any] = lambda: Game([RandomPlayer(color) for color in Color], seed=seed)
        self.game = self._new()
        self.actions = self.games = 0
        self.seconds = 0.0

    @property
    def count(self) -> int:
        return self.actions

    def run(self, seconds: float) -> None:
        self.seconds += _keep_on(self._tick, seconds)

    def _tick(self) -> None:
        if self.game.winning_color() is not None:
            self.game = self._new()
            self.games += 1
        self.game.play_tick()
        self.actions += 1


def _keep_on(step: Callable[[], object], seconds: float) -> float:
    """Go on for so long; how long it was."""
    began = process_time()
    while process_time() - began < seconds:
        for _ in range(CLOCK_EVERY):
            step()
    return process_time() - began
