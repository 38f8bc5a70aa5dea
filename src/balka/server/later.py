"""Writing beside the loop: what is only looked up (lists, clocks, pictures of games, notices) is stored by a thread of
its own, the newest of each kind, so that nobody at a table waits for it. What happened at a table is never left to it:
entries are on the disk before anybody is told."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Protocol

from sqlalchemy.exc import DBAPIError

from balka.core.errors import BalkaError

log = logging.getLogger("balka.server")

AGAIN = 1.0  # seconds between two tries while the database is away
MOST_TRIES = 60

Work = Callable[[], None]
Key = tuple[str, str]
"""a table and what is written of it"""


class Later(Protocol):
    """Takes what is to be written; of two that have the same key and wait, the newer is enough."""

    def put(self, key: Key, work: Work) -> None: ...

    def stop(self) -> None: ...


class AtOnce:
    """Writes everything while the caller waits: for workers and tests."""

    def put(self, key: Key, work: Work) -> None:
        work()

    def stop(self) -> None:
        """Nothing is left."""


class Beside:
    """One thread that writes in turn; what fails is tried again for a while."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[Key, tuple[Work, int]] = OrderedDict()
        self._changed = threading.Condition()
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._write, daemon=True, name="balka-later")
        self._thread.start()

    def put(self, key: Key, work: Work) -> None:
        with self._changed:
            self._waiting[key] = (work, 1)
            self._changed.notify()

    def stop(self) -> None:
        """Write what waits, then no more."""
        self._ending.set()
        with self._changed:
            self._changed.notify()
        self._thread.join()

    def _write(self) -> None:
        while (next_one := self._next()) is not None:
            key, work, tries = next_one
            try:
                work()
            except (BalkaError, DBAPIError) as problem:
                self._try_again(key, work, tries, problem)
            except Exception:
                log.exception("%s of table %s is not written", key[1], key[0])

    def _next(self) -> tuple[Key, Work, int] | None:
        """What waits longest; None when all is written and the house closes."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._ending.is_set())
            if not self._waiting:
                return None
            key, (work, tries) = self._waiting.popitem(last=False)
            return key, work, tries

    def _try_again(self, key: Key, work: Work, tries: int, problem: Exception) -> None:
        log.warning("%s of table %s is not written just now: %s", key[1], key[0], problem)
        if tries < MOST_TRIES and not self._ending.wait(AGAIN):
            with self._changed:
                self._waiting.setdefault(key, (work, tries + 1))
