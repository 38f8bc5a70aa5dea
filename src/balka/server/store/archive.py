"""Games that are over, put into files outside the database and back. The table stays, for lists, profiles and ratings;
what happened at it, its pictures, talk and notes go into the file.

A file is lines of JSON, compressed by gzip: first what it is, then every row as `[table, {column: value}]`, bytes in
base64, and last how many rows there were, so that half a file is known as such. It is read again before anything is
taken away.
"""

from __future__ import annotations

import base64
import gzip
import json
import os
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Connection, LargeBinary, Row, Table, and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from balka.core.errors import BalkaError
from balka.server.store import schema
from balka.server.store.store import Store

KIND, VERSION = "balka archive", 1
KEPT = (schema.entries, schema.snapshots, schema.talk, schema.notes)
ENDING = ".balka.gz"
AN_ID = re.compile(r"[0-9a-f]{32}")
Line = tuple[str, dict[str, object]]


def archived(store: Store, folder: Path, before: float) -> Iterator[str]:
    """Put every game that is over and was last touched before then into a file of this folder; tables by their ids."""
    folder.mkdir(parents=True, exist_ok=True)
    old = and_(schema.tables.c.over == 1, schema.tables.c.touched < before, schema.tables.c.archived == 0)
    for row in store.rows(select(schema.tables.c.id).where(old).order_by(schema.tables.c.touched)):
        table_id = str(row[0])
        _put_away(store, table_id, folder / f"{table_id}{ENDING}")
        yield table_id


def _put_away(store: Store, table_id: str, path: Path) -> None:
    if path.exists():
        raise BalkaError(f"{path} is there already", "another folder, or move it away")
    with store.transaction() as db:
        store.alone_at(db, table_id)
        lines = list(_rows(db, table_id))
        _write(path, table_id, lines)
        try:
            for table in reversed(KEPT):
                db.execute(delete(table).where(table.c.place == table_id))
            db.execute(delete(schema.jobs).where(schema.jobs.c.place == table_id))
            gone = update(schema.tables).where(schema.tables.c.id == table_id)
            db.execute(gone.values(archived=store.clock()))
            store.tell(db, table_id)
        except BaseException:
            path.unlink()
            raise


def _rows(db: Connection, table_id: str) -> Iterator[Line]:
    for table in KEPT:
        for row in db.execute(select(table).where(table.c.place == table_id).order_by(*table.primary_key)):
            yield table.name, _plain(table, row)


def _plain(table: Table, row: Row[*tuple[object, ...]]) -> dict[str, object]:
    facts = dict(row._mapping)
    for column in table.columns:
        if isinstance(column.type, LargeBinary):
            facts[column.name] = base64.b64encode(facts[column.name]).decode()
    return facts


def _write(path: Path, table_id: str, lines: list[Line]) -> None:
    """Whole and on the disk, or not there at all."""
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as target:
            with gzip.open(target, "wt", encoding="utf-8") as text:
                for line in ({"kind": KIND, "version": VERSION, "table": table_id}, *lines, {"rows": len(lines)}):
                    text.write(json.dumps(line, ensure_ascii=False) + "\n")
            target.flush()
            os.fsync(target.fileno())
        if read(part) != (table_id, lines):
            raise BalkaError(f"{path} does not hold what was written", "look after the disk")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


# -- and back


def read(path: Path) -> tuple[str, list[Line]]:
    """The table a file is about, and its rows; a clear sentence where it is none, or not whole."""
    if not path.is_file():
        raise BalkaError(f"there is no file {path}", f"a file that `balka admin archive` has written (*{ENDING})")
    try:
        with gzip.open(path, "rt", encoding="utf-8") as text:
            first, *rest = [json.loads(line) for line in text]
            *rows, last = rest
            table_id, version = _about(first), first.get("version")
            lines = [(str(name), dict(facts)) for name, facts in rows]
            whole = last == {"rows": len(lines)}
    except (OSError, EOFError, zlib.error, ValueError, TypeError, AttributeError) as problem:
        raise BalkaError(f"{path} is no archived game, or not whole: {problem}") from problem
    if version != VERSION or not whole:
        raise BalkaError(f"{path} is of another version of Balka, or not whole")
    return table_id, lines


def _about(first: dict[str, object]) -> str:
    table_id = str(first.get("table", ""))
    if first.get("kind") != KIND or not AN_ID.fullmatch(table_id):
        raise ValueError("its first line says nothing of an archived game")
    return table_id


def brought_back(store: Store, path: Path) -> str:
    """Put the rows of a file back where they were, all or nothing; the table's id. The file stays."""
    table_id, lines = read(path)
    try:
        with store.transaction() as db:
            store.alone_at(db, table_id)
            _must_be_away(db, table_id)
            for name, facts in lines:
                db.execute(insert(_table(path, name)).values(_row(path, table_id, name, facts)))
            db.execute(update(schema.tables).where(schema.tables.c.id == table_id).values(archived=0.0))
    except IntegrityError as problem:
        raise BalkaError(f"{path} does not fit table {table_id} any more: {problem.orig}") from problem
    return table_id


def _must_be_away(db: Connection, table_id: str) -> None:
    found = db.execute(select(schema.tables.c.archived).where(schema.tables.c.id == table_id)).scalar()
    if found is None:
        raise BalkaError(f"there is no table {table_id} in this house", "the database it was archived from")
    of_table = schema.entries.c.place == table_id
    if not found or db.execute(select(func.count()).select_from(schema.entries).where(of_table)).scalar_one():
        raise BalkaError(f"table {table_id} is not archived", "it can be opened as it is")


def _table(path: Path, name: str) -> Table:
    found = next((table for table in KEPT if table.name == name), None)
    if found is None:
        raise BalkaError(f"{path} holds rows of {name!r}, which no archived game has")
    return found


def _row(path: Path, table_id: str, name: str, facts: dict[str, object]) -> dict[str, object]:
    table, row = _table(path, name), dict(facts)
    if set(row) != set(table.columns.keys()) or row["place"] != table_id:
        raise BalkaError(f"{path} holds a row of {name!r} that does not fit")
    if name == "notes":
        del row["number"]  # the next that is free
    for column in table.columns:
        if isinstance(column.type, LargeBinary):
            row[column.name] = base64.b64decode(str(row[column.name]))
    return row
