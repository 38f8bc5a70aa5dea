"""How things stand in a game of Kursk 1943, in lines and as plain data."""

from __future__ import annotations

from typing import Any

from balka.core.state import State
from balka.systems.wb95.fortifications import in_works
from balka.systems.wb95.phases import NAMES
from balka.systems.wb95.position import SIDES, Unit, force, label, printed


def summary(state: State) -> tuple[list[str], dict[str, Any]]:
    """Counters, losses, broken bridges and the phase."""
    units = [one for side in SIDES for one in sorted(force(state, side).units.values(), key=lambda who: who.id)]
    phase = NAMES.get(state.tracks.phase, "")
    lost = {side: list(state.tracks.lost.get(side, ())) for side in SIDES}
    rows = [unit_row(state, one) for one in units]
    rows += [f"{side.capitalize()} lost: {', '.join(gone)}" for side, gone in lost.items() if gone]
    rows.append(f"Day {state.turn}, phase {state.tracks.phase}: {phase}")
    broken = [[label(state, a), label(state, b)] for a, b in state.position.broken]
    values = {"units": {one.id: unit_values(state, one) for one in units}, "lost": lost, "broken": broken,
              "day": state.turn, "phase": state.tracks.phase}  # fmt: skip
    return rows, values


def unit_values(state: State, who: Unit) -> dict[str, Any]:
    return {"side": who.side, "kind": who.kind, "hex": label(state, who.hex) if who.hex >= 0 else None, "cel": who.cel,
            "oos": who.supply, "disorganised": bool(who.disorganised), "dug_in": in_works(state, who.side, who.hex),
            "transport": who.has("transport")}  # fmt: skip


def unit_row(state: State, who: Unit) -> str:
    values = unit_values(state, who)
    most = f" of {printed(state, who).cel}" if who.known else ""
    words = [values["hex"] or "beside the map", f"{who.cel}{most} CEL"]
    words += [text for text, true in (("disorganised", values["disorganised"]), ("in field works", values["dug_in"]),
                                      ("in transport", values["transport"])) if true]  # fmt: skip
    return f"{who.id}: {', '.join([*words, *([f'out of supply {who.supply}'] if who.supply else [])])}"
