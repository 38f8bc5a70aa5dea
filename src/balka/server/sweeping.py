"""Looking for rubbish: what nobody holds goes at once, but for rings of things that hold each other. Python looks for
these now and then, first among what is new; to look through all that a house with a thousand tables has in memory takes
longer than anybody should wait for an answer. So what has been looked through once is left alone for a long time: when
the memory has grown, only what came since is looked through, and all of it every quarter of an hour."""

from __future__ import annotations

import asyncio
import gc
import os
from pathlib import Path
from typing import Literal

NEW = (5_000, 5, 1_000_000)  # how much is new before it is looked through, and what of that is left; older never
LOOK = 10.0  # seconds between two looks at the memory in use
EVERY = 900.0  # seconds after which everything is looked through
GROWTH = 1.15  # by how much the memory may grow before what is new is
LEAST = 16 * 2**20  # bytes by which it must have grown
STATM = Path("/proc/self/statm")

Due = Literal["", "new", "all"]


def settle() -> None:
    """What a server holds for good, its games and boards above all, need not be looked through each time."""
    look_through_new()
    gc.set_threshold(*NEW)


def look_through_new() -> None:
    """Everything that came since the last time; what is left of it is left alone from now on."""
    gc.collect()
    gc.freeze()


def look_through_all() -> None:
    gc.unfreeze()
    look_through_new()


def memory() -> int:
    """Bytes in use; 0 where the system does not tell."""
    try:
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


class Sweeper:
    """Says what to look through, asked every so often."""

    def __init__(self, memory_now: int) -> None:
        self._memory = memory_now
        self._waited = 0.0

    def due(self, memory_now: int) -> Due:
        self._waited += LOOK
        if self._waited >= EVERY:
            return "all"
        return "new" if memory_now > max(self._memory * GROWTH, self._memory + LEAST) else ""

    def swept(self, what: Due, memory_now: int) -> None:
        self._memory = memory_now
        if what == "all":
            self._waited = 0.0


async def sweep() -> None:
    """As long as the server runs."""
    sweeper = Sweeper(memory())
    while True:
        await asyncio.sleep(LOOK)
        what = sweeper.due(memory())
        if what:
            (look_through_all if what == "all" else look_through_new)()
            sweeper.swept(what, memory())
