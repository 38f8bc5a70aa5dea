"""balka selfplay: bots play whole games, and the audit looks over every step."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from functools import partial

import msgspec
from tqdm import tqdm

from balka.core.errors import BalkaError
from balka.lab.audit import EVERY
from balka.lab.selfplay import Plan, Report, selfplay

SHOWN = 20  # violations printed for people; --json has them all


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", help="what to play, for example sos/courier")
    parser.add_argument("--bots", default="random", help="a bot for each side, with commas between; they change sides")
    parser.add_argument("--games", type=int, default=10, help="how many games (10)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games (1)")
    parser.add_argument("--audit", action="store_true", help="check every step against what must always be true")
    parser.add_argument("--every", type=int, default=EVERY, help=f"dear checks at every k-th step ({EVERY})")
    parser.add_argument("--options", nargs="+", default=[], metavar="KEY=VALUE", help="options of the scenario")
    parser.add_argument("--workers", type=int, default=1, help="processes to share the games (1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    plan = Plan(
        scenario=args.scenario,
        bots=tuple(name.strip() for name in args.bots.split(",")),
        games=args.games,
        seed=args.seed,
        options=read_options(args.options),
        audit=args.audit,
        every=args.every,
    )
    bar = partial(tqdm, total=plan.games, unit="game", disable=None, file=sys.stderr)
    report = selfplay(plan, args.workers, bar)
    print(msgspec.json.encode(report).decode() if args.json else table(report))
    return 0 if report.sound else 1


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
    left_out = len(report.violations) - SHOWN
    lines += [f"  {problem}" for problem in report.violations[:SHOWN]]
    lines += [f"  and {left_out} more"] if left_out > 0 else []
    return "\n".join(lines)
