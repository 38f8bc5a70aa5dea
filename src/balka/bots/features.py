"""Features of a position: named numbers from which its value is fitted to played games (`balka train`).

Beside `features`, a judge of positions may say by `rests(state)` where a value means something, else it is wherever
somebody decides; and by `progress(state)` how far the game has come, from 0 to 1, in which its weights then are linear.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Protocol, cast

from balka.bots.base import look_in_working_folder
from balka.core.errors import BalkaError
from balka.core.state import State


class Featured(Protocol):
    """Puts a position into numbers, for a side; for the other side they are the same with the other sign."""

    def features(self, state: State, side: str) -> Mapping[str, float]: ...


def featured(place: str) -> Featured:
    """The judge of positions at a place, `module:Class` or `module:object`, in the working folder too."""
    module, _, name = place.partition(":")
    look_in_working_folder()
    try:
        found = getattr(import_module(module), name, None) if module and name else None
    except ModuleNotFoundError as missing:
        raise BalkaError(f"there is no module {missing.name}", "package.module:Class") from missing
    if isinstance(found, type):
        found = found()
    if not callable(getattr(found, "features", None)):
        raise BalkaError(f"{place!r} names nothing with a method features", "package.module:Class")
    return cast(Featured, found)


def rests(judge: Featured, state: State) -> bool:
    """Whether a value means something here."""
    said: Callable[[State], bool] | None = getattr(judge, "rests", None)
    return said is None or said(state)


def progress(judge: Featured, state: State) -> float | None:
    """How far a game has come, if the judge can tell."""
    said: Callable[[State], float] | None = getattr(judge, "progress", None)
    return None if said is None else said(state)
