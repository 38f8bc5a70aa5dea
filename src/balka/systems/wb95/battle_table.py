"""The combat table as checks read it: a column, and a row that headquarters may move. [1.4, 9.2.1]"""

from __future__ import annotations

from balka.core.checks import register_reader, register_scale
from balka.systems.wb95.catalogue import COLUMNS, Catalogue, cell_words, favour
from balka.systems.wb95.headquarters import is_wanted, rows_of

COLUMN_SCALE = "wb95 columns"
KEPT = " kept"
"""ends the name of a reader that leaves the dice as they fell where the other row gives one thing and takes another"""


def register_tables(charts: Catalogue) -> None:
    """Make the combat table readable to checks: a column, and a row moved by headquarters if that serves their owner.

    [1.4, 9.2.1]
    """
    for change in (-1, 0, 1):
        _register(charts, change, reader_key(charts.name, change), unsure_row="moved")
    for change in (-1, 1):
        _register(charts, change, reader_key(charts.name, change) + KEPT, unsure_row="kept")
    register_scale(COLUMN_SCALE, COLUMNS)


def _register(charts: Catalogue, change: int, key: str, unsure_row: str) -> None:
    cells = sorted(charts.cells, key=favour)

    def read(faces: tuple[int, ...], column: int) -> str:
        plain, moved = rows_of(charts, sum(faces), column, change)
        wanted = is_wanted(plain, moved, change)
        return moved if wanted or (wanted is None and unsure_row == "moved") else plain

    register_reader(key, read, cells, {cell: cell_words(cell) for cell in cells})


def reader_key(key: str, change: int) -> str:
    """The name of the reader for what headquarters do to the dice."""
    return f"{key} combat{change:+d}" if change else f"{key} combat"


def readers(key: str, changes: tuple[int, ...]) -> tuple[str, ...]:
    """Every way the dice may come to be read: for each change, with a row in doubt moved or left."""
    keys = [reader_key(key, change) for change in changes]
    return tuple(dict.fromkeys([*keys, *(name + KEPT for name, change in zip(keys, changes, strict=True) if change)]))
