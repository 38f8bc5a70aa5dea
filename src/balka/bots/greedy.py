"""The greedy bot: one step of expected value. Every listed choice is weighed, the best is said."""

from __future__ import annotations

from balka.bots.judging import has_judge, judge_for
from balka.bots.placing import placement
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.frames import leaves
from balka.core.state import State
from balka.core.system import System


class GreedyBot:
    """Says what the system's judge, by exact odds, holds to be worth most; ties are broken at random.

    Where the system has somebody who sets up for people, he does it for the bot too."""

    title = "Computer, careful"
    about = "Greedy: takes the step with the best odds now."

    @staticmethod
    def plays(system: System) -> bool:
        return has_judge(system)

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        placed = placement(view, seat)
        return placed if placed is not None else self._best(view, seat, rng)

    def _best(self, view: State, seat: str, rng: Rng) -> Choice:
        worth = judge_for(view.setting.system)
        best: list[Choice] = []
        highest = float("-inf")
        for choice in leaves(view, (), seat):
            value = worth(view, choice, seat)
            if value > highest:
                best, highest = [choice], value
            elif value == highest:
                best.append(choice)
        return best[rng.randrange(len(best))]
