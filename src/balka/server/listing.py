"""Tables in a list: at which pace they are played, who is to decide, and how much time is left."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import msgspec
from msgspec import structs

from balka.server import pace as reckoning
from balka.server.answers import TableInfo
from balka.server.ratings.telling import STANDINGS
from balka.server.store import Clock, GameResult, Store, StoredTable
from balka.server.timing import read_pace

MOST_TABLES = 100


def timed(store: Store, told: list[TableInfo], known: list[StoredTable]) -> list[TableInfo]:
    """The rows of a list with what their clocks say."""
    stored = {table.id: table for table in known}
    clocks = store.clocks.among([table.id for table in known if table.pace and not table.over])
    return [_timed(row, stored.get(row.id), clocks.get(row.id, []), store.clock()) for row in told]


def _timed(row: TableInfo, stored: StoredTable | None, clocks: list[Clock], now: float) -> TableInfo:
    if stored is None or stored.over:
        return row
    pace = read_pace(stored.pace)
    spans = [reckoning.soonest(pace, clock, now) for clock in clocks if clock.since] if pace else []
    left = round(max(0.0, min(spans))) if spans else None
    return structs.replace(row, pace=pace, asks=stored.asks.split(), left=left)


def tables_of_person(store: Store, person: str, here: list[StoredTable]) -> list[TableInfo]:
    """The tables of somebody with an account, those that wait for him first, with what this browser has besides."""
    mine = store.people.tables(person, MOST_TABLES)
    seats, names = store.people.seats(person, mine), store.people.names(mine)
    known = store.among(mine)
    told = [_told_to(stored, seats.get(stored.id, []), names.get(stored.id, {})) for stored in known]
    told += [table_wire(stored) for stored in here if stored.id not in mine]
    return sorted(timed(store, told, [*known, *here]), key=lambda table: not table.waits)


def _told_to(stored: StoredTable, seats: list[str], names: dict[str, str]) -> TableInfo:
    """A table as somebody sees it whose seats these are; who else is to decide is not told."""
    waits = not stored.over and bool(set(seats) & set(stored.asks.split()))
    return structs.replace(table_wire(stored), yours=seats, names=names, waits=waits)


def table_wire(stored: StoredTable) -> TableInfo:
    touched = datetime.fromtimestamp(stored.touched or time.time(), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return TableInfo(
        id=stored.id, scenario=stored.scenario, title=stored.title, turn=stored.turn, seats=stored.players,
        over=stored.over, touched=touched, result=result_of(stored), rated=STANDINGS[stored.rated],
    )  # fmt: skip


def result_of(stored: StoredTable) -> GameResult | None:
    """How a game ended, if it has."""
    return msgspec.json.decode(stored.result, type=GameResult) if stored.result else None
