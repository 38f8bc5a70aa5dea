"""The fit: a logistic function of the features, drawn to weights made by hand by a Gaussian prior.

Each weight has a value at the start of a game and one at its end, and so has the bias of each scenario, which speaks
for its first side. The prior is counted in standard deviations of the features, so that their scale does not matter.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from balka.lab.train.samples import Array, Samples

ROUNDS = 60
CLOSE = 1e-8

Pair = tuple[float, float]


class Values(Struct, frozen=True):
    """The weights of a value: at the start of a game and at its end; and the bias of each scenario."""

    weights: dict[str, Pair] = field(default_factory=dict)
    bias: dict[str, Pair] = field(default_factory=dict)


class Quality(Struct, frozen=True):
    """How well a value foretells games: log loss, and how often the better position is valued higher."""

    games: int
    positions: int
    loss: float
    order: float


def fitted(samples: Samples, hand: Values, pull: float) -> Values:
    """The best weights by Newton's method; `pull` is how many games the prior weighs."""
    table, start = _table(samples), _vector(samples, hand)
    spread = table.std(axis=0)
    prior = pull * np.where(spread > 0, spread, 1.0) ** 2
    weights = start.copy()
    for _ in range(ROUNDS):
        chance = _chance(table @ weights)
        slope = table.T @ (samples.weight * (samples.worth - chance)) - prior * (weights - start)
        bend = (table * (samples.weight * chance * (1 - chance))[:, None]).T @ table + np.diag(prior)
        step = np.linalg.solve(bend, slope)
        weights = weights + step * min(1.0, 5.0 / max(float(np.abs(table @ step).max()), 1e-12))
        if float(np.abs(step).max()) < CLOSE:
            break
    return _values(samples, weights, hand)


def quality(samples: Samples, values: Values) -> Quality | None:
    """How well a value foretells these games; none where there are none."""
    if not len(samples.worth):
        return None
    chance = np.clip(_chance(_table(samples) @ _vector(samples, values)), 1e-9, 1 - 1e-9)
    loss = -(samples.worth * np.log(chance) + (1 - samples.worth) * np.log(1 - chance))
    mean = float((samples.weight * loss).sum() / samples.weight.sum())
    return Quality(samples.played, len(samples.worth), round(mean, 4), round(_order(chance, samples.worth > 0.5), 4))


def chances(samples: Samples, values: Values) -> Array:
    """What a value says of each position: the chance of the first side."""
    return _chance(_table(samples) @ _vector(samples, values))


def _order(chance: Array, won: NDArray[np.bool_]) -> float:
    """How often a position of a game won is valued above one of a game lost."""
    if won.all() or not won.any():
        return 0.5
    _, at, counts = np.unique(chance, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[at]
    wins = int(won.sum())
    return float((ranks[won].sum() - wins * (wins + 1) / 2) / (wins * (len(won) - wins)))


def _chance(total: Array) -> Array:
    chance: Array = 1 / (1 + np.exp(-np.clip(total, -30, 30)))
    return chance


def _table(samples: Samples) -> Array:
    """Each feature and each scenario's bias twice: as it counts at the start, and as it counts at the end."""
    own = np.hstack([samples.rows, np.eye(len(samples.keys))[samples.scenarios]])
    far = samples.progress[:, None]
    return np.hstack([own * (1 - far), own * far])


def _vector(samples: Samples, values: Values) -> Array:
    pairs = [values.weights.get(name, (0.0, 0.0)) for name in samples.names]
    pairs += [values.bias.get(key, (0.0, 0.0)) for key in samples.keys]
    return np.array([*(first for first, _ in pairs), *(last for _, last in pairs)])


def _values(samples: Samples, vector: Array, hand: Values) -> Values:
    """Weights by name; what these games say nothing of stays as it was."""
    half = len(vector) // 2
    pairs = [(round(float(a), 5), round(float(b), 5)) for a, b in zip(vector[:half], vector[half:], strict=True)]
    count = len(samples.names)
    return Values(
        hand.weights | dict(zip(samples.names, pairs[:count], strict=True)),
        hand.bias | dict(zip(samples.keys, pairs[count:], strict=True)),
    )
