"""The referee's knowledge of Famous Divisions: Grossdeutschland."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from balka.core.state import State
from balka.referee.adapters import Adapter, Case, Question
from balka.referee.document import Entry
from balka.referee.famous_divisions.position import FIELDS, read_case
from balka.referee.famous_divisions.questions import QUESTIONS
from balka.referee.famous_divisions.starting import on_turn
from balka.referee.famous_divisions.summary import summary


class FamousDivisionsAdapter:
    """Positions and questions of Grossdeutschland."""

    fields: tuple[str, ...] = FIELDS
    questions: Mapping[str, Question] = QUESTIONS
    same_rules: Mapping[str, str] = {}

    def read(self, fields: dict[str, Entry], whole: Entry) -> Case:
        state, ground = read_case(fields, whole)
        return Case(self, state, ground)

    def on_turn(self, state: Any, force: str) -> State:
        return on_turn(state, force)

    def must_be_known(self, state: Any) -> str:
        """Nothing in a file of this game can be left unknown."""
        return ""

    def summary(self, state: Any) -> tuple[list[str], dict[str, Any]]:
        return summary(state)


def adapter(game: str) -> Adapter:
    """The adapter of the title."""
    return FamousDivisionsAdapter()
