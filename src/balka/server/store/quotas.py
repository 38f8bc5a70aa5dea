"""How much of the database one person has filled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from sqlalchemy import ColumnElement, Select, func, select

from balka.server.store.schema import entries, notes, people, shares, snapshots, tables, talk

if TYPE_CHECKING:
    from balka.server.store.store import Store

ROW = 60  # bytes that a row takes beside its text, about


class Usage(Struct, frozen=True):
    """Somebody who lays tables: how many of them go on, and how many bytes all of his take."""

    person: str
    name: str
    going_on: int
    bytes: int


class Quotas:
    """What the tables of each person take."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def going_on(self, person: str) -> int:
        """How many tables of somebody are not over."""
        asked = select(func.count()).select_from(tables).where(tables.c.owner == person, tables.c.over == 0)
        return int(str(self._store.rows(asked)[0][0]))

    def bytes(self, person: str) -> int:
        """How much all tables of somebody take, about: what happened, pictures, talk, notes, shared moments."""
        return sum(int(str(self._store.rows(asked)[0][0])) for asked in _sizes(tables.c.owner == person))

    def largest(self, most: int) -> list[Usage]:
        """Those whose tables take most, the largest first."""
        owners = select(tables.c.owner, people.c.name).join(people, people.c.id == tables.c.owner).distinct()
        found = [
            Usage(str(person), str(name), self.going_on(str(person)), self.bytes(str(person)))
            for person, name in self._store.rows(owners)
        ]
        return sorted(found, key=lambda one: -one.bytes)[:most]


def _sizes(whose: ColumnElement[bool]) -> list[Select[int]]:
    """For each kind of row the sum of its bytes."""
    own = select(tables.c.id).where(whose)
    total = func.coalesce(func.sum(func.length(tables.c.record) + ROW), 0)
    found = [select(total).where(whose)]
    for table, columns in (
        (entries, ["text"]), (snapshots, ["state", "play"]), (talk, ["text"]), (notes, ["text"]), (shares, ["record"]),
    ):  # fmt: skip
        length = sum((func.length(table.c[name]) for name in columns), start=func.length(""))
        found.append(select(func.coalesce(func.sum(length + ROW), 0)).where(table.c.place.in_(own)))
    return found
