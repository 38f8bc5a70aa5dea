"""How likely a side is to win: a weighted sum of the features, by weights read from a file of each edition."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from math import exp

import msgspec
from msgspec import Struct

from balka.bots.heroes import clock
from balka.bots.heroes.features import NAMES, features
from balka.systems.heroes.units import HeroesState

FIRST_SIDE = "german"


class Pair(Struct, array_like=True):
    """A weight when a Mission begins and when it ends."""

    first: float
    last: float

    def at(self, passed: float) -> float:
        """The weight when so much of a Mission has gone by."""
        return self.first + (self.last - self.first) * passed


class Values(Struct, forbid_unknown_fields=True):
    """The file: a pair of weights for each feature, and for each scenario what its first side is ahead by.

    They go from the first to the last from Round to Round, or `even` through the Rounds, so that the end of one makes
    no leap.
    """

    weights: dict[str, Pair]
    bias: dict[str, Pair]
    even: bool = False

    def passed(self, state: HeroesState) -> float:
        """How much of a Mission has gone by."""
        return clock.gone_by(state) if self.even else clock.progress(state)


@cache
def values(edition: str) -> Values:
    """The weights of an edition, by the key of its system."""
    text = files("balka.bots.heroes").joinpath(f"value_{edition}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Values)


def value(state: HeroesState, side: str, known: Values | None = None) -> float:
    """The chance that a side wins; nought, one or a half when it is over."""
    if state.over:
        verdict = state.verdict()
        winner = verdict.winner if verdict is not None else ""
        return 0.5 if winner not in state.setting.sides else float(winner == side)
    return 1 / (1 + exp(-max(-30.0, min(30.0, total(state, side, known or values(state.setting.system.key))))))


def total(state: HeroesState, side: str, known: Values) -> float:
    """The weighted sum behind the chance."""
    bias = known.bias.get(state.setting.scenario, NONE).at(known.passed(state))
    return sum(parts(state, side, known).values()) + (bias if side == FIRST_SIDE else -bias)


def parts(state: HeroesState, side: str, known: Values) -> dict[str, float]:
    """What each feature adds to that sum."""
    passed = known.passed(state)
    return {
        name: number * known.weights.get(name, NONE).at(passed)
        for name, number in zip(NAMES, features(state, side), strict=True)
    }


NONE = Pair(0.0, 0.0)
