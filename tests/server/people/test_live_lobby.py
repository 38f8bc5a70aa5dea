"""Whoever looks at the lobby is told at once that something has changed there, by whichever process; of tables only
those who sit there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.server.conftest import HOT
from tests.server.postgres import Postgres
from tests.table.camp import GAME as CAMP

from balka.server import hearing
from balka.server.catalogue import Catalogue
from balka.server.finding import watchers
from balka.server.messages import NewTable
from balka.server.store import Link, Person, Store, Told
from balka.server.store.finding import Seek
from balka.server.tables import Tables

OFFER = NewTable(scenario="camp/raids", seats={"red": "human", "blue": "anybody"})


class Place:
    """A process of a house, and who looks at its lobby."""

    def __init__(self, address: str | Path, name: str) -> None:
        self.tables = Tables(Store(address, name), Catalogue([CAMP]))

    async def told(self, person: str) -> bool:
        """Whether somebody who looks is told of a change, or waits in vain."""
        async for changed in self.tables.watchers.changes(person):
            return changed
        return False


@pytest.fixture(params=["one file", "two processes"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Place, Place]]:
    """Where something happens, and where somebody looks: the same place on a file."""
    if request.param == "one file":
        here = there = Place(tmp_path / "balka.sqlite", "one")
    else:
        pg: Postgres = request.getfixturevalue("pg")
        address = pg.new()
        here, there = Place(address, "one"), Place(address, "two")
    yield here, there
    for place in {here, there}:
        place.tables.store.close()


def run(places: tuple[Place, Place], happens: Callable[[], object], looks: tuple[str, ...]) -> list[bool]:
    """What those who look are told when something happens."""

    async def all_of_it() -> list[bool]:
        there, ready = places[1].tables, asyncio.Event()

        def heard(news: str, told: Told | None) -> None:
            there.heard(news, told) if news else ready.set()

        async with hearing.others(there.store, heard, there.read_ahead):
            if there.store.tells_others:
                await ready.wait()
            waiting = [asyncio.create_task(places[1].told(person)) for person in looks]
            await asyncio.sleep(0)
            await asyncio.to_thread(happens)
            return await asyncio.gather(*waiting)

    with ThreadPoolExecutor(1) as thread:  # a browser test before may have left a loop running in this one
        return thread.submit(asyncio.run, all_of_it()).result()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchers, "STILL_HERE", 3.0)
    monkeypatch.setattr(watchers, "GATHERED", 0.0)


def test_an_offer_wakes_everybody_and_so_does_its_being_taken(places: tuple[Place, Place]):
    tables = places[0].tables
    made = tables.prepare(OFFER)
    assert run(places, lambda: tables.store.create(made.stored, made.links), looks=("marta", "")) == [True, True]
    token = next(link.token for link in made.links if link.offered)
    assert run(places, lambda: tables.store.claim(made.stored.id, token, "s", "wren"), looks=("marta",)) == [True]


def test_somebody_who_looks_for_a_game_wakes_everybody(places: tuple[Place, Place]):
    store = places[0].tables.store
    store.people.add(Person("wren", "Wren"))
    wish = Seek("wren", "camp", "", 0, 1500, store.clock(), store.clock())
    assert run(places, lambda: store.finding.seek(wish), looks=("marta",)) == [True]
    assert run(places, lambda: store.finding.stop("wren"), looks=("marta",)) == [True]


def test_a_table_that_waits_for_another_wakes_those_who_sit_there_and_nobody_else(places: tuple[Place, Place]):
    store = places[0].tables.store
    made = places[0].tables.prepare(NewTable(scenario="camp/raids", seats=HOT))
    people = {"red": "marta", "blue": "wren"}
    links = [Link(seat, seat, claimed=True, given=True, person=person) for seat, person in people.items()]
    store.create(made.stored, links)
    assert run(places, lambda: store.asks(made.stored.id, "blue", 0), looks=("marta", "wren", "noor", "")) == [
        True, True, False, False,
    ]  # fmt: skip
