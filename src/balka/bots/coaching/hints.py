"""A hint: what a veteran would think of longest, compared in worlds that fit what the seat knows, and what speaks for
the best."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from heapq import nlargest
from random import Random

from msgspec import Struct, structs

from balka.bots.coaching.coaches import Coach, coach_of
from balka.bots.coaching.comparing import FINE, Compared, compared, is_clear, preferred, side_asked, within
from balka.bots.judging import judge_for
from balka.bots.search.ahead import Ahead, Way
from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.frames import leaves
from balka.core.state import State

WORLDS = 12
SHOWN = 4  # choices beside waiting
EXPLAINED = 4  # worlds in which the reasons of a choice are looked for
REASONS = 3
PLAIN = 0.02  # of the value: what moves it less is no reason


class Reason(Struct, frozen=True):
    """What speaks for a choice, or against it."""

    text: str
    gain: float


class Option(Struct, frozen=True):
    """A choice, the chance of winning after it, what it gains over waiting, and the standard error of that."""

    choice: Choice
    after: float = 0.0
    gain: float = 0.0
    error: float = 0.0
    reasons: tuple[Reason, ...] = ()


class Hint(Struct, frozen=True):
    """What a good player would look at, best first, and last of all waiting, to be compared with.

    `waiting` is the chance of winning for whoever passes, or before the choice where nobody can pass. Where no position
    has a value in chances there are no figures, and only the order says which is better. `clear` says that the best is
    better than the next by more than twice its error.
    """

    options: tuple[Option, ...]
    figures: bool
    clear: bool
    waiting: float = 0.0


def hint(view: State, seat: str, rng: Rng) -> Hint:
    """What the coach of a system advises a seat; from the view of that seat and nothing else."""
    coach = coach_of(view.setting.system)
    return _at_first_sight(view, seat) if coach is None else _looked_into(view, seat, rng, coach)


# -- by first sight alone


def _at_first_sight(view: State, seat: str) -> Hint:
    worth = judge_for(view.setting.system)
    weighed = [(worth(view, choice, seat), choice) for choice in leaves(view, (), seat)]
    best = list(_unlike(nlargest(60, weighed, key=lambda pair: pair[0])))[:SHOWN]
    clear = len(best) < 2 or best[0][0] > best[1][0]
    return Hint(tuple(Option(choice) for _, choice in best), figures=False, clear=clear)


def _unlike(found: Sequence[tuple[float, Choice]]) -> Iterator[tuple[float, Choice]]:
    """One choice of each unit and verb."""
    seen = set[tuple[object, ...]]()
    for worth, choice in found:
        if choice.path()[:2] not in seen:
            seen.add(choice.path()[:2])
            yield worth, choice


# -- looked into


def _looked_into(view: State, seat: str, rng: Rng, coach: Coach) -> Hint:
    found = compared(view, seat, preferred(view, seat, rng, coach, SHOWN), rng, coach, WORLDS)
    order, idle, waiting = found.order(), coach.waiting(view, seat), found.chance_of_waiting()
    options = [option(found, at) for at in order]
    clear = len(order) < 2 or is_clear(*found.gain(order[0], order[1]))
    options[0] = explained(view, seat, options[0], rng, coach)
    if idle is not None and idle not in found.choices:
        options.append(Option(idle, waiting))
    return Hint(tuple(options), figures=True, clear=clear, waiting=waiting)


def option(found: Compared, at: int) -> Option:
    """One of the choices that were compared, as it is told."""
    gain, wrong = found.gain(at)
    return Option(found.choices[at], within(found.chance_of_waiting() + gain), gain, wrong)


# -- why


def explained(view: State, seat: str, option: Option, rng: Rng, coach: Coach) -> Option:
    """The choice with what speaks for it and against it beside waiting."""
    side, idle, gains = side_asked(view, seat), coach.waiting(view, seat), defaultdict[str, float](float)
    for _ in range(EXPLAINED):
        seed = rng.randrange(FINE)
        world, ahead = view.setting.system.sample(view, Random(seed)), Ahead(coach, side)
        after = _parts(ahead.ways(world, Random(seed + 1), option.choice, seat), side, coach)
        before = _parts(ahead.ways(world, Random(seed + 1), idle, seat), side, coach)
        for name in after:
            gains[name] += (after[name] - before[name]) / EXPLAINED
    return structs.replace(option, reasons=tuple(_reasons(gains, coach)))


def _parts(ways: Sequence[Way], side: str, coach: Coach) -> defaultdict[str, float]:
    """What the value is made of where a choice leads, on the average of its chances."""
    found = defaultdict[str, float](float)
    for way in ways:
        for name, part in coach.parts(way.state, side).items() if not way.state.over else ():
            found[name] += way.chance * part
    return found


def _reasons(gains: Mapping[str, float], coach: Coach) -> Iterator[Reason]:
    for name in nlargest(REASONS, gains, key=lambda name: abs(gains[name])):
        if abs(gains[name]) >= PLAIN:
            yield Reason(coach.reason(name, gains[name]), gains[name])
