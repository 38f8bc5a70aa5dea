"""balka ladder: every bot against every other, ratings with intervals, and a page of them."""

from __future__ import annotations

import argparse
import shlex
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from balka.bots.base import names
from balka.bots.parameters import listed
from balka.cli.extras import extra
from balka.cli.match import Watcher, add_playing, bar_of, book_of, spread_of
from balka.cli.selfplay import read_options
from balka.core.errors import BalkaError
from balka.lab.ladder.plan import Ladder, all_jobs, checked, heading_of
from balka.lab.match.games import Terms
from balka.lab.match.plan import matched

if TYPE_CHECKING:
    from balka.lab.ladder.standing import LadderReport, Standing


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bots", default="", help="bots, commas between (all of the package)")
    parser.add_argument("--games", type=int, default=20, help="games of each two bots in each scenario (20)")
    add_playing(parser)
    parser.add_argument(
        "--with", dest="more", default="", metavar="FILES",
        help="files of matches, commas between: games of two bots of the ladder count too",
    )  # fmt: skip
    parser.add_argument("--page", type=Path, help="write a page of it, and its figures beside it as .json")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    with extra("lab"):
        from balka.lab.ladder import kept, page, standing
    ladder = checked(_ladder(args))
    heading = heading_of(ladder)
    more = kept.games(files_of(args), ladder, any_code=args.any_code)
    games = len(all_jobs(ladder))
    with spread_of(args) as spread, closing(book_of(args, heading)) as book, bar_of(games) as bar:
        results = standing.climb(ladder, book, spread, Watcher(bar).count)
    report = standing.report_of(ladder, results, heading.code, more)
    if args.page:
        _write(args.page, page.page(report, command_of(args, ladder)), report)
    print(msgspec.json.encode(report).decode() if args.json else "\n\n".join(map(table, report.standings)))
    return 1 if report.unfinished else 0


def _ladder(args: argparse.Namespace) -> Ladder:
    return Ladder(
        bots=tuple(listed(args.bots) if args.bots else names()),
        scenarios=matched(args.scenarios),
        games=args.games,
        seed=args.seed,
        terms=Terms(read_options(args.options), args.steps),
        kept=bool(args.more),
    )


def command_of(args: argparse.Namespace, ladder: Ladder) -> str:
    """The command that makes the same ladder again."""
    words = ["balka", "ladder", "--bots", ",".join(ladder.bots), "--scenarios", args.scenarios]
    words += ["--games", str(ladder.games), "--seed", str(ladder.seed)]
    words += ["--options", *args.options] if args.options else []
    words += ["--with", ",".join(map(str, files_of(args)))] if args.more else []
    return shlex.join([*words, *(["--any-code"] if args.any_code else [])])


def files_of(args: argparse.Namespace) -> list[Path]:
    """The files of matches whose games count too."""
    return [Path(name) for name in args.more.split(",") if name]


def _write(path: Path, text: str, report: LadderReport) -> None:
    figures = msgspec.json.format(msgspec.json.encode(report), indent=1)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.with_suffix(".json").write_bytes(figures + b"\n")
    except OSError as problem:
        raise BalkaError(f"{path} cannot be written: {problem.strerror}", "name another page") from problem


def table(standing: Standing) -> str:
    """A ladder for people."""
    width = max(len(each.bot) for each in standing.ratings) if standing.ratings else 3
    lines = [f"{standing.title}: {standing.games} games"]
    lines += [f"  {r.bot:<{width}}  {r.rating:5.0f}  [{r.low:.0f}, {r.high:.0f}]" for r in standing.ratings]
    return "\n".join(lines)
