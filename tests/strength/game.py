"""Two people who play while something else is done to the house."""

from __future__ import annotations

import asyncio
import random
import time

from tests.strength.house import Browser, House, lay, token_of

from balka.server.store import Store

SCENARIO = "sos/courier"
MOST_CHOICES = 100  # of a game: none is played to its end, when the secret of its dice is told to everybody


class Game:
    """Two people who play at one table, and how long their answers take."""

    def __init__(self, table: str, people: list[Browser], secrets: tuple[bytes, ...], seed: int) -> None:
        self.table = table
        self.people = people
        self.secrets = secrets
        self.acknowledged = 0
        self.seconds: list[float] = []
        self._rng = random.Random(seed)

    async def plays(self) -> None:
        await asyncio.gather(*(self._sits(person) for person in self.people))

    async def _sits(self, person: Browser) -> None:
        while self.acknowledged < MOST_CHOICES:
            offered = person.offered
            if offered:
                began = time.monotonic()
                answer = await person.ask(type="choose", text=self._rng.choice(offered))
                self.seconds.append(time.monotonic() - began)
                self.acknowledged += answer["type"] == "reply"
                await person.until(0.3)
            else:
                await person.until(0.3)

    def foreign(self, opened: House) -> int:
        """Entries at the table that nobody there said."""
        store = Store(opened.database)
        found = sum(entry.kind == "person" for entry in store.entries(self.table))
        store.close()
        on_its_way = len(self.people)  # a choice of each may have been stored and not yet acknowledged
        return max(0, found - self.acknowledged - on_its_way)


async def seat(opened: House, seed: int) -> Game:
    """Lay a table and seat two people, one at each process."""
    made = await lay(opened.webs[0].address, {"scenario": SCENARIO, "seats": {"german": "human", "soviet": "friend"}})
    invitation = token_of(made["invite"]["soviet"])
    first = await Browser.come(opened.webs[0].address, made["id"], made["token"], "german")
    second = await Browser.come(opened.webs[-1].address, made["id"], invitation, "soviet")
    store = Store(opened.database)
    stored, links = store.find(made["id"]), store.links(made["id"])
    store.close()
    assert stored is not None
    secrets = (made["token"], stored.host, stored.secret.hex(), *(link.token for link in links))
    return Game(made["id"], [first, second], tuple(secret.encode() for secret in secrets), seed)
