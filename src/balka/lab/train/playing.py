"""Learning by playing: a learner plays itself and a pool of others, and its value is fitted anew after every batch.

What a position was worth is not the bare result of its game but leans, the more answers lie between, on what the value
said on the way (lambda-returns); the last games alone are kept, and the start keeps its pull.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol, cast

import numpy as np
from msgspec import Struct, structs

from balka.bots.base import Bot, bot, maker_of
from balka.core.errors import BalkaError
from balka.core.frames import CHANCE
from balka.core.state import State
from balka.lab.audit import Unaudited
from balka.lab.selfplay import Run, find, started
from balka.lab.train import fitting
from balka.lab.train.fitting import Pair, Values
from balka.lab.train.samples import Array, Game, Samples, joined, worth_of

MOST = 6000  # steps after which a game is let be
TIMES = 3  # fits after a batch, each on what the one before says of the way


class Learner(Bot, Protocol):
    """A bot that can be made with a value, and puts positions into numbers."""

    signs: Mapping[str, int]

    def features(self, state: State, side: str) -> Mapping[str, float]: ...

    def rests(self, state: State) -> bool: ...

    def progress(self, state: State) -> float: ...


class Lessons(Struct, frozen=True):
    """How it is learned: `games` in batches over the scenarios, one in three against somebody of the pool."""

    scenarios: tuple[str, ...]
    games: int
    seed: str
    pool: tuple[str, ...] = ("regular", "greedy-1", "stance?ground=0.25")
    against_pool: float = 0.35
    batch: int = 40
    kept: int = 600
    temperature: float = 0.012
    fade: float = 0.9
    pull: float = 1.0
    scale: float = 2.5


def learned(place: str, start: Values, lessons: Lessons, tell: Callable[[int, Values], object]) -> Values:
    """The value after all games; `tell` hears of it after every batch."""
    maker, rng = learner_at(place), Random(lessons.seed)
    values, games = start, list[Game]()
    for first in range(0, lessons.games, lessons.batch):
        for number in range(first, min(first + lessons.batch, lessons.games)):
            game = played(maker(values.weights, values.bias, lessons.temperature), lessons, number, rng)
            games += [game] if game.rows else []
        games = games[-lessons.kept :]
        if not games:
            raise BalkaError("no game came to its end, so nothing can be learned", "other scenarios")
        values = _fitted(joined(games), start, values, lessons, maker().signs)
        tell(min(first + lessons.batch, lessons.games), values)
    return values


def learner_at(place: str) -> Callable[..., Learner]:
    """The class of a learner, `module:Class`."""
    maker = maker_of(place)
    if not all(hasattr(maker, name) for name in ("features", "rests", "progress", "signs")):
        raise BalkaError(f"{place!r} is no learner", "a bot with features, rests, progress and signs (docs/matches.md)")
    return cast(Callable[..., Learner], maker)


# -- games


def played(learner: Learner, lessons: Lessons, number: int, rng: Random) -> Game:
    """One game of the learner against itself or the pool, in numbers for its first side."""
    key, seed = lessons.scenarios[number % len(lessons.scenarios)], f"{lessons.seed}/{number}"
    game, scenario = find(key, {})
    start = started(game, scenario, {}, seed)
    sides = start.setting.sides
    other = bot(lessons.pool[rng.randrange(len(lessons.pool))]) if rng.random() < lessons.against_pool else learner
    mine = sides[rng.randrange(len(sides))]
    seats = start.setting.seat_of.items()
    bots = {seat: learner if start.setting.forces[force] == mine else other for force, seat in seats}
    return _in_numbers(Run(start, Unaudited(key), bots, lambda name: Random(f"{seed}/{name}")), learner, lessons, key)


def _in_numbers(run: Run, learner: Learner, lessons: Lessons, key: str) -> Game:
    side = run.state.setting.sides[0]
    names, rows, far = tuple[str, ...](), list[list[float]](), list[float]()
    while not run.state.over and run.steps < MOST:
        if run.state.asks[0].seat != CHANCE and learner.rests(run.state):
            found = learner.features(run.state, side)
            names = tuple(found)
            rows.append(list(found.values()))
            far.append(learner.progress(run.state))
        run.step()
    worth = worth_of(run.state, side, lessons.scale)
    return Game(key, names, rows if run.state.over else [], far, worth)


# -- fitting


def _fitted(samples: Samples, start: Values, now: Values, lessons: Lessons, signs: Mapping[str, int]) -> Values:
    for _ in range(TIMES):
        aims = structs.replace(samples, worth=returns(samples, fitting.chances(samples, now), lessons.fade))
        now = _signed(fitting.fitted(aims, start, lessons.pull), signs)
    return now


def returns(samples: Samples, chances: Array, fade: float) -> Array:
    """What each position was worth: its game's result, less and less of it the earlier, and what the value said."""
    found = samples.worth.copy()
    for game in np.unique(samples.games):
        at = np.flatnonzero(samples.games == game)
        worth = float(samples.worth[at[-1]])
        for place in at[::-1]:
            found[place] = worth
            worth = (1 - fade) * float(chances[place]) + fade * worth
    return found


def _signed(values: Values, signs: Mapping[str, int]) -> Values:
    """Weights of a sign that makes no sense are nought."""
    kept = {name: _kept(pair, signs.get(name, 0)) for name, pair in values.weights.items()}
    return Values(kept, values.bias)


def _kept(pair: Pair, sign: int) -> Pair:
    first, last = pair
    return (0.0 if first * sign < 0 else first, 0.0 if last * sign < 0 else last)
