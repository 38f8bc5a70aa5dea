"""How much one address may ask of a house: so much at once, then so much an hour. Whoever sits at the server's own
computer may ask for anything."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from balka.core.errors import BalkaError

MOST_KNOWN = 10_000  # addresses remembered; the one longest silent goes first
TABLES_AT_ONCE, TABLES_AN_HOUR = 60, 120
LINES_OF_ONE = 100
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

    def take(self, address: str) -> None:
        """One more for an address, or when it may come back."""
        now = self._clock()
        left, then = self._left.pop(address, (float(self._at_once), now))
        left = min(float(self._at_once), left + (now - then) / self._every)
        if left < 1:
            self._left[address] = (left, now)
            wait = max(1, round((1 - left) * self._every))
            raise TooMuchError(
                f"Too many {self._what}: {self._at_once} at once, {3600 / self._every:.0f} an hour.",
                f"come back in {wait} seconds",
            )
        self._left[address] = (left - 1, now)
        while len(self._left) > MOST_KNOWN:
            self._left.popitem(last=False)


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


class Lines:
    """How many lines each address has open."""

    def __init__(self, most: int = LINES_OF_ONE) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    @contextmanager
    def one_more(self, address: str) -> Iterator[None]:
        if self._open[address] >= self._most:
            raise TooMuchError(f"Too many open tables from your address: {self._most}.", "close some of them")
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


class Limits:
    """All limits of a house."""

    def __init__(self) -> None:
        self.tables = Allowance("new tables from your address", TABLES_AT_ONCE, TABLES_AN_HOUR)
        self.lines = Lines()
        self.calls = Allowance("calls from your address", CALLS_AT_ONCE, CALLS_AN_HOUR)
        self.effort = Effort()
        self.lines_said = Allowance("lines said from your address", SAID_AT_ONCE, SAID_AN_HOUR)
        self.names = Allowance("new names from your address", NAMES_AT_ONCE, NAMES_AN_HOUR)
        self.challenges = Allowance("challenges", CHALLENGES_AT_ONCE, CHALLENGES_AN_HOUR)
        self.reports = Allowance("reports", REPORTS_AT_ONCE, REPORTS_AN_HOUR)
        self.tries = Allowance("attempts to sign in from your address", TRIES_AT_ONCE, TRIES_AN_HOUR)
        self.tries_at_one = Allowance("attempts to sign in to this account", TRIES_AT_ONE, TRIES_AT_ONE_AN_HOUR)
        self.mails = Allowance("mails asked for from your address", MAILS_AT_ONCE, MAILS_AN_HOUR)
        self.mails_to_one = Allowance("mails to this address", MAILS_TO_ONE, MAILS_TO_ONE_AN_HOUR)
        self.targets = Allowance("browsers and webhooks of yours", TARGETS_AT_ONCE, TARGETS_AN_HOUR)
