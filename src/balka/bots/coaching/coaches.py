"""Whoever coaches a game, by the key of its system: a Mind that values positions, and how hard it thinks."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Protocol

from balka.bots.search.mind import Mind
from balka.bots.search.race import Effort
from balka.core.choices import Choice
from balka.core.state import State
from balka.core.system import System


class Coach(Mind, Protocol):
    """A Mind that can say what its value is made of."""

    def effort(self, view: State) -> Effort:
        """How hard whoever it speaks for, the veteran, looks into a choice."""
        ...

    def waiting(self, view: State, seat: str) -> Choice | None:
        """The choice to do nothing, where there is one: it stands on the list of hints to be compared with."""
        ...

    def parts(self, state: State, side: str) -> Mapping[str, float]:
        """What the value of a position is the sum of, by name, before it is made a chance."""
        ...

    def reason(self, part: str, gain: float) -> str:
        """A part that grows or shrinks, in words."""
        ...


COACHES = {"heroes2": "balka.bots.heroes.coach:coach", "heroes3": "balka.bots.heroes.coach:coach"}
"""Where the coach of each system is, `module:object`; it is imported when first asked for."""


def coach_of(system: System) -> Coach | None:
    """Who coaches a system; nobody where no position has a value in chances."""
    place = COACHES.get(system.key)
    if place is None:
        return None
    module, _, name = place.partition(":")
    found: Coach = getattr(import_module(module), name)
    return found
