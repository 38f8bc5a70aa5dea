"""What people say to each other at a table: numbered lines in two rooms, of which the newest are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from sqlalchemy import and_, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from balka.server.store.reading import as_value
from balka.server.store.schema import talk
from balka.server.store.values import ElsewhereError

if TYPE_CHECKING:
    from balka.server.store.store import Store

Room = Literal["seats", "watchers"]
KEPT = 500  # lines of a room; older ones go
TRIES = 50


class Spoken(Struct, frozen=True):
    """A line: in which room, by whom (a seat, or a watcher's sign), what, and when."""

    number: int
    room: Room
    who: str
    text: str
    at: float


COLUMNS = [talk.c[name] for name in Spoken.__struct_fields__]


class Talk:
    """The talk of all tables in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def say(self, table_id: str, room: Room, who: str, text: str) -> None:
        """Keep a line; the number is the lock, as it is of entries."""
        for _ in range(TRIES):
            try:
                return self._say(table_id, room, who, text)
            except IntegrityError:
                continue  # another process said something in the same moment
        raise ElsewhereError("Too many speak at this table at once.", "say it again")

    def _say(self, table_id: str, room: Room, who: str, text: str) -> None:
        of_table = talk.c.place == table_id
        with self._store.transaction() as db:
            last = db.execute(select(func.max(talk.c.number)).where(of_table)).scalar()
            line = {"number": (last or 0) + 1, "room": room, "who": who, "text": text, "at": self._store.clock()}
            db.execute(insert(talk).values(place=table_id, **line))
            in_room = and_(of_table, talk.c.room == room)
            newest = select(talk.c.number).where(in_room).order_by(talk.c.number.desc())
            old = db.execute(newest.offset(KEPT).limit(1)).scalar()
            if old is not None:
                db.execute(delete(talk).where(in_room, talk.c.number <= old))
            self._store.tell(db, table_id)

    def lines(self, table_id: str, after: int = 0) -> list[Spoken]:
        """What was said at a table after a line, in order."""
        asked = select(*COLUMNS).where(talk.c.place == table_id, talk.c.number > after).order_by(talk.c.number)
        return [as_value(Spoken, row) for row in self._store.rows(asked)]

    def times(self, table_id: str, who: str, since: float) -> list[float]:
        """When somebody spoke at a table since then, the earliest first."""
        asked = select(talk.c.at).where(talk.c.place == table_id, talk.c.who == who, talk.c.at > since)
        return [float(str(row[0])) for row in self._store.rows(asked.order_by(talk.c.at))]
