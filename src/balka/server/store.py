"""Storage in SQLite: every table with all that happened at it. What has been committed survives any crash."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from balka.core.errors import BalkaError
from balka.table.table import Entry

VERSION = 4
LOCKED = 1.0  # seconds to wait for another program that writes to the file: everybody waits with it
SCHEMAS = (
    """
CREATE TABLE tables (
    id TEXT PRIMARY KEY, scenario TEXT NOT NULL, title TEXT NOT NULL, options TEXT NOT NULL, players TEXT NOT NULL,
    secret BLOB NOT NULL, record TEXT NOT NULL, host TEXT NOT NULL, turn TEXT NOT NULL, over INTEGER NOT NULL,
    created REAL NOT NULL, touched REAL NOT NULL
);
CREATE TABLE entries (
    place TEXT NOT NULL REFERENCES tables(id), number INTEGER NOT NULL, kind TEXT NOT NULL, seat TEXT NOT NULL,
    text TEXT NOT NULL, PRIMARY KEY (place, number)
) WITHOUT ROWID;
CREATE TABLE links (
    token TEXT PRIMARY KEY, place TEXT NOT NULL REFERENCES tables(id), seat TEXT NOT NULL, claimed INTEGER NOT NULL
);
""",
    """
CREATE TABLE notes (
    number INTEGER PRIMARY KEY, place TEXT NOT NULL REFERENCES tables(id), seat TEXT NOT NULL, turn INTEGER NOT NULL,
    label TEXT NOT NULL, hex TEXT NOT NULL, text TEXT NOT NULL, written REAL NOT NULL
);
CREATE INDEX notes_of_a_seat ON notes (place, seat);
CREATE TABLE shares (
    token TEXT PRIMARY KEY, place TEXT NOT NULL REFERENCES tables(id), view TEXT NOT NULL, step INTEGER NOT NULL,
    whole INTEGER NOT NULL, record TEXT NOT NULL, created REAL NOT NULL
);
""",
    """
ALTER TABLE tables ADD COLUMN rules TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN data TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN base INTEGER NOT NULL DEFAULT 0;
CREATE TABLE snapshots (
    place TEXT NOT NULL REFERENCES tables(id), number INTEGER NOT NULL, rules TEXT NOT NULL, data TEXT NOT NULL,
    turn TEXT NOT NULL, hash TEXT NOT NULL, rolls INTEGER NOT NULL, state BLOB NOT NULL, PRIMARY KEY (place, number)
) WITHOUT ROWID;
""",
    """
ALTER TABLE snapshots ADD COLUMN play BLOB NOT NULL DEFAULT x'';
""",
)  # what each version added

ROLLED = "kind = 'chance' AND over AND scenario NOT LIKE '%/learn-%'"
COLUMNS = "id, scenario, title, options, players, secret, record, host, turn, over, touched, rules, data, base"


OPEN, SAT, WAITING = 0, 1, 2  # how far an invitation has come: the host's yet, used, or made anew for a seat given away
SEAM = "."  # between an invitation and what a browser adds to it


class ElsewhereError(BalkaError):
    """Another server has gone on with this table."""


class StoredTable(Struct, frozen=True):
    """A table as it is stored: what is played, who sits where, the dice secret, and the host's token."""

    id: str
    scenario: str
    title: str
    options: dict[str, str]
    players: dict[str, str]
    secret: bytes
    record: str
    host: str
    turn: str = ""
    over: bool = False
    touched: float = 0.0
    rules: str = ""
    data: str = ""
    base: int = 0


class Link(Struct, frozen=True):
    """What opens one seat: an invitation, or once it is `claimed` the secret of the browser that came by it.

    A browser that opens an invitation is given a secret of its own, which begins with the invitation. The first that
    says hello sits down; from then on only its secret counts, and the invitation opens nothing. A seat once `given`
    away waits for whoever comes by a new invitation; it never falls back to the host.
    """

    token: str
    seat: str
    claimed: bool
    given: bool = False

    def secret_in(self, tokens: Iterable[str]) -> str | None:
        """Which of the tokens shown opens this seat: its own secret, or one made from an invitation not yet used."""
        mine = f"{self.token}{SEAM}"
        return next(
            (shown for shown in tokens if shown == self.token or (not self.claimed and shown.startswith(mine))), None
        )


class Snapshot(Struct, frozen=True):
    """How a game stood after so many entries, under which rules and data, and how many rolls had been made; `play` is
    all that its table knew beside the state."""

    number: int
    rules: str
    data: str
    turn: str
    hash: str
    rolls: int
    state: bytes
    play: bytes = b""


class Note(Struct, frozen=True):
    """What somebody wrote for himself: on which turn, perhaps about a hex."""

    number: int
    turn: int
    label: str
    hex: str
    text: str
    written: float = 0.0


class Shared(Struct, frozen=True):
    """A step of a game as one pair of eyes saw it, or the game up to it (`whole`), for whoever has the token."""

    token: str
    place: str
    view: str
    step: int
    whole: bool
    record: str


