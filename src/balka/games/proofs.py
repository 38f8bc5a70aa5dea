"""What is known about rules beside their words: the tests that prove them, and why some do not apply."""

from __future__ import annotations

from pathlib import Path

import msgspec

import balka.games
from balka.core import proof
from balka.core.errors import BalkaError
from balka.core.ledger import Ledger, read_table

NOT_APPLICABLE_COLUMNS = ("id", "reason")
INDEX_COLUMNS = ("id", "test")

Proofs = dict[str, list[str]]  # rule id -> the tests that prove it


class NotApplicable(msgspec.Struct, frozen=True):
    """A row that has no meaning in a program, and why."""

    id: str
    reason: str


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
