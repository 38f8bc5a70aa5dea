"""What a ladder came to: ratings in each game and over all of them, and what every two bots did to each other."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from msgspec import Struct

from balka.lab.ladder.plan import Ladder, all_jobs
from balka.lab.ladder.ratings import Rating, rated
from balka.lab.match.games import Result, name_of
from balka.lab.match.keeping import Book
from balka.lab.match.report import Share, share_of
from balka.lab.match.running import Tell, nobody
from balka.lab.match.spreading import Spread, here


class Meeting(Struct, frozen=True):
    """What bot `a` got against bot `b`."""

    a: str
    b: str
    share: Share


class Standing(Struct, frozen=True):
    """The ladder of one game, or of all."""

    title: str
    games: int
    ratings: list[Rating]
    meetings: list[Meeting]


class LadderReport(Struct, frozen=True, kw_only=True):
    """All ladders, with how they were made."""

    bots: tuple[str, ...]
    scenarios: tuple[str, ...]
    games_each: int
    games_kept: int
    seed: int
    code: str
    standings: list[Standing]
    unfinished: list[str]


def climb(ladder: Ladder, book: Book, spread: Spread = here, tell: Tell = nobody) -> list[Result]:
    """Play what the book leaves of a ladder to be played; all results in order."""
    order = all_jobs(ladder)
    for result in book.of(order):
        tell(result)
    with closing(spread(book.missing(order), ladder.terms)) as playing:
        for result in playing:
            book.add(result)
            tell(result)
    return book.of(order)


def report_of(ladder: Ladder, played: Sequence[Result], code: str, kept: Sequence[Result] = ()) -> LadderReport:
    """What the games of a ladder come to, with those of matches that count too."""
    results = [*played, *kept]
    ended = [result for result in results if not result.problem]
    titles = list(dict.fromkeys(key.partition("/")[0] for key in ladder.scenarios))
    parts = [standing(title, [r for r in ended if r.scenario.startswith(f"{title}/")], ladder) for title in titles]
    whole = [standing("all", ended, ladder)] if len(titles) > 1 else []
    return LadderReport(
        bots=ladder.bots,
        scenarios=ladder.scenarios,
        games_each=ladder.games,
        games_kept=sum(not result.problem for result in kept),
        seed=ladder.seed,
        code=code,
        standings=[*whole, *parts],
        unfinished=[f"{name_of(r)}: {r.problem}" for r in results if r.problem],
    )


def standing(title: str, results: Sequence[Result], ladder: Ladder) -> Standing:
    """The ratings of those who played."""
    shares: dict[tuple[str, str], list[float]] = {}
    for result in results:
        shares.setdefault((result.a, result.b), []).append(result.share)
    bots = [bot for bot in ladder.bots if any(bot in pair for pair in shares)]
    ratings = rated(bots, {pair: (sum(each), len(each)) for pair, each in shares.items()}) if bots else []
    meetings = [Meeting(a, b, share_of(each)) for (a, b), each in shares.items()]
    return Standing(title, len(results), ratings, meetings)
