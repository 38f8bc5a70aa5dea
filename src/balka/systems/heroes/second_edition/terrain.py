"""The movement and terrain tables as the title's data has them. [4.0, 5.0, 14.0]"""

from __future__ import annotations

from balka.core.checks import Part, add
from balka.systems.heroes.data.loading import Title
from balka.systems.heroes.ground import Tables
from balka.systems.heroes.kinds import MoveType, TerrainKind
from balka.systems.heroes.setting import Rulebook

WAYS: dict[MoveType, str] = {"foot": "Entering", "wheeled": "Driving into", "tracked": "Driving into"}


def tables(title: Title, month: str, rulebook: Rulebook) -> Tables:
    """What each kind of hex does, row by row. [4.0-d, 4.0-j, 5.0.1-d, 14.2-c, 10.0.4-d, 11.0-c]"""
    rows = {row.id: row for row in title.terrain.values() if row.kind == "hex"}
    return Tables(
        defence={key: add(row.defence, row.name, _rule("foot", row, "b")) for key, row in rows.items() if row.defence},
        costs={way: {key: part for key, row in rows.items() if (part := _cost(row, way))} for way in WAYS},
        rally_cover={key: add(-1, f"In {row.name}", "atb-7.6.1-a") for key, row in rows.items() if row.cover},
        concealing=tuple(key for key, row in rows.items() if row.cover),
        blocking=tuple(key for key, row in rows.items() if row.blocks_sight),
        open_going=tuple(key for key, row in rows.items() if "track" in row.bonus),
        closed={way: {k: _rule(way, row, "a") for k, row in rows.items() if way not in row.costs} for way in WAYS},
        bursting=("woods_heavy",),  # [12.4-a, b]
        safe_on={way: {key: row.safe_on[way] for key, row in rows.items() if way in row.safe_on} for way in WAYS},
        names={key: row.name for key, row in rows.items()},
        shade=1,  # as high as they are [11.5-a, ruling B7]
    )


def _cost(row: TerrainKind, way: MoveType) -> Part | None:
    amount = row.costs.get(way, 0)
    return add(amount, f"{WAYS[way]} {row.name}", _rule(way, row, "a")) if amount else None


def _rule(way: str, row: TerrainKind, letter: str) -> str:
    """The row of the printed table a figure comes from: foot by statistic, vehicles by wheels and tracks."""
    name = row.id.replace("_", "-")
    if way == "foot":
        return f"atb-table-foot-{name}-{letter}" if row.id != "open" else f"atb-table-foot-open-road-{letter}"
    return f"atb-table-veh-{name}-{'a' if way == 'wheeled' else 'b'}"
