"""The command line: one module a command, imported only when that command is given."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import sys
from collections.abc import Sequence

import balka
from balka.core.errors import BalkaError

COMMANDS = {
    "play": "open the table in the browser",
    "serve": "open a house to others, on one file or a PostgreSQL database",
    "admin": "look after a house: its tables, a backup, whether everything in it opens",
    "learn": "list the lessons, or take one in the terminal",
    "scenarios": "list what can be played",
    "selfplay": "let bots play and check every step",
    "match": "find out which of two bots is better",
    "ladder": "rate all bots against each other",
    "balance": "find out how even the scenarios are, and what evens them out",
    "tune": "move the weights of a bot by games",
    "train": "fit the value of positions to kept games",
    "env": "look at a scenario as learning programs see it",
    "export": "write finished games as Parquet tables",
    "questions": "ask the table anything while games go on and see that it answers",
    "conformance": "show which rules are proven by a test",
    "check": "validate the data files of the games or of a data pack",
    "replay": "play a record again and compare its checksums",
    "referee": "answer a question about a position, with the working shown",
    "bench": "measure the speed of the engine",
}
USER_MISTAKE = 2
INTERRUPTED = 130


def commands() -> dict[str, str]:
    """The commands this installation has, with their one-line help."""
    return {name: text for name, text in COMMANDS.items() if importlib.util.find_spec(f"balka.cli.{name}")}


def build_parser(chosen: str | None) -> argparse.ArgumentParser:
    """The parser with the arguments of the chosen command only, so that no other command is imported."""
    parser = argparse.ArgumentParser(prog="balka", description=balka.__doc__)
    parser.add_argument("--version", action="version", version=f"balka {balka.__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, text in commands().items():
        subparser = subparsers.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        if name == chosen:
            module = importlib.import_module(f"balka.cli.{name}")
            module.add_arguments(subparser)
            subparser.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command given and say what went wrong without a traceback."""
    words = sys.argv[1:] if argv is None else list(argv)
    chosen = next((word for word in words if not word.startswith("-")), None)
    try:
        args = build_parser(chosen).parse_args(words)
        return int(args.run(args))
    except BalkaError as problem:
        print(f"balka: {problem}", file=sys.stderr)
        return USER_MISTAKE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has gone (a pager was closed); nothing more may be written, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


if __name__ == "__main__":
    sys.exit(main())
