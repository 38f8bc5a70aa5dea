"""Playing on from a choice in a made-up world: chances are followed exactly while they are likely, luck is left out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from balka.bots.search.mind import Mind
from balka.core.chance import draw
from balka.core.choices import Choice
from balka.core.dice import Outcome
from balka.core.frames import CHANCE, Roll
from balka.core.state import State

LEAST = 0.1  # of a branch of chance that is still followed by itself
LIKELY = 0.3  # the same when playing on, where there is less time
CLEAR = 1.0  # better than all others at first sight by so much, a reply is given without a glance
FIRST_SIGHT = 0.1  # what it counts beside the rest a glance finds
LONGEST = 400  # steps of one line; whoever gets here goes round in circles
SEEDS = 1 << 30


class Way(NamedTuple):
    """A rest that may come next: how likely it is, the position, and what it is worth to the side that looks."""

    chance: float
    state: State
    value: float


class PlayedOn(NamedTuple):
    """What a choice comes to in a world at the next rest, and by how much that changes later."""

    rest: float
    change: float


class Ahead:
    """Looks ahead for a side and counts its steps: every answer given in a made-up world is one.

    Whoever replies on the way gives the Mind's quick reply, or with a `glance` at so many candidates takes the one that
    leads to the better rest, first sight counting besides.
    """

    def __init__(self, mind: Mind, side: str, glance: int = 0) -> None:
        self.steps = 0
        self._mind, self._side, self._glance = mind, side, glance

    def worth(self, world: State, choice: Choice, seat: str, dice: Random) -> float:
        """What a choice leads to at the next rest in a world, on the average of the chances it hangs on."""
        return mean(self.ways(world, dice, choice, seat))

    def expected(self, state: State, dice: Random) -> float:
        """What a position leads to, on the average of the chances it hangs on; where it rests, its value."""
        return mean(self.ways(state, dice))

    def ways(self, state: State, dice: Random, choice: Choice | None = None, seat: str = "") -> list[Way]:
        """The rests a position leads to, or a choice made in it."""
        after = state if choice is None else self._after(state, choice, seat)
        return list(self._ways(after, dice, LEAST))

    def played_on(
        self, world: State, choice: Choice | None, seat: str, dice: Random, turns: int, *, quick: bool = False
    ) -> PlayedOn:
        """The next rest, and the change in so many more within this part of the game, on one way drawn at random.

        Without a choice whoever is asked gives the Mind's reply. `quick` replies are given without a glance.

        Luck is left out: of every answer counts what it leads to on the average of its chances, and not what the dice
        made of it. That says the same in the long run, and with far fewer worlds.
        """
        seed, changed, part = dice.randrange(SEEDS), 0.0, self._mind.part(world)
        after = world if choice is None else self._after(world, choice, seat)
        ways = list(self._ways(after, dice, LIKELY))
        rest, at = mean(ways), one_of(ways, dice)
        for turn in range(turns):
            if at.state.over or self._mind.part(at.state) != part:
                break
            dice = Random(seed + turn)  # the same for all candidates, however many dice were thrown before
            ways = self._replied(at.state, dice, 0 if quick else self._glance)
            changed += mean(ways) - at.value
            at = one_of(ways, dice)
        return PlayedOn(rest, changed)

    def _after(self, state: State, answer: Choice | Outcome, seat: str) -> State:
        self.steps += 1
        found: State = state.apply(answer, seat).state
        return found

    def _replied(self, state: State, dice: Random, glance: int) -> list[Way]:
        """The rests that may come after the reply of whoever is asked."""
        seat = state.asks[0].seat
        if glance:
            return self._best_glance(state, seat, dice, glance)
        return list(self._ways(self._after(state, self._mind.reply(state, seat, dice), seat), dice, LIKELY))

    def _best_glance(self, state: State, seat: str, dice: Random, glance: int) -> list[Way]:
        """The rests after the candidate that is best for whoever is asked."""
        view, seed = state.view(seat), dice.randrange(SEEDS)
        sign = 1 if view.setting.forces[view.ask_of(seat).force] == self._side else -1
        candidates = self._mind.glance(view, seat, glance, dice)
        if len(candidates) > 1 and candidates[0].worth - candidates[1].worth > CLEAR:
            candidates = candidates[:1]
        looked = [
            list(self._ways(self._after(state, candidate.choice, seat), Random(seed), LIKELY))
            for candidate in candidates
        ]
        scores = [
            sign * mean(ways) + FIRST_SIGHT * candidate.worth
            for ways, candidate in zip(looked, candidates, strict=True)
        ]
        return looked[scores.index(max(scores))]

    def _ways(self, state: State, dice: Random, least: float, chance: float = 1.0) -> Iterator[Way]:
        """The rests that may come next: every band of a likely check is followed, of others one is drawn."""
        for _ in range(LONGEST):
            if state.over or self._mind.rests(state):
                break
            ask = state.asks[0]
            if ask.seat != CHANCE:
                state = self._after(state, self._mind.reply(state, ask.seat, dice), ask.seat)
                continue
            bands = banded(state, dice)
            if len(bands) > 1 and chance * max(share for _, share in bands) >= least:
                for outcome, share in bands:
                    after = self._after(state, outcome, CHANCE)
                    yield from self._ways(after, Random(dice.random()), least, chance * share)
                return
            state = self._after(state, draw(state, dice), CHANCE)
        yield Way(chance, state, self._mind.value(state, self._side))


def mean(ways: Sequence[Way]) -> float:
    """The value on the average of the chances."""
    return sum(way.chance * way.value for way in ways)


def one_of(ways: Sequence[Way], dice: Random) -> Way:
    """One of them, the likelier ones more often."""
    return dice.choices(ways, [way.chance for way in ways])[0]


Band = list[tuple[Outcome, float]]
"""The outcomes of a check that say the same, each with its chance."""


def banded(state: State, dice: Random) -> Band:
    """One outcome for each band of a check with the band's whole chance; one drawn where nobody reads bands."""
    bands = bands_of(state)
    if not bands:
        return [(draw(state, dice), 1.0)]
    return [(one_outcome(found, dice), sum(chance for _, chance in found)) for found in bands]


def bands_of(state: State) -> list[Band]:
    """What may come of a check; nothing where nobody reads bands."""
    roll = state.stack[-1]
    if not isinstance(roll, Roll) or roll.check is None or not roll.dice:
        return []
    bands: defaultdict[str, Band] = defaultdict(list)
    for outcome, chance in state.odds():
        bands[roll.check.read(outcome)].append((outcome, float(chance)))
    return list(bands.values())


def one_outcome(outcomes: Band, dice: Random) -> Outcome:
    """One of a band, as likely as they are."""
    shown, chances = zip(*outcomes, strict=True)
    found: Outcome = dice.choices(shown, chances)[0]
    return found
