"""How one process takes in what another has stored: the entry it is told of is read beside the loop, and dice are shown
together with the choice that asked for them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest
from tests.server.conftest import HOT, PITCH
from tests.server.postgres import Postgres
from tests.table.camp import GAME as CAMP
from tests.toy.ford import GAME as CROSSING

from balka.server import live as living
from balka.server.catalogue import Catalogue
from balka.server.live import LiveTable
from balka.server.messages import NewTable
from balka.server.store import ENTRIES, Store
from balka.server.tables import Tables
from balka.table.table import Entry


@pytest.fixture
def both(pg: Postgres) -> Iterator[tuple[Tables, Tables]]:
    """Two processes' tables on one database."""
    address = pg.new()
    found = [Tables(Store(address, name), Catalogue([CAMP, CROSSING])) for name in ("one", "two")]
    yield found[0], found[1]
    for tables in found:
        tables.store.close()


class Screen:
    """A browser that counts how often it is to look."""

    def __init__(self) -> None:
        self.looks = 0

    def refresh(self) -> None:
        self.looks += 1

    def tell_company(self) -> None:
        """Nobody asks anybody for anything."""


def at_both(both: tuple[Tables, Tables], scenario: str) -> tuple[LiveTable, LiveTable, Screen]:
    made = both[0].create(NewTable(scenario=scenario, seats=HOT if scenario == "camp/raids" else {}))
    there, screen = both[1].open(made.stored.id), Screen()
    there.connections.append(screen)  # type: ignore[arg-type]
    return made, there, screen


def told(there: Tables, table: LiveTable, number: int) -> None:
    news = f"{table.stored.id} {ENTRIES} {number}"
    there.heard(news, there.read_ahead(news))


def in_a_loop(work: Callable[[], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        await work()

    asyncio.run(all_of_it())


def test_the_entry_that_is_told_of_is_taken_in_without_asking_for_all(
    both: tuple[Tables, Tables], monkeypatch: pytest.MonkeyPatch
):
    here, there, screen = at_both(both, "camp/raids")
    here.table.choose("red", "put tent-1 A01")
    monkeypatch.setattr(there, "_store", None)  # nothing more is asked of it

    async def hears() -> None:
        told(both[1], there, 0)

    in_a_loop(hears)
    assert there.table.state.hash == here.table.state.hash
    assert (there.journal.number, screen.looks) == (1, 1)


def test_what_was_missed_in_between_is_read_and_what_is_known_is_not_taken_in_twice(both: tuple[Tables, Tables]):
    here, there, _ = at_both(both, "camp/raids")
    for text in PITCH[:2]:
        here.table.choose("red", text)

    async def hears() -> None:
        told(both[1], there, 1)
        told(both[1], there, 0)

    in_a_loop(hears)
    assert there.table.state.hash == here.table.state.hash
    assert there.journal.number == 2


def test_of_a_table_that_is_not_open_here_nothing_is_read(both: tuple[Tables, Tables]):
    made = both[0].create(NewTable(scenario="camp/raids", seats=HOT))
    made.table.choose("red", "put tent-1 A01")
    assert both[1].read_ahead(f"{made.stored.id} {ENTRIES} 0") is None
    both[1].open(made.stored.id)
    assert both[1].read_ahead(f"{made.stored.id} {ENTRIES} 0") == (0, Entry("person", "red", "put tent-1 A01"))
    assert both[1].read_ahead(f"{made.stored.id} {ENTRIES} 7") is None
    assert both[1].read_ahead(made.stored.id) is None


def until_dice(live: LiveTable) -> None:
    """Play until dice are to be rolled."""
    while live.table.due is None or live.table.due.kind != "chance":
        if live.table.due is not None:
            live.table.go_on()
            continue
        seat = next(seat for seat in live.table.seats if live.table.asked(seat))
        view = live.table.view(seat)
        live.table.choose(seat, view.text(next(view.choices(seat=seat))))


def test_dice_are_shown_with_the_choice_that_asked_for_them(
    both: tuple[Tables, Tables], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(living, "ROLLING", 0.01)
    here, there, screen = at_both(both, "toy/crossing")
    until_dice(here)

    async def hears() -> None:
        told(both[1], there, here.journal.number - 1)
        assert screen.looks == 0, "they are rolled at once by whoever was first"
        here.table.go_on()
        told(both[1], there, here.journal.number - 1)
        assert screen.looks >= 1

    in_a_loop(hears)
    assert there.table.state.hash == here.table.state.hash


def test_dice_that_nobody_rolls_do_not_hide_the_choice(both: tuple[Tables, Tables], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(living, "ROLLING", 0.01)
    here, there, screen = at_both(both, "toy/crossing")
    until_dice(here)

    async def hears() -> None:
        told(both[1], there, here.journal.number - 1)
        while not screen.looks:
            await asyncio.sleep(0.01)

    in_a_loop(hears)
    assert there.table.due is not None
    assert there.table.due.kind == "chance"
