"""Who plays the levels in the tactical games."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import nlargest
from math import exp
from operator import itemgetter
from typing import ClassVar

from msgspec import structs

from balka.bots.greedy import pick
from balka.bots.heroes.judgement import side_of
from balka.bots.heroes.mind import HeroesMind
from balka.bots.heroes.quick import UNITS, reply
from balka.bots.heroes.staged import asked, best, listed, weighed_list
from balka.bots.heroes.stances import advice, stance, tempered, with_figures
from balka.bots.heroes.weights import FIRST, Weights
from balka.bots.search import race
from balka.bots.search.race import Belief, Effort
from balka.bots.weights import Weight
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.errors import BalkaError
from balka.core.state import State
from balka.core.system import System
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.units import HeroesState

KEYS = ("heroes2", "heroes3")
BELIEFS = {"heroes2": Belief(value=0.6, first_sight=0.04, spread=0.04, bias=0.04),
           "heroes3": Belief(value=0.45, first_sight=0.03, spread=0.016)}  # fmt: skip
"""What lasts of a lead, and how far candidates really lie apart: measured, docs/opponent-study.md."""
USUAL = -1.0  # a bias that is not said
TUNED = with_figures(FIRST, advice().common)
"""The figures all sides have in common: where tuning begins."""


class HeroesRecruit:
    """One of the best few by the stance of its side, the likelier the more it is worth."""

    few = 5
    temperature = 0.3

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        assert isinstance(view, HeroesState)
        weights = stance(view.setting, side_of(view, seat))
        found = nlargest(self.few, weighed_list(view, seat, weights), key=itemgetter(0))
        chances = [exp((worth - found[0][0]) / self.temperature) for worth, _ in found]
        return listed(view, seat, found[pick(chances, rng)][1], weights)


class HeroesFirstSight:
    """What is worth most by the stance of its side."""

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        assert isinstance(view, HeroesState)
        return best(view, seat, stance(view.setting, side_of(view, seat)), rng)


class HeroesBold(HeroesFirstSight):
    """First sight that takes risks for ground."""

    temper = "bold"

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        assert isinstance(view, HeroesState)
        return best(view, seat, tempered(view.setting, side_of(view, seat), self.temper), rng)


class HeroesCareful(HeroesBold):
    """First sight that keeps out of fire."""

    temper = "careful"


class HeroesRegular(HeroesFirstSight):
    """On its Turns it glances ahead, and in the third edition plays on a little; what is asked in between it answers at
    first sight."""

    efforts: ClassVar[Mapping[str, Effort]] = {
        "heroes2": Effort(steps=300, worlds=1, width=5, clear=2.0, first_sight=0.1),
        "heroes3": Effort(steps=700, worlds=5, played=3, turns=4, clear=2.0, belief=BELIEFS["heroes3"]),
    }

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        assert isinstance(view, HeroesState)
        if not isinstance(asked(view, seat), Turn):
            return super().choose(view, seat, rng)
        return race.best(view, seat, rng, HeroesMind(), self.efforts[view.setting.system.key])


class HeroesVeteran(HeroesRegular):
    """On its Turns it plays its best steps on, not beyond the Round; in the third edition with glances on the way."""

    efforts: ClassVar[Mapping[str, Effort]] = {
        "heroes2": Effort(steps=750, worlds=6, played=3, turns=10, clear=2.0, belief=BELIEFS["heroes2"]),
        "heroes3": Effort(steps=2600, worlds=8, played=3, turns=5, glance=3, clear=2.0, belief=BELIEFS["heroes3"]),
    }


class HeroesElite(HeroesVeteran):
    """With more candidates, of which it plays on more in more worlds, by glances and by quick replies in turn."""

    efforts: ClassVar[Mapping[str, Effort]] = {
        "heroes2": Effort(
            steps=3600, worlds=16, width=8, played=4, turns=10, glance=3, mixed=True, clear=2.0,
            belief=structs.replace(BELIEFS["heroes2"], bias=0.03),
        ),
        "heroes3": Effort(
            steps=6000, worlds=16, width=8, played=4, turns=5, glance=3, mixed=True, clear=2.0,
            belief=structs.replace(BELIEFS["heroes3"], bias=0.012),
        ),
    }  # fmt: skip


class HeroesSearch(HeroesFirstSight):
    """A veteran whose effort is told: to find out what more of it is worth, and to play against."""

    def __init__(  # noqa: PLR0913, PLR0917 - what can be said in its name
        self, steps: int = 300, worlds: int = 3, width: int = 6, played: int = 4, turns: int = 0, glance: int = 0,
        first_sight: float = 0.1, bias: float = USUAL, mixed: bool = False,  # noqa: FBT001
    ) -> None:  # fmt: skip
        if min(steps, worlds, width, played) < 1 or min(turns, glance) < 0:
            raise BalkaError("a search needs steps, worlds and candidates", "steps, worlds and width of 1 or more")
        self._efforts = {
            key: Effort(
                steps=steps, worlds=worlds, width=width, played=played, turns=turns, glance=glance, mixed=mixed,
                clear=2.0, first_sight=first_sight,
                belief=belief if bias == USUAL else structs.replace(belief, bias=bias),
            )
            for key, belief in BELIEFS.items()
        }  # fmt: skip

    @staticmethod
    def plays(system: System) -> bool:
        return system.key in KEYS

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        assert isinstance(view, HeroesState)
        if not isinstance(asked(view, seat), Turn):
            return super().choose(view, seat, rng)
        return race.best(view, seat, rng, HeroesMind(), self._efforts[view.setting.system.key])


class HeroesQuick:
    """The quick reply of a search as a player: to find out what playing on with it is worth, and with how many units
    looked at."""

    def __init__(self, units: int = UNITS) -> None:
        self._units = units

    @staticmethod
    def plays(system: System) -> bool:
        return system.key in KEYS

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        assert isinstance(view, HeroesState)
        return reply(view, seat, rng, self._units)


class HeroesStance:
    """First sight with figures of its own in place of the stance it would take: for tuning, and to play against."""

    WEIGHTS: ClassVar[tuple[Weight, ...]] = tuple(
        Weight(name, getattr(TUNED, name))
        for name in (
            "ground", "goal_held", "cover", "danger", "chance_to_fire", "crowd", "cap", "freshness", "rallied", "ap",
            "activated", "opportunity_lost", "urge",
        )
    )  # fmt: skip

    def __init__(self, weights: Mapping[str, float] | None = None) -> None:
        self._figures = dict(weights or {})
        self._made: dict[tuple[str, str], Weights] = {}

    @staticmethod
    def plays(system: System) -> bool:
        return system.key in KEYS

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        assert isinstance(view, HeroesState)
        side = side_of(view, seat)
        place = view.setting.scenario, side
        if place not in self._made:
            self._made[place] = with_figures(stance(view.setting, side), self._figures)
        return best(view, seat, self._made[place], rng)
