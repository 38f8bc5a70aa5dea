"""Citations for the game at hand: titles of one family share rules, and each cites the row of its own rulebook."""

from __future__ import annotations

from typing import Any

from balka.core.state import Setting


def cited(setting: Setting, wire: Any) -> Any:
    """A message with every citation of a shared rule turned into the row of this title that says the same."""
    same = setting.system.same_rules
    return _cited(wire, same) if same else wire


def _cited(wire: Any, same: Any) -> Any:
    if isinstance(wire, list):
        return [_cited(item, same) for item in wire]
    if not isinstance(wire, dict):
        return wire
    return {key: _row(value, same) if key in ("rule", "rules") else _cited(value, same) for key, value in wire.items()}


def _row(value: Any, same: Any) -> Any:
    if isinstance(value, list):
        return list(dict.fromkeys(same.get(row, row) for row in value if same.get(row, row)))
    return same.get(value, value) or None
