"""A house moves from its one file into PostgreSQL, or back: everything, or nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, select
from tests.server.postgres import Postgres
from tests.server.test_backup import filled

from balka.cli.main import main
from balka.core.errors import BalkaError
from balka.server.store import Note, Store, moving, opening, schema


def rows(place: str) -> dict[str, list[tuple[object, ...]]]:
    engine: Engine = create_engine(opening.address_of(place))
    with engine.connect() as line:
        found = {
            table.name: sorted((tuple(row) for row in line.execute(select(table))), key=str)
            for table in schema.metadata.sorted_tables
        }
    engine.dispose()
    return found


def test_everything_is_there_and_counting_goes_on(pg: Postgres, tmp_path: Path) -> None:
    file, house = f"sqlite:///{tmp_path}/balka.sqlite", pg.new()
    store = filled(file)
    store.papers.write_note("t1", "german", Note(0, 1, "Round 1", "", "first"))
    store.close()
    assert moving.move(opening.address_of(file), opening.address_of(house))["entries"] == 1
    assert rows(house) == rows(file)
    again = Store(house)
    again.papers.write_note("t1", "german", Note(0, 1, "Round 1", "", "second"))
    assert again.next_number("t1") == 1
    assert [note.text for note in again.papers.notes("t1", "german")] == ["first", "second"]
    again.close()


def test_and_back_into_a_file(pg: Postgres, tmp_path: Path) -> None:
    house, file = pg.new(), f"sqlite:///{tmp_path}/back.sqlite"
    filled(house).close()
    moving.move(opening.address_of(house), opening.address_of(file))
    assert rows(file) == rows(house)


def test_a_house_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    one, two = f"sqlite:///{tmp_path}/one.sqlite", f"sqlite:///{tmp_path}/two.sqlite"
    filled(one).close()
    filled(two).close()
    before = rows(two)
    with pytest.raises(BalkaError, match="holds a house already"):
        moving.move(opening.address_of(one), opening.address_of(two))
    assert rows(two) == before


def test_half_a_house_is_never_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = f"sqlite:///{tmp_path}/one.sqlite", f"sqlite:///{tmp_path}/two.sqlite"
    filled(one).close()
    copied = moving._copied

    def breaks(table, reading, writing):
        if table.name == "entries":
            raise RuntimeError("the cable is out")
        return copied(table, reading, writing)

    monkeypatch.setattr(moving, "_copied", breaks)
    with pytest.raises(RuntimeError):
        moving.move(opening.address_of(one), opening.address_of(two))
    assert not any(rows(two).values())


def test_where_nothing_is_nothing_is_moved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = f"sqlite:///{tmp_path}/two.sqlite"
    assert main(["admin", "--database", target, "move", str(tmp_path / "none.sqlite")]) == 2
    assert "there is no house at" in capsys.readouterr().err
    filled(target).close()
    assert main(["admin", "--database", target, "move", target]) == 2
    assert "cannot be moved to where it is" in capsys.readouterr().err


def test_the_command_says_what_was_moved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    filled(f"sqlite:///{tmp_path}/one.sqlite").close()
    target = f"sqlite:///{tmp_path}/two.sqlite"
    assert main(["admin", "--database", target, "move", str(tmp_path / "one.sqlite")]) == 0
    assert "1 tables with 1 entries" in capsys.readouterr().out
