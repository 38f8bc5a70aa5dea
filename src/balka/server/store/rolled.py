"""All the dice of a house: what chance answered at tables whose games are over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, distinct, func, select

from balka.server.store.schema import entries, tables

if TYPE_CHECKING:
    from balka.server.store.store import Store

ROLLED = and_(entries.c.kind == "chance", tables.c.over == 1, tables.c.scenario.not_like("%/learn-%"))


class Rolled:
    """What was rolled at all tables in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def outcomes(self) -> list[tuple[str, int]]:
        """What chance answered at all tables whose games are over, and how often; lessons set some of their rolls, so
        they do not count."""
        joined = entries.join(tables, tables.c.id == entries.c.place)
        asked = select(entries.c.text, func.count()).select_from(joined).where(ROLLED).group_by(entries.c.text)
        return [(str(rolled), int(str(count))) for rolled, count in self._store.rows(asked)]

    def games(self) -> int:
        """How many games with dice are over."""
        joined = entries.join(tables, tables.c.id == entries.c.place)
        found = self._store.rows(select(func.count(distinct(entries.c.place))).select_from(joined).where(ROLLED))
        return int(str(found[0][0]))
