"""Simultaneous perturbation: all weights of both sides are pushed at once, at random, and follow what the games say.

In a pair of games on the same dice the first side plays with its weights pushed one way and the second with its own
pushed the other way, then the reverse. What the first side gets more in the first game speaks for both pushes. Against
a bot of the pool a side plays with its weights pushed both ways.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from statistics import fmean, stdev

from msgspec import Struct

from balka.lab.match.games import Job
from balka.lab.tune.plan import Logs, Table, Tuning

SLOWER = 80  # steps after which they have become shorter by the square root of two
REACH_FALLS = 0.101  # power by which pushes become smaller
CLEAR = 2.0  # a slope of so many standard errors is believed


class Push(Struct, frozen=True):
    """One pair: in which scenario and on which dice, who was pushed where, and what came of it."""

    scenario: str
    seed: str
    sides: dict[str, dict[str, int]]
    against: str = ""


class Slope(Struct, frozen=True):
    """What a weight is worth: the gain of a game's worth for a factor e, and how sure that is."""

    slope: float
    t: float


Sides = dict[str, Logs]
Slopes = dict[str, dict[str, Slope]]


class Spsa:
    """A tuning under way, of weights for each side that serve all its scenarios."""

    def __init__(self, tuning: Tuning, table: Table, scenarios: Sequence[str], sides: Sequence[str]) -> None:
        self._tuning = tuning
        self._table = table
        self._scenarios = scenarios
        self._sides = tuple(sides)
        self._rng = Random(f"{tuning.seed}/pushes/{','.join(scenarios)}")
        self._pairs = 0
        self.logs: Sides = {side: {weight.name: 0.0 for weight in tuning.weights} for side in sides}

    # -- the two stages

    def explore(self, pairs: int) -> Slopes:
        """Stand still and look which weights matter."""
        seen: list[tuple[Push, float]] = []
        while len(seen) < pairs:
            seen += self._tried(min(self._tuning.batch, pairs - len(seen)), self._tuning.reach)
        return self._slopes(seen)

    def climb(self, pairs: int, moving: dict[str, list[str]]) -> Sides:
        """Move these weights of each side; the mean of the later half of the way is the answer."""
        way: list[Sides] = []
        for k in range(math.ceil(pairs / self._tuning.batch)):
            reach = self._tuning.reach / (1 + k) ** REACH_FALLS
            step = self._tuning.step / math.sqrt(1 + k * self._tuning.batch / SLOWER)
            for push, gain in self._tried(self._tuning.batch, reach):
                self._move(push, step * gain / (2 * reach), moving)
            way.append({side: dict(logs) for side, logs in self.logs.items()})
        self.logs = _mean(way[len(way) // 2 :]) if way else self.logs
        return self.logs

    # -- pairs

    def _tried(self, pairs: int, reach: float) -> list[tuple[Push, float]]:
        """Pushes with what the pushed way gained over the other in the worth of a game."""
        pushes = [self._push() for _ in range(pairs)]
        jobs = [job for push in pushes for job in self._jobs(push, reach)]
        worths = [self._tuning.worth(result) for result in self._table.play(jobs)]
        return [(push, worths[2 * n] - worths[2 * n + 1]) for n, push in enumerate(pushes)]

    def _push(self) -> Push:
        number, tuning = self._pairs, self._tuning
        self._pairs += 1
        scenario = self._scenarios[number % len(self._scenarios)]
        pool = ["", *tuning.pool]
        against = pool[number // len(self._scenarios) % len(pool)]
        sides = (self._rng.choice(self._sides),) if against else self._sides
        signs = {side: {weight.name: self._rng.choice((-1, 1)) for weight in tuning.weights} for side in sides}
        return Push(scenario, f"{tuning.seed}/{number}", signs, against)

    def _jobs(self, push: Push, reach: float) -> list[Job]:
        return [self._job(push, reach), self._job(push, -reach)]

    def _job(self, push: Push, reach: float) -> Job:
        """A is the first side pushed; its enemy is pushed the other way, or is of the pool."""
        first, *rest = push.sides
        enemy = push.against or self._pushed(push, rest[0], -reach)
        own = self._pushed(push, first, reach)
        return Job(a=own, b=enemy, scenario=push.scenario, seed=push.seed, side=first)

    def _pushed(self, push: Push, side: str, reach: float) -> str:
        signs = push.sides[side]
        return self._tuning.named({name: log + reach * signs[name] for name, log in self.logs[side].items()})

    def _move(self, push: Push, by: float, moving: dict[str, list[str]]) -> None:
        spans = {weight.name: weight.span for weight in self._tuning.weights}
        for side, signs in push.sides.items():
            own = self.logs[side]
            for name in moving[side]:
                own[name] = max(-spans[name], min(spans[name], own[name] + by * signs[name]))

    def _slopes(self, seen: Sequence[tuple[Push, float]]) -> Slopes:
        """The slope of each weight of each side, by regression: pushes are independent of each other."""
        names = [weight.name for weight in self._tuning.weights]
        return {side: {name: self._slope(seen, side, name) for name in names} for side in self._sides}

    def _slope(self, seen: Sequence[tuple[Push, float]], side: str, name: str) -> Slope:
        gains = [gain * push.sides[side][name] / (2 * self._tuning.reach) for push, gain in seen if side in push.sides]
        if len(gains) < 2:
            return Slope(0.0, 0.0)
        middle, error = fmean(gains), stdev(gains) / math.sqrt(len(gains))
        return Slope(round(middle, 4), round(middle / error, 2) if error else 0.0)


def believed(slopes: Slopes) -> dict[str, list[str]]:
    """The weights of each side whose slope is clear."""
    return {side: [name for name, s in own.items() if abs(s.t) > CLEAR] for side, own in slopes.items()}


def _mean(way: Sequence[Sides]) -> Sides:
    return {
        side: {name: fmean(point[side][name] for point in way) for name in own} for side, own in way[0].items()
    }  # fmt: skip
