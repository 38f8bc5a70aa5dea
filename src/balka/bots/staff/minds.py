"""What a staff must be told of a game: when plans are made, which there are, how they are followed, how it stands."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from balka.bots.staff.postures import Level
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.state import State

PlanType = TypeVar("PlanType")


class Candidate(Struct, Generic[PlanType], frozen=True):
    """A plan with its name and with what it means, in words that follow `We`."""

    name: str
    plan: PlanType
    words: str


class Mind(Protocol):
    """Opinions on a system for a staff. Plans are values of the system's own; the staff only hands them on."""

    @property
    def won(self) -> float:
        """What it is worth to win the game, whatever the margin, in victory points."""

    def span(self, view: State, side: str) -> Hashable | None:
        """The stretch of play a plan of this side holds for, None while there is nothing to plan."""

    def begins(self, view: State, side: str) -> bool:
        """Whether nothing of the stretch has been played: then a plan is made even if one is kept."""

    def usual(self, view: State, side: str, level: Level = "veteran") -> Any:
        """The plan of whoever tries none, and of the enemy in the worlds made up: the one that fits the scenario."""

    def knows(self, view: State, side: str) -> bool:
        """Whether an elite knows what does best with a side of the scenario, by whole games played beforehand."""

    def candidates(self, view: State, side: str, level: Level = "veteran") -> Sequence[Candidate[Any]]:
        """Plans to choose from; first the one that is kept to unless another is better."""

    def kept(self, view: State, side: str, level: Level, name: str) -> Any:
        """What a plan of that name comes to on a later day; the usual one where there is none of that name any more."""

    def choose(self, view: State, seat: str, plan: Any, rng: Rng) -> Choice:
        """What whoever follows a plan says now."""

    def price(self, view: State, side: str) -> float:
        """What another plan must promise more than the first, in victory points."""
