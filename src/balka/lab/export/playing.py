"""Finished games played once more, step by step: from records, and from the results of matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

import balka
from balka.core import records
from balka.core.choices import Choice
from balka.core.dice import Outcome
from balka.core.errors import BalkaError
from balka.core.records import Moment
from balka.core.state import State, Step
from balka.lab.audit import Unaudited
from balka.lab.match import keeping
from balka.lab.match.games import Result, Terms, begin, name_of, seated


class Finished(Struct, frozen=True, kw_only=True):
    """A game that was played: where it is from, who decided for each seat, and its steps."""

    source: str
    scenario: str
    seed: str
    players: dict[str, str]
    start: State
    moments: Callable[[], Iterator[Moment]]
    resigned: str = ""


class Kept(Struct, frozen=True):
    """A game in a file: a record, or a result with the terms it was played under."""

    path: str
    result: Result | None = None
    terms: Terms | None = None

    def opened(self) -> Finished:
        """The game, ready to be played once more."""
        if self.result is None or self.terms is None:
            return _of_record(Path(self.path))
        return _of_result(Path(self.path), self.result, self.terms)


def kept(path: Path) -> list[Kept]:
    """The games of a file: one of a record, all that came to an end of a file of results."""
    try:
        first = path.read_bytes().split(b"\n", 1)[0].strip()
    except OSError as problem:
        raise BalkaError(f"{path} cannot be read: {problem.strerror}", "a record, or a file of results") from problem
    if first == records.FIRST_LINE.encode():
        return [Kept(str(path))]
    heading, results = keeping.read(path)
    return [Kept(str(path), result, heading.terms) for result in results if not result.problem]


def finished(path: Path) -> Iterator[Finished]:
    """The games of a file, one after the other."""
    for game in kept(path):
        yield game.opened()


def _of_record(path: Path) -> Finished:
    record = records.read(path.read_text(encoding="utf-8"))
    game, header = balka.game(record.header.game), record.header
    start = records.begin(record, game)
    key = header.scenario if "/" in header.scenario else f"{header.game}/{header.scenario}"
    return Finished(
        source=path.name, scenario=key, seed="", players=header.players, start=start,
        moments=lambda: records.replay(record, game), resigned=record.resigned,
    )  # fmt: skip


def _of_result(path: Path, result: Result, terms: Terms) -> Finished:
    start = begin(result.job, terms).state
    return Finished(
        source=path.name, scenario=result.scenario, seed=result.seed, players=seated(result.job, start.setting),
        start=start, moments=lambda: _again(result, terms),
    )  # fmt: skip


class _Latest(Unaudited):
    """Remembers the last step."""

    moment: Moment

    def after(self, before: State, actor: str, answer: Choice | Outcome, step: Step) -> None:
        self.moment = Moment(None, actor, before.text(answer), before, step)


def _again(result: Result, terms: Terms) -> Iterator[Moment]:
    """Every step of a game of a match, which must come out as it did."""
    latest = _Latest(name_of(result))
    run = begin(result.job, terms, latest)
    while not run.state.over and run.steps < terms.steps:
        run.step()
        yield latest.moment
    verdict = run.state.verdict()
    if verdict is None or (verdict.winner, run.steps) != (result.winner, result.steps):
        wanted = "the code that played it, or the games played again"
        raise BalkaError(f"{name_of(result)} comes out otherwise: rules or bots have changed since", wanted)
