"""Who may know what: the position as a seat sees it, what neighbours are told, and guesses at the rest. [chapter 16]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import ClassVar

from msgspec import Struct, structs

from balka.core.choices import UnitId
from balka.core.dice import Rng
from balka.core.hexes import hexes_in
from balka.core.memo import POSITION, SETTING, remembered
from balka.systems.wb95.catalogue import Counter
from balka.systems.wb95.events.stacks import PutOnTop, StacksOpened, TopSeen, TypesTold
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.masks import is_dug_in, masked, on_top, seen_marks, unopened
from balka.systems.wb95.orders import Order
from balka.systems.wb95.position import (
    OFF,
    SIDES,
    Force,
    Now,
    Position,
    Unit,
    WbState,
    WbWork,
    enemy_of,
    force,
    mark,
    put,
    setting_of,
    unit_of,
    units_at,
)
from balka.systems.wb95.zones import beside


@remembered(on=SETTING)
def sides_of_seat(game: Now, seat: str) -> tuple[str, ...]:
    """The sides a seat decides for, and so may know all about."""
    return tuple(side for side in SIDES if seat in game.setting.seats_of_side(side))


@remembered(on=POSITION)
def view_position(game: Now, seat: str) -> Position:
    """The position as a seat may know it; the same value while nothing it may know has changed."""
    position: Position = game.position
    own = sides_of_seat(game, seat)
    forces = {side: force(game, side) if side in own else masked(game, side, own) for side in SIDES}
    met = {key: facts for key, facts in position.met.items() if key in own or key.startswith("top ")}
    return structs.replace(position, forces=forces, met=met)


def open_up(work: WbWork, ids: Iterable[str]) -> None:
    """Turn counters over for both sides until the phase ends. [16.1.3]"""
    mark(work, ids, Mark.SHOWN)
    units = [unit_of(work, unit_id) for unit_id in sorted(set(ids))]
    facts = tuple((u.id, u.hex, u.cel, u.supply, u.disorganised, seen_marks(u)) for u in units)
    places = sorted({(u.side, u.hex) for u in units})
    rest = tuple(h for side, h in places if unopened(work, force(work, side).within(h)))
    work.tell(StacksOpened(facts, rest))


class Top(Order, frozen=True):
    """Lay this counter on top of its stack; each once in a phase."""

    verb: ClassVar[str] = "top"

    def do(self, work: WbWork) -> None:
        unit = unit_of(work, self.unit)
        put(work, *(other.cleared(Mark.TOP) for other in units_at(work, unit.side, unit.hex)))
        put(work, unit_of(work, self.unit).marked(Mark.TOP, Mark.TOPPED))
        work.tell(PutOnTop(unit.side, unit.id, unit.hex))


def tops(view: Now, unit: Unit) -> Iterator[Order]:
    """Counters of a stack that are not on top and have not been laid there in this phase."""
    if view.setting.rulebook.masks != "top" or unit.has(Mark.TOPPED):
        return
    if len(units_at(view, unit.side, unit.hex)) > 1:
        yield Top(UnitId(unit.id))


def conceal(state: WbState, seat: str) -> WbState:
    """The whole state as a seat may know it."""
    return structs.replace(
        state,
        position=view_position(state, seat),
        secrets={seat: state.secrets[seat]} if seat in state.secrets else {},
        told={seat: state.told[seat]} if seat in state.told else {},
        stack=tuple([frame.conceal(state, seat) for frame in state.stack]),
    )


def known(work: WbWork, side: str) -> WbState:
    """What the seat that decides for a side knows in the middle of a change."""
    state = work.freeze()
    return state.view(state.setting.seat_of[side])


def watch_contacts(work: WbWork, near: AbstractSet[int]) -> None:
    """Neighbours are told what they face; what the mover is told himself cannot be taken back. [16.1.4]"""
    before = work.position.met
    now = {side: _faced_anew(work, side, near) for side in SIDES}
    if work.setting.rulebook.masks == "top":
        now |= {f"top {side}": tops_of(work, side) for side in SIDES}
    if now == before:
        return
    work.position = structs.replace(work.position, met=now)
    _tell_tops(work, before, now)
    for side in SIDES:
        seats = work.setting.seats_of_side(side)
        for place, facts in now[side].items():
            if facts != before.get(side, {}).get(place):
                work.tell_only(seats, TypesTold(enemy_of(side), int(place), facts))
                work.barrier = work.barrier or work.actor in seats


def tops_of(game: Now, side: str) -> dict[str, str]:
    """The counter on top of each stack, with all that can be seen of it. [16.1.1]"""
    tops = {}
    for h, units in force(game, side).at.items():
        name = on_top(units)
        unit = next(unit for unit in units if unit.id == name)
        rest = "" if len(units) == 1 else ", others below"
        marks = ", ".join(seen_marks(unit.cleared(Mark.SHOWN)))
        tops[str(h)] = f"{name} {unit.cel} {unit.supply} {unit.disorganised} {marks}{rest}"
    return tops


def _tell_tops(work: WbWork, before: dict[str, dict[str, str]], now: dict[str, dict[str, str]]) -> None:
    for side in SIDES:
        key = f"top {side}"
        for place, facts in now.get(key, {}).items():
            seen = before.get(key, {}).get(place, "")
            if seen != facts:
                work.tell(TopSeen(side, int(place), facts, seen))


def faced(game: Now, side: str) -> dict[str, str]:
    """The enemy hexes next to a side's counters, and what its owner says of each: kinds, and CEL unless dug in.

    [16.1.4]
    """
    board, foe = game.setting.board, force(game, enemy_of(side))
    return {str(h): _told_of(game, side, h) for h in hexes_in(foe.occupied & beside(force(game, side), board))}


def _told_of(game: Now, side: str, h: int) -> str:
    """What the enemy says of his stack in a hex."""
    foe = enemy_of(side)
    open_too = not is_dug_in(game, foe, h)
    facts = sorted(f"{unit.kind} {unit.cel}" if open_too else unit.kind for unit in units_at(game, foe, h))
    return ", ".join(facts)


def _faced_anew(work: WbWork, side: str, near: AbstractSet[int]) -> dict[str, str]:
    """The same after a change in or next to some hexes: only there can it differ from what was told."""
    told, foe_side = work.position.met.get(side), enemy_of(side)
    if told is None:
        return faced(work, side)
    stood, stands = work.before.forces[foe_side].at, force(work, foe_side).at
    places = [(h, str(h)) for h in near if h in stands or h in stood]
    if not places:
        return told
    anew = {place: _told_of(work, side, h) for h, place in places if h in stands and _is_beside(work, side, h)}
    if anew == {place: told[place] for _, place in places if place in told}:
        return told
    kept = {place: facts for place, facts in told.items() if int(place) not in near}
    return dict(sorted({**kept, **anew}.items(), key=lambda row: int(row[0])))


def _is_beside(game: Now, side: str, h: int) -> bool:
    """Whether a side has a counter next to a hex."""
    return not force(game, side).at.keys().isdisjoint(game.setting.board.neighbours[h])


# -- guessing


class Hidden(Struct, frozen=True, eq=False, dict=True):
    """The counters of a side that a viewer cannot place; what is derived from them is kept with them."""

    counters: tuple[Counter, ...]


def unseen(view: WbState, side: str) -> tuple[Counter, ...]:
    """Counters of a side that a viewer cannot place: alive, and not lying open before him."""
    return hidden(view, side).counters


def hidden(view: WbState, side: str) -> Hidden:
    """They stay the same while the force looks the same and nobody else of it is lost."""
    gone, known = (view.tracks.lost.get(side, ()), view.tracks.withdrawn), _hidden(force(view, side))
    if gone not in known:
        placed = {*gone[0], *gone[1], *force(view, side).units}
        known[gone] = Hidden(tuple(counter for counter in _cast(view, side) if counter.id not in placed))
    return known[gone]


@remembered
def _hidden(troops: Force) -> dict[tuple[tuple[str, ...], tuple[str, ...]], Hidden]:
    """By who is lost and withdrawn. To be filled."""
    return {}


@remembered(on=SETTING)
def _cast(view: WbState, side: str) -> list[Counter]:
    """Every counter a side has in this scenario."""
    every = [view.setting.catalogue.counters[name] for name in sorted(setting_of(view).cast)]
    return [counter for counter in every if counter.side == side and counter.kind != "AIR"]


def sample(view: WbState, rng: Rng) -> WbState:
    """A whole state that fits a view: nameless counters are dealt from those the viewer cannot place.

    A view keeps the secrets of the seats it belongs to and of no other, which tells whose it is.
    """
    own = {side for seat in view.secrets for side in sides_of_seat(view, seat)}
    forces = {side: force(view, side) if side in own else _deal(view, side, rng) for side in SIDES}
    secrets = {**{seat: {} for seat in view.setting.seats}, **view.secrets}
    state: WbState = structs.replace(view, position=structs.replace(view.position, forces=forces), secrets=secrets)
    met = {**view.position.met, **{side: faced(state, side) for side in SIDES}}
    state = structs.replace(state, position=structs.replace(state.position, met=met))
    return structs.replace(state, stack=tuple(_filled(state, frame) for frame in state.stack))


def _filled(state: WbState, frame: object) -> object:
    fill = getattr(frame, "fill", None)
    return fill(state) if fill else frame


def _deal(view: WbState, side: str, rng: Rng) -> Force:
    shown = force(view, side)
    pool = _shuffled(unseen(view, side), rng)
    units = [unit for unit in shown.units.values() if unit.known]
    slots = sorted(
        (unit for unit in shown.units.values() if not unit.known and unit.kind), key=lambda unit: (-unit.cel, unit.id)
    )
    for slot in slots:
        counter = _pick(pool, slot)
        pool.remove(counter)
        cel = slot.cel or counter.cel
        units.append(Unit(counter.id, side, counter.kind, slot.hex, cel, beyond=slot.beyond))
    stacks = {unit.hex: unit.beyond for unit in shown.units.values() if not unit.known and not unit.kind}
    spread = _spread(view, side, pool, sorted(stacks), rng)
    units += [structs.replace(unit, beyond=stacks.get(unit.hex, ())) for unit in spread]
    return Force({unit.id: unit for unit in units})


def _shuffled(items: Iterable[Counter], rng: Rng) -> list[Counter]:
    left, shuffled = list(items), []
    while left:
        shuffled.append(left.pop(rng.randrange(len(left))))
    return shuffled


def _pick(pool: list[Counter], slot: Unit) -> Counter:
    """A counter of the kind told that can show the CEL told."""
    fitting = [counter for counter in pool if could_be(counter, slot)]
    if not fitting:
        raise AssertionError(f"no unseen counter fits {slot.id} ({slot.kind})")
    exact = [counter for counter in fitting if counter.cel == slot.cel]
    return (exact or fitting)[0]


def could_be(counter: Counter, unit: Unit) -> bool:
    """May a nameless unit be this counter, by the kind and the CEL that are told of it? [16.1.4]"""
    tracked = counter.kind == "ART" and not counter.towed
    return counter.kind == unit.kind and tracked == unit.has(Mark.SELF_PROPELLED) and counter.cel >= unit.cel


def _spread(view: WbState, side: str, pool: list[Counter], stacks: list[int], rng: Rng) -> Iterable[Unit]:
    """The rest of the pool under the masks, at least one each, room allowing; counters not yet due stay outside."""
    arrivals = view.setting.rulebook.arrivals
    here = [counter for counter in pool if counter.id not in arrivals]
    later = [counter for counter in pool if counter.id in arrivals]
    due = [counter for counter in later if arrivals[counter.id].turn <= view.turn]
    while len(here) < len(stacks) and due:
        here.append(due.pop(0))
    entered = {counter.id for counter in here}
    yield from (
        Unit(counter.id, side, counter.kind, OFF, counter.cel) for counter in later if counter.id not in entered
    )
    room = dict.fromkeys(stacks, 8)
    for n, counter in enumerate(here):
        h = stacks[n] if n < len(stacks) else _roomiest(room, counter.cel, rng)
        if h != OFF:  # else it must have left the map
            room[h] -= counter.cel
        yield Unit(counter.id, side, counter.kind, h, counter.cel)


def _roomiest(room: dict[int, int], cel: int, rng: Rng) -> int:
    open_stacks = [h for h, left in room.items() if left >= cel] or list(room)
    return open_stacks[rng.randrange(len(open_stacks))] if open_stacks else OFF
