"""People, their sessions and what lets them in, by statements that both databases understand."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from balka.server.store import away, finding, order, ratings, schema
from balka.server.store.persons import Identity, Passkey, Person, Session, TakenError, Ticket
from balka.server.store.reading import made, made_all
from balka.server.store.values import OPEN, SAT

if TYPE_CHECKING:
    from balka.server.store.store import Store

people, sessions, tickets, passkeys, identities = (
    schema.people, schema.sessions, schema.tickets, schema.passkeys, schema.identities,
)  # fmt: skip
tables, links, notes = schema.tables, schema.links, schema.notes
MOST_SESSIONS = 50  # of one person; the one longest unused goes first
MOST_GONE = 500  # tickets and guests whose time is over, taken away at once


class People:
    """Everybody a house knows by name."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        try:
            with self._store.transaction() as db:
                yield db
        except IntegrityError as problem:
            raise TakenError("Somebody else has this already.") from problem

    # -- people

    def add(self, person: Person) -> None:
        with self._transaction() as db:
            db.execute(insert(people).values(msgspec.structs.asdict(person)))

    def change(self, person: Person) -> None:
        """Keep a person as he is now."""
        known = msgspec.structs.asdict(person)
        with self._transaction() as db:
            db.execute(update(people).where(people.c.id == person.id).values(known))

    def find(self, person_id: str) -> Person | None:
        return made(Person, self._store.rows(select(people).where(people.c.id == person_id)))

    def named(self, key: str) -> Person | None:
        return made(Person, self._store.rows(select(people).where(people.c.key == key)))

    def called(self, person_ids: list[str]) -> dict[str, str]:
        """The names of some people with accounts."""
        asked = select(people.c.id, people.c.name).where(people.c.id.in_(person_ids), people.c.key.is_not(None))
        return {str(person): str(name) for person, name in self._store.rows(asked)}

    def called_at_all(self, person_id: str) -> str:
        """What somebody is called, a guest too; nothing where he was forgotten."""
        found = self.find(person_id)
        return found.name if found else ""

    def with_mail(self, mail: str) -> Person | None:
        return made(Person, self._store.rows(select(people).where(people.c.mail == mail)))

    def drop(self, person_id: str) -> None:
        """Forget somebody. His seats stay as they are, without his name; his notes go with him."""
        laid = and_(tables.c.owner == person_id, links.c.claimed == OPEN)  # seats that the host has himself
        mine = select(links.c.place, links.c.seat).join(tables, tables.c.id == links.c.place)
        mine = mine.where(or_(links.c.person == person_id, laid))
        with self._transaction() as db:
            for place, seat in db.execute(mine).all():
                db.execute(delete(notes).where(notes.c.place == place, notes.c.seat == seat))
            db.execute(update(links).where(links.c.person == person_id).values(person=""))
            db.execute(update(tables).where(tables.c.owner == person_id).values(owner=""))
            for part in (ratings, finding, order, away):
                part.forget(db, person_id)
            for table in (sessions, tickets, passkeys, identities):
                db.execute(delete(table).where(table.c.person == person_id))
            db.execute(delete(people).where(people.c.id == person_id))

    def sweep(self, before: float) -> None:
        """Sessions not used since then end, and guests whose last browser that was are forgotten: nobody could come
        back as one of them."""
        with self._transaction() as db:
            db.execute(delete(sessions).where(sessions.c.seen < before))
        gone = select(people.c.id).where(people.c.key.is_(None), people.c.seen < before).limit(MOST_GONE)
        for row in self._store.rows(gone):
            self.drop(str(row[0]))

    # -- sessions

    def enter(self, session: Session, before: str = "") -> None:
        """Somebody has come in with a browser; `before` is the session it had until then, if it had one."""
        of_person = select(sessions.c.hash).where(sessions.c.person == session.person)
        with self._transaction() as db:
            db.execute(insert(sessions).values(msgspec.structs.asdict(session)))
            db.execute(update(people).where(people.c.id == session.person).values(seen=session.created))
            if before:
                away.move_browser(db, before, session.id, session.person)
            old = db.execute(of_person.order_by(sessions.c.seen.desc()).offset(MOST_SESSIONS)).scalars().all()
            if old:
                db.execute(delete(sessions).where(sessions.c.hash.in_(old)))

    def session(self, token_hash: str, since: float) -> Session | None:
        """A session by the hash of its token, if it was used since then."""
        asked = select(sessions).where(sessions.c.hash == token_hash, sessions.c.seen >= since)
        return made(Session, self._store.rows(asked))

    def use(self, session: Session, now: float) -> None:
        """A session is used again."""
        with self._transaction() as db:
            db.execute(update(sessions).where(sessions.c.hash == session.hash).values(seen=now))
            db.execute(update(people).where(people.c.id == session.person).values(seen=now))

    def sessions(self, person_id: str, since: float) -> list[Session]:
        asked = select(sessions).where(sessions.c.person == person_id, sessions.c.seen >= since)
        return made_all(Session, self._store.rows(asked.order_by(sessions.c.seen.desc())))

    def end(self, person_id: str, session_id: str) -> int:
        """End one session; how many there were with this id."""
        mine = delete(sessions).where(sessions.c.person == person_id, sessions.c.id == session_id)
        with self._transaction() as db:
            return db.execute(mine).rowcount

    def end_all(self, person_id: str, but: str = "") -> None:
        """End every session of somebody, but one by its id."""
        with self._transaction() as db:
            db.execute(delete(sessions).where(sessions.c.person == person_id, sessions.c.id != but))

    # -- tickets

    def issue(self, ticket: Ticket) -> None:
        """Keep a ticket; those that have run out go."""
        now = time.time()
        gone = select(tickets.c.hash).where(tickets.c.until < now).limit(MOST_GONE)
        with self._transaction() as db:
            db.execute(delete(tickets).where(tickets.c.hash.in_(gone)))
            db.execute(insert(tickets).values(msgspec.structs.asdict(ticket)))

    def ticket(self, token_hash: str) -> Ticket | None:
        """A ticket that is good still."""
        asked = select(tickets).where(tickets.c.hash == token_hash, tickets.c.until >= time.time())
        return made(Ticket, self._store.rows(asked))

    def tear(self, ticket: Ticket) -> bool:
        """Use a ticket up; false for all but the first who does."""
        with self._transaction() as db:
            return bool(db.execute(delete(tickets).where(tickets.c.hash == ticket.hash)).rowcount)

    def void(self, person_id: str, kinds: tuple[str, ...]) -> None:
        """Tickets of these kinds that somebody has are good for nothing any more."""
        with self._transaction() as db:
            db.execute(delete(tickets).where(tickets.c.person == person_id, tickets.c.kind.in_(kinds)))

    # -- passkeys, and who somebody is elsewhere

    def add_passkey(self, passkey: Passkey) -> None:
        with self._transaction() as db:
            db.execute(insert(passkeys).values(msgspec.structs.asdict(passkey)))

    def passkey(self, passkey_id: str) -> Passkey | None:
        return made(Passkey, self._store.rows(select(passkeys).where(passkeys.c.id == passkey_id)))

    def passkeys(self, person_id: str) -> list[Passkey]:
        asked = select(passkeys).where(passkeys.c.person == person_id).order_by(passkeys.c.created)
        return made_all(Passkey, self._store.rows(asked))

    def used_passkey(self, passkey_id: str, count: int, now: float) -> None:
        with self._transaction() as db:
            db.execute(update(passkeys).where(passkeys.c.id == passkey_id).values(count=count, used=now))

    def drop_passkey(self, person_id: str, passkey_id: str) -> int:
        mine = delete(passkeys).where(passkeys.c.person == person_id, passkeys.c.id == passkey_id)
        with self._transaction() as db:
            return db.execute(mine).rowcount

    def add_identity(self, identity: Identity) -> None:
        with self._transaction() as db:
            db.execute(insert(identities).values(msgspec.structs.asdict(identity)))

    def identity(self, issuer: str, subject: str) -> Identity | None:
        asked = select(identities).where(identities.c.issuer == issuer, identities.c.subject == subject)
        return made(Identity, self._store.rows(asked))

    def identities(self, person_id: str) -> list[Identity]:
        return made_all(Identity, self._store.rows(select(identities).where(identities.c.person == person_id)))

    # -- whose seats are whose

    def tables(self, person_id: str, most: int) -> list[str]:
        """The tables somebody laid or sits at, those last played at first."""
        sat = select(links.c.place).where(links.c.person == person_id)
        mine = select(tables.c.id).where(or_(tables.c.owner == person_id, tables.c.id.in_(sat)))
        return [str(row[0]) for row in self._store.rows(mine.order_by(tables.c.touched.desc()).limit(most))]

    def tokens(self, person_id: str, table_id: str) -> set[str]:
        """What opens somebody's own seats at a table; what is nobody's is opened to nobody."""
        if not person_id:
            return set()
        seats = select(links.c.token).where(links.c.place == table_id, links.c.person == person_id)
        host = select(tables.c.host).where(tables.c.id == table_id, tables.c.owner == person_id)
        return {str(row[0]) for row in self._store.rows(seats.union_all(host))}

    def seats(self, person_id: str, table_ids: list[str]) -> dict[str, list[str]]:
        """Somebody's own seats at some tables: those he came for, and as the host those that nobody did."""
        hosts = and_(tables.c.owner == person_id, links.c.claimed == OPEN)
        asked = select(links.c.place, links.c.seat).join(tables, tables.c.id == links.c.place)
        mine = asked.where(links.c.place.in_(table_ids), or_(links.c.person == person_id, hosts))
        found: dict[str, list[str]] = {}
        for place, seat in self._store.rows(mine.order_by(links.c.seat)):
            found.setdefault(str(place), []).append(str(seat))
        return found

    def names(self, table_ids: list[str]) -> dict[str, dict[str, str]]:
        """The names of those who sit at some tables, by table and seat."""
        hosts = and_(people.c.id == tables.c.owner, links.c.claimed == OPEN)
        sits = or_(people.c.id == links.c.person, hosts)
        asked = select(links.c.place, links.c.seat, people.c.name).join(tables, tables.c.id == links.c.place)
        found: dict[str, dict[str, str]] = {}
        for place, seat, name in self._store.rows(asked.join(people, sits).where(links.c.place.in_(table_ids))):
            found.setdefault(str(place), {})[str(seat)] = str(name)
        return found

    def sitters(self, table_id: str) -> dict[str, str]:
        """The people who sit at a table, by seat."""
        asked = select(links.c.seat, links.c.person, links.c.claimed, tables.c.owner)
        rows = self._store.rows(asked.join(tables, tables.c.id == links.c.place).where(links.c.place == table_id))
        return {str(seat): str(person or (owner if claimed == OPEN else "")) for seat, person, claimed, owner in rows}

    def finished(self, person_id: str, most: int) -> tuple[int, list[str]]:
        """How many games somebody has finished, and the tables of the last of them."""
        sat = select(links.c.place).where(links.c.person == person_id)
        mine = or_(tables.c.owner == person_id, tables.c.id.in_(sat))
        over = [mine, tables.c.over == 1]
        count = self._store.rows(select(func.count()).select_from(tables).where(*over))[0][0]
        last = select(tables.c.id).where(*over).order_by(tables.c.touched.desc()).limit(most)
        return int(str(count)), [str(row[0]) for row in self._store.rows(last)]

    def adopt(self, person_id: str, table_id: str, token: str) -> None:
        """What a token opened at a table and was nobody's is somebody's from now on: a seat, or the host's place."""
        seat = (links.c.place == table_id, links.c.token == token, links.c.claimed == SAT, links.c.person == "")
        host = (tables.c.id == table_id, tables.c.host == token, tables.c.owner == "")
        with self._transaction() as db:
            db.execute(update(links).where(*seat).values(person=person_id))
            db.execute(update(tables).where(*host).values(owner=person_id))
            self._store.tell(db, table_id)

    def merge(self, guest_id: str, person_id: str) -> None:
        """What was a guest's is the person's who he turned out to be."""
        with self._transaction() as db:
            db.execute(update(links).where(links.c.person == guest_id).values(person=person_id))
            db.execute(update(tables).where(tables.c.owner == guest_id).values(owner=person_id))
            away.hand_over(db, guest_id, person_id)
            finding.forget(db, guest_id)
            order.forget(db, guest_id)
            for table in (sessions, tickets, passkeys, identities):
                db.execute(delete(table).where(table.c.person == guest_id))
            db.execute(delete(people).where(people.c.id == guest_id))
