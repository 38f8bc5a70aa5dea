"""The data files as tables, with data packs laid over them; mistakes are told with file, line and column."""

from __future__ import annotations

import hashlib
from pathlib import Path

from balka.core.packs import Packs
from balka.core.packs.tables import Form, Row, Table

DATA = Path(__file__).parent / "data"
SIDES = ("german", "soviet")
NUMBER = Form(r"\d{1,3}", "a whole number such as 3")
OPTIONAL = Form(r"\d{0,3}", "a whole number such as 3, or nothing")
HEX = Form(r"\d{4}", "four digits such as 0927")
DATE = Form(r"1943-07-(0[1-9]|[12]\d|3[01])", "a day such as 1943-07-12")
DAY = Form(rf"({DATE.pattern})?", "a day such as 1943-07-12 or nothing")
YES = Form(r"(yes)?", "yes or nothing")
COST = Form(r"no|\d+(\.\d+)?|\d+/\d+", "points such as 1.5 or 1/3, or no")
ROLL = tuple(map(str, range(2, 13)))
KINDS = ("INF", "MOT", "ARM", "AG", "AT", "AA", "ART", "CAV", "HQ", "FU", "RG", "VS", "AIR")
OWNER = ("g", "s", "")
SOUTH, OWN = 34, 64  # the first column of the southern sheet, and of sheets that packs bring


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def printed_sheet(label: str) -> str:
    """The printed sheet a hex is on by its number, or none."""
    column = int(label[:2])
    return "north" if column < SOUTH else "south" if column < OWN else ""


TABLES = (
    Table(
        "units.csv",
        key=("id",),
        columns=_words("id name side army kind size formation attack defence mp moves cel"),
        spared=_words("basis note traits limit star attack_reduced defence_reduced"),
        forms={
            "side": SIDES, "kind": KINDS, "attack": NUMBER, "defence": NUMBER, "attack_reduced": OPTIONAL,
            "defence_reduced": OPTIONAL, "mp": OPTIONAL, "moves": ("trucked", "mechanized", "foot", "air", ""),
            "cel": NUMBER, "star": ("white", "black", "yellow", "blue", ""), "limit": OPTIONAL,
        },
    ),
    Table(
        "terrain.csv",
        key=("terrain",),
        columns=_words("terrain mode trucked mechanized foot defence"),
        forms={
            "mode": ("base", "add", "road", "side"), "trucked": COST, "mechanized": COST, "foot": COST,
            "defence": NUMBER,
        },
    ),
    Table("combat_table.csv", key=("roll",), columns=("roll",), forms={"roll": ROLL}),
    Table("fire_tables.csv", key=("table", "sp"), columns=("table", "sp", *ROLL)),
    Table(
        "hexes.csv",
        key=("hex",),
        columns=_words("hex terrain"),
        optional=("sheet",),
        spared=_words("town owner_5jul owner_7jul owner_15jul"),
        forms={"hex": HEX, "owner_5jul": OWNER, "owner_7jul": OWNER, "owner_15jul": OWNER},
    ),
    Table(
        "lines.csv",
        columns=_words("a b kind name"),
        forms={
            "a": HEX, "b": HEX, "kind": ("main", "secondary", "rail", "river", "doniec", "bridge", "fortified"),
        },
        part_of=lambda row: printed_sheet(row["a"]),
    ),
    Table(
        "exits.csv",
        columns=_words("hex side"),
        forms={"hex": HEX, "side": ("N", "NE", "SE", "S", "SW", "NW")},
        part_of=lambda row: printed_sheet(row["hex"]),
    ),
    Table(
        "setup.csv",
        key=("scenario", "unit"),
        columns=_words("scenario side entry unit hex"),
        spared=_words("basis fortified lost moves_from"),
        forms={"side": SIDES, "hex": HEX, "fortified": YES, "lost": OPTIONAL, "moves_from": DAY},
    ),
    Table(
        "arrivals.csv",
        key=("scenario", "unit"),
        columns=_words("scenario date side kind group unit entry"),
        spared=(),
        forms={"side": SIDES, "date": DATE, "kind": ("reinforcement", "stavka")},
    ),
)  # fmt: skip
BY_NAME = {table.name: table for table in TABLES}


def rows(name: str, packs: Packs = ()) -> list[Row]:
    """A table, each cell from the last pack that gives it, every cell of the right form."""
    return BY_NAME[name].read(DATA, packs)


def fingerprint(packs: Packs) -> str:
    """A short name for all the data as they are."""
    digest = hashlib.sha256()
    for path in files(packs):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def files(packs: Packs) -> list[Path]:
    """Every file the data come from, in order."""
    own = sorted(path for path in DATA.iterdir() if path.is_file())
    return own + [pack / path.name for pack in packs for path in own if (pack / path.name).is_file()]
