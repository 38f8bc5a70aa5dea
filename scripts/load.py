"""How quickly a small game is answered while bots of large games think: `python scripts/load.py [TABLES] [SECONDS]`.

Starts a server of its own on a folder of its own. At each small table a person makes random choices, one every two
seconds; at two tables of the largest scenarios bots play each other as fast as they can, looked at by somebody.
Prints how long answers took, what they cost the server in processor time, and the same for a bare echo server. On a
machine that has other things to do the times tell little; then look at the stretches: how much processor time the
server's loop spent at a time on one thing, which is what somebody else waits for at most.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import serve

SMALL, LARGE = "sos/courier", ("kursk/kursk", "gd/kursk")
PAUSE = 2.0
LIMITS = (20, 50, 100, 200)  # milliseconds


class Measured:
    def __init__(self) -> None:
        self.seconds: list[float] = []

    def report(self, name: str, cpu: float) -> None:
        taken = sorted(self.seconds)
        if not taken:
            print(f"{name}: no answers")
            return
        p99 = taken[int(len(taken) * 0.99)]
        print(
            f"{name}: {len(taken)} answers, p50 {statistics.median(taken) * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms, "
            f"worst {taken[-1] * 1000:.1f} ms, {cpu / len(taken) * 1000:.2f} ms of processor time an answer"
        )


def processor_time(pid: int) -> float:
    """Seconds a process has used, without its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def sentences(nodes: list[dict[str, Any]]) -> list[str]:
    return [
        text for node in nodes for text in ([node["text"]] if "text" in node else sentences(node.get("children", [])))
    ]


async def plays(address: str, table: str, token: str, until: float, measured: Measured, seed: int) -> None:
    """A person who has both seats of a small game."""
    rng = random.Random(seed)
    async with connect(f"{address}/ws/tables/{table}?token={token}", max_size=None) as line:
        await line.send(json.dumps({"type": "hello", "have": 1}))
        scene = await next_scene(line, {})
        await asyncio.sleep(rng.random() * PAUSE)
        while time.monotonic() < until:
            offered = sentences(scene.get("choices", []))
            if not offered:
                return
            began = time.monotonic()
            await line.send(json.dumps({"type": "choose", "text": rng.choice(offered)}))
            scene = await next_scene(line, scene)
            measured.seconds.append(time.monotonic() - began)
            await asyncio.sleep(PAUSE)


async def next_scene(line: ClientConnection, before: dict[str, Any]) -> dict[str, Any]:
    """The next scene in which something is to be decided."""
    while True:
        frame = json.loads(await line.recv())
        if frame["type"] == "curtain":
            await line.send(json.dumps({"type": "seat", "seat": frame["seat"]}))
        if frame["type"] == "error":
            return before
        if frame["type"] == "scene" and (frame["scene"].get("choices") or frame["scene"].get("outcome")):
            return dict(frame["scene"])


async def watches(address: str, table: str, until: float) -> None:
    async with connect(f"{address}/ws/tables/{table}", max_size=None) as line:
        await line.send(json.dumps({"type": "hello", "seat": "watcher", "changes": True}))
        while time.monotonic() < until:
            try:
                await asyncio.wait_for(line.recv(), 1.0)
            except TimeoutError:
                continue


async def measure(base: str, pid: int, tables: int, seconds: float, large: tuple[str, ...]) -> None:
    address, measured = base.replace("http", "ws"), Measured()
    async with httpx.AsyncClient(base_url=base, timeout=60) as http:
        laid = []
        for scenario in large:
            sides = next(
                each["sides"] for game in (await http.get("/api/games")).json() for each in game["scenarios"]
                if each["key"] == scenario
            )  # fmt: skip
            seats = {side["key"]: "greedy" for side in sides}
            laid.append((await http.post("/api/tables", json={"scenario": scenario, "seats": seats})).json()["id"])
        small = [(await http.post("/api/tables", json={"scenario": SMALL})).json() for _ in range(tables)]
    until = time.monotonic() + seconds
    before = processor_time(pid)
    lines = [plays(address, one["id"], one["token"], until, measured, n) for n, one in enumerate(small)]
    await asyncio.gather(*lines, *(watches(address, table, until) for table in laid))
    beside = f"beside bots of {' and '.join(large)}" if large else "alone"
    measured.report(f"{tables} tables of {SMALL} {beside}", processor_time(pid) - before)


async def echoes(seconds: float, tables: int) -> None:
    """The same conversation with a server that only says everything again."""

    async def again(line: Any) -> None:
        async for text in line:
            await line.send(text)

    measured, until, before = Measured(), time.monotonic() + seconds, time.process_time()

    async def says(number: int) -> None:
        async with connect(f"ws://127.0.0.1:{port}") as line:
            while time.monotonic() < until:
                began = time.monotonic()
                await line.send("x" * 200)
                await line.recv()
                measured.seconds.append(time.monotonic() - began)
                await asyncio.sleep(0.05)

    async with serve(again, "127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        await asyncio.gather(*(says(n) for n in range(tables)))
    measured.report("echo server and its clients", time.process_time() - before)


def serve_measured(home: str) -> None:
    """The server as `balka play --shared` runs it, noting how long its loop is busy with one thing."""
    from balka.server import running
    from balka.server.app import Settings, create_app
    from balka.server.live import NO_DELAYS
    from balka.server.workers import usual_number

    stretches: list[float] = []
    run = asyncio.events.Handle._run

    def noted(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        run(handle)
        stretches.append(time.thread_time() - began)

    def told(signum: int, frame: object) -> None:
        taken = sorted(stretches)
        stretches.clear()
        over = [sum(each * 1000 > limit for each in taken) for limit in LIMITS]
        text = ", ".join(f"{count} over {limit} ms" for count, limit in zip(over, LIMITS, strict=True))
        print(f"  the loop was busy {sum(taken):.1f} s in {len(taken)} stretches: {text}; worst {taken[-1] * 1000:.0f} ms",
              flush=True)  # fmt: skip

    asyncio.events.Handle._run = noted  # type: ignore[method-assign]
    signal.signal(signal.SIGUSR1, told)
    listening = running.listen("127.0.0.1", 0)
    app = create_app(Path(home), settings=Settings(home=False, delays=NO_DELAYS, workers=usual_number()))
    running.run(app, listening, lambda: print(running.address_of(listening), flush=True))


async def main(tables: int, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as home:
        words = [sys.executable, __file__, "serve", home]
        process = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE)
        assert process.stdout is not None
        said = (await process.stdout.readline()).decode()
        base = next(word for word in said.split() if word.startswith("http")).rstrip("/")
        try:
            await echoes(min(seconds, 5.0), tables)
            for large in ((), LARGE):
                await measure(base, process.pid, tables, seconds, large)
                process.send_signal(signal.SIGUSR1)
                print((await process.stdout.readline()).decode().rstrip())
        finally:
            process.terminate()
            await process.wait()


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve_measured(sys.argv[2])
        sys.exit()
    given = [float(word) for word in sys.argv[1:]]
    asyncio.run(main(int(given[0]) if given else 20, given[1] if len(given) > 1 else 30.0))
