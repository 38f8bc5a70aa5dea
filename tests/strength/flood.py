"""A flood: one address asks for as much as it can."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time

from tests.strength.game import Game
from tests.strength.house import House, Web, passed_on
from tests.strength.lines import Caller
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

ADDRESS = "10.9.9.9"
ASKED = (
    {"type": "overlay", "kind": "reach", "unit": "rif-01"}, {"type": "hello", "seat": "watcher"},
    {"type": "values", "unit": "rif-01"},
)  # fmt: skip
EACH = 2  # lines and callers to each process
MOST_PATIENCE = 4  # times as long as asked for until there is too much of it: the machine may have much else to do


class Flood:
    """How much it said, and how often a limit answered."""

    def __init__(self, game: Game, seconds: float) -> None:
        self.said = self.limited = 0
        self._game = game
        self._seconds = seconds
        self._began = time.monotonic()

    @property
    def lasts(self) -> bool:
        return time.monotonic() - self._began < self._seconds * (1 if self.limited else MOST_PATIENCE)

    async def by_lines(self, web: Web) -> None:
        """One line after the other: whoever says much more than is heard is hung up on."""
        while self.lasts:
            with contextlib.suppress(WebSocketException, OSError):
                await self._by_line(web)

    async def _by_line(self, web: Web) -> None:
        place = f"{web.address.replace('http', 'ws')}/ws/tables/{self._game.table}"
        async with connect(place, additional_headers=passed_on(ADDRESS), max_size=None, compression=None) as line:
            tasks = [asyncio.create_task(self._says(line)), asyncio.create_task(self._hears(line))]
            while self.lasts and not any(task.done() for task in tasks):
                await asyncio.sleep(0.1)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _says(self, line: ClientConnection) -> None:
        await line.send(json.dumps({"type": "hello", "seat": "watcher"}))
        while True:
            for asked in ASKED:
                await line.send(json.dumps(asked))
                self.said += 1

    async def _hears(self, line: ClientConnection) -> None:
        while True:
            self.limited += b"Too much is asked" in await line.recv(decode=False)

    async def by_calls(self, web: Web) -> None:
        caller = Caller(web.port)
        while self.lasts:
            status, _ = await caller.call("GET", f"/api/tables/{self._game.table}", b"", ADDRESS)
            self.said, self.limited = self.said + 1, self.limited + (status == 429)
        await caller.close()


async def flood(opened: House, game: Game, seconds: float) -> tuple[int, int]:
    """Ask by lines and by calls, all at once, for so long: what was said, and how often a limit answered."""
    made = Flood(game, seconds)
    ways = [way(web) for web in opened.webs for way in (made.by_lines, made.by_calls) for _ in range(EACH)]
    await asyncio.gather(*ways, return_exceptions=True)
    return made.said, made.limited
