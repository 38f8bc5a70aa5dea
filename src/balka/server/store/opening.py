"""Opening a database: SQLite in one file, or PostgreSQL by its address; brought to the schema of this version."""

from __future__ import annotations

import shutil
import sqlite3
import time
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

from balka.core.errors import BalkaError
from balka.server.store import early

HEAD = "0010"  # the last migration
BASELINE = "0001"  # the migration that makes what files of version 4 have
LOCKED = 1.0  # seconds to wait for another program that writes to the file: everybody waits with it
OPENING = 30.0  # seconds to wait for another process that makes or upgrades the same file
AGAIN = 0.05  # seconds between two tries at opening
IDLE = 1.0  # seconds after which a line to the database may have broken unnoticed
AWAY = 5  # seconds after which a database that cannot be reached counts as away
UPGRADING = 1943  # the number of the lock that one process holds while it brings the schema up to date
LEAST_FREE = 50 * 2**20  # bytes on the disk that are left to games that were begun
SQLITE, POSTGRES = "sqlite", "postgresql"
SETTINGS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")


def address_of(place: str | Path) -> URL:
    """A path of a file, or the address of a PostgreSQL database, as SQLAlchemy writes it."""
    if isinstance(place, Path):
        return URL.create(SQLITE, database=str(place))
    try:
        found = make_url(place)
    except ArgumentError as problem:
        raise BalkaError(f"{place!r} is no address of a database", WANTED) from problem
    if found.get_backend_name() in ("postgresql", "postgres"):
        return found.set(drivername="postgresql+psycopg")
    if found.get_backend_name() == SQLITE and found.database:
        return found
    raise BalkaError(f"{found.get_backend_name()} databases are not understood", WANTED)


WANTED = "postgresql://user@host/name, or sqlite:////path/balka.sqlite"


def opened(address: URL) -> Engine:
    """An engine whose commits are on the disk when they return, on a database of the present schema."""
    until = time.monotonic() + OPENING
    while True:
        try:
            return _opened(address)
        except DBAPIError as problem:
            if not _is_busy(problem) or time.monotonic() > until:
                raise BalkaError(f"{named(address)} cannot be opened: {_said(problem)}") from problem
            time.sleep(AGAIN)


def _opened(address: URL) -> Engine:
    engine = _postgres(address) if address.get_backend_name() == POSTGRES else _sqlite(address)
    try:
        if engine.dialect.name == SQLITE:
            _must_be_sound(engine, named(address))
        _bring_up_to_date(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


def _is_busy(problem: DBAPIError) -> bool:
    """Another process has the file: SQLite says so at once where a file is made, without the patience asked for."""
    return getattr(problem.orig, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def named(address: URL) -> str:
    """A database as it may be told to anybody: a file, or an address without its password."""
    return address.database or "" if address.get_backend_name() == SQLITE else address.render_as_string()


def _said(problem: DBAPIError) -> str:
    return str(problem.orig).strip().partition("\n")[0]


def _postgres(address: URL) -> Engine:
    try:
        import psycopg  # noqa: F401
    except ImportError as problem:
        raise BalkaError("PostgreSQL needs the psycopg package", "pip install 'balka[postgres]'") from problem
    known = {"connect_timeout": AWAY, "tcp_user_timeout": AWAY * 1000, "application_name": "balka"}
    engine = create_engine(address, connect_args=known, pool_size=2, max_overflow=8)
    _look_before_use(engine)
    return engine


def _look_before_use(engine: Engine) -> None:
    """Whether a line to the database still stands is asked only where it has been idle: asking takes as long as most
    of what is asked."""

    @event.listens_for(engine, "checkout")
    def look(db: DBAPIConnection, record: ConnectionPoolEntry, _: object) -> None:
        if time.monotonic() - record.info.get("used", 0.0) < IDLE:
            return
        try:
            engine.dialect.do_ping(db)
        except engine.dialect.loaded_dbapi.Error as problem:
            raise DisconnectionError(str(problem)) from problem

    @event.listens_for(engine, "checkin")
    def note(_: object, record: ConnectionPoolEntry) -> None:
        record.info["used"] = time.monotonic()


def _sqlite(address: URL) -> Engine:
    assert address.database
    Path(address.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(address, connect_args={"timeout": LOCKED, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def set_up(db: object, _: object) -> None:
        db.isolation_level = None  # type: ignore[attr-defined]
        for setting in SETTINGS:
            db.execute(f"PRAGMA {setting}")  # type: ignore[attr-defined]

    @event.listens_for(engine, "begin")
    def begin(db: Connection) -> None:
        if db.get_execution_options().get("isolation_level") != "AUTOCOMMIT":
            db.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def must_have_room(address: URL) -> None:
    """Refuse something new before the disk is full, so that what goes on can be stored; PostgreSQL's disk is its own
    business."""
    if address.get_backend_name() != SQLITE or shutil.disk_usage(Path(str(address.database)).parent).free >= LEAST_FREE:
        return
    raise BalkaError(
        f"The disk of this server is nearly full, so no new table is laid: {LEAST_FREE // 2**20} MB are not free.",
        "games that were begun go on; whoever runs the server can make room",
    )


def _must_be_sound(engine: Engine, path: str) -> None:
    with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as db:
        health = db.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    if health != "ok":
        raise BalkaError(f"{path} is damaged: {health}", "put a backup in its place, or move it away and begin anew")


def _bring_up_to_date(engine: Engine) -> None:
    """Run the migrations that are missing; one process does so at a time."""
    with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as db:
        if _revision(db) == HEAD:
            return
    with engine.begin() as db:
        if engine.dialect.name == POSTGRES:
            db.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": UPGRADING})
        _migrate(db, named(engine.url))


def _revision(db: Connection) -> str | None:
    if not inspect(db).has_table("alembic_version"):
        return None
    found: str | None = db.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def _migrate(db: Connection, name: str) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = db
    now = _revision(db)
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if now is not None and now not in known:
        raise BalkaError(f"{name} was written by another version of Balka", "move it away, or use that version")
    if now is None and db.dialect.name == SQLITE and early.grow(db, name):
        command.stamp(config, BASELINE)
    command.upgrade(config, "head")
