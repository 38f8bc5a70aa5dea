"""Many browsers in one process: each takes in what it is told as cheaply as can be, so that hundreds of them beside a
house take little of the machine it is measured on. Scenes stay as they came, and are read where a choice is made."""

from __future__ import annotations

import asyncio
import contextlib

import msgspec
from msgspec import Raw, Struct
from tests.strength.house import passed_on
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

EMPTY = Raw(b"[]")


class Whole(Struct):
    """What is kept of a scene."""

    ask: Raw = Raw(b"null")
    choices: list[Raw] = []


class Told(Struct):
    """A frame, as far as it is looked at."""

    type: str
    id: int | None = None
    scene: Whole | None = None
    fields: dict[str, Raw] = {}
    lists: dict[str, list[Raw]] = {}


class Asked(Struct):
    yours: bool = False


class Word(Struct):
    text: str = ""
    children: list[Word] = []


READ = msgspec.json.Decoder(Told)
RUN = msgspec.json.Decoder(tuple[int, int])
ASKED = msgspec.json.Decoder(Asked | None)
WORD = msgspec.json.Decoder(Word)


class Seat:
    """One browser, always listening."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._answers: dict[int, asyncio.Future[str]] = {}
        self._number = 0
        self._scene: Whole | None = None
        self._came = asyncio.Event()
        self.is_asked = False
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def come(cls, address: str, table: str, token: str, seat: str = "", caller: str = "10.0.0.1") -> Seat:
        """Sit down; the first scene has come."""
        place = f"{address.replace('http', 'ws')}/ws/tables/{table}?token={token}"
        headers = passed_on(caller)
        line = await connect(
            place, max_size=None, additional_headers=headers, compression=None, open_timeout=60, ping_interval=None
        )
        found = cls(line)
        await found._say({"type": "hello", "seat": seat, "have": 1, "changes": True})
        async with asyncio.timeout(60):
            await found._came.wait()
        return found

    async def _say(self, message: dict[str, object]) -> None:
        await self._line.send(msgspec.json.encode(message).decode())

    async def _listen(self) -> None:
        with contextlib.suppress(WebSocketException):
            while True:
                self._hear(READ.decode(await self._line.recv(decode=False)))

    def _hear(self, told: Told) -> None:
        if told.scene is not None:
            self._see(told.scene)
        elif told.type == "changes" and self._scene is not None:
            self._see(self._changed(self._scene, told))
        waiting = self._answers.pop(told.id or 0, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(told.type)

    def _changed(self, before: Whole, told: Told) -> Whole:
        pieces = told.lists.get("choices")
        choices = before.choices if pieces is None else [item for piece in pieces for item in _items(before, piece)]
        return Whole(told.fields.get("ask", before.ask), choices)

    def _see(self, scene: Whole) -> None:
        asked = ASKED.decode(scene.ask)
        self._scene = Whole(scene.ask.copy(), [each.copy() for each in scene.choices])  # not the whole frame with them
        self.is_asked = asked is not None and asked.yours
        self._came.set()

    @property
    def offered(self) -> list[str]:
        """The sentences that can be said now."""
        if self._scene is None or not self.is_asked:
            return []
        return [text for choice in self._scene.choices for text in _sentences(WORD.decode(choice))]

    async def choose(self, text: str) -> str:
        """Say something; what kind of answer there was."""
        self._number += 1
        answer = self._answers[self._number] = asyncio.get_running_loop().create_future()
        await self._say({"type": "choose", "text": text, "id": self._number})
        async with asyncio.timeout(120):
            return await answer

    async def go(self) -> None:
        self._listening.cancel()
        await self._line.close()


def _items(before: Whole, piece: Raw) -> list[Raw]:
    """A run of the list before, or a new item."""
    if not bytes(piece).startswith(b"["):
        return [piece]
    first, last = RUN.decode(piece)
    return before.choices[first:last]


def _sentences(word: Word) -> list[str]:
    return [word.text] if word.text else [text for below in word.children for text in _sentences(below)]
