"""The greedy bots: one step of expected value. Every listed choice is weighed, the best is said."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest
from math import exp
from operator import itemgetter

from balka.bots.judging import Judge, best, first_judge_for, has_judge, judge_for
from balka.bots.placing import placement
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.frames import leaves
from balka.core.state import State
from balka.core.system import System

FINE = 1 << 20  # steps of a random share


class GreedyBot:
    """Says what the system's judge, by exact odds, holds to be worth most; ties are broken at random.

    Where the system has somebody who sets up for people, he does it for the bot too."""

    @staticmethod
    def plays(system: System) -> bool:
        return has_judge(system)

    def judge(self, system: System) -> Judge:
        return judge_for(system)

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        placed = placement(view, seat)
        return placed if placed is not None else self._best(view, seat, rng)

    def _best(self, view: State, seat: str, rng: Rng) -> Choice:
        worth = self.judge(view.setting.system)
        return best(view, seat, lambda choice: worth(view, choice, seat), rng)


class FirstGreedyBot(GreedyBot):
    """The greedy bot as it first was, kept so that later ones can be measured against it."""

    def judge(self, system: System) -> Judge:
        return first_judge_for(system)


class LooseBot(GreedyBot):
    """Says one of the best few, the likelier the more it is worth: a soft choice with a temperature."""

    few = 5
    temperature = 0.3

    def _best(self, view: State, seat: str, rng: Rng) -> Choice:
        worth = self.judge(view.setting.system)
        weighed = [(worth(view, choice, seat), choice) for choice in leaves(view, (), seat)]
        few = nlargest(self.few, weighed, key=itemgetter(0))
        chances = [exp((value - few[0][0]) / self.temperature) for value, _ in few]
        return few[pick(chances, rng)][1]


def pick(chances: Sequence[float], rng: Rng) -> int:
    """The place of one of these, each as likely as its share."""
    left = rng.randrange(FINE) / FINE * sum(chances)
    for at, chance in enumerate(chances):
        left -= chance
        if left < 0:
            return at
    return len(chances) - 1