def held(stored: StoredTable, links: list[Link], tokens: set[str], home: object) -> tuple[str, ...]:
    """The seats somebody may decide for: those of his links; as the host, or at home, all that nobody came for."""
    own = {link.seat for link in links if link.secret_in(tokens)}
    if stored.host in tokens or (home and not own):
        own |= {link.seat for link in links if not link.given}
    return tuple(seat for seat in stored.players if seat in own)


class Store:
    """All tables of one server, in one file."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._db = _open(path)
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if not 0 <= version <= VERSION:
            raise BalkaError(f"{path} was written by another version of Balka", "move it away, or use that version")
        if version < VERSION:
            self._grow_from(version)

    def _grow_from(self, version: int) -> None:
        """Add what later versions keep; another server may have done so meanwhile."""
        with self._transaction():
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            for schema in SCHEMAS[version:]:
                for statement in schema.split(";\n"):
                    self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version = {VERSION}")

    def close(self) -> None:
        self._db.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All of it or nothing; what the file does not take has not happened, and is told so."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")
        except sqlite3.IntegrityError:
            raise
        except sqlite3.OperationalError as problem:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise BalkaError(f"This could not be stored, so it has not happened: {problem}.") from problem

    # -- tables

    def create(self, stored: StoredTable, links: list[Link]) -> None:
        """Keep a new table."""
        now = time.time()
        row = (
            stored.id, stored.scenario, stored.title, _text(stored.options), _text(stored.players), stored.secret,
            stored.record, stored.host, stored.turn, stored.over, now, now, stored.rules, stored.data, stored.base,
        )  # fmt: skip
        with self._transaction():
            self._db.execute(f"INSERT INTO tables VALUES ({', '.join('?' * len(row))})", row)
            rows = [(link.token, stored.id, link.seat, _come(link)) for link in links]
            self._db.executemany("INSERT INTO links VALUES (?, ?, ?, ?)", rows)

    def find(self, table_id: str) -> StoredTable | None:
        row = self._db.execute(f"SELECT {COLUMNS} FROM tables WHERE id = ?", (table_id,)).fetchone()
        return _stored(row) if row else None

    def latest(self, limit: int) -> list[StoredTable]:
        """Tables by when they were last touched, newest first."""
        rows = self._db.execute(f"SELECT {COLUMNS} FROM tables ORDER BY touched DESC LIMIT ?", (limit,)).fetchall()
        return [_stored(row) for row in rows]

    def describe(self, table_id: str, turn: str, over: int) -> None:
        """Keep what a list of tables says about one. It is touched when a turn passes: a draft is nobody's business."""
        with self._transaction():
            self._db.execute(
                "UPDATE tables SET turn = ?, over = ?, touched = ? WHERE id = ?", (turn, over, time.time(), table_id)
            )

    # -- what happened

    def append(self, table_id: str, number: int, entry: Entry) -> None:
        """Keep one entry; when this returns it is on the disk."""
        try:
            with self._transaction():
                row = (table_id, number, entry.kind, entry.seat, entry.text)
                self._db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", row)
        except sqlite3.IntegrityError as problem:
            raise ElsewhereError("This table is being played on another server.", "reload the page") from problem

    def next_number(self, table_id: str) -> int:
        row = self._db.execute("SELECT COALESCE(MAX(number), -1) + 1 FROM entries WHERE place = ?", (table_id,))
        return int(row.fetchone()[0])

    def entries(self, table_id: str, after: int = 0) -> list[Entry]:
        """All that happened at a table, in order, from one number on."""
        rows = self._db.execute(
            "SELECT kind, seat, text FROM entries WHERE place = ? AND number >= ? ORDER BY number", (table_id, after)
        )
        return [msgspec.convert({"kind": kind, "seat": seat, "text": text}, Entry) for kind, seat, text in rows]

    # -- how a game stood when a turn began

    def keep(self, table_id: str, snapshot: Snapshot) -> None:
        """Keep how a game stands; the picture before it and the one the game began with stay, older ones go."""
        row = (table_id, *msgspec.structs.astuple(snapshot))
        with self._transaction():
            last = self._db.execute("SELECT MAX(number) FROM snapshots WHERE place = ?", (table_id,)).fetchone()[0]
            self._db.execute(
                "DELETE FROM snapshots WHERE place = ? AND number < ? AND number != ?",
                (table_id, last or 0, self.base(table_id)),
            )
            self._db.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)

    def snapshots(self, table_id: str) -> list[Snapshot]:
        """The pictures kept of a game, oldest first."""
        rows = self._db.execute(
            "SELECT number, rules, data, turn, hash, rolls, state, play FROM snapshots WHERE place = ? ORDER BY number",
            (table_id,),
        )
        return [Snapshot(*row) for row in rows]

    def base(self, table_id: str) -> int:
        """The entry a game begins with; 0 unless it went on from a picture."""
        row = self._db.execute("SELECT base FROM tables WHERE id = ?", (table_id,)).fetchone()
        return int(row[0]) if row else 0

    def begin_anew(self, table_id: str, snapshot: Snapshot) -> None:
        """From now on a game begins with this picture; what happened before it is kept, and not played again."""
        self.keep(table_id, snapshot)
        with self._transaction():
            self._db.execute("UPDATE tables SET base = ? WHERE id = ?", (snapshot.number, table_id))

    # -- who may sit down

    def links(self, table_id: str) -> list[Link]:
        rows = self._db.execute("SELECT token, seat, claimed FROM links WHERE place = ? ORDER BY seat", (table_id,))
        return [Link(token, seat, claimed == SAT, given=claimed != OPEN) for token, seat, claimed in rows]

    def claim(self, invitation: str, secret: str) -> None:
        """Somebody came by an invitation: the seat is his who has this secret, unless another was first."""
        with self._transaction():
            self._db.execute(
                f"UPDATE links SET claimed = {SAT}, token = ? WHERE token = ? AND claimed != {SAT}",
                (secret, invitation),
            )

    def invite_anew(self, table_id: str, seat: str, invitation: str) -> None:
        """A seat waits for whoever comes by a new invitation; what opened it before opens nothing."""
        with self._transaction():
            self._db.execute(
                f"UPDATE links SET claimed = {WAITING}, token = ? WHERE place = ? AND seat = ?",
                (invitation, table_id, seat),
            )

    # -- notes, shared moments, and all the dice

    def notes(self, table_id: str, seat: str) -> list[Note]:
        """The notes of one seat, oldest first."""
        rows = self._db.execute(
            "SELECT number, turn, label, hex, text, written FROM notes WHERE place = ? AND seat = ? ORDER BY number",
            (table_id, seat),
        )
        return [Note(*row) for row in rows]

    def write_note(self, table_id: str, seat: str, note: Note) -> Note:
        """Keep a note: a new one when its number is 0, else in place of what it said."""
        now = time.time()
        with self._transaction():
            if note.number:
                self._db.execute(
                    "UPDATE notes SET text = ?, hex = ?, written = ? WHERE number = ? AND place = ? AND seat = ?",
                    (note.text, note.hex, now, note.number, table_id, seat),
                )
                return msgspec.structs.replace(note, written=now)
            row = (table_id, seat, note.turn, note.label, note.hex, note.text, now)
            made = self._db.execute(
                "INSERT INTO notes (place, seat, turn, label, hex, text, written) VALUES (?, ?, ?, ?, ?, ?, ?)", row
            )
        return msgspec.structs.replace(note, number=int(made.lastrowid or 0), written=now)

    def drop_note(self, table_id: str, seat: str, number: int) -> int:
        """Throw a note away; how many there were with this number."""
        with self._transaction():
            gone = self._db.execute(
                "DELETE FROM notes WHERE number = ? AND place = ? AND seat = ?", (number, table_id, seat)
            )
        return gone.rowcount

    def share(self, shared: Shared) -> None:
        """Keep a moment, or a game so far, for whoever has its link."""
        with self._transaction():
            self._db.execute(
                "INSERT INTO shares VALUES (?, ?, ?, ?, ?, ?, ?)",
                (shared.token, shared.place, shared.view, shared.step, shared.whole, shared.record, time.time()),
            )

    def shared(self, token: str) -> Shared | None:
        row = self._db.execute(
            "SELECT place, view, step, whole, record FROM shares WHERE token = ?", (token,)
        ).fetchone()
        if row is None:
            return None
        place, view, step, whole, record = row
        return Shared(token, place, view, step, bool(whole), record)

    def outcomes(self) -> list[tuple[str, int]]:
        """What chance answered at all tables whose games are over, and how often; lessons set some of their rolls, so
        they do not count."""
        rows = self._db.execute(
            f"SELECT text, COUNT(*) FROM entries JOIN tables ON id = place WHERE {ROLLED} GROUP BY text"
        )
        return [(text, count) for text, count in rows]

    def games_rolled(self) -> int:
        """How many games with dice are over."""
        found = self._db.execute(f"SELECT COUNT(DISTINCT place) FROM entries JOIN tables ON id = place WHERE {ROLLED}")
        return int(found.fetchone()[0])


def _open(path: Path) -> sqlite3.Connection:
    """The database, set so that a commit is on the disk when it returns."""
    try:
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=LOCKED)
    except sqlite3.Error as problem:
        raise BalkaError(f"{path} cannot be opened: {problem}") from problem
    try:
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            db.execute(f"PRAGMA {setting}")
        (health,) = db.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as problem:
        db.close()
        raise BalkaError(f"{path} cannot be opened: {problem}") from problem
    if health != "ok":
        db.close()
        raise BalkaError(f"{path} is damaged: {health}", "put a backup in its place, or move it away and begin anew")
    return db


def _come(link: Link) -> int:
    """How far an invitation has come."""
    return SAT if link.claimed else WAITING if link.given else OPEN


def _text(facts: dict[str, str]) -> str:
    return msgspec.json.encode(facts).decode()


def _stored(row: tuple[Any, ...]) -> StoredTable:
    table_id, scenario, title, options, players, secret, record, host, turn, over, touched, rules, data, base = row
    facts = dict[str, str]
    return StoredTable(
        table_id, scenario, title, msgspec.json.decode(options, type=facts), msgspec.json.decode(players, type=facts),
        secret, record, host, turn, bool(over), touched, rules, data, base,
    )  # fmt: skip
