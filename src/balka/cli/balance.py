"""balka balance: how even the scenarios are when a bot plays both sides, and which handicap evens them out."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from msgspec import structs

from balka.cli.match import Watcher, add_playing, bar_of, book_of, spread_of
from balka.cli.selfplay import read_options
from balka.core.errors import BalkaError
from balka.lab.balance.measuring import HANDICAP, Measuring, Study, heading_of
from balka.lab.balance.page import page, to_toml
from balka.lab.match.games import Terms
from balka.lab.match.keeping import Book
from balka.lab.match.plan import check_playable, matched
from balka.lab.selfplay import find
from balka.table.balance import Balances, read


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bot", default="veteran", help="who plays both sides (veteran)")
    parser.add_argument("--games", type=int, default=40, help="games of each scenario, and of each handicap tried (40)")
    add_playing(parser)
    parser.add_argument("--luck", action="store_true", help="count what sides would win without the luck of the dice")
    parser.add_argument("--to", type=Path, help="a balance.toml to write; scenarios not played now keep their entries")
    parser.add_argument("--page", type=Path, help="write a page of all that is in it")


def run(args: argparse.Namespace) -> int:
    study = checked(
        Study(
            bot=args.bot,
            scenarios=matched(args.scenarios),
            games=args.games,
            seed=args.seed,
            terms=Terms(read_options(args.options), args.steps, args.luck),
        )
    )
    before = _before(args.to)
    with spread_of(args) as spread, bar_of(0) as bar:
        measuring = Measuring(study, lambda terms: _book(args, study, terms), spread, Watcher(bar).count)
        found = measuring.balances()
    whole = _added(before, Balances([_command(args, study)], found))
    if args.to:
        _write(args.to, to_toml(whole))
    if args.page:
        _write(args.page, page(whole, {key: find(key, {})[1].title for key in whole.scenarios}))
    print(to_toml(Balances(whole.commands, found)))
    print("\n".join(f"# without an end, not counted: {each}" for each in measuring.unfinished))
    return 1 if measuring.unfinished else 0


def checked(study: Study) -> Study:
    """The study, if it can be played; else what is wrong with it."""
    if study.games < 1:
        raise BalkaError(f"{study.games} games tell nothing", "--games 1 or more")
    if study.terms.steps < 1:
        raise BalkaError(f"a game cannot end within {study.terms.steps} steps", "at least 1")
    if HANDICAP in study.terms.options:
        raise BalkaError("the handicap is what is looked for", "leave it out of --options")
    for key in study.scenarios:
        check_playable(key, study.terms, [study.bot])
    return study


def _book(args: argparse.Namespace, study: Study, terms: Terms) -> Book:
    """Games with a handicap lie in a file of their own beside the others."""
    handicap = terms.options.get(HANDICAP)
    own = argparse.Namespace(**vars(args))
    if args.file and handicap:
        own.file = args.file.with_stem(f"{args.file.stem}-{handicap.replace(' ', '-')}")
    return book_of(own, heading_of(study, terms))


def _before(path: Path | None) -> Balances:
    if path is None or not path.exists():
        return Balances()
    try:
        return read(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise BalkaError(f"{path} is no balance.toml: {problem}", "name another file") from problem


def _added(before: Balances, now: Balances) -> Balances:
    commands = list(dict.fromkeys([*before.commands, *now.commands]))
    return structs.replace(before, commands=commands, scenarios={**before.scenarios, **now.scenarios})


def _command(args: argparse.Namespace, study: Study) -> str:
    words = ["balka", "balance", "--bot", study.bot, "--scenarios", args.scenarios]
    luck = ["--luck"] if study.terms.luck else []
    return shlex.join([*words, "--games", str(study.games), "--seed", str(study.seed), *luck])


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise BalkaError(f"{path} cannot be written: {problem.strerror}", "name another file") from problem
