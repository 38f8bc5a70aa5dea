"""How much of a result the dice made: left out of a match, fewer games tell two bots apart.

What a check brings is compared with what its results are worth to a side on the average, and the differences of a game
are added up. By their chances they come to nought, whatever the value of positions is worth, so that a result without
them says the same in the long run; the more the value knows, the less is left to chance. Draws from a bag are not
counted.
"""

from __future__ import annotations

from random import Random

from balka.bots.coaching.coaches import coach_of
from balka.bots.search.ahead import Ahead, bands_of, one_outcome
from balka.bots.search.mind import Mind
from balka.core.dice import Outcome
from balka.core.frames import CHANCE
from balka.core.state import State, Step
from balka.lab.audit import Answer, Unaudited


class Luck(Unaudited):
    """Watches a game and adds up the luck of a side, as a part of the result; it has dice of its own."""

    def __init__(self, name: str, side: str, seed: str) -> None:
        super().__init__(name)
        self.sum = 0.0
        self._side, self._dice = side, Random(f"{seed}/luck")

    def after(self, before: State, actor: str, answer: Answer, step: Step) -> None:
        super().after(before, actor, answer, step)
        mind = coach_of(before.setting.system)
        if actor == CHANCE and mind is not None:
            self.sum += luck_of(before, answer, step.state, mind, self._side, self._dice)


def luck_of(before: State, rolled: Answer, after: State, mind: Mind, side: str, dice: Random) -> float:
    """How much better what was rolled is for a side than the results of its check on the average."""
    bands = bands_of(before)
    if len(bands) < 2:
        return 0.0
    real, usual = _worth(after, mind, side, dice), 0.0
    for found in bands:
        chance = sum(share for _, share in found)
        if any(outcome == rolled for outcome, _ in found):
            usual += chance * real
        else:
            usual += chance * _worth(_after(before, one_outcome(found, dice)), mind, side, dice)
    return real - usual


def _worth(state: State, mind: Mind, side: str, dice: Random) -> float:
    return Ahead(mind, side).expected(state, Random(dice.random()))


def _after(before: State, outcome: Outcome) -> State:
    found: State = before.apply(outcome, CHANCE).state
    return found
