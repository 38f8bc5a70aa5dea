"""balka match: which of two bots is better, sides swapped on the same dice."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import AbstractContextManager, closing
from pathlib import Path

import msgspec
from tqdm import tqdm

from balka.cli.extras import extra
from balka.cli.selfplay import read_options
from balka.core.errors import BalkaError
from balka.lab.match.figures import Mean, Sprt
from balka.lab.match.games import Result, Terms
from balka.lab.match.keeping import Book, Heading, opened, with_code_of
from balka.lab.match.plan import Plan, checked, matched
from balka.lab.match.report import Report, Share, SidePart
from balka.lab.match.running import heading_of, match
from balka.lab.match.spreading import Spread, by_processes
from balka.lab.selfplay import MOST_STEPS

SHOWN = 5  # games without an end that are told to people; --json has them all


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("a", help="a bot: a key, module:Class, either with ?key=value,key=value")
    parser.add_argument("b", help="the bot it plays against")
    parser.add_argument("--games", type=int, default=100, help="how many games in all, an even number (100)")
    add_playing(parser)
    parser.add_argument("--sprt", metavar="P0,P1", help="stop when it is known whether A's share is P0 or P1")
    parser.add_argument("--alpha", type=float, default=0.05, help="how often P1 may be said wrongly (0.05)")
    parser.add_argument("--beta", type=float, default=0.05, help="how often P0 may be said wrongly (0.05)")
    parser.add_argument(
        "--baseline", action="store_true", help="B also plays itself on these dice, to see what A gains on each side"
    )
    parser.add_argument("--luck", action="store_true", help="tell also what A's share is without the luck of the dice")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def add_playing(parser: argparse.ArgumentParser) -> None:
    """What all commands that play many games between bots have in common."""
    parser.add_argument("--scenarios", default="*", help="keys or patterns, commas between: sos/courier,atb/* (all)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games (1)")
    parser.add_argument("--workers", type=int, default=0, help="processes that share the games (all cores)")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on the machines of a Ray cluster: auto or host:6379")
    parser.add_argument("--file", type=Path, help="where results are kept; the same command goes on from there")
    parser.add_argument("--any-code", action="store_true", help="go on with a --file that other code began")
    parser.add_argument("--options", nargs="+", default=[], metavar="KEY=VALUE", help="options of the scenarios")
    parser.add_argument("--steps", type=int, default=MOST_STEPS, help=f"a game is let be after so many ({MOST_STEPS})")


def run(args: argparse.Namespace) -> int:
    plan = Plan(
        a=args.a,
        b=args.b,
        scenarios=matched(args.scenarios),
        games=args.games,
        seed=args.seed,
        terms=Terms(read_options(args.options), args.steps, args.luck),
        sprt=read_sprt(args.sprt, args.alpha, args.beta),
        baseline=args.baseline,
    )
    heading = heading_of(checked(plan))
    games = plan.games + plan.games // 2 * plan.baseline
    with spread_of(args) as spread, closing(book_of(args, heading)) as book, bar_of(games) as bar:
        report = match(plan, book, spread, Watcher(bar).hear)
    print(msgspec.json.encode(report).decode() if args.json else table(report))
    return 1 if report.unfinished else 0


def spread_of(args: argparse.Namespace) -> AbstractContextManager[Spread]:
    """This machine's cores, or the machines of a Ray cluster."""
    if not args.ray:
        return by_processes(args.workers or os.cpu_count() or 1)
    with extra("ray"):
        from balka.lab.match.by_ray import by_ray
    return by_ray(args.ray)


def book_of(args: argparse.Namespace, heading: Heading) -> Book:
    return opened(args.file, with_code_of(args.file, heading) if args.any_code else heading)


def bar_of(games: int) -> tqdm:
    return tqdm(total=games, unit="game", disable=None, file=sys.stderr)


def read_sprt(text: str | None, alpha: float, beta: float) -> Sprt | None:
    if text is None:
        return None
    try:
        p0, p1 = (float(word) for word in text.split(","))
    except ValueError:
        raise BalkaError(f"{text!r} is no sequential test", "--sprt 0.50,0.58") from None
    return Sprt(p0, p1, alpha, beta)


class Watcher:
    """Keeps a bar going, with the share so far."""

    def __init__(self, bar: tqdm) -> None:
        self._bar = bar
        self._shares: list[float] = []

    def hear(self, result: Result) -> None:
        if not result.problem and result.a != result.b:  # B alone says nothing of A
            self._shares.append(result.share)
            self._bar.set_postfix_str(f"{sum(self._shares) / len(self._shares):.3f}", refresh=False)
        self._bar.update()

    def count(self, result: Result) -> None:
        """Where there is no single share."""
        self._bar.update()


def table(report: Report) -> str:
    """The report for people."""
    width = max(len(key) for key in (*report.by_scenario, "pairs ahead"))
    head = f"{'scenario':<{width}}  {'share':>5}  {'95 %':<14}  {'games':>5}  margin of victory points"
    lines = [f"{report.a} against {report.b}, seed {report.seed}: wins plus half the draws of {report.a}", head]
    for key, part in report.by_scenario.items():
        lines.append(f"{key:<{width}}  {_share(part)}  {_mean(part.margin)}")
        lines += [_as_side(side, own, width) for side, own in part.by_side.items()]
    lines.append(f"{'all':<{width}}  {_share(report)}  {report.wins} won, {report.draws} drawn, {report.losses} lost")
    lines.append(f"{'pairs ahead':<{width}}  {_share(report.pairs)}  by victory points over both games")
    if report.without_luck is not None:
        lines.append(
            f"without luck {_mean(report.without_luck, sign='')} by pairs: the share had the dice favoured nobody"
        )
    return "\n".join([*lines, *_sequential(report), *_unfinished(report)])


def _as_side(side: str, part: SidePart, width: int) -> str:
    gain = f", gain {_mean(part.gain)}" if part.gain is not None else ""
    return f"{'  as ' + side:<{width}}  {_share(part)}  {_mean(part.margin)}{gain}"


def _share(part: Share) -> str:
    return f"{part.share:5.3f}  [{part.low:.3f}, {part.high:.3f}]  {part.games:>5}"


def _mean(mean: Mean | None, sign: str = "+") -> str:
    if mean is None:
        return ""
    interval = "" if mean.low is None else f" [{mean.low:{sign}.2f}, {mean.high:{sign}.2f}]"
    return f"{mean.mean:{sign}.2f}{interval}"


def _sequential(report: Report) -> list[str]:
    test = report.sprt
    if test is None:
        return []
    said = {"p1": f"{test.p1:g} it is", "p0": f"{test.p0:g} it is", "": "not known yet"}[test.decision]
    between = f"log-likelihood ratio {test.ratio:.2f} between {test.low:.2f} and {test.high:.2f}"
    return [f"{test.p0:g} or {test.p1:g}: {said} after {test.pairs} pairs ({between})"]


def _unfinished(report: Report) -> list[str]:
    if not report.unfinished:
        return []
    more = len(report.unfinished) - SHOWN
    lines = [f"{len(report.unfinished)} games without an end are not counted:"]
    return [*lines, *(f"  {each}" for each in report.unfinished[:SHOWN]), *([f"  and {more} more"] if more > 0 else [])]
