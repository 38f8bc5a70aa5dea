"""What a side of a scenario is worth, in points of rating, learned from games between players whose strength is known.

The chance to win is the logistic function of the difference of two strengths and of the advantage of the side. A
Gaussian prior about nought keeps a scenario that was always won by one side at a finite figure, and the curvature at
the best fit says how well it is known.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from balka.server.ratings.glicko import SCALE

PRIOR = 150.0  # points: what the advantage of a side nobody has played may well be
ROUNDS = 50
CLOSE = 1e-9


class Sample(Struct, frozen=True):
    """A game as the first side saw it: by how many points it was the stronger, the doubt about both, its score."""

    lead: float
    doubt: float
    score: float


class Offset(Struct, frozen=True):
    """By how many points a side is better off than the other, how well that is known, and from how many games."""

    points: float = 0.0
    deviation: float = PRIOR
    games: int = 0

    @property
    def turned(self) -> Offset:
        """The same for the other side."""
        return Offset(-self.points, self.deviation, self.games)


def learned(samples: Sequence[Sample]) -> Offset:
    """The likeliest advantage of the first side."""
    at = 0.0
    for _ in range(ROUNDS):
        slope, bend = _derivatives(at, samples)
        at += slope / bend
        if abs(slope / bend) < CLOSE:
            break
    _, bend = _derivatives(at, samples)
    return Offset(at * SCALE, SCALE / math.sqrt(bend), len(samples))


def _derivatives(at: float, samples: Sequence[Sample]) -> tuple[float, float]:
    """The slope of the likelihood's logarithm and how sharply it bends, at an advantage in the scale of the paper."""
    slope, bend = -at * (SCALE / PRIOR) ** 2, (SCALE / PRIOR) ** 2
    for sample in samples:
        weight = 1 / math.sqrt(1 + 3 * (sample.doubt / SCALE) ** 2 / math.pi**2)
        share = 1 / (1 + math.exp(-weight * (sample.lead / SCALE + at)))
        slope += weight * (sample.score - share)
        bend += weight**2 * share * (1 - share)
    return slope, bend
