"""The referee's knowledge of heroes games: Storms of Steel now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from balka.core.state import State
from balka.games.storms_of_steel import catalogue
from balka.referee.adapters import Adapter, Case, Question
from balka.referee.document import Entry
from balka.referee.heroes.position import FIELDS, read_case
from balka.referee.heroes.questions import QUESTIONS, on_turn
from balka.referee.heroes.summary import summary
from balka.systems.heroes.common.chapters import HeroesSystem
from balka.systems.heroes.loading import Title
from balka.systems.heroes.third_edition.system import THIRD_EDITION
from balka.systems.heroes.units import UNKNOWN, HeroesState


class HeroesAdapter:
    """Positions and questions of one heroes title."""

    fields: tuple[str, ...] = FIELDS
    questions: Mapping[str, Question] = QUESTIONS

    def __init__(self, title: Title, system: HeroesSystem = THIRD_EDITION) -> None:
        self.title = title
        self.system = system

    def read(self, fields: dict[str, Entry], whole: Entry) -> Case:
        state, ground = read_case(self.title, fields, whole, self.system)
        return Case(self, state, ground)

    def on_turn(self, state: HeroesState, force: str) -> State:
        return on_turn(state, force)

    def must_be_known(self, state: HeroesState) -> str:
        unknown = [unit.id for unit in state.position.units.values() if unit.marker == UNKNOWN]
        return f"the Hit Marker of {unknown[0]} is not known" if unknown else ""

    def summary(self, state: HeroesState) -> tuple[list[str], dict[str, Any]]:
        return summary(state)


def adapter(game: str) -> Adapter:
    """The adapter of a heroes title."""
    return HeroesAdapter({"sos": catalogue.title}[game]())
