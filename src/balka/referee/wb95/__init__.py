"""The referee's knowledge of WB95: Kursk 1943."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from balka.core.state import State
from balka.referee.adapters import Adapter, Case, Question
from balka.referee.document import Entry
from balka.referee.wb95.position import FIELDS, read_case
from balka.referee.wb95.questions import QUESTIONS
from balka.referee.wb95.summary import summary
from balka.systems.wb95.described import PHASES, opened


class Wb95Adapter:
    """Positions and questions of Kursk 1943."""

    fields: tuple[str, ...] = FIELDS
    questions: Mapping[str, Question] = QUESTIONS
    same_rules: Mapping[str, str] = {}

    def read(self, fields: dict[str, Entry], whole: Entry) -> Case:
        state, ground = read_case(fields, whole)
        return Case(self, state, ground)

    def on_turn(self, state: Any, force: str) -> State:
        """The same phase of the other side."""
        number = (state.tracks.phase - 1) % len(PHASES) + 1
        phase = next(name for name, place in PHASES.items() if place == number)
        return opened(state, phase, force)

    def must_be_known(self, state: Any) -> str:
        """Nothing in a file of this game can be left unknown."""
        return ""

    def summary(self, state: Any) -> tuple[list[str], dict[str, Any]]:
        return summary(state)


def adapter(game: str) -> Adapter:
    """The adapter of the title."""
    return Wb95Adapter()
