"""How a march is told: to those who may inspect it by name, to others as a stack that moves. [1.1]"""

from __future__ import annotations

from msgspec import structs

from balka.core.events import Told
from balka.systems.famous_divisions.events import Marched, StackMarched
from balka.systems.famous_divisions.model import GdWork, Unit, enemy_of, seat
from balka.systems.famous_divisions.sight import can_inspect


def tell_march(work: GdWork, units: tuple[Unit, ...], a: int, b: int) -> None:
    """Who moved is told to those who may inspect it; others see a stack move."""
    ids, side = tuple(u.id for u in units), units[0].side
    event = Marched(ids, a, b)
    if can_inspect(work, enemy_of(side), b) or all(u.revealed for u in units):
        _tell_joined(work, Told(event))
    else:
        _tell_joined(work, Told(event, (seat(work, side),), StackMarched(side, len(units), a, b)))


def _tell_joined(work: GdWork, told: Told) -> None:
    """A march of several hexes that nothing interrupts is told in one line."""
    last, step = work.events[-1] if work.events else None, told.event
    if last is None or not isinstance(step, Marched) or not _goes_on(last, told, step):
        work.events.append(told)
        return
    whole = {"a": last.event.a, "via": (*last.event.via, step.a)}  # type: ignore[attr-defined]
    shadow = structs.replace(told.shadow, **whole) if told.shadow is not None else None
    work.events[-1] = Told(structs.replace(step, **whole), told.to, shadow)


def _goes_on(last: Told, told: Told, step: Marched) -> bool:
    before = last.event
    if not isinstance(before, Marched) or last.to != told.to or before.a < 0:
        return False
    return (before.units, before.b) == (step.units, step.a)
