"""How much a house bears: `make load`, or `python -m tests.strength.load --tables 1000`.

A PostgreSQL, two web processes with their workers, and at every table two people, one at each process, of whom one
chooses now and then. Slices of play and of the same conversation with a bare echo server take turns, first with the
small games alone, then while bots of the largest scenarios think. Printed are the times of answers, what they cost in
processor time, how long the servers' loops were busy with one thing (what others wait for at most, however busy the
machine is otherwise), and the memory of a table.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
from tests.strength import breaking
from tests.strength.breaking import Until
from tests.strength.house import (
    ROOT,
    House,
    free_port,
    house,
    lay,
    memory,
    processor_time,
    token_of,
)
from tests.strength.seats import Seat
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve

SMALL = "sos/courier"
LARGE = ("kursk/kursk", "gd/kursk")
ECHOED = "x" * 4000  # about what a choice is answered with
ECHO_LINES = 100
LAID_AT_ONCE = 8
GOAL = 200.0  # milliseconds


class Taken:
    """How long answers took, and what they cost."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seconds: list[float] = []
        self.processor = 0.0
        self.beside = Counter[str]()  # what else was used meanwhile, in seconds of the processor

    def share(self, part: float) -> float:
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(len(ordered) * part))] * 1000 if ordered else 0.0

    @property
    def cost(self) -> float:
        return self.processor / max(1, len(self.seconds)) * 1000

    def report(self) -> str:
        return (
            f"{self.name}: {len(self.seconds)} answers, p50 {self.share(0.5):.1f} ms, p95 {self.share(0.95):.1f} ms, "
            f"p99 {self.share(0.99):.1f} ms, longest {self.share(1.0):.0f} ms; "
            f"{self.cost:.2f} ms of processor time each"
            + "".join(
                f", {used / max(1, len(self.seconds)) * 1000:.2f} of {what}" for what, used in self.beside.items()
            )
        )


# -- the house


async def lay_all(opened: House, tables: int, until: Until) -> list[tuple[Seat, Seat]]:
    """So many tables with two people each, one at each process; fewer where the time is over."""
    gate, found = asyncio.Semaphore(LAID_AT_ONCE), list[tuple[Seat, Seat]]()

    async def one(number: int) -> None:
        async with gate:
            if not until.over:
                found.append(await laid(opened, number))
                if len(found) % 100 == 0:
                    print(f"  {len(found)} tables laid", flush=True)

    await asyncio.gather(*(one(number) for number in range(tables)))
    return found


async def laid(opened: House, number: int) -> tuple[Seat, Seat]:
    here, there = opened.webs[number % 2].address, opened.webs[1 - number % 2].address
    caller = f"10.1.{number // 250}.{number % 250 + 1}"
    made = await lay(here, {"scenario": SMALL, "seats": {"german": "human", "soviet": "friend"}}, caller)
    german = await Seat.come(here, made["id"], made["token"], "german", caller)
    soviet = await Seat.come(there, made["id"], token_of(made["invite"]["soviet"]), "soviet", caller)
    return german, soviet


async def lay_large(opened: House, scenarios: tuple[str, ...]) -> list[Seat]:
    """Tables of the largest scenarios, where bots play each other and somebody watches."""
    watchers = []
    for web, scenario in zip(opened.webs, scenarios, strict=False):
        made = await lay(web.address, {"scenario": scenario, "seats": await bots(web.address, scenario)})
        watchers.append(await Seat.come(web.address, made["id"], "none", "watcher"))
    return watchers


async def bots(address: str, scenario: str) -> dict[str, str]:
    """A bot for every side of a scenario."""
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        games = (await http.get("/api/games")).json()
    (found,) = [each for game in games for each in game["scenarios"] if each["key"] == scenario]
    return {side["key"]: "greedy" for side in found["sides"]}


# -- slices


