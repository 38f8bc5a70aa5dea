"""balka selfplay: bots play whole games, and the audit looks over every step."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import msgspec
from tqdm import tqdm

from balka.bots.parameters import listed
from balka.core.errors import BalkaError
from balka.lab import sweep
from balka.lab.audit import EVERY
from balka.lab.selfplay import Plan, Report, recorded, selfplay
from balka.lab.shrink import shortest_fault

SHOWN = 20  # violations printed for people; --json has them all
LOG = "sweep.jsonl"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", nargs="?", help="what to play, for example sos/courier or crucible/gd")
    parser.add_argument("--bots", default="", help="a bot for each side, with commas between; they change sides")
    parser.add_argument("--games", type=int, default=10, help="how many games (10)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games (1)")
    parser.add_argument("--audit", action="store_true", help="check every step against what must always be true")
    parser.add_argument("--every", type=int, default=EVERY, help=f"dear checks at every k-th step ({EVERY}), 0: never")
    parser.add_argument(
        "--bare",
        type=int,
        default=0,
        metavar="K",
        help="also compare every k-th step with a state that remembers nothing",
    )
    parser.add_argument("--options", nargs="+", default=[], metavar="KEY=VALUE", help="options of the scenario")
    parser.add_argument("--workers", type=int, default=0, help="processes to share the games (1; all cores with --all)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--shrink", action="store_true", help="show the shortest way to the first violation")
    parser.add_argument("--all", action="store_true", help="spread --choices over all scenarios, crucibles and bots")
    parser.add_argument("--choices", type=int, default=100_000, help="audited choices of --all (100000)")
    parser.add_argument("--log", type=Path, default=Path(LOG), help=f"where --all notes its games, to go on ({LOG})")


def run(args: argparse.Namespace) -> int:
    if args.all:
        return run_all(args)
    if args.scenario is None:
        raise BalkaError("nothing to play is named", instead="a scenario such as sos/courier, or --all")
    plan = Plan(
        scenario=args.scenario,
        bots=tuple(listed(args.bots or "random")),
        games=args.games,
        seed=args.seed,
        options=read_options(args.options),
        audit=args.audit,
        every=args.every,
        bare=args.bare,
    )
    bar = partial(tqdm, total=plan.games, unit="game", disable=None, file=sys.stderr)
    report = selfplay(plan, args.workers or 1, bar)
    print(msgspec.json.encode(report).decode() if args.json else table(report))
    if args.shrink and report.violations:
        print(shrunk(plan, report))
    return 0 if report.sound else 1


def run_all(args: argparse.Namespace) -> int:
    """Everything, under the audit, on all cores."""
    bots = tuple(listed(args.bots)) if args.bots else tuple(sweep.SHARES)
    scenarios = (args.scenario,) if args.scenario else ()
    order = sweep.Order(
        choices=args.choices, scenarios=scenarios, bots=bots, seed=args.seed, every=args.every or EVERY, bare=args.bare
    )
    with tqdm(total=args.choices, unit="choice", disable=None, file=sys.stderr) as bar:
        found = sweep.sweep(order, args.log, args.workers or os.cpu_count() or 1, bar.update)
    print(sweep.table(found))
    problems = [problem for played in found for problem in played.violations]
    print("\n".join(_first(problems)))
    return 1 if problems else 0


def shrunk(plan: Plan, report: Report) -> str:
    """The shortest way to the first violation, a sentence a line."""
    number = int(report.violations[0].split(", step ")[0].rpartition(" game ")[2])
    start, said = recorded(plan, number)
    fault, kept = shortest_fault(start, said)
    if not fault:
        return "The first violation is not among those a replay can find."
    return "\n".join([f"{fault}\n  from the start of game {number}:", *(f"  {who}: {text}" for who, text in kept)])


def read_options(words: Iterable[str]) -> dict[str, str]:
    """`key=value` words as a dictionary."""
    options = dict[str, str]()
    for word in words:
        key, sign, value = word.partition("=")
        if not (sign and key and value):
            raise BalkaError(f"{word!r} is no option", instead="key=value")
        options[key] = value
    return options


def table(report: Report) -> str:
    """The report for people."""
    rate = report.choices / report.seconds if report.seconds else 0.0
    rows = [
        ("scenario", report.scenario),
        ("games", f"{report.games}, finished {report.finished}"),
        *((f"won as {side}", str(wins)) for side, wins in report.wins.items()),
        *((f"won by {name}", str(wins)) for name, wins in report.bot_wins.items()),
        ("choices", f"{report.choices} in {report.seconds:.1f} s, {rate:.0f} a second"),
        ("violations", str(len(report.violations))),
    ]
    width = max(len(name) for name, _ in rows)
    lines = [f"{name:<{width}}  {value}" for name, value in rows]
    return "\n".join(lines + _first(report.violations))


def _first(problems: list[str]) -> list[str]:
    """The first few violations, and how many more there are."""
    left_out = len(problems) - SHOWN
    lines = [f"  {problem}" for problem in problems[:SHOWN]]
    return lines + ([f"  and {left_out} more"] if left_out > 0 else [])
