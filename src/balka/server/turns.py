"""Turns at a table: one thing happens there after the other, and while an entry is being stored, other tables of the
process go on.

What is said at a table is worked out by ordinary functions, deep inside of which the entry is stored. They run in a
greenlet that can wait there; SQLAlchemy does its own waiting in the same way. Meanwhile nothing else happens at this
table: whoever comes waits for his turn. On one file nobody waits for anything: a commit there takes no way to another
process.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import TypeVar

from sqlalchemy.util.concurrency import await_only, greenlet_spawn, in_greenlet

Result = TypeVar("Result")

COMMITS = ThreadPoolExecutor(8, thread_name_prefix="balka-commit")


class Turns:
    """Who has the turn at one table; `beside` is said where others go on while an entry is stored."""

    def __init__(self, beside: object) -> None:
        self._beside = bool(beside) and find_spec("greenlet") is not None
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[object]] = set()
        self.waited = 0.0  # seconds of this thread that others had while the turn waited

    @property
    def taken(self) -> bool:
        """Whether somebody else has the turn just now."""
        return self._lock.locked() and not in_greenlet()

    async def take(self, work: Callable[[], Result]) -> Result:
        """Do something at the table. Once begun it is done, even if nobody waits for it any more."""
        if not self._beside:
            return work()
        task = asyncio.get_running_loop().create_task(self._one(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def _one(self, work: Callable[[], Result]) -> Result:
        async with self._lock:
            self.waited = 0.0
            return await greenlet_spawn(work)

    def later(self, work: Callable[[], object]) -> None:
        """Do something when whoever has the turn is done."""
        task = asyncio.get_running_loop().create_task(self._one(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def store(self, work: Callable[[], None]) -> None:
        """Store an entry, on a thread of its own where others may go on meanwhile."""
        if not (self._beside and in_greenlet()):
            work()
            return
        began = time.thread_time()
        await_only(asyncio.get_running_loop().run_in_executor(COMMITS, work))
        self.waited += time.thread_time() - began

    async def done(self) -> None:
        """When everything begun has been done."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
