"""A connection while it lasts: one task that reads, one that writes."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import anyio
from starlette.websockets import WebSocketDisconnect

from balka.server.connection import Connection

log = logging.getLogger("balka.server")


async def serve(connection: Connection) -> None:
    """Keep a connection open until the browser goes or the server hangs up."""
    connection.live.connections.append(connection)
    try:
        async with anyio.create_task_group() as both:
            for part in (connection.write, connection.read):
                both.start_soon(_until_done, part, both.cancel_scope)
    finally:
        connection.live.connections.remove(connection)
        connection.leave()


async def _until_done(part: Callable[[], Awaitable[None]], scope: anyio.CancelScope) -> None:
    """One half of a connection; when it ends, so does the other."""
    try:
        await part()
    except (WebSocketDisconnect, RuntimeError, OSError):
        log.debug("a browser went in the middle of a sentence")
    except Exception:
        log.exception("a connection broke")
    scope.cancel()
