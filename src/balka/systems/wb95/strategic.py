"""Strategic movement: units held back from moving and fighting go in a phase of their own. [chapter 12]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec import structs

from balka.core.choices import UnitId
from balka.systems.wb95.events.moves import MarkerTaken
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.orders import FROZEN, Bar, Order, tell_own
from balka.systems.wb95.position import Now, Unit, WbWork, enemy_of, force, is_frozen, mark, printed, put, unit_of
from balka.systems.wb95.zones import in_zone


class TakeMarker(Order, frozen=True):
    """Take a Strategic Movement marker in place of moving. [2.2-g, 12.1.4-a]"""

    verb: ClassVar[str] = "mark"

    def do(self, work: WbWork) -> None:
        mark(work, (self.unit,), Mark.STRATEGIC_MARKER, Mark.DONE)
        unit = unit_of(work, self.unit)
        tell_own(work, unit.side, MarkerTaken(unit.id, unit.hex))


HAS_ACTED = Bar("{name} has been active in this phase.", "kursk-12.1.2-a")
CANNOT_MOVE = Bar("{name} cannot move.", "kursk-12.1.3-a")
NOT_LIMBERED = Bar(
    "{name} is in combat set-up and cannot move.", "kursk-6.2.3-a", "Limber it, and mark it another day."
)
IN_A_ZONE = Bar("{name} stands in an enemy zone of control.", "kursk-12.2.1-a")


def marks_for_strategic(view: Now, unit: Unit) -> Iterator[Order]:
    """A unit that has done nothing this phase and is in no enemy zone. [12.1.2-a, 12.2.1]"""
    if why_no_marker(view, unit) is None:
        yield TakeMarker(UnitId(unit.id))


def why_no_marker(view: Now, unit: Unit) -> Bar | None:
    """What keeps a unit from Strategic Movement. [6.2.3-a, 12.1.2-a, 12.2.1]"""
    if unit.spent or unit.has(Mark.MOVED) or unit.has(Mark.DONE):
        return HAS_ACTED
    if printed(view, unit).mp == 0 or is_frozen(view, unit.id):
        return FROZEN if is_frozen(view, unit.id) else CANNOT_MOVE
    if printed(view, unit).kind == "ART" and printed(view, unit).towed and not unit.has(Mark.TRANSPORT):
        return NOT_LIMBERED
    return IN_A_ZONE if in_zone(view, unit.hex, enemy_of(unit.side)) else None


def open_strategic(work: WbWork, side: str) -> None:
    """Marked units that did not fight and stand in no enemy zone get their points, two fewer. [12.1.2-b, 12.2]"""
    ready: list[Unit] = []
    idle: list[Unit] = []
    for unit in force(work, side).units.values():
        if not unit.has(Mark.STRATEGIC_MARKER):
            continue
        plain = structs.replace(unit, spent=0).cleared(Mark.STRATEGIC_MARKER, Mark.DONE, Mark.STRAYED)
        barred = unit.has(Mark.FOUGHT) or unit.hex < 0 or in_zone(work, unit.hex, enemy_of(side))
        (idle if barred else ready).append(plain)
    put(work, *(unit.marked(Mark.STRATEGIC) for unit in ready), *(unit.marked(Mark.DONE) for unit in idle))
