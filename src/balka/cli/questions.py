"""balka questions: ask the table anything at all while games go on; every question must get an answer."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

from tqdm import tqdm

import balka
from balka.lab.questions import Answered, interrogate

SHOWN = 20  # faults printed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenarios", nargs="*", help="where to ask, for example sos/courier (everywhere)")
    parser.add_argument("--count", type=int, default=3200, help="how many questions in all (3200)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed asks the same questions (1)")
    parser.add_argument("--workers", type=int, default=1, help="processes to share the scenarios (1)")


def run(args: argparse.Namespace) -> int:
    keys = args.scenarios or [f"{game}/{scenario.key.removeprefix(f'{game}/')}" for game in balka.GAMES
                              for scenario in balka.game(game).scenarios()]  # fmt: skip
    for key in keys:
        balka.scenario(key)
    share = -(-args.count // len(keys))
    asked, faults = Counter[str](), []
    for answered in tqdm(
        _answered(keys, share, args.seed, args.workers), total=len(keys), disable=None, file=sys.stderr
    ):
        asked += answered.asked
        faults += answered.faults
    print("\n".join(f"{kind:<16}{number:>8}" for kind, number in sorted(asked.items())))
    print(f"{asked.total()} questions in {len(keys)} scenarios, {len(faults)} without an answer")
    for fault in faults[:SHOWN]:
        print(f"\n{fault.scenario}, {fault.seat}, {fault.question}:\n{fault.problem}")
    return 1 if faults else 0


def _answered(keys: list[str], share: int, seed: int, workers: int) -> Iterator[Answered]:
    if workers <= 1:
        yield from (interrogate(key, share, seed) for key in keys)
        return
    with ProcessPoolExecutor(max_workers=workers) as pool:
        yield from pool.map(interrogate, keys, repeat(share), repeat(seed))
