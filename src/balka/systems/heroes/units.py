"""Units on the map and beside it, and the position they make."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from balka.core.state import Position, State, Tracks, Work

if TYPE_CHECKING:
    from balka.systems.heroes.setting import HeroesSetting

OFF_MAP = -1
UNKNOWN = "?"


class Unit(Struct, frozen=True):
    """One counter: what it is, where it stands, how it faces, and what state it is in.

    `marker` is the Hit Marker under it (`?` where the viewer may not know which), `shown` whether all may see it. A
    unit off the map waits to enter from Round `due` on, at the hexes of the zone `entry`.
    """

    id: str
    kind: str
    force: str
    hex: int
    facing: int = 0
    spent: bool = False
    marker: str = ""
    shown: bool = False
    dug_in: bool = False
    due: int = 0
    entry: str = ""

    def changed(self, **fields: object) -> Unit:
        return structs.replace(self, **fields)


class HeroesPosition(Position, frozen=True, dict=True):
    """All units still in the game, in order of name. Who stands where is worked out on demand."""

    units: dict[str, Unit]
    control: dict[str, str]
    """printed hex -> the side its Control Marker shows"""

    @cached_property
    def stacks(self) -> dict[int, tuple[Unit, ...]]:
        """The units standing in each occupied hex, in order of name."""
        found: dict[int, tuple[Unit, ...]] = {}
        for unit in self.units.values():
            if unit.hex >= 0:
                found[unit.hex] = (*found.get(unit.hex, ()), unit)
        return found

    @cached_property
    def held(self) -> dict[str, int]:
        """The hexes where a force has units, as a bitmask."""
        masks: dict[str, int] = {}
        for unit in self.units.values():
            if unit.hex >= 0:
                masks[unit.force] = masks.get(unit.force, 0) | 1 << unit.hex
        return masks

    def at(self, hexagon: int) -> tuple[Unit, ...]:
        return self.stacks.get(hexagon, ())

    def with_unit(self, unit: Unit) -> HeroesPosition:
        return HeroesPosition({**self.units, unit.id: unit}, self.control)

    def without(self, name: str) -> HeroesPosition:
        return HeroesPosition({key: unit for key, unit in self.units.items() if key != name}, self.control)


class HeroesTracks(Tracks, frozen=True):
    """Everything counted beside the map."""

    round: int
    vp_side: str
    vp: int
    active: str
    """the force whose Turn it is or comes next"""
    caps: dict[str, int]
    lost: dict[str, tuple[str, ...]]
    """destroyed units by force, in order"""
    covered: dict[str, int]
    """spaces of a CAPs track covered by destroyed units"""
    stressed: dict[str, tuple[str, ...]]
    """units that acted on their player's last Turn"""
    discards: tuple[str, ...] = ()
    passes: int = 0
    intrusions: tuple[tuple[str, int, int], ...] = ()
    """(force that was entered upon, hex, hex the enemy came from): closed for withdrawal on that force's next Turn"""
    satchel: str = ""
    """where a Mission's satchel is, as all know: hidden, at:<hex>, unit:<name>, dropped:<hex>"""
    carrier_hex: int = OFF_MAP
    """where the satchel's carrier stood last"""
    searched: tuple[int, ...] = ()
    """hexes already said to be without the satchel"""
    verdict: str = ""

    def changed(self, **fields: object) -> HeroesTracks:
        return structs.replace(self, **fields)


class HeroesState(State, frozen=True, dict=True, eq=False):
    """A state of a heroes game."""

    if TYPE_CHECKING:
        setting: HeroesSetting
        position: HeroesPosition
        tracks: HeroesTracks


class HeroesWork(Work):
    """A heroes state being changed."""

    __slots__ = ()

    if TYPE_CHECKING:
        setting: HeroesSetting
        position: HeroesPosition
        tracks: HeroesTracks

    def put(self, unit: Unit) -> None:
        self.position = self.position.with_unit(unit)

    def set_tracks(self, **fields: object) -> None:
        self.tracks = structs.replace(self.tracks, **fields)
