"""The charts of the game: combat results, ground, weather, fortifications. [2.2, 10.1, 14.1, 15.0]"""

from __future__ import annotations

from balka.core.scene.charts import Chart
from balka.systems.famous_divisions import tables, terrain

KINDS = {"hex": "", "road": ", along it", "hexside": ", to cross it"}
YES = {True: "yes", False: "no"}


def charts(ground: terrain.Chart) -> tuple[Chart, ...]:
    return _results(), _ground(ground), _weather(), _forts()


def _results() -> Chart:
    legend = "; ".join(text for key, text in tables.IN_WORDS.items() if key != "-")
    return Chart(
        title="Combat results", rule="gd-10.1-t", columns=("Dice", *tables.COLUMNS),
        rows=tuple((str(total), *cells) for total, cells in tables.CRT.items()), note=f"{legend}.",
    )  # fmt: skip


def _ground(ground: terrain.Chart) -> Chart:
    return Chart(
        title="Ground", rule="gd-9.0-c", columns=("Ground", "Leg", "Tracked", "Wheeled", "Dice", "Blocks sight"),
        rows=tuple(_row(row) for row in ground.rows.values()),
        note="Movement points by class. H: half the printed allowance. ALL: all of it. Dice: added to attacks.",
    )  # fmt: skip


def _row(row: terrain.Terrain) -> tuple[str, ...]:
    name = row.key.replace("_", " ").capitalize() + KINDS[row.kind]
    costs = (_cost(row.costs[each], row.kind) for each in terrain.CLASSES)
    return (name, *costs, f"+{row.modifier}" if row.modifier else "–", "yes" if row.blocks else "–")


def _cost(cost: terrain.Cost | None, kind: str) -> str:
    if cost is None:
        return "closed"
    return f"+{cost.text()}" if kind == "hexside" else cost.text()


def _weather() -> Chart:
    return Chart(
        title="Weather", rule="gd-14.1-a",
        columns=("Die", "Weather", "Movement", "Attacks", "Direct fire", "Pontoons", "Aircraft"),
        rows=tuple(_weather_row(number, name) for number, name in enumerate(tables.WEATHER, start=1)),
    )  # fmt: skip


def _weather_row(number: int, name: str) -> tuple[str, ...]:
    effect = tables.EFFECTS[name]
    fire = "none" if not effect.direct_fire else f"−{effect.direct_die} a die" if effect.direct_die else "–"
    return (
        str(number), name, "halved" if effect.halves_movement else "–", f"+{effect.attack}" if effect.attack else "–",
        fire, YES[effect.pontoons], YES[effect.aircraft],
    )  # fmt: skip


def _forts() -> Chart:
    rows = (
        (name.replace("-", " ").capitalize(), f"+{fort.modifier}",
         *(_cost(fort.costs[each], "hexside") for each in terrain.CLASSES))
        for name, fort in tables.FORTS.items()
    )  # fmt: skip
    return Chart(title="Fortifications", rule="gd-15.0-a", columns=("Work", "Dice", "Leg", "Tracked", "Wheeled"),
                 rows=tuple(rows))  # fmt: skip
