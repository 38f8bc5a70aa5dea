"""Moving a house from one database into another, for instance from its one file into PostgreSQL."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from sqlalchemy import Column, Connection, Engine, Integer, Table, func, insert, select, text
from sqlalchemy.engine import URL

from balka.core.errors import BalkaError
from balka.server.store import opening, schema

AT_ONCE = 500  # rows on their way together


def move(source: URL, target: URL) -> dict[str, int]:
    """Copy everything, all or nothing, into a database that holds no house; how many rows of each table there were.

    The source is brought up to the schema of this version first, and stays as it is otherwise.
    """
    if source.get_backend_name() == opening.SQLITE and not Path(str(source.database)).is_file():
        raise BalkaError(f"there is no house at {source.database}", "the path of a balka.sqlite")
    if source == target:
        raise BalkaError("a house cannot be moved to where it is", "--database URL of an empty database")
    old, new = opening.opened(source), opening.opened(target)
    with closing(_Both(old, new)), old.connect() as reading, new.begin() as writing:
        _check_empty(writing, target)
        return {table.name: _copied(table, reading, writing) for table in schema.metadata.sorted_tables}


class _Both:
    """Two engines that are let go together."""

    def __init__(self, *engines: Engine) -> None:
        self._engines = engines

    def close(self) -> None:
        for engine in self._engines:
            engine.dispose()


def _check_empty(writing: Connection, target: URL) -> None:
    for table in schema.metadata.sorted_tables:
        if writing.execute(select(func.count()).select_from(table)).scalar_one():
            wrong = f"{opening.named(target)} holds a house already"
            raise BalkaError(wrong, "an empty database: createdb it first")


def _copied(table: Table, reading: Connection, writing: Connection) -> int:
    count = 0
    for rows in reading.execute(select(table)).mappings().partitions(AT_ONCE):
        writing.execute(insert(table), [dict(row) for row in rows])
        count += len(rows)
    for column in table.primary_key.columns:
        _count_on(table, column, writing)
    return count


def _count_on(table: Table, column: Column[object], writing: Connection) -> None:
    """PostgreSQL numbers new rows from where the copied ones end."""
    counted = isinstance(column.type, Integer) and column.autoincrement is not False and len(table.primary_key) == 1
    if not counted or writing.dialect.name != opening.POSTGRES:
        return
    last = f"SELECT max({column.name}) FROM {table.name}"
    sequence = f"pg_get_serial_sequence('{table.name}', '{column.name}')"
    writing.execute(text(f"SELECT setval({sequence}, coalesce(({last}), 1), ({last}) IS NOT NULL)"))
