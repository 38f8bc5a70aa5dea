"""What every answer tells a browser to refuse: strange scripts, frames, guessed types, addresses told to others; and
addresses that nothing can be looked up by."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from balka.core.errors import BalkaError
from balka.server.calls import problem_response

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self' blob:; "
        "connect-src 'self' ws: wss:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",  # the address of a table may hold an invitation
}


class Guarded:
    """Adds the headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if _names_nothing(scope):
            await _refuse(scope, receive, guarded if scope["type"] == "http" else send)
            return
        await self.app(scope, receive, guarded if scope["type"] == "http" else send)


def _names_nothing(scope: Scope) -> bool:
    """Whether an address holds the character that no database keeps."""
    return "\0" in scope.get("path", "") or b"%00" in scope.get("query_string", b"")


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).close(1008)
        return
    problem = BalkaError("The address holds a character that is none.", "text without %00")
    await problem_response(problem, 404)(scope, receive, send)
