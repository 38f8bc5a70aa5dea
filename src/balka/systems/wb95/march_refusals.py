"""Why a unit cannot be picked up, and why a party cannot go to a hex: the rule that bars it. [3.1, 4.2]"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from balka.core.choices import Refusal
from balka.systems.wb95 import movement
from balka.systems.wb95.artillery import Limber, Unlimber, why_not_limber, why_not_unlimber
from balka.systems.wb95.crowding import stops
from balka.systems.wb95.fortifications import Dig, why_no_dig
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.movement import STACKING
from balka.systems.wb95.orders import Bar, Order
from balka.systems.wb95.position import OFF, Unit, WbState, enemy_of, force, is_frozen, label, name_of, printed
from balka.systems.wb95.reinforcements import STRATEGIC_HINT
from balka.systems.wb95.strategic import TakeMarker, why_no_marker
from balka.systems.wb95.supply import Push, why_no_push
from balka.systems.wb95.zones import feared, same_zone


class Movers(Protocol):
    """A party on the move: its side, where it stands, who belongs to it."""

    @property
    def side(self) -> str: ...
    @property
    def hex(self) -> int: ...
    @property
    def members(self) -> tuple[str, ...]: ...


def own_unit(view: WbState, side: str, unit_id: str) -> Unit | None:
    unit: Unit | None = view.position.find(unit_id)
    return unit if unit is not None and unit.side == side else None


def why_not_take(view: WbState, side: str, unit_id: str) -> Refusal:
    """Why a unit cannot be picked up."""
    unit = own_unit(view, side, unit_id)
    if unit is None:
        return Refusal(f"You have no unit {unit_id} in play.", "kursk-2.1.1-a")
    name = name_of(view, unit_id)
    if unit.hex == OFF:
        return Refusal(f"{name} is not on the map.", "kursk-c11-11.1.1-a")
    if is_frozen(view, unit_id):
        return Refusal(f"{name} may not move before turn {view.setting.rulebook.frozen[unit_id]}.", "kursk-scK-2ta-a")
    if unit.has(Mark.DONE):
        return Refusal(f"{name} has finished moving.", "kursk-c4-4.2.1-a")
    if printed(view, unit).kind == "ART" and not unit.has(Mark.TRANSPORT):
        return Refusal(f"{name} is in combat set-up and cannot move.", "kursk-6.2.3-a", "Limber it first.")
    return Refusal(f"{name} has no hex to go to with the points it has left.", "kursk-3.1.5-a")


def beside_unknown(view: WbState, side: str, h: int) -> bool:
    """A masked enemy stack stands next to this hex."""
    board = view.setting.board
    return any(
        unit.kind == "" and board.are_neighbours(h, unit.hex) for unit in force(view, enemy_of(side)).units.values()
    )


def why_not_go(view: WbState, party: Movers, h: int) -> Refusal:
    """Why a party cannot go to a hex."""
    where, foe = label(view, h), enemy_of(party.side)
    if movement.overrun_price(view, party.side, h) is None:
        return Refusal(f"{where} is held by the enemy.", "kursk-3.1.8-a")
    band = movement.party_of(view, party.side, party.members)
    if band.strategic and feared(force(view, foe), view.setting.board) >> h & 1:
        return Refusal(f"{where} is, or may be, in an enemy zone of control.", "kursk-12.2.2-a", STRATEGIC_HINT)
    if not stops(view, band, party.hex, (h,)):
        return Refusal(f"{where} would hold more than {STACKING} CEL.", "kursk-3.2.1-a")
    beside = view.setting.board.are_neighbours(party.hex, h)
    if beside and same_zone(view, party.hex, h, foe):
        return Refusal(f"{where} is in the zone of the same enemy unit.", "kursk-c4-4.2.3-a")
    return Refusal(f"{where} is out of reach with the points left.", "kursk-3.1.5-a")


# -- orders

BARS: dict[type[Order], Callable[[WbState, Unit], Bar | None]] = {
    Dig: why_no_dig, TakeMarker: why_no_marker, Limber: why_not_limber, Unlimber: why_not_unlimber, Push: why_no_push,
}  # fmt: skip


def why_not_order(view: WbState, unit: Unit, order: Order) -> Refusal | None:
    """Why an order is not for this unit now; nothing where something else keeps it."""
    asked = BARS.get(type(order)) if unit.hex != OFF else None
    bar = asked(view, unit) if asked is not None else None
    return bar.refusal(view, unit.id) if bar is not None else None
