"""Hearing of the others: where several processes serve one database, each is told what the rest have stored."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from balka.server.store import Store, Told

log = logging.getLogger("balka.server")

AGAIN = 1.0  # seconds between two tries to hear again
TICK = 0.5


@asynccontextmanager
async def others(
    store: Store, heard: Callable[[str, Told | None], None], read_ahead: Callable[[str], Told | None]
) -> AsyncIterator[None]:
    """While this lasts, `heard` is called with each table at which another process has stored something, and what that
    is where it could be read ahead; with nothing said where some of it may have been missed."""
    loop, ended = asyncio.get_running_loop(), threading.Event()

    def tell(news: str) -> None:
        told = read_ahead(news)
        if not ended.is_set():
            loop.call_soon_threadsafe(heard, news, told)

    if not store.tells_others:
        store.lobby_changed = tell
        yield
        ended.set()
        return
    thread = threading.Thread(target=_listen, args=(store, tell, ended), daemon=True, name="balka-hearing")
    thread.start()
    try:
        yield
    finally:
        ended.set()
        await asyncio.to_thread(thread.join)


def _listen(store: Store, tell: Callable[[str], None], ended: threading.Event) -> None:
    """Listen until the end, and again whenever the line breaks."""
    while not ended.is_set():
        try:
            for news in store.news(TICK):
                if ended.is_set():
                    return
                if news is not None:
                    tell(news)
        except Exception as problem:
            log.warning("nothing is heard of other processes: %s", problem)
            ended.wait(AGAIN)
