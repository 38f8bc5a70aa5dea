"""Is this tree slower than another? CPU time of both, in turns, as ratios: this tree over the other.

    python scripts/compare_speed.py ../other-checkout [sos/courier kursk/kursk ...] [--rounds 9] [--bot greedy]

Each tree has a process of its own that plays at random, or by a bot, and measures what listing, applying and viewing
cost. They take turns, round by round, on the same seeds, and only the time of the processor counts. Above 1 this tree
is slower; where the two did not play the same game, that is said.
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
STEPS = {"random": 400, "other": 80}  # of play in a slice

# Both trees are played as bots play: what may be said is listed from the view of whoever is to say it.
WORKER = """
import json, random, sys
from time import process_time
from balka.bots.base import bot
from balka.core.choices import Choice
from balka.core.frames import CHANCE
from balka.lab import bench

def drawn(view, seat, rng, path=()):
    node = rng.choice(view.grow(path, seat))
    return node if isinstance(node, Choice) else drawn(view, seat, rng, (*path, node))

chosen = drawn if sys.argv[2] == "random" else bot(sys.argv[2]).choose

def answered(state, rng):
    seat = state.asks[0].seat
    answer = bench.draw(state, rng) if seat == CHANCE else chosen(state.view(seat), seat, rng)
    return state.apply(answer, seat).state

def play(key, seed, steps):
    state, rng, began = reached[key], random.Random(seed), process_time()
    for _ in range(steps):
        state = answered(state, rng) if state.asks else starts[key]
    reached[key] = state
    return (process_time() - began) / steps * 1e6, state.hash

starts = bench.starts(json.loads(sys.argv[1]))
reached = dict(starts)  # a slice goes on where the last one stopped
for line in sys.stdin:
    key, seed, steps = json.loads(line)
    spent, state = play(key, seed, steps)
    costs = bench.costs(starts[key], 60) if sys.argv[2] == "random" else {}
    print(json.dumps([{**costs, "play": spent}, state]), flush=True)
"""


class Tree:
    """A checkout with a process that measures it."""

    def __init__(self, folder: Path, scenarios: list[str], bot: str) -> None:
        source = folder / "src"
        if not (source / "balka").is_dir():
            raise SystemExit(f"{folder} is no checkout of Balka: it has no src/balka")
        self._process = subprocess.Popen(
            [sys.executable, "-c", WORKER, json.dumps(scenarios), bot],
            env={**os.environ, "PYTHONPATH": str(source)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def measure(self, scenario: str, seed: int, steps: int) -> tuple[dict[str, float], str]:
        """Microseconds of the processor by what was measured, and the state that was reached."""
        assert self._process.stdin is not None and self._process.stdout is not None
        print(json.dumps([scenario, seed, steps]), file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"measuring {scenario} failed")
        costs, state = json.loads(line)
        return costs, state

    def close(self) -> None:
        self._process.communicate()


def ratios(ours: Tree, other: Tree, scenario: str, rounds: int, steps: int) -> tuple[dict[str, list[float]], int]:
    """Of every figure its ratio, round by round, and how many rounds were played otherwise.

    The tree that begins changes, and the first round only warms up.
    """
    found: dict[str, list[float]] = {}
    parted = 0
    for number in range(rounds + 1):
        trees = (ours, other) if number % 2 else (other, ours)
        measured = {tree: tree.measure(scenario, number, steps) for tree in trees}
        (now, state), (then, other_state) = measured[ours], measured[other]
        if number:
            parted += state != other_state
            for name, value in now.items():
                found.setdefault(name, []).append(value / (then.get(name) or value or 1.0))
    return found, parted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("other", type=Path, help="the checkout to compare with")
    parser.add_argument("scenarios", nargs="*", default=list(SCENARIOS))
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--bot", default="random", help="who plays (random)")
    args = parser.parse_args()
    steps = STEPS.get(args.bot, STEPS["other"])
    ours, other = (Tree(folder, args.scenarios, args.bot) for folder in (HERE, args.other))
    for scenario in args.scenarios:
        found, parted = ratios(ours, other, scenario, args.rounds, steps)
        for name, values in found.items():
            low, high = min(values), max(values)
            print(f"{scenario:<18}{name:<12}{median(values):6.2f}   ({low:.2f} to {high:.2f})", flush=True)
        if parted:
            print(f"{scenario:<18}played otherwise in {parted} of {args.rounds} rounds", flush=True)
    ours.close()
    other.close()


if __name__ == "__main__":
    main()
