"""The charts of the tactical games: what each kind of ground does in the month of the Mission. [sos 4.8, atb 4.0]"""

from __future__ import annotations

from balka.core.checks import Part
from balka.core.scene.charts import Chart
from balka.systems.heroes.ground import NAMES, Tables

WAYS = {"foot": "Foot", "wheeled": "Wheeled", "tracked": "Tracked"}


def charts(tables: Tables, rule: str) -> tuple[Chart, ...]:
    names = tables.names or NAMES
    return (
        Chart(
            title="Ground", rule=rule, columns=("Ground", "Defence", *WAYS.values(), "Rally", "Blocks sight"),
            rows=tuple(_row(tables, key, name) for key, name in names.items()),
            note="Added to the defence; Action Points more to enter; added to the number a rally needs.",
        ),
    )  # fmt: skip


def _row(tables: Tables, key: str, name: str) -> tuple[str, ...]:
    costs = (_cost(tables, way, key) for way in WAYS)
    blocks = "yes" if key in tables.blocking else "–"
    return (name, _signed(tables.defence.get(key)), *costs, _signed(tables.rally_cover.get(key)), blocks)


def _cost(tables: Tables, way: str, key: str) -> str:
    if key in tables.closed.get(way, {}):
        return "closed"
    return _signed(tables.costs.get(way, {}).get(key))


def _signed(part: Part | None) -> str:
    if part is None or not part.value:
        return "–"
    return f"+{part.value}" if part.value > 0 else f"−{-part.value}"
