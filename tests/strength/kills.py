"""Kill processes of a house while people play: `make kills`, or `python -m tests.strength.kills --kills 100`.

People sit at both web processes, one at each end of a table; some play against a bot, so that workers think. Again and
again the first web process, the second, and a worker are killed as by a power cut and come back by themselves or are
started anew. Afterwards every choice that somebody was told is stored must be stored, in that order, and whatever
anybody was ever told of a game must be how both processes tell it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.strength import breaking
from tests.strength.breaking import Until
from tests.strength.house import Browser, Frame, House, house, lay, token_of
from websockets.exceptions import WebSocketException

from balka.server.store import Store

SCENARIO = "sos/courier"
SIDES = ("german", "soviet")
BOT = "greedy"
VICTIMS = ("first web process", "second web process", "worker")
BETWEEN = (0.3, 1.5)  # seconds of play before the next kill
PATIENCE = 60.0  # seconds in which something must be told at the end
BROKEN = (WebSocketException, OSError, TimeoutError)


class Person:
    """Somebody at one seat, who comes back to any process whenever his line breaks."""

    def __init__(self, house: House, table: str, seat: str, token: str, seed: int) -> None:
        self.house, self.table, self.seat, self.token = house, table, seat, token
        self.acknowledged: list[str] = []
        self.disagreements: list[str] = []
        self.came = 0
        self.refused = 0
        self.over = False
        self._rng = random.Random(seed)
        self._told: list[str] = []
        self._home = seed

    async def plays(self) -> None:
        while not self.over:
            try:
                await self._sits()
            except BROKEN:
                await asyncio.sleep(0.1)

    async def _sits(self) -> None:
        browser = await self._come(self.house.webs[(self._home + self.came) % len(self.house.webs)].address)
        self.came += 1
        try:
            while not self.over:
                await self._one(browser)
        finally:
            self._compare(browser.log)
            await browser.go()

    async def _come(self, address: str) -> Browser:
        """Sit down; the first time by the invitation, which is traded for a secret."""
        browser = await Browser.come(address, self.table, self.token, self.seat)
        self._compare(browser.log)
        return browser

    async def _one(self, browser: Browser) -> None:
        """Say something if asked, else hear what happens."""
        self.over = bool(browser.scene.get("outcome"))
        offered = browser.offered
        if not offered:
            async with asyncio.timeout(PATIENCE):
                await browser.hear()
            self._compare(browser.log)
            return
        text = self._rng.choice(offered)
        answer = await browser.ask(type="choose", text=text)
        if answer["type"] == "reply":
            self.acknowledged.append(text)
        else:
            self.refused += 1
            await browser.until(0.2)

    def _compare(self, log: list[str]) -> None:
        """Whatever was told once must be told again, line by line."""
        shorter = min(len(log), len(self._told))
        if log[:shorter] != self._told[:shorter]:
            where = next(n for n in range(shorter) if log[n] != self._told[n])
            self.disagreements.append(f"{self.table} {self.seat} line {where}: {self._told[where]!r}, {log[where]!r}")
        self._told = max(log, self._told, key=len)

    async def ends(self) -> None:
        """Both processes tell what was told before, and they tell the same."""
        logs = []
        for web in self.house.webs:
            browser = await self._come(web.address)
            while len(browser.log) < len(self._told):
                async with asyncio.timeout(PATIENCE):
                    await browser.hear()
            self._compare(browser.log)
            logs.append(browser.log)
            await browser.go()
        shorter = min(map(len, logs))
        if logs[0][:shorter] != logs[1][:shorter]:
            self.disagreements.append(f"{self.table} {self.seat}: the processes tell different games")

    def lost(self, store: Store) -> Counter[str]:
        """Choices that were acknowledged and are not stored, or not in that order."""
        kept = [entry.text for entry in store.entries(self.table) if entry.kind == "person" and entry.seat == self.seat]
        rest = iter(kept)
        return Counter(text for text in self.acknowledged if text not in rest)


async def sit_down(house: House, tables: int, seed: int) -> list[Person]:
    """Two people at each table, and at every third one against a bot."""
    people = []
    for number in range(tables):
        seats = {"german": "human", "soviet": BOT if number % 3 == 2 else "friend"}
        made = await lay(house.webs[number % 2].address, {"scenario": SCENARIO, "seats": seats})
        people.append(Person(house, made["id"], "german", made["token"], 2 * number))
        if "soviet" in made["invite"]:
            secret = await claimed(house, made)
            people.append(Person(house, made["id"], "soviet", secret, 2 * number + 1))
    for person in people:
        person._rng.seed(seed * 1000 + person._home)
    return people


async def claimed(house: House, made: Frame) -> str:
    """The secret for which an invitation is traded."""
    invitation = token_of(made["invite"]["soviet"])
    browser = await Browser.come(house.webs[0].address, made["id"], "none", "watcher")
    answer = await browser.ask(type="hello", token=invitation, seat="soviet", have=1)
    await browser.go()
    return str(answer["result"]["token"])


class Killer:
    """Kills one process after the other."""

    def __init__(self, house: House, seed: int, until: Until) -> None:
        self.house = house
        self._until = until
        self.killed: Counter[str] = Counter()
        self._rng = random.Random(seed)

    async def kills(self, each: int) -> None:
        for number in range(each * len(VICTIMS)):
            await asyncio.sleep(self._rng.uniform(*BETWEEN))
            if self._until.over:
                return
            victim = VICTIMS[number % len(VICTIMS)]
            if victim == "worker":
                await self._kill_a_worker()
            else:
                web = self.house.webs[VICTIMS.index(victim)]
                web.kill()
                await asyncio.to_thread(web.start)
            self.killed[victim] += 1
            if (number + 1) % 30 == 0:
                print(f"  {number + 1} kills", flush=True)

    async def _kill_a_worker(self) -> None:
        found = [pid for web in self.house.webs for pid in web.workers()]
        while not found:
            await asyncio.sleep(0.1)
            found = [pid for web in self.house.webs for pid in web.workers()]
        os.kill(self._rng.choice(found), signal.SIGKILL)


class Outcome:
    """What is left when everything is quiet."""

    def __init__(self, people: list[Person], killer: Killer, store: Store) -> None:
        self.killed = killer.killed
        self.acknowledged = sum(len(person.acknowledged) for person in people)
        self.lost = [f"{person.table} {person.seat}: {text}" for person in people for text in person.lost(store)]
        self.disagreements = [text for person in people for text in person.disagreements]
        said = sum(1 for table in {p.table for p in people} for e in store.entries(table) if e.kind == "person")
        self.unheard = said - self.acknowledged
        self.came = sum(person.came for person in people)
        self.refused = sum(person.refused for person in people)

    @property
    def failed(self) -> bool:
        return bool(self.lost or self.disagreements)

    def report(self) -> str:
        kills = ", ".join(f"{count} of the {victim}" for victim, count in self.killed.items())
        text = (
            f"kills: {kills}\n{self.acknowledged} choices acknowledged, {len(self.lost)} lost; "
            f"{len(self.disagreements)} disagreements; {self.unheard} stored before anybody could be told; "
            f"{self.refused} refused; {self.came} times somebody sat down"
        )
        return "\n".join([text, *self.lost[:10], *self.disagreements[:10]])


async def run(house: House, each: int, tables: int, seed: int, until: Until | None = None) -> Outcome:
    """Play, and kill each process so many times."""
    ends = until or Until()
    ends.listen()
    people, killer = await sit_down(house, tables, seed), Killer(house, seed, ends)
    playing = [asyncio.create_task(person.plays()) for person in people]
    await killer.kills(each)
    for task in playing:
        task.cancel()
    for done in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(done, Exception):
            raise done
    for person in people:
        await person.ends()
    store = Store(house.database)
    outcome = Outcome(people, killer, store)
    store.close()
    return outcome


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100, help="how often each process is killed (100)")
    parser.add_argument("--tables", type=int, default=6, help="tables in play (6)")
    breaking.add_argument(parser, 60)
    parser.add_argument("--seed", type=int, default=1, help="the same seed chooses and waits the same (1)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, house(Path(folder), workers=1) as opened:
        try:
            outcome = asyncio.run(run(opened, args.kills, args.tables, args.seed, breaking.Until(args.minutes)))
        finally:
            for web in opened.webs:
                sys.stderr.writelines(web.log.read_text().splitlines(keepends=True)[-12:])
        print(outcome.report())
        print(f"{opened.tracebacks()} tracebacks")
    return 1 if outcome.failed else 0


if __name__ == "__main__":
    sys.exit(main())
