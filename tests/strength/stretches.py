"""How long a server's loop is busy with one thing: what somebody else waits for at most, in processor time."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from pathlib import Path

LEAST = 0.001  # seconds that are worth noting


def note(path: Path) -> None:
    """From now on; the process writes what it has noted to a file when it is sent SIGUSR1, and begins anew."""
    stretches: list[float] = []
    run = asyncio.events.Handle._run

    def noted(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        run(handle)
        taken = time.thread_time() - began
        if taken > LEAST:  # all of them would fill the memory that is measured
            stretches.append(taken)

    def told(signum: int, frame: object) -> None:
        written = path.with_suffix(".part")
        written.write_text(json.dumps([round(each * 1000, 2) for each in stretches]))
        stretches.clear()
        written.rename(path)

    asyncio.events.Handle._run = noted  # type: ignore[method-assign]
    signal.signal(signal.SIGUSR1, told)
