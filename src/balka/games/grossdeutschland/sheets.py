"""The data files as tables, with data packs laid over them; mistakes are told with file, line and column."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from balka.games import packed
from balka.games.packed import Packs, Row

__all__ = ["DATA", "Packs", "Row", "facts", "files", "read_files", "rows", "scenario_keys"]

DATA = Path(__file__).parent / "data"
SCENARIOS = "scenarios"

KEYS = {
    "units": ("side", "battalion", "designation"),
    "chits": ("name",),
    "terrain": ("terrain", "kind"),
    "hexes": ("hex",),
    "entry": ("entry",),
}
"""By what a row of a pack names the row it corrects; by the last word of the file's name. Other files are lists without
figures, and a pack gives the whole list anew."""

UNITS = (
    "depleted_attack",
    "depleted_defence",
    "depleted_movement",
    "range",
    "fire",
    "flags",
    "activation_range",
    "basis",
)
PLACES = ("starts", "condition", "note")
"""What a new row of the counters, or of a scenario's list of them, may leave out."""


def rows(name: str, packs: Packs = ()) -> list[Row]:
    """A table, each cell from the last pack that gives it."""
    key = KEYS.get(name.removesuffix(".csv").rpartition("_")[-1].rpartition("/")[-1])
    return packed.rows(DATA, name, packs, key, _spared(name))


def _spared(name: str) -> tuple[str, ...] | None:
    if name == "units.csv":
        return UNITS
    return PLACES if name.startswith(f"{SCENARIOS}/") else None


def scenario_keys(packs: Packs) -> list[str]:
    """The scenarios whose files lie in the folder of the game or of a pack."""
    folders = [folder / SCENARIOS for folder in (DATA, *packs)]
    return sorted({path.stem for folder in folders if folder.is_dir() for path in folder.glob("*.toml")})


def read_files(packs: Packs) -> list[str]:
    """Names of the files a data pack may have."""
    own = [path.relative_to(DATA).as_posix() for path in DATA.rglob("*.*") if path.is_file()]
    new = [f"{SCENARIOS}/{key}{end}" for key in scenario_keys(packs) for end in (".toml", "_units.csv")]
    return sorted({*own, *new})


def facts(name: str, packs: Packs = ()) -> dict[str, Any]:
    """A TOML file with those of packs laid over it, table by table."""
    return packed.facts(DATA, name, packs)


def files(name: str, packs: Packs) -> list[Path]:
    """The files a table comes from."""
    return packed.files(DATA, name, packs)
