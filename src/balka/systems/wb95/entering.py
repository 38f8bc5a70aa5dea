"""A party enters a hex: it pays, overruns what cannot stand, and stops in an enemy zone. [3.1, 4.2.1, 6.1.7]"""

from __future__ import annotations

from msgspec import structs

from balka.core.state import Work
from balka.systems.wb95 import movement
from balka.systems.wb95.events import Marched, Moved, Overrun, StackMarched, StackMoved, Stopped
from balka.systems.wb95.fortifications import clear_works, through_line
from balka.systems.wb95.headquarters import killed
from balka.systems.wb95.orders import tell_own
from balka.systems.wb95.position import ACTIVE, Unit, enemy_of, label, mark, put, remove, unit_of, units_at
from balka.systems.wb95.victory import crossed
from balka.systems.wb95.zones import in_zone


def enter(work: Work, side: str, members: tuple[str, ...], step: tuple[int, int]) -> bool:
    """One step of a party; true if an enemy zone stops it there."""
    start, h = step
    board, foe = work.setting.board, enemy_of(side)
    across = board.neighbours[start].index(h)
    extra = movement.overrun_price(work, side, h) or 0
    walked = [_walked(work, unit_of(work, one), (start, across, h), extra) for one in members]
    overrun(work, foe, h)
    put(work, *walked)
    clear_works(work, foe, h)
    emptied = not units_at(work, side, start)
    tell_own(work, side, Moved(members, start, h), StackMoved(side, start, h, emptied=emptied))
    return in_zone(work, h, foe)


def tell_march(work: Work, side: str, members: tuple[str, ...], way: tuple[int, ...]) -> None:
    """The whole way in one line, when it has been walked."""
    emptied = not units_at(work, side, way[0])
    tell_own(work, side, Marched(members, way), StackMarched(side, way, emptied=emptied))


def stop(work: Work, side: str, members: tuple[str, ...], h: int) -> None:
    mark(work, members, "done")
    tell_own(work, side, Stopped(side, h))


def _walked(work: Work, who: Unit, way: tuple[int, int, int], extra: int) -> Unit:
    start, side, end = way
    payer = movement.payer_of(work, who)
    step = movement.step_cost(work, payer, start, side)
    if step is None:
        raise AssertionError(f"{who.id} cannot go to {label(work, end)}")
    marks = ["moved", *ACTIVE]
    if step.road != "secondary":
        marks.append("strayed")
    if work.position.harassed and not any(one.startswith("from:") for one in who.marks):
        marks.append(f"from:{start}")
    if through_line(work, who.side, start, end):
        marks.append("mined")
    moved = structs.replace(who, hex=end, spent=who.spent + step.price + extra).marked(*marks)
    return crossed(work, moved, start, end)


def overrun(work: Work, foe: str, h: int) -> None:
    """Guns and headquarters with no escort are lost to whoever enters. [6.1.7, 9.1.5]"""
    caught = units_at(work, foe, h)
    if not caught:
        return
    work.barrier = True
    work.tell(Overrun(tuple(one.id for one in caught), h))
    for one in caught:
        remove(work, one.id)
        if one.kind == "HQ":
            killed(work, one.side, h)
