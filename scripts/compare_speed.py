"""Is this tree slower than another? CPU time of both, in turns, as ratios: this tree over the other.

    python scripts/compare_speed.py ../other-checkout [sos/courier kursk/kursk ...] [--rounds 9]

Each tree has a process of its own that plays at random and measures what listing, applying and viewing cost. They take
turns, round by round, on the same seeds, and only the time of the processor counts. Above 1 this tree is slower.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent.parent
SCENARIOS = ("sos/courier", "sos/ravines", "atb/partisans", "kursk/kursk", "kursk/campaign", "gd/lutchessa")
STEPS = 400  # of random play in a slice

# Both trees are played as bots play: what may be said is listed from the view of whoever is to say it.
WORKER = """
import json, random, sys
from time import process_time
from balka.core.choices import Choice
from balka.core.frames import CHANCE
from balka.lab import bench

def chosen(view, seat, rng, path=()):
    node = rng.choice(view.grow(path, seat))
    return node if isinstance(node, Choice) else chosen(view, seat, rng, (*path, node))

def answered(state, rng):
    seat = state.asks[0].seat
    answer = bench.draw(state, rng) if seat == CHANCE else chosen(state.view(seat), seat, rng)
    return state.apply(answer, seat).state

def play(start, seed, steps):
    state, rng, began = start, random.Random(seed), process_time()
    for _ in range(steps):
        state = answered(state, rng) if state.asks else start
    return (process_time() - began) / steps * 1e6

starts = bench.starts(json.loads(sys.argv[1]))
for line in sys.stdin:
    key, seed, steps = json.loads(line)
    found = {**bench.costs(starts[key], 60), "play": play(starts[key], seed, steps)}
    print(json.dumps(found), flush=True)
"""


class Tree:
    """A checkout with a process that measures it."""

    def __init__(self, folder: Path, scenarios: list[str]) -> None:
        source = folder / "src"
        if not (source / "balka").is_dir():
            raise SystemExit(f"{folder} is no checkout of Balka: it has no src/balka")
        self._process = subprocess.Popen(
            [sys.executable, "-c", WORKER, json.dumps(scenarios)],
            env={**os.environ, "PYTHONPATH": str(source)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def measure(self, scenario: str, seed: int) -> dict[str, float]:
        """Microseconds of the processor by what was measured."""
        assert self._process.stdin is not None and self._process.stdout is not None
        print(json.dumps([scenario, seed, STEPS]), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"measuring {scenario} failed")
        found: dict[str, float] = json.loads(line)
        return found

    def close(self) -> None:
        self._process.communicate()


def ratios(ours: Tree, other: Tree, scenario: str, rounds: int) -> dict[str, list[float]]:
    """Of every figure its ratio, round by round; the tree that begins changes, and the first round only warms up."""
    found: dict[str, list[float]] = {}
    for number in range(rounds + 1):
        trees = (ours, other) if number % 2 else (other, ours)
        measured = {tree: tree.measure(scenario, number) for tree in trees}
        if number:
            for name, value in measured[ours].items():
                found.setdefault(name, []).append(value / (measured[other].get(name) or value or 1.0))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("other", type=Path, help="the checkout to compare with")
    parser.add_argument("scenarios", nargs="*", default=list(SCENARIOS))
    parser.add_argument("--rounds", type=int, default=9)
    args = parser.parse_args()
    ours, other = Tree(HERE, args.scenarios), Tree(args.other, args.scenarios)
    for scenario in args.scenarios:
        for name, values in ratios(ours, other, scenario, args.rounds).items():
            low, high = min(values), max(values)
            print(f"{scenario:<18}{name:<12}{median(values):6.2f}   ({low:.2f} to {high:.2f})", flush=True)
    ours.close()
    other.close()


if __name__ == "__main__":
    main()
