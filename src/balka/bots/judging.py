"""What a listed choice is worth: opinions, kept out of the rules and found by the key of the system they know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from operator import itemgetter

from balka.core.choices import Choice
from balka.core.dice import Rng
from balka.core.errors import BalkaError
from balka.core.frames import leaves
from balka.core.state import State
from balka.core.system import System

Judge = Callable[[State, Choice, str], float]
"""The worth of a listed choice to a seat, from the view of that seat and nothing else."""

JUDGES = {
    "heroes2": "balka.bots.heroes.judgement:worth",
    "heroes3": "balka.bots.heroes.judgement:worth",
    "famous_divisions": "balka.bots.famous_divisions.worth:worth",
    "wb95": "balka.bots.wb95.judgement:worth",
}
"""Where the judge of each system is, `module:function`; it is imported when first asked for."""

FIRST_JUDGES = {
    **JUDGES,
    "heroes2": "balka.bots.heroes.judgement:first_worth",
    "heroes3": "balka.bots.heroes.judgement:first_worth",
    "famous_divisions": "balka.bots.famous_divisions.worth:first_worth",
    "wb95": "balka.bots.wb95.judgement:first_worth",
}
"""The judges as they first were: what `greedy-1` plays by, so that later ones can be measured against it."""


def has_judge(system: System) -> bool:
    return system.key in JUDGES


def judge_for(system: System) -> Judge:
    """The judge of a system's choices."""
    return _found(system, JUDGES)


def first_judge_for(system: System) -> Judge:
    """The judge the system had at first."""
    return _found(system, FIRST_JUDGES)


def _found(system: System, judges: Mapping[str, str]) -> Judge:
    if not has_judge(system):
        raise BalkaError(f"nobody can judge choices in {system.key!r}", instead="the random bot plays every game")
    return _imported(judges[system.key])


@cache
def _imported(place: str) -> Judge:
    module, _, name = place.partition(":")
    found: Judge = getattr(import_module(module), name)
    return found


def best(view: State, seat: str, worth: Callable[[Choice], float], rng: Rng) -> Choice:
    """Of all that a seat may say, what is worth most; ties are broken at random."""
    found: list[Choice] = []
    highest = float("-inf")
    for choice in leaves(view, (), seat):
        value = worth(choice)
        if value > highest:
            found, highest = [choice], value
        elif value == highest:
            found.append(choice)
    choice = found[rng.randrange(len(found))]
    view.vouch(choice, seat)
    return choice


def first_good(choices: Iterable[Choice], worth: Callable[[Choice], float]) -> Choice:
    """The first choice that is better than to do nothing; where there is none, the best of them."""
    found: list[tuple[float, Choice]] = []
    for choice in choices:
        value = worth(choice)
        if value > 0:
            return choice
        found.append((value, choice))
    return max(found, key=itemgetter(0))[1]
