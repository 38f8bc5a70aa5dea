"""The top counter of a stack, where stacks show it: its owner lays which he likes on top. [16.1.1]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from balka.core.choices import UnitId
from balka.core.state import Work
from balka.systems.wb95.events import Note
from balka.systems.wb95.orders import Order
from balka.systems.wb95.position import Now, Unit, label, name_of, put, unit_of, units_at


class Top(Order, frozen=True):
    """Lay this counter on top of its stack; each once in a phase."""

    verb: ClassVar[str] = "top"

    def do(self, work: Work) -> None:
        who = unit_of(work, self.unit)
        put(work, *(one.cleared("top") for one in units_at(work, who.side, who.hex)))
        put(work, unit_of(work, self.unit).marked("top", "topped"))
        work.tell(Note(f"{name_of(work, self.unit)} lies on top at {label(work, who.hex)}", "kursk-16.1.1-a", who.side))


def tops(view: Now, who: Unit) -> Iterator[Order]:
    """Counters of a stack that are not on top and have not been laid there in this phase."""
    if view.setting.rulebook.masks != "top" or who.has("topped"):
        return
    if len(units_at(view, who.side, who.hex)) > 1:
        yield Top(UnitId(who.id))
