"""The clerk: an independent bookkeeper of audited play that reads positions, answers and events, and no rule module.

A second count of a check asks whether a number is right. The clerk asks whether what happened may happen at all, and
how often: it keeps its own books of who moved, fired, paid and was told what, and compares them with the game's.
"""

from __future__ import annotations

from balka.core.state import State
from balka.lab.clerk.books import Clerk
from balka.lab.clerk.famous_divisions import GdClerk
from balka.lab.clerk.heroes import HeroesClerk
from balka.lab.clerk.wb95 import WbClerk

CLERKS: dict[str, type[Clerk]] = {
    "famous_divisions": GdClerk, "wb95": WbClerk, "heroes2": HeroesClerk, "heroes3": HeroesClerk,
}  # fmt: skip


def clerk_of(start: State) -> Clerk:
    """The bookkeeper of a game; where none knows the system, one that watches what holds in every game."""
    return CLERKS.get(start.setting.system.key, Clerk)(start)


__all__ = ["Clerk", "clerk_of"]
