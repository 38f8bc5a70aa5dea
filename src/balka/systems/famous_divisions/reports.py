"""How a march is told: to those who may inspect it by name, to others as a stack that moves. [1.1]"""

from __future__ import annotations

from msgspec import structs

from balka.core.events import Told
from balka.systems.famous_divisions.events.marches import Marched, StackMarched
from balka.systems.famous_divisions.model import GdWork, enemy_of, seat
from balka.systems.famous_divisions.position import Unit
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
    before = last.event if last is not None and last.to == told.to else None
    if not isinstance(step, Marched) or not isinstance(before, Marched) or not _goes_on(before, step):
        work.events.append(told)
        return
    whole = {"a": before.a, "via": (*before.via, step.a)}
    shadow = structs.replace(told.shadow, **whole) if told.shadow is not None else None
    work.events[-1] = Told(structs.replace(step, **whole), told.to, shadow)


def _goes_on(before: Marched, step: Marched) -> bool:
    return (before.units, before.b) == (step.units, step.a)
