"""Weights of a bot that can be tuned: it publishes them, and is made anew with others.

A weight is moved in logarithms, so that it keeps its sign and a half is as far away as the double. The class of such a
bot has `WEIGHTS` and is made with `weights`, the values that differ from the defaults:

    class Careful:
        WEIGHTS = (Weight("ground", 1.0), Weight("stall", -0.05, span=2.0))

        def __init__(self, weights: Mapping[str, float] | None = None) -> None: ...
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import ClassVar, Protocol

from msgspec import Struct

from balka.bots.base import maker_of
from balka.bots.parameters import joined, split


class Weight(Struct, frozen=True):
    """A number a bot weighs with: its name, its value by default (not 0), and how far its logarithm may move."""

    name: str
    default: float
    span: float = 1.5

    def at(self, logarithm: float) -> float:
        """The value so far away from the default, no farther than the span."""
        return self.default * math.exp(max(-self.span, min(self.span, logarithm)))

    def logarithm(self, value: float) -> float:
        """How far a value is from the default; a value of the other sign has none."""
        return math.log(value / self.default)


class Weighted(Protocol):
    """What the class of a bot with weights has beside `choose`."""

    WEIGHTS: ClassVar[tuple[Weight, ...]]

    def __init__(self, weights: Mapping[str, float] | None = None) -> None: ...


def weights_of(name: str) -> tuple[Weight, ...]:
    """The weights a bot publishes; none where it has no such thing."""
    found: tuple[Weight, ...] = getattr(maker_of(name), "WEIGHTS", ())
    return found


def with_weights(name: str, values: Mapping[str, float]) -> str:
    """The name of the same bot with these weights beside what its name says already."""
    key, given = split(name)
    return joined(key, {**given, **{weight: f"{value:.6g}" for weight, value in values.items()}})
