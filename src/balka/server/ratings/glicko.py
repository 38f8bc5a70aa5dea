"""Glicko-2 as Mark Glickman describes it ("Example of the Glicko-2 system", 2013), one game at a time.

No kept library is at hand, and the whole of it is a page of arithmetic; its published example is a test. A rating is on
the usual scale of 1500 with a deviation: 19 times in 20 the strength lies within two deviations of it. The paper counts
in periods; here a deviation grows with the days since the last game, and each game is reckoned when it ends.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from msgspec import Struct, structs

SCALE = 173.7178
MEAN, WIDEST, VOLATILITY = 1500.0, 350.0, 0.06  # of somebody nobody has seen play
NARROWEST = 45.0  # a deviation is never smaller: whoever plays much can still change
MOST_VOLATILE = 0.1
PROVISIONAL = 110.0  # a wider deviation says that little is known yet
TAU = 0.5  # how much a volatility may change
CLOSE = 1e-6
Slope = Callable[[float], float]
DAY = 24 * 3600.0
PERIODS_A_DAY = 0.2144  # so that a deviation of 60 is 110 after a year without a game


class Rating(Struct, frozen=True):
    """How strong somebody is in a game, how well that is known, how steadily he plays, in how many games, and when the
    last of them ended."""

    rating: float = MEAN
    deviation: float = WIDEST
    volatility: float = VOLATILITY
    games: int = 0
    at: float = 0.0

    @property
    def provisional(self) -> bool:
        return self.deviation > PROVISIONAL


class Played(Struct, frozen=True):
    """A game against somebody of this rating: 1 for a win, 0.5 for a draw, 0 for a loss. `advantage` is what one's own
    side of the scenario is worth against the other, and `doubt` how well that is known."""

    opponent: Rating
    score: float
    advantage: float = 0.0
    doubt: float = 0.0


def grown(rating: Rating, now: float) -> Rating:
    """A rating after a time without a game: nothing of it has changed but how well it is known."""
    wide = math.hypot(rating.deviation, SCALE * rating.volatility * math.sqrt(_periods(rating, now)))
    return structs.replace(rating, deviation=min(WIDEST, wide)) if wide > rating.deviation else rating


def _periods(rating: Rating, now: float) -> float:
    """How many of the paper's periods have passed since the last game."""
    return max(0.0, now - rating.at) / DAY * PERIODS_A_DAY if rating.at else 0.0


def expected(own: Rating, game: Played) -> float:
    """What somebody can expect of a game, given what is known of the other and of the sides."""
    return _expected((own.rating - MEAN) / SCALE, game)


def _expected(mu: float, game: Played) -> float:
    level = (game.opponent.rating - game.advantage - MEAN) / SCALE
    return 1 / (1 + math.exp(-_weight(game) * (mu - level)))


def _weight(game: Played) -> float:
    """How much a game counts: the less, the less is known of the opponent and of the sides."""
    phi = math.hypot(game.opponent.deviation, game.doubt) / SCALE
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def rated(own: Rating, games: Sequence[Played], periods: float = 1.0) -> Rating:
    """A rating after some games that count as played at once, so many periods after those before."""
    mu, phi = (own.rating - MEAN) / SCALE, own.deviation / SCALE
    shares = [(_weight(game), _expected(mu, game), game.score) for game in games]
    variance = 1 / sum(weight**2 * share * (1 - share) for weight, share, _ in shares)
    gain = sum(weight * (score - share) for weight, share, score in shares)
    volatility = _volatility(own.volatility, phi, variance, variance * gain)
    before = math.hypot(phi, volatility * math.sqrt(periods))
    after = 1 / math.sqrt(1 / before**2 + 1 / variance)
    return structs.replace(
        own, rating=(mu + after**2 * gain) * SCALE + MEAN, deviation=after * SCALE, volatility=volatility
    )


def after(own: Rating, game: Played, now: float) -> Rating:
    """A rating after one game that ends now."""
    found = rated(own, [game], _periods(own, now))
    return structs.replace(
        found, games=own.games + 1, at=now,
        deviation=min(WIDEST, max(NARROWEST, found.deviation)), volatility=min(MOST_VOLATILE, found.volatility),
    )  # fmt: skip


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """The new volatility: the root of the paper's f, by the Illinois algorithm (step 5)."""
    start = math.log(sigma**2)

    def slope(x: float) -> float:
        power = math.exp(x)
        spread = phi**2 + variance + power
        return power * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low, high = start, _other_end(start, slope, delta**2 - phi**2 - variance)
    return math.exp(_root(slope, low, high) / 2)


def _other_end(start: float, slope: Slope, surprise: float) -> float:
    if surprise > 0:
        return math.log(surprise)
    steps = 1
    while slope(start - steps * TAU) < 0:
        steps += 1
    return start - steps * TAU


def _root(slope: Slope, low: float, high: float) -> float:
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return low
