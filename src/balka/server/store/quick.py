"""The two statements made for every choice, on lines to PostgreSQL of their own: storing an entry so that the others
hear of it, and reading one that another process has stored. Everything else goes by SQLAlchemy, which takes several
times as long for each of these."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from sqlalchemy.engine import URL

from balka.core.errors import BalkaError
from balka.server.store import opening
from balka.server.store.values import AwayError, ElsewhereError
from balka.table.entries import Entry

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.rows import TupleRow

ENTER = (  # one statement is one way to PostgreSQL and back, where a transaction takes three
    "INSERT INTO entries (place, number, kind, seat, text, at) VALUES (%s, %s, %s, %s, %s, %s) "
    "RETURNING pg_notify(%s, %s)"
)
ENTRIES = "entries"  # what is told where only something was said at a table
Told = tuple[int, Entry]
"""an entry by its number"""
READ = "SELECT kind, seat, text FROM entries WHERE place = %s AND number = %s"


class Quick:
    """A line to the database for each thread that asks."""

    def __init__(self, address: URL) -> None:
        self._address = address.set(drivername="postgresql").render_as_string(hide_password=False)
        self._own = threading.local()
        self._all: list[Connection[TupleRow]] = []
        self._broken = 0.0  # when a line was last found broken: the others may be so, too

    def enter(self, row: tuple[object, ...], channel: str, news: str) -> None:
        """Store an entry, and tell of it."""
        import psycopg

        try:
            self._line().execute(ENTER, (*row, channel, news))
        except psycopg.errors.UniqueViolation as problem:
            raise ElsewhereError("Somebody else was quicker at this table.", "look again, then choose") from problem
        except psycopg.Error as problem:
            self._broken = time.monotonic()
            raise BalkaError(f"This could not be stored, so it has not happened: {reason(problem)}.") from problem

    def read(self, table_id: str, number: int) -> Entry | None:
        """One entry of a table."""
        import psycopg

        try:
            found = self._line().execute(READ, (table_id, number)).fetchone()
        except psycopg.Error as problem:
            self._broken = time.monotonic()
            raise AwayError(f"The database does not answer: {reason(problem)}.", "try again in a moment") from problem
        return Entry(*found) if found else None

    def told(self, news: str) -> Told | None:
        """The entry that news are about; None where they are about something else, or all must be read."""
        table_id, _, what = news.partition(" ")
        kind, _, number = what.partition(" ")
        found = self.read(table_id, int(number)) if kind == ENTRIES and number else None
        return None if found is None else (int(number), found)

    def close(self) -> None:
        for line in self._all:
            line.close()

    def _line(self) -> Connection[TupleRow]:
        """This thread's line. One that has been idle may have broken unnoticed, so it is asked first."""
        line: Connection[TupleRow] | None = getattr(self._own, "line", None)
        if line is None or line.closed or (self._is_doubtful and not _stands(line)):
            line = self._own.line = self._opened()
        self._own.used = time.monotonic()
        return line

    @property
    def _is_doubtful(self) -> bool:
        used: float = self._own.used
        return used <= self._broken or time.monotonic() - used > opening.IDLE

    def _opened(self) -> Connection[TupleRow]:
        import psycopg

        line = psycopg.connect(
            self._address, autocommit=True, prepare_threshold=0, connect_timeout=opening.AWAY,
            tcp_user_timeout=opening.AWAY * 1000, application_name="balka",
        )  # fmt: skip
        self._all = [*(each for each in self._all if not each.closed), line]
        return line


def _stands(line: Connection[TupleRow]) -> bool:
    import psycopg

    try:
        line.execute("SELECT 1")
    except psycopg.Error:
        line.close()
        return False
    return True


def reason(problem: Exception) -> str:
    return str(problem).strip().partition("\n")[0]
