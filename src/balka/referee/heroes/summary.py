"""How things stand in a heroes game, in lines and as plain data."""

from __future__ import annotations

from typing import Any

from balka.systems.heroes.units import HeroesState, Unit


def summary(state: HeroesState) -> tuple[list[str], dict[str, Any]]:
    """Units, CAPs, VP marker, Round and losses."""
    tracks = state.tracks
    everybody = {**state.position.units, **state.position.hidden}
    units = {name: unit_values(state, unit) for name, unit in everybody.items()}
    caps = ", ".join(f"{force} {count}" for force, count in tracks.caps.items())
    rows = [unit_row(state, unit) for unit in everybody.values()]
    rows += [f"destroyed: {name}" for lost in tracks.lost.values() for name in lost]
    rows.append(f"Round {tracks.round}; CAPs {caps}; VP marker {tracks.vp_side} {tracks.vp}")
    values = {"units": units, "destroyed": {force: list(lost) for force, lost in tracks.lost.items()},
              "caps": dict(tracks.caps), "vp": {"side": tracks.vp_side, "value": tracks.vp}, "round": tracks.round,
              "turn": tracks.active, "control": dict(state.position.control)}  # fmt: skip
    return rows, values


def unit_values(state: HeroesState, unit: Unit) -> dict[str, Any]:
    board = state.setting.board
    on_map = unit.hex >= 0
    return {"side": unit.force, "type": state.setting.kind(unit).name,
            "hex": board.labels[unit.hex] if on_map else None,
            "facing": board.grid.sides[unit.facing] if on_map else None, "spent": unit.spent,
            "stressed": unit.id in state.tracks.stressed[unit.force], "hit": unit.marker or None,
            "hit_shown": bool(unit.marker) and unit.shown, "dug_in": unit.dug_in,
            "hidden": unit.id in state.position.hidden}  # fmt: skip


def unit_row(state: HeroesState, unit: Unit) -> str:
    values = unit_values(state, unit)
    where = f"{values['hex']} facing {values['facing']}" if unit.hex >= 0 else "off the map"
    return f"{state.setting.name(unit.id)}: {where}, {', '.join(_conditions(state, unit, values))}"


def _conditions(state: HeroesState, unit: Unit, values: dict[str, Any]) -> list[str]:
    found = ["Spent" if unit.spent else "Fresh"]
    found += ["Stressed"] if values["stressed"] else []
    found += ["dug in"] if unit.dug_in else []
    found += ["Hidden"] if values["hidden"] else []
    marker = state.setting.markers.get(unit.marker)
    name = marker.name if marker else "a hit"
    return [*found, f"{name} ({'face up' if unit.shown else 'face down'})"] if unit.marker else found
