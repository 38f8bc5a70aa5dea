"""How things stand in a heroes game, in lines and as plain data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from balka.systems.heroes.units import HeroesState, Unit, Works


def summary(state: HeroesState) -> tuple[list[str], dict[str, Any]]:
    """Units, CAPs, VP marker, Round and losses."""
    tracks = state.tracks
    everybody = {**state.position.units, **state.position.hidden}
    units = {name: unit_values(state, unit) for name, unit in everybody.items()}
    caps = ", ".join(f"{force} {count}" for force, count in tracks.caps.items())
    rows = [unit_row(state, unit) for unit in everybody.values()]
    rows += [f"destroyed: {name}" for lost in tracks.lost.values() for name in lost]
    rows.append(f"Round {tracks.round}; CAPs {caps}; {_points(state)}")
    values = {"units": units, "destroyed": {force: list(lost) for force, lost in tracks.lost.items()},
              "caps": dict(tracks.caps), "vp": {"side": tracks.vp_side, "value": tracks.vp, **tracks.points},
              "round": tracks.round,
              "pool": dict(tracks.pool), "active": {force: list(names) for force, names in tracks.sharing.items()},
              "turn": tracks.active, "control": dict(state.position.control), "smoke": dict(state.position.smoke),
              "works": {label: works_values(state, work) for label, work in state.position.works.items()},
              "left": list(tracks.gone)}  # fmt: skip
    rows[-1:-1] = [f"{label}: {row}" for label, row in _ground_rows(state)]
    rows[-1:-1] = [f"off the map for good: {name}" for name in tracks.gone]
    return rows, values


def _points(state: HeroesState) -> str:
    tracks = state.tracks
    if not tracks.points:
        return f"VP marker {tracks.vp_side} {tracks.vp}"
    pools = ", ".join(f"{force} {aps}AP" for force, aps in tracks.pool.items() if tracks.sharing[force])
    return (
        "VP " + ", ".join(f"{side} {n}" for side, n in tracks.points.items()) + (f"; active: {pools}" if pools else "")
    )


def works_values(state: HeroesState, work: Works) -> dict[str, Any]:
    faces = state.setting.catalogue.works[work.kind].has_facing
    return {"kind": work.kind, "side": work.side, "hidden": work.hidden,
            "facing": state.setting.board.grid.sides[work.facing] if faces else None}  # fmt: skip


def _ground_rows(state: HeroesState) -> Iterator[tuple[str, str]]:
    """Works and smoke, hex by hex."""
    for label, work in state.position.works.items():
        unseen = ", hidden" if work.hidden else ""
        yield label, f"{state.setting.catalogue.works[work.kind].name} of the {work.side} side{unseen}"
    for label, density in state.position.smoke.items():
        yield label, f"{density} smoke"


def unit_values(state: HeroesState, unit: Unit) -> dict[str, Any]:
    board = state.setting.board
    on_map = unit.hex >= 0
    return {"side": unit.force, "type": state.setting.kind(unit).name,
            "hex": board.labels[unit.hex] if on_map else None,
            "facing": board.grid.sides[unit.facing] if on_map else None, "spent": unit.spent,
            "stressed": unit.id in state.tracks.stressed[unit.force], "hit": unit.marker or None,
            "hit_shown": bool(unit.marker) and unit.shown, "dug_in": unit.dug_in,
            "hidden": unit.id in state.position.hidden, "inside": unit.inside, "bogged": unit.bogged,
            "mired": unit.mired, "exposed": unit.id in state.tracks.exposed,
            "carrier": unit.carrier or None}  # fmt: skip


def unit_row(state: HeroesState, unit: Unit) -> str:
    values = unit_values(state, unit)
    where = f"{values['hex']} facing {values['facing']}" if unit.hex >= 0 else "off the map"
    return f"{state.setting.name(unit.id)}: {where}, {', '.join(_conditions(state, unit, values))}"


def _conditions(state: HeroesState, unit: Unit, values: dict[str, Any]) -> list[str]:
    shared = unit.id in state.tracks.sharing.get(unit.force, ())
    found = ["active" if shared else "Spent" if unit.spent else "Fresh"]
    found += ["Stressed"] if values["stressed"] else []
    found += ["dug in"] if unit.dug_in else []
    found += ["Hidden"] if values["hidden"] else []
    found += ["inside"] if unit.inside else []
    found += ["bogged down"] if unit.bogged else []
    found += ["held fast by the ground"] if unit.mired else []
    found += ["exposed"] if values["exposed"] else []
    found += [f"on {unit.carrier}"] if unit.carrier else []
    marker = state.setting.markers.get(unit.marker)
    name = marker.name if marker else "a hit"
    return [*found, f"{name} ({'face up' if unit.shown else 'face down'})"] if unit.marker else found
