"""What a staff must be told of a game: when plans are made, which there are, how they are followed, how it stands."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

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

    def span(self, view: State, side: str) -> Hashable | None:
        """The stretch of play a plan of this side holds for, None while there is nothing to plan."""

    def begins(self, view: State, side: str) -> bool:
        """Whether nothing of the stretch has been played: then a plan is made even if one is kept."""

    def usual(self, view: State, side: str) -> Any:
        """The plan of whoever makes none, and of the enemy in the worlds made up."""

    def until(self, state: State, side: str) -> Hashable:
        """What is another once a plan has been played out, the enemy's reply included."""

    def stretches(self, view: State, side: str) -> int:
        """How many such stretches a plan is tried out for."""

    def candidates(self, view: State, side: str, last: Candidate[Any] | None) -> Sequence[Candidate[Any]]:
        """Plans to choose from, by the one followed so far; first the one that is kept to unless another is better."""

    def variants(self, view: State, side: str, chosen: Candidate[Any]) -> Sequence[Sequence[Candidate[Any]]]:
        """Changes to a plan, formation by formation: for each of them the plans with its posture changed."""

    def choose(self, view: State, seat: str, plan: Any, rng: Rng) -> Choice:
        """What whoever follows a plan says now."""

    def value(self, state: State, side: str) -> float:
        """How a side stands, in victory points."""

    def price(self, view: State, side: str) -> float:
        """What another plan must promise more than the first, in victory points; `inf` where none is worth a trial."""
