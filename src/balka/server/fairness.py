"""The dice of a table laid open: what came up, what was to be expected, the promise, and at the end the secret."""

from __future__ import annotations

from collections import Counter
from typing import Any

from balka.core.dice import dice
from balka.table.dice import LiveDice
from balka.table.plays import Thrown
from balka.table.table import Table

NOTE = "Roll number n (from 0) is HMAC-SHA256(secret, 'n.0') as a number; the promise is SHA-256(secret)."


def page(table: Table) -> dict[str, Any]:
    """Rolls everybody saw; once the game is over all of them, and the secret."""
    seen = [one for one in table.play.thrown if table.over or one.to is None]
    live = table.dice if isinstance(table.dice, LiveDice) else None
    return {
        "rows": [row(key, [one for one in seen if one.dice == key]) for key in sorted({one.dice for one in seen})],
        "commitment": live.commitment if live else "",
        "secret": live.secret.hex() if live and table.over else None,
        "note": NOTE,
    }


def row(key: str, thrown: list[Thrown]) -> dict[str, Any]:
    """How often each total of one kind of dice came up, and how often it should have."""
    expected: Counter[int] = Counter()
    for outcome, weight in dice(key).weights.items():
        expected[outcome.total] += weight
    throws = sum(expected.values())
    seen = Counter(one.outcome.total for one in thrown)
    return {
        "dice": key,
        "rolls": len(thrown),
        "seen": {str(total): seen[total] for total in sorted(expected)},
        "expected": {str(total): round(len(thrown) * expected[total] / throws, 3) for total in sorted(expected)},
    }