async def at_a_rate(rate: float, seconds: float, once: Callable[[], Awaitable[bool]]) -> None:
    """Begin something so many times a second, whether or not the last has been answered."""
    until, tasks = time.monotonic() + seconds, set[asyncio.Task[bool]]()
    following = time.monotonic()
    while following < until:
        await asyncio.sleep(max(0.0, following - time.monotonic()))
        task = asyncio.ensure_future(once())
        tasks.add(task)
        following += 1 / rate
    await asyncio.gather(*tasks)


class Play:
    """Somebody at a random table chooses."""

    def __init__(self, opened: House, tables: list[tuple[Seat, Seat]], seed: int) -> None:
        self.opened = opened
        self._idle = [seat for both in tables for seat in both]
        self._rng = random.Random(seed)

    async def slice(self, taken: Taken, rate: float, seconds: float) -> None:
        before, beside = self._processor(), self._beside()
        await at_a_rate(rate, seconds, lambda: self._once(taken))
        taken.processor += self._processor() - before
        taken.beside += self._beside() - beside

    def _processor(self) -> float:
        return sum(processor_time(web.pid) for web in self.opened.webs)

    def _beside(self) -> Counter[str]:
        workers = [pid for web in self.opened.webs for pid in web.workers()]
        return Counter(
            {
                "the database's": sum(map(processor_time, self.opened.database_processes())),
                "the workers'": sum(map(processor_time, workers)),
                "the people's": time.process_time(),
            }
        )

    async def _once(self, taken: Taken) -> bool:
        some = self._rng.sample(self._idle, min(40, len(self._idle)))
        seat = next((seat for seat in some if seat.is_asked and seat.offered), None)
        if seat is None:
            return False
        self._idle.remove(seat)
        text = self._rng.choice(seat.offered)
        began = time.monotonic()
        await seat.choose(text)
        taken.seconds.append(time.monotonic() - began)
        self._idle.append(seat)
        return True


class Echo:
    """A server that only says everything again, in a process of its own."""

    def __init__(self) -> None:
        self._port = free_port()
        words = [sys.executable, "-m", "tests.strength.load", "--echo", str(self._port)]
        self._process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self._process.stdout.readline()
        self._lines: list[ClientConnection] = []

    async def open(self) -> None:
        self._lines = [await connect(f"ws://127.0.0.1:{self._port}", compression=None) for _ in range(ECHO_LINES)]

    async def slice(self, taken: Taken, rate: float, seconds: float) -> None:
        before = processor_time(self._process.pid)
        await at_a_rate(rate, seconds, lambda: self._once(taken))
        taken.processor += processor_time(self._process.pid) - before

    async def _once(self, taken: Taken) -> bool:
        if not self._lines:
            return False
        line = self._lines.pop()
        began = time.monotonic()
        await line.send(ECHOED)
        await line.recv()
        taken.seconds.append(time.monotonic() - began)
        self._lines.append(line)
        return True

    async def close(self) -> None:
        for line in self._lines:
            await line.close()
        self._process.terminate()
        self._process.communicate()


async def echo(port: int) -> None:
    async def again(line: ServerConnection) -> None:
        async for text in line:
            await line.send(text)

    async with serve(again, "127.0.0.1", port, compression=None) as server:
        print("ready", flush=True)
        await server.serve_forever()


# -- all of it


class Outcome:
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.play: list[Taken] = []
        self.table_bytes = 0.0
        self.worst = 0.0

    def say(self, text: str) -> None:
        self.lines.append(text)
        print(text, flush=True)


