"""Playing on from a choice in a made-up world: exact chance while it is likely enough, then drawn."""

from __future__ import annotations

from collections import defaultdict
from random import Random

from balka.bots.search.mind import Mind
from balka.core.chance import draw
from balka.core.choices import Choice
from balka.core.dice import Outcome
from balka.core.frames import CHANCE, Roll
from balka.core.state import State

LEAST = 0.1  # of a branch of chance that is still followed by itself
LONGEST = 400  # steps of one line; whoever gets here goes round in circles


class Ahead:
    """Looks ahead for a side and counts its steps: every answer given in a made-up world is one."""

    def __init__(self, mind: Mind, side: str) -> None:
        self.steps = 0
        self._mind, self._side = mind, side

    def worth(self, world: State, choice: Choice, seat: str, dice: Random) -> float:
        """What a choice leads to at the next rest in a world, on the average of the chances it hangs on."""
        return self._expected(self._after(world, choice, seat), dice, 1.0)

    def expected(self, state: State, dice: Random) -> float:
        """What a position leads to, on the average of the chances it hangs on; where it rests, its value."""
        return self._expected(state, dice, 1.0)

    def change(self, world: State, choice: Choice, seat: str, dice: Random, turns: int) -> float:
        """By how much the value changes in so many moments of rest after the next, on one way drawn at random.

        Whether the choice itself was lucky is left out of it: that is known exactly.
        """
        state = self._rested(self._after(world, choice, seat), dice)
        now, stretch = self._mind.value(state, self._side), self._mind.stretch(state)
        for _ in range(turns):
            if state.over or self._mind.stretch(state) != stretch:
                break
            state = self._rested(self._step(state, dice), dice)
        return self._mind.value(state, self._side) - now

    def _after(self, state: State, answer: Choice | Outcome, seat: str) -> State:
        self.steps += 1
        found: State = state.apply(answer, seat).state
        return found

    def _step(self, state: State, dice: Random) -> State:
        """One answer, of whoever is asked or of chance."""
        ask = state.asks[0]
        answer = draw(state, dice) if ask.seat == CHANCE else self._mind.reply(state, ask.seat, dice)
        return self._after(state, answer, ask.seat)

    def _rested(self, state: State, dice: Random) -> State:
        """The next position at rest, on one way there."""
        for _ in range(LONGEST):
            if state.over or self._mind.rests(state):
                break
            state = self._step(state, dice)
        return state

    def _expected(self, state: State, dice: Random, chance: float) -> float:
        """Up to the next rest every band of a likely check is followed."""
        for _ in range(LONGEST):
            if state.over or self._mind.rests(state):
                break
            bands = banded(state, dice) if state.asks[0].seat == CHANCE else []
            if len(bands) < 2 or chance * max(share for _, share in bands) < LEAST:
                state = self._step(state, dice)
                continue
            return sum(
                share * self._expected(self._after(state, outcome, CHANCE), Random(dice.random()), chance * share)
                for outcome, share in bands
            )
        return self._ended(state, chance)

    def _ended(self, state: State, chance: float) -> float:
        """The value of where a line ends; so likely was it that it was followed."""
        return self._mind.value(state, self._side)


def banded(state: State, dice: Random) -> list[tuple[Outcome, float]]:
    """One outcome for each band of a check with the band's whole chance; one drawn where nobody reads bands."""
    roll = state.stack[-1]
    if not isinstance(roll, Roll) or roll.check is None or not roll.dice:
        return [(draw(state, dice), 1.0)]
    bands: defaultdict[str, list[tuple[Outcome, float]]] = defaultdict(list)
    for outcome, chance in state.odds():
        bands[roll.check.read(outcome)].append((outcome, float(chance)))
    return [(_one_of(found, dice), sum(chance for _, chance in found)) for found in bands.values()]


def _one_of(outcomes: list[tuple[Outcome, float]], dice: Random) -> Outcome:
    shown, chances = zip(*outcomes, strict=True)
    found: Outcome = dice.choices(shown, chances)[0]
    return found
