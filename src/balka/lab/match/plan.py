"""What a match is to be: bots, scenarios by pattern, games, seed; and the list of its games in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase

from msgspec import Struct, field, structs

from balka.bots.base import bot, can_play
from balka.bots.coaching.coaches import coach_of
from balka.core.errors import BalkaError
from balka.core.reading import near
from balka.core.state import Setting
from balka.lab.crucible import CRUCIBLE
from balka.lab.match.figures import Sprt
from balka.lab.match.games import Job, Terms
from balka.lab.selfplay import find, started
from balka.lab.sweep import everything

LUCKLESS = "scenarios of sos and atb, or leave --luck out"


class Plan(Struct, frozen=True, kw_only=True):
    """A match: `games` in all, spread evenly over the scenarios, two on the same dice with the sides swapped.

    With a `baseline` B also plays itself on these dice, so that it can be seen what A gains on each side.
    """

    a: str
    b: str
    scenarios: tuple[str, ...]
    games: int
    seed: int = 1
    terms: Terms = field(default_factory=Terms)
    sprt: Sprt | None = None
    baseline: bool = False


def matched(patterns: str) -> tuple[str, ...]:
    """The full keys that patterns with commas between name; crucibles only where their title is written out."""
    known = everything()
    found: dict[str, None] = {}
    for pattern in (word.strip() for word in patterns.split(",")):
        here = [key for key in known if fnmatchcase(key, pattern) and _meant(key, pattern)]
        if not here:
            raise BalkaError(f"no scenario is called {pattern!r}", near(pattern, known))
        found |= dict.fromkeys(here)
    return tuple(found)


def _meant(key: str, pattern: str) -> bool:
    return not key.startswith(f"{CRUCIBLE.key}/") or pattern.startswith(f"{CRUCIBLE.key}/")


def checked(plan: Plan) -> Plan:
    """The plan, if it can be played; else what is wrong with it."""
    _check_numbers(plan)
    _check_sprt(plan.sprt)
    for key in plan.scenarios:
        check_playable(key, plan.terms, (plan.a, plan.b))
    return plan


def check_playable(key: str, terms: Terms, bots: Iterable[str]) -> None:
    """Do the bots know how to play it, and somebody what its positions are worth where luck is asked for?"""
    system = setting_of(key, terms).system
    for name in bots:
        if not can_play(bot(name), system):
            raise BalkaError(f"the bot {name!r} does not know how to play {key}", "another bot, or other scenarios")
    if terms.luck and coach_of(system) is None:
        raise BalkaError(f"nobody knows what a position of {key} is worth, so luck cannot be told", LUCKLESS)


def setting_of(key: str, terms: Terms) -> Setting:
    game, scenario = find(key, {})
    return started(game, scenario, terms.options, "1/0").setting


def _check_numbers(plan: Plan) -> None:
    least = 2 * len(plan.scenarios)
    if plan.games % 2:
        raise BalkaError(f"{plan.games} games cannot be played in pairs with the sides swapped", "an even number")
    if plan.games < least:
        wanted = f"at least {least}, two for each"
        raise BalkaError(f"{plan.games} games do not reach all of {len(plan.scenarios)} scenarios", wanted)
    if plan.terms.steps < 1:
        raise BalkaError(f"a game cannot end within {plan.terms.steps} steps", "at least 1")


def _check_sprt(sprt: Sprt | None) -> None:
    if sprt is None:
        return
    if not 0 < sprt.p0 < sprt.p1 < 1:
        raise BalkaError(f"a test of {sprt.p0:g} against {sprt.p1:g} decides nothing", "0 < P0 < P1 < 1")
    if not (0 < sprt.alpha < 0.5 and 0 < sprt.beta < 0.5):
        raise BalkaError("the errors allowed lie between 0 and 0.5", "--alpha 0.05 --beta 0.05")


def jobs(plan: Plan) -> list[Job]:
    """All games in order: a pair of each scenario in turn, the first side first."""
    sides = {key: find(key, {})[1].sides for key in plan.scenarios}
    found: list[Job] = []
    for number in range(plan.games // 2):
        key = plan.scenarios[number % len(plan.scenarios)]
        found += pair(plan.a, plan.b, key, f"{plan.seed}/{number // len(plan.scenarios)}", sides[key])
    return found


def pair(a: str, b: str, scenario: str, seed: str, sides: Sequence[str]) -> Iterable[Job]:
    """Two games on the same dice, the sides swapped."""
    return [Job(a=a, b=b, scenario=scenario, seed=seed, side=side) for side in sides[:2]]


def baseline_of(plan: Plan, played: Sequence[Job]) -> list[Job]:
    """B against itself, once on the dice of each pair."""
    if not plan.baseline:
        return []
    return [structs.replace(job, a=plan.b) for job in played[::2]]
