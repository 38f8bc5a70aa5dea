"""How things stand in a game of Grossdeutschland, in lines and as plain data."""

from __future__ import annotations

from typing import Any

from balka.systems.famous_divisions.model import GdState, kind
from balka.systems.famous_divisions.position import ON_MAP, Unit
from balka.systems.famous_divisions.sequence import CUP
from balka.systems.famous_divisions.weather import turn_name, weather_name

MARKS = ("depleted", "fired", "pinned", "debarked", "activated")


def summary(state: GdState) -> tuple[list[str], dict[str, Any]]:
    """Counters, works, bridges, the hour and the weather."""
    units = {unit_id: unit_values(state, unit) for unit_id, unit in state.position.units.items()}
    rows = [unit_row(state, unit) for unit in state.position.units.values()]
    labels = state.setting.board.labels
    rows += [f"{labels[fort.hex]}: {fort.kind}" for fort in state.position.forts]
    rows += [f"{_crossing(state, *site)}: blown" for site in state.position.blown]
    pontoons = [
        {"between": sorted({labels[pontoon.a], labels[pontoon.b]}), "side": pontoon.side, "complete": pontoon.complete}
        for pontoon in state.position.pontoons
    ]
    rows += [f"{_crossing(state, pontoon.a, pontoon.b)}: pontoon{'' if pontoon.complete else ' begun'}"
             for pontoon in state.position.pontoons]  # fmt: skip
    rows.append(f"{turn_name(state)}, {weather_name(state)}")
    works = [{"kind": fort.kind, "hex": labels[fort.hex], "facing": state.setting.board.grid.sides[fort.facing]}
             for fort in state.position.forts]  # fmt: skip
    blown = [sorted({labels[a], labels[b]}) for a, b in state.position.blown]
    cup = sorted(state.bags[CUP].items) if CUP in state.bags else []
    values = {"units": units, "works": works, "blown": blown, "pontoons": pontoons, "cup": cup,
              "weather": state.tracks.weather,
              "turn": turn_name(state), "activated": list(state.tracks.activated)}  # fmt: skip
    return rows, values


def _crossing(state: GdState, a: int, b: int) -> str:
    return "/".join(sorted({state.setting.board.labels[a], state.setting.board.labels[b]}))


def unit_values(state: GdState, unit: Unit) -> dict[str, Any]:
    on_map = unit.status == ON_MAP and unit.hex >= 0
    return {"side": unit.side, "name": "unknown" if unit.anonymous else kind(state, unit).name,
            "hex": state.setting.board.labels[unit.hex] if on_map else None, "status": unit.status,
            "depleted": unit.depleted, "fired": unit.fired, "pinned": unit.pinned, "debarked": unit.debarked,
            "riding": unit.carrier or None, "hungry": unit.hungry, "spent": unit.spent / 2,
            "activated": unit.activated}  # fmt: skip


def unit_row(state: GdState, unit: Unit) -> str:
    values = unit_values(state, unit)
    marks = [mark for mark in MARKS if getattr(unit, mark)]
    marks += [f"riding on {unit.carrier}"] if unit.carrier else []
    marks += [f"without supply for {unit.hungry}"] if unit.hungry else []
    where = values["hex"] or {"lost": "eliminated", "due": "due to enter"}.get(unit.status, "off the map")
    return f"{values['name']}: {', '.join([where, *marks])}"
