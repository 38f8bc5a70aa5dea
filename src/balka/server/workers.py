"""Workers: processes beside the server that do its slow work, so that nobody at another table waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import msgspec
from msgspec import Struct

from balka.core.errors import BalkaError
from balka.server.catalogue import NotHereError
from balka.server.jobs import AnyJob, Bench, Think

log = logging.getLogger("balka.server")

LENGTH = 4  # bytes that say how long a message is
MOST_WAITING = 100
EACH_WAITING = 4  # of one address
KNOWN = 20  # tables a worker is taken to remember


class BusyError(BalkaError):
    """There is too much to do just now."""


class LostError(Exception):
    """A worker ended, or gave no answer, before its work was done."""


class Household(Struct, frozen=True):
    """What a worker must know to do the work of a server: its store, its bots by name, and whether it serves one
    computer at home rather than many people."""

    store: str
    bots: tuple[str, ...] = ()
    home: bool = False


class Trouble(Struct, frozen=True):
    """Why there is no result: a sentence for the asker, or a mistake of ours."""

    kind: str
    message: str
    instead: str | None = None


class Done(Struct, frozen=True):
    """What a worker says when its work is done."""

    result: bytes = b""
    trouble: Trouble | None = None


KINDS: dict[str, type[BalkaError]] = {"not here": NotHereError, "refused": BalkaError}


def usual_number() -> int:
    """How many workers there may be: a core is left to the server itself."""
    return max(2, min(4, (os.cpu_count() or 2) - 1))


# -- on threads of this process


class Here:
    """Does the work on threads: for tests, and for games that no other process could find."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench

    async def run(self, job: AnyJob) -> bytes:
        return await asyncio.to_thread(job.work, self._bench)

    async def think(self, table_id: str, seat: str) -> str:
        return (await self.run(Think(table=table_id, seat=seat, seed=0))).decode()

    async def begin(self) -> None:
        """Threads begin by themselves, and end so."""

    async def stop(self) -> None:
        """Nothing is left behind."""


# -- in processes


def framed(message: Struct) -> bytes:
    """A message as it goes to a worker and back: its length first."""
    text = msgspec.msgpack.encode(message)
    return len(text).to_bytes(LENGTH) + text


class Worker:
    """One process. It does one thing at a time, and is not used again when it has failed."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.known: dict[str, None] = {}

    @classmethod
    async def start(cls, household: Household) -> Worker:
        words, pipe = [sys.executable, "-m", "balka.server.worker"], asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe, limit=2**26)
        assert process.stdin is not None
        process.stdin.write(framed(household))  # not on the command line, where anybody could read its password
        return cls(process)

    async def do(self, job: AnyJob) -> Done:
        """Its answer; LostError when it ends instead, or nobody would wait longer."""
        try:
            return await asyncio.wait_for(self._asked(job), job.patience)
        except (OSError, EOFError, TimeoutError) as problem:
            raise LostError(f"{type(problem).__name__}") from problem

    async def _asked(self, job: AnyJob) -> Done:
        said, heard = self._process.stdin, self._process.stdout
        assert said is not None
        assert heard is not None
        said.write(framed(job))
        await said.drain()
        length = int.from_bytes(await heard.readexactly(LENGTH))
        self._remember(job.about)
        return msgspec.msgpack.decode(await heard.readexactly(length), type=Done)

    def _remember(self, about: str) -> None:
        self.known.pop(about, None)
        self.known[about] = None
        if len(self.known) > KNOWN:
            del self.known[next(iter(self.known))]

    async def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()


class Pool:
    """Several workers, started when they are needed; work goes to one that knows its table, if it is free.

    One of them is kept for bots, so that games go on however many replays are looked at.
    """

    def __init__(self, household: Household, most: int) -> None:
        self._household = household
        self._free: list[Worker] = []
        self._all: set[Worker] = set()
        self._bots = asyncio.Semaphore(most)
        self._others = asyncio.Semaphore(max(1, most - 1))
        self.waiting = 0
        self._tasks: set[asyncio.Task[bytes]] = set()

    async def begin(self) -> None:
        """Start the first worker before anybody waits for it."""
        self._free.append(await self._started())

    async def run(self, job: AnyJob) -> bytes:
        """The result; work that was begun is ended even if nobody waits for it any more."""
        if self.waiting >= MOST_WAITING:
            raise BusyError("The server has too much to do just now.", "try again in a minute")
        task = asyncio.create_task(self._run(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def think(self, table_id: str, seat: str) -> str:
        return (await self.run(Think(table=table_id, seat=seat, seed=secrets.randbits(64)))).decode()

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in list(self._all):
            await self._drop(worker)

    async def _run(self, job: AnyJob) -> bytes:
        self.waiting += 1
        try:
            async with self._turn(job):
                return await self._done(job)
        finally:
            self.waiting -= 1

    @asynccontextmanager
    async def _turn(self, job: AnyJob) -> AsyncIterator[None]:
        """Whoever is no bot waits until others of his kind have left a worker free."""
        async with contextlib.AsyncExitStack() as gates:
            if not isinstance(job, Think):
                await gates.enter_async_context(self._others)
            await gates.enter_async_context(self._bots)
            yield

    async def _done(self, job: AnyJob) -> bytes:
        """The result of a worker, of another one where the first was lost."""
        try:
            return _result(await self._by_one(job))
        except LostError as first:
            log.warning("a worker was lost over %s (%s); another tries", type(job).__name__, first)
        try:
            return _result(await self._by_one(job))
        except LostError as second:
            what = "bot gave no answer" if isinstance(job, Think) else "server could not work this out"
            raise BalkaError(f"The {what}.") from second

    async def _by_one(self, job: AnyJob) -> Done:
        worker = self._taken(job.about) or await self._started()
        try:
            done = await worker.do(job)
        except BaseException:
            await self._drop(worker)
            raise
        self._free.append(worker)
        return done

    def _taken(self, about: str) -> Worker | None:
        """A worker that is free, best one that knows what the work is about."""
        if not self._free:
            return None
        knowing = next((worker for worker in self._free if about in worker.known), self._free[-1])
        self._free.remove(knowing)
        return knowing

    async def _started(self) -> Worker:
        worker = await Worker.start(self._household)
        self._all.add(worker)
        return worker

    async def _drop(self, worker: Worker) -> None:
        self._all.discard(worker)
        if worker in self._free:
            self._free.remove(worker)
        await worker.end()


def _result(done: Done) -> bytes:
    if done.trouble is None:
        return done.result
    kind = KINDS.get(done.trouble.kind)
    if kind is None:
        raise RuntimeError(f"in a worker: {done.trouble.message}")
    raise kind(done.trouble.message, done.trouble.instead)


class Queues:
    """How much slow work each address has waiting."""

    def __init__(self) -> None:
        self._waiting: Counter[str] = Counter()

    @contextmanager
    def one_more(self, address: str) -> Iterator[None]:
        if self._waiting[address] >= EACH_WAITING:
            raise BusyError(f"You have {EACH_WAITING} questions waiting that take long.", "wait for their answers")
        self._waiting[address] += 1
        try:
            yield
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address]
