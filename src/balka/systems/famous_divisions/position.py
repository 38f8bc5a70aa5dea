"""Where everything stands: counters by sides, works, who last stood in the places that count. [2.3, 2.6, 12.1, 15.0]

A side that nobody touched, the hexes it holds and the works stay the very same values from position to position: what
is worked out from them is kept with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, field, structs

from balka.core.handing import Index, hand_on
from balka.core.hexes import mask_of
from balka.core.memo import once
from balka.core.state import Position

SIDES = ("german", "soviet")
NOWHERE = -1

# Where a counter is: on the map, due to enter, off the map but in play, lost, or gone off the map for good.
ON_MAP, DUE, OFF_MAP, LOST, EXITED = "map", "due", "off", "lost", "exited"


class Unit(Struct, frozen=True, omit_defaults=True):
    """One counter in play. What a viewer may not know of it is left out of his copy, its name included."""

    id: str
    side: str
    hex: int = NOWHERE
    status: str = ON_MAP
    depleted: bool = False
    fired: bool = False  # artillery has fired this turn [10.2]
    pinned: bool = False
    debarked: bool = False
    carrier: str = ""  # the tank it rides on [9.5]
    hungry: int = 0  # supply phases in a row without a path [5.3]
    nominated: bool = False  # in supply for this turn wherever it goes; its hex is not [5.1-d, e, g]
    designated: bool = False  # the part of a nominated stack it is with stays in supply if the stack splits [5.1-f]
    activated: bool = False  # has had its activation this turn
    acting: bool = False  # and that is the one going on now
    moved: bool = False  # has finished moving in this activation
    spent: int = 0  # half movement points spent in this activation
    shot: bool = False  # has fired directly in this activation [11.3]
    attacked: bool = False  # has attacked or barraged in this activation
    ended: bool = False  # its overrun failed, so its activation is over [9.4-g]
    unloaded: bool = False  # debarked in this activation [9.6-j]
    stepped: bool = False  # has entered a hex in this activation, on foot or carried [9.0-n]
    stopped: bool = False  # moves no further in this activation: a zone of control, or off its tank [8.0-h, 9.5-i]
    worked: bool = False  # cleared fortifications this turn [16.1]
    bridged: bool = False  # began a pontoon this turn [12.1]
    fought: bool = False  # took part in combat this turn and stays revealed [1.1, ruling Q-inspect-moment]
    exposed: bool = False  # was fired at or hit this turn and stays revealed [ruling Q-revealed-by-fire]
    road: bool = False  # stands in road column [2.6]
    marching: bool = False  # set up on the road, may not fire before it has moved [20.4]
    entered: int = -1  # the turn it entered the map [4.0]
    left_by: str = ""  # the label of the hex it left the map by [20.3]

    @property
    def anonymous(self) -> bool:
        return self.id.startswith("?")

    @property
    def revealed(self) -> bool:
        """Seen by all for the rest of the turn, wherever it is. [1.1-e]"""
        return self.fought or self.exposed


class Fortification(Struct, frozen=True):
    """A fortification chit and the middle one of its green hexsides. [15.0, 15.1]"""

    kind: str
    hex: int
    facing: int


class Pontoon(Struct, frozen=True):
    """A pontoon bridge between two hexes; for a river hex both are the same. [12.1]"""

    a: int
    b: int
    side: str
    complete: bool = False


class Places(Struct, frozen=True, dict=True, eq=False):
    """Hexes where some of a side's counters stand: one value as long as nobody comes or goes."""

    hexes: frozenset[int]

    @once
    def mask(self) -> int:
        return mask_of(self.hexes)


class Works(Struct, frozen=True, dict=True, eq=False):
    """What is built, dug or blown on the map: one value as long as nothing of it changes."""

    forts: tuple[Fortification, ...]
    blown: tuple[tuple[int, int], ...]
    pontoons: tuple[Pontoon, ...]

    @once
    def fortified(self) -> frozenset[int]:
        return frozenset(fort.hex for fort in self.forts)


class Force(Struct, frozen=True, dict=True, eq=False):
    """One side's counters, wherever they are: one value as long as none of them changes."""

    units: dict[str, Unit]

    @once
    def at(self) -> dict[int, tuple[Unit, ...]]:
        """The counters in each hex, in order of their names."""
        found: dict[int, list[Unit]] = {}
        for unit in self.units.values():
            if is_on_map(unit):
                found.setdefault(unit.hex, []).append(unit)
        return {h: tuple(found[h]) for h in sorted(found)}

    @once
    def places(self) -> Places:
        return Places(frozenset(self.at))

    @once
    def riding(self) -> tuple[str, ...]:
        """Those who ride on a tank, or left the map on one."""
        return tuple(unit.id for unit in self.units.values() if unit.carrier)

    @once
    def faces(self) -> dict[str, tuple[Unit, Unit]]:
        """Counters that ride on nobody, each with what an enemy who can name it knows of it. To be filled."""
        return {}

    def put(self, changed: dict[str, Unit]) -> Force:
        """The same with some counters changed: it is handed the stacks, the places and the riders of the others."""
        now = Force({**self.units, **changed})
        hand_on(self, now, "faces", as_it_is)
        hand_on(self, now, "at", lambda at: _restacked(at, self.units, changed))
        hand_on(self, now, "places", lambda places: _same_places(places, now.at))
        if not [unit for unit in changed.values() if unit.carrier != self.units[unit.id].carrier]:
            hand_on(self, now, "riding", as_it_is)
        return now


