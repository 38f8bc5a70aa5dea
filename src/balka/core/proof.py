"""Proof: tests name the ledger rows they prove, and the names can be read without running anything."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

Test = TypeVar("Test", bound=Callable[..., object])

ATTRIBUTE = "proven_rules"
NOT_RUN = ("skip", "skipif", "xfail")  # marks under which a broken rule would go unnoticed
INDEX_NAME = "proven.tsv"
INDEX_HEADER = "id\ttest"


class Claim(NamedTuple):
    """A test's word that it proves a row."""

    rule: str
    test: str  # path under the tests folder :: name of the function, its class before it
    line: int


class UnreadableClaim(Exception):
    """A test names its rows in a way that cannot be read from the source."""


def rule(*ids: str) -> Callable[[Test], Test]:
    """Mark a test as the proof of these ledger rows."""
    if not ids or not all(isinstance(rule_id, str) for rule_id in ids):
        raise TypeError('name the proven rows: @rule("sos-6.6-a")')

    def mark(test: Test) -> Test:
        setattr(test, ATTRIBUTE, (*rules_of(test), *ids))
        return test

    return mark


def rules_of(test: object) -> tuple[str, ...]:
    """The rows a test function was marked with."""
    return tuple(getattr(test, ATTRIBUTE, ()))


def claims(tests: Path) -> list[Claim]:
    """Every claim in the test files of a folder, read from their source; tests that may not run claim nothing."""
    found: list[Claim] = []
    for path in sorted(tests.rglob("test_*.py")):
        name = path.relative_to(tests).as_posix()
        found.extend(_claims_in(ast.parse(path.read_text(encoding="utf-8"), str(path)), name))
    return found


def _claims_in(module: ast.Module, name: str) -> Iterator[Claim]:
    for test, qualified in _test_functions(module.body, name):
        if any(_name(decorator) in NOT_RUN for decorator in test.decorator_list):
            continue
        for decorator in test.decorator_list:
            if isinstance(decorator, ast.Call) and _name(decorator) == "rule":
                yield from (Claim(rule_id, qualified, test.lineno) for rule_id in _ids(decorator, name))


def _test_functions(body: list[ast.stmt], prefix: str) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, str]]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            yield node, f"{prefix}::{node.name}"
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from _test_functions(node.body, f"{prefix}::{node.name}")


def _name(decorator: ast.expr) -> str | None:
    """The last name of a decorator: skip for @pytest.mark.skip(...), rule for @rule(...)."""
    target = decorator.func if isinstance(decorator, ast.Call) else decorator
    if isinstance(target, ast.Attribute):
        return target.attr
    return target.id if isinstance(target, ast.Name) else None


def _ids(decorator: ast.Call, name: str) -> Iterator[str]:
    for argument in decorator.args:
        if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
            raise UnreadableClaim(f"{name}:{argument.lineno}: @rule takes ids written out as text, nothing computed")
        yield argument.value


def index_text(found: Iterable[Claim]) -> str:
    """The claims as the tab-separated index that a wheel carries in place of the tests."""
    lines = sorted({f"{claim.rule}\t{claim.test}" for claim in found})
    return "\n".join([INDEX_HEADER, *lines, ""])
