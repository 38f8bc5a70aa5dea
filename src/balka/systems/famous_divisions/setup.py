"""Setting up within the stated areas. [18.4, 18.5, 19.5, 20.4, 20.5, 21.4, 21.5]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import structs

from balka.core.choices import Choice, Facing, Hex, Node, Refusal, Token, UnitId, Word
from balka.core.events import Event
from balka.core.frames import Todo
from balka.core.state import Work
from balka.systems.famous_divisions.events import Said, label, name, people
from balka.systems.famous_divisions.fortifications import in_hex
from balka.systems.famous_divisions.listing import SideFrame, narrowed
from balka.systems.famous_divisions.model import (
    NOWHERE,
    ON_MAP,
    Fortification,
    Game,
    catalogue,
    change,
    enemy_of,
    legs,
    position,
    rulebook,
    seat,
    unit,
)
from balka.systems.famous_divisions.sight import is_known_to
from balka.systems.famous_divisions.stacking import ROAD_LIMIT, has_room, load
from balka.systems.famous_divisions.verbs import Dig, Put, Ready

WAITING = "setup"
TIGHT = 7  # hexes: areas this small are filled first, so that nobody is left without a place


class PlacedUnit(Event, frozen=True):
    unit: str
    hex: int

    def say(self, setting: Any) -> str:
        return f"{name(setting, self.unit)} is set up in {label(setting, self.hex)}."


class PlacedUnknown(Event, frozen=True):
    side: str
    hex: int

    def say(self, setting: Any) -> str:
        return f"A {people(self.side)} unit is set up in {label(setting, self.hex)}."


def waiting(game: Game, side: str) -> list[str]:
    """Counters of a side not set up yet; the tightest areas come first."""
    areas = catalogue(game).areas
    ids = [u.id for u in position(game).units.values() if u.side == side and u.status == WAITING]
    least = min((len(areas[one].hexes) for one in ids), default=0)
    return [one for one in ids if len(areas[one].hexes) == least] if 0 < least <= TIGHT else ids


def places(game: Game, one: str) -> list[int]:
    """Where a counter may be set up: its area, room, ground it may enter, no enemy."""
    counter, ground = unit(game, one), catalogue(game).ground
    held = position(game).occupied(enemy_of(counter.side))
    found = [h for h in catalogue(game).areas[one].hexes if h not in held]
    found = [h for h in found if ground.hex_cost(h, legs(game, counter)) is not None or h in _bridge_hexes(game)]
    return [h for h in found if has_room(game, h, (counter,)) and _fits_column(game, one, h)]


def _bridge_hexes(game: Game) -> frozenset[int]:
    ground = catalogue(game).ground
    return frozenset(a for (a, b) in ground.sides if ground.is_river_hex(a) and ground.has_bridge(a, b))


def _fits_column(game: Game, one: str, h: int) -> bool:
    """Units set up in road column stand two to a hex. [20.4-b, ruling Q-1art-lichovka]"""
    if one not in rulebook(game).in_column:
        return True
    return load(game, [*position(game).stack(h), unit(game, one)]) <= ROAD_LIMIT


class Setup(SideFrame, frozen=True):
    """A side sets its counters up, then its fortifications."""

    forts: tuple[str, ...]

    def ask_kind(self) -> str:
        return "setup"

    def prompt(self, view: Any, seat: str) -> str:
        return "Set up your units within their areas, then say ready."

    def todo(self, view: Any, seat: str) -> tuple[Todo, ...]:
        areas = catalogue(view).areas
        return tuple(Todo(f"{name(view.setting, one)}: {areas[one].text}") for one in waiting(view, self.side))

    def left(self, view: Any, seat: str) -> int | None:
        return sum(u.status == WAITING and u.side == self.side for u in position(view).units.values())

    def grow(self, state: Any, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        ids = waiting(state, self.side)
        if ids:
            return self._grow_units(state, ids, path)
        return narrowed(self._fort_choices(state), path)

    def _grow_units(self, state: Any, ids: list[str], path: tuple[Token, ...]) -> Sequence[Node]:
        if not path:
            return list(ids)
        one = str(path[0])
        if one not in ids:
            return []
        if len(path) == 1:
            return [Put.verb]
        return [Put(UnitId(one), Hex(h)) for h in places(state, one)] if path[1] == Put.verb else []

    def _fort_choices(self, state: Any) -> Iterator[Choice]:
        for fort in dict.fromkeys(self.forts):
            for h in self._fort_hexes(state, fort):
                sides = range(6) if fort != "minefield" else range(1)
                yield from (Dig(Word(fort), Hex(h), Facing(side)) for side in sides)
        yield Ready()

    def _fort_hexes(self, game: Game, fort: str) -> list[int]:
        """Fortifications go where own units stand, one of a kind to a hex. [15.0-i, 18.4-i, 21.4-c]"""
        only = rulebook(game).fort_units
        stacks = position(game).at.items()
        held = [h for h, s in stacks if s[0].side == self.side and (not only or any(u.id in only for u in s))]
        return [h for h in held if all(one.kind != fort for one in in_hex(game, h))]

    def answer(self, work: Work, choice: Choice) -> None:
        if isinstance(choice, Put):
            self._put(work, choice)
        elif isinstance(choice, Dig):
            self._dig(work, choice)
        else:
            work.pop()
            work.tell(Said(f"The {people(self.side)} side is set up."))

    def _put(self, work: Work, choice: Put) -> None:
        column = str(choice.unit) in rulebook(work).in_column
        counter = change(work, choice.unit, hex=choice.hex, status=ON_MAP, road=column)
        event, shadow = PlacedUnit(counter.id, choice.hex), PlacedUnknown(self.side, choice.hex)
        if is_known_to(work, enemy_of(self.side), counter):
            work.tell(event)
        else:
            work.tell_only((seat(work, self.side),), event, shadow)

    def _dig(self, work: Work, choice: Dig) -> None:
        now = position(work)
        fort = Fortification(str(choice.fort), choice.hex, choice.facing)
        work.position = structs.replace(now, forts=(*now.forts, fort))
        at = self.forts.index(fort.kind)
        work.replace_top(self.replaced(forts=self.forts[:at] + self.forts[at + 1 :]))
        work.tell(Said(f"A {fort.kind} is dug in {label(work.setting, choice.hex)}.", "gd-15.1-b"))

    def refuse(self, view: Any, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, Ready):
            return Refusal("Units are still to be set up.", "gd-17.0-c")
        if isinstance(choice, Put) and choice.unit in catalogue(view).areas:
            counter = unit(view, choice.unit) if choice.unit in position(view).units else None
            if counter is None or counter.status != WAITING:
                return Refusal("That unit has its place already.")
            return Refusal(f"It is set up {catalogue(view).areas[choice.unit].text}, where there is room.", "gd-17.0-c")
        return super().refuse(view, choice, seat)


def begin_setup(work: Work, side: str) -> None:
    """A side with counters to place is asked to place them."""
    if any(u.side == side and u.status == WAITING for u in position(work).units.values()):
        counts = rulebook(work).forts.get(side, {})
        work.push(Setup(side, tuple(kind for kind, count in counts.items() for _ in range(count))))


__all__ = ["NOWHERE", "WAITING", "Setup", "begin_setup"]
