"""CSV tables with data packs on top: every mistake is told with file, line, column and what would be right."""

import csv
from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar

from balka.core.errors import BalkaError

Made = TypeVar("Made")


class DataError(BalkaError):
    """A mistake in a data file."""


def pack_basis(pack: Path) -> str:
    """The basis of figures a data pack gives."""
    return f"pack:{pack.name}"


class Row:
    """One line of a table; readers of its cells complain with the place."""

    def __init__(self, path: Path, line: int, cells: dict[str, str]) -> None:
        self.path = path
        self.line = line
        self.cells = cells

    def error(self, column: str, wrong: str, instead: str | None = None) -> DataError:
        """A complaint about one cell."""
        return DataError(f"{self.path.name} line {self.line}, column {column}: {wrong}", instead)

    def text(self, column: str) -> str:
        """The cell as it stands."""
        return self.cells[column].strip()

    def filled(self, column: str) -> str:
        """The cell, which may not be empty."""
        found = self.text(column)
        if not found:
            raise self.error(column, "the cell is empty", "it needs a word")
        return found

    def number(self, column: str) -> int:
        """A whole number."""
        found = self.number_or_none(column)
        if found is None:
            raise self.error(column, "the cell is empty", "it needs a whole number such as 3")
        return found

    def number_or_none(self, column: str) -> int | None:
        """A whole number, or None for an empty cell: the figure does not apply."""
        found = self.text(column)
        try:
            return int(found) if found else None
        except ValueError:
            raise self.error(column, f"{found!r} is not a whole number", "write a number such as 3") from None

    def one_of(self, column: str, words: Sequence[str]) -> str:
        """One word of a closed list."""
        return self._known(column, self.text(column), words)

    def some_of(self, column: str, words: Sequence[str]) -> frozenset[str]:
        """Words of a closed list, separated by semicolons."""
        return frozenset(self._known(column, word, words) for word in self.words(column))

    def words(self, column: str) -> tuple[str, ...]:
        """Words separated by semicolons."""
        return tuple(word.strip() for word in self.text(column).split(";") if word.strip())

    def _known(self, column: str, word: str, words: Sequence[str]) -> str:
        if word in words:
            return word
        raise self.error(column, f"{word!r} is not known", f"one of {', '.join(words)}")


class Table:
    """A CSV file of the title, with the rows of data packs laid over it.

    A pack may add rows where `spared` says which columns a new row may leave out; elsewhere it changes what there is.
    """

    def __init__(
        self,
        name: str,
        key: Sequence[str],
        columns: Sequence[str],
        optional: Sequence[str] = (),
        spared: Sequence[str] | None = None,
    ) -> None:
        self.name = name
        self.key = tuple(key)
        self.columns = tuple(columns)
        self.optional = tuple(optional)
        self.spared = spared

    def read(self, folder: Path, packs: Iterable[Path] = ()) -> list[Row]:
        """The rows in the order of the file, each cell from the last pack that gives it."""
        rows = self._keyed(_rows(folder / self.name, self.columns))
        for pack in packs:
            path = pack / self.name
            if path.exists():
                self._lay(rows, _rows(path, self.key), pack)
        for row in rows.values():
            for column in self.optional:
                row.cells.setdefault(column, "")
        return list(rows.values())

    def _keyed(self, rows: Iterable[Row]) -> dict[tuple[str, ...], Row]:
        keyed: dict[tuple[str, ...], Row] = {}
        for row in rows:
            name = self._name(row)
            if name in keyed:
                raise row.error(self.key[-1], f"{' '.join(name)} stands in line {keyed[name].line} too", "give it once")
            keyed[name] = row
        return keyed

    def _name(self, row: Row) -> tuple[str, ...]:
        return tuple(row.filled(column) for column in self.key)

    def _lay(self, rows: dict[tuple[str, ...], Row], changes: Iterable[Row], pack: Path) -> None:
        for name, change in self._keyed(changes).items():
            base = rows.get(name) or self._new(name, change, rows)
            self._refuse_strange(change, base)
            cells = base.cells | change.cells | ({"basis": pack_basis(pack)} if "basis" in base.cells else {})
            rows[name] = Row(change.path, change.line, cells)

    def _new(self, name: tuple[str, ...], change: Row, rows: dict[tuple[str, ...], Row]) -> Row:
        """An empty row for one the game does not have, if this may be one; else what may have been meant."""
        missing = [column for column in self.columns if column not in change.cells]
        if self.spared is None or any(column not in self.spared for column in missing):
            wanted = "" if self.spared is None else f"; a new one needs the columns {', '.join(self._needed())}"
            raise change.error(self.key[-1], f"the game has no {' '.join(name)}", _near(name, rows) + wanted)
        return Row(change.path, change.line, dict.fromkeys((*self.columns, *self.optional), ""))

    def _needed(self) -> list[str]:
        return [column for column in self.columns if column not in (self.spared or ())]

    def _refuse_strange(self, change: Row, base: Row) -> None:
        for column in change.cells:
            if column not in base.cells:
                raise change.error(column, "there is no such column", f"columns are {', '.join(base.cells)}")


def _near(name: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    close = get_close_matches(" ".join(name), [" ".join(other) for other in rows], n=3, cutoff=0.4)
    return f"did you mean {', '.join(close)}?" if close else "rows are told by their first columns"


def _rows(path: Path, columns: Sequence[str]) -> list[Row]:
    """The lines of a file, its header checked."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as problem:
        raise DataError(f"{path.name} cannot be read: {problem.strerror}") from None
    reader = csv.DictReader(text.splitlines(keepends=True), strict=True)
    header = reader.fieldnames or []
    missing = [column for column in columns if column not in header]
    if missing:
        raise DataError(f"{path.name} line 1: no column {', '.join(missing)}", f"it needs {', '.join(columns)}")
    return [_checked(path, reader.line_num, cells) for cells in reader]


def _checked(path: Path, line: int, cells: dict[str, str]) -> Row:
    if None in cells or None in cells.values():
        raise DataError(
            f"{path.name} line {line}: as many cells as columns are needed", "put text with commas in quotes"
        )
    return Row(path, line, cells)


def by_id(rows: Iterable[Row], make: Callable[[Row], Made]) -> dict[str, Made]:
    """Things made from rows, by the id of the row."""
    return {row.text("id"): make(row) for row in rows}
