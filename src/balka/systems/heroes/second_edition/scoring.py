"""A VP track for each side; equal totals lose for both. [2.4, 2.5]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from balka.core.scene.display import Track
from balka.systems.heroes.chapters.mission_cards import show_objectives
from balka.systems.heroes.chapters.scoring import Scoring
from balka.systems.heroes.events.victory import Reason
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.second_edition.events import FirefightDecided, PlayersRanked, PointsScored
from balka.systems.heroes.units import HeroesState, HeroesWork

BOTH_LOSE = "nobody"


class TwoTracks(Scoring):
    """Each side's points are its own; more of them win. [0.0-a, 2.4-b]"""

    least = 0

    def start(self, points: Mapping[str, int]) -> dict[str, Any]:
        """Both markers start on 0, or where the Firefight puts them. [1.0-d]"""
        return {"points": {"german": 0, "soviet": 0, **points}}

    def gain(self, work: HeroesWork, side: str, points: int, why: Reason, rule: str) -> None:
        held = work.tracks.points[side] + points
        work.set_tracks(points={**work.tracks.points, side: held})
        work.tell(PointsScored(rule, side, points, why, held))

    def lead(self, now: Now, side: str) -> int:
        return now.tracks.points[side] - now.tracks.points[now.setting.other[side]]

    def decide(self, work: HeroesWork) -> None:
        """The higher total wins; with equal totals both sides lose. [2.4-b, 20.0-h]"""
        show_objectives(work)
        if work.setting.rulebook.individual_victory and len(work.setting.forces) > len(work.setting.sides):
            self._decide_alone(work)
            return
        ahead = [side for side in work.setting.sides if self.lead(work, side) > 0]
        work.set_tracks(verdict=ahead[0] if ahead else BOTH_LOSE)
        work.tell(FirefightDecided(tuple(work.tracks.points.items()), ahead[0] if ahead else ""))

    def _decide_alone(self, work: HeroesWork) -> None:
        """Each player for himself: the most points of his own. [20.0-h]"""
        shares = {force: work.tracks.shares.get(force, 0) for force in work.setting.forces}
        best = max(shares.values())
        ahead = [force for force, points in shares.items() if points == best]
        work.set_tracks(verdict=ahead[0] if len(ahead) == 1 else BOTH_LOSE)
        work.tell(PlayersRanked(tuple(shares.items()), ahead[0] if len(ahead) == 1 else ""))

    def wins(self, start: tuple[str, ...]) -> str:
        begun = f", starting from {' and '.join(start)}" if start else ""
        return f"the side with more VP at its end wins{begun}; equal totals lose for both"

    def broken(self, state: HeroesState) -> Iterator[str]:
        for side, points in state.tracks.points.items():
            if points < 0:
                yield f"{side} has {points} VP"

    def rows(self, view: HeroesState) -> list[Track]:
        return [
            Track(key=f"victory-{side}", name=f"{view.setting.sides_named[side]} victory points", side=side,
                  value=points, low=0, high=max(5, points), rule="atb-1.0-d")
            for side, points in view.tracks.points.items()
        ]  # fmt: skip
