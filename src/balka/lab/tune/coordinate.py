"""Coordinate search: one weight of one side at a time, a few values on the same dice; a clear gain is kept."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev

from balka.lab.match.games import Job
from balka.lab.tune.plan import Logs, Table, Tuning

STEPS = (-2, -1, 1, 2)  # of the reach, from where a weight stands
CLEAR = 1.0  # standard errors that a gain must have


class Coordinate:
    """A search under way, of weights for each side that serve all its scenarios."""

    def __init__(self, tuning: Tuning, table: Table, scenarios: Sequence[str], sides: Sequence[str]) -> None:
        self._tuning = tuning
        self._table = table
        self._scenarios = scenarios
        self.logs: dict[str, Logs] = {side: {weight.name: 0.0 for weight in tuning.weights} for side in sides}

    def climb(self, games: int) -> dict[str, Logs]:
        """Try every weight of every side once, each value in so many games."""
        for side, own in self.logs.items():
            for weight in self._tuning.weights:
                self._try(side, weight.name, weight.span, own, games)
        return self.logs

    def _try(self, side: str, name: str, span: float, own: Logs, games: int) -> None:
        """Keep the value that gains most over the present one, if the gain is clear."""
        offered = [own[name] + step * self._tuning.reach for step in STEPS]
        values = [own[name], *(value for value in offered if abs(value) <= span)]
        jobs = [job for value in values for job in self._jobs(side, {**own, name: value}, games)]
        worths = [self._tuning.worth(result) for result in self._table.play(jobs)]
        rows = [worths[n * games : (n + 1) * games] for n in range(len(values))]
        gains = {value: _clear_gain(row, rows[0]) for value, row in zip(values, rows, strict=True)}
        own[name] = max(gains, key=lambda value: gains[value])

    def _jobs(self, side: str, logs: Logs, games: int) -> list[Job]:
        """Games of one side with these weights against the bot as it is, and the pool, always on the same dice."""
        named, enemies = self._tuning.named(logs), [self._tuning.bot, *self._tuning.pool]
        count, tuning = len(self._scenarios), self._tuning
        return [
            Job(a=named, b=enemies[n // count % len(enemies)], scenario=self._scenarios[n % count],
                seed=f"{tuning.seed}/{n}", side=side)
            for n in range(games)
        ]  # fmt: skip


def _clear_gain(row: Sequence[float], present: Sequence[float]) -> float:
    """The mean gain over the present value, nothing where it is within its error."""
    gains = [new - old for new, old in zip(row, present, strict=True)]
    if len(gains) < 2:
        return 0.0
    middle = fmean(gains)
    return middle if middle > CLEAR * stdev(gains) / math.sqrt(len(gains)) else 0.0
