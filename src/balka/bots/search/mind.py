"""What a system hands the search: opinions about its choices and positions."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.state import State


class Candidate(Struct, frozen=True):
    """A choice that may be the best, and what it is worth at first sight."""

    choice: Choice
    worth: float


class Mind(Protocol):
    """What a system thinks of. Only what the seat may know is read from a view; a world is known whole."""

    def prior(self, view: State, seat: str, most: int) -> Sequence[Candidate]:
        """The few choices to look into, best first, near-doubles left out.

        Waiting is one of them only where it is worth most at first sight: behind it the same good choice is found a
        turn later, so that it looks as good as any and would be taken for nothing.
        """
        ...

    def glance(self, view: State, seat: str, most: int, rng: Rng) -> Sequence[Candidate]:
        """The same of a part of what there is, drawn at random: for playing on."""
        ...

    def reply(self, world: State, seat: str, rng: Rng) -> Choice:
        """A quick choice of any seat, for playing on."""
        ...

    def features(self, state: State, side: str) -> Mapping[str, float]:
        """What a position is judged by, for a side; of the other side the same numbers with the other sign."""
        ...

    def value(self, state: State, side: str) -> float:
        """The chance that a side wins, from nought to one."""
        ...

    def rests(self, state: State) -> bool:
        """Is this a moment at which a value means something?"""
        ...

    def burden(self, view: State) -> float:
        """How many times the usual an answer costs in a game of this size, at least one: so many fewer are given."""
        ...

    def part(self, state: State) -> Hashable:
        """The part of the game that a position belongs to: nobody plays on beyond its end, where a value says
        more than replies do."""
        ...
