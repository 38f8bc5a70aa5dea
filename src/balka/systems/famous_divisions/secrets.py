"""Fog of war: what a side may know of a state, and worlds that fit what it knows. [1.1]"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import structs

from balka.core.dice import Bag, Rng
from balka.core.frames import Frame, Steps
from balka.core.handing import hand_on
from balka.core.memo import remembered
from balka.core.state import Hand, State
from balka.systems.famous_divisions.events.marches import Sighted
from balka.systems.famous_divisions.listing import SideFrame, without
from balka.systems.famous_divisions.model import (
    GdSetting,
    GdState,
    GdWork,
    Now,
    enemy_of,
    seat,
)
from balka.systems.famous_divisions.opportunity import OpportunityFire
from balka.systems.famous_divisions.party import Party
from balka.systems.famous_divisions.position import (
    DUE,
    SIDES,
    Force,
    GdPosition,
    Unit,
    as_it_is,
)
from balka.systems.famous_divisions.results import Retreat
from balka.systems.famous_divisions.sight import inspected, is_named
from balka.systems.famous_divisions.terrain import Ground

BLACK = "black"
NUMBERS = "123456789abcdefghijklmnopqrstuvwxyz"  # one sign each, so that names sort as they count


def shown(counter: Unit, names: dict[str, str]) -> Unit:
    """An enemy counter as it lies on the map, by what the viewer calls others; its owner's bookkeeping is left out."""
    carrier = names.get(counter.carrier, counter.carrier)
    return Unit(
        counter.id, counter.side, counter.hex, counter.status, depleted=counter.depleted, fired=counter.fired,
        pinned=counter.pinned, debarked=counter.debarked, carrier=carrier, hungry=counter.hungry, fought=counter.fought,
        exposed=counter.exposed, road=counter.road, shot=counter.shot, attacked=counter.attacked,
        left_by=counter.left_by,
    )  # fmt: skip


def side_of(state: Now, viewer: str) -> str:
    """The side a seat plays; empty for somebody who only watches."""
    return next((side for side in SIDES if state.setting.seat_of[side] == viewer), "")


# -- the view


def conceal(state: GdState, viewer: str) -> GdState:
    """The state as a seat may know it."""
    sides = [side for side in SIDES if seat(state, side) == viewer]
    if len(sides) == len(SIDES):
        return state
    own = sides[0] if sides else ""
    position = _hidden_position(state.position, state.setting, own)
    others = [_veiled(state.position, state.setting, side) for side in SIDES if side != own]
    hidden = others[0].hidden if len(others) == 1 else others[0].hidden | others[1].hidden
    return State(
        state.setting, position, state.tracks, _bags(state, sides),
        {side: hand if side in sides else Hand((), hand.size) for side, hand in state.hands.items()},
        {side: facts if side in sides else {} for side, facts in state.secrets.items()},
        state.told, tuple([_hidden_frame(state, frame, viewer, hidden) for frame in state.stack]), state.turn,
    )  # fmt: skip


def _hidden_frame(state: GdState, frame: Frame, viewer: str, hidden: frozenset[str]) -> Frame:
    """A frame as a seat may know it; what names nobody but the seat's own counters need not be looked through."""
    own = isinstance(frame, SideFrame) and frame.names_own and seat(state, frame.side) == viewer
    known = frame.conceal(state, viewer)
    return known if own or isinstance(frame, Steps) else without(known, hidden)


class Veiled(NamedTuple):
    """A side as its enemies may know it, and those of its counters that cannot be identified."""

    force: Force
    hidden: frozenset[str]


def _veiled(now: GdPosition, setting: GdSetting, side: str) -> Veiled:
    return _known_force(now.forces[side], setting, inspected(now, setting.catalogue.ground, enemy_of(side)))


@remembered
def _known_force(force: Force, setting: GdSetting, opened: frozenset[int]) -> Veiled:
    """A side as it is known to who may look through the stacks in these hexes."""
    names = _aliases(force, setting, opened)
    units = {k: _face(force, u, names) for k, u in force.units.items() if k not in names}
    units.update((alias, Unit(alias, force.units[k].side, force.units[k].hex)) for k, alias in names.items())
    return Veiled(hand_on(force, Force(dict(sorted(units.items()))), "places", as_it_is), frozenset(names))


def _face(force: Force, counter: Unit, names: dict[str, str]) -> Unit:
    """What is shown of a counter, made once as long as it stays as it is; itself, where nothing of it is left out."""
    if counter.carrier:
        return shown(counter, names)
    was, face = force.faces.get(counter.id, (None, counter))
    if was is not counter:
        face = shown(counter, names)
        face = counter if face == counter else face
        force.faces[counter.id] = counter, face
    return face


def _aliases(force: Force, setting: GdSetting, opened: frozenset[int]) -> dict[str, str]:
    """For each counter that cannot be identified the name it goes by: its place and its number in the stack."""
    labels, names = setting.board.labels, dict[str, str]()
    for h, stack in force.at.items():
        hidden = [u.id for u in stack if not is_named(u, opened)] if h not in opened else []
        names.update((k, f"?{labels[h]}.{NUMBERS[n]}") for n, k in enumerate(hidden))
    return names


@remembered
def _hidden_position(now: GdPosition, setting: GdSetting, own: str) -> GdPosition:
    """What stands where as a side may know it: its own counters whole, of the others what lies on the map."""
    forces = {side: force if side == own else _veiled(now, setting, side).force for side, force in now.forces.items()}
    units = {**forces[SIDES[0]].units, **forces[SIDES[1]].units}
    return now.known_as(units, forces)


