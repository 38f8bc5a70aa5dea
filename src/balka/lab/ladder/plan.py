"""What a ladder is to be: which bots, where, how many games; every two of them meet wherever both can play."""

from __future__ import annotations

from itertools import combinations

from msgspec import Struct, field

from balka.bots.base import bot, can_play
from balka.core.errors import BalkaError
from balka.lab.match.games import Job, Terms
from balka.lab.match.keeping import Heading, code_of
from balka.lab.match.plan import Plan, jobs, setting_of


class Ladder(Struct, frozen=True, kw_only=True):
    """`games` are those of each two bots in each scenario, an even number; none where it lives of `kept` ones."""

    bots: tuple[str, ...]
    scenarios: tuple[str, ...]
    games: int
    seed: int = 1
    terms: Terms = field(default_factory=Terms)
    kept: bool = False


def checked(ladder: Ladder) -> Ladder:
    """The ladder, if it can be played; else what is wrong with it."""
    if len(set(ladder.bots)) < 2 or len(set(ladder.bots)) < len(ladder.bots):
        raise BalkaError(
            f"a ladder of {', '.join(ladder.bots)} has no two different bots each", "two bots or more, each once"
        )
    if ladder.games % 2 or ladder.games < (0 if ladder.kept else 2):
        raise BalkaError(f"{ladder.games} games cannot be played in pairs with the sides swapped", "an even number")
    if ladder.terms.steps < 1:
        raise BalkaError(f"a game cannot end within {ladder.terms.steps} steps", "at least 1")
    players = who_plays(ladder)
    if not any(len(able) > 1 for able in players.values()):
        raise BalkaError("no two of these bots know how to play any of these scenarios", "other bots or scenarios")
    return ladder


def who_plays(ladder: Ladder) -> dict[str, list[str]]:
    """The bots that know how to play each scenario."""
    made = {name: bot(name) for name in ladder.bots}
    systems = {key: setting_of(key, ladder.terms).system for key in ladder.scenarios}
    return {key: [name for name in ladder.bots if can_play(made[name], systems[key])] for key in ladder.scenarios}


def all_jobs(ladder: Ladder) -> list[Job]:
    """All games: every two bots in every scenario, in rounds, so that an unfinished ladder is even too."""
    meetings = [
        _meeting(ladder, a, b, key) for key, able in who_plays(ladder).items() for a, b in combinations(able, 2)
    ]
    rounds = zip(*(_pairs(meeting) for meeting in meetings), strict=True)
    return [job for each in rounds for pair in each for job in pair]


def _meeting(ladder: Ladder, a: str, b: str, key: str) -> list[Job]:
    plan = Plan(a=a, b=b, scenarios=(key,), games=ladder.games, seed=ladder.seed, terms=ladder.terms)
    return jobs(plan)


def _pairs(found: list[Job]) -> list[tuple[Job, ...]]:
    return [tuple(found[at : at + 2]) for at in range(0, len(found), 2)]


def heading_of(ladder: Ladder) -> Heading:
    return Heading(
        bots=ladder.bots, scenarios=ladder.scenarios, seed=ladder.seed, terms=ladder.terms, code=code_of(ladder.bots)
    )
