"""Is this tree slower than another? CPU time of both, in turns, as ratios: this tree over the other.

    python scripts/compare_speed.py ../other-checkout [sos/courier kursk/kursk ...] [--rounds 9]
        [--bot greedy-1 --other-bot greedy]

Each tree has a process of its own that plays at random from whole lists (`random`), at random by drawing word by word
(`drawn`, which older trees cannot), or by a bot, and measures what listing, applying and viewing cost. They take turns,
round by round, on the same seeds, and only the time of the processor counts. Above 1 this tree is slower; where the two
did not play the same game, that is said, and the ratio of all rounds together is the one to believe.
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
STEPS = {"random": 400, "drawn": 400}  # of play in a slice
BOT_STEPS = 80  # of a bot that weighs its choices

# Both trees are played as bots play: what may be said is listed from the view of whoever is to say it.
WORKER = """
import json, random, sys
from time import process_time
from balka.bots.base import bot
from balka.core.choices import Choice
from balka.core.frames import CHANCE
from balka.lab import bench

def listed(view, seat, rng, path=()):
    node = rng.choice(view.grow(path, seat))
    return node if isinstance(node, Choice) else listed(view, seat, rng, (*path, node))

def drawn(view, seat, rng):
    from balka.core.drawing import drawn
    return drawn(view, seat, rng.randrange)

at_random = {"random": listed, "drawn": drawn}
chosen = at_random.get(sys.argv[2]) or bot(sys.argv[2]).choose

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
    costs = bench.costs(starts[key], 60) if sys.argv[2] in at_random else {}
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


Pairs = dict[str, list[tuple[float, float]]]


def pairs(ours: Tree, other: Tree, scenario: str, rounds: int, steps: int) -> tuple[Pairs, int]:
    """Every figure here and there, round by round, and how many rounds were played otherwise.

    The tree that begins changes, and the first round only warms up.
    """
    found: Pairs = {}
    parted = 0
    for number in range(rounds + 1):
        trees = (ours, other) if number % 2 else (other, ours)
        measured = {tree: tree.measure(scenario, number, steps) for tree in trees}
        (now, state), (then, other_state) = measured[ours], measured[other]
        if number:
            parted += state != other_state
            for name, value in now.items():
                found.setdefault(name, []).append((value, then.get(name) or value or 1.0))
    return found, parted


def told(found: list[tuple[float, float]]) -> str:
    """The ratios of a figure: the median with its range, and that of the sums."""
    ratios = [now / then for now, then in found]
    here, there = (sum(column) for column in zip(*found, strict=True))
    return f"{median(ratios):6.2f}   ({min(ratios):.2f} to {max(ratios):.2f}), {here / there:.2f} in all"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("other", type=Path, help="the checkout to compare with")
    parser.add_argument("scenarios", nargs="*", default=list(SCENARIOS))
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--bot", default="random", help="who plays: random, drawn or a bot (random)")
    parser.add_argument("--other-bot", default="", help="who plays in the other checkout, if not the same")
    args = parser.parse_args()
    steps = STEPS.get(args.bot, BOT_STEPS)
    ours, other = Tree(HERE, args.scenarios, args.bot), Tree(args.other, args.scenarios, args.other_bot or args.bot)
    for scenario in args.scenarios:
        found, parted = pairs(ours, other, scenario, args.rounds, steps)
        for name, figures in found.items():
            print(f"{scenario:<18}{name:<12}{told(figures)}", flush=True)
        if parted:
            print(f"{scenario:<18}played otherwise in {parted} of {args.rounds} rounds", flush=True)
    ours.close()
    other.close()


if __name__ == "__main__":
    main()
