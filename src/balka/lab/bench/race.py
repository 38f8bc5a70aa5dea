"""Random play beside catanatron's: short slices take turns, so that a machine that is busy for a while is so for all.

Only the processor time of this process counts, and the ratio is the median over the rounds.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from statistics import median
from time import process_time
from typing import Any, Protocol

from balka.core.state import State
from balka.lab.bench.parts import cost_us
from balka.lab.bench.players import Catan, Playouts


class Racer(Protocol):
    """Something that plays at random for a while."""

    def run(self, seconds: float) -> None: ...

    @property
    def count(self) -> int: ...


def race(racers: Sequence[Racer], yardstick: Racer, rounds: int, seconds: float) -> list[list[float]]:
    """For each racer its speed relative to the yardstick, round by round; every other round goes backwards."""
    ratios: list[list[float]] = [[] for _ in racers]
    order: list[Racer] = [yardstick, *racers]
    for _ in range(rounds):
        speeds = {id(racer): _speed(racer, seconds) for racer in order}
        for own, racer in zip(ratios, racers, strict=True):
            own.append(speeds[id(racer)] / speeds[id(yardstick)])
        order.reverse()
    return ratios


def _speed(racer: Racer, seconds: float) -> float:
    before, began = racer.count, process_time()
    racer.run(seconds)
    return (racer.count - before) / (process_time() - began)


def has_catanatron() -> bool:
    return importlib.util.find_spec("catanatron") is not None


def beside_catanatron(begun: dict[str, State], rounds: int, seconds: float) -> dict[str, Any]:
    """Each game's speed in warm random play as a share of catanatron's, and what catanatron itself does."""
    racers = {key: Playouts(start) for key, start in begun.items()}
    catan = Catan()
    ratios = race(list(racers.values()), catan, rounds, seconds)
    games = {
        key: {**racers[key].report(), "to_catanatron": spread(own)} for key, own in zip(racers, ratios, strict=True)
    }
    speed = round(catan.actions / (catan.seconds or 1.0))
    return {"games": games, "catanatron": {"actions_per_second": speed, "copy_us": cost_us(catan.game.copy, 200)}}


def spread(rounds: Sequence[float]) -> dict[str, float]:
    return {"median": round(median(rounds), 3), "low": round(min(rounds), 3), "high": round(max(rounds), 3)}
