"""Choices beside each other and beside waiting: each is followed to the next rest and played on, as a veteran does it
who looks before he chooses, in more worlds and with nobody dropped, so that what they differ by has an error."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random

from msgspec import Struct

from balka.bots.coaching.coaches import Coach
from balka.bots.judging import judge_for
from balka.bots.search.ahead import Ahead
from balka.bots.search.race import Belief, Tried, ranked, scores, trust
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.state import State

FEWEST = 4  # worlds, however large the game
FINE = 1 << 30


class Compared(Struct):
    """Choices in the same worlds with the same dice, beside waiting."""

    choices: list[Choice]
    tried: list[Tried]
    waiting: Tried
    belief: Belief

    def chance_of_waiting(self) -> float:
        """The chance of winning for whoever waits."""
        return within(mean(self.waiting.rests) + self._trust() * mean(self.waiting.changes))

    def gain(self, at: int, over: int | None = None) -> tuple[float, float]:
        """What a choice gains over another, or over waiting, with the standard error of that."""
        believed, base = self._scores(), -1 if over is None else over
        other = self.waiting if over is None else self.tried[over]
        return believed[at] - believed[base], self._error(self.tried[at], other)

    def order(self) -> list[int]:
        """The best first."""
        believed = self._scores()
        return sorted(range(len(self.tried)), key=lambda at: -believed[at])

    def _scores(self) -> list[float]:
        return scores([*self.tried, self.waiting], self.belief)

    def _trust(self) -> float:
        return trust([*self.tried, self.waiting], self.belief)

    def _error(self, one: Tried, other: Tried) -> float:
        """By how much the difference of two hangs on the worlds that were looked into."""
        believed = self._trust()
        rest = believed + (1 - believed) * self.belief.value
        return error([
            rest * (a - b) + believed * (c - d)
            for a, b, c, d in zip(one.rests, other.rests, one.changes, other.changes, strict=True)
        ])  # fmt: skip


def compared(view: State, seat: str, choices: Sequence[Choice], rng: Rng, coach: Coach, worlds: int) -> Compared:
    """What some choices lead to and what waiting leads to; where nobody can wait, what the next reply leads to."""
    effort, side, idle = coach.effort(view), side_asked(view, seat), coach.waiting(view, seat)
    ahead, worth = Ahead(coach, side, effort.glance), judge_for(view.setting.system)
    tried = [Tried(worth=worth(view, choice, seat)) for choice in choices]
    waiting = Tried(worth=0.0 if idle is None else worth(view, idle, seat))
    for number in range(max(FEWEST, round(worlds / coach.burden(view)))):
        seed, quick = rng.randrange(FINE), effort.mixed and number % 2 == 0
        world = view.setting.system.sample(view, Random(seed))
        for choice, each in zip([*choices, idle], [*tried, waiting], strict=True):
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


def error(numbers: Sequence[float]) -> float:
    """The standard error of a mean."""
    if len(numbers) < 2:
        return 0.0
    middle = mean(numbers)
    return sqrt(sum((number - middle) ** 2 for number in numbers) / (len(numbers) - 1) / len(numbers))
