"""One game of a match: fixed by its scenario, its seed and the side A plays, so that it can be played again."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from msgspec import Struct, field, structs

from balka.bots.base import bot
from balka.core.state import Setting
from balka.lab.audit import Unaudited
from balka.lab.match.luck import Luck
from balka.lab.selfplay import MOST_STEPS, Run, find, started


class Terms(Struct, frozen=True):
    """What all games of a file are played under: options of the scenarios, and the steps after which one is let be.

    With `luck` it is also found out how lucky A was with the dice.
    """

    options: dict[str, str] = field(default_factory=dict)
    steps: int = MOST_STEPS
    luck: bool = False


class Job(Struct, frozen=True, kw_only=True):
    """A game to be played: `side` is the one that bot `a` plays."""

    a: str
    b: str
    scenario: str
    seed: str
    side: str


class Result(Job, frozen=True, kw_only=True):
    """A game played. `margin` is by how many victory points A was ahead; a game without an end says its problem.

    `luck` is what the dice gave A of it, where that was asked for.
    """

    winner: str = ""
    margin: float = 0.0
    choices: int = 0
    steps: int = 0
    problem: str = ""
    luck: float | None = None

    @property
    def share(self) -> float:
        """What A got of it: 1, 0, or a half for a draw."""
        return 0.5 if not self.winner else float(self.winner == self.side)

    @property
    def without_luck(self) -> float | None:
        """What A would have got of it had the dice favoured nobody, where that was found out."""
        return None if self.luck is None else self.share - self.luck

    @property
    def job(self) -> Job:
        return Job(a=self.a, b=self.b, scenario=self.scenario, seed=self.seed, side=self.side)


def generator(seed: str, name: str) -> Random:
    """The dice of a game, and the chance each seat's bot has for itself: they do not disturb each other."""
    return Random(f"{seed}/{name}")


def begin(job: Job, terms: Terms, audit: Unaudited | None = None) -> Run:
    """A game at its start, with the bots at their seats."""
    game, scenario = find(job.scenario, {})
    start = started(game, scenario, terms.options, job.seed)
    bots = {seat: bot(name) for seat, name in seated(job, start.setting).items()}
    return Run(start, audit or Unaudited(name_of(job)), bots, lambda name: generator(job.seed, name))


def seated(job: Job, setting: Setting) -> dict[str, str]:
    """Which bot decides for which seat."""
    return {
        seat: job.a if setting.forces[force] == job.side else job.b for force, seat in setting.seat_of.items()
    }  # fmt: skip


def name_of(job: Job) -> str:
    return f"{job.scenario} seed {job.seed}, {job.a} as {job.side} against {job.b}"


def play(job: Job, terms: Terms) -> Result:
    """Play one game to its end; an error in a rule or a bot is told in the result."""
    luck = Luck(name_of(job), job.side, job.seed) if terms.luck else None
    run = begin(job, terms, luck)
    try:
        run.through(steps=terms.steps)
    except Exception as problem:  # one broken game must not cost the others
        run.audit.broke(problem)
    return _result(job, run, None if luck is None else round(luck.sum, 4))


def _result(job: Job, run: Run, luck: float | None) -> Result:
    fields = {**structs.asdict(job), "choices": run.choices, "steps": run.steps, "luck": luck}
    if run.audit.violations:
        return Result(**fields, problem=run.audit.violations[0])
    verdict = run.state.verdict() if run.state.over else None
    if verdict is None:
        return Result(**fields, problem=f"no end after {run.steps} steps")
    return Result(**fields, winner=verdict.winner, margin=_ahead(run.state.margin(), job.side))


def _ahead(margin: Mapping[str, float], side: str) -> float:
    return round(margin.get(side, 0.0), 4)
