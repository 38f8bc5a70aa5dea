"""A house as it is run: a PostgreSQL, two web processes on it with their workers, and people with browsers."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
from tests.server.postgres import postgres
from websockets.asyncio.client import ClientConnection, connect

ROOT = Path(__file__).parents[2]
STARTED = 120.0  # seconds in which a process must answer
Frame = dict[str, Any]


class Nursery:
    """Starts web processes without the second and a half that loading all games takes."""

    def __init__(self) -> None:
        words = [sys.executable, "-m", "tests.strength.nursery"]
        pipe = subprocess.PIPE  # a session of its own: Ctrl-C is for the run, which stops it in good order
        self._process = subprocess.Popen(words, cwd=ROOT, stdin=pipe, stdout=pipe, text=True, start_new_session=True)

    def start(self, log: Path, words: list[str]) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([str(log), words]) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def stop(self) -> None:
        self._process.communicate()


class Web:
    """A web process, which can be killed and started again at the same address."""

    def __init__(self, nursery: Nursery, database: str, log: Path, workers: int) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = log
        self.pid = 0
        self._nursery = nursery
        self._words = ["serve", "--database", database, "--port", str(self.port), "--beat", "0"]
        self._words += ["--workers", str(workers)]

    def start(self) -> None:
        """Start, and wait until it answers."""
        self.pid = self._nursery.start(self.log, self._words)
        until = time.monotonic() + STARTED
        while not self._answers():
            assert time.monotonic() < until, self.log.read_text()[-2000:]
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.address}/health", timeout=STARTED).status_code == 200
        except httpx.TransportError:
            return False

    def workers(self) -> list[int]:
        """The processes it has started for slow work."""
        return children(self.pid)

    def stretches(self) -> list[float]:
        """How long its loop was busy with one thing each time since last asked: milliseconds of processor."""
        path = Path(f"{self.log}.stretches")
        path.unlink(missing_ok=True)
        os.kill(self.pid, signal.SIGUSR1)
        while not path.exists():
            time.sleep(0.02)
        found: list[float] = json.loads(path.read_text())
        return found

    def kill(self) -> None:
        """As if the power had gone: nothing is said to anybody."""
        if not self.pid:
            return
        assert Path(f"/proc/{self.pid}").exists(), f"it ended by itself: {self.log.read_text()[-2000:]}"
        os.kill(self.pid, signal.SIGKILL)
        while Path(f"/proc/{self.pid}").exists():
            time.sleep(0.005)
        self.pid = 0


def free_port() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


class House:
    """Web processes on one database."""

    def __init__(self, database: str, webs: list[Web]) -> None:
        self.database = database
        self.webs = webs

    def database_processes(self) -> list[int]:
        """The processes of its PostgreSQL."""
        folder = Path(self.database.partition("host=")[2])
        first = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        return [first, *children(first)]

    def tracebacks(self) -> int:
        """How many mistakes of ours the processes have logged."""
        return sum(web.log.read_text().count("Traceback (most recent call last)") for web in self.webs)


@contextmanager
def house(folder: Path, webs: int = 2, workers: int = 2) -> Iterator[House]:
    """Opened on a database of its own; gone afterwards."""
    with ExitStack() as stack:
        database = stack.enter_context(postgres()).new()
        nursery = Nursery()
        stack.callback(nursery.stop)
        opened = [Web(nursery, database, folder / f"web-{number}.log", workers) for number in range(webs)]
        for web in opened:
            stack.callback(web.kill)
            web.start()
        yield House(database, opened)


# -- people


async def lay(address: str, wish: Frame, caller: str = "10.0.0.1") -> Frame:
    """A new table; whoever lays it calls from this address, as a proxy says."""
    async with httpx.AsyncClient(base_url=address, timeout=60, headers=passed_on(caller)) as http:
        answer = await http.post("/api/tables", json=wish)
        assert answer.status_code == 200, answer.text
        made: Frame = answer.json()
        return made


def passed_on(caller: str) -> dict[str, str]:
    return {"X-Forwarded-For": caller}


def token_of(link: str) -> str:
    """The invitation that a link carries."""
    return link.partition("token=")[2]


class Browser:
    """One line to one table, and what has been told by it."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.scene: Frame = {}
        self.log: list[str] = []
        self._asked = 0

    @classmethod
    async def come(cls, address: str, table: str, token: str, seat: str = "", caller: str = "10.0.0.1") -> Browser:
        """Sit down; the first scene has come."""
        place = f"{address.replace('http', 'ws')}/ws/tables/{table}?token={token}"
        headers = passed_on(caller)
        line = await connect(place, max_size=None, additional_headers=headers, compression=None, open_timeout=60)
        browser = cls(line)
        try:
            await browser.send(type="hello", seat=seat, have=1, changes=True)
            while not browser.scene:
                await browser.hear()
        except BaseException:
            await browser.go()
            raise
        return browser

    async def send(self, **message: object) -> None:
        await self.line.send(json.dumps(message))

    async def ask(self, **message: object) -> Frame:
        """A message and its answer; what else is told meanwhile is taken in."""
        self._asked += 1
        await self.send(**message, id=self._asked)
        while (frame := await self.hear()).get("id") != self._asked or frame["type"] not in ("reply", "error"):
            pass
        return frame

    async def hear(self) -> Frame:
        """The next frame, taken in."""
        frame: Frame = json.loads(await self.line.recv())
        if frame["type"] == "scene":
            self._see(frame["scene"])
        elif frame["type"] == "changes":
            self._see({**self.scene, **frame["fields"], **{k: self._joined(k, v) for k, v in frame["lists"].items()}})
        elif frame["type"] == "curtain":
            await self.send(type="seat", seat=frame["seat"])
        return frame

    def _joined(self, name: str, pieces: list[Any]) -> list[Any]:
        """A list by runs of the one before and new items."""
        before = self.scene[name]
        return [
            item for piece in pieces for item in (before[piece[0] : piece[1]] if isinstance(piece, list) else [piece])
        ]

    def _see(self, scene: Frame) -> None:
        self.scene = scene
        self.log = self.log[: scene["log_from"]] + [line["text"] for line in scene["log"]]

    @property
    def offered(self) -> list[str]:
        """The sentences that can be said now."""
        ask = self.scene.get("ask")
        return sentences(self.scene.get("choices", [])) if ask and ask["yours"] else []

    async def until(self, seconds: float) -> None:
        """Take in whatever is told within so many seconds."""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    await self.hear()
        except TimeoutError:
            return

    async def go(self) -> None:
        await self.line.close()


def sentences(nodes: list[Frame]) -> list[str]:
    return [
        text for node in nodes for text in ([node["text"]] if "text" in node else sentences(node.get("children", [])))
    ]


# -- what processes use


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def processor_time(pid: int) -> float:
    """Seconds a process has used, without its children; none of one that is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> int:
    """Bytes of memory a process holds."""
    text = Path(f"/proc/{pid}/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0]) * 1024
