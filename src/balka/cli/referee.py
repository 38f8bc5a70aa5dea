"""balka referee: answer the questions of a file about a position, with the working shown."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from balka.core.describing.document import Mistakes
from balka.referee import referee_file

REFUSED, FAULTY = 1, 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("file", metavar="FILE.yaml", type=Path, help="a position and questions; see docs/referee.md")
    parser.add_argument("--json", action="store_true", help="print the answers as JSON")


def run(args: argparse.Namespace) -> int:
    """Print the answers, and 1 if a line could not be played; every mistake in the file, and 2, if there is any."""
    try:
        report = referee_file(args.file)
    except Mistakes as problem:
        if args.json:
            print(json.dumps({"mistakes": [mistake.to_wire() for mistake in problem.mistakes]}, indent=1))
        for mistake in problem.mistakes:
            print(f"balka: {mistake}", file=sys.stderr)
        return FAULTY
    print(json.dumps(report.to_wire(), indent=1) if args.json else report.text())
    return REFUSED if report.refused else 0