Stacks = dict[int, tuple[Unit, ...]]


def is_on_map(counter: Unit) -> bool:
    return counter.status == ON_MAP and counter.hex != NOWHERE


def _restacked(known: Stacks, before: dict[str, Unit], changed: dict[str, Unit]) -> Stacks:
    """The stacks where somebody came, left or changed are made anew, all others stay the very same tuples."""
    at, moved = dict(known), changed.values()
    touched = {*[before[unit_id].hex for unit_id in changed], *[unit.hex for unit in moved]} - {NOWHERE}
    for h in touched:
        stack = [unit for unit in known.get(h, ()) if unit.id not in changed] + [u for u in moved if u.hex == h]
        at[h] = tuple(sorted(stack, key=_name) if len(stack) > 1 else stack)
    if [h for h in touched if h not in known or not at[h]]:
        return {h: at[h] for h in sorted(at) if at[h]}
    return at


def _name(counter: Unit) -> str:
    return counter.id


def _same_places(known: Places, at: Stacks) -> Places:
    return known if known.hexes == at.keys() else Places(frozenset(at))


def as_it_is(known: Index) -> Index:
    """For what the change did not touch at all."""
    return known


class GdPosition(Position, frozen=True, dict=True):
    """Counters, fortifications, bridges, and who last stood in the places that count."""

    units: dict[str, Unit]
    forts: tuple[Fortification, ...] = ()
    blown: tuple[tuple[int, int], ...] = ()
    pontoons: tuple[Pontoon, ...] = ()
    holders: dict[str, str] = field(default_factory=dict)
    unready: bool = False  # counters are being set up, and nobody looks around yet [ruling Q-setup-sight]

    @once
    def forces(self) -> dict[str, Force]:
        """The counters of each side, in order of their names."""
        return {side: Force({k: u for k, u in self.units.items() if u.side == side}) for side in SIDES}

    @once
    def works(self) -> Works:
        return Works(self.forts, self.blown, self.pontoons)

    @once
    def at(self) -> dict[int, tuple[Unit, ...]]:
        """The counters in each hex, in order of their names."""
        found: dict[int, tuple[Unit, ...]] = {}
        for force in self.forces.values():
            for h, stack in force.at.items():
                found[h] = (*found.get(h, ()), *stack)
        return {h: found[h] for h in sorted(found)}

    def stack(self, h: int) -> tuple[Unit, ...]:
        for force in self.forces.values():
            if h in force.at:
                return force.at[h]
        return ()

    def holder(self, h: int) -> str | None:
        """The side whose units stand in a hex."""
        return next((side for side, force in self.forces.items() if h in force.at), None)

    def of(self, side: str) -> Iterator[Unit]:
        """The counters of a side that are on the map."""
        return (unit for stack in self.forces[side].at.values() for unit in stack)

    def occupied(self, side: str) -> frozenset[int]:
        """Hexes held by a side."""
        return self.forces[side].places.hexes if side in SIDES else frozenset()

    def fortified(self) -> frozenset[int]:
        return self.works.fortified

    def put(self, units: Iterable[Unit]) -> GdPosition:
        """The same with some counters as they are now: it is handed what was known of the others."""
        placed = {unit.id: unit for unit in units}
        now = structs.replace(self, units={**self.units, **placed})
        hand_on(self, now, "works", as_it_is)
        return hand_on(self, now, "forces", lambda forces: _with(forces, placed.values()))

    def known_as(self, units: dict[str, Unit], forces: dict[str, Force]) -> GdPosition:
        """The same map with the counters as somebody knows them, who are sorted by sides already."""
        now = structs.replace(self, units=units)
        hand_on(self, now, "works", as_it_is)
        return hand_on(self, now, "forces", lambda _: forces)

    def altered(self, **fields: object) -> GdPosition:
        """The same counters on a map where something else has changed."""
        now = hand_on(self, structs.replace(self, **fields), "forces", as_it_is)
        return hand_on(self, now, "works", as_it_is) if fields.keys().isdisjoint(Works.__struct_fields__) else now


def _with(forces: dict[str, Force], units: Iterable[Unit]) -> dict[str, Force]:
    """Each side's counters, some of them changed; a side of which none did stays the very same."""
    changed: dict[str, dict[str, Unit]] = {side: {} for side in forces}
    for counter in units:
        changed[counter.side][counter.id] = counter
    return {side: force.put(changed[side]) if changed[side] else force for side, force in forces.items()}
