"""The referee's knowledge of heroes games: both editions."""

from __future__ import annotations

from typing import Any

from balka.core.packs import Packs
from balka.core.state import State
from balka.games.awakening_the_bear.title import AwakeningTheBear
from balka.games.storms_of_steel.title import StormsOfSteel
from balka.referee.adapters import Adapter
from balka.referee.heroes.aiming import on_turn
from balka.referee.heroes.asked import forms
from balka.referee.heroes.questions import QUESTIONS
from balka.referee.heroes.summary import summary
from balka.systems.heroes.describing.position import HeroesPositions
from balka.systems.heroes.units import UNKNOWN, HeroesState

ROLLED_FOR = ("spent_chance", "reveal_number")
"""questions that only an edition with Spent Checks and Recon by Fire can answer"""


class HeroesAdapter(Adapter):
    """Questions about one heroes title."""

    def __init__(self, positions: HeroesPositions) -> None:
        rolled = positions.system.edition.economy.rolled_for
        self.questions = {name: ask for name, ask in QUESTIONS.items() if rolled or name not in ROLLED_FOR}
        self.forms = forms(positions.title)
        self.positions = positions
        self.system = positions.system

    def on_turn(self, state: HeroesState, force: str) -> State:
        return on_turn(state, force)

    def must_be_known(self, state: HeroesState) -> str:
        unknown = [unit.id for unit in state.position.units.values() if unit.marker == UNKNOWN]
        return f"the Hit Marker of {unknown[0]} is not known" if unknown else ""

    def summary(self, state: HeroesState) -> tuple[list[str], dict[str, Any]]:
        return summary(state)


def adapter(game: str, packs: Packs = ()) -> Adapter:
    """The adapter of a heroes title, with the player's packs laid over its box."""
    titles = {"sos": StormsOfSteel, "atb": AwakeningTheBear}
    return HeroesAdapter(titles[game](packs).positions)
