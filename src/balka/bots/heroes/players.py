"""Who plays the levels in the tactical games."""

from __future__ import annotations

from heapq import nlargest
from math import exp
from operator import itemgetter
from typing import ClassVar

from balka.bots.greedy import pick
from balka.bots.heroes.judgement import side_of
from balka.bots.heroes.mind import HeroesMind
from balka.bots.heroes.staged import asked, best, listed, weighed_list
from balka.bots.heroes.stances import stance
from balka.bots.search import race
from balka.bots.search.race import Effort
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.state import State
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.units import HeroesState


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


class HeroesRegular:
    """What is worth most by the stance of its side."""

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        assert isinstance(view, HeroesState)
        return best(view, seat, stance(view.setting, side_of(view, seat)), rng)


class HeroesVeteran(HeroesRegular):
    """On its Turns it looks ahead; what is asked in between it answers as a regular does."""

    effort: ClassVar[Effort] = Effort(steps=400, worlds=4, width=6)

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        assert isinstance(view, HeroesState)
        if not isinstance(asked(view, seat), Turn):
            return super().choose(view, seat, rng)
        return race.best(view, seat, rng, HeroesMind(), self.effort)


class HeroesElite(HeroesVeteran):
    """The same with more candidates in more worlds."""

    effort: ClassVar[Effort] = Effort(steps=4000, worlds=24, width=10)
