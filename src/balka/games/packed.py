"""Tables of a title with a player's data packs laid over them: CSV row by row, TOML key by key."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from balka.core.errors import BalkaError

Packs = tuple[Path, ...]


class Row(dict[str, str]):
    """A line of a table by the names in its first line; it complains with the place."""

    def __init__(self, path: Path, line: int, cells: dict[str, str]) -> None:
        super().__init__(cells)
        self.path = path
        self.line = line

    @property
    def place(self) -> str:
        return f"{self.path.name} line {self.line}"

    def error(self, column: str, wrong: str, instead: str | None = None) -> BalkaError:
        return BalkaError(f"{self.place}, column {column}: {wrong}", instead)

    def number(self, column: str, default: int = 0) -> int:
        """A whole number, or the default for an empty cell."""
        text = self[column]
        try:
            return int(text) if text else default
        except ValueError:
            raise self.error(column, f"{text!r} is not a whole number", "write a number such as 3") from None

    def one_of(self, column: str, words: Sequence[str]) -> str:
        if self[column] not in words:
            raise self.error(column, f"{self[column]!r} is not known", f"one of {', '.join(words)}")
        return self[column]

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Whatever cannot be read inside is a mistake of this line."""
        try:
            yield
        except BalkaError as problem:
            raise BalkaError(f"{self.place}: {problem.message}", problem.instead) from problem


def rows(folder: Path, name: str, packs: Packs, key: Sequence[str] | None) -> list[Row]:
    """A table, each cell from the last pack that gives it; without a key a pack gives the whole list anew."""
    found = _lines(folder / name)
    for pack in packs:
        if (pack / name).is_file():
            found = _lines(pack / name) if key is None else _laid(found, _lines(pack / name, key), key, pack)
    return found


def _lines(path: Path, needed: Iterable[str] = ()) -> list[Row]:
    if not path.is_file():
        raise BalkaError(f"the file {path.name} is missing")
    text = path.read_text(encoding="utf-8-sig")
    reader = csv.DictReader(text.splitlines(keepends=True), skipinitialspace=True, strict=True)
    names = [column.strip() for column in reader.fieldnames or ()]
    missing = [column for column in needed if column not in names]
    if missing:
        raise BalkaError(f"{path.name} line 1: no column {', '.join(missing)}", f"rows are told by {', '.join(needed)}")
    return [_whole(path, reader.line_num, cells) for cells in reader]


def _whole(path: Path, line: int, cells: dict[str, str]) -> Row:
    if None in cells or None in cells.values():
        raise BalkaError(f"{path.name} line {line}: as many cells as columns are needed")
    return Row(path, line, {column.strip(): cell.strip() for column, cell in cells.items()})


def _laid(base: list[Row], changes: list[Row], key: Sequence[str], pack: Path) -> list[Row]:
    """The base rows with the cells a pack gives; a row the game does not have is a mistake."""
    places = {tuple(row[column] for column in key): at for at, row in enumerate(base)}
    found = list(base)
    for change in changes:
        name = tuple(change[column] for column in key)
        if name not in places:
            raise change.error(key[-1], f"the game has no {' '.join(name)}", _near(" ".join(name), places))
        old = found[places[name]]
        strange = next((column for column in change if column not in old), None)
        if strange is not None:
            raise change.error(strange, "there is no such column", f"columns are {', '.join(old)}")
        basis = {"basis": _basis(old["basis"], pack)} if "basis" in old else {}
        found[places[name]] = Row(change.path, change.line, {**old, **change, **basis})
    return found


def _basis(old: str, pack: Path) -> str:
    """Figures of a pack say where they come from; a row with a basis for each figure says so for each."""
    mark = f"pack:{pack.name}"
    words = old.split()
    each = ";" not in old and bool(words) and all("=" in word for word in words)
    return " ".join(f"{word.partition('=')[0]}={mark}" for word in words) if each else mark


def _near(name: str, known: Iterable[tuple[str, ...]]) -> str:
    close = get_close_matches(name, [" ".join(words) for words in known], n=3, cutoff=0.4)
    return f"did you mean {', '.join(close)}?" if close else "a pack only changes what the game has"


# -- TOML


def facts(folder: Path, name: str, packs: Packs) -> dict[str, Any]:
    """A TOML file with those of packs laid over it, table by table."""
    found = _toml(folder / name)
    for pack in packs:
        if (pack / name).is_file():
            found = _merged(found, _toml(pack / name), Path(name).name)
    return found


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as problem:
        raise BalkaError(f"{path.name}: {problem}") from problem


def _merged(base: dict[str, Any], change: dict[str, Any], where: str) -> dict[str, Any]:
    for key, value in change.items():
        if key not in base:
            raise BalkaError(f"{where}: {key} is not known", f"one of {', '.join(base)}")
        if type(value) is not type(base[key]):
            raise BalkaError(f"{where}: {key} cannot be {value!r}", f"the game has {base[key]!r}")
    inner = {k: _merged(base[k], v, f"{where}, {k}") if isinstance(v, dict) else v for k, v in change.items()}
    return {**base, **inner}
