"""How much one address may ask of a house: so much at once, then so much an hour. Whoever sits at the server's own
computer may ask for anything."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from balka.core.errors import BalkaError

if TYPE_CHECKING:
    from balka.server.store import Store

MOST_KNOWN = 10_000  # addresses remembered; the one longest silent goes first
TABLES_AT_ONCE, TABLES_AN_HOUR = 60, 120
LINES_OF_ONE = 100
LINES_OF_ALL = 20_000  # of one process, or fewer where the system gives it fewer descriptors
DESCRIPTORS_LEFT = 200  # for calls, the database and files
CALLS_AT_ONCE, CALLS_AN_HOUR = 600, 72_000  # over HTTP: twenty a second
EFFORT_AT_ONCE = 3.0  # seconds of processor time for what is said over lines
EFFORT_SHARE = 0.1  # of a core, when those are used up
LONGEST_REST = 10.0
SAID_AT_ONCE, SAID_AN_HOUR = 40, 900
NAMES_AT_ONCE, NAMES_AN_HOUR = 20, 40  # accounts and guests made
CHALLENGES_AT_ONCE, CHALLENGES_AN_HOUR = 10, 30  # of one account
REPORTS_AT_ONCE, REPORTS_AN_HOUR = 5, 10  # of one account
TRIES_AT_ONCE, TRIES_AN_HOUR = 30, 120  # at signing in, from an address
TRIES_AT_ONE, TRIES_AT_ONE_AN_HOUR = 10, 30  # at signing in to one account, from anywhere
MAILS_AT_ONCE, MAILS_AN_HOUR = 10, 20  # asked for from an address
MAILS_TO_ONE, MAILS_TO_ONE_AN_HOUR = 3, 6  # to one address of mail
TARGETS_AT_ONCE, TARGETS_AN_HOUR = 10, 30  # browsers and webhooks added or tried by one person
MOST_GOING_ON = 200  # tables of one person that are not over
MOST_BYTES = 500_000_000  # that all tables of one person take in the database


class TooMuchError(BalkaError):
    """Somebody asks for more than his share."""


class Allowance:
    """So many at once of something; what is used up comes back evenly over the hour."""

    def __init__(self, what: str, at_once: int, an_hour: int, clock: Callable[[], float] = time.monotonic) -> None:
        """`what` says whose they are, too."""
        self._what = what
        self._at_once = at_once
        self._every = 3600 / an_hour
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def _refusal(self, wait: float) -> TooMuchError:
        return TooMuchError(
            f"Too many {self._what}: {self._at_once} at once, {3600 / self._every:.0f} an hour.",
            f"come back in {max(1, round(wait))} seconds",
        )

    def take(self, address: str) -> None:
        """One more for an address, or when it may come back."""
        now = self._clock()
        left, then = self._left.pop(address, (float(self._at_once), now))
        left = min(float(self._at_once), left + (now - then) / self._every)
        if left < 1:
            self._left[address] = (left, now)
            raise self._refusal((1 - left) * self._every)
        self._left[address] = (left - 1, now)
        while len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)


class Shared(Allowance):
    """An allowance that holds over all processes on one database: what is left stands there."""

    def __init__(self, what: str, at_once: int, an_hour: int, store: Store) -> None:
        super().__init__(what, at_once, an_hour)
        self._store = store

    def take(self, address: str) -> None:
        wait = self._store.allowances.take(self._what, address, self._at_once, self._every)
        if wait:
            raise self._refusal(wait)


class Effort:
    """What each address has left of the time it may take."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def spend(self, address: str, seconds: float) -> float:
        """So much was spent for an address; how long it should rest now."""
        now = self._clock()
        left, then = self._left.pop(address, (EFFORT_AT_ONCE, now))
        left = min(EFFORT_AT_ONCE, left + (now - then) * EFFORT_SHARE) - seconds
        self._left[address] = (left, now)
        while len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)
        return min(LONGEST_REST, -left / EFFORT_SHARE) if left < 0 else 0.0


class FullError(TooMuchError):
    """The house is full, whoever asks."""


def lines_of_all() -> int:
    """How many lines a process can have open and still answer calls."""
    try:
        import resource
    except ImportError:
        return LINES_OF_ALL
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return LINES_OF_ALL if allowed < 0 else max(1, min(LINES_OF_ALL, allowed - DESCRIPTORS_LEFT))


class Lines:
    """How many lines each address has open, and all of them together."""

    def __init__(self, most: int = LINES_OF_ONE, of_all: int | None = None) -> None:
        self._most = most
        self._of_all = of_all or lines_of_all()
        self._open: Counter[str] = Counter()

    def must_have_room(self, address: str) -> None:
        if self._open.total() >= self._of_all:
            raise FullError(
                f"The house is full: {self._of_all} tables are looked at through this server.",
                "this page tries again by itself; nothing of your game is lost",
            )
        if self._open[address] >= self._most:
            raise TooMuchError(f"Too many open tables from your address: {self._most}.", "close some of them")

    @contextmanager
    def one_more(self, address: str) -> Iterator[None]:
        self.must_have_room(address)
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


class Limits:
    """All limits of a house. What is asked for now and then is counted for all processes together, where several may
    share the database; calls, lines and effort protect one process each, and are counted by it."""

    def __init__(self, store: Store | None = None) -> None:
        self._store = store if store is not None and store.tells_others else None
        self.lines = Lines()
        self.effort = Effort()
        self.calls = Allowance("calls from your address", CALLS_AT_ONCE, CALLS_AN_HOUR)
        self.tables = self._of("new tables from your address", TABLES_AT_ONCE, TABLES_AN_HOUR)
        self.lines_said = self._of("lines said from your address", SAID_AT_ONCE, SAID_AN_HOUR)
        self.names = self._of("new names from your address", NAMES_AT_ONCE, NAMES_AN_HOUR)
        self.challenges = self._of("challenges", CHALLENGES_AT_ONCE, CHALLENGES_AN_HOUR)
        self.reports = self._of("reports", REPORTS_AT_ONCE, REPORTS_AN_HOUR)
        self.tries = self._of("attempts to sign in from your address", TRIES_AT_ONCE, TRIES_AN_HOUR)
        self.tries_at_one = self._of("attempts to sign in to this account", TRIES_AT_ONE, TRIES_AT_ONE_AN_HOUR)
        self.mails = self._of("mails asked for from your address", MAILS_AT_ONCE, MAILS_AN_HOUR)
        self.mails_to_one = self._of("mails to this address", MAILS_TO_ONE, MAILS_TO_ONE_AN_HOUR)
        self.targets = self._of("browsers and webhooks of yours", TARGETS_AT_ONCE, TARGETS_AN_HOUR)

    def _of(self, what: str, at_once: int, an_hour: int) -> Allowance:
        return Shared(what, at_once, an_hour, self._store) if self._store else Allowance(what, at_once, an_hour)


def must_have_room(store: Store, person: str) -> None:
    """Refuse another table to somebody whose tables fill more than his share of the house."""
    if not person:
        return
    if store.quotas.going_on(person) >= MOST_GOING_ON:
        raise TooMuchError(f"You have {MOST_GOING_ON} tables that are not over.", "finish some of them, or resign")
    if store.quotas.bytes(person) >= MOST_BYTES:
        raise TooMuchError(
            f"Your tables take {MOST_BYTES // 1_000_000} MB, which is all that one person may have.",
            "the host can put old games into files (balka admin archive)",
        )
