"""Looking for rubbish: what nobody holds goes at once, but for rings of things that hold each other. Python looks for
these now and then, first among what is new; to look through all that a house with a thousand tables has in memory takes
longer than anybody should wait for an answer. So that is done here, when much has been added or after a long time."""

from __future__ import annotations

import asyncio
import gc
import os
from pathlib import Path

NEW = (5_000, 5, 1_000_000)  # how much is new before it is looked through, and what of that is left; all of it never
LOOK = 10.0  # seconds between two looks at the memory in use
EVERY = 900.0  # seconds after which everything is looked through anyway
GROWTH = 1.15  # by how much the memory may grow before
LEAST = 16 * 2**20  # bytes by which it must have grown
STATM = Path("/proc/self/statm")


def settle() -> None:
    """What a server holds for good, its games and boards above all, need not be looked through each time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*NEW)


def memory() -> int:
    """Bytes in use; 0 where the system does not tell."""
    try:
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


class Sweeper:
    """Says when to look through everything again."""

    def __init__(self, memory_now: int) -> None:
        self._memory = memory_now
        self._waited = 0.0

    def is_due(self, memory_now: int) -> bool:
        self._waited += LOOK
        grown = memory_now > max(self._memory * GROWTH, self._memory + LEAST)
        return grown or self._waited >= EVERY

    def swept(self, memory_now: int) -> None:
        self._memory, self._waited = memory_now, 0.0


async def sweep() -> None:
    """As long as the server runs."""
    sweeper = Sweeper(memory())
    while True:
        await asyncio.sleep(LOOK)
        if sweeper.is_due(memory()):
            gc.collect()
            sweeper.swept(memory())
