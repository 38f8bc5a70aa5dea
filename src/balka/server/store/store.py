"""All that a server keeps, by statements that both databases understand."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from sqlalchemy import (
    CompoundSelect,
    Connection,
    Row,
    Select,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError

from balka.core.errors import BalkaError
from balka.server.store import jobs, opening, schema
from balka.server.store.allowances import Allowances
from balka.server.store.away import Away
from balka.server.store.clocks import Clocks
from balka.server.store.finding import Also, Finding
from balka.server.store.order import Order
from balka.server.store.papers import Papers
from balka.server.store.people import People
from balka.server.store.quick import ENTRIES, Quick, Told
from balka.server.store.quotas import Quotas
from balka.server.store.ratings import Ended, Ratings
from balka.server.store.reading import as_value
from balka.server.store.rolled import Rolled
from balka.server.store.talk import Talk
from balka.server.store.values import (
    OPEN,
    SAT,
    WAITING,
    AwayError,
    ElsewhereError,
    Link,
    Offer,
    Snapshot,
    StoredTable,
)
from balka.table.table import Entry

tables, entries, links, snapshots = schema.tables, schema.entries, schema.links, schema.snapshots
COLUMNS = [tables.c[name] for name in StoredTable.__struct_fields__]
PICTURE = [snapshots.c[name] for name in Snapshot.__struct_fields__]
ENTER = insert(entries)  # made once: this is done for every choice
ENTERED = ("place", "number", "kind", "seat", "text", "at")
_MORE = select(entries.c.number).where(entries.c.place == bindparam("place"), entries.c.number >= bindparam("after"))
_SITTING = select(func.aggregate_strings(links.c.person, " ")).where(links.c.place == bindparam("place"))
ASKS = (  # likewise
    update(tables)
    .where(tables.c.id == bindparam("place"), ~_MORE.exists())
    .values(asks=bindparam("seats"))
    .returning(tables.c.owner, _SITTING.where(links.c.person != "").scalar_subquery())
)
CHANNEL = "balka"
LOBBY = "lobby"  # in place of a table's name, where the lobby changed


class Store:
    """All tables of one house, in one file or one PostgreSQL database."""

    def __init__(self, place: str | Path, name: str = "", clock: Callable[[], float] = time.time) -> None:
        """`name` is what this process is called where others hear of what it stored; `clock` tells seconds that all
        processes agree on."""
        self.address = opening.address_of(place)
        self.name = name
        self.clock = clock
        self._engine = opening.opened(self.address)
        self._looking = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self.appended = 0  # entries stored by this process
        self.lobby_changed: Callable[[str], None] = _nobody_looks  # on one file, where nothing is heard of others
        self.tells_others = self._engine.dialect.name == opening.POSTGRES
        self._quick = Quick(self.address)
        self.people = People(self)
        self.talk = Talk(self)
        self.clocks = Clocks(self)
        self.ratings = Ratings(self)
        self.away = Away(self)
        self.finding = Finding(self)
        self.order = Order(self)
        self.papers = Papers(self)
        self.rolled = Rolled(self)
        self.allowances = Allowances(self)
        self.quotas = Quotas(self)

    def close(self) -> None:
        self._quick.close()
        self._engine.dispose()

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """All of it or nothing; what the database does not take has not happened, and is told so."""
        try:
            with self._engine.begin() as db:
                yield db
        except IntegrityError:
            raise
        except DBAPIError as problem:
            raise not_stored(problem) from problem

    @contextmanager
    def single(self) -> Iterator[Connection]:
        """For a single statement, which is all of it or nothing by itself: one way to the database and back."""
        try:
            with self._looking.connect() as db:
                yield db
        except DBAPIError as problem:
            raise not_stored(problem) from problem

    def rows(
        self, asked: Select[*tuple[object, ...]] | CompoundSelect[*tuple[object, ...]]
    ) -> list[Row[*tuple[object, ...]]]:
        try:
            with self._looking.connect() as db:
                return list(db.execute(asked).all())
        except DBAPIError as problem:
            if not self.tells_others:
                raise
            raise AwayError(f"The database does not answer: {_reason(problem)}.", "try again in a moment") from problem

    def alone_at(self, db: Connection, table_id: str) -> None:
        """Until this transaction ends, others who want the same of this table wait; on a file they do so anyway."""
        db.execute(select(tables.c.id).where(tables.c.id == table_id).with_for_update())

    def tell(self, db: Connection, table_id: str) -> None:
        """Let the other processes know that something changed at a table, once this is committed."""
        if self.tells_others:
            told = {"channel": CHANNEL, "what": f"{self.name} {table_id}"}
            db.execute(text("SELECT pg_notify(:channel, :what)"), told)

    def tell_lobby(self, db: Connection, people: Iterable[str] = ()) -> None:
        """Let whoever looks at the lobby know that something changed there for these people, for everybody where none
        is named, once this is committed: all processes, this one too."""
        what = " ".join((LOBBY, *people))
        if self.tells_others:
            told = {"channel": CHANNEL, "what": f"{self.name} {what}"}
            db.execute(text("SELECT pg_notify(:channel, :what)"), told)
        else:
            self.lobby_changed(what)

    def news(self, tick: float) -> Iterator[str | None]:
        """Tables at which another process has stored something, with what it was where that is known; None every so
        many seconds in which there was nothing.
        First of all an empty name: before this, anything may have been missed."""
        import psycopg

        address = self.address.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(address, autocommit=True, connect_timeout=opening.AWAY) as line:
            line.execute(f"LISTEN {CHANNEL}")
            yield ""
            while True:
                for told in line.notifies(timeout=tick):
                    who, _, news = told.payload.partition(" ")
                    if who != self.name or news.startswith(LOBBY):
                        yield news
                yield None

    def ping(self) -> None:
        """Whether the database answers."""
        self.rows(select(func.count()).select_from(select(tables.c.id).limit(1).subquery()))

    # -- tables

    def create(self, stored: StoredTable, invited: list[Link], also: Also | None = None) -> None:
        """Keep a new table, and with it whatever must be true of it from the beginning."""
        opening.must_have_room(self.address)
        now = time.time()
        row = {**_plain(stored), "created": now, "touched": now}
        with self.transaction() as db:
            if db.execute(select(tables.c.id).where(tables.c.id == stored.id)).first():
                raise ElsewhereError("This table has been laid already.", "sit down at it")
            db.execute(insert(tables).values(row))
            rows = [
                {
                    "token": link.token,
                    "place": stored.id,
                    "seat": link.seat,
                    "claimed": _come(link),
                    "offered": int(link.offered),
                    "person": link.person,
                }
                for link in invited
            ]
            if rows:
                db.execute(insert(links), rows)
            if also is not None:
                also(db)
            if also is not None or any(link.offered for link in invited):
                self.tell_lobby(db)

    def find(self, table_id: str) -> StoredTable | None:
        found = self.rows(select(*COLUMNS).where(tables.c.id == table_id))
        return _stored(found[0]) if found else None

    def latest(self, limit: int) -> list[StoredTable]:
        """Tables by when they were last touched, newest first."""
        return [_stored(row) for row in self.rows(select(*COLUMNS).order_by(tables.c.touched.desc()).limit(limit))]

    def among(self, table_ids: list[str]) -> list[StoredTable]:
        """Those of the named tables that exist, newest first."""
        asked = select(*COLUMNS).where(tables.c.id.in_(table_ids)).order_by(tables.c.touched.desc())
        return [_stored(row) for row in self.rows(asked)]

    def describe(self, table_id: str, turn: str, over: int, result: str = "", ended: Ended | None = None) -> None:
        """Keep what a list of tables says about one. It is touched when a turn passes: a draft is nobody's business.
        With the result of a rated game the ratings change, all of it or nothing."""
        known = {"turn": turn, "over": int(over), "touched": time.time(), "result": result}
        not_ended_before = and_(tables.c.id == table_id, tables.c.over <= int(over))
        described = update(tables).where(not_ended_before).values(known)
        if ended is None:
            with self.single() as db:
                db.execute(described)
            return
        with self.transaction() as db:
            db.execute(described)
            self.ratings.settle(db, table_id, ended)
            self.tell(db, table_id)

    def rematch(self, table_id: str, new_id: str) -> str:
        """The table where those of one play again: this, unless somebody has named another before."""
        with self.transaction() as db:
            unnamed = and_(tables.c.id == table_id, tables.c.rematch == "")
            if db.execute(update(tables).where(unnamed).values(rematch=new_id)).rowcount:
                self.tell(db, table_id)
                return new_id
            return str(db.execute(select(tables.c.rematch).where(tables.c.id == table_id)).scalar_one())

    def asks(self, table_id: str, seats: str, number: int) -> None:
        """Keep which seats are to decide after so many entries, for the lists of those who sit there; whoever has
        written more knows better."""
        with self.single() as db:
            found = db.execute(ASKS, {"place": table_id, "after": number, "seats": seats}).first()
        if found is not None and (there := {str(person) for person in found if person}):
            with self.transaction() as db:
                self.tell_lobby(db, sorted({name for names in there for name in names.split()}))

    # -- what happened

    def append(self, table_id: str, number: int, entry: Entry) -> None:
        """Keep one entry; when this returns it is on the disk. The number is the lock: whoever comes second is told."""
        row = (table_id, number, entry.kind, entry.seat, entry.text, self.clock())
        if self.tells_others:
            self._quick.enter(row, CHANNEL, f"{self.name} {table_id} {ENTRIES} {number}")
        else:
            self._enter(dict(zip(ENTERED, row, strict=True)))
        self.appended += 1

    def _enter(self, row: dict[str, object]) -> None:
        try:
            with self.transaction() as db:
                db.execute(ENTER, row)
        except IntegrityError as problem:
            raise ElsewhereError("Somebody else was quicker at this table.", "look again, then choose") from problem

    def told(self, news: str) -> Told | None:
        """The entry that another process tells of: its number, and what it is; None where all must be read."""
        return self._quick.told(news)

    def next_number(self, table_id: str) -> int:
        asked = select(func.coalesce(func.max(entries.c.number), -1) + 1).where(entries.c.place == table_id)
        return int(str(self.rows(asked)[0][0]))

    def last_time(self, table_id: str) -> float:
        """When the last thing happened at a table."""
        found = self.rows(select(func.coalesce(func.max(entries.c.at), 0.0)).where(entries.c.place == table_id))
        return float(str(found[0][0]))

    def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        """All that happened at a table, in order, from one number on."""
        asked = select(entries.c.kind, entries.c.seat, entries.c.text)
        of_table = asked.where(entries.c.place == table_id, entries.c.number >= after).order_by(entries.c.number)
        return [as_value(Entry, row) for row in self.rows(of_table)]

    # -- how a game stood when a turn began

    def keep(self, table_id: str, snapshot: Snapshot) -> None:
        """Keep how a game stands; the picture before it and the one the game began with stay, older ones go."""
        row = {"place": table_id, **msgspec.structs.asdict(snapshot)}
        of_table = snapshots.c.place == table_id
        with self.transaction() as db:
            found = db.execute(select(tables.c.base).where(tables.c.id == table_id).with_for_update()).scalar()
            last = db.execute(select(func.max(snapshots.c.number)).where(of_table)).scalar()
            old = and_(snapshots.c.number < (last or 0), snapshots.c.number != (found or 0))
            db.execute(delete(snapshots).where(of_table, or_(old, snapshots.c.number == snapshot.number)))
            db.execute(insert(snapshots).values(row))

    def snapshots(self, table_id: str) -> list[Snapshot]:
        """The pictures kept of a game, oldest first."""
        asked = select(*PICTURE).where(snapshots.c.place == table_id).order_by(snapshots.c.number)
        return [as_value(Snapshot, row) for row in self.rows(asked)]

    def base(self, table_id: str) -> int:
        """The entry a game begins with; 0 unless it went on from a picture."""
        found = self.rows(select(tables.c.base).where(tables.c.id == table_id))
        return int(str(found[0][0])) if found else 0

    def begin_anew(self, table_id: str, snapshot: Snapshot) -> None:
        """From now on a game begins with this picture; what happened before it is kept, and not played again."""
        self.keep(table_id, snapshot)
        with self.transaction() as db:
            db.execute(update(tables).where(tables.c.id == table_id).values(base=snapshot.number))

    # -- what goes on without anybody saying anything

    def lease(self, table_id: str, kind: str, seconds: float) -> bool:
        """Take a job, or keep it, for so long; false while another process has it."""
        now = self.clock()
        try:
            with self.transaction() as db:
                return jobs.lease(db, table_id, kind, self.name, (now, now + seconds))
        except IntegrityError:
            return False  # another process began it in the same moment

    def finish(self, table_id: str, kind: str) -> None:
        """A job is done."""
        with self.transaction() as db:
            jobs.finish(db, table_id, kind, self.name)

    def overdue(self, most: int) -> list[tuple[str, str]]:
        """Jobs that nobody works on any more: table and kind."""
        return [(str(place), str(kind)) for place, kind in self.rows(jobs.overdue(self.clock(), most))]

    # -- who may sit down

    def links(self, table_id: str) -> list[Link]:
        asked = select(links.c.token, links.c.seat, links.c.claimed, links.c.offered, links.c.person)
        rows = self.rows(asked.where(links.c.place == table_id).order_by(links.c.seat))
        return [
            Link(str(token), str(seat), claimed == SAT, claimed != OPEN, bool(offered), str(person))
            for token, seat, claimed, offered, person in rows
        ]

    def offers(self, since: float, most: int) -> list[Offer]:
        """The seats that wait for anybody, at tables laid since then, newest first."""
        columns = (tables.c.id, tables.c.scenario, tables.c.title, links.c.seat, tables.c.created)
        asked = select(*columns, tables.c.pace, tables.c.rated, tables.c.owner)
        waits = and_(links.c.offered == 1, links.c.claimed == WAITING, tables.c.over == 0, tables.c.created >= since)
        joined = asked.select_from(links.join(tables, tables.c.id == links.c.place)).where(waits)
        return [as_value(Offer, row) for row in self.rows(joined.order_by(tables.c.created.desc()).limit(most))]

    def claim(self, table_id: str, invitation: str, secret: str, person: str = "") -> None:
        """Somebody came by an invitation: the seat is his who has this secret, unless another was first; with an
        account it is the person's."""
        open_yet = and_(links.c.token == invitation, links.c.claimed != SAT)
        with self.transaction() as db:
            db.execute(update(links).where(open_yet).values(claimed=SAT, token=secret, person=person))
            self.tell(db, table_id)
            self.tell_lobby(db)

    def invite_anew(self, table_id: str, seat: str, invitation: str) -> None:
        """A seat waits for whoever comes by a new invitation; what opened it before opens nothing."""
        of_seat = and_(links.c.place == table_id, links.c.seat == seat)
        with self.transaction() as db:
            db.execute(update(links).where(of_seat).values(claimed=WAITING, token=invitation, person=""))
            self.tell(db, table_id)


def _nobody_looks(what: str) -> None:
    """Where no lobby is looked at."""


def not_stored(problem: DBAPIError) -> BalkaError:
    return BalkaError(f"This could not be stored, so it has not happened: {_reason(problem)}.")


def _reason(problem: DBAPIError) -> str:
    return str(problem.orig).strip().partition("\n")[0]


def _come(link: Link) -> int:
    """How far an invitation has come."""
    return SAT if link.claimed else WAITING if link.given else OPEN


def _plain(stored: StoredTable) -> dict[str, object]:
    """A table as its row."""
    facts = {name: msgspec.json.encode(getattr(stored, name)).decode() for name in ("options", "players")}
    return {**msgspec.structs.asdict(stored), **facts, "over": int(stored.over)}


def _stored(row: Row[*tuple[object, ...]]) -> StoredTable:
    facts = dict(zip(StoredTable.__struct_fields__, row, strict=True))
    told = {name: msgspec.json.decode(str(facts[name]), type=dict[str, str]) for name in ("options", "players")}
    return as_value(StoredTable, {**facts, **told}.values())
