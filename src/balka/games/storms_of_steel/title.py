"""Storms of Steel, Kursk 1943: the title."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from balka.core.dice import Rng
from balka.core.errors import BalkaError
from balka.core.state import State
from balka.core.system import Scenario
from balka.games.storms_of_steel.catalogue import title
from balka.systems.heroes.common.setup import chosen, first_state, make_setting
from balka.systems.heroes.mission_data import Mission
from balka.systems.heroes.setting import HeroesSetting
from balka.systems.heroes.third_edition.system import THIRD_EDITION

TOPICS = {
    "1-9": "moving, firing, rallying", "10-11": "Groups and Hidden units", "12-13": "heights, mortars, artillery",
    "12-14": "heights, artillery, smoke", "15": "vehicles", "15-16": "vehicles, guns, airplanes", "17": "field works",
    "18": "flamethrowers", "19": "four players",
}  # fmt: skip
"""what the chapters of a Mission are about"""
PLAYABLE = tuple(TOPICS)
"""chapters whose Missions can be played"""


class StormsOfSteel:
    """Squads and single vehicles around Kursk, third edition rules."""

    key = "sos"
    title = "Storms of Steel"
    blurb = (
        "Squads, guns and single tanks on 50-metre hexes around Kursk, July and August 1943. Every Action is a risk."
    )

    def __init__(self, packs: tuple[Path, ...] = ()) -> None:
        self.packs = packs

    def with_packs(self, packs: tuple[Path, ...]) -> StormsOfSteel:
        """The same game by a player's own figures."""
        return StormsOfSteel((*self.packs, *packs))

    def missions(self) -> list[Mission]:
        return [mission for mission in title(self.packs).missions if mission.teaches in PLAYABLE]

    def scenarios(self) -> Sequence[Scenario]:
        return [_scenario(mission) for mission in self.missions()]

    def start(
        self, scenario: str, options: Mapping[str, str] | None = None, seats: Mapping[str, str] | None = None
    ) -> State:
        mission = title(self.packs).mission(scenario)
        if mission.teaches not in PLAYABLE:
            raise BalkaError(f"{mission.key} uses chapters {mission.teaches}, which cannot be played yet")
        return first_state(
            _setting(self.packs, mission.key, _pairs(chosen(THIRD_EDITION.options, options)), _pairs(seats or {}))
        )

    def sample(self, view: State, rng: Rng) -> State:
        return THIRD_EDITION.sample(view, rng)


Pairs = tuple[tuple[str, str], ...]


def _pairs(mapping: Mapping[str, str]) -> Pairs:
    return tuple(sorted(mapping.items()))


@lru_cache(maxsize=16)
def _setting(packs: tuple[Path, ...], mission: str, options: Pairs, seats: Pairs) -> HeroesSetting:
    """Settings never change, so games on the same terms share one, and everything worked out about its map."""
    box = title(packs)
    return make_setting(THIRD_EDITION, box, box.mission(mission), dict(options), dict(seats))


def _scenario(mission: Mission) -> Scenario:
    chapters = "chapters" if "-" in mission.teaches else "chapter"
    length, teaches = f"{mission.rounds} Rounds", f"{TOPICS[mission.teaches]} ({chapters} {mission.teaches})"
    situation = mission.situation.strip()
    return Scenario(
        mission.key, mission.title, mission.sides, length, teaches, situation, mission.basis, THIRD_EDITION.options
    )


GAME = StormsOfSteel()
