"""The referee's knowledge of WB95: Kursk 1943."""

from __future__ import annotations

from typing import Any

from balka.core.frames import Steps
from balka.core.packs import Packs
from balka.core.state import Step, Work
from balka.games.kursk_1943.title import positions
from balka.referee.adapters import Adapter
from balka.referee.wb95.asked import forms
from balka.referee.wb95.questions import QUESTIONS
from balka.referee.wb95.summary import summary
from balka.systems.wb95.describing.position import in_phase
from balka.systems.wb95.position import WbState
from balka.systems.wb95.system import SYSTEM


class Wb95Adapter(Adapter):
    """Questions about Kursk 1943."""

    questions = QUESTIONS
    system = SYSTEM

    def __init__(self, packs: Packs = ()) -> None:
        self.positions = positions(packs)
        self.forms = forms(self.positions.charts)

    def on_turn(self, state: WbState, force: str) -> WbState:
        """The same phase of the other side."""
        return in_phase(state, force)

    def going_on(self, state: WbState) -> Step | None:
        """The day goes on after a phase that asks nothing."""
        if state.stack:
            return None
        work = Work(state, "")
        work.push(Steps("day", state.tracks.phase))
        return work.settle()

    def span(self, state: WbState) -> object:
        """One phase: what follows it is played only if the file says so."""
        return state.turn, state.tracks.phase

    def summary(self, state: WbState) -> tuple[list[str], dict[str, Any]]:
        return summary(state)


def adapter(game: str, packs: Packs = ()) -> Adapter:
    """The adapter of the title, with the player's packs laid over its tables."""
    return Wb95Adapter(packs)
