"""Measuring in a process of its own: cold, and with texts hashed as always, so that calls come out the same.

python -m balka.lab.bench.worker '{"job": "growth", "scenario": "gd/lutchessa"}'
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

import balka
from balka.core.state import State
from balka.lab.bench.growth import growth
from balka.lab.bench.parts import costs, scene_costs
from balka.lab.bench.players import RANDOM
from balka.lab.bench.stretches import STEPS, Measure, Row, stretches

SAME_HASHES = {"PYTHONHASHSEED": "0"}


class Order(Struct, frozen=True, omit_defaults=True):
    """What a worker is to measure, and on which scenario."""

    job: str
    scenario: str
    player: str = RANDOM
    steps: int = STEPS
    measure: Measure = "calls"


JOBS: dict[str, Callable[[State, Order], object]] = {
    "stretches": lambda start, order: stretches(start, Row(order.scenario, order.player), order.steps, order.measure),
    "costs": lambda start, _: costs(start),
    "growth": lambda start, _: growth(start),
    "scene": lambda start, _: scene_costs(start),
}


def elsewhere(order: Order) -> Any:
    """What a new process measures, as plain values."""
    command = [sys.executable, "-m", "balka.lab.bench.worker", msgspec.json.encode(order).decode()]
    done = subprocess.run(command, env={**os.environ, **SAME_HASHES}, stdout=subprocess.PIPE, check=True)
    return msgspec.json.decode(done.stdout)


def here(order: Order) -> object:
    game, scenario = balka.scenario(order.scenario)
    return JOBS[order.job](game.start(scenario.key), order)


if __name__ == "__main__":
    print(msgspec.json.encode(here(msgspec.json.decode(sys.argv[1], type=Order))).decode())
