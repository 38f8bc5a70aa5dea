"""Order in a house: whom somebody has blocked or does not want to read, and what was reported to the host."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update

from balka.server.store import schema
from balka.server.store.reading import made_all

if TYPE_CHECKING:
    from balka.server.store.store import Store

barred, reports, people = schema.barred, schema.reports, schema.people
Kind = Literal["block", "mute"]
BLOCK, MUTE = "block", "mute"


class Barred(Struct, frozen=True):
    """Somebody whom a person has blocked or muted, by name; empty for a guest who is gone."""

    whom: str
    name: str
    kind: Kind
    since: float


class Report(Struct, frozen=True):
    """What somebody told the host about another."""

    number: int
    by: str
    whom: str
    place: str
    text: str
    at: float
    done: int


class Order:
    """Who keeps whom away, and what was reported."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def bar(self, person: str, whom: str, kind: Kind) -> None:
        """Block or mute somebody from now on."""
        row = {"person": person, "whom": whom, "kind": kind, "since": self._store.clock()}
        with self._store.transaction() as db:
            db.execute(delete(barred).where(barred.c.person == person, barred.c.whom == whom))
            db.execute(insert(barred).values(row))

    def unbar(self, person: str, whom: str) -> None:
        with self._store.transaction() as db:
            db.execute(delete(barred).where(barred.c.person == person, barred.c.whom == whom))

    def kept_away(self, person: str) -> list[Barred]:
        """Those whom somebody keeps away, by name."""
        asked = select(barred.c.whom, people.c.name, barred.c.kind, barred.c.since).join(
            people, people.c.id == barred.c.whom
        )
        return made_all(Barred, self._store.rows(asked.where(barred.c.person == person).order_by(people.c.name)))

    def unheard(self, person: str) -> set[str]:
        """Those whom somebody does not want to read: muted, or blocked."""
        rows = self._store.rows(select(barred.c.whom).where(barred.c.person == person)) if person else []
        return {str(row[0]) for row in rows}

    def apart(self, person: str, others: Iterable[str]) -> set[str]:
        """Those among others who have blocked somebody, or whom he has."""
        known = [one for one in others if one and one != person]
        if not person or not known:
            return set()
        his = and_(barred.c.person == person, barred.c.whom.in_(known))
        theirs = and_(barred.c.whom == person, barred.c.person.in_(known))
        rows = self._store.rows(select(barred.c.person, barred.c.whom).where(barred.c.kind == BLOCK, or_(his, theirs)))
        return {str(one) for row in rows for one in row} - {person}

    # -- reports

    def report(self, by: str, whom: str, place: str, text: str) -> None:
        row = {"by": by, "whom": whom, "place": place, "text": text, "at": self._store.clock(), "done": 0}
        with self._store.transaction() as db:
            db.execute(insert(reports).values(row))

    def reports(self, most: int) -> list[Report]:
        """What nobody has seen to, the oldest first."""
        asked = select(reports).where(reports.c.done == 0).order_by(reports.c.number).limit(most)
        return made_all(Report, self._store.rows(asked))

    def done(self, number: int) -> int:
        """A report has been seen to; how many open ones there were with this number."""
        one = and_(reports.c.number == number, reports.c.done == 0)
        with self._store.transaction() as db:
            return db.execute(update(reports).where(one).values(done=1)).rowcount

    def open_reports(self) -> int:
        return int(str(self._store.rows(select(func.count()).select_from(reports).where(reports.c.done == 0))[0][0]))


def forget(db: Connection, person: str) -> None:
    """Nobody keeps away somebody who is gone; what was reported stays with the host, without his name."""
    db.execute(delete(barred).where(or_(barred.c.person == person, barred.c.whom == person)))
    for column in (reports.c.by, reports.c.whom):
        db.execute(update(reports).where(column == person).values({column.name: ""}))
