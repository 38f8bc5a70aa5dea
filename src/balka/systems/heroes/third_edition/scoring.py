"""One VP track without a tie. [9.2, 9.3]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from balka.core.scene.display import Track
from balka.systems.heroes.chapters.scoring import Scoring
from balka.systems.heroes.events.victory import Reason
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.third_edition.events import MissionDecided, PointsScored
from balka.systems.heroes.units import HeroesState, HeroesWork


class OneTrack(Scoring):
    """A marker both sides pull at; whoever it shows has the Advantage."""

    def start(self, points: Mapping[str, int]) -> dict[str, Any]:
        """The marker starts on the space, and with the side up, that the Mission states. [1.0-h, sos-m1-k]"""
        side, value = next(iter(points.items()))
        return {"vp_side": side, "vp": value}

    def gain(self, work: HeroesWork, side: str, points: int, why: Reason, rule: str) -> None:
        """Move the shared marker; a step down from 1 flips it and stays on 1. [9.2, 9.2-c to e]"""
        for _ in range(points):
            tracks = work.tracks
            if tracks.vp_side == side:
                work.set_tracks(vp=tracks.vp + 1)
            elif tracks.vp > 1:
                work.set_tracks(vp=tracks.vp - 1)
            else:
                work.set_tracks(vp_side=side)
        work.tell(PointsScored(rule, side, points, why, work.tracks.vp_side, work.tracks.vp))

    def lead(self, now: Now, side: str) -> int:
        return now.tracks.vp if side == now.tracks.vp_side else -now.tracks.vp

    def decide(self, work: HeroesWork) -> None:
        """The VP Advantage wins. [9.3-a, 19.0-b, overview]"""
        work.set_tracks(verdict=work.tracks.vp_side)
        work.tell(MissionDecided(work.tracks.vp_side))

    def wins(self, start: tuple[str, ...]) -> str:
        begun = f", and the marker starts at {start[0]}" if start else ""
        return f"the side with the VP Advantage at its end wins{begun}"

    def broken(self, state: HeroesState) -> Iterator[str]:
        if state.tracks.vp < 1:
            yield f"the VP marker stands at {state.tracks.vp}"

    def rows(self, view: HeroesState) -> list[Track]:
        side, points = view.tracks.vp_side, view.tracks.vp
        return [Track(key="victory", name="Victory points", side=side, value=points, low=1, high=max(3, points),
                      rule="sos-9.2-a")]  # fmt: skip
