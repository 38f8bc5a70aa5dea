"""The entries of a table as one process writes them."""

from __future__ import annotations

from functools import partial

from balka.core.errors import BalkaError
from balka.server.store import Store
from balka.server.turns import Turns
from balka.table.table import Entry

MOST_ENTRIES = 50_000  # of one table; the longest games have a tenth of it
ENDS = ("resign", "ask", "agree", "decline", "time")  # how a full table ends
SPARE = 100  # entries for that


class Journal:
    """Writes the entries of a table one after the other; `number` is that of the next."""

    def __init__(self, store: Store, table_id: str, number: int) -> None:
        self.number = number
        self._own = number
        self._store = store
        self._table_id = table_id
        self.turns = Turns(store.tells_others)

    def __call__(self, entry: Entry) -> None:
        if self.number >= MOST_ENTRIES + (SPARE if entry.kind in ENDS else 0):
            raise BalkaError(f"This table is full: {MOST_ENTRIES} entries.", "resign, or agree on a draw")
        self.turns.store(partial(self._store.append, self._table_id, self.number, entry))
        self.number += 1
        self._own = self.number

    @property
    def is_own(self) -> bool:
        """Whether the last entry is of this process, or there was none while it has known the table."""
        return self._own == self.number

    def take(self) -> None:
        """What is kept beside the entries is this process's to write from now on; the other may have died before it."""
        self._own = self.number
