"""How much of its share everybody has left, where several processes share a database: each takes from the same row.

Whose share it is stands there only as a hash, and no longer than a day.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from balka.server.store.schema import allowances

if TYPE_CHECKING:
    from balka.server.store.store import Store

DAY = 86400.0
TRIES = 5
SWEPT_EVERY = 200  # takings


class Allowances:
    """The shares of everybody in a house."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._taken = 0

    def take(self, what: str, whose: str, at_once: int, every: float) -> float:
        """One more of something for somebody; else how many seconds until there is one."""
        key = hashlib.sha256(f"{what}\n{whose}".encode()).hexdigest()
        for _ in range(TRIES):
            try:
                with self._store.transaction() as db:
                    self._sweep(db)
                    return _take(db, key, self._store.clock(), at_once, every)
            except IntegrityError:
                continue  # another process began the same row in the same moment
        return every

    def _sweep(self, db: Connection) -> None:
        """Now and then those go who have long had all of theirs again."""
        self._taken += 1
        if self._taken % SWEPT_EVERY == 1:
            db.execute(delete(allowances).where(allowances.c.at < self._store.clock() - DAY))


def _take(db: Connection, key: str, now: float, at_once: int, every: float) -> float:
    mine = allowances.c.key == key
    known = db.execute(select(allowances.c.left, allowances.c.at).where(mine).with_for_update()).first()
    left, then = (known[0], known[1]) if known else (float(at_once), now)
    left = min(float(at_once), left + max(0.0, now - then) / every)
    if left < 1:
        return (1 - left) * every
    row = {"left": left - 1, "at": now}
    db.execute(update(allowances).where(mine).values(row) if known else insert(allowances).values(key=key, **row))
    return 0.0
