"""Who drives a table: where several processes share a database, one at a time lets its bots think, and another takes
over when that one dies."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Coroutine
from types import TracebackType
from typing import TYPE_CHECKING, Self

from sqlalchemy.exc import DBAPIError

from balka.core.errors import BalkaError
from balka.server import timing
from balka.server.store import CLOCK, Store

if TYPE_CHECKING:
    from balka.server.tables import Tables

log = logging.getLogger("balka.server")

BOT = "bot"
LEASE = 10.0  # seconds after which a process that no longer speaks counts as dead
RENEWED = LEASE / 3
AT_ONCE = 20  # tables taken over in one look
LOOK_EVERY = 3.0


class Lease:
    """The right to let the bots of one table think; alone on a file nobody else could have it."""

    def __init__(self, store: Store, table_id: str) -> None:
        self._store = store
        self._table_id = table_id
        self._renewed = 0.0

    def __enter__(self) -> Self:
        self._renewed = 0.0
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: object, trace: TracebackType | None) -> None:
        stopped = kind is not None and not issubclass(kind, Exception)  # the process ends: others go on
        if self._store.tells_others and self._renewed and not stopped:
            with contextlib.suppress(BalkaError):  # it runs out by itself
                self._store.finish(self._table_id, BOT)

    def allows(self, kind: str) -> bool:
        """Whether this process may do what is due. Only thinking is one process's alone: what a person is spared to say
        each says for itself, and of two entries with one number the database takes the first."""
        return kind != BOT or self.held()

    def held(self) -> bool:
        """Whether this process may go on; says so to the others from time to time."""
        if not self._store.tells_others or time.monotonic() < self._renewed + RENEWED:
            return True
        if not self._store.lease(self._table_id, BOT, LEASE):
            self._renewed = 0.0
            return False
        self._renewed = time.monotonic()
        return True

    async def while_held(self, work: Coroutine[None, None, None]) -> None:
        """Do something long, and go on saying that it is being done."""
        task = asyncio.ensure_future(work)
        try:
            while not (await asyncio.wait([task], timeout=RENEWED))[0]:
                self.held()
            task.result()
        finally:
            task.cancel()


async def _go_on(tables: Tables, table_id: str) -> None:
    live = await tables.reopen(table_id)

    def go_on() -> None:
        live.follow()
        live.go_on(tables.delays)

    await live.turns.take(go_on)


async def take_over(tables: Tables, every: float = LOOK_EVERY) -> None:
    """Look now and then for tables whose bots nobody lets think any more, or whose clocks have run out."""
    while True:
        await asyncio.sleep(every)
        try:
            due = tables.store.overdue(AT_ONCE)
        except (BalkaError, DBAPIError) as problem:
            log.warning("nothing is taken over just now: %s", problem)
            continue
        for table_id, kind in due:
            await _see_to(tables, table_id, kind)


async def _see_to(tables: Tables, table_id: str, kind: str) -> None:
    """One table of which something is due; what goes wrong there is no matter of the others."""
    try:
        await (timing.run_out if kind == CLOCK else _go_on)(tables, table_id)
    except BalkaError as problem:
        log.warning("table %s is not taken over just now: %s", table_id, problem)
    except Exception:
        log.exception("table %s is not taken over", table_id)


@contextlib.asynccontextmanager
async def taking_over(tables: Tables) -> AsyncIterator[None]:
    """While this lasts, tables of processes that have died are taken over, and clocks that run out are seen to."""
    task = asyncio.create_task(take_over(tables))
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
