"""Tables of a title with a player's data packs laid over them: CSV row by row, TOML key by key."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from balka.core.errors import BalkaError
from balka.core.reading import Step

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


def rows(
    folder: Path, name: str, packs: Packs, key: Sequence[str] | None, spared: Sequence[str] | None = None
) -> list[Row]:
    """A table, each cell from the last pack that gives it; without a key a pack gives the whole list anew.

    A pack may add rows where `spared` says which columns a new row may leave out.
    """
    found = _lines(folder / name) if (folder / name).is_file() or not packs else []
    for pack in packs:
        if (pack / name).is_file():
            given = _lines(pack / name, key or ())
            found = given if key is None or not found else _laid(found, given, key, pack, spared)
    if not found:
        raise BalkaError(f"the file {name} is missing or has no rows")
    for row in found:
        for column in spared or ():
            row.setdefault(column, "")
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


def _laid(
    base: list[Row], changes: list[Row], key: Sequence[str], pack: Path, spared: Sequence[str] | None
) -> list[Row]:
    """The base rows with the cells a pack gives, and its new rows where a table takes some."""
    places = {tuple(row[column] for column in key): at for at, row in enumerate(base)}
    found = list(base)
    for change in changes:
        name = tuple(change[column] for column in key)
        if name not in places:
            _check_new(change, base[0], key, places, spared)
            places[name] = len(found)
            found.append(Row(change.path, change.line, dict.fromkeys(base[0], "")))
        old = found[places[name]]
        strange = next((column for column in change if column not in old), None)
        if strange is not None:
            raise change.error(strange, "there is no such column", f"columns are {', '.join(old)}")
        basis = {"basis": _basis(old["basis"], pack)} if "basis" in old else {}
        found[places[name]] = Row(change.path, change.line, {**old, **change, **basis})
    return found


def _check_new(
    change: Row, model: Row, key: Sequence[str], known: Iterable[tuple[str, ...]], spared: Sequence[str] | None
) -> None:
    """A row the game does not have is new if it is whole; else one of the game's was meant."""
    needed = [column for column in model if column not in (spared or ())]
    if spared is None or any(column not in change for column in needed):
        name = " ".join(change[column] for column in key)
        wanted = "" if spared is None else f"; a new one needs the columns {', '.join(needed)}"
        raise change.error(key[-1], f"the game has no {name}", _near(name, known) + wanted)


def _basis(old: str, pack: Path) -> str:
    """Figures of a pack say where they come from; a row with a basis for each figure says so for each."""
    mark = f"pack:{pack.name}"
    words = old.split()
    each = ";" not in old and bool(words) and all("=" in word for word in words)
    return " ".join(f"{word.partition('=')[0]}={mark}" for word in words) if each else mark


def _near(name: str, known: Iterable[tuple[str, ...]]) -> str:
    close = get_close_matches(name, [" ".join(words) for words in known], n=3, cutoff=0.4)
    return f"did you mean {', '.join(close)}?" if close else "rows are told by their first columns"


# -- TOML


def facts(folder: Path, name: str, packs: Packs) -> dict[str, Any]:
    """A TOML file with those of packs laid over it, table by table."""
    found: dict[str, Any] = {}
    for path in files(folder, name, packs):
        found = _merged(found, _toml(path))
    return found


def files(folder: Path, name: str, packs: Packs) -> list[Path]:
    """The files something is read from, the last of them on top."""
    return [path for path in (folder / name, *(pack / name for pack in packs)) if path.is_file()]


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as problem:
        raise BalkaError(f"{path.name}: {problem}") from problem


def _merged(base: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """Tables of both, value by value; an empty table takes the whole of it away."""
    found = dict(base)
    for key, value in change.items():
        old = base.get(key)
        found[key] = _merged(old, value) if value and isinstance(value, dict) and isinstance(old, dict) else value
    return found


_HEADER = re.compile(r"\s*(\[\[?)([^\[\]]+)\]")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*")(?:\s*\.\s*(?:[\w-]+|"[^"]*"))*)\s*=""")
_ITEM = re.compile(r"\s*\{")


def place_of(paths: Sequence[Path], steps: Sequence[Step]) -> str:
    """File and line where a value stands, or the nearest thing around it: in the last file that has most of the way."""
    found = [(*_line_of(path, list(steps)), at) for at, path in enumerate(paths)]
    _, line, at = max(found, key=lambda one: (one[0], one[2]))
    return f"{paths[at].name} line {line}"


def _line_of(path: Path, steps: list[Step]) -> tuple[int, int]:
    """How many of the steps a file has, and the line of the last of them."""
    best = (0, 1)
    for way, line in _ways(path.read_text(encoding="utf-8")):
        depth = min(len(way), len(steps))  # what lies deeper than the way tells where its table begins
        if way[:depth] == steps[:depth] and depth > best[0]:
            best = (depth, line)
    return best


def _ways(text: str) -> Iterator[tuple[list[Step], int]]:
    """The way to what begins on each line: a table, a key, or an item of a list with one item on a line."""
    table: list[Step] = []
    last: list[Step] = []
    items: dict[tuple[Step, ...], int] = {}
    for line, words in enumerate(text.splitlines(), start=1):
        if head := _HEADER.match(words):
            table = list(_names(head[2]))
            if head[1] == "[[":
                table = [*table, _next(items, table)]
            last = table
        elif key := _KEY.match(words):
            last = [*table, *_names(key[1])]
        elif _ITEM.match(words):
            yield [*last, _next(items, last)], line
            continue
        else:
            continue
        yield last, line


def _names(text: str) -> Iterator[str]:
    return (name.strip().strip('"') for name in re.findall(r'"[^"]*"|[^.]+', text.strip()))


def _next(items: dict[tuple[Step, ...], int], way: Sequence[Step]) -> int:
    items[tuple(way)] = items.get(tuple(way), -1) + 1
    return items[tuple(way)]
