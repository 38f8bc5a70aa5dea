"""Malformed and unauthorised messages: `make hostile`, or `python -m tests.strength.hostile --count 1000000`.

Strangers from many addresses send what is malformed, and what is well made and not theirs to say, over sockets and
HTTP: every kind of message, every route by every method, half frames and calls that are none. Two people play beside
them. Nothing may be accepted, no process may make a mistake, no secret may be told, and the memory stays as it is.
Then one address floods the house as fast as it can; limits must answer it, and the game beside goes on.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.strength import breaking
from tests.strength.breaking import Until
from tests.strength.flood import flood
from tests.strength.game import Game, seat
from tests.strength.house import House, Web, house, memory, passed_on
from tests.strength.lines import Caller, break_a_line
from tests.strength.malformed import Maker, is_act, is_malformed
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

BATCH = 40  # messages sent before their answers are read
LINE_SAYS = 400  # messages of one visitor before another comes
ATTACKERS = 6
OPEN_TO_ALL = ("GET", "HEAD", "OPTIONS")
PARTS = (("socket", 0.8), ("call", 0.18), ("broken line", 0.02))


class Count:
    """What was sent and how it was answered."""

    def __init__(self) -> None:
        self.sent: Counter[str] = Counter()
        self.answered: Counter[str] = Counter()
        self.accepted: list[str] = []
        self.mistakes: list[str] = []
        self.secrets: tuple[bytes, ...] = ()
        self.leaks: list[str] = []

    @property
    def total(self) -> int:
        return sum(self.sent.values())

    def look_for_secrets(self, text: bytes, what: str) -> None:
        if any(secret in text for secret in self.secrets):
            self.leaks.append(what)

    def report(self) -> str:
        sent = ", ".join(f"{number:,} by {kind}" for kind, number in self.sent.items())
        answers = ", ".join(f"{kind} {number:,}" for kind, number in sorted(self.answered.items()))
        lines = [
            f"{self.total:,} sent ({sent})", f"answers: {answers}",
            f"{len(self.accepted)} accepted, {len(self.mistakes)} mistakes of ours, {len(self.leaks)} secrets told",
        ]  # fmt: skip
        return "\n".join(lines + [text[:300] for text in (*self.accepted[:5], *self.mistakes[:5], *self.leaks[:5])])


PORTION = 50_000  # messages after which is told how far it has come


class Attack:
    """So many hostile messages, from many addresses, against all processes of a house."""

    def __init__(self, opened: House, game: Game, seed: int, until: Until) -> None:
        self.opened = opened
        self._until = until
        self._began = time.monotonic()
        self.count = Count()
        self.maker = Maker(seed, [])
        self._rng = random.Random(seed)
        self.games: list[Game] = []
        self.begin(game)

    @property
    def game(self) -> Game:
        """The one that is played now."""
        return self.games[-1]

    def begin(self, game: Game) -> None:
        """Another game is played from now on; what was secret stays so, as no game is played to its end."""
        self.games.append(game)
        self.maker.known = [each.table for each in self.games[-3:]]
        self.count.secrets += game.secrets

    def say(self, before: list[int]) -> None:
        """How far it has come, and how much memory the processes have taken since."""
        taken = ", ".join(
            f"{(memory(web.pid) - then) / 2**20:+.1f} MB" for web, then in zip(self.opened.webs, before, strict=True)
        )
        minutes, bad = (time.monotonic() - self._began) / 60, len(self.count.accepted) + len(self.count.mistakes)
        print(f"  {self.count.total:,} sent in {minutes:.1f} min, {bad} accepted or mistaken, {taken}", flush=True)

    async def send(self, most: int) -> None:
        """All of them, by several visitors at once."""
        ways: dict[str, Callable[[int], Awaitable[None]]] = {
            "socket": self._by_sockets, "call": self._by_calls, "broken line": self._by_broken_lines,
        }  # fmt: skip
        shares = [(kind, max(1, int(most * share / ATTACKERS))) for kind, share in PARTS]
        await asyncio.gather(*(ways[kind](number) for kind, number in shares for _ in range(ATTACKERS)))

    @property
    def address(self) -> str:
        return ".".join(["10", *(str(self._rng.randrange(1, 255)) for _ in range(3))])

    @property
    def web(self) -> Web:
        return self._rng.choice(self.opened.webs)

    async def _by_sockets(self, most: int) -> None:
        while most > 0 and not self._until.over:
            try:
                async with self._line() as line:
                    most -= await self._says(line, min(most, LINE_SAYS))
            except (WebSocketException, TimeoutError):
                self.count.answered["line closed"] += 1
                most -= 1

    def _line(self) -> connect:
        headers = passed_on(self.address)
        return connect(self._place(), additional_headers=headers, max_size=None, compression=None, open_timeout=120)

    def _place(self) -> str:
        """A table of others, with a token that opens nothing."""
        token = self._rng.choice(("", "?token=x", f"?token={self.game.table}", "?token=a.b"))
        return f"{self.web.address.replace('http', 'ws')}/ws/tables/{self.game.table}{token}"

    async def _says(self, line: ClientConnection, most: int) -> int:
        """Messages in batches; each batch ends with a question that is answered last."""
        await line.send(json.dumps({"type": "hello", "seat": "german", "have": 1, "token": "none"}))
        said = 0
        while said < most and not self._until.over:
            batch = [self.maker.message() for _ in range(BATCH)]
            for number, text in enumerate(batch):
                await line.send(_numbered(text, number + 1))
            await line.send(json.dumps({"type": "why", "id": BATCH + 1}))
            said += BATCH
            self.count.sent["socket"] += BATCH
            await self._hears(line, batch)
        return max(1, said)

    async def _hears(self, line: ClientConnection, batch: list[str]) -> None:
        while True:
            async with asyncio.timeout(120):
                text = await line.recv(decode=False)
            assert isinstance(text, bytes)
            self.count.look_for_secrets(text, f"frame {text[:80]!r}")
            if b'"type":"scene"' in text[:20]:
                continue
            frame = json.loads(text)
            number = frame.get("id")
            if number == BATCH + 1:
                return
            if frame["type"] == "error":
                self._error(frame["error"]["error"])
            elif frame["type"] == "reply" and number:
                self._reply(batch[number - 1], text)

    def _error(self, told: str) -> None:
        self.count.answered["limited" if told.startswith("Too m") else "refused"] += 1
        if "made a mistake" in told:
            self.count.mistakes.append(told)

    def _reply(self, said: str, answer: bytes) -> None:
        """Only what a watcher may ask is answered."""
        self.count.answered["a watcher's question"] += 1
        if is_malformed(said) or is_act(said):
            self.count.accepted.append(f"{said[:100]} -> {answer[:100]!r}")

    async def _by_calls(self, most: int) -> None:
        web = self.web
        caller, address = Caller(web.port), self.address
        for number in range(most):
            if self._until.over:
                break
            address = self.address if number % 300 == 0 else address
            method, path, body = self.maker.call()
            status, answer = await caller.call(method, path, body, address)
            self.count.sent["call"] += 1
            self.count.answered[f"HTTP {status}"] += 1
            self._judge(f"{method} {path} {body[:100]!r} -> {status} {answer[:100]!r}", method, status, answer)
        await caller.close()

    def _judge(self, what: str, method: str, status: int, answer: bytes) -> None:
        self.count.look_for_secrets(answer, what)
        if status == 500:
            self.count.mistakes.append(what)
        if 200 <= status < 300 and method not in OPEN_TO_ALL:
            self.count.accepted.append(what)

    async def _by_broken_lines(self, most: int) -> None:
        for _ in range(most):
            if self._until.over:
                break
            answer = await break_a_line(self.web.port, self.game.table, self.address, self._rng)
            self.count.sent["broken line"] += 1
            self.count.look_for_secrets(answer, f"line {answer[:80]!r}")


def _numbered(text: str, number: int) -> str:
    """A message with a number, where it can have one, so that its answer is known by it."""
    return f'{text[:-1]}, "id": {number}}}' if text.startswith('{"') and text.endswith("}") else text


async def plays_on(opened: House, attack: Attack, seed: int) -> None:
    """One game after the other, so that there always is one."""
    while True:
        await attack.game.plays()
        following = await seat(opened, seed + len(attack.games))
        for person in attack.game.people:
            await person.go()
        attack.begin(following)


def shares(seconds: list[float]) -> str:
    """Median and 99th of a hundred, in milliseconds."""
    if not seconds:
        return "no answers"
    ordered = sorted(seconds)
    return f"p50 {statistics.median(ordered) * 1000:.0f} ms, p99 {ordered[int(len(ordered) * 0.99)] * 1000:.0f} ms"


class Outcome:
    """What came of it."""

    def __init__(self) -> None:
        self.count = Count()
        self.growth: list[int] = []
        self.foreign = 0
        self.games = 0
        self.stopped: list[object] = []
        self.times: dict[str, str] = {}
        self.flooded = (0, 0)
        self.tracebacks = 0

    @property
    def failed(self) -> bool:
        count = self.count
        wrong = count.accepted or count.mistakes or count.leaks or self.foreign or self.tracebacks or self.stopped
        return bool(wrong)

    def report(self) -> str:
        grown = ", ".join(f"{each / 2**20:+.1f} MB" for each in self.growth)
        times = "; ".join(f"{when}: {how}" for when, how in self.times.items())
        return (
            f"{self.count.report()}\n{self.foreign} entries at {self.games} tables that nobody there said; "
            f"{self.tracebacks} tracebacks; memory of the web processes from the first tenth to the end: {grown}\n"
            f"a flood of one address: {self.flooded[0]:,} said, {self.flooded[1]:,} times answered by a limit\n"
            f"answers at the game beside, {times}" + "".join(f"\nit stopped: {problem!r}" for problem in self.stopped)
        )


async def run(opened: House, most: int, seed: int, flooding: float, until: Until | None = None) -> Outcome:
    outcome, ends = Outcome(), until or Until()
    ends.listen()
    attack = Attack(opened, await seat(opened, seed), seed, ends)
    outcome.count = attack.count
    playing = asyncio.create_task(plays_on(opened, attack, seed))
    await asyncio.sleep(flooding)
    outcome.times["alone"] = _taken(attack)
    await attack.send(most // 10)
    before = [memory(web.pid) for web in opened.webs]
    attack.say(before)
    portions = max(1, most // PORTION)
    for _ in range(portions):
        if ends.over:
            break
        await attack.send(-(-(most - most // 10) // portions))
        attack.say(before)
    outcome.growth = [memory(web.pid) - then for web, then in zip(opened.webs, before, strict=True)]
    outcome.times["beside strangers"] = _taken(attack)
    outcome.flooded = await flood(opened, attack.game, flooding)
    outcome.times["beside a flood"] = _taken(attack)
    playing.cancel()
    outcome.stopped = [
        problem for problem in await asyncio.gather(playing, return_exceptions=True) if _is_ours(problem)
    ]
    for person in attack.game.people:
        await person.go()
    outcome.games = len(attack.games)
    outcome.foreign = sum(game.foreign(opened) for game in attack.games)
    outcome.tracebacks = opened.tracebacks()
    return outcome


def _is_ours(problem: object) -> bool:
    """Whether the game beside stopped by itself."""
    return isinstance(problem, Exception)


def _taken(attack: Attack) -> str:
    seconds = [each for game in attack.games for each in game.seconds]
    for game in attack.games:
        game.seconds.clear()
    return f"{len(seconds)} answers, {shares(seconds)}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000_000, help="messages (1000000)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same messages (1)")
    parser.add_argument("--flood", type=float, default=20.0, help="seconds of flood, and of play before (20)")
    breaking.add_argument(parser, 240)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, house(Path(folder), workers=1) as opened:
        outcome = asyncio.run(run(opened, args.count, args.seed, args.flood, Until(args.minutes)))
        print(outcome.report())
        for web in opened.webs:
            sys.stderr.writelines(web.log.read_text().splitlines(keepends=True)[-40:])
    return 1 if outcome.failed else 0


if __name__ == "__main__":
    sys.exit(main())
