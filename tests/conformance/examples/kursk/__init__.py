"""The worked examples of the rules, run as they stand: every stated number compared with what the rules here give.

Where an example contradicts itself or the tables of this game, the figures that stand by the rulings are compared.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.conformance.examples.kursk import battles, figures, marches, recovery
from tests.conformance.examples.kursk.stage import Faults

Run = Callable[[dict[str, Any], dict[str, Any]], Faults]

RUNS: dict[str, Run] = {**figures.RUNS, **battles.RUNS, **marches.RUNS, **recovery.RUNS}


def run(example: dict[str, Any]) -> list[str]:
    """What is wrong with a worked example; nothing when every number comes out."""
    found = RUNS.get(str(example["id"]))
    if found is None:
        return ["not run yet"]
    return found(example["given"], example["expect"])
