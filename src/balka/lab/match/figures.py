"""The arithmetic of matches: shares with intervals, means with intervals, and the test that stops when it knows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev

from msgspec import Struct

Z = 1.959963984540054  # 95 %, two-sided
FEW = {1: 12.7062, 2: 4.3027, 3: 3.1824}  # Student's t where the series below is too short


class Mean(Struct, frozen=True):
    """A mean with its 95 % interval, which a single value does not have."""

    mean: float
    low: float | None
    high: float | None
    games: int


def wilson(score: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share by Wilson; draws count as halves."""
    if not games:
        return 0.0, 1.0
    share, weight = score / games, Z * Z / games
    middle = (share + weight / 2) / (1 + weight)
    reach = Z * math.sqrt(share * (1 - share) / games + weight / (4 * games)) / (1 + weight)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def mean_of(values: Sequence[float]) -> Mean | None:
    """The mean of some values, with the interval Student gives it."""
    if not values:
        return None
    middle = fmean(values)
    if len(values) == 1:
        return Mean(round(middle, 4), None, None, 1)
    reach = student(len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return Mean(round(middle, 4), round(middle - reach, 4), round(middle + reach, 4), len(values))


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t."""
    if freedom in FEW:
        return FEW[freedom]
    first = (Z**3 + Z) / (4 * freedom)
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / (384 * freedom**3)
    return Z + first + second + third


class Sprt(Struct, frozen=True):
    """A sequential test on pairs: is the share `p1` rather than `p0`? `alpha` and `beta` are the errors allowed."""

    p0: float
    p1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the log-likelihood ratio decides for `p0`, and where for `p1`."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Sequence[float]) -> float:
        """The log-likelihood ratio of the mean shares of pairs, which are taken as normal.

        Their spread is estimated with one pair lost and one won besides, so that a few equal pairs prove little.
        """
        if not pairs:
            return 0.0
        padded = [*pairs, 0.0, 1.0]
        middle = fmean(padded)
        spread = fmean((each - middle) ** 2 for each in padded)
        return len(pairs) * (self.p1 - self.p0) * (2 * middle - self.p0 - self.p1) / (2 * spread)

    def decision(self, pairs: Sequence[float]) -> str:
        """`p1`, `p0`, or nothing while it is open."""
        low, high = self.bounds
        ratio = self.ratio(pairs)
        return "p1" if ratio >= high else "p0" if ratio <= low else ""
