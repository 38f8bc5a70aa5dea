"""Units on the map and beside it, and the position they make."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field, structs

from balka.core.memo import once
from balka.core.state import Position, State, Tracks, Work
from balka.systems.heroes.setting import HeroesSetting

OFF_MAP = -1
UNKNOWN = "?"


class Unit(Struct, frozen=True):
    """One counter: what it is, where it stands, how it faces, and what state it is in. [4.1-a]

    Its `force` commands it, its `side` decides who is enemy. `marker` is the Hit Marker under it (`?` where the viewer
    may not know which), `shown` whether all may see it. `carrier` is the vehicle it rides on or is towed by; `inside`
    says that it is in the Fortification of its hex. A unit off the map waits to enter from Round `due` on at `entry`.
    """

    id: str
    kind: str
    force: str
    side: str
    hex: int
    facing: int = 0
    spent: bool = False
    marker: str = ""
    shown: bool = False
    dug_in: bool = False
    due: int = 0
    entry: str = ""
    carrier: str = ""
    inside: bool = False
    bogged: bool = False
    """immobilized by Bogged Down until the Round ends"""
    mired: bool = False
    """immobilized by the ground it went into, until it is towed out"""
    pile: str = ""
    """the pile its Hit Marker came from, where it is not the one of its own colour"""

    @property
    def stuck(self) -> bool:
        """Held fast by a card or by the ground."""
        return self.bogged or self.mired

    def changed(self, **fields: object) -> Unit:
        return structs.replace(self, **fields)


class Works(Struct, frozen=True, omit_defaults=True):
    """A Fortification or Obstacle on the map; a hidden one is known to its side alone."""

    kind: str
    side: str
    facing: int = field(default_factory=int)  # with a factory it is written out, as records of games count on
    hidden: bool = field(default_factory=bool)
    force: str = ""
    """the player who laid it in play, where he is not the first of his side"""


class HeroesPosition(Position, frozen=True, dict=True):
    """All units still in the game, in order of name, and what lies on the map. Who stands where is found on demand.

    Hidden units are kept apart: nothing that looks at `units` can be touched by one. Control, works and smoke go by the
    printed hex.
    """

    units: dict[str, Unit]
    hidden: dict[str, Unit] = field(default_factory=dict)
    control: dict[str, str] = field(default_factory=dict)
    works: dict[str, Works] = field(default_factory=dict)
    smoke: dict[str, str] = field(default_factory=dict)

    @once
    def stacks(self) -> dict[int, tuple[Unit, ...]]:
        """The units of both sides standing in each occupied hex, however many, in order of name.

        [4.3-a to c, atb 5.0-e, f, atb 14.3-a]
        """
        found: dict[int, tuple[Unit, ...]] = {}
        for unit in self.units.values():
            if unit.hex >= 0:
                found[unit.hex] = (*found.get(unit.hex, ()), unit)
        return found

    @once
    def held(self) -> dict[str, int]:
        """The hexes where a side has units to be seen, as a bitmask."""
        masks = {"german": 0, "soviet": 0}
        for unit in self.units.values():
            if unit.hex >= 0:
                masks[unit.side] |= 1 << unit.hex
        return masks

    @once
    def loads(self) -> dict[str, tuple[Unit, ...]]:
        """What each vehicle carries or tows, seen or hidden."""
        found: dict[str, tuple[Unit, ...]] = {}
        for unit in (*self.units.values(), *self.hidden.values()):
            if unit.carrier:
                found[unit.carrier] = (*found.get(unit.carrier, ()), unit)
        return found

    def at(self, hexagon: int) -> tuple[Unit, ...]:
        return self.stacks.get(hexagon, ())

    def unit(self, name: str) -> Unit | None:
        """A unit by name, seen or hidden."""
        return self.units.get(name) or self.hidden.get(name)

    def changed(self, **fields: object) -> HeroesPosition:
        """A new position; nothing worked out for the old one is kept."""
        given: dict[str, Any] = {"units": self.units, "hidden": self.hidden, "control": self.control,
                                 "works": self.works, "smoke": self.smoke, **fields}  # fmt: skip
        return HeroesPosition(**given)

    def with_unit(self, unit: Unit) -> HeroesPosition:
        return HeroesPosition({**self.units, unit.id: unit}, self.hidden, self.control, self.works, self.smoke)

    def with_hidden(self, unit: Unit) -> HeroesPosition:
        return self.changed(hidden=dict(sorted({**self.hidden, unit.id: unit}.items())))

    def without(self, name: str) -> HeroesPosition:
        units = {key: unit for key, unit in self.units.items() if key != name}
        hidden = {key: unit for key, unit in self.hidden.items() if key != name}
        return self.changed(units=units, hidden=hidden)


class HeroesTracks(Tracks, frozen=True):
    """Everything counted beside the map."""

    round: int
    active: str
    """the force whose Turn it is or comes next"""
    caps: dict[str, int]
    lost: dict[str, tuple[str, ...]]
    """destroyed units by force, in order"""
    covered: dict[str, int]
    """spaces of a CAPs track covered by destroyed units"""
    stressed: dict[str, tuple[str, ...]]
    """units that acted on their player's last Turn"""
    vp_side: str = ""
    """the side with the VP Advantage, where there is one track for both"""
    vp: int = 0
    points: dict[str, int] = field(default_factory=dict)
    """Victory Points by side, where each side has its own track"""
    pool: dict[str, int] = field(default_factory=dict)
    """Action Points left to the activated units of each force"""
    sharing: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """the activated units of each force"""
    rolled: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """the dice of an activation whose Action Points are kept secret"""
    aps_used: dict[str, int] = field(default_factory=dict)
    """Action Points used of such an activation"""
    discards: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    """the forces in the order of their turns from now on, where the sides do not simply act in turn"""
    shares: dict[str, int] = field(default_factory=dict)
    """Victory Points each player has scored himself"""
    holders: dict[str, str] = field(default_factory=dict)
    """the force that took each Control Marker"""
    passed: tuple[str, ...] = ()
    """the forces whose last answer was a Pass"""
    intrusions: tuple[tuple[str, str, int, int], ...] = ()
    """(unit entered upon, enemy, hex, hex the enemy came from): ways closed to that unit on its player's next Turn"""
    satchel: str = ""
    """where a Mission's satchel is, as all know: hidden, at:<hex>, kept:<name>, unit:<name>, dropped:<hex>

    Where it is `at` a hex or `kept` by a unit, the side that held it at first has never lost it to the other.
    """
    carrier_hex: int = OFF_MAP
    """where the satchel's carrier stood last"""
    searched: tuple[int, ...] = ()
    """hexes already said to be without the satchel"""
    exposed: tuple[str, ...] = ()
    """Foot Units that moved in the open, until the enemy's next turn ends"""
    gone: tuple[str, ...] = ()
    """units that have left the map for good"""
    verdict: str = ""
    iron: str = ""
    """the unit whose Hit Marker counts for nothing in the Action at hand [card V06]"""
    cleared: tuple[str, ...] = ()
    """works that are gone from the map, by side and kind"""
    wired: tuple[str, ...] = ()
    """what has been laid in play: the side of each coil of Barbed Wire, side and kind of everything else"""
    used: tuple[str, ...] = ()
    """Weapon cards used, once for each use"""
    bearers: tuple[tuple[str, str], ...] = ()
    """(Weapon card, unit) where a card stays with the unit that uses it"""
    flown: tuple[tuple[str, int], ...] = ()
    """(Airplane card, Round) of each air attack made"""

    @property
    def passes(self) -> int:
        """How many players have passed in a row."""
        return len(self.passed)

    def changed(self, **fields: object) -> HeroesTracks:
        return structs.replace(self, **fields)


class HeroesState(State[HeroesPosition, HeroesTracks, HeroesSetting], frozen=True, dict=True, eq=False):
    """A state of a heroes game."""


class HeroesWork(Work[HeroesPosition, HeroesTracks, HeroesSetting]):
    """A heroes state being changed."""

    __slots__ = ()

    def put(self, unit: Unit) -> None:
        """Change a unit where it is kept, seen or hidden."""
        hidden = unit.id in self.position.hidden
        self.position = self.position.with_hidden(unit) if hidden else self.position.with_unit(unit)

    def unit(self, name: str) -> Unit:
        """A unit by name, in view or Hidden."""
        found = self.position.unit(name)
        assert found is not None, name
        return found

    def set_tracks(self, **fields: object) -> None:
        self.tracks = structs.replace(self.tracks, **fields)
