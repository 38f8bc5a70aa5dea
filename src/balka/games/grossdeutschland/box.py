"""The counters, chits and the Terrain Chart, read from their files. [2.2-2.5, 10.3]"""

from __future__ import annotations

import re
from functools import cache

from balka.core.packs import Packs
from balka.core.packs.tables import Row
from balka.games.grossdeutschland.sheets import CHITS, TERRAIN, UNITS, rows
from balka.systems.famous_divisions.model import Chit, Kind, Ratings
from balka.systems.famous_divisions.position import SIDES
from balka.systems.famous_divisions.terrain import CLASSES, Chart, Cost, Terrain, read_cost
from balka.systems.famous_divisions.wording import slug


def short(designation: str) -> str:
    """A company's printed name as it is typed: (1)T-34 is t34.1, Raft#2 is raft.2, I.G. is ig."""
    number = re.match(r"\((\d+)\)(.*)", designation) or re.match(r"(.*)#(\d+)", designation)
    if number is None:
        return re.sub(r"[^a-z0-9]", "", designation.lower())
    first, second = number.groups()
    word, copy = (second, first) if designation.startswith("(") else (first, second)
    return f"{short(word)}.{copy}"


@cache
def shared_battalions() -> frozenset[str]:
    """Battalion names both sides have."""
    found = {(row["side"], row["battalion"]) for row in rows(UNITS)}
    return frozenset(name for side, name in found if side == "german" and ("soviet", name) in found)


def battalion_key(side: str, battalion: str) -> str:
    """A battalion as it is typed; where both sides have one of the name, the side is added."""
    key = slug(battalion)
    return f"{key}-{side[0]}" if battalion in shared_battalions() else key


def unit_key(side: str, battalion: str, designation: str) -> str:
    if designation == "Division HQ":
        return f"hq-{battalion_key(side, battalion)}"
    return f"{short(designation)}-{battalion_key(side, battalion)}"


def _ratings(row: Row, prefix: str = "") -> Ratings | None:
    columns = [f"{prefix}{name}" for name in ("attack", "defence", "movement")]
    return Ratings(*map(row.number, columns)) if all(row[column] for column in columns) else None


def _kind(row: Row) -> Kind:
    side, battalion, designation = row.one_of("side", SIDES), row["battalion"], row["designation"]
    full = _ratings(row)
    if full is None:
        raise row.error("attack", f"{designation} {battalion} has no ratings")
    return Kind(
        id=unit_key(side, battalion, designation),
        name=designation if designation == "Division HQ" else f"{designation} {battalion}",
        side=side,
        battalion=battalion_key(side, battalion),
        type=row["type"],
        legs=row.one_of("class", CLASSES),
        full=full,
        depleted=_ratings(row, "depleted_"),
        range=row.number("range", 0),
        fire=row.one_of("fire", ("none", "artillery", "direct", "")) or "none",
        flags=frozenset(row["flags"].split()),
        activation_range=row.number("activation_range", 0),
        basis=row["basis"],
    )


@cache
def kinds(packs: Packs = ()) -> dict[str, Kind]:
    """Every counter of the box."""
    found: dict[str, Kind] = {}
    for row in rows(UNITS, packs):
        kind = _kind(row)
        if kind.id in found:
            raise row.error("designation", f"there is a counter {kind.id} already", "give it a name of its own")
        found[kind.id] = kind
    return found


@cache
def battalion_names(packs: Packs = ()) -> dict[str, str]:
    """Battalions as they are spoken of."""
    return {
        battalion_key(row["side"], row["battalion"]): f"the {row['side'].capitalize()} {row['battalion']}"
        for row in rows(UNITS, packs)
    }


def _chit(row: Row) -> Chit:
    return Chit(
        id=slug(row["name"]),
        name=row["name"],
        colour=row.one_of("colour", ("blue", "red", "black")),
        modifier=row.number("modifier", 0),
        count=row.within("count", 0, 99),
        no_night=row["no_night"] == "yes",
        nullifies=tuple(slug(name) for name in row["nullifies"].split(";") if name),
        fortification=slug(row["fortification"]),
        basis=row["basis"],
    )


@cache
def chits(packs: Packs = ()) -> dict[str, Chit]:
    """Every event chit."""
    return {chit.id: chit for chit in map(_chit, rows(CHITS, packs))}


def _cost(row: Row, name: str) -> Cost | None:
    try:
        return read_cost(row[name])
    except ValueError:
        raise row.error(name, f"{row[name]!r} is no cost", "for example 1, 0.5, H, ALL, +2 or NA") from None


def _terrain(row: Row) -> Terrain:
    basis = dict(word.split("=") for word in row["basis"].split())
    costs = {name: _cost(row, name) for name in CLASSES}
    return Terrain(row["terrain"], row["kind"], costs, row.number("modifier", 0), row["blocks"] == "yes", basis)


@cache
def chart(packs: Packs = ()) -> Chart:
    """The Terrain Chart."""
    return Chart({row.key: row for row in map(_terrain, rows(TERRAIN, packs))})
