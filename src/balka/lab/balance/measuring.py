"""A bot plays both sides of scenarios: what the first side wins, and which handicap brings it nearest to a half."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from statistics import median

from msgspec import Struct, structs

from balka.core.system import Option
from balka.games import handicaps
from balka.games.handicaps import in_points
from balka.lab.match.figures import mean_of
from balka.lab.match.games import Job, Result, Terms
from balka.lab.match.keeping import Book, Heading, code_of
from balka.lab.match.report import Share, share_of
from balka.lab.match.running import Tell, nobody
from balka.lab.match.spreading import Spread, here
from balka.lab.selfplay import find
from balka.table.balance import Balance, Evened

EVEN = (0.4, 0.6)
HANDICAP = handicaps.KEY

OpenBook = Callable[[Terms], Book]
"""The book of the games that are played under certain terms."""


class Study(Struct, frozen=True, kw_only=True):
    """Which bot plays itself where, and how many games of each scenario and handicap."""

    bot: str
    scenarios: tuple[str, ...]
    games: int
    seed: int
    terms: Terms


def heading_of(study: Study, terms: Terms) -> Heading:
    bots = (study.bot,)
    return Heading(bots=bots, scenarios=study.scenarios, seed=study.seed, terms=terms, code=code_of(bots))


def jobs(study: Study, keys: Sequence[str]) -> list[Job]:
    """A game of each scenario in turn, always seen from its first side."""
    sides = {key: find(key, {})[1].sides[0] for key in keys}
    return [
        Job(a=study.bot, b=study.bot, scenario=key, seed=f"{study.seed}/{number}", side=sides[key])
        for number in range(study.games)
        for key in keys
    ]


class Measuring:
    """Plays the games of a study that its books do not have yet."""

    def __init__(self, study: Study, open_book: OpenBook, spread: Spread = here, tell: Tell = nobody) -> None:
        self.study = study
        self.unfinished: list[str] = []
        self._open_book, self._spread, self._tell = open_book, spread, tell
        self._margins: dict[str, float] = {}

    def shares(self, keys: Sequence[str], options: Mapping[str, str] | None = None) -> dict[str, Share]:
        """What the first side of each scenario won, with options beside those of the study."""
        if not keys:
            return {}
        own = self.study.terms
        terms = structs.replace(own, options={**own.options, **(options or {})})
        with closing(self._open_book(terms)) as book:
            order = jobs(self.study, keys)
            for result in book.of(order):
                self._tell(result)
            with closing(self._spread(book.missing(order), terms)) as playing:
                for result in playing:
                    book.add(result)
                    self._tell(result)
            results = book.of(order)
        self.unfinished += [f"{r.scenario} seed {r.seed}: {r.problem}" for r in results if r.problem]
        ended = [result for result in results if not result.problem]
        for key in keys:
            margins = [result.margin for result in ended if result.scenario == key]
            self._margins.setdefault(key, median(margins) if margins else 0.0)
        return {key: share_without_luck([r for r in ended if r.scenario == key]) for key in keys}

    def balances(self) -> dict[str, Balance]:
        """Every scenario as it is printed, and with the handicap that makes it most even where it is uneven."""
        plain = self.shares(self.study.scenarios)
        evened = self._evened({key: share for key, share in plain.items() if not is_even(share)})
        return {key: self._balance(key, share, evened.get(key)) for key, share in plain.items()}

    def _balance(self, key: str, share: Share, even: Evened | None) -> Balance:
        return Balance(
            bot=self.study.bot, side=find(key, {})[1].sides[0],
            games=share.games, share=share.share, low=share.low, high=share.high, even=even,
        )  # fmt: skip

    def _evened(self, uneven: Mapping[str, Share]) -> dict[str, Evened]:
        """All scenarios at once, so that many games go side by side: each is halved until its handicap is found."""
        searches = {
            key: Bisection(helps(key, share), share, _first_help(key, share, self._margins[key]))
            for key, share in uneven.items()
        }
        while open_ones := {key: value for key, search in searches.items() if (value := search.next()) is not None}:
            for value in sorted(set(open_ones.values())):
                keys = [key for key, each in open_ones.items() if each == value]
                for key, share in self.shares(keys, {HANDICAP: value}).items():
                    searches[key].hear(share)
        return {key: even for key, search in searches.items() if (even := search.found()) is not None}


def share_without_luck(results: Sequence[Result]) -> Share:
    """What the first side won; had the dice favoured nobody, where that was found out."""
    share = share_of([result.share for result in results])
    mean = mean_of([result.without_luck for result in results if result.without_luck is not None])
    if mean is None or mean.low is None or mean.high is None:
        return share
    middle, low, high = (min(1.0, max(0.0, each)) for each in (mean.mean, mean.low, mean.high))
    return structs.replace(share, share=middle, low=low, high=high)


class Bisection:
    """The help, of several in order, that brings the weaker side to a half: each try halves what is left, until one is
    even. The first try is in the middle, or where somebody expects it to be."""

    def __init__(self, helps: Sequence[str], plain: Share, first: str = "") -> None:
        self._helps = helps
        self._plain = plain
        self._first = first
        self._from, self._to = 0, len(helps)
        self._tried: dict[str, Share] = {}

    def next(self) -> str | None:
        """The help to try now; nothing when it is known."""
        return self._helps[self._middle] if self._from < self._to else None

    @property
    def _middle(self) -> int:
        if self._first and not self._tried:
            return self._helps.index(self._first)
        return (self._from + self._to - 1) // 2

    def hear(self, share: Share) -> None:
        """What the first side won with the help tried."""
        at = self._middle
        self._tried[self._helps[at]] = share
        if is_even(share):
            self._to = self._from
        elif (share.share - 0.5) * (self._plain.share - 0.5) > 0:  # the weaker side is still behind
            self._from = at + 1
        else:
            self._to = at

    def found(self) -> Evened | None:
        """The help that came nearest to a half, if it came nearer than none."""
        if not self._tried:
            return None
        value, share = min(self._tried.items(), key=lambda pair: _off(pair[1]))
        if _off(share) >= _off(self._plain):
            return None
        return Evened(
            options={HANDICAP: value}, games=share.games, share=share.share, low=share.low, high=share.high
        )  # fmt: skip


def is_even(share: Share) -> bool:
    return EVEN[0] <= share.share <= EVEN[1]


def _off(share: Share) -> float:
    return abs(share.share - 0.5)


def helps(key: str, share: Share) -> list[str]:
    """The handicaps of a scenario that help its weaker side, the smallest first."""
    scenario = find(key, {})[1]
    weaker = scenario.sides[0 if share.share < 0.5 else 1]
    values = [value for option in _handicaps(key) for value in option.values]
    return sorted((value for value in values if value.partition(" ")[0] == weaker), key=_size)


def _first_help(key: str, share: Share, margin: float) -> str:
    """Where points are given: as many as half of the games were lost by, or what comes next to it."""
    found = helps(key, share)
    if not found or not any(in_points(option) for option in _handicaps(key)):
        return ""
    return min(found, key=lambda value: abs(_size(value) - abs(margin)))


def _handicaps(key: str) -> list[Option]:
    return [option for option in find(key, {})[1].options if option.key == HANDICAP]


def _size(value: str) -> float:
    return float(value.partition(" ")[2])
