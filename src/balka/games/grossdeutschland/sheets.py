"""The data files as tables, with data packs laid over them; mistakes are told with file, line and column."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from balka.core.errors import BalkaError

DATA = Path(__file__).parent / "data"
Packs = tuple[Path, ...]

KEYS = {
    "units": ("side", "battalion", "designation"),
    "chits": ("name",),
    "terrain": ("terrain", "kind"),
    "hexes": ("hex",),
    "entry": ("entry",),
}
"""By what a row of a pack names the row it corrects; by the last word of the file's name. Other files are lists without
figures, and a pack gives the whole list anew."""


class Row(dict[str, str]):
    """A line of a table by the names in its first line; its readers complain with the place."""

    def __init__(self, path: Path, line: int, cells: dict[str, str]) -> None:
        super().__init__(cells)
        self.path = path
        self.line = line

    def error(self, column: str, wrong: str, instead: str | None = None) -> BalkaError:
        return BalkaError(f"{self.path.name} line {self.line}, column {column}: {wrong}", instead)

    def number(self, column: str, default: int = 0) -> int:
        """A whole number, or the default for an empty cell."""
        text = self[column].strip()
        try:
            return int(text) if text else default
        except ValueError:
            raise self.error(column, f"{text!r} is not a whole number", "write a number such as 3") from None

    def one_of(self, column: str, words: Sequence[str]) -> str:
        if self[column] not in words:
            raise self.error(column, f"{self[column]!r} is not known", f"one of {', '.join(words)}")
        return self[column]


def rows(name: str, packs: Packs = ()) -> list[Row]:
    """A table, each cell from the last pack that gives it."""
    found = _lines(DATA / name)
    key = KEYS.get(name.removesuffix(".csv").rpartition("_")[-1].rpartition("/")[-1])
    for pack in packs:
        if (pack / name).is_file():
            found = _lines(pack / name) if key is None else _laid(found, _lines(pack / name, key), key, pack)
    return found


def _lines(path: Path, needed: Iterable[str] = ()) -> list[Row]:
    if not path.is_file():
        raise BalkaError(f"the file {path.name} is missing")
    text = path.read_text(encoding="utf-8-sig")
    reader = csv.DictReader(text.splitlines(keepends=True), strict=True)
    missing = [column for column in needed if column not in (reader.fieldnames or ())]
    if missing:
        raise BalkaError(f"{path.name} line 1: no column {', '.join(missing)}", f"rows are told by {', '.join(needed)}")
    return [_whole(path, reader.line_num, cells) for cells in reader]


def _whole(path: Path, line: int, cells: dict[str, str]) -> Row:
    if None in cells or None in cells.values():
        raise BalkaError(f"{path.name} line {line}: as many cells as columns are needed")
    return Row(path, line, cells)


def _laid(base: list[Row], changes: list[Row], key: Sequence[str], pack: Path) -> list[Row]:
    """The base rows with the cells a pack gives; a row the game does not have is a mistake."""
    by_name = {tuple(row[column] for column in key): at for at, row in enumerate(base)}
    found = list(base)
    for change in changes:
        name = tuple(change[column] for column in key)
        if name not in by_name:
            raise change.error(key[-1], f"the game has no {' '.join(name)}", _near(" ".join(name), by_name))
        old = found[by_name[name]]
        strange = next((column for column in change if column not in old), None)
        if strange is not None:
            raise change.error(strange, "there is no such column", f"columns are {', '.join(old)}")
        basis = {"basis": _basis(old["basis"], pack)} if "basis" in old else {}
        found[by_name[name]] = Row(change.path, change.line, {**old, **change, **basis})
    return found


def _basis(old: str, pack: Path) -> str:
    """Figures of a pack say where they come from; a row with a basis for each figure says so for each."""
    mark = f"pack:{pack.name}"
    return " ".join(f"{word.partition('=')[0]}={mark}" for word in old.split()) if "=" in old else mark


def _near(name: str, known: Iterable[tuple[str, ...]]) -> str:
    close = get_close_matches(name, [" ".join(words) for words in known], n=3, cutoff=0.4)
    return f"did you mean {', '.join(close)}?" if close else "a pack only changes what the game has"


def facts(name: str, packs: Packs = ()) -> dict[str, Any]:
    """A TOML file with those of packs laid over it, table by table."""
    found = _toml(DATA / name)
    for pack in packs:
        if (pack / name).is_file():
            found = _merged(found, _toml(pack / name), name)
    return found


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as problem:
        raise BalkaError(f"{path.name}: {problem}") from problem


def _merged(base: dict[str, Any], change: dict[str, Any], name: str) -> dict[str, Any]:
    for key, value in change.items():
        if key not in base:
            raise BalkaError(f"{Path(name).name}: {key} is not known", f"one of {', '.join(base)}")
        if type(value) is not type(base[key]):
            raise BalkaError(f"{Path(name).name}: {key} cannot be {value!r}", f"the game has {base[key]!r}")
    nested = {k: _merged(base[k], v, name) if isinstance(v, dict) else v for k, v in change.items()}
    return {**base, **nested}


def files(name: str, packs: Packs) -> list[Path]:
    """The files a table comes from."""
    return [DATA / name, *(pack / name for pack in packs if (pack / name).is_file())]
