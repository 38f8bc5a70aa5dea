"""Games that are long over go into files outside the database, and come back as they were."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.server.conftest import HOT, PITCH, Visitor
from tests.table.camp import GAME as CAMP

from balka.cli.main import main
from balka.core.errors import BalkaError
from balka.server.catalogue import Catalogue, NotHereError
from balka.server.messages import NewTable
from balka.server.store import Note, Store, archive
from balka.server.tables import Tables

FUTURE = 4e9


def played(store: Store, *, to_the_end: bool = True) -> str:
    """A table at which somebody has played, and perhaps resigned."""
    live = Tables(store, Catalogue([CAMP])).create(NewTable(scenario="camp/raids", seats=HOT))
    for text in PITCH:
        live.table.choose("red", text)
    if to_the_end:
        live.table.resign("red")
    live.description.write_down()
    store.talk.say(live.stored.id, "seats", "red", "Well played ✓")
    store.papers.write_note(live.stored.id, "red", Note(0, 1, "Day 1", "", "my note"))
    return live.stored.id


def everything(store: Store, table_id: str) -> object:
    notes = [note.text for note in store.papers.notes(table_id, "red")]
    return store.entries(table_id), store.snapshots(table_id), store.talk.lines(table_id), notes, store.find(table_id)


def test_a_game_that_is_over_goes_into_a_file_and_comes_back_as_it_was(database: str, tmp_path: Path):
    store = Store(database)
    over, going_on = played(store), played(store, to_the_end=False)
    before, other = everything(store, over), everything(store, going_on)
    assert list(archive.archived(store, tmp_path, FUTURE)) == [over]
    assert store.entries(over) == store.snapshots(over) == store.talk.lines(over) == []
    assert everything(store, going_on) == other
    with pytest.raises(NotHereError, match="archived on"):
        Tables(store, Catalogue([CAMP])).open(over)
    assert list(archive.archived(store, tmp_path, FUTURE)) == [], "once"
    (path,) = tmp_path.glob("*.balka.gz")
    assert archive.brought_back(store, path) == over
    assert everything(store, over) == before
    assert Tables(store, Catalogue([CAMP])).open(over).table.over
    with pytest.raises(BalkaError, match="is not archived"):
        archive.brought_back(store, path)
    store.close()


def test_a_game_somebody_looked_at_since_is_left_where_it_is(database: str, tmp_path: Path):
    store = Store(database)
    played(store)
    assert list(archive.archived(store, tmp_path, 0.0)) == []
    assert list(tmp_path.glob("*.gz")) == []
    store.close()


def half(text: bytes) -> bytes:
    return text[: len(text) // 2]


def without_the_last_line(text: bytes) -> bytes:
    return gzip.compress(b"".join(gzip.decompress(text).splitlines(keepends=True)[:-1]))


def of_another_table(text: bytes) -> bytes:
    lines = gzip.decompress(text).splitlines(keepends=True)
    return gzip.compress(lines[0] + b"".join(line.replace(b'"place": "', b'"place": "f') for line in lines[1:]))


@pytest.mark.parametrize(
    "broken",
    [half, without_the_last_line, of_another_table, lambda _: b"no file of ours", lambda _: gzip.compress(b"1")],
)
def test_half_a_file_or_another_is_refused_and_nothing_is_half_brought_back(
    tmp_path: Path, broken: Callable[[bytes], bytes]
):
    store = Store(tmp_path / "balka.sqlite")
    over = played(store)
    assert list(archive.archived(store, tmp_path, FUTURE)) == [over]
    (path,) = tmp_path.glob("*.balka.gz")
    path.write_bytes(broken(path.read_bytes()))
    with pytest.raises(BalkaError):
        archive.brought_back(store, path)
    found = store.find(over)
    assert found is not None
    assert found.archived
    assert store.entries(over) == []
    store.close()


def test_nothing_is_taken_away_where_the_file_cannot_be_written(tmp_path: Path):
    store = Store(tmp_path / "balka.sqlite")
    over = played(store)
    before = everything(store, over)
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / f"{over}.balka.gz").write_text("something else")
    with pytest.raises(BalkaError, match="is there already"):
        list(archive.archived(store, tmp_path / "here", FUTURE))
    assert everything(store, over) == before
    store.close()


def test_the_host_archives_and_brings_back_by_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("BALKA_HOME", str(tmp_path))
    store = Store(tmp_path / "balka.sqlite", clock=lambda: 1e9)
    over = played(store)
    with store.transaction() as db:
        db.exec_driver_sql("UPDATE tables SET touched = 1000000000")
    store.close()
    assert main(["admin", "archive", str(tmp_path / "old"), "--days", "30"]) == 0
    assert "1 games are in" in capsys.readouterr().out
    assert main(["admin", "tables"]) == 0
    assert "archived" in capsys.readouterr().out
    assert main(["admin", "unarchive", str(tmp_path / "old" / f"{over}.balka.gz")]) == 0
    assert f"Table {over} is back" in capsys.readouterr().out
    assert main(["admin", "archive", str(tmp_path / "old"), "--days", "0"]) != 0


def test_a_server_that_holds_the_table_lets_go_of_it(house: Callable[..., Visitor], tmp_path: Path):
    visitor = house()
    made = visitor.lay()
    tables = visitor.http.app.state.tables  # type: ignore[attr-defined]
    with visitor.at(made["id"]) as browser:
        browser.hello("red")
        browser.ask(type="resign")
    assert list(archive.archived(tables.store, tmp_path / "old", FUTURE)) == [made["id"]]
    visitor.http.portal.call(tables.heard, made["id"])  # type: ignore[union-attr]
    answer = visitor.http.get(f"/api/tables/{made['id']}")
    assert answer.status_code == 404
    assert "archived" in answer.json()["error"]
