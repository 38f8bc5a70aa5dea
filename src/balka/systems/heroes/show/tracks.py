"""The tracks beside the map: Rounds, points and CAPs (docs/scene.md)."""

from __future__ import annotations

from balka.core.scene.display import Track
from balka.systems.heroes.show.citing import cited
from balka.systems.heroes.units import HeroesState


def tracks(view: HeroesState) -> list[Track]:
    """The Round, the points, every player's CAPs, and what the edition keeps beside. [1.0-b, i, atb 1.0-b, e]"""
    setting = view.setting
    rows = [
        Track(key="round", name="Round", low=1, high=setting.mission.rounds, value=view.tracks.round,
              rule="sos-1.0-i atb-1.0-e"),
        *setting.edition.scoring.rows(view),
    ]  # fmt: skip
    rows += [_cap_track(view, force) for force in setting.forces]
    rows += [row for rule in setting.edition.show.tracks for row in rule(view)]
    return cited(rows, setting.game)


def _cap_track(view: HeroesState, force: str) -> Track:
    start, covered = view.setting.rulebook.start_caps[force], view.tracks.covered[force]
    resets = max(view.setting.rulebook.cap_floor, start - covered)
    name, side = f"{view.setting.force_name(force)} CAPs", view.setting.forces[force]
    return Track(
        key=f"caps-{force}", name=name, side=side, low=0, high=start, value=view.tracks.caps[force], lost=covered,
        note=f"resets to {resets}", rule="sos-3.0-b atb-1.0-b",
    )  # fmt: skip
