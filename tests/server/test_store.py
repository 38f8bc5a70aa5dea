"""The store, on both databases: what is kept comes back, the second to say something is told, and old files go on."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from tests.server.postgres import Postgres
from tests.table.camp import GAME as CAMP

from balka.core.errors import BalkaError
from balka.server.catalogue import Catalogue
from balka.server.messages import NewTable
from balka.server.store import (
    AwayError,
    Clock,
    ElsewhereError,
    Link,
    Note,
    Shared,
    Snapshot,
    Store,
    StoredTable,
    early,
    held,
    opening,
    schema,
)
from balka.server.tables import Tables
from balka.table.table import Entry

DATA = Path(__file__).with_name("data")
TABLE = StoredTable("t1", "camp/raids", "Raids ✓", {"a": "b"}, {"red": "human"}, b"\x00\xff", "", "host", over=False)


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    made = Store(database)
    made.create(TABLE, [Link("invited", "red", claimed=False), Link("friend", "blue", claimed=False, given=True)])
    yield made
    made.close()


def test_clocks_and_pictures_kept_by_several_at_once_are_kept(pg: Postgres):
    database = pg.new()
    store = Store(database)
    store.create(TABLE, [])
    stores, problems, start = [Store(database) for _ in range(4)], list[Exception](), Barrier(4)
    picture = Snapshot(7, "1", "d", "Turn", "h", 7, b"\x00state", b"play")

    def keeps(own: Store, since: float) -> None:
        start.wait()
        try:
            for _ in range(10):
                own.clocks.put("t1", 7, {"red": Clock("red", since, 60.0, 1, 0)}, since + 60)
                own.keep("t1", picture)
        except Exception as problem:
            problems.append(problem)

    threads = [Thread(target=keeps, args=(own, float(n))) for n, own in enumerate(stores, start=1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert store.clocks.of("t1")[0] == 7
    assert store.snapshots("t1") == [picture]
    for own in (*stores, store):
        own.close()


class TestBothDatabases:
    def test_what_is_kept_comes_back(self, store: Store):
        assert store.find("t1") == msgspec_like(TABLE, store.find("t1"))
        assert store.find("t2") is None
        assert [table.id for table in store.latest(5)] == [table.id for table in store.among(["t1", "t9"])] == ["t1"]
        entries = [Entry("person", "red", "put tent-1 A01"), Entry("chance", "chance", "2d6 3 4")]
        for number, entry in enumerate(entries):
            store.append("t1", number, entry)
        assert store.entries("t1") == entries
        assert store.entries("t1", 1) == entries[1:]
        assert store.next_number("t1") == 2

    def test_the_number_of_an_entry_is_the_lock(self, store: Store, database: str):
        other = Store(database)
        store.append("t1", 0, Entry("person", "red", "first"))
        with pytest.raises(ElsewhereError, match="quicker"):
            other.append("t1", 0, Entry("person", "blue", "second"))
        assert [entry.text for entry in other.entries("t1")] == ["first"]
        other.close()

    def test_of_many_at_once_one_has_each_number(self, store: Store, database: str):
        stores, accepted, start = [Store(database) for _ in range(4)], list[tuple[int, str]](), Barrier(4)

        def writes(own: Store, name: str) -> None:
            start.wait()
            for number in range(10):
                try:
                    own.append("t1", number, Entry("person", name, f"{number}"))
                except ElsewhereError:
                    continue
                accepted.append((number, name))

        threads = [Thread(target=writes, args=(own, f"writer {n}")) for n, own in enumerate(stores)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(number for number, _ in accepted) == list(range(10))
        assert [(int(entry.text), entry.seat) for entry in store.entries("t1")] == sorted(accepted)
        for own in stores:
            own.close()

    def test_pictures_replace_older_ones_except_the_first_and_the_last_but_one(self, store: Store):
        pictures = [Snapshot(n, "1", "d", "Turn", "h", n, b"\x00state", b"play") for n in (3, 9, 9, 14)]
        for picture in pictures:
            store.keep("t1", picture)
        assert store.snapshots("t1") == [pictures[1], pictures[3]]
        store.begin_anew("t1", pictures[3])
        assert store.base("t1") == 14

    def test_an_invitation_is_used_once_and_can_be_made_anew(self, store: Store):
        store.claim("t1", "invited", "invited.secret")
        store.claim("t1", "invited", "invited.other")
        blue, red = store.links("t1")
        assert (red.token, red.claimed, blue.given, blue.claimed) == ("invited.secret", True, True, False)
        assert held(TABLE, store.links("t1"), {"invited.secret"}, home=False) == ("red",)
        store.invite_anew("t1", "red", "again")
        assert store.links("t1")[1] == Link("again", "red", claimed=False, given=True)

    def test_notes_and_shares_come_back(self, store: Store):
        note = store.papers.write_note("t1", "red", Note(0, 1, "Turn 1", "A01", "one"))
        other = store.papers.write_note("t1", "red", Note(0, 1, "Turn 1", "", "two"))
        assert note.number != other.number
        store.papers.write_note("t1", "red", Note(note.number, 1, "Turn 1", "", "changed"))
        assert [kept.text for kept in store.papers.notes("t1", "red")] == ["changed", "two"]
        assert store.papers.drop_note("t1", "blue", note.number) == 0
        assert store.papers.drop_note("t1", "red", note.number) == 1
        shared = Shared("token", "t1", "red", 3, whole=True, record="text")
        store.papers.share(shared)
        assert store.papers.shared("token") == shared
        assert store.papers.shared("nothing") is None

    def test_dice_of_games_that_are_over_are_counted(self, store: Store):
        for number, text in enumerate(("2d6 1 2", "2d6 1 2", "2d6 3 3")):
            store.append("t1", number, Entry("chance", "chance", text))
        assert (store.rolled.outcomes(), store.rolled.games()) == ([], 0)
        store.describe("t1", "Turn 9", over=True)
        assert sorted(store.rolled.outcomes()) == [("2d6 1 2", 2), ("2d6 3 3", 1)]
        assert store.rolled.games() == 1

    def test_a_job_is_one_process_s_until_its_lease_runs_out(self, store: Store, database: str):
        store.name, other = "first", Store(database, "second")
        assert store.lease("t1", "bot", 60)
        assert not other.lease("t1", "bot", 60)
        assert store.overdue(5) == []
        assert store.lease("t1", "bot", -1), "its own it may keep, or let run out"
        assert other.overdue(5) == [("t1", "bot")]
        assert other.lease("t1", "bot", 60)
        store.finish("t1", "bot")
        assert not store.lease("t1", "bot", 60), "what is another's is not finished"
        other.finish("t1", "bot")
        assert store.lease("t1", "bot", 60)
        other.close()

    def test_the_schema_is_what_the_migrations_make(self, store: Store):
        with store._engine.connect() as db:
            assert compare_metadata(MigrationContext.configure(db), schema.metadata) == []

    def test_whoever_comes_at_the_same_time_does_not_migrate_twice(self, database: str):
        stores, start = list[Store](), Barrier(3)

        def opens() -> None:
            start.wait()
            stores.append(Store(database))

        threads = [Thread(target=opens) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(stores) == 3
        for made in stores:
            made.close()


class TestOpeningAFile:
    def test_a_file_that_another_is_making_is_waited_for(self, tmp_path: Path):
        path, opened = tmp_path / "balka.sqlite", list[Store]()
        maker = sqlite3.connect(path, isolation_level=None)
        maker.execute("BEGIN EXCLUSIVE")
        coming = Thread(target=lambda: opened.append(Store(path)))
        coming.start()
        coming.join(opening.LOCKED + 0.5)
        assert coming.is_alive(), "longer than a server waits for an ordinary lock"
        maker.execute("ROLLBACK")
        coming.join()
        assert opened[0].latest(5) == []
        opened[0].close()
        maker.close()

    def test_a_file_that_stays_locked_is_told(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(opening, "OPENING", 0.0)
        maker = sqlite3.connect(tmp_path / "balka.sqlite", isolation_level=None)
        maker.execute("BEGIN EXCLUSIVE")
        with pytest.raises(BalkaError, match="cannot be opened: database is locked"):
            Store(tmp_path / "balka.sqlite")
        maker.close()


def msgspec_like(known: StoredTable, found: StoredTable | None) -> StoredTable:
    """As it was, with the time it was stored at."""
    from msgspec import structs

    assert found is not None
    return structs.replace(known, touched=found.touched)


def test_the_last_migration_is_the_one_the_store_opens_with():
    config = Config()
    config.set_main_option("script_location", str(Path(opening.__file__).parent / "migrations"))
    assert ScriptDirectory.from_config(config).get_current_head() == opening.HEAD


@pytest.mark.parametrize("place", ["no address", "mysql://root@host/name", "sqlite://", "postgresql+nothing:/x:y:z"])
def test_what_is_no_database_is_refused_with_what_would_be(place: str):
    with pytest.raises(BalkaError, match="postgresql://user@host/name"):
        opening.address_of(place)


def test_a_database_that_is_not_there_is_told_without_its_password():
    with pytest.raises(BalkaError, match="cannot be opened") as problem:
        Store("postgresql://balka:hunter2@127.0.0.1:1/none")
    assert "hunter2" not in str(problem.value)


def test_a_database_that_goes_away_is_told_and_comes_back(pg: Postgres):
    store = Store(pg.new())
    store.create(TABLE, [])
    pg.stop()
    try:
        with pytest.raises(AwayError, match="does not answer"):
            store.find("t1")
        with pytest.raises(BalkaError, match="it has not happened"):
            store.append("t1", 0, Entry("person", "red", "lost"))
    finally:
        pg.start()
    store.append("t1", 0, Entry("person", "red", "kept"))
    assert [entry.text for entry in store.entries("t1")] == ["kept"]
    store.close()


def test_when_one_line_to_the_database_broke_the_others_are_looked_at_before_they_are_used(
    pg: Postgres, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(opening, "IDLE", 1000.0)
    store = Store(pg.new())
    store.create(TABLE, [])
    with ThreadPoolExecutor(1) as other:
        other.submit(store.append, "t1", 0, Entry("person", "red", "one")).result()
        store.append("t1", 1, Entry("person", "red", "two"))
        pg.stop()
        pg.start()
        with pytest.raises(BalkaError, match="it has not happened"):
            store.append("t1", 2, Entry("person", "red", "lost"))
        other.submit(store.append, "t1", 2, Entry("person", "red", "three")).result()
    store.append("t1", 3, Entry("person", "red", "four"))
    monkeypatch.setattr(opening, "IDLE", 0.0)
    assert [entry.text for entry in store.entries("t1")] == ["one", "two", "three", "four"]
    store.close()


# -- files of earlier versions


def test_a_game_of_version_4_goes_on_where_it_stood(tmp_path: Path):
    """The file was written by Balka before there were migrations."""
    path = tmp_path / "balka.sqlite"
    shutil.copy(DATA / "version4.sqlite", path)
    then: dict[str, Any] = json.loads((DATA / "version4.json").read_text())
    store = Store(path)
    tables = Tables(store, Catalogue([CAMP]))
    live = tables.open(then["id"])
    assert live.news == ""
    assert live.table.state.hash == then["hash"]
    assert live.table.record() == then["record"]
    assert [[entry.kind, entry.seat, entry.text] for entry in store.entries(then["id"])] == then["entries"]
    assert [(link.seat, link.claimed) for link in live.links] == [("blue", True), ("red", False)]
    assert live.held({then["host"]}, home=False) == ("red",)
    assert [note.text for note in store.papers.notes(then["id"], "red")] == ["Watch the tents"]
    assert store.papers.shared("share-token") is not None
    live.table.choose("blue", "hold")
    assert store.next_number(then["id"]) == len(then["entries"]) + 1
    store.close()
    assert Store(path).find(then["id"]) is not None


@pytest.mark.parametrize("version", [1, 2, 3])
def test_files_of_still_earlier_versions_are_taken_over(tmp_path: Path, version: int):
    path = tmp_path / "balka.sqlite"
    with sqlite3.connect(path) as old:
        for made in early.SCHEMAS[:version]:
            old.executescript(made)
        old.execute(f"PRAGMA user_version = {version}")
    old.close()
    store = Store(path)
    tables = Tables(store, Catalogue([CAMP]))
    live = tables.create(NewTable("camp/raids", {"red": "human", "blue": "human"}))
    live.table.choose("red", "put tent-1 A01")
    assert len(store.entries(live.stored.id)) == 1
    store.close()


def test_a_file_of_a_later_version_is_left_alone(tmp_path: Path):
    path = tmp_path / "balka.sqlite"
    Store(path).close()
    with sqlite3.connect(path) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    newer.close()
    with pytest.raises(BalkaError, match="another version of Balka"):
        Store(path)
