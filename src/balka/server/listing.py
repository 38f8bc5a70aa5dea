"""Tables in a list: at which pace they are played, who is to decide, and how much time is left."""

from __future__ import annotations

from msgspec import structs

from balka.server import pace as reckoning
from balka.server.answers import TableInfo
from balka.server.store import Clock, Store, StoredTable
from balka.server.timing import read_pace


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
