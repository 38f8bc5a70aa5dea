"""A game that is over, judged: the chance of winning over time, and what choices, dice and nobody did to it.

The chance is worked out at every picture of the game. What an answer changes goes to whoever gave it: to luck where
dice were rolled, else to the side that chose. A Turn by itself changes the chance too, however well it is used, and the
judge thinks again when he looks deeper; so only what a choice falls short of the best one is the side's own, and the
rest is nobody's. The sums add up to the whole way from the first picture to the last.

A lead at the next rest is half lost again later, as what was not done now is mostly still to be done a Turn later. So
of what a choice falls short there, only as much counts as lasts by experience (the veteran's `Belief`), and those that
look worst are played on, which tells what lasts of each of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from math import sqrt
from random import Random

from msgspec import Struct, structs

from balka.bots.coaching.coaches import Coach
from balka.bots.coaching.comparing import FINE, compared, is_clear, preferred, side_asked
from balka.bots.coaching.hints import SHOWN, Option, explained, option
from balka.bots.search.ahead import Ahead
from balka.bots.search.race import Tried, scores
from balka.core.choices import Choice
from balka.core.events import Event
from balka.core.frames import CHANCE
from balka.core.state import State

LUCK, NOBODY = "luck", "nobody"
WORLDS = 3  # in which every choice is compared with others at the next rest
CERTAIN = 12  # in which those that look like mistakes are played on
SUSPECTED = 8
LEAST_SUSPECTED = 0.02  # by the next rest: less is not looked at again
LOSS = 0.05  # of the chance of winning: less is no mistake
MISTAKES = 3


class Given(Struct, frozen=True):
    """An answer of the game: the picture before it, the position, who gave it, the choice where it was one, and what
    its seat had been told until then."""

    step: int
    before: State
    after: State
    seat: str
    choice: Choice | None = None
    heard: tuple[Event, ...] = ()

    def view(self) -> State:
        """What its seat knew."""
        found = self.before.view(self.seat)
        found.hear(self.heard)
        return found


class Change(Struct, frozen=True):
    """What an answer did to the chance of the first side, to whose account it goes, and the standard error of that."""

    step: int
    who: str
    amount: float
    error: float = 0.0


class Mistake(Struct, frozen=True):
    """A choice that cost more than one chance in twenty, by more than twice the error, and what was better."""

    step: int
    seat: str
    played: Choice
    better: Option
    loss: float
    error: float


class Review(Struct, frozen=True):
    """A whole game for its first side: its chance at each picture, all changes, and the mistakes of both sides."""

    side: str
    chances: tuple[tuple[int, float], ...]
    changes: tuple[Change, ...]
    mistakes: tuple[Mistake, ...]

    def sums(self) -> dict[str, float]:
        """What each account comes to."""
        found: defaultdict[str, float] = defaultdict(float)
        for change in self.changes:
            found[change.who] += change.amount
        return dict(found)

    def errors(self) -> dict[str, float]:
        """The standard error of the accounts that have one."""
        found: defaultdict[str, float] = defaultdict(float)
        for change in self.changes:
            if change.error:
                found[change.who] += change.error**2
        return {who: sqrt(squares) for who, squares in found.items()}


class Shortfall(Struct, frozen=True):
    """How far a choice fell short of the best one in the long run, and how far that may be wrong."""

    loss: float
    error: float


def review(answers: Iterable[Given], coach: Coach, seed: int) -> Review:
    """Judge a game by its answers in order."""
    given = list(answers)
    side, rng = given[0].before.setting.sides[0], Random(seed)
    ahead = Ahead(coach, side)

    def chance_at(state: State) -> float:
        return ahead.expected(state, Random(rng.randrange(FINE)))

    chances = [(given[0].step, chance_at(given[0].before))]
    short = dict[int, Shortfall]()
    for answer in given:
        chances.append((answer.step + 1, chance_at(answer.after)))
        if (found := _short(answer, coach, rng)) is not None:
            short[answer.step] = found
    looked_at = {answer.step: _looked_at(answer, coach, rng) for answer in _suspects(given, short)}
    short |= {step: Shortfall(found.loss, found.error) for step, found in looked_at.items()}
    changes = [
        change
        for answer, (_, before), (_, after) in zip(given, chances, chances[1:], strict=False)
        for change in _accounted(answer, after - before, short.get(answer.step), side)
    ]
    worst = {mistake.step: mistake for mistake in _worst(looked_at.values())}
    mistakes = [_explained(each, worst[each.step], coach, rng) for each in given if each.step in worst]
    return Review(side, tuple(chances), tuple(changes), tuple(mistakes))


def _accounted(answer: Given, moved: float, short: Shortfall | None, side: str) -> Iterator[Change]:
    if answer.choice is None:
        yield Change(answer.step, LUCK if answer.seat == CHANCE else NOBODY, moved)
        return
    who = answer.before.setting.side_of(answer.seat)
    if short is None:
        yield Change(answer.step, who, moved)
        return
    own = -short.loss if who == side else short.loss
    yield Change(answer.step, who, own, short.error)
    yield Change(answer.step, NOBODY, moved - own, short.error)


def _short(answer: Given, coach: Coach, rng: Random) -> Shortfall | None:
    """What a choice fell short of the best by at the next rest, as far as that lasts; nothing where the position did
    not rest: there one only answers."""
    if answer.choice is None or not coach.rests(answer.before):
        return None
    view, seat = answer.view(), answer.seat
    choices, ahead = _with(_candidates(view, seat, coach), answer.choice), Ahead(coach, side_asked(view, seat))
    if len(choices) < 2:
        return Shortfall(0.0, 0.0)
    tried = [Tried(worth=0.0) for _ in choices]
    for _ in range(WORLDS):
        seed = rng.randrange(FINE)
        world = view.setting.system.sample(view, Random(seed))
        for choice, each in zip(choices, tried, strict=True):
            each.rests.append(ahead.worth(world, choice, seat, Random(seed + 1)))
    belief = coach.effort(view).belief
    believed = scores(tried, belief)
    return Shortfall(max(believed) - believed[choices.index(answer.choice)], sqrt(2) * belief.spread)


def _candidates(view: State, seat: str, coach: Coach) -> list[Choice]:
    return [candidate.choice for candidate in coach.prior(view, seat, SHOWN)]


def _with(choices: Sequence[Choice], played: Choice) -> list[Choice]:
    return [*choices] if played in choices else [*choices, played]


def _suspects(given: Sequence[Given], short: Mapping[int, Shortfall]) -> list[Given]:
    """The choices that look worst."""
    losses = {step: found.loss for step, found in short.items() if found.loss > LEAST_SUSPECTED}
    steps = set(nlargest(SUSPECTED, losses, key=lambda step: losses[step]))
    return [answer for answer in given if answer.step in steps]


def _looked_at(answer: Given, coach: Coach, rng: Random) -> Mistake:
    """A choice beside those a veteran would think of, all of them played on: what it cost, if anything."""
    assert answer.choice is not None
    view = answer.view()
    choices = _with(preferred(view, answer.seat, rng, coach, SHOWN), answer.choice)
    found = compared(view, answer.seat, choices, rng, coach, CERTAIN)
    best = found.order()[0]
    loss, wrong = found.gain(best, choices.index(answer.choice))
    return Mistake(answer.step, answer.seat, answer.choice, option(found, best), loss, wrong)


def _explained(answer: Given, mistake: Mistake, coach: Coach, rng: Random) -> Mistake:
    view = answer.view()
    return structs.replace(mistake, better=explained(view, answer.seat, mistake.better, rng, coach))


def _worst(looked_at: Iterable[Mistake]) -> list[Mistake]:
    """The few that are large and certain; the same better choice is told once, where it would have brought most."""
    found = [each for each in looked_at if each.loss > LOSS and is_clear(each.loss, each.error)]
    found.sort(key=lambda mistake: (mistake.loss, -mistake.step))
    told = {(mistake.seat, mistake.better.choice): mistake for mistake in found}
    return sorted(told.values(), key=lambda mistake: -mistake.loss)[:MISTAKES]
