"""The data files as tables, with data packs laid over them; mistakes are told with file, line and column."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

from balka.core.errors import BalkaError
from balka.games import packed
from balka.games.packed import Packs, Row

__all__ = ["DATA", "Packs", "Row", "facts", "files", "fingerprint", "rows"]

DATA = Path(__file__).parent / "data"
SIDES = ("german", "soviet")
NUMBER, OPTIONAL = r"\d+", r"\d*"
HEX, DATE, YES = r"\d{4}", r"1943-07-\d\d", r"(yes)?"
DAY = rf"({DATE})?"
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

SPARED: dict[str, tuple[str, ...]] = {
    "units.csv": ("basis", "note", "traits", "limit", "star", "attack_reduced", "defence_reduced"),
    "setup.csv": ("basis", "fortified", "lost", "moves_from"),
    "arrivals.csv": (),
}
"""The tables a pack may add rows to, and what a new row may leave out."""

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
    "arrivals.csv": {"side": SIDES, "date": DATE, "kind": ("reinforcement", "stavka")},
}  # fmt: skip
"""What the cells of a column look like: one of some words, or a pattern."""


def rows(name: str, packs: Packs = ()) -> list[Row]:
    """A table, each cell from the last pack that gives it, every cell of the right form."""
    found = packed.rows(DATA, name, packs, KEYS.get(name), SPARED.get(name))
    for row in found:
        _check_forms(row, FORMS.get(name, {}))
    return found


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
    DATE: "a day such as 1943-07-12", DAY: "a day such as 1943-07-12 or nothing",
    YES: "yes or nothing", COST: "points such as 1.5 or 1/3, or no",
}  # fmt: skip


def facts(name: str, packs: Packs = ()) -> dict[str, Any]:
    """A TOML file with those of packs laid over it, table by table."""
    return packed.facts(DATA, name, packs)


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
