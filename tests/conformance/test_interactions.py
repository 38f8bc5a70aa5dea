"""The pages on where rules meet: every rule on them is in a ledger, every test they name exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import balka.games

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "interactions").glob("*.md"))
RULE_ID = re.compile(r"\b(?:sos|atb|kursk|gd)-[A-Za-z0-9.]+(?:-[A-Za-z0-9.]+)*-[a-z]+\b")
TEST = re.compile(r"`([\w/]+\.py)::(test_\w+)`")
FEWEST = 60


def rows(page: Path) -> list[str]:
    """The rows of its tables, without their heads."""
    lines = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    return [line for line in lines if not line.startswith(("| rules", "|---", "| ---"))]


@cache
def names_in(file: str) -> frozenset[str]:
    """The tests of the files that end with this path."""
    found = [path for path in (ROOT / "tests").rglob("*.py") if path.as_posix().endswith(f"/{file}")]
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in found)
    return frozenset(node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_has_rows_and_each_names_two_rules_and_a_test(page: Path) -> None:
    assert len(rows(page)) >= FEWEST
    short = [row for row in rows(page) if len(set(RULE_ID.findall(row))) < 2 or not TEST.search(row)]
    assert short == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_rule_on_a_page_is_in_its_ledger(page: Path) -> None:
    for rule_id in RULE_ID.findall(page.read_text(encoding="utf-8")):
        assert rule_id.startswith(f"{page.stem}-")
        balka.games.find_rule(rule_id)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_test_named_on_a_page_exists(page: Path) -> None:
    named = TEST.findall(page.read_text(encoding="utf-8"))
    assert [f"{file}::{test}" for file, test in named if test not in names_in(file)] == []
