"""What is to be tuned, where, against whom and by how many games; and how a game counts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import closing

from msgspec import Struct, field

from balka.bots.base import bot, can_play
from balka.bots.weights import Weight, weights_of, with_weights
from balka.core.errors import BalkaError
from balka.lab.match.games import Job, Result, Terms
from balka.lab.match.keeping import Book, Heading, code_of
from balka.lab.match.plan import setting_of
from balka.lab.match.running import Tell, nobody
from balka.lab.match.spreading import Spread, here

VERDICT, POINTS = 0.6, 0.4  # what of a game's worth hangs on the verdict, and what on the points
NO_MATCHES = "a bot that publishes WEIGHTS (docs/bots.md)"

Logs = dict[str, float]
"""How far each weight is from its default, as a logarithm."""


class Tuning(Struct, frozen=True, kw_only=True):
    """What is tuned. `pool` are the opponents beside the bot itself; `scale` is a clear lead in victory points.

    `explore` pairs look for the weights that matter at all before `pairs` move them. `check` games on the dice of
    `held_out` judge what was found against the bot as it was.
    """

    bot: str
    scenarios: tuple[str, ...]
    pool: tuple[str, ...] = ()
    seed: int = 1
    held_out: int = 5000
    explore: int = 100
    pairs: int = 200
    check: int = 100
    batch: int = 4
    reach: float = 0.4
    step: float = 0.08
    scale: float = 2.5
    terms: Terms = field(default_factory=Terms)

    @property
    def weights(self) -> tuple[Weight, ...]:
        return weights_of(self.bot)

    def named(self, logs: Mapping[str, float]) -> str:
        """The bot with weights so far from their defaults."""
        return with_weights(self.bot, {w.name: w.at(logs[w.name]) for w in self.weights if logs.get(w.name, 0.0)})

    def worth(self, result: Result) -> float:
        """What a game was worth to A, from 0 to 1: mostly the verdict, softened by the points."""
        return VERDICT * result.share + POINTS / (1 + math.exp(-result.margin / self.scale))


def checked(tuning: Tuning) -> Tuning:
    """The tuning, if it can be done; else what is wrong with it."""
    if not tuning.weights:
        raise BalkaError(f"the bot {tuning.bot!r} publishes no weights", NO_MATCHES)
    if tuning.held_out == tuning.seed:
        raise BalkaError("weights must not be judged on the dice they were tuned on", "--held-out another seed")
    _check_numbers(tuning)
    for key in tuning.scenarios:
        system = setting_of(key, tuning.terms).system
        for name in (tuning.bot, *tuning.pool):
            if not can_play(bot(name), system):
                raise BalkaError(f"the bot {name!r} does not know how to play {key}", "another bot, or other scenarios")
    return tuning


def _check_numbers(tuning: Tuning) -> None:
    if min(tuning.explore, tuning.pairs, tuning.check) < 0 or tuning.batch < 1:
        raise BalkaError("numbers of games are not below 0, and a batch has one pair at least")
    if tuning.check % 2:
        raise BalkaError(f"{tuning.check} games cannot be played in pairs with the sides swapped", "an even number")
    if min(tuning.reach, tuning.step, tuning.scale) <= 0:
        raise BalkaError("reach, step and scale are above 0", "--reach 0.4 --step 0.08 --scale 2.5")


def heading_of(tuning: Tuning) -> Heading:
    bots = (tuning.bot, *tuning.pool)
    return Heading(
        bots=bots, scenarios=tuning.scenarios, seed=tuning.seed, terms=tuning.terms, code=code_of(bots)
    )  # fmt: skip


class Table:
    """Where the games of a tuning are played: what the book has already is not played again."""

    def __init__(self, tuning: Tuning, book: Book, spread: Spread = here, tell: Tell = nobody) -> None:
        self._terms = tuning.terms
        self._book = book
        self._spread = spread
        self._tell = tell

    def play(self, jobs: Sequence[Job]) -> list[Result]:
        """The results of some games, in order; one without an end is told as an error, as nothing can be learned."""
        with closing(self._spread(self._book.missing(jobs), self._terms)) as playing:
            for result in playing:
                self._book.add(result)
        results = self._book.of(jobs)
        for result in results:
            self._tell(result)
            if result.problem:
                raise BalkaError(
                    f"a game of the tuning has no end: {result.problem}", "other scenarios, or more --steps"
                )
        return results
