"""The clocks of tables: since when each runs, and what was left of it then. With them the job that is due when the next
runs out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct, structs
from sqlalchemy import delete, insert, select

from balka.server.store import jobs
from balka.server.store.reading import made_all
from balka.server.store.schema import clocks

if TYPE_CHECKING:
    from balka.server.store.store import Store

CLOCK = "clock"  # the kind of job


class Clock(Struct, frozen=True):
    """The clock of a seat: `since` when it runs, 0 while it stands; seconds `left` then, of minutes or of leave; how
    many decisions it has counted; `window` where it runs for a chance to react that will be let pass."""

    seat: str
    since: float
    left: float
    decided: int
    window: int


class Clocks:
    """The clocks of all tables in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, table_id: str) -> tuple[int, dict[str, Clock]]:
        """The clocks of a table, and after how many entries they stood so."""
        rows = self._store.rows(select(clocks).where(clocks.c.place == table_id).order_by(clocks.c.seat))
        numbers = [int(row._mapping["number"]) for row in rows]
        return min(numbers, default=-1), {clock.seat: clock for clock in made_all(Clock, rows)}

    def among(self, table_ids: Iterable[str]) -> dict[str, list[Clock]]:
        """The clocks of several tables."""
        rows = self._store.rows(select(clocks).where(clocks.c.place.in_(list(table_ids))))
        found: dict[str, list[Clock]] = {}
        for row, clock in zip(rows, made_all(Clock, rows), strict=True):
            found.setdefault(str(row._mapping["place"]), []).append(clock)
        return found

    def put(self, table_id: str, number: int, now: dict[str, Clock], due: float | None) -> None:
        """Keep how clocks stand after so many entries, unless another process knows of more, and when one is due."""
        of_table = clocks.c.place == table_id
        with self._store.transaction() as db:
            self._store.alone_at(db, table_id)
            known = db.execute(select(clocks.c.number).where(of_table)).scalars().all()
            if any(int(older) > number for older in known):
                return
            db.execute(delete(clocks).where(of_table))
            rows = [{"place": table_id, **structs.asdict(clock), "number": number} for clock in now.values()]
            db.execute(insert(clocks), rows)
            jobs.schedule(db, table_id, CLOCK, due)
            self._store.tell(db, table_id)
