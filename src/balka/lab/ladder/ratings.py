"""Ratings from games: Bradley and Terry's model by maximum likelihood, drawn a little towards the mean.

The chance to win is the logistic function of the difference of two strengths; a draw is half a win. A Gaussian prior
keeps whoever won or lost every game at a finite strength. Intervals come from the curvature at the best fit, which
takes games as independent.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from balka.lab.match.figures import Z

MEAN = 1500.0
SCALE = 400 / math.log(10)  # points of a rating for a factor e in the odds
SPREAD = 2.0  # standard deviation of strengths expected beforehand, in logarithms of the odds
ROUNDS = 100
CLOSE = 1e-9

Pairs = Mapping[tuple[str, str], tuple[float, int]]
"""What the first of two bots got of so many games against the second."""


class Rating(Struct, frozen=True):
    """How strong a bot is; 1500 is the mean of the field, and 400 points more are odds of ten to one."""

    bot: str
    rating: float
    low: float
    high: float


def rated(bots: Sequence[str], pairs: Pairs) -> list[Rating]:
    """The bots by strength, the strongest first."""
    strengths, spread = fitted(bots, pairs)
    found = []
    for bot, strength, deviation in zip(bots, strengths, np.sqrt(np.diag(spread)), strict=True):
        reach = Z * float(deviation) * SCALE
        middle = MEAN + float(strength) * SCALE
        found.append(Rating(bot, round(middle, 1), round(middle - reach, 1), round(middle + reach, 1)))
    return sorted(found, key=lambda each: -each.rating)


def fitted(bots: Sequence[str], pairs: Pairs) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The most likely strengths, their mean being 0, and how they vary together."""
    score, games = _tables(bots, pairs)
    strengths = np.zeros(len(bots))
    for _ in range(ROUNDS):
        slope, bend = _derivatives(strengths, score, games)
        step = np.linalg.solve(bend, slope)
        strengths = strengths + step
        if float(np.abs(step).max(initial=0.0)) < CLOSE:
            break
    _, bend = _derivatives(strengths, score, games)
    centre = np.eye(len(bots)) - 1 / len(bots)
    return centre @ strengths, centre @ np.linalg.inv(bend) @ centre


def _tables(bots: Sequence[str], pairs: Pairs) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Who got how much against whom, and in how many games."""
    place = {bot: at for at, bot in enumerate(bots)}
    score, games = np.zeros((len(bots), len(bots))), np.zeros((len(bots), len(bots)))
    for (first, second), (got, played) in pairs.items():
        a, b = place[first], place[second]
        score[a, b] += got
        score[b, a] += played - got
        games[a, b] += played
        games[b, a] += played
    return score, games


def _derivatives(
    strengths: NDArray[np.float64], score: NDArray[np.float64], games: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Slope and curvature of the logarithm of the likelihood with its prior."""
    chance = 1 / (1 + np.exp(-(strengths[:, None] - strengths[None, :])))
    slope = (score - games * chance).sum(axis=1) - strengths / SPREAD**2
    weight = games * chance * (1 - chance)
    bend = np.diag(weight.sum(axis=1) + 1 / SPREAD**2) - weight
    return slope, bend
