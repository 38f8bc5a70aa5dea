"""Set-up with freedom: owners place units inside the zones a Mission gives, openly or in secret. [1.0-b, 11.0]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from balka.core.choices import Card, Choice, Facing, Hex, Node, Refusal, Token, UnitId
from balka.core.frames import Ask, Frame, asking
from balka.core.hexes import hexes_in
from balka.systems.heroes.chapters.finding import look_for_nobody
from balka.systems.heroes.chapters.movement import SIDES
from balka.systems.heroes.chapters.works import set_facing, why_not_inside
from balka.systems.heroes.data.mission_data import EntryChoice, SetUpOrder
from balka.systems.heroes.events.cards import EntryPicked, EntryPickedInSecret
from balka.systems.heroes.events.moves import UnitPlaced
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.situation import foes_mask
from balka.systems.heroes.setting import Rostered
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit


class Put(Choice, frozen=True):
    """Place a unit and face it."""

    verb = "put"
    final = "maybe"
    subject = "unit"
    unit: UnitId
    to: Hex
    facing: Facing


class PutHidden(Choice, frozen=True):
    """Note the place of a Hidden unit, which faces no way. [11.2-b, atb 10.0-b]"""

    verb = "put"
    final = "maybe"
    subject = "unit"
    unit: UnitId
    to: Hex


class Ready(Choice, frozen=True):
    """The rest goes where the Mission proposes."""

    verb = "ready"
    ends = True


class Pick(Choice, frozen=True):
    """Choose an Objective card that says where reinforcements come. [card 21]"""

    verb = "pick"
    final = "maybe"
    card: Card


def set_up_order(now: Now) -> tuple[str, ...]:
    for rule in now.setting.mission.special:
        if isinstance(rule, SetUpOrder):
            return rule.order
    return tuple(now.setting.forces)


def place_units(work: HeroesWork, force: str) -> None:
    """A force with free units places them."""
    free = tuple(entry.counter for entry in work.setting.roster if entry.free and entry.force == force)
    if free:
        work.push(Placing(force, free))


def pick_entries(work: HeroesWork) -> None:
    """Where reinforcements come is chosen before anything is placed. [card 21]"""
    for rule in work.setting.mission.special:
        if isinstance(rule, EntryChoice):
            force = next(name for name, side in work.setting.forces.items() if side == rule.side)
            work.push(PickingEntry(force, tuple(sorted(rule.options))))


def zone_of(now: Now, entry: Rostered) -> list[int]:
    """The hexes of its zone where a unit may stand, free of enemies."""
    mask = now.setting.zones[entry.free] & ~foes_mask(now, entry.side)
    return [place for place in hexes_in(mask) if _may_stand(now, entry, place)]


def _may_stand(now: Now, entry: Rostered, place: int) -> bool:
    """Not where it could never go: ground closed to it, save on a road; water for whoever carries much."""
    kind, ground = now.setting.kinds[entry.kind], now.setting.ground
    if now.setting.board.roads[place]:
        return True
    terrain, closed = ground.terrain[place], ground.tables.closed.get(kind.move_type, {})
    if kind.is_foot:
        return terrain != "water" or "unburdened" in kind.flags
    return terrain != "at_trench" and terrain not in closed


def entry_of(now: Now, name: str) -> Rostered:
    return next(entry for entry in now.setting.roster if entry.counter == name)


def stand(work: HeroesWork, entry: Rostered, place: int, facing: int) -> None:
    """The unit stands there with what it carries; a Hidden one is noted in secret. [11.0-b, 15.8-a]"""
    unit = set_up_inside(work, work.position.units[entry.counter].changed(hex=place, facing=facing))
    told = UnitPlaced(unit.force, unit.id, place)
    riders = [rider for rider in work.position.units.values() if rider.carrier == unit.id]
    for placed in (unit, *(rider.changed(hex=place, facing=unit.facing) for rider in riders)):
        if entry.hidden:
            work.position = work.position.without(placed.id).with_hidden(placed)
        else:
            work.put(placed)
    if entry.hidden:
        work.tell_only(work.setting.eyes_of(entry.side), told)
    else:
        work.tell(told)


def set_up_inside(now: Now, unit: Unit) -> Unit:
    """A unit as it is set up in its hex: inside a Fortification there that is made for it. [17.2-a, 17.3-a]"""
    if why_not_inside(now, unit) is not None:
        return unit
    inside = unit.changed(inside=True)
    facing = set_facing(now, inside)
    return inside if facing is None else inside.changed(facing=facing)


class Placing(Frame, frozen=True):
    """A force places its free units one by one, or lets the Mission's proposal stand."""

    left_to = "place"

    force: str
    waiting: tuple[str, ...]

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "setup")

    def left(self, view: HeroesState, seat: str) -> int:
        return len(self.waiting)

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if not path:
            return [*self.waiting, Ready()]
        if path[0] not in self.waiting:
            return ()
        if len(path) == 1:
            return ["put"]
        entry = entry_of(state, str(path[0]))
        if len(path) == 2:
            places = zone_of(state, entry)
            return [PutHidden(UnitId(entry.counter), Hex(h)) for h in places] if entry.hidden else places
        to = path[2]
        if entry.hidden or not isinstance(to, int):
            return ()
        return [Put(UnitId(entry.counter), Hex(to), Facing(side)) for side in range(SIDES)]

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        if isinstance(choice, Put | PutHidden):
            left = tuple(name for name in self.waiting if name != choice.unit)
            work.replace_top(structs.replace(self, waiting=left))
            if not left:
                self._done(work)
            facing = choice.facing if isinstance(choice, Put) else 0
            stand(work, entry_of(work, choice.unit), choice.to, facing)
            return
        self._done(work)
        for name in self.waiting:
            entry = entry_of(work, name)
            stand(work, entry, work.setting.board.hex(entry.hex), work.setting.board.grid.side(entry.facing))

    def _done(self, work: HeroesWork) -> None:
        """All stand: now it shows who is in plain view of them, and whether anybody is. [11.1-d]"""
        work.pop()
        look_for_nobody(work, work.setting.forces[self.force])

    def conceal(self, state: HeroesState, seat: str) -> Frame:
        if seat in state.setting.eyes_of(state.setting.forces[self.force]):
            return self
        return Placing(self.force, ())

    def prompt(self, view: HeroesState, seat: str) -> str:
        return "Place your units in their zones, or be ready: the rest goes where the Mission proposes."

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, Put | PutHidden) and choice.unit in self.waiting:
            return Refusal("It may only be placed inside its zone.", "sos-1.0-b atb-1.0-a")
        return Refusal("Units are being set up.", "sos-1.0-a atb-1.0-f", "Say 'put' a unit, or 'ready'.")


