"""balka bench: one JSON object with the speed of every game, of its parts, and of catanatron in the same run."""

from __future__ import annotations

import argparse
import importlib.util
import json

from balka.core.errors import BalkaError
from balka.lab import bench


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenarios", nargs="*", help="what to play; by default the first scenario of every game")
    parser.add_argument("--rounds", type=int, default=bench.ROUNDS, help=f"slices of each ({bench.ROUNDS})")
    parser.add_argument("--map", action="store_true", help="also measure how smoothly the map moves in a browser")
    parser.add_argument("--slice", type=float, default=bench.SLICE, help=f"seconds of a slice ({bench.SLICE})")


def run(args: argparse.Namespace) -> int:
    if importlib.util.find_spec("catanatron") is None:
        raise BalkaError("the benchmark compares with catanatron, which is not installed", instead="make setup")
    if args.rounds < 1 or args.slice <= 0:
        raise BalkaError("at least one round of more than no time")
    begun = bench.starts(args.scenarios or bench.default_scenarios())
    found = bench.bench(begun, args.rounds, args.slice)
    if args.map:
        from balka.lab import frames

        found["map_frames"] = frames.frames()
    print(json.dumps(found, indent=2))
    return 0
