"""Backups: a whole copy made while a house runs, put back where nothing is, on both databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.postgres import Postgres

from balka.cli.main import main
from balka.core.errors import BalkaError
from balka.server.store import Link, Store, StoredTable, backup, opening
from balka.table.table import Entry

TABLE = StoredTable("t1", "sos/courier", "Courier", {}, {"german": "human"}, b"\x01" * 32, "", "host", over=False)


@pytest.fixture(params=["sqlite", "postgresql"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, str]]:
    """Two databases of one kind: one with a house, and an empty one."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/one.sqlite", f"sqlite:///{tmp_path}/two.sqlite"
        return
    server: Postgres = request.getfixturevalue("pg")
    yield server.new(), server.new()


def filled(place: str) -> Store:
    store = Store(place)
    store.create(TABLE, [Link("token", "german", claimed=False)])
    store.append("t1", 0, Entry("human", "german", "pass"))
    return store


def test_what_was_kept_is_there_again(places: tuple[str, str], tmp_path: Path):
    store = filled(places[0])
    backup.save(opening.address_of(places[0]), tmp_path / "copy")
    store.append("t1", 1, Entry("human", "german", "pass"))
    store.close()
    backup.restore(opening.address_of(places[1]), tmp_path / "copy")
    again = Store(places[1])
    assert [stored.id for stored in again.latest(5)] == ["t1"]
    assert again.next_number("t1") == 1, "as it was when the copy was made"
    again.close()


def test_nothing_that_is_there_is_written_over(tmp_path: Path):
    place = f"sqlite:///{tmp_path}/one.sqlite"
    filled(place).close()
    backup.save(opening.address_of(place), tmp_path / "copy")
    with pytest.raises(BalkaError, match="copy is there already"):
        backup.save(opening.address_of(place), tmp_path / "copy")
    with pytest.raises(BalkaError, match=r"one\.sqlite is there already"):
        backup.restore(opening.address_of(place), tmp_path / "copy")


@pytest.mark.parametrize(("name", "words"), [("none", "there is no file"), ("text", "is no copy of a house")])
def test_what_is_no_copy_is_not_put_back(tmp_path: Path, name: str, words: str):
    (tmp_path / "text").write_text("this is no database, but it is long enough to be looked at\n" * 40)
    with pytest.raises(BalkaError, match=words):
        backup.restore(opening.address_of(f"sqlite:///{tmp_path}/new.sqlite"), tmp_path / name)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["text"]


class TestTheCommand:
    @pytest.fixture
    def home(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.setenv("BALKA_HOME", str(tmp_path))
        monkeypatch.delenv("BALKA_DATABASE", raising=False)
        return tmp_path

    def test_a_house_is_listed_checked_copied_and_put_back(self, home: Path, capsys: pytest.CaptureFixture[str]):
        filled(f"sqlite:///{home}/balka.sqlite").close()
        assert main(["admin", "tables"]) == 0
        assert "t1  sos/courier" in capsys.readouterr().out
        assert main(["admin", "tables", "--idle", "2"]) == 0
        assert capsys.readouterr().out == ""
        assert main(["admin", "backup", str(home / "copy")]) == 0
        (home / "balka.sqlite").rename(home / "old.sqlite")
        assert main(["admin", "restore", str(home / "copy")]) == 0
        assert main(["admin", "tables"]) == 0
        assert "t1  sos/courier" in capsys.readouterr().out

    def test_a_table_that_cannot_be_opened_is_named(self, home: Path, capsys: pytest.CaptureFixture[str]):
        store = filled(f"sqlite:///{home}/balka.sqlite")
        store.append("t1", 1, Entry("human", "german", "no such sentence"))
        store.close()
        assert main(["admin", "check"]) == 1
        assert "t1 sos/courier cannot be opened" in capsys.readouterr().out

    def test_where_there_is_no_house_none_is_made(self, home: Path, capsys: pytest.CaptureFixture[str]):
        assert main(["admin", "check"]) == 2
        assert "there is no house at" in capsys.readouterr().err
        assert list(home.iterdir()) == []
