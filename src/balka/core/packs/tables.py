"""CSV tables with data packs on top: every mistake is told with file, line, column and what would be right."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar

from msgspec import Struct

from balka.core.errors import BalkaError
from balka.core.packs import Packs, pack_basis, text_of
from balka.core.reading import near

Made = TypeVar("Made")
Name = tuple[str, ...]
LARGEST = 9999  # no figure of a counter, card or map is anywhere near


class Row(dict[str, str]):
    """A line of a table by the names in its first line; it complains with the place."""

    def __init__(self, path: Path, line: int, cells: Mapping[str, str]) -> None:
        super().__init__(cells)
        self.path = path
        self.line = line

    @property
    def place(self) -> str:
        return f"{self.path.name} line {self.line}"

    def error(self, column: str, wrong: str, instead: str | None = None) -> BalkaError:
        """A complaint about one cell."""
        return BalkaError(f"{self.place}, column {column}: {wrong}", instead)

    def filled(self, column: str) -> str:
        """The cell, which may not be empty."""
        if not self[column]:
            raise self.error(column, "the cell is empty", "it needs a word")
        return self[column]

    def number(self, column: str, default: int | None = None) -> int:
        """A whole number; an empty cell is the default, if there is one."""
        found = self.number_or_none(column)
        if found is None and default is None:
            raise self.error(column, "the cell is empty", "it needs a whole number such as 3")
        return found if found is not None else default or 0

    def number_or_none(self, column: str) -> int | None:
        """A whole number, or None for an empty cell: the figure does not apply."""
        text = self[column]
        try:
            found = int(text) if text else None
        except ValueError:
            raise self.error(column, f"{text!r} is not a whole number", "write a number such as 3") from None
        if found is not None and abs(found) > LARGEST:
            raise self.error(column, f"{text} is too large a number", f"at most {LARGEST}")
        return found

    def within(self, column: str, least: int, most: int) -> int:
        """A whole number between two bounds."""
        found = self.number(column)
        if not least <= found <= most:
            raise self.error(
                column, f"{found} is no number from {least} to {most}", f"write one such as {max(least, 1)}"
            )
        return found

    def one_of(self, column: str, words: Sequence[str]) -> str:
        """One word of a closed list."""
        return self._known(column, self[column], words)

    def some_of(self, column: str, words: Sequence[str]) -> frozenset[str]:
        """Words of a closed list, separated by semicolons."""
        return frozenset(self._known(column, word, words) for word in self.words(column))

    def words(self, column: str) -> tuple[str, ...]:
        """Words separated by semicolons."""
        return tuple(word.strip() for word in self[column].split(";") if word.strip())

    def _known(self, column: str, word: str, words: Sequence[str]) -> str:
        if word in words:
            return word
        raise self.error(column, f"{word!r} is not known", f"one of {', '.join(filter(None, words))}")

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Whatever cannot be read inside is a mistake of this line."""
        try:
            yield
        except BalkaError as problem:
            raise BalkaError(f"{self.place}: {problem.message}", problem.instead) from problem


class Form(Struct, frozen=True):
    """What the cells of a column look like, and an example of them."""

    pattern: str
    example: str


