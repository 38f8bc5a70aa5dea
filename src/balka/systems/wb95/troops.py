"""Counters in play and the force of a side: what is derived from a force is kept with it and handed on to the next.

[1.2, 3.2]
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct, structs

from balka.core.handing import hand_on, hand_over
from balka.core.hexes import mask_of
from balka.systems.wb95.marks import Mark

if TYPE_CHECKING:
    from balka.systems.wb95.marching_orders import March, Words

OFF = -1  # beside the map
LATELY = 8  # so many changes back, what a force went through is kept

Stacks = dict[int, tuple["Unit", ...]]


class Unit(Struct, frozen=True, omit_defaults=True, gc=False):
    """A counter in play. `kind` is empty where the viewer may not know it; `spent` counts sixths of a movement point.

    `supply` is the level out of supply; `marks` are the small markers and what the unit did in this phase.
    """

    id: str
    side: str
    kind: str
    hex: int
    cel: int = 0
    spent: int = 0
    supply: int = 0
    disorganised: str = ""
    marks: tuple[Mark, ...] = ()
    began_at: int | None = None  # the hex where a march under aircraft began in this phase [8.2.14]
    entered_at: int | None = None  # the hex by which it came onto the map in this phase [11.1.5]
    entry_zone: int | None = None  # where it waits beside the map, if it marched there [11.2.2, 11.2.3]
    due: int | None = None  # the turn from which it may come from there
    beyond: tuple[str, ...] = ()  # the rivers worth points that it has crossed [ruling Q103]

    @property
    def known(self) -> bool:
        return not self.id.startswith("?")

    def has(self, mark: Mark) -> bool:
        return mark in self.marks

    def marked(self, *marks: Mark) -> Unit:
        if {*marks}.issubset(self.marks):
            return self
        return structs.replace(self, marks=tuple(sorted({*self.marks, *marks})))

    def cleared(self, *marks: Mark) -> Unit:
        return structs.replace(self, marks=tuple(mark for mark in self.marks if mark not in marks))


class Force(Struct, frozen=True, dict=True):
    """One side's counters that are alive, on the map and beside it; what is derived from them is kept with them."""

    units: dict[str, Unit]

    @cached_property
    def at(self) -> Stacks:
        """The units in each hex, by name."""
        stacks: dict[int, list[Unit]] = {}
        for unit in self.by_name():
            if unit.hex != OFF:
                stacks.setdefault(unit.hex, []).append(unit)
        return {h: tuple(stacks[h]) for h in sorted(stacks)}

    @cached_property
    def crowds(self) -> dict[int, int]:
        """The CEL in each hex; a headquarters counts as one. [3.2.1, 3.2.2]"""
        return {h: cel_of(units) for h, units in self.at.items()}

    @cached_property
    def lately(self) -> tuple[tuple[Stacks, set[int]], ...]:
        """The stacks before each of its last changes, and the hexes the change touched, the latest first."""
        return ()

    def altered(self, was: Stacks) -> set[int]:
        """The hexes where a counter came, went or changed since its stacks were these."""
        hexes: set[int] = set()
        if was is self.at:
            return hexes
        for stacks, touched in self.lately:
            hexes |= touched
            if stacks is was:
                return hexes
        return {h for h, units in self.at.items() if was.get(h) is not units} | (was.keys() - self.at.keys())

    @cached_property
    def due(self) -> dict[int, tuple[str, ...]]:
        """By turn: who is beside the map and may come onto it, by name. To be filled. [11.1.1]"""
        return {}

    @cached_property
    def occupied(self) -> int:
        return mask_of(self.at)

    @cached_property
    def waiting(self) -> tuple[str, ...]:
        """The units beside the map, by name."""
        return tuple(unit.id for unit in self.by_name() if unit.hex < 0)

    @cached_property
    def entered(self) -> dict[int, int]:
        """The CEL that have come by each hex in this phase. [11.1.5]"""
        entered: dict[int, int] = {}
        for unit in self.units.values():
            if unit.entered_at is not None:
                entered[unit.entered_at] = entered.get(unit.entered_at, 0) + unit.cel
        return entered

    @cached_property
    def marked_out(self) -> dict[str, Marked]:
        """What was marked out last on the map for its stacks. To be filled."""
        return {}

    @cached_property
    def guises(self) -> dict[tuple[str, ...], Guise]:
        """How the force looked last to the eyes of which sides. To be filled."""
        return {}

    @cached_property
    def words(self) -> dict[March, Words]:
        """What was found last that may be said to its stacks and counters in a Movement Phase. To be filled."""
        return {}

    def by_name(self) -> list[Unit]:
        return sorted(self.units.values(), key=_name)

    def within(self, h: int) -> tuple[Unit, ...]:
        return self.at.get(h, ())

    def cel(self, h: int) -> int:
        return self.crowds.get(h, 0)

    def put(self, *units: Unit) -> Force:
        placed = {unit.id: unit for unit in units}
        gone = [self.units[unit_id] for unit_id in placed if unit_id in self.units]
        return _handed_on(self, Force({**self.units, **placed}), gone, list(placed.values()))

    def without(self, *ids: str) -> Force:
        left = {key: unit for key, unit in self.units.items() if key not in ids}
        return _handed_on(self, Force(left), [self.units[key] for key in ids if key in self.units], [])


