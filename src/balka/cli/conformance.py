"""balka conformance: which rules are proven by a test, which are not yet, and which worked examples come out right."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Iterator

import msgspec

import balka.games
from balka.core.errors import BalkaError
from balka.core.ledger import Ledger
from balka.games.examples import NOT_RUN, Outcomes, outcomes
from balka.games.proofs import NotApplicable, Proofs, proofs, read_not_applicable

BAR_WIDTH = 20


class Conformance(msgspec.Struct, frozen=True):
    """How far one game is proven."""

    ledger: Ledger
    proven: frozenset[str]
    not_applicable: tuple[NotApplicable, ...]
    examples: Outcomes

    @property
    def open(self) -> list[str]:
        """Rows neither proven nor excused, in the order of the rulebook."""
        excused = {row.id for row in self.not_applicable}
        return [row.id for row in self.ledger if row.id not in self.proven and row.id not in excused]

    def as_json(self) -> dict[str, object]:
        """The summary for programs."""
        return {
            "rows": len(self.ledger),
            "proven": len(self.proven),
            "not_applicable": [msgspec.to_builtins(row) for row in self.not_applicable],
            "open": self.open,
            "examples": {
                "total": self.examples.total,
                "passed": self.examples.passed,
                "failed": list(self.examples.faults),
            },
        }


# -- The report -------------------------------------------------------------------------------------------------------


def conformance(key: str, proven: Proofs) -> Conformance:
    """How far this game is proven by these tests."""
    ledger = balka.games.ledger(key)
    excused = read_not_applicable(ledger, balka.games.title_folder(key) / "rules" / "not_applicable.tsv")
    for row in excused:
        if row.id in proven:
            raise BalkaError(f"{row.id} is listed as not applicable, yet {proven[row.id][0]} proves it")
    return Conformance(ledger, frozenset(rule for rule in proven if rule in ledger), excused, outcomes(key))


def report(key: str, result: Conformance) -> str:
    """The state of one game as text for people."""
    return "\n".join([*_summary(key, result), "", *_sections(result), "", *_reasons(result), *_wrong(result)]).rstrip()


def _summary(key: str, result: Conformance) -> Iterator[str]:
    yield f"{key}: {balka.games.TITLES[key]}"
    yield f"  rows {len(result.ledger)}, proven {len(result.proven)}, not applicable {len(result.not_applicable)}, " + (
        f"open {len(result.open)}"
    )
    yield f"  worked examples {result.examples.total}, passed {result.examples.passed}"


def _sections(result: Conformance) -> Iterator[str]:
    excused = {row.id for row in result.not_applicable}
    width = max(len(section) for section in result.ledger.sections)
    yield f"  {'section':{max(width, 7)}}  {'':{BAR_WIDTH}}  proven  not applicable  open"
    for section in result.ledger.sections:
        rows = {row.id for row in result.ledger.section(section)}
        proven, away = len(rows & result.proven), len(rows & excused)
        bar = "#" * (BAR_WIDTH * (proven + away) // len(rows))
        left = len(rows) - proven - away
        yield f"  {section:{max(width, 7)}}  {bar:.<{BAR_WIDTH}}  {proven:6}  {away:14}  {left:4}"


def _reasons(result: Conformance) -> Iterator[str]:
    if result.not_applicable:
        yield "  Not applicable:"
        yield from (f"    {row.id:14} {row.reason}" for row in result.not_applicable)
        yield ""


def _wrong(result: Conformance) -> Iterator[str]:
    played = {name: found for name, found in result.examples.faults.items() if found != [NOT_RUN]}
    waiting = [name for name in result.examples.faults if name not in played]
    if played:
        yield "  Examples that come out differently:"
        yield from (f"    {name}: {fault}" for name, found in played.items() for fault in found)
    if waiting:
        yield f"  Examples not run yet ({len(waiting)}):"
        yield from textwrap.wrap(
            ", ".join(waiting), 110, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False
        )


# -- The command ------------------------------------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help=f"one of {', '.join(balka.games.TITLES)}; all if left out"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")


def run(args: argparse.Namespace) -> int:
    """Print how far one game or all are proven."""
    keys = [balka.games.key_of(args.game)] if args.game else list(balka.games.TITLES)
    proven = proofs()
    results = {key: conformance(key, proven) for key in keys}
    if args.json:
        print(json.dumps({key: result.as_json() for key, result in results.items()}, indent=1))
    else:
        print("\n\n".join(report(key, result) for key, result in results.items()))
    return 0
