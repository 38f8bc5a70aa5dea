"""What may be said to the stacks and counters of a side in a Movement Phase. [3.1, chapters 6, 7, 11, 12, 14]

All of them are asked at every list, so the answers are kept and handed on with the force. An answer to a counter hangs
on itself, the room in the next hexes and the steps that lead out of its own; one to a stack on all who are in it;
for who waits beside the map, on the hexes by which it may come and those next to them. What hangs on more is asked anew
each time: who may rebuild a bridge or build one, or finds room in no next hex unless others make it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

from balka.core.boards import Board
from balka.core.choices import Choice, Hex, UnitId
from balka.core.memo import remembered
from balka.systems.wb95 import movement, reach
from balka.systems.wb95.artillery import set_ups
from balka.systems.wb95.bridges import awaits_headquarters, bridge_works
from balka.systems.wb95.building import bridge_sites
from balka.systems.wb95.fortifications import digs
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.orders import Take, TakeHex
from balka.systems.wb95.passages import Front, first_steps, front_against, stale_since, without
from balka.systems.wb95.position import Force, Position, Unit, WbState, enemy_of, force, units_at
from balka.systems.wb95.reinforcements import entries, exits, gates, is_due
from balka.systems.wb95.secrets import tops
from balka.systems.wb95.strategic import marks_for_strategic
from balka.systems.wb95.supply import pushes
from balka.systems.wb95.zones import and_beside

Said = tuple[Choice, ...]
Told = tuple[int | str, Said]


class March(NamedTuple):
    """A Movement Phase as it bears on its lists."""

    side: str
    strategic: bool


class Words:
    """What was found for stacks, by their hexes, and counters, by their names, and the position it was found in."""

    __slots__ = (
        "control", "crowds", "entered", "fleeting", "front", "lasting", "listed", "named", "passing", "stacks", "turn",
        "units", "waiting", "works",
    )  # fmt: skip

    def __init__(self, turn: int, own: Force, position: Position, front: Front) -> None:
        """It keeps what it needs of the force and not the force, which keeps it."""
        self.turn, self.front = turn, front
        self.stacks, self.units, self.crowds, self.entered = own.at, own.units, own.crowds, own.entered
        self.works, self.control = position.works, position.control
        self.lasting: dict[int, dict[int | str, Said]] = {}  # by their hex, to be handed on where nothing near changes
        self.named: dict[int, tuple[int | str, ...]] = {}  # who is in a hex
        self.listed: dict[int, tuple[Told, ...]] = {}  # who of a hex is told what
        self.fleeting: set[int] = set()  # hexes where not all of that lasts
        self.waiting: dict[int | str, Said] = {}  # to who is beside the map
        self.passing: dict[int | str, Said] = {}

    def about(self, h: int) -> dict[int | str, Said]:
        """What lasts of what was found for those in a hex, or beside the map. To be filled."""
        if h < 0:
            return self.waiting
        known = self.lasting.get(h)
        if known is None:
            known = self.lasting[h] = {}
        return known


def said_to(view: WbState, march: March, whom: int | str) -> Said:
    """What may be said to the stack in a hex or to a counter."""
    words, own = _words(view, march), force(view, march.side)
    if not isinstance(whom, int) and whom not in own.units:
        return ()
    lasting = words.about(whom if isinstance(whom, int) else own.units[whom].hex)
    found = lasting.get(whom)
    if found is None:
        found = words.passing.get(whom)
    if found is None:
        found, lasts = _to_stack(view, march, whom) if isinstance(whom, int) else _to_counter(view, march, whom)
        (lasting if lasts else words.passing)[whom] = found
    return found


def told(view: WbState, march: March) -> Iterator[Told]:
    """The stacks and counters on the map that something may be said to, with what it is, stack by stack."""
    words, at = _words(view, march), force(view, march.side).at
    for h in at.keys() - words.listed.keys():
        names = _named_in(h, at[h])
        words.listed[h] = tuple([(whom, said) for whom in names if (said := said_to(view, march, whom))])
        if not words.passing.keys().isdisjoint(names):
            words.fleeting.add(h)
    return chain.from_iterable(map(words.listed.__getitem__, at))


def everybody(view: WbState, march: March) -> list[int | str]:
    """Every stack of more than one counter and every counter on the map, stack by stack."""
    named, at = _words(view, march).named, force(view, march.side).at
    for h in at.keys() - named.keys():
        named[h] = _named_in(h, at[h])
    return list(chain.from_iterable(map(named.__getitem__, at)))


def _named_in(h: int, units: tuple[Unit, ...]) -> tuple[int | str, ...]:
    names = [unit.id for unit in units]
    return (h, *names) if len(names) > 1 else tuple(names)


# -- what is found, and whether it lasts: whether it hangs on nothing but what is near


def _to_stack(view: WbState, march: March, h: int) -> tuple[Said, bool]:
    """A stack goes together where two or more of it can."""
    members = movers(view, march, h)
    if len(members) < 2:
        return (), True
    goes, lasts = _can_go(view, march, members, h)
    return (TakeHex(Hex(h)),) if goes else (), lasts


def _to_counter(view: WbState, march: March, name: str) -> tuple[Said, bool]:
    unit = force(view, march.side).units[name]
    if unit.hex < 0:
        return (*entries(view, unit), *(pushes(view, unit) if is_due(view, unit) else ())), True
    if march.strategic and not unit.has(Mark.STRATEGIC):
        return (), True  # without its marker it has no part in that [12.1]
    said, movable = list[Choice](), is_movable(view, march, unit)
    goes, lasts = _can_go(view, march, (name,), unit.hex) if movable or unit.has(Mark.RETREATED) else (False, True)
    if goes and movable:
        said.append(Take(UnitId(name)))
    if unit.has(Mark.STRATEGIC) == march.strategic:
        said += exits(view, unit)
    for orders in STRATEGIC_ORDERS if march.strategic else ORDERS:
        said += orders(view, unit)
    return tuple(said), lasts and not unit.has(Mark.BANK) and not awaits_headquarters(view, unit)


ORDERS: tuple[Callable[[WbState, Unit], Iterator[Choice]], ...] = (
    digs, set_ups, pushes, marks_for_strategic, bridge_works, bridge_sites, tops
)  # fmt: skip
STRATEGIC_ORDERS = (pushes,)


def _can_go(view: WbState, march: March, members: tuple[str, ...], h: int) -> tuple[bool, bool]:
    """Whether a party can go. It lasts if there is no next hex anyway, or room in one though nobody steps aside."""
    party = movement.party_of(view, march.side, members)
    steps = first_steps(view, party, h)
    for b in steps:
        if movement.fits(view, march.side, b, party.cel):
            return True, True
    return bool(steps) and reach.can_step(view, party, h), not steps


def movers(view: WbState, march: March, h: int) -> tuple[str, ...]:
    return tuple(unit.id for unit in units_at(view, march.side, h) if is_movable(view, march, unit))


def is_movable(view: WbState, march: March, unit: Unit) -> bool:
    return unit.has(Mark.STRATEGIC) == march.strategic and movement.may_move(view, unit)


# -- handing on


@remembered
def _words(view: WbState, march: March) -> Words:
    """What is known to begin with: what was found last and still holds."""
    own, front = force(view, march.side), front_against(view, enemy_of(march.side))
    now = Words(view.turn, own, view.position, front)
    last = own.words.get(march)
    if last is not None and last.turn == view.turn and last.front.harassed == front.harassed:
        _hand_on(view, own, last, now)
    own.words[march] = now
    return now


def _hand_on(view: WbState, own: Force, last: Words, now: Words) -> None:
    """What was found away from all that has changed since."""
    board = view.setting.board
    moved = own.altered(last.stacks)
    stale = set() if now.front is last.front else {*stale_since(board, now.front, last.front)}
    dug = {int(h) for h in now.works.keys() ^ last.works.keys()} if now.works is not last.works else set()
    near = stale.union(dug, *[_squeezed(board, last, now, h) for h in moved])
    now.named = without(last.named, moved)
    now.lasting = without(last.lasting, near | moved)
    now.listed = without(last.listed, near | moved | last.fleeting)
    if view.setting.rulebook.masks != "top":  # where who lies on top is seen, counters hang on the others in their hex
        now.lasting.update({h: _who_stayed(last, now, h) for h in moved - near})
    for h in and_beside(board, moved) & now.lasting.keys():
        now.lasting[h] = dict(now.lasting[h])  # with the room there was before, more found now might not hold
    if last.waiting and now.control == last.control:
        shut = and_beside(board, moved) | stale | {h for h, _ in now.entered.items() ^ last.entered.items()}
        for name, said in last.waiting.items():
            unit = now.units.get(str(name))
            if unit is not None and unit is last.units[str(name)] and shut.isdisjoint(gates(view, unit)):
                now.waiting[name] = said


def _who_stayed(last: Words, now: Words, h: int) -> dict[int | str, Said]:
    """What was found for the counters of a hex who are as they were, whoever came or went."""
    known, units = last.lasting.get(h, {}), last.units
    return {
        unit.id: known[unit.id] for unit in now.stacks.get(h, ()) if unit is units.get(unit.id) and unit.id in known
    }


def _squeezed(board: Board, last: Words, now: Words, h: int) -> Iterator[int]:
    """The stacks next to a hex that may find less room in it than they did: more stand there now. [3.2.1]"""
    crowd = now.crowds.get(h, 0)
    if crowd > last.crowds.get(h, 0):
        for b in board.neighbours[h]:
            if b in now.crowds and crowd + now.crowds[b] > movement.STACKING:
                yield b
