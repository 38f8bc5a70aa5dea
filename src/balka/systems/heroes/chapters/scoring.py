"""Victory Points: how an edition keeps them. What a Mission scores stands in victory.py."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from balka.core.scene.display import Track
    from balka.systems.heroes.events.victory import Reason
    from balka.systems.heroes.play.costs import Now
    from balka.systems.heroes.units import HeroesState, HeroesWork


class Scoring:
    """The questions the common run of play asks about points. `least`: the lowest space a marker stands on."""

    least = 1

    def start(self, points: Mapping[str, int]) -> dict[str, Any]:
        """The tracks at the start, from the Mission's points."""
        raise NotImplementedError

    def gain(self, work: HeroesWork, side: str, points: int, why: Reason, rule: str) -> None:
        """A side scores."""
        raise NotImplementedError

    def lead(self, now: Now, side: str) -> int:
        """By how much a side is ahead; below zero if it is behind."""
        raise NotImplementedError

    def decide(self, work: HeroesWork) -> None:
        """The Mission is over: note the verdict and say so."""
        raise NotImplementedError

    def wins(self, start: tuple[str, ...]) -> str:
        """How points decide, in words; `start`: those a side has from the beginning."""
        raise NotImplementedError

    def broken(self, state: HeroesState) -> Iterator[str]:
        """What is wrong with the tracks."""
        raise NotImplementedError

    def rows(self, view: HeroesState) -> list[Track]:
        """The tracks as they are shown."""
        raise NotImplementedError
