"""Tables written to a folder, one Parquet file each, whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from balka.core.errors import BalkaError
from balka.lab.export.playing import Finished, finished
from balka.lab.export.tables import SCHEMAS, Row, Rows, rows_of

PART = ".part"


def export(sources: Sequence[Path], folder: Path, tables: Sequence[str], tell: Callable[[], object]) -> dict[str, int]:
    """Write the games of all sources; how many rows each table got. `tell` hears of every game."""
    check(sources, folder, tables)
    folder.mkdir(parents=True, exist_ok=True)
    parts = {name: folder / f"{name}.parquet{PART}" for name in tables}
    try:
        counts = _written(sources, parts, tell)
    except BaseException:
        for part in parts.values():
            part.unlink(missing_ok=True)
        raise
    for name, part in parts.items():
        part.replace(folder / f"{name}.parquet")
    return counts


def check(sources: Sequence[Path], folder: Path, tables: Sequence[str]) -> None:
    """Refuse what cannot be written before any game is played."""
    for name in tables:
        if name not in SCHEMAS:
            raise BalkaError(f"there is no table {name!r}", f"one of {', '.join(SCHEMAS)}")
    if folder.exists() and not folder.is_dir():
        raise BalkaError(f"{folder} is a file", "name a folder")
    for source in sources:
        if not source.is_file():
            raise BalkaError(f"there is no file {source}", "a record, or a file of results of balka match")


def _written(sources: Sequence[Path], parts: dict[str, Path], tell: Callable[[], object]) -> dict[str, int]:
    counts, numbers = dict.fromkeys(parts, 0), count(1)
    with ExitStack() as stack:
        writers = {
            name: stack.enter_context(pq.ParquetWriter(part, SCHEMAS[name], compression="zstd"))
            for name, part in parts.items()
        }
        for game in _games(sources):
            rows = rows_of(next(numbers), game)
            for name, writer in writers.items():
                own = _rows(rows, name)
                writer.write_table(pa.Table.from_pylist([dict(row) for row in own], schema=SCHEMAS[name]))
                counts[name] += len(own)
            tell()
    return counts


def _games(sources: Iterable[Path]) -> Iterable[Finished]:
    for source in sources:
        yield from finished(source)


def _rows(rows: Rows, name: str) -> list[Row]:
    found: list[Row] = getattr(rows, name)
    return found
