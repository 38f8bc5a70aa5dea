"""Choices beside each other and beside waiting: each is followed to the next rest and played on, as a veteran does it
who looks before he chooses, in more worlds and with nobody dropped, so that what they differ by has an error.

First sight does not count here: among the best few it says a little more, but not how much is lost by whoever waits,
as what he could have done is mostly still to be done.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random

from msgspec import Struct

from balka.bots.coaching.coaches import Coach
from balka.bots.search.ahead import Ahead
from balka.bots.search.race import Belief, Tried, ranked, scores, trust
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.state import State

FEWEST = 4  # worlds, however large the game
FINE = 1 << 30


class Compared(Struct):
    """Choices in the same worlds with the same dice, beside waiting, which may be one of them."""

    choices: list[Choice]
    tried: list[Tried]
    waiting: Tried
    belief: Belief

    def chance_of_waiting(self) -> float:
        """The chance of winning for whoever waits."""
        return within(mean(self.waiting.rests) + self._trust() * mean(self.waiting.changes))

    def gain(self, at: int, over: int | None = None) -> tuple[float, float]:
        """What a choice gains over another, or over waiting, with the standard error of that."""
        every = self._all()
        base = next(n for n, each in enumerate(every) if each is (self.waiting if over is None else self.tried[over]))
        believed = self._scores()
        return believed[at] - believed[base], 0.0 if at == base else self.error()

    def error(self) -> float:
        """How far two choices may lie apart otherwise than is believed: what is left of the spread by which choices
        differ, once they have been played on as far as that is trusted."""
        return sqrt(2 * (1 - self._trust())) * self.belief.spread

    def order(self) -> list[int]:
        """The best first."""
        believed = self._scores()
        return sorted(range(len(self.tried)), key=lambda at: -believed[at])

    def _all(self) -> list[Tried]:
        """Each once: the same twice would look as if nothing hung on chance."""
        return self.tried if any(each is self.waiting for each in self.tried) else [*self.tried, self.waiting]

    def _scores(self) -> list[float]:
        return scores(self._all(), self.belief)

    def _trust(self) -> float:
        return trust(self._all(), self.belief)


def compared(view: State, seat: str, choices: Sequence[Choice], rng: Rng, coach: Coach, worlds: int) -> Compared:
    """What some choices lead to and what waiting leads to; where nobody can wait, what the next reply leads to."""
    effort, idle = coach.effort(view), coach.waiting(view, seat)
    ahead = Ahead(coach, side_asked(view, seat), effort.glance)
    tried = [Tried(worth=0.0) for _ in choices]
    going = list[tuple[Choice | None, Tried]](zip(choices, tried, strict=True))
    if idle in choices:
        waiting = tried[choices.index(idle)]
    else:
        waiting = Tried(worth=0.0)
        going.append((idle, waiting))
    for number in range(max(FEWEST, round(worlds / coach.burden(view)))):
        seed, quick = rng.randrange(FINE), effort.mixed and number % 2 == 0
        world = view.setting.system.sample(view, Random(seed))
        for choice, each in going:
            played = ahead.played_on(world, choice, seat, Random(seed + 1), effort.turns, quick=quick)
            each.rests.append(played.rest)
            each.changes.append(played.change)
    return Compared(list(choices), tried, waiting, effort.belief)


def preferred(view: State, seat: str, rng: Rng, coach: Coach, most: int) -> list[Choice]:
    """The choices a veteran would think of longest, best first; waiting only where it is the best at first sight, as
    behind it the same choice is found."""
    return [found.candidate.choice for found in ranked(view, seat, rng, coach, coach.effort(view))[:most]]


def side_asked(view: State, seat: str) -> str:
    return view.setting.forces[view.ask_of(seat).force]


def is_clear(gain: float, wrong: float) -> bool:
    """Whether something is better by more than twice its error."""
    return gain > 2 * wrong


def within(chance: float) -> float:
    return min(1.0, max(0.0, chance))


def mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
