"""The referee's knowledge of Famous Divisions: Grossdeutschland."""

from __future__ import annotations

from typing import Any

from balka.core.packs import Packs
from balka.games.grossdeutschland.title import positions
from balka.referee.adapters import Adapter
from balka.referee.famous_divisions.asked import forms
from balka.referee.famous_divisions.questions import QUESTIONS
from balka.referee.famous_divisions.summary import summary
from balka.systems.famous_divisions.describing.starting import on_turn
from balka.systems.famous_divisions.model import GdState
from balka.systems.famous_divisions.system import SYSTEM


class FamousDivisionsAdapter(Adapter):
    """Questions about Grossdeutschland."""

    questions = QUESTIONS
    system = SYSTEM

    def __init__(self, packs: Packs = ()) -> None:
        self.positions = positions(packs)
        self.forms = forms(self.positions.box)

    def on_turn(self, state: GdState, force: str) -> GdState:
        return on_turn(state, force)

    def summary(self, state: GdState) -> tuple[list[str], dict[str, Any]]:
        return summary(state)


def adapter(game: str, packs: Packs = ()) -> Adapter:
    """The adapter of the title, with the player's packs laid over its box."""
    return FamousDivisionsAdapter(packs)