def _bags(state: GdState, sides: list[str]) -> dict[str, Bag]:
    """Black chits in an unseen hand may for all the viewer knows still lie in the pool."""
    unseen = [card for side, hand in state.hands.items() if side not in sides for card in hand.cards]
    if not unseen:
        return state.bags
    pool = state.bags[BLACK]
    items = dict(pool.items)
    for card in unseen:
        items[card] = items.get(card, 0) + 1
    return {**state.bags, BLACK: Bag(dict(sorted(items.items())), pool.size)}


# -- worlds that fit a view


def sample(view: GdState, rng: Rng) -> GdState:
    """A whole state that fits a view: unseen counters are dealt to the unknown places, unseen chits to the hands."""
    state = _deal_units(view, rng)
    hands, bags = dict(state.hands), dict(state.bags)
    for side, hand in state.hands.items():
        for _ in range(hand.unseen):
            card = bags[BLACK].sample(BLACK, rng).item
            size = bags[BLACK].size
            bags[BLACK] = Bag(bags[BLACK].without(card).items, size)
            hands[side] = Hand(tuple(sorted((*hands[side].cards, card))))
    return State(
        state.setting, state.position, state.tracks, bags, hands, state.secrets, state.told, state.stack, state.turn
    )


def _unseen(view: GdState, side: str) -> list[str]:
    """Counters of a side that must be among the unknown ones."""
    known = view.position.units
    return sorted(k.id for k in view.setting.catalogue.kinds.values() if k.side == side and k.id not in known)


def _deal_units(view: GdState, rng: Rng) -> GdState:
    units = dict(view.position.units)
    names: dict[str, str] = {}
    for side in SIDES:
        places = sorted(alias for alias, u in units.items() if u.anonymous and u.side == side)
        pool = _unseen(view, side)
        dealt = [pool.pop(rng.randrange(len(pool))) for _ in places]
        names.update(_in_order(places, dealt))
    for alias, real in names.items():
        units[real] = structs.replace(units.pop(alias), id=real)
    units = {
        unit_id: structs.replace(u, carrier=names.get(u.carrier, u.carrier)) for unit_id, u in sorted(units.items())
    }
    stack = _whole(view.stack, [units[real] for real in names.values()])
    dealt_to = State(
        view.setting, structs.replace(view.position, units=units), view.tracks, view.bags, view.hands, view.secrets,
        view.told, stack, view.turn,
    )  # fmt: skip
    top = stack[-1] if stack else None
    if isinstance(top, Retreat) and top.side == top.owner:
        return structs.replace(dealt_to, stack=(*stack[:-1], top.parted(dealt_to)))
    return dealt_to


def _whole(stack: tuple[Frame, ...], dealt: list[Unit]) -> tuple[Frame, ...]:
    """Frames whose unknown members were left out get those that stand where the members must be."""
    top = stack[-1] if stack else None
    if not isinstance(top, OpportunityFire) or top.moving:
        return stack
    moving = tuple(u.id for u in dealt if u.hex == top.hex)
    below = [structs.replace(f, units=(*f.units, *moving)) if isinstance(f, Party) else f for f in stack[:-1]]
    return (*below, structs.replace(top, moving=moving))


def _in_order(places: list[str], dealt: list[str]) -> dict[str, str]:
    """Within a hex the dealt counters take their names in order, so that they are hidden under the same names again."""
    by_hex: dict[str, list[str]] = {}
    for place, real in zip(places, dealt, strict=True):
        by_hex.setdefault(place.rpartition(".")[0], []).append(real)
    names: dict[str, str] = {}
    for h, ids in by_hex.items():
        aliases_here = sorted(place for place in places if place.rpartition(".")[0] == h)
        names.update(zip(aliases_here, sorted(ids), strict=True))
    return names


# -- coming into view


def watch_sight(work: GdWork, before: GdPosition) -> None:
    """Whatever comes into view is told to the side that sees it, and cannot be taken back. [1.1-a]"""
    for side in SIDES:
        new = _sighted(before, work.position, work.setting.catalogue.ground, side)
        if new:
            seen = tuple(shown(work.position.units[unit_id], {}) for unit_id in sorted(new))
            work.tell_only((seat(work, side),), Sighted(seen))
            work.barrier = work.barrier or work.actor == seat(work, side)


def _sighted(before: GdPosition, now: GdPosition, ground: Ground, side: str) -> list[str]:
    """Enemies that a side can name and could not before, when those who were due to enter were known to all.

    Only stacks that changed and hexes it could not look into need to be looked at.
    """
    was, force = before.forces[enemy_of(side)], now.forces[enemy_of(side)]
    if was is force and _looks_the_same(before, now, side):
        return []
    past, opened = inspected(before, ground, side), inspected(now, ground, side)
    if was is force and past == opened:
        return []
    shut = opened - past
    if was is force:
        fresh = [force.at[h] for h in sorted(shut)]
    elif was.places is force.places and not shut:
        fresh = [stack for stack, old in zip(force.at.values(), was.at.values(), strict=True) if stack is not old]
    else:
        known = was.at.get
        fresh = [stack for h, stack in force.at.items() if known(h) is not stack or h in shut]
    named = [u for stack in fresh for u in stack if is_named(u, opened)]
    return [u.id for u in named if not _was_known(was.units[u.id], past)]


def _looks_the_same(before: GdPosition, now: GdPosition, side: str) -> bool:
    """Does a side look from the same places, over the same works?"""
    there = before.forces[side].places is now.forces[side].places
    return there and before.works is now.works and before.unready == now.unready


def _was_known(counter: Unit, opened: frozenset[int]) -> bool:
    return counter.status == DUE or is_named(counter, opened)
