"""Which games the referee knows. Each rules system has a module that reads its positions and answers about them."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any, Generic

from msgspec import Struct

import balka
from balka.core.choices import Grammar
from balka.core.citing import own_row
from balka.core.describing.boards import DescribedBoard
from balka.core.describing.document import Entry, nearest
from balka.core.describing.positions import Positions
from balka.core.frames import StateType
from balka.core.state import State, Step
from balka.core.system import System
from balka.games import TITLES
from balka.referee.answers import Answer
from balka.referee.forms import Form, Known
from balka.referee.sentences import all_spelt, spelt

MODULES = {
    "sos": "balka.referee.heroes",
    "atb": "balka.referee.heroes",
    "kursk": "balka.referee.wb95",
    "gd": "balka.referee.famous_divisions",
}
"""Per game the module whose `adapter(game)` reads its positions; another game is one more line here."""


class Case(Struct, Generic[StateType], frozen=True):
    """A position under question, and what the words of its file can mean."""

    adapter: Adapter[StateType]
    state: StateType
    known: Known

    @property
    def ground(self) -> DescribedBoard:
        return self.known.ground

    @property
    def game(self) -> str:
        """The key of the title, by whose book rules are cited."""
        return str(self.state.setting.game)

    def cite(self, rule: str) -> str:
        """A rule in brackets as this game cites it; nothing where its book has none."""
        row = own_row(rule, self.game)
        return f" [{row}]" if row else ""

    def with_state(self, state: StateType) -> Case[StateType]:
        return Case(self.adapter, state, self.known)

    def asked(self, kind: str, entry: Entry) -> dict[str, Entry]:
        """The values a question is asked with, by their names."""
        return self.adapter.forms[kind].read(entry)

    def said(self, entry: Entry) -> str:
        """The sentences of an entry with the marks in them read as hexes; who says them is left out."""
        return all_spelt(self.known.grammar, self.known.ground, self.known.units, entry)

    def spelt(self, entry: Entry, text: str) -> str:
        """A sentence with the marks in it read as hexes."""
        return spelt(self.known.grammar, self.known.ground, self.known.units, entry, text)


Question = Callable[[Case, Entry], Answer]


class Adapter(Generic[StateType]):
    """What the referee knows of a rules system, beside the positions its title describes."""

    positions: Positions[StateType]
    """how positions are described: names in the file beside those all games share, and what they mean"""
    questions: Mapping[str, Question]
    """questions of this system by name, beside those all games share"""
    forms: Mapping[str, Form]
    """what each of those questions takes"""
    system: System
    sides: tuple[str, ...] = ("german", "soviet")

    def known(self, fields: dict[str, Entry], whole: Entry) -> Known:
        """What the words of a file can mean: its ground, as far as it can be read, and the names of its units."""
        ground = self.positions.ground_or_none(fields, whole)
        return Known(ground, self.positions.names(fields), Grammar(self.system.verbs), self.sides)

    def read(self, fields: dict[str, Entry], whole: Entry) -> Case:
        """The position a file describes; its mistakes are raised all at once."""
        known = self.known(fields, whole)
        return Case(self, self.positions.state(fields, whole, known.ground), known)

    def on_turn(self, state: StateType, force: str) -> State:
        """The same position with another force to decide."""
        raise NotImplementedError

    def must_be_known(self, state: StateType) -> str:
        """What has to be known before anything can be played, in one sentence; nothing if all is."""
        return ""

    def going_on(self, state: StateType) -> Step | None:
        """What follows a position in which nothing is asked, where play goes on from it."""
        return None

    def span(self, state: StateType) -> object:
        """The turn, or the part of it, within which answers without an alternative are given by themselves."""
        return state.turn

    def summary(self, state: StateType) -> tuple[list[str], dict[str, Any]]:
        """How things stand, in lines and as plain data."""
        raise NotImplementedError


def find_adapter(entry: Entry) -> tuple[str, Adapter]:
    """The adapter of the game a file is about, with the player's packs laid over the box."""
    name = entry.text().lower()
    key = next((key for key, title in TITLES.items() if name in (key, title)), "")
    if not key:
        raise entry.mistake(f"there is no game {entry.text()!r}", nearest(name, list(MODULES)))
    if key not in MODULES:
        raise entry.mistake(f"the referee does not know {entry.text()!r}", f"one of {', '.join(MODULES)}")
    made: Adapter = importlib.import_module(MODULES[key]).adapter(key, balka.packs(key))
    return key, made
