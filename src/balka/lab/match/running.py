"""A match from its first game to its last, or to where the sequential test knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing

from balka.lab.match.figures import Sprt
from balka.lab.match.games import Job, Result
from balka.lab.match.keeping import Book, Heading, code_of
from balka.lab.match.plan import Plan, baseline_of, jobs
from balka.lab.match.report import Report, pair_shares, report_of
from balka.lab.match.spreading import Spread, here

Tell = Callable[[Result], object]


def nobody(result: Result) -> None:
    """Hears of nothing."""


def match(plan: Plan, book: Book, spread: Spread = here, tell: Tell = nobody) -> Report:
    """Play what the book leaves of a plan to be played. `tell` hears of every game of the plan as it ends."""
    order = jobs(plan)
    test = SequentialTest(plan.sprt, order)
    for _ in _played(plan, order, book, spread, tell):
        if test.known(book):
            break
    itself = baseline_of(plan, test.counted)
    for _ in _played(plan, itself, book, spread, tell):
        pass
    return report_of(plan, book.of(test.counted), book.of(itself))


def _played(plan: Plan, order: Sequence[Job], book: Book, spread: Spread, tell: Tell) -> Iterator[None]:
    """Fill the book; a stop after what is in it already, and after every game."""
    for result in book.of(order):
        tell(result)
    yield
    with closing(spread(book.missing(order), plan.terms)) as playing:
        for result in playing:
            book.add(result)
            tell(result)
            yield


def heading_of(plan: Plan) -> Heading:
    bots = (plan.a, plan.b)
    return Heading(bots=bots, scenarios=plan.scenarios, seed=plan.seed, terms=plan.terms, code=code_of(bots))


class SequentialTest:
    """The sequential test along the games in the order of the plan, so that no number of workers changes it."""

    def __init__(self, sprt: Sprt | None, order: Sequence[Job]) -> None:
        self._sprt = sprt
        self._order = order
        self._looked = 0
        self._shares: list[float] = []

    @property
    def counted(self) -> Sequence[Job]:
        """The games that count: up to the pair at which it is known, or all."""
        return self._order[: self._looked] if self._decided() else self._order

    def known(self, book: Book) -> bool:
        """Look at the pairs that have been played since; is it known now?"""
        while self._sprt is not None and not self._decided() and self._looked < len(self._order):
            pair = self._order[self._looked : self._looked + 2]
            if book.missing(pair):
                return False
            self._shares += pair_shares(book.of(pair))
            self._looked += 2
        return self._decided()

    def _decided(self) -> bool:
        return self._sprt is not None and bool(self._sprt.decision(self._shares))
