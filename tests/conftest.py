"""What all tests share: a test that claims to prove a rule names one that exists."""

from __future__ import annotations

import pytest

import balka.games
from balka.core.errors import BalkaError
from balka.core.proof import rules_of


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give each test the mark of its rules, and refuse to run on an id that no ledger has."""
    for item in items:
        ids = rules_of(getattr(item, "function", None))
        if not ids:
            continue
        for rule_id in ids:
            _must_exist(rule_id, item.nodeid)
        item.add_marker(pytest.mark.rule(*ids))


def _must_exist(rule_id: str, test: str) -> None:
    try:
        balka.games.find_rule(rule_id)
    except BalkaError as problem:
        raise pytest.UsageError(f"{test}: {problem}") from None
