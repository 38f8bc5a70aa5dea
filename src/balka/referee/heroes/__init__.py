"""The referee's knowledge of heroes games: both editions."""

from __future__ import annotations

from typing import Any

from balka.core.packs import Packs
from balka.core.state import State
from balka.games.awakening_the_bear import catalogue as bear
from balka.games.storms_of_steel import catalogue as steel
from balka.referee.adapters import Adapter
from balka.referee.boards import DescribedBoard
from balka.referee.document import Entry
from balka.referee.heroes.aiming import on_turn
from balka.referee.heroes.asked import forms
from balka.referee.heroes.position import FIELDS, SHARED_OUT, read_ground, read_state
from balka.referee.heroes.questions import QUESTIONS
from balka.referee.heroes.summary import summary
from balka.systems.heroes.data.loading import Title
from balka.systems.heroes.play.edition import HeroesSystem
from balka.systems.heroes.second_edition.system import SECOND_EDITION
from balka.systems.heroes.third_edition.system import THIRD_EDITION
from balka.systems.heroes.units import UNKNOWN, HeroesState

ROLLED_FOR = ("spent_chance", "reveal_number")
"""questions that only an edition with Spent Checks and Recon by Fire can answer"""


class HeroesAdapter(Adapter):
    """Positions and questions of one heroes title."""

    def __init__(self, title: Title, system: HeroesSystem = THIRD_EDITION) -> None:
        rolled = system.edition.economy.rolled_for
        self.fields = tuple(name for name in FIELDS if not rolled or name not in SHARED_OUT)
        self.questions = {name: ask for name, ask in QUESTIONS.items() if rolled or name not in ROLLED_FOR}
        self.forms = forms(title)
        self.title = title
        self.system = system

    def ground(self, fields: dict[str, Entry], whole: Entry) -> DescribedBoard:
        return read_ground(self.title, fields, whole)

    def state(self, fields: dict[str, Entry], whole: Entry, ground: DescribedBoard) -> State:
        assert isinstance(self.system, HeroesSystem)
        return read_state(self.title, fields, whole, ground, self.system)

    def on_turn(self, state: HeroesState, force: str) -> State:
        return on_turn(state, force)

    def must_be_known(self, state: HeroesState) -> str:
        unknown = [unit.id for unit in state.position.units.values() if unit.marker == UNKNOWN]
        return f"the Hit Marker of {unknown[0]} is not known" if unknown else ""

    def summary(self, state: HeroesState) -> tuple[list[str], dict[str, Any]]:
        return summary(state)


def adapter(game: str, packs: Packs = ()) -> Adapter:
    """The adapter of a heroes title, with the player's packs laid over its box."""
    boxes = {"sos": (steel.title, THIRD_EDITION), "atb": (bear.title, SECOND_EDITION)}
    box, system = boxes[game]
    return HeroesAdapter(box(packs), system)
