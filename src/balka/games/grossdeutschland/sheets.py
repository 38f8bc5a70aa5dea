"""The data files as tables, with data packs laid over them; mistakes are told with file, line and column."""

from __future__ import annotations

from pathlib import Path

from msgspec import structs

from balka.core.packs import Packs, files
from balka.core.packs.tables import Form, Row, Table
from balka.systems.famous_divisions.position import SIDES

DATA = Path(__file__).parent / "data"
SCENARIOS = "scenarios"
HEX = Form(r"\d{4}", "four digits such as 2709")
HEXES = Form(r"\d{4}( \d{4})*", "hexes such as 2709, the printed one first")
YES_NO = ("yes", "no")


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


UNITS = Table(
    "units.csv",
    key=("side", "battalion", "designation"),
    columns=_words("side battalion designation type class attack defence movement"),
    spared=_words("depleted_attack depleted_defence depleted_movement range fire flags activation_range basis"),
    forms={"side": SIDES},
)
CHITS = Table(
    "chits.csv",
    key=("name",),
    columns=_words("name colour modifier count no_night"),
    spared=_words("nullifies fortification basis"),
    forms={"colour": ("blue", "red", "black"), "no_night": YES_NO},
)
TERRAIN = Table(
    "terrain.csv",
    key=("terrain", "kind"),
    columns=_words("terrain kind leg tracked wheeled modifier blocks basis"),
    forms={"kind": ("hex", "hexside", "road"), "blocks": YES_NO},
)
PLACES = Table(
    f"{SCENARIOS}/KEY_units.csv",
    key=("side", "battalion", "designation"),
    columns=_words("side battalion designation place"),
    spared=_words("starts condition note"),
    forms={"side": SIDES},
)
LAYOUT = Table(
    "maps/layout.csv", key=("map",), columns=("map", "layout"), spared=(), forms={"layout": ("columns", "rows")}
)
MAPS = {
    "hexes": Table(
        "maps/KEY_hexes.csv", key=("hex",), columns=_words("hex terrain name peak notes"), forms={"hex": HEX}
    ),
    "hexsides": Table("maps/KEY_hexsides.csv", columns=_words("hex_a hex_b kind"), forms={"hex_a": HEX, "hex_b": HEX}),
    "roads": Table("maps/KEY_roads.csv", columns=_words("hex_a hex_b kind"), forms={"hex_a": HEX, "hex_b": HEX}),
    "entry": Table("maps/KEY_entry.csv", key=("entry",), columns=_words("entry hexes"), forms={"hexes": HEXES}),
}


def rows(table: Table, packs: Packs = (), key: str = "") -> list[Row]:
    """A table, each cell from the last pack that gives it; `key` is the map's or the scenario's."""
    return structs.replace(table, name=table.name.replace("KEY", key)).read(DATA, packs)


def scenario_keys(packs: Packs) -> list[str]:
    """The scenarios whose files lie in the folder of the game or of a pack."""
    folders = [folder / SCENARIOS for folder in (DATA, *packs)]
    return sorted({path.stem for folder in folders if folder.is_dir() for path in folder.glob("*.toml")})


def map_keys(packs: Packs) -> list[str]:
    """The maps of the game and of packs."""
    return [row["map"] for row in rows(LAYOUT, packs)]


def read_files(packs: Packs) -> list[str]:
    """Names of the files a data pack may have."""
    own = [path.relative_to(DATA).as_posix() for path in DATA.rglob("*.*") if path.is_file()]
    new = [f"{SCENARIOS}/{key}{end}" for key in scenario_keys(packs) for end in (".toml", "_units.csv")]
    new += [f"maps/{key}_{part}.csv" for key in map_keys(packs) for part in MAPS]
    return sorted({*own, *new})


def paths(name: str, packs: Packs) -> list[Path]:
    """The files a table comes from."""
    return files(DATA, name, packs)
