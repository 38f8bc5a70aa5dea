"""How things stand in a game of Kursk 1943, in lines and as plain data."""

from __future__ import annotations

from typing import Any

from balka.systems.wb95.day import kind_of
from balka.systems.wb95.fortifications import in_works
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.position import SIDES, Unit, WbState, force, label, printed


def summary(state: WbState) -> tuple[list[str], dict[str, Any]]:
    """Counters, losses, broken bridges and the phase."""
    units = [unit for side in SIDES for unit in force(state, side).by_name()]
    phase = kind_of(state.tracks.phase) or ""
    lost = {side: list(state.tracks.lost.get(side, ())) for side in SIDES}
    rows = [unit_row(state, unit) for unit in units]
    rows += [f"{side.capitalize()} lost: {', '.join(gone)}" for side, gone in lost.items() if gone]
    rows.append(f"Day {state.turn}, phase {state.tracks.phase}: {phase}")
    broken = [[label(state, a), label(state, b)] for a, b in state.position.broken]
    values = {"units": {unit.id: unit_values(state, unit) for unit in units}, "lost": lost, "broken": broken,
              "day": state.turn, "phase": state.tracks.phase}  # fmt: skip
    return rows, values


def unit_values(state: WbState, unit: Unit) -> dict[str, Any]:
    return {
        "side": unit.side, "kind": unit.kind, "hex": label(state, unit.hex) if unit.hex >= 0 else None,
        "cel": unit.cel, "oos": unit.supply, "disorganised": bool(unit.disorganised),
        "dug_in": in_works(state, unit.side, unit.hex), "transport": unit.has(Mark.TRANSPORT),
    }  # fmt: skip


def unit_row(state: WbState, unit: Unit) -> str:
    values = unit_values(state, unit)
    most = f" of {printed(state, unit).cel}" if unit.known else ""
    words = [values["hex"] or "beside the map", f"{unit.cel}{most} CEL"]
    words += [text for text, true in (("disorganised", values["disorganised"]), ("in field works", values["dug_in"]),
                                      ("in transport", values["transport"])) if true]  # fmt: skip
    return f"{unit.id}: {', '.join([*words, *([f'out of supply {unit.supply}'] if unit.supply else [])])}"