class PickingEntry(Frame, frozen=True):
    """A side chooses in secret where its reinforcements will come. [card 21]"""

    force: str
    cards: tuple[str, ...]

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "entry.pick")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        return [Pick(Card(card)) for card in self.cards] if not path else ()

    def answer(self, work: HeroesWork, choice: Pick) -> None:
        work.pop()
        notes = {**work.secrets.get(self.force, {}), "entry": choice.card}
        work.secrets = {**work.secrets, self.force: notes}
        seat = work.setting.seat_of[self.force]
        work.tell_only((seat,), EntryPicked(self.force, choice.card), EntryPickedInSecret(self.force))

    def prompt(self, view: HeroesState, seat: str) -> str:
        return "Choose in secret where your reinforcements will come."

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal(
            "Choose one of the Objective cards.", "sos-card-21-b atb-card-event-objective-a", " or ".join(self.cards)
        )


def unplaced(now: Now, force: str) -> tuple[str, ...]:
    """Free units of a force that still wait for their place."""
    units = now.position.units
    waiting = [e.counter for e in now.setting.roster if e.free and e.force == force and e.counter in units]
    return tuple(name for name in waiting if units[name].hex < 0 and not units[name].entry)


VERBS = (Put, PutHidden, Ready, Pick)
FRAMES = (Placing, PickingEntry)
