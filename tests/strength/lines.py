"""Lines as a hostile visitor uses them: frames and calls written by hand."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import random
from collections.abc import Callable

from tests.strength.house import passed_on

HANDSHAKE = (
    "GET /ws/tables/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nX-Forwarded-For: {caller}\r\n\r\n"
)
PATIENCE = 60.0


class Caller:
    """One connection over which calls are made one after the other; opened again when the server has closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._lines: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def call(self, method: str, path: str, body: bytes, caller: str) -> tuple[int, bytes]:
        """The status and what was answered; 0 where the server hung up."""
        headers = "".join(f"{name}: {value}\r\n" for name, value in passed_on(caller).items())
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}Content-Length: {len(body)}\r\n\r\n"
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._said(head.encode() + body, method)
        except (OSError, asyncio.IncompleteReadError):
            await self.close()
            return 0, b""

    async def _said(self, text: bytes, method: str) -> tuple[int, bytes]:
        if self._lines is None:
            self._lines = await asyncio.open_connection("127.0.0.1", self._port, limit=2**24)
        reader, writer = self._lines
        writer.write(text)
        await writer.drain()
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        status = int(head.split()[1])
        body = b"" if method == "HEAD" or status in (204, 304) else await self._body(reader, head)
        if "connection: close" in head:
            await self.close()
        return status, body

    @staticmethod
    async def _body(reader: asyncio.StreamReader, head: str) -> bytes:
        if "content-length:" in head:
            return await reader.readexactly(int(head.partition("content-length:")[2].split()[0]))
        parts = []
        while length := int(await reader.readline(), 16):
            parts.append(await reader.readexactly(length + 2))
        await reader.readline()
        return b"".join(parts)

    async def close(self) -> None:
        if self._lines is not None:
            await hung_up(self._lines[1])
            self._lines = None


async def hung_up(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


def frame(opcode: int, text: bytes, *, masked: int = 0x80, final: int = 0x80, length: int | None = None) -> bytes:
    """A frame; `length` is what it pretends to have."""
    size = len(text) if length is None else length
    head = bytes([final | opcode])
    if size < 126:
        head += bytes([masked | size])
    elif size < 2**16:
        head += bytes([masked | 126]) + size.to_bytes(2)
    else:
        head += bytes([masked | 127]) + size.to_bytes(8)
    return head + (b"\0\0\0\0" if masked else b"") + text


BROKEN_FRAMES: tuple[Callable[[random.Random], bytes], ...] = (
    lambda rng: frame(1, b'{"type":"hello"}')[: rng.randrange(1, 20)],  # half a frame
    lambda rng: frame(1, b'{"type":"hello"}', masked=0),
    lambda rng: frame(1, b"\xff\xfe\xfd"),  # no text
    lambda rng: frame(2, bytes(rng.randrange(256) for _ in range(50))),  # binary
    lambda rng: frame(rng.choice((3, 7, 11, 15)), b"x"),  # no such kind
    lambda rng: frame(1, b"x", final=0x70),  # bits that mean nothing
    lambda rng: frame(1, b"x", length=2**40),
    lambda rng: frame(9, b"x" * 126),  # a ping that is too long
    lambda rng: frame(0, b"x"),  # goes on with nothing
    lambda rng: frame(1, b'{"ty', final=0) + frame(1, b"x"),  # begins twice
    lambda rng: frame(8, b"\x00"),
    lambda rng: bytes(rng.randrange(256) for _ in range(rng.randrange(1, 200))),
)
BROKEN_CALLS: tuple[bytes, ...] = (
    b"GET", b"\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET  /api/tables HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00",
    b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{",
    b"POST /api/tables HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
    b"GET /api/tables HTTP/1.1\r\nHost: a\r\nCookie: " + b"a=b;" * 20_000 + b"\r\n\r\n",
    b"GET /\xff\xfe HTTP/1.1\r\nHost: a\r\n\r\n", b"GET /api/tables HTTP/1.1\r\n Host: a\r\n\r\n",
    b"GET http://[ HTTP/1.1\r\nHost: [\r\n\r\n", b"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
)  # fmt: skip


async def break_a_line(port: int, table: str, caller: str, rng: random.Random) -> bytes:
    """Open a line to a table, send a broken frame, and go; or a call that is none. What was answered."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        async with asyncio.timeout(PATIENCE):
            if rng.random() < 0.5:
                writer.write(rng.choice(BROKEN_CALLS))
                writer.write_eof()
                return await reader.read(2**16)
            key = base64.b64encode(os.urandom(16)).decode()
            writer.write(HANDSHAKE.format(table=table, key=key, caller=caller).encode())
            await reader.readuntil(b"\r\n\r\n")
            writer.write(rng.choice(BROKEN_FRAMES)(rng))
            writer.write_eof()
            return await reader.read(2**16)
    except (OSError, asyncio.IncompleteReadError):
        return b""
    finally:
        await hung_up(writer)
