"""A heroes title as a game to sit down to: its Missions as scenarios, started by an edition's rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

from balka.core.describing.document import Document
from balka.core.dice import Rng
from balka.core.errors import BalkaError
from balka.core.state import State
from balka.core.system import Scenario, chosen
from balka.systems.heroes.data.checking import problems, refuse_faulty
from balka.systems.heroes.data.loading import PACK_FILES, Title
from balka.systems.heroes.data.mission_data import Mission
from balka.systems.heroes.describing.position import HeroesPositions
from balka.systems.heroes.play.edition import HeroesSystem
from balka.systems.heroes.play.setup import first_state, make_setting
from balka.systems.heroes.setting import HeroesSetting
from balka.systems.heroes.units import HeroesState

Pairs = tuple[tuple[str, str], ...]


class HeroesGame:
    """A title. A subclass names its rules, its box, and what the chapters its Missions teach are about."""

    key: ClassVar[str]
    title: ClassVar[str]
    blurb: ClassVar[str]
    system: ClassVar[HeroesSystem]
    topics: ClassVar[Mapping[str, str]]
    box: ClassVar[Callable[[Iterable[Path]], Title]]

    def __init__(self, packs: tuple[Path, ...] = ()) -> None:
        self.packs = packs

    def with_packs(self, packs: tuple[Path, ...]) -> HeroesGame:
        """The same game by a player's own figures."""
        return type(self)((*self.packs, *packs))

    @property
    def contents(self) -> Title:
        """The box with the player's packs laid over it."""
        return type(self).box(self.packs)

    def missions(self) -> list[Mission]:
        return list(self.contents.missions)

    def scenarios(self) -> Sequence[Scenario]:
        return [self._scenario(mission) for mission in self.missions()]

    def start(
        self, scenario: str, options: Mapping[str, str] | None = None, seats: Mapping[str, str] | None = None
    ) -> State:
        mission = self.contents.mission(scenario)
        if mission.teaches not in self.topics:
            place = self.contents.mission_file.place(mission.key, ("teaches",))
            wrong = f"{place}, {mission.id}: teaches {mission.teaches!r} is no part of the rulebook"
            raise BalkaError(wrong, f"parts are {', '.join(self.topics)}")
        if self.packs:
            refuse_faulty(self.contents, mission, self.system.edition)
        terms = _pairs(chosen(self.system.options, options))
        return first_state(_setting(self.system, self.contents, mission.key, terms, _pairs(seats or {})))

    @property
    def positions(self) -> HeroesPositions:
        """How positions of the title are described."""
        return HeroesPositions(self.contents, self.system)

    def describe(self, document: Document) -> HeroesState:
        """The position a document describes, in the words of docs/referee.md."""
        return self.positions.describe(document)

    def problems(self) -> list[str]:
        """Mistakes in the data files, in sentences."""
        return problems(self.contents, self.system.edition, self.topics)

    def read_files(self) -> Sequence[str]:
        """Names of the files a data pack may have."""
        return PACK_FILES

    def sample(self, view: State, rng: Rng) -> State:
        assert isinstance(view, HeroesState)
        return self.system.sample(view, rng)

    def _scenario(self, mission: Mission) -> Scenario:
        chapters = "chapters" if "-" in mission.teaches else "chapter"
        length, teaches = (
            f"{mission.rounds} Rounds",
            f"{self.topics.get(mission.teaches, '?')} ({chapters} {mission.teaches})",
        )
        situation, options = mission.situation.strip(), self.system.options
        return Scenario(
            mission.key, mission.title, mission.sides, length, teaches, situation, mission.basis, options,
            turns=mission.rounds, chapters=(self._last_chapter(mission), max(map(_last, self.topics))),
        )  # fmt: skip

    def _last_chapter(self, mission: Mission) -> int:
        """The last chapter a Mission needs, 0 where a pack names none that there is."""
        return _last(mission.teaches) if mission.teaches in self.topics else 0


def _last(chapters: str) -> int:
    """The last of chapters such as 10-11."""
    return int(chapters.rpartition("-")[2])


def _pairs(mapping: Mapping[str, str]) -> Pairs:
    return tuple(sorted(mapping.items()))


@lru_cache(maxsize=32)
def _setting(system: HeroesSystem, box: Title, mission: str, options: Pairs, seats: Pairs) -> HeroesSetting:
    """Settings never change, so games on the same terms share one, and everything worked out about its map."""
    return make_setting(system, box, box.mission(mission), dict(options), dict(seats))
