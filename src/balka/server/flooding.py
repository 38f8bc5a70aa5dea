"""How much of the server's time the lines of one address may take: whoever asks for more is heard more slowly, and
nobody beside him waits."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from balka.server.calls import caller, limits_of
from balka.server.limits import EFFORT_AT_ONCE, EFFORT_SHARE, TooMuchError

if TYPE_CHECKING:
    from balka.server.connection import Connection

LEAST = 0.001  # seconds that a message counts for, however little it asks
ANEW = 0.02  # seconds that a whole scene counts for where it must be sent again


class Paced:
    """Hears one line no faster than its address may be heard; who sits at the server's own computer does not wait."""

    def __init__(self, connection: Connection, home: object) -> None:
        self._connection = connection
        self._home = home

    async def hear(self, text: str) -> None:
        """Answer a message, then rest if there were too many."""
        await self.rest(await self._connection.live.turns.take(lambda: self._heard(text)))

    def _heard(self, text: str) -> float:
        """Answer a message; the seconds it took of the processor, with the scene that it is still to be sent."""
        began = time.thread_time()
        self._connection.hear(text)
        spent = max(LEAST, time.thread_time() - began - self._connection.live.turns.waited)
        return spent + ANEW if self._connection.begins_anew else spent

    async def rest(self, spent: float) -> None:
        if self._home:
            return
        socket = self._connection.socket
        wait = limits_of(socket).effort.spend(caller(socket), spent)
        if wait:
            self._connection.complain(too_much(wait))
            await asyncio.sleep(wait)


def too_much(wait: float) -> TooMuchError:
    return TooMuchError(
        f"Too much is asked from your address: {EFFORT_AT_ONCE:.0f} seconds of the server's time at once, "
        f"then {EFFORT_SHARE:.0%} of it.",
        f"you are heard again in {max(1, round(wait))} seconds",
    )
