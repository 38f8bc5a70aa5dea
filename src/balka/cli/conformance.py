"""balka conformance: which rules are proven by a test, which are not yet, and which worked examples come out right."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import yaml

import balka.games
from balka.core import proof
from balka.core.errors import BalkaError
from balka.core.ledger import Ledger, read_table

NOT_APPLICABLE_COLUMNS = ("id", "reason")
INDEX_COLUMNS = ("id", "test")
BAR_WIDTH = 20
NOT_RUN = "not run yet"

Example = dict[str, object]
Runner = Callable[[Example], list[str]]
Proofs = dict[str, list[str]]  # rule id -> the tests that prove it


class NotApplicable(msgspec.Struct, frozen=True):
    """A row that has no meaning in a program, and why."""

    id: str
    reason: str


class Examples(msgspec.Struct, frozen=True):
    """How many worked examples there are, and what was wrong with each that failed."""

    total: int
    faults: dict[str, list[str]]

    @property
    def passed(self) -> int:
        return self.total - len(self.faults)


class Conformance(msgspec.Struct, frozen=True):
    """How far one game is proven."""

    ledger: Ledger
    proven: frozenset[str]
    not_applicable: tuple[NotApplicable, ...]
    examples: Examples

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


# -- What the tests prove ---------------------------------------------------------------------------------------------


def proofs() -> Proofs:
    """Every proven row with its tests: from the checkout's tests, or from the index a wheel carries instead."""
    tests = tests_folder()
    found = proofs_in_tests(tests) if tests else proofs_in_index(index_path())
    for rule_id, names in found.items():
        _must_exist(rule_id, names[0])
    return found


def tests_folder() -> Path | None:
    """The tests beside the package when it runs from a checkout."""
    root = Path(balka.__file__).parents[2]
    return root / "tests" if (root / "pyproject.toml").is_file() and (root / "tests").is_dir() else None


def index_path() -> Path:
    """Where the wheel keeps the list of proven rows."""
    return Path(balka.games.__file__).parent / proof.INDEX_NAME


def proofs_in_tests(tests: Path) -> Proofs:
    """What the test files of a folder claim, read from their source."""
    try:
        claims = proof.claims(tests)
    except (proof.UnreadableClaim, SyntaxError) as problem:
        raise BalkaError(f"the tests cannot be read: {problem}") from problem
    found: Proofs = {}
    for claim in claims:
        found.setdefault(claim.rule, []).append(claim.test)
    return found


def proofs_in_index(path: Path) -> Proofs:
    """What a wheel's index says."""
    found: Proofs = {}
    for _, (rule_id, test) in read_table(path, INDEX_COLUMNS):
        found.setdefault(rule_id, []).append(test)
    return found


def _must_exist(rule_id: str, where: str) -> None:
    try:
        balka.games.find_rule(rule_id)
    except BalkaError as problem:
        raise BalkaError(f"{where} names {rule_id!r}: {problem.message}", problem.instead) from None


# -- Rows that do not apply, and worked examples ----------------------------------------------------------------------


def read_not_applicable(ledger: Ledger, path: Path) -> tuple[NotApplicable, ...]:
    """The excused rows of a game with their reasons; a game without the file excuses none."""
    if not path.is_file():
        return ()
    rows = []
    for number, (rule_id, reason) in read_table(path, NOT_APPLICABLE_COLUMNS):
        if rule_id not in ledger:
            raise BalkaError(f"{path}:{number}: no rule {rule_id!r} in the ledger of {ledger.game}")
        rows.append(NotApplicable(rule_id, reason))
    return tuple(rows)


def read_examples(path: Path) -> list[Example]:
    """The worked examples of a game."""
    data = yaml.load(path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    entries = data["examples"] if isinstance(data, dict) else data
    if not isinstance(entries, list) or not all(isinstance(entry, dict) and "id" in entry for entry in entries):
        raise BalkaError(f"{path}: must be a list of examples, each with an id")
    return entries


def runner(title: str) -> Runner | None:
    """The title's own way to play an example, if it has one."""
    name = f"balka.games.{title}.examples"
    if importlib.util.find_spec(name) is None:
        return None
    run: Runner = importlib.import_module(name).run
    return run


def run_examples(examples: list[Example], run: Runner | None) -> Examples:
    """Play each example and keep what came out differently."""
    faults = {str(example["id"]): found for example in examples if (found := _faults(example, run))}
    return Examples(len(examples), faults)


def _faults(example: Example, run: Runner | None) -> list[str]:
    if run is None:
        return [NOT_RUN]
    try:
        return run(example)
    except NotImplementedError:
        return [NOT_RUN]
    except Exception as problem:  # one broken example must not hide the others
        return [f"{type(problem).__name__}: {problem}"]


# -- The report -------------------------------------------------------------------------------------------------------


def conformance(key: str, proven: Proofs) -> Conformance:
    """How far this game is proven by these tests."""
    ledger = balka.games.ledger(key)
    rules = balka.games.title_folder(key) / "rules"
    excused = read_not_applicable(ledger, rules / "not_applicable.tsv")
    for row in excused:
        if row.id in proven:
            raise BalkaError(f"{row.id} is listed as not applicable, yet {proven[row.id][0]} proves it")
    examples = run_examples(read_examples(rules / "examples.yaml"), runner(balka.games.TITLES[key]))
    return Conformance(ledger, frozenset(rule for rule in proven if rule in ledger), excused, examples)


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
