"""The data files as tables, with data packs laid over them; mistakes are told with file, line and column."""

from __future__ import annotations

import csv
import hashlib
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from balka.core.errors import BalkaError

DATA = Path(__file__).parent / "data"
Packs = tuple[Path, ...]
SIDES = ("german", "soviet")
NUMBER, OPTIONAL = r"\d+", r"\d*"
HEX, DAY, YES = r"\d{4}", r"(1943-07-\d\d)?", r"(yes)?"
COST = r"no|\d+(\.\d+)?|\d+/\d+"

KEYS: dict[str, tuple[str, ...]] = {
    "units.csv": ("id",),
    "terrain.csv": ("terrain",),
    "combat_table.csv": ("roll",),
    "fire_tables.csv": ("table", "sp"),
    "hexes.csv": ("hex",),
    "setup.csv": ("scenario", "unit"),
    "arrivals.csv": ("scenario", "unit"),
}
"""By what a row of a pack names the row it corrects. Other files are lists without figures, and a pack gives the whole
list anew."""

FORMS: dict[str, dict[str, str | tuple[str, ...]]] = {
    "units.csv": {
        "side": SIDES, "kind": ("INF", "MOT", "ARM", "AG", "AT", "AA", "ART", "CAV", "HQ", "FU", "RG", "VS", "AIR"),
        "attack": NUMBER, "defence": NUMBER, "attack_reduced": OPTIONAL, "defence_reduced": OPTIONAL, "mp": OPTIONAL,
        "moves": ("trucked", "mechanized", "foot", "air", ""), "cel": NUMBER,
        "star": ("white", "black", "yellow", "blue", ""),
        "limit": OPTIONAL,
    },
    "terrain.csv": {
        "mode": ("base", "add", "road", "side"), "trucked": COST, "mechanized": COST, "foot": COST, "defence": NUMBER,
    },
    "hexes.csv": {"hex": HEX, **dict.fromkeys(("owner_5jul", "owner_7jul", "owner_15jul"), ("g", "s", ""))},
    "lines.csv": {
        "a": HEX, "b": HEX, "kind": ("main", "secondary", "rail", "river", "doniec", "bridge", "fortified"),
    },
    "exits.csv": {"hex": HEX, "side": ("N", "NE", "SE", "S", "SW", "NW")},
    "setup.csv": {"side": SIDES, "hex": HEX, "fortified": YES, "lost": OPTIONAL, "moves_from": DAY},
    "arrivals.csv": {"side": SIDES, "date": DAY, "kind": ("reinforcement", "stavka")},
}  # fmt: skip
"""What the cells of a column look like: one of some words, or a pattern."""


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

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Whatever cannot be read inside is a mistake of this line."""
        try:
            yield
        except BalkaError as problem:
            raise BalkaError(f"{self.place}: {problem.message}", problem.instead) from problem


def rows(name: str, packs: Packs = ()) -> list[Row]:
    """A table, each cell from the last pack that gives it, every cell of the right form."""
    found = _lines(DATA / name)
    key = KEYS.get(name)
    for pack in packs:
        if (pack / name).is_file():
            found = _lines(pack / name) if key is None else _laid(found, _lines(pack / name, key), key, pack)
    for row in found:
        _check_forms(row, FORMS.get(name, {}))
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
        basis = {"basis": f"pack:{pack.name}"} if "basis" in old else {}
        found[places[name]] = Row(change.path, change.line, {**old, **change, **basis})
    return found


def _near(name: str, known: Iterable[tuple[str, ...]]) -> str:
    close = get_close_matches(name, [" ".join(words) for words in known], n=3, cutoff=0.4)
    return f"did you mean {', '.join(close)}?" if close else "a pack only changes what the game has"


def _check_forms(row: Row, forms: dict[str, str | tuple[str, ...]]) -> None:
    for column, form in forms.items():
        if column not in row:
            raise BalkaError(f"{row.path.name} line 1: no column {column}")
        if isinstance(form, tuple):
            if row[column] not in form:
                raise row.error(column, f"{row[column]!r} is not known", f"one of {', '.join(filter(None, form))}")
        elif not re.fullmatch(form, row[column]):
            raise row.error(column, f"{row[column]!r} cannot be read", EXAMPLES[form])


EXAMPLES = {
    NUMBER: "a whole number such as 3", OPTIONAL: "a whole number or nothing", HEX: "four digits such as 0927",
    DAY: "a day such as 1943-07-12", YES: "yes or nothing", COST: "points such as 1.5 or 1/3, or no",
}  # fmt: skip


# -- the scenarios


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


def _merged(base: dict[str, Any], change: dict[str, Any], where: str) -> dict[str, Any]:
    for key, value in change.items():
        if key not in base:
            raise BalkaError(f"{where}: {key} is not known", f"one of {', '.join(base)}")
        if type(value) is not type(base[key]):
            raise BalkaError(f"{where}: {key} cannot be {value!r}", f"the game has {base[key]!r}")
    inner = {k: _merged(base[k], v, f"{where}, {k}") if isinstance(v, dict) else v for k, v in change.items()}
    return {**base, **inner}


def fingerprint(packs: Packs) -> str:
    """A short name for all the data as they are."""
    found = hashlib.sha256()
    for path in files(packs):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def files(packs: Packs) -> list[Path]:
    """Every file the data come from, in order."""
    own = sorted(path for path in DATA.iterdir() if path.is_file())
    return own + [pack / path.name for pack in packs for path in own if (pack / path.name).is_file()]
