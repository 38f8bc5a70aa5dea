"""Which games the referee knows. Each rules system has a module that reads its positions and answers about them."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from msgspec import Struct

from balka.core.state import State
from balka.games import TITLES
from balka.referee.answers import Answer
from balka.referee.boards import Ground
from balka.referee.document import Entry, nearest

MODULES = {
    "sos": "balka.referee.heroes",
    "atb": "balka.referee.heroes",
    "kursk": "balka.referee.wb95",
    "gd": "balka.referee.famous_divisions",
}
"""Per game the module whose `adapter(game)` reads its positions; another game is one more line here."""


class Case(Struct, frozen=True):
    """A position under question, and the ground it stands on."""

    adapter: Adapter
    state: Any
    ground: Ground

    def with_state(self, state: State) -> Case:
        return Case(self.adapter, state, self.ground)


Question = Callable[[Case, Entry], Answer]


class Adapter(Protocol):
    """What a rules system gives the referee."""

    fields: tuple[str, ...]
    """names in the file that describe a position, beside those all games share"""
    same_rules: Mapping[str, str]
    """rows of another title that shared rules cite, and the row of this one that says the same"""
    questions: Mapping[str, Question]
    """questions of this system by name, beside those all games share"""

    def read(self, fields: dict[str, Entry], whole: Entry) -> Case:
        """The position a file describes."""
        ...

    def on_turn(self, state: Any, force: str) -> State:
        """The same position with another force to decide."""
        ...

    def must_be_known(self, state: Any) -> str:
        """What has to be known before anything can be played, in one sentence; nothing if all is."""
        ...

    def summary(self, state: Any) -> tuple[list[str], dict[str, Any]]:
        """How things stand, in lines and as plain data."""
        ...


def find_adapter(entry: Entry) -> tuple[str, Adapter]:
    """The adapter of the game a file is about."""
    name = entry.text().lower()
    key = next((key for key, title in TITLES.items() if name in (key, title)), "")
    if not key:
        raise entry.mistake(f"there is no game {entry.text()!r}", nearest(name, list(MODULES)))
    made: Adapter = importlib.import_module(MODULES[key]).adapter(key)
    return key, made
