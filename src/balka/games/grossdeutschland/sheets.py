"""The data files as tables, with data packs laid over them; mistakes are told with file, line and column."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from balka.games import packed
from balka.games.packed import Packs, Row

__all__ = ["DATA", "Packs", "Row", "facts", "files", "rows"]

DATA = Path(__file__).parent / "data"

KEYS = {
    "units": ("side", "battalion", "designation"),
    "chits": ("name",),
    "terrain": ("terrain", "kind"),
    "hexes": ("hex",),
    "entry": ("entry",),
}
"""By what a row of a pack names the row it corrects; by the last word of the file's name. Other files are lists without
figures, and a pack gives the whole list anew."""


def rows(name: str, packs: Packs = ()) -> list[Row]:
    """A table, each cell from the last pack that gives it."""
    key = KEYS.get(name.removesuffix(".csv").rpartition("_")[-1].rpartition("/")[-1])
    return packed.rows(DATA, name, packs, key)


def facts(name: str, packs: Packs = ()) -> dict[str, Any]:
    """A TOML file with those of packs laid over it, table by table."""
    return packed.facts(DATA, name, packs)


def files(name: str, packs: Packs) -> list[Path]:
    """The files a table comes from."""
    return [DATA / name, *(pack / name for pack in packs if (pack / name).is_file())]
