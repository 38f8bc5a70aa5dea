"""The tactical games' Mind: what the search asks about choices and positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from balka.bots.heroes.features import NAMES, features
from balka.bots.heroes.judgement import side_of
from balka.bots.heroes.quick import reply
from balka.bots.heroes.scale import NOTHING
from balka.bots.heroes.staged import Weighed, listed, some_units, weighed_list
from balka.bots.heroes.stances import stance
from balka.bots.heroes.value import Values, value
from balka.bots.search.mind import Candidate
from balka.core.choices import Choice, Token
from balka.core.dice import Rng
from balka.core.state import State
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.turn_order import TeamTurn
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.units import HeroesState

ALIKE = 2  # choices of one unit and verb that are looked into
LOOKED_AT = 3  # units a quick reply looks at on a Turn: more would play on the same way in every world
GLANCED_AT = 5  # units whose steps a glance chooses from: large forces would take long

SHOWN_FOR = 0.05  # worth of what a Hidden unit has in view, above which it may show itself: it costs nothing at once
USUAL = 16  # counters in a game of usual size


class HeroesMind:
    """Candidates by the stance of the side, quick replies, and a value fitted to played games, or one handed in."""

    def __init__(self, known: Values | None = None) -> None:
        self._known = known

    def prior(self, view: State, seat: str, most: int) -> Sequence[Candidate]:
        return _candidates(view, seat, most)

    def glance(self, view: State, seat: str, most: int, rng: Rng) -> Sequence[Candidate]:
        assert isinstance(view, HeroesState)
        return _candidates(view, seat, most, some_units(view, seat, rng, GLANCED_AT))

    def reply(self, world: State, seat: str, rng: Rng) -> Choice:
        assert isinstance(world, HeroesState)
        return reply(world, seat, rng, LOOKED_AT)

    def features(self, state: State, side: str) -> Mapping[str, float]:
        assert isinstance(state, HeroesState)
        return dict(zip(NAMES, features(state, side), strict=True))

    def value(self, state: State, side: str) -> float:
        assert isinstance(state, HeroesState)
        return value(state, side, self._known)

    def rests(self, state: State) -> bool:
        top = state.stack[-1] if state.stack else None
        return isinstance(top, TeamTurn) or (isinstance(top, Turn) and top == Turn(top.force))

    def burden(self, view: State) -> float:
        """Lists and attacks grow with the counters in the game."""
        assert isinstance(view, HeroesState)
        return max(1.0, (len(view.position.units) + len(view.position.hidden)) / USUAL)

    def part(self, state: State) -> int:
        """The Round: at its end points are counted."""
        assert isinstance(state, HeroesState)
        return state.tracks.round


def _candidates(view: State, seat: str, most: int, only: frozenset[Token] | None = None) -> list[Candidate]:
    assert isinstance(view, HeroesState)
    weights = stance(view.setting, side_of(view, seat))
    found = sorted(weighed_list(view, seat, weights, only), key=lambda pair: -pair[0])
    chosen = list(_unlike(found, most)) or found[:1]
    return [Candidate(listed(view, seat, choice, weights), worth) for worth, choice in chosen]


def _unlike(found: Weighed, most: int) -> Iterator[tuple[float, Choice]]:
    """The best few, only so many of a unit and verb, a Pass only where it is the best, and nothing that is vain."""
    seen: Counter[tuple[object, ...]] = Counter()
    taken = 0
    for at, (worth, choice) in enumerate(found):
        alike = ("group",) if choice.verb == "group" else choice.path()[:2]
        waits = (at and isinstance(choice, verbs.Pass)) or choice.verb == "stall"
        vain = at and (worth <= NOTHING or (choice.verb == "reveal" and worth <= SHOWN_FOR))
        if waits or vain or seen[alike] >= ALIKE:
            continue
        seen[alike] += 1
        taken += 1
        yield worth, choice
        if taken >= most:
            return
