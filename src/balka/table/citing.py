"""Citations for the game at hand: titles of one family share rules, and each cites the row of its own rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

from msgspec import Struct, structs

from balka.core.state import Setting

T = TypeVar("T", bound=Callable[..., Any])


def citing(told: T) -> T:
    """What a function tells of a table, a view or a tale, with every citation turned into a row of its own title."""

    @wraps(told)
    def with_own_rows(of: Any, *more: Any, **named: Any) -> Any:
        setting = of.setting if hasattr(of, "setting") else of.start.setting
        return cited(setting, told(of, *more, **named))

    return with_own_rows  # type: ignore[return-value]


def cited(setting: Setting, wire: Any) -> Any:
    """A message with the rows that say the same in this title."""
    same = setting.system.same_rules
    return _cited(wire, same) if same else wire


def _cited(wire: Any, same: Mapping[str, str]) -> Any:
    if isinstance(wire, list):
        return [_cited(item, same) for item in wire]
    if not isinstance(wire, Struct):
        return wire
    fields = structs.asdict(wire)
    changed = {
        key: _row(value, same) if key in ("rule", "rules") else _cited(value, same)
        for key, value in fields.items()
        if (value and not isinstance(value, str)) or key == "rule"
    }
    return structs.replace(wire, **changed)


def _row(value: Any, same: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return list(dict.fromkeys(row for one in value if (row := same.get(one, one))))
    return same.get(value, value) or ""
