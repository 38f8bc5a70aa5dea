"""A game that is over, judged: the chance of winning over time, and what choices, dice and nobody did to it.

The chance is worked out at every picture of the game. What an answer changes goes to whoever gave it: to luck where
dice were rolled, else to the side that chose. A Turn by itself changes the chance too, however well it is used, and the
judge thinks again when he looks deeper; so only what a choice falls short of the best one is the side's own, and the
rest is nobody's. The sums add up to the whole way from the first picture to the last.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from random import Random

from msgspec import Struct

from balka.bots.coaching.coaches import Coach
from balka.bots.coaching.hints import Option, ahead_by, candidates, compared, explained, is_clear, mean
from balka.bots.search.ahead import Ahead
from balka.core.choices import Choice
from balka.core.frames import CHANCE
from balka.core.state import State

LUCK, NOBODY = "luck", "nobody"
WORLDS = 3  # in which every choice is compared with others
CERTAIN = 12  # the same for those that look like mistakes
SUSPECTED = 8
LOSS = 0.05  # of the chance of winning: less is no mistake
MISTAKES = 3


class Given(Struct, frozen=True):
    """An answer of the game: the picture before it, the position, who gave it, and the choice where it was one."""

    step: int
    before: State
    after: State
    seat: str
    choice: Choice | None = None


class Change(Struct, frozen=True):
    """What an answer did to the chance of the first side, and to whose account it goes."""

    step: int
    who: str
    amount: float


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


class Regret(Struct, frozen=True):
    """How far a choice fell short of the best one at a first look."""

    given: Given
    loss: float


def review(answers: Iterable[Given], coach: Coach, seed: int) -> Review:
    """Judge a game by its answers in order."""
    given = list(answers)
    setting = given[0].before.setting
    side, rng = setting.sides[0], Random(seed)
    ahead = Ahead(coach, side)
    chances = [(given[0].step, ahead.expected(given[0].before, Random(rng.randrange(1 << 30))))]
    changes, regrets = list[Change](), list[Regret]()
    for answer in given:
        after = ahead.expected(answer.after, Random(rng.randrange(1 << 30)))
        moved = after - chances[-1][1]
        chances.append((answer.step + 1, after))
        loss = _regret(answer, coach, rng)
        if loss is not None:
            regrets.append(Regret(answer, loss))
        changes += _accounted(answer, moved, loss, side)
    mistakes = tuple(sorted(_mistakes(regrets, coach, rng), key=lambda mistake: mistake.step))
    return Review(side, tuple(chances), tuple(changes), mistakes)


def _accounted(answer: Given, moved: float, loss: float | None, side: str) -> Iterator[Change]:
    if answer.choice is None:
        yield Change(answer.step, LUCK if answer.seat == CHANCE else NOBODY, moved)
        return
    who = answer.before.setting.side_of(answer.seat)
    if loss is None:
        yield Change(answer.step, who, moved)
        return
    own = -loss if who == side else loss
    yield Change(answer.step, who, own)
    yield Change(answer.step, NOBODY, moved - own)


def _regret(answer: Given, coach: Coach, rng: Random) -> float | None:
    """What a choice fell short of the best by; nothing where the position did not rest: there one only answers."""
    if answer.choice is None or not coach.rests(answer.before):
        return None
    view = answer.before.view(answer.seat)
    choices = _with(candidates(view, answer.seat, coach), answer.choice)
    found = compared(view, answer.seat, choices, rng, coach, WORLDS)
    return max(map(mean, found.after)) - mean(found.after[choices.index(answer.choice)])


def _with(choices: Sequence[Choice], played: Choice) -> list[Choice]:
    return [*choices] if played in choices else [*choices, played]


def _mistakes(regrets: Sequence[Regret], coach: Coach, rng: Random) -> Iterator[Mistake]:
    """The worst that stay so when they are looked at again."""
    worst = sorted((regret for regret in regrets if regret.loss > LOSS), key=lambda regret: -regret.loss)
    found = [mistake for regret in worst[:SUSPECTED] if (mistake := _looked_at(regret.given, coach, rng)) is not None]
    told = {(mistake.seat, mistake.played, mistake.better.choice): mistake for mistake in reversed(found)}
    yield from sorted(told.values(), key=lambda mistake: -mistake.loss)[:MISTAKES]


def _looked_at(answer: Given, coach: Coach, rng: Random) -> Mistake | None:
    assert answer.choice is not None
    view = answer.before.view(answer.seat)
    choices = _with(candidates(view, answer.seat, coach), answer.choice)
    found = compared(view, answer.seat, choices, rng, coach, CERTAIN)
    best = found.order()[0]
    loss, wrong = ahead_by(found.after[best], found.after[choices.index(answer.choice)])
    if loss <= LOSS or not is_clear(loss, wrong):
        return None
    better = explained(view, answer.seat, found.option(best), rng, coach)
    return Mistake(answer.step, answer.seat, answer.choice, better, loss, wrong)
