"""Who plays to learn: a veteran in one world who sometimes takes the second best, with a value that is handed in."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from balka.bots.greedy import pick
from balka.bots.heroes import clock
from balka.bots.heroes.mind import HeroesMind
from balka.bots.heroes.players import HeroesFirstSight
from balka.bots.heroes.staged import asked
from balka.bots.heroes.value import Pair, Values
from balka.bots.search.race import Effort, ranked
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.state import State
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.units import HeroesState

EFFORT = Effort(steps=300, worlds=1, width=6, clear=2.0, first_sight=0.1)
STRAY = 33  # one choice in so many is any of the best few
FEW = 4

GOOD = (
    "units", "fresh", "caps", "hand", "cover", "shots", "spent_shots", "pull", "reach", "grip", "stood", "due",
    "to_come", "lead", "ahead", "due_late",
)  # fmt: skip
BAD = ("hit", "exposed", "crowd")
SIGNS: Mapping[str, int] = dict.fromkeys(GOOD, 1) | dict.fromkeys(BAD, -1)
"""Features of which more is never worse, or never better: a weight of the other sign was learned from too few games."""


class HeroesLearner(HeroesFirstSight):
    """Plays both sides while a value is learned; `weights` and `bias` are pairs, at the start and at the end."""

    signs = SIGNS

    def __init__(
        self, weights: Mapping[str, tuple[float, float]] | None = None,
        bias: Mapping[str, tuple[float, float]] | None = None, temperature: float = 0.0,
    ) -> None:  # fmt: skip
        own = weights is not None
        known = Values(_pairs(weights or {}), _pairs(bias or {})) if own else None
        self._mind, self._temperature = HeroesMind(known), temperature

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        assert isinstance(view, HeroesState)
        if not isinstance(asked(view, seat), Turn):
            return super().choose(view, seat, rng)
        found = ranked(view, seat, rng, self._mind, EFFORT)
        if not self._temperature or len(found) < 2:
            return found[0].candidate.choice
        if rng.randrange(STRAY) == 0:
            return found[rng.randrange(min(FEW, len(found)))].candidate.choice
        means = [each.rest + EFFORT.first_sight * each.candidate.worth for each in found]
        chances = [exp((mean - max(means)) / self._temperature) for mean in means]
        return found[pick(chances, rng)].candidate.choice

    # -- what is learned from

    def features(self, state: State, side: str) -> Mapping[str, float]:
        return self._mind.features(state, side)

    def rests(self, state: State) -> bool:
        return self._mind.rests(state)

    def progress(self, state: State) -> float:
        assert isinstance(state, HeroesState)
        return clock.progress(state)


def _pairs(given: Mapping[str, tuple[float, float]]) -> dict[str, Pair]:
    return {name: Pair(first, last) for name, (first, last) in given.items()}
