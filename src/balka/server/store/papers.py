"""What is kept beside a game: notes of a seat, plans of bots, and moments shared by a link."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import and_, delete, insert, select, update

from balka.server.store.reading import as_value
from balka.server.store.schema import notes, shares
from balka.server.store.values import Note, Shared

if TYPE_CHECKING:
    from balka.server.store.store import Store


class Papers:
    """The notes and shared moments of all tables in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def notes(self, table_id: str, seat: str) -> list[Note]:
        """The notes of one seat, oldest first."""
        asked = select(*(notes.c[name] for name in Note.__struct_fields__))
        of_seat = asked.where(notes.c.place == table_id, notes.c.seat == seat).order_by(notes.c.number)
        return [as_value(Note, row) for row in self._store.rows(of_seat)]

    def write_note(self, table_id: str, seat: str, note: Note) -> Note:
        """Keep a note: a new one when its number is 0, else in place of what it said."""
        now = time.time()
        of_seat = and_(notes.c.place == table_id, notes.c.seat == seat)
        with self._store.transaction() as db:
            if note.number:
                changed = {"text": note.text, "hex": note.hex, "written": now}
                db.execute(update(notes).where(of_seat, notes.c.number == note.number).values(changed))
                return msgspec.structs.replace(note, written=now)
            row = {**msgspec.structs.asdict(note), "place": table_id, "seat": seat, "written": now}
            del row["number"]
            made = db.execute(insert(notes).values(row)).inserted_primary_key
        return msgspec.structs.replace(note, number=int(made[0]) if made else 0, written=now)

    def plans(self, table_id: str, seat: str) -> list[Note]:
        """What the bot at a seat has planned, oldest first."""
        return self.notes(table_id, _planner(seat))

    def write_plan(self, table_id: str, seat: str, plan: Note) -> None:
        """Keep a plan of the bot at a seat; work that is done twice keeps it once."""
        known = [(kept.turn, kept.text) for kept in self.plans(table_id, seat)]
        if (plan.turn, plan.text) not in known:
            self.write_note(table_id, _planner(seat), plan)

    def drop_note(self, table_id: str, seat: str, number: int) -> int:
        """Throw a note away; how many there were with this number."""
        one = and_(notes.c.number == number, notes.c.place == table_id, notes.c.seat == seat)
        with self._store.transaction() as db:
            return db.execute(delete(notes).where(one)).rowcount

    def share(self, shared: Shared) -> None:
        """Keep a moment, or a game so far, for whoever has its link."""
        row = {**msgspec.structs.asdict(shared), "whole": int(shared.whole), "created": time.time()}
        with self._store.transaction() as db:
            db.execute(insert(shares).values(row))

    def shared(self, token: str) -> Shared | None:
        asked = select(*(shares.c[name] for name in Shared.__struct_fields__)).where(shares.c.token == token)
        found = self._store.rows(asked)
        return as_value(Shared, found[0]) if found else None


def _planner(seat: str) -> str:
    """Plans lie apart from the notes of a seat: a person may have written those before a bot sat down there."""
    return f"the bot at {seat}"
