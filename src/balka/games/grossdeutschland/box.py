"""The counters, chits and the Terrain Chart, read from their files. [2.2-2.5, 10.3]"""

from __future__ import annotations

import re
from functools import cache

from balka.core.errors import BalkaError
from balka.games.grossdeutschland.maps import DATA, rows
from balka.systems.famous_divisions.model import Chit, Kind, Ratings
from balka.systems.famous_divisions.terrain import CLASSES, Chart, Terrain, read_cost


def slug(text: str) -> str:
    """A printed name as it is typed: small letters, digits, dots and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


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
    found = {(row["side"], row["battalion"]) for row in rows(DATA / "units.csv")}
    return frozenset(name for side, name in found if side == "german" and ("soviet", name) in found)


def battalion_key(side: str, battalion: str) -> str:
    """A battalion as it is typed; where both sides have one of the name, the side is added."""
    key = slug(battalion)
    return f"{key}-{side[0]}" if battalion in shared_battalions() else key


def unit_key(side: str, battalion: str, designation: str) -> str:
    if designation == "Division HQ":
        return f"hq-{battalion_key(side, battalion)}"
    return f"{short(designation)}-{battalion_key(side, battalion)}"


def _ratings(row: dict[str, str], prefix: str = "") -> Ratings | None:
    figures = [row[f"{prefix}{name}"] for name in ("attack", "defence", "movement")]
    return Ratings(*map(int, figures)) if all(figures) else None


def _kind(row: dict[str, str]) -> Kind:
    side, battalion, designation = row["side"], row["battalion"], row["designation"]
    full = _ratings(row)
    if full is None:
        raise BalkaError(f"units.csv: {designation} {battalion} has no ratings")
    return Kind(
        id=unit_key(side, battalion, designation),
        name=designation if designation == "Division HQ" else f"{designation} {battalion}",
        side=side,
        battalion=battalion_key(side, battalion),
        type=row["type"],
        legs=row["class"],
        full=full,
        depleted=_ratings(row, "depleted_"),
        range=int(row["range"] or 0),
        fire=row["fire"],
        flags=frozenset(row["flags"].split()),
        activation_range=int(row["activation_range"] or 0),
        basis=row["basis"],
    )


@cache
def kinds() -> dict[str, Kind]:
    """Every counter of the box."""
    found = [_kind(row) for row in rows(DATA / "units.csv")]
    return {kind.id: kind for kind in found}


@cache
def battalion_names() -> dict[str, str]:
    """Battalions as they are spoken of."""
    return {
        battalion_key(row["side"], row["battalion"]): f"the {row['side'].capitalize()} {row['battalion']}"
        for row in rows(DATA / "units.csv")
    }


def _chit(row: dict[str, str]) -> Chit:
    return Chit(
        id=slug(row["name"]),
        name=row["name"],
        colour=row["colour"],
        modifier=int(row["modifier"] or 0),
        count=int(row["count"]),
        no_night=row["no_night"] == "yes",
        nullifies=tuple(slug(name) for name in row["nullifies"].split(";") if name),
        fortification=slug(row["fortification"]),
        basis=row["basis"],
    )


@cache
def chits() -> dict[str, Chit]:
    """Every event chit."""
    return {chit.id: chit for chit in map(_chit, rows(DATA / "chits.csv"))}


def _terrain(row: dict[str, str]) -> Terrain:
    basis = dict(word.split("=") for word in row["basis"].split())
    costs = {name: read_cost(row[name]) for name in CLASSES}
    return Terrain(row["terrain"], row["kind"], costs, int(row["modifier"]), row["blocks"] == "yes", basis)


@cache
def chart() -> Chart:
    """The Terrain Chart."""
    return Chart({row.key: row for row in map(_terrain, rows(DATA / "terrain.csv"))})
