"""balka bench: one JSON object with the speed of every game and of its parts, or what changed since another."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from balka.core.errors import BalkaError
from balka.lab.bench import figures
from balka.lab.bench.stretches import STEPS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenarios", nargs="*", help="what to play; by default the ones that are always measured")
    parser.add_argument("--calls", action="store_true", help="only count calls, which are the same on every machine")
    parser.add_argument("--steps", type=int, help=f"length of a stretch of random play ({STEPS}, or as in --against)")
    parser.add_argument("--rounds", type=int, default=figures.ROUNDS, help=f"slices of each ({figures.ROUNDS})")
    parser.add_argument("--slice", type=float, default=figures.SLICE, help=f"seconds of a slice ({figures.SLICE})")
    parser.add_argument("--map", action="store_true", help="also measure how smoothly the map moves in a browser")
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the figures in a file")
    parser.add_argument("--against", type=Path, metavar="FILE", help="compare calls with kept figures; fail on growth")


def run(args: argparse.Namespace) -> int:
    before = figures.load(args.against) if args.against else None
    found = measured(args, before["steps"] if before else STEPS)
    if args.save:
        figures.save(found, args.save)
    if before is None:
        print(json.dumps(found, indent=2))
        return 0
    changes = figures.changes(before, found)
    print(figures.table(changes))
    return 1 if any(change.too_much for change in changes) else 0


def measured(args: argparse.Namespace, usual: int) -> figures.Figures:
    steps = usual if args.steps is None else args.steps
    if args.rounds < 1 or args.slice <= 0 or steps < 1:
        raise BalkaError("at least one step and one round of more than no time")
    rows = figures.rows_of(args.scenarios) or figures.ROWS
    wanted = figures.Wanted(rows=rows, steps=steps, rounds=args.rounds, slice=args.slice)
    found = figures.calls(wanted, say) if args.calls else figures.everything(wanted, say)
    if args.map:
        from balka.lab import frames

        found["map_frames"] = frames.frames()
    return found


def say(what: str) -> None:
    """What is measured now, so that nobody thinks it has stopped."""
    print(what, file=sys.stderr, flush=True)
