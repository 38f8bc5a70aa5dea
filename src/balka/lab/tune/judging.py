"""What was found is judged on dice it was not moved by, against the bot as it was and the pool."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from msgspec import Struct

from balka.lab.match.figures import Sprt
from balka.lab.match.games import Job, Result
from balka.lab.match.report import share_of
from balka.lab.tune.plan import Logs, Table, Tuning

TEST = Sprt(0.50, 0.58)


class Judged(Struct, frozen=True):
    """The share of the tuned bot on held-out dice; accepted where it is clearly above a half."""

    against: list[str]
    seed: int
    games: int
    share: float
    low: float
    high: float
    worth: float
    accepted: bool


def judged(
    tuning: Tuning, table: Table, scenarios: Sequence[str], logs: Mapping[str, Logs]
) -> Judged:  # fmt: skip
    """Play the tuned weights of each side, sides swapped on the same dice."""
    results = table.play(_jobs(tuning, scenarios, logs))
    share = share_of([result.share for result in results])
    pairs = [(first.share + second.share) / 2 for first, second in zip(results[::2], results[1::2], strict=True)]
    return Judged(
        [tuning.bot, *tuning.pool], tuning.held_out, share.games, share.share, share.low, share.high,
        round(_worth(tuning, results), 4), TEST.decision(pairs) == "p1" or share.low > 0.5,
    )  # fmt: skip


def _worth(tuning: Tuning, results: Sequence[Result]) -> float:
    return fmean(tuning.worth(result) for result in results) if results else 0.5


def _jobs(tuning: Tuning, scenarios: Sequence[str], logs: Mapping[str, Logs]) -> list[Job]:
    enemies, found = [tuning.bot, *tuning.pool], []
    for number in range(tuning.check // 2):
        scenario = scenarios[number % len(scenarios)]
        enemy = enemies[number // len(scenarios) % len(enemies)]
        seed = f"{tuning.held_out}/{number}"
        for side, own in logs.items():
            found.append(Job(a=tuning.named(own), b=enemy, scenario=scenario, seed=seed, side=side))
    return found
