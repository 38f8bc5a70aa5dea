"""Which row a rule is cited by. Titles of one family share rules: such a rule names the row of each of their books, in
one text (`sos-6.6-b atb-7.7.2-a`), and a game shows the row of its own."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache


@cache
def own_row(rule: str, game: str) -> str:
    """The row a citation has in the book of a game; empty where that book has no such rule."""
    return next((row for row in rule.split() if row.startswith(f"{game}-")), "")


def own_rows(rules: Iterable[str], game: str) -> list[str]:
    """The rows several citations have in the book of a game, each once."""
    return list(dict.fromkeys(row for rule in rules if (row := own_row(rule, game))))
