"""How much memory does a live table take here, against another checkout?

    python scripts/compare_memory.py ../other-checkout [sos/courier kursk/kursk ...] [--choices 300]

Each tree plays every game in a process of its own: a table with seeded dice, where both seats choose at random from the
lists of their views and are sent their scenes. Counted is what Python holds for the table at the end, and for the table
with all that is kept for the scenario and its map. Above 1 this tree takes more; where the two did not come to the same
position, that is said.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
SCENARIOS = ("sos/courier", "atb/partisans", "kursk/kursk", "gd/lutchessa")

WORKER = """
import gc, json, random, sys, tracemalloc
from balka.lab import bench
from balka.core.choices import Choice
from balka.core.frames import CHANCE
from balka.table import scenes
from balka.table.dice import SeededDice
from balka.table.table import Table

def held():
    gc.collect()
    return tracemalloc.get_traced_memory()[0]

def drawn(view, seat, rng, path=()):
    node = rng.choice(view.grow(path, seat))
    return node if isinstance(node, Choice) else drawn(view, seat, rng, (*path, node))

def played(key, choices):
    table, rng = Table(bench.starts([key])[key], dice=SeededDice(1)), random.Random(1)
    table.run()
    for _ in range(choices):
        seats = [ask.seat for ask in table.state.asks if ask.seat != CHANCE]
        if not seats:
            break
        choice = drawn(table.view(seats[0]), seats[0], rng)
        table.choose(seats[0], table.state.text(choice))
        table.run()
        for seat in table.state.setting.seats:
            scenes.scene(table, seat)
    return table

tracemalloc.start()
before = held()
table = played(sys.argv[1], int(sys.argv[2]))
state, whole = table.state.hash, held()
del table
print(json.dumps({"table": (whole - held()) / 1e6, "with its map": (whole - before) / 1e6, "state": state}))
"""


def measured(folder: Path, scenario: str, choices: int) -> dict[str, float | str]:
    """Megabytes by what was counted, and the state that was reached."""
    source = folder / "src"
    if not (source / "balka").is_dir():
        raise SystemExit(f"{folder} is no checkout of Balka: it has no src/balka")
    done = subprocess.run(
        [sys.executable, "-c", WORKER, scenario, str(choices)],
        env={**os.environ, "PYTHONPATH": str(source), "PYTHONHASHSEED": "0"},
        stdout=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise SystemExit(f"measuring {scenario} in {folder} failed")
    found: dict[str, float | str] = json.loads(done.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("other", type=Path, help="the checkout to compare with")
    parser.add_argument("scenarios", nargs="*", default=list(SCENARIOS))
    parser.add_argument("--choices", type=int, default=300)
    args = parser.parse_args()
    for scenario in args.scenarios:
        ours, other = (measured(folder, scenario, args.choices) for folder in (HERE, args.other))
        for name in ("table", "with its map"):
            now, then = float(ours[name]), float(other[name])
            print(f"{scenario:<18}{name:<14}{now / then:6.2f}   ({now:.2f} MB, there {then:.2f} MB)", flush=True)
        if ours["state"] != other["state"]:
            print(f"{scenario:<18}the two came to different positions", flush=True)


if __name__ == "__main__":
    main()
