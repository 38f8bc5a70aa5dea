"""Where a process dies while its bots think, another goes on with them; while it lives, nobody else does."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from tests.server.conftest import PITCH
from tests.server.postgres import Postgres
from tests.table.camp import GAME as CAMP

from balka.server import leasing
from balka.server.catalogue import Catalogue
from balka.server.jobs import Bench
from balka.server.journal import Journal
from balka.server.leasing import BOT, Lease
from balka.server.live import NO_DELAYS
from balka.server.messages import NewTable
from balka.server.store import Store
from balka.server.tables import Tables
from balka.server.workers import Here
from balka.table.table import Entry


@pytest.fixture
def database(pg: Postgres) -> str:
    return pg.new()


@pytest.fixture
def tables(database: str) -> Iterator[Tables]:
    made = house(database, "first")
    yield made
    made.store.close()


def house(database: str, name: str) -> Tables:
    made = Tables(Store(database, name), Catalogue([CAMP]), NO_DELAYS)
    made.workers = Here(Bench(made))
    return made


def run(work: Coroutine[Any, Any, Any]) -> Any:
    with ThreadPoolExecutor(1) as thread:  # a browser's test may have left a loop running in this one
        return thread.submit(asyncio.run, work).result()


def a_bot_is_due(tables: Tables) -> str:
    live = tables.create(NewTable("camp/raids", {"red": "human", "blue": "random"}))
    for text in (*PITCH, "fire big"):
        live.table.choose("red", text)
        live.table.run("no bots")
    assert live.table.due is not None
    return live.stored.id


def test_the_bots_of_a_process_that_died_are_another_s(tables: Tables, database: str):
    table = a_bot_is_due(tables)
    before = tables.store.next_number(table)
    tables.store.lease(table, BOT, -1)

    async def taken_over() -> None:
        other = house(database, "second")
        looking = asyncio.create_task(leasing.take_over(other, 0.01))
        while other.store.next_number(table) == before or other.store.overdue(5):
            await asyncio.sleep(0.01)
        looking.cancel()
        await other.stop()
        other.store.close()

    run(taken_over())
    assert tables.store.entries(table, before)[0].kind == "bot"


def test_while_a_process_lives_no_other_lets_its_bots_think(tables: Tables, database: str):
    table = a_bot_is_due(tables)
    before = tables.store.next_number(table)
    assert tables.store.lease(table, BOT, 60)

    async def other_comes() -> None:
        other = house(database, "second")
        live = other.open(table)
        live.go_on(NO_DELAYS)
        assert live._driver is not None
        await live._driver
        other.store.close()

    run(other_comes())
    assert tables.store.next_number(table) == before


def test_a_lease_is_renewed_while_something_long_is_done(tables: Tables, monkeypatch: pytest.MonkeyPatch):
    table = a_bot_is_due(tables)
    monkeypatch.setattr(leasing, "RENEWED", 0.01)
    said: list[float] = []
    lease = tables.store.lease
    monkeypatch.setattr(tables.store, "lease", lambda *job: said.append(1.0) or lease(*job))

    async def long() -> None:
        with Lease(tables.store, table) as held:
            assert held.held()
            await held.while_held(until_renewed())

    async def until_renewed() -> None:
        while len(said) < 3:
            await asyncio.sleep(0.005)

    run(long())
    assert tables.store.lease(table, BOT, -1), "it was given back"


def test_what_a_person_is_spared_to_say_waits_for_no_other_process(tables: Tables, database: str):
    table = a_bot_is_due(tables)
    assert tables.store.lease(table, BOT, 60)
    other = Store(database, "second")
    lease = Lease(other, table)
    assert lease.allows("forced")
    assert lease.allows("order")
    assert not lease.allows("bot")
    other.close()


def test_what_is_kept_beside_the_entries_is_written_by_whoever_wrote_the_last_of_them(tables: Tables, database: str):
    table = a_bot_is_due(tables)
    number = tables.store.next_number(table)
    other = Store(database, "second")
    here, there = Journal(tables.store, table, number), Journal(other, table, number)
    there(Entry("bot", "blue", "fire big"))
    here.number += 1
    assert there.is_own
    assert not here.is_own
    here.take()
    assert here.is_own, "somebody came here, perhaps because the other process has died"
    other.close()
