"""Handing on: a new value is given what its forerunner knew and what the change between them did not touch.

Only indexes that can be mended more cheaply than made are handed on. The audit's bare twin, which knows nothing
beforehand, holds that they are the same as if made anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Index = TypeVar("Index")
Value = TypeVar("Value")


def hand_on(before: Value, now: Value, name: str, mend: Callable[[Index], Index]) -> Value:
    """The cached property of this name, if it was ever asked of the forerunner, mended for the new value."""
    known = before.__dict__.get(name)
    if known is not None:
        now.__dict__[name] = mend(known)
    return now


def hand_over(before: object, now: object, *names: str) -> None:
    """Cached properties that the change did not touch, as far as they were ever asked for, as they are."""
    for name in names:
        known = before.__dict__.get(name)
        if known is not None:
            now.__dict__[name] = known
