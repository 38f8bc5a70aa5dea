"""What may be said to the stacks and counters of a side in a Movement Phase. [3.1, chapters 6, 7, 11, 12, 14]

All of them are asked at every list, so the answers are kept and handed on with the force. An answer hangs on the
friends in its own hex and the next ones, who take room, and on the steps that lead out of its own. What hangs on more
is asked anew each time: who waits beside the map, stands at a bridge or may build one, comes from a retreat, or finds
room in no next hex unless others make it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from balka.core.choices import Choice, Hex, UnitId
from balka.core.memo import remembered
from balka.systems.wb95 import movement, reach
from balka.systems.wb95.artillery import set_ups
from balka.systems.wb95.bridges import bridge_works, is_bridgehead
from balka.systems.wb95.building import bridge_sites
from balka.systems.wb95.fortifications import digs
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.orders import Take, TakeHex
from balka.systems.wb95.passages import Front, first_steps, front_against, stale_since
from balka.systems.wb95.position import OFF, Force, Unit, WbState, enemy_of, force, units_at
from balka.systems.wb95.reinforcements import entries, exits, is_due
from balka.systems.wb95.secrets import tops
from balka.systems.wb95.strategic import marks_for_strategic
from balka.systems.wb95.supply import pushes
from balka.systems.wb95.zones import and_beside

Said = tuple[Choice, ...]


class March(NamedTuple):
    """A Movement Phase as it bears on its lists."""

    side: str
    strategic: bool


class Words(NamedTuple):
    """What was found for stacks, by their hexes, and counters, by their names, and the position it was found in."""

    turn: int
    stacks: dict[int, tuple[Unit, ...]]
    works: dict[str, str]
    front: Front
    lasting: dict[int | str, Said]  # to be handed on where nothing near changes
    passing: dict[int | str, Said]


def said_to(view: WbState, march: March, whom: int | str) -> Said:
    """What may be said to the stack in a hex or to a counter."""
    if march.strategic and not _marches(view, march, whom):
        return ()
    words = _words(view, march)
    found = words.lasting.get(whom)
    if found is None:
        found = words.passing.get(whom)
    if found is None:
        found = tuple(_to_stack(view, march, whom) if isinstance(whom, int) else _to_counter(view, march, whom))
        (words.lasting if _lasts(view, march, whom, found) else words.passing)[whom] = found
    return found


def _marches(view: WbState, march: March, whom: int | str) -> bool:
    """Whether a stack or a counter has a part in Strategic Movement: its marker, or it is yet to come. [12.1]"""
    own = force(view, march.side)
    units = own.within(whom) if isinstance(whom, int) else [own.units[whom]] if whom in own.units else []
    return any(unit.hex < 0 or unit.has(Mark.STRATEGIC) for unit in units)


def _to_stack(view: WbState, march: March, h: int) -> Iterator[Choice]:
    """A stack goes together where two or more of it can."""
    members = movers(view, march, h)
    if len(members) > 1 and _can_take(view, march, members, h):
        yield TakeHex(Hex(h))


def _to_counter(view: WbState, march: March, name: str) -> Iterator[Choice]:
    unit = force(view, march.side).units.get(name)
    if unit is None:
        return
    if unit.hex < 0:
        yield from entries(view, unit)
        yield from pushes(view, unit) if is_due(view, unit) else ()
        return
    if is_movable(view, march, unit) and _can_take(view, march, (unit.id,), unit.hex):
        yield Take(UnitId(unit.id))
    if unit.has(Mark.STRATEGIC) == march.strategic:
        yield from exits(view, unit)
    if march.strategic:
        yield from pushes(view, unit)
    else:
        for orders in (digs, set_ups, pushes, marks_for_strategic, bridge_works, bridge_sites, tops):
            yield from orders(view, unit)


def movers(view: WbState, march: March, h: int) -> tuple[str, ...]:
    return tuple(unit.id for unit in units_at(view, march.side, h) if is_movable(view, march, unit))


def is_movable(view: WbState, march: March, unit: Unit) -> bool:
    return unit.has(Mark.STRATEGIC) == march.strategic and movement.may_move(view, unit)


def _can_take(view: WbState, march: March, members: tuple[str, ...], h: int) -> bool:
    return bool(members) and reach.can_step(view, movement.party_of(view, march.side, members), h)


# -- what lasts


def _lasts(view: WbState, march: March, whom: int | str, found: Said) -> bool:
    """Whether what was found hangs on nothing but what is near."""
    if isinstance(whom, int):
        members = movers(view, march, whom)
        return len(members) < 2 or _finds_room(view, march, members, whom)
    unit = force(view, march.side).units.get(whom)
    if unit is None or unit.hex < 0 or is_bridgehead(view, unit.hex):
        return False
    if unit.has(Mark.RETREATED) or unit.has(Mark.BANK):
        return False
    return not is_movable(view, march, unit) or _finds_room(view, march, (whom,), unit.hex)


def _finds_room(view: WbState, march: March, members: tuple[str, ...], h: int) -> bool:
    party = movement.party_of(view, march.side, members)
    return any(movement.fits(view, march.side, b, party.cel) for b in first_steps(view, party, h))


@remembered
def _words(view: WbState, march: March) -> Words:
    """What is known to begin with: what was found last and still holds."""
    own, front = force(view, march.side), front_against(view, enemy_of(march.side))
    last = own.words.get(march)
    holds = last is not None and last.turn == view.turn and last.front.harassed == front.harassed
    lasting = _still(view, own, front, last) if last is not None and holds else {}
    own.words[march] = words = Words(view.turn, own.at, view.position.works, front, lasting, {})
    return words


def _still(view: WbState, own: Force, front: Front, last: Words) -> dict[int | str, Said]:
    """What was found away from all that has changed since."""
    board = view.setting.board
    moved = [h for h, units in own.at.items() if last.stacks.get(h) is not units]
    moved += last.stacks.keys() - own.at.keys()
    if view.position.works is not last.works:
        moved += [int(h) for h in view.position.works.keys() ^ last.works.keys()]
    stale = () if front is last.front else stale_since(board, front, last.front)
    near = and_beside(board, set(moved)).union([OFF], stale)
    return {whom: said for whom, said in last.lasting.items() if _stands(own, whom) not in near}


def _stands(own: Force, whom: int | str) -> int:
    """The hex somebody stands in, if he still does."""
    if isinstance(whom, int):
        return whom
    return own.units[whom].hex if whom in own.units else OFF
