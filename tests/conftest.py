"""What all tests share: a test that claims to prove a rule names one that exists."""

from __future__ import annotations

import pytest

import balka.games
from balka.core.errors import BalkaError
from balka.core.proof import rules_of


def pytest_pycollect_makeitem(name: str, obj: object) -> None:
    """Stop the collection of a file in which a test names a row that no ledger has."""
    for rule_id in rules_of(obj):
        try:
            balka.games.find_rule(rule_id)
        except BalkaError as problem:
            raise pytest.Collector.CollectError(f"{name} names {rule_id!r}: {problem}") from None


def pytest_itemcollected(item: pytest.Item) -> None:
    """Show the proven rows as a mark, so that -m rule and reports see them."""
    if ids := rules_of(getattr(item, "function", None)):
        item.add_marker(pytest.mark.rule(*ids))