async def run(
    opened: House, tables: int, rate: float, seconds: float, slices: int, large: tuple[str, ...] = LARGE,
    until: Until | None = None,
) -> Outcome:  # fmt: skip
    """Lay the tables, then take turns between play and echo."""
    outcome, echo_server, ends = Outcome(), Echo(), until or Until()
    ends.listen()
    gc.disable()  # nobody should wait for the memory of two thousand browsers to be looked through
    empty = sum(memory(web.pid) for web in opened.webs)
    seats = await lay_all(opened, tables, ends)
    outcome.table_bytes = (sum(memory(web.pid) for web in opened.webs) - empty) / max(1, len(seats))
    outcome.say(
        f"{len(seats)} tables of {SMALL}, {2 * len(seats)} lines over {len(opened.webs)} web processes: "
        f"{outcome.table_bytes / 1024:.0f} kB a table (both processes together hold it), empty {empty / 2**20:.0f} MB"
    )
    await echo_server.open()
    play, watchers = Play(opened, seats, 1), list[Seat]()
    for thinking in ((), large) if large else ((),):
        if ends.over:
            break
        watchers += await lay_large(opened, thinking)
        await play.slice(Taken("at first"), rate, seconds)  # what is worked out once and remembered does not count
        _stretches(opened)
        beside = f"beside bots of {' and '.join(thinking)}" if thinking else "alone"
        answered, echoed = Taken(f"small games {beside}"), Taken("bare echo between")
        for _ in range(slices):
            if ends.over:
                break
            await play.slice(answered, rate, seconds)
            await echo_server.slice(echoed, rate, seconds)
        _report(outcome, answered, echoed, _stretches(opened))
    await asyncio.gather(*(seat.go() for seat in [*watchers, *(seat for both in seats for seat in both)]))
    await echo_server.close()
    gc.enable()
    return outcome


def _report(outcome: Outcome, answered: Taken, echoed: Taken, busy: list[float]) -> None:
    outcome.play.append(answered)
    outcome.worst = max(outcome.worst, *busy, 0.0)
    outcome.say(answered.report())
    outcome.say(echoed.report())
    ratios = [answered.share(part) / max(0.01, echoed.share(part)) for part in (0.5, 0.99)]
    ordered = sorted(busy)
    late = sum(each > GOAL for each in busy)
    at = ordered[int(len(ordered) * 0.99)] if ordered else 0.0
    outcome.say(
        f"  to the echo: {ratios[0]:.1f} times at p50, {ratios[1]:.1f} times at p99; the loops were busy at most "
        f"{max(busy, default=0.0):.0f} ms with one thing, {late} times over {GOAL:.0f} ms; "
        f"p99 of all stretches over 1 ms is {at:.0f} ms"
    )


def _verdict(outcome: Outcome) -> str:
    """Whether it was as fast as wanted, in one line."""
    measured = [taken for taken in outcome.play if taken.seconds]
    if not measured:
        return "RESULT: nothing was measured"
    found = [f"{taken.name} p99 {taken.share(0.99):.0f} ms" for taken in measured]
    held = all(taken.share(0.99) < GOAL for taken in measured)
    return f"RESULT: {'held' if held else 'NOT held'}: p99 below {GOAL:.0f} ms; {'; '.join(found)}"


def _stretches(opened: House) -> list[float]:
    """How long the loops were busy since this was last asked, in milliseconds of processor time."""
    found: list[float] = []
    for web in opened.webs:
        found += web.stretches()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000, help="tables of a small game (1000)")
    parser.add_argument("--rate", type=float, default=50.0, help="choices a second in all (50)")
    parser.add_argument("--seconds", type=float, default=10.0, help="length of a slice (10)")
    parser.add_argument("--slices", type=int, default=3, help="slices of play and of echo, alone and beside bots (3)")
    breaking.add_argument(parser, 60)
    parser.add_argument("--echo", type=int, default=0, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.echo:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit())
        asyncio.run(echo(args.echo))
        return 0
    with tempfile.TemporaryDirectory() as folder, house(Path(folder)) as opened:
        outcome = asyncio.run(run(opened, args.tables, args.rate, args.seconds, args.slices, until=Until(args.minutes)))
        print(f"{opened.tracebacks()} tracebacks\n{_verdict(outcome)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