class Marked(NamedTuple):
    """Hexes as a bitmask for each hex of a force, and the stacks they were found for."""

    stacks: Stacks
    masks: dict[int, int]


class Guise(NamedTuple):
    """How a force looks: the stacks it was made from, where they are told of and dug in, and what each shows."""

    stacks: Stacks
    told: int
    hidden: frozenset[int]
    works: dict[str, str]
    shown: Stacks
    force: Force


def _name(unit: Unit) -> str:
    return unit.id


def cel_of(units: Iterable[Unit]) -> int:
    return sum([unit.cel for unit in units])


def by_name(units: Iterable[Unit]) -> tuple[Unit, ...]:
    return tuple(sorted(units, key=_name))


def _handed_on(before: Force, now: Force, gone: list[Unit], come: list[Unit]) -> Force:
    """What is known of a force in which some counters went, and some came or stand otherwise."""
    units = (*gone, *come)
    hexes = {unit.hex for unit in units}
    if OFF not in hexes:
        hand_over(before, now, "waiting", "due")
    if {unit.entered_at for unit in units} <= {None}:
        hand_over(before, now, "entered")
    hexes.discard(OFF)
    lately = ((before.at, hexes), *before.lately[: LATELY - 1])
    hand_on(before, now, "lately", lambda _: lately)
    hand_on(before, now, "at", lambda known: _restacked(known, hexes, gone, come))
    hand_on(before, now, "crowds", lambda known: _recounted(known, hexes, now.at))
    hand_on(before, now, "occupied", lambda known: (known | mask_of(hexes)) ^ mask_of(hexes - now.at.keys()))
    hand_on(before, now, "marked_out", dict)
    hand_on(before, now, "words", dict)
    return hand_on(before, now, "guises", dict)


def _recounted(known: dict[int, int], hexes: set[int], at: Stacks) -> dict[int, int]:
    crowds = known | {h: cel_of(at.get(h, ())) for h in hexes}
    for h in hexes - at.keys():
        del crowds[h]
    return crowds


def _restacked(known: Stacks, hexes: set[int], gone: list[Unit], come: list[Unit]) -> Stacks:
    """The stacks after a change: those where nobody changed stay the very same tuples."""
    names = {unit.id for unit in gone}
    stacks = {h: [unit for unit in known.get(h, ()) if unit.id not in names] for h in hexes}
    for unit in come:
        if unit.hex != OFF:
            stacks[unit.hex].append(unit)
    at = dict(known)
    for h, units in stacks.items():
        if units:
            at[h] = by_name(units) if len(units) > 1 else (units[0],)
        else:
            at.pop(h, None)
    return at if hexes <= known.keys() else {h: at[h] for h in sorted(at)}
