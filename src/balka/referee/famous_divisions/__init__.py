"""The referee's knowledge of Famous Divisions: Grossdeutschland."""

from __future__ import annotations

from typing import Any

from balka.core.packs import Packs
from balka.referee.adapters import Adapter
from balka.referee.boards import DescribedBoard
from balka.referee.document import Entry
from balka.referee.famous_divisions.asked import forms
from balka.referee.famous_divisions.contents import whole_box
from balka.referee.famous_divisions.counters import DEPLETED, stack_words
from balka.referee.famous_divisions.position import FIELDS, read_ground, read_state
from balka.referee.famous_divisions.questions import QUESTIONS
from balka.referee.famous_divisions.starting import on_turn
from balka.referee.famous_divisions.summary import summary
from balka.systems.famous_divisions.model import GdState
from balka.systems.famous_divisions.system import SYSTEM


class FamousDivisionsAdapter(Adapter):
    """Positions and questions of Grossdeutschland."""

    fields = FIELDS
    questions = QUESTIONS
    system = SYSTEM

    def __init__(self, packs: Packs = ()) -> None:
        self.box = whole_box(packs)
        self.forms = forms(self.box)

    def ground(self, fields: dict[str, Entry], whole: Entry) -> DescribedBoard:
        return read_ground(fields, whole, self.box)

    def names(self, fields: dict[str, Entry]) -> frozenset[str]:
        """Those of single units, and of the counters in stacks."""
        found = {name.lower() for name in super().names(fields)}
        if "stacks" in fields and fields["stacks"].is_mapping:
            for entry in fields["stacks"].pairs().values():
                with entry.desk.gather():
                    found |= {word.removesuffix(DEPLETED).lower() for word in stack_words(entry)}
        return frozenset(found)

    def state(self, fields: dict[str, Entry], whole: Entry, ground: DescribedBoard) -> GdState:
        return read_state(fields, whole, ground, self.box)

    def on_turn(self, state: GdState, force: str) -> GdState:
        return on_turn(state, force)

    def summary(self, state: GdState) -> tuple[list[str], dict[str, Any]]:
        return summary(state)


def adapter(game: str, packs: Packs = ()) -> Adapter:
    """The adapter of the title, with the player's packs laid over its box."""
    return FamousDivisionsAdapter(packs)