class Table(Struct, frozen=True):
    """A CSV file of a title, with the rows of data packs laid over it."""

    name: str
    key: tuple[str, ...] = ()
    """the columns that tell a row; without any the file is a list, which a pack gives anew"""
    columns: tuple[str, ...] = ()
    """what the file must have"""
    optional: tuple[str, ...] = ()
    """columns that a file may have"""
    spared: tuple[str, ...] | None = None
    """where a pack may add rows: the columns a new row may leave out"""
    forms: dict[str, Form | tuple[str, ...]] = {}
    """what the cells of a column look like: a form, or one of some words"""
    part_of: Callable[[Row], str] | None = None
    """of a list: the part a row belongs to; a pack gives anew only the parts it has rows of"""

    def read(self, folder: Path, packs: Packs = ()) -> list[Row]:
        """The rows in the order of the file, each cell from the last pack that gives it."""
        given = [(at, at / self.name) for at in (folder, *packs) if (at / self.name).is_file()]
        if not given:
            raise BalkaError(f"the file {self.name} is missing", f"it needs the columns {', '.join(self.columns)}")
        header, rows = self._whole(given[0][1])
        for pack, path in given[1:]:
            rows = self._laid(header, rows, pack, path)
        for row in rows:
            self._check_forms(row)
        return rows

    def _whole(self, path: Path) -> tuple[list[str], list[Row]]:
        """A file that has all its columns."""
        header, rows = _lines(path)
        _check_header(path, header, self.columns, f"it needs {', '.join(self.columns)}")
        silent = [column for column in (*self.optional, *(self.spared or ())) if column not in header]
        header += silent
        for row in rows:
            row.update(dict.fromkeys(silent, ""))
            if not self.key:
                self._check_forms(row)
        return header, list(self._keyed(rows).values()) if self.key else rows

    def _laid(self, header: list[str], rows: list[Row], pack: Path, path: Path) -> list[Row]:
        if not self.key:
            return self._anew(rows, self._whole(path)[1])
        given, changes = _lines(path)
        _check_header(path, given, self.key, f"rows are told by {', '.join(self.key)}")
        found = self._keyed(rows)
        for name, change in self._keyed(changes).items():
            self._refuse_strange(change, header)
            base = found.get(name) or self._new(name, change, header, found)
            basis = {"basis": _basis(base["basis"], pack)} if "basis" in base else {}
            found[name] = Row(change.path, change.line, {**base, **change, **basis})
        return list(found.values())

    def _anew(self, rows: list[Row], given: list[Row]) -> list[Row]:
        """A list as a pack gives it: the whole, or the parts it has rows of."""
        if self.part_of is None:
            return given
        parts = {self.part_of(row) for row in given}
        return [row for row in rows if self.part_of(row) not in parts] + given

    def _keyed(self, rows: Iterable[Row]) -> dict[Name, Row]:
        keyed: dict[Name, Row] = {}
        for row in rows:
            name = tuple(row.filled(column) for column in self.key)
            if name in keyed:
                raise row.error(self.key[-1], f"{' '.join(name)} stands in line {keyed[name].line} too", "give it once")
            keyed[name] = row
        return keyed

    def _new(self, name: Name, change: Row, header: list[str], known: Iterable[Name]) -> Row:
        """An empty row for one the game does not have, if this may be one; else what may have been meant."""
        spared = {*(self.spared or ()), *self.optional}
        needed = [column for column in self.columns or header if column not in spared]
        if self.spared is None or any(column not in change for column in needed):
            wanted = "" if self.spared is None else f"; a new one needs the columns {', '.join(needed)}"
            raise change.error(self.key[-1], f"the game has no {' '.join(name)}", _near(name, known) + wanted)
        return Row(change.path, change.line, dict.fromkeys(header, ""))

    def _refuse_strange(self, change: Row, header: list[str]) -> None:
        for column in change:
            if column not in header:
                raise change.error(column, "there is no such column", near(column, header))

    def _check_forms(self, row: Row) -> None:
        for column, form in self.forms.items():
            if not isinstance(form, Form):
                row.one_of(column, form)
            elif not re.fullmatch(form.pattern, row[column]):
                raise row.error(column, f"{row[column]!r} cannot be read", form.example)


def _lines(path: Path) -> tuple[list[str], list[Row]]:
    """The columns and the rows of a file."""
    reader = csv.DictReader(text_of(path).splitlines(keepends=True), skipinitialspace=True, strict=True)
    try:
        header = [column.strip() for column in reader.fieldnames or ()]
        return header, [_row(path, reader.line_num, cells) for cells in reader]
    except csv.Error as problem:
        raise BalkaError(f"{path.name} line {reader.reader.line_num}: {problem}", "see to its quotes") from None


def _row(path: Path, line: int, cells: dict[str, str]) -> Row:
    if None in cells or None in cells.values():
        raise BalkaError(
            f"{path.name} line {line}: as many cells as columns are needed", "put text with commas in quotes"
        )
    return Row(path, line, {column.strip(): cell.strip() for column, cell in cells.items()})


def _check_header(path: Path, header: Sequence[str], needed: Sequence[str], instead: str) -> None:
    missing = [column for column in needed if column not in header]
    if not header:
        raise BalkaError(f"{path.name} line 1: the file is empty", f"its first line names the columns; {instead}")
    if missing:
        raise BalkaError(f"{path.name} line 1: no column {', '.join(missing)}", instead)


def _basis(old: str, pack: Path) -> str:
    """Figures of a pack say where they come from; a row with a basis for each figure says so for each."""
    mark, words = pack_basis(pack), old.split()
    each = ";" not in old and bool(words) and all("=" in word for word in words)
    return " ".join(f"{word.partition('=')[0]}={mark}" for word in words) if each else mark


def _near(name: Name, known: Iterable[Name]) -> str:
    close = get_close_matches(" ".join(name), [" ".join(other) for other in known], n=3, cutoff=0.4)
    return f"did you mean {', '.join(close)}?" if close else "rows are told by their first columns"


def by_id(rows: Iterable[Row], make: Callable[[Row], Made]) -> dict[str, Made]:
    """Things made from rows, by the id of the row."""
    return {row["id"]: make(row) for row in rows}
