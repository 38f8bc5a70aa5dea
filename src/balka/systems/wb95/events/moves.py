"""Phases, moves and what stops them; what a unit does in place of moving. [2.1, 4.0, 6.2, 7.1, 10.2, 11.2, 12.1]"""

from __future__ import annotations

from typing import ClassVar

from msgspec import structs

from balka.core.events import Event, hex_labels
from balka.core.scene.lines import Deed, LogLine
from balka.systems.wb95.events.drawn import side_of, went
from balka.systems.wb95.position import WbSetting
from balka.systems.wb95.wording import by, name, names, side_name, way_wire, where


class PhaseBegan(Event["WbSetting"], frozen=True):
    """A phase of the turn opened."""

    rules: ClassVar[tuple[str, ...]] = ("kursk-2.1.4-a",)

    turn: int
    side: str
    name: str

    def say(self, setting: WbSetting) -> str:
        return f"Turn {self.turn}: {self.name}"

    def opens(self, setting: WbSetting) -> str:
        return self.side

    def line(self, setting: WbSetting) -> LogLine:
        return structs.replace(super().line(setting), head=True, side=self.side, turn=self.turn)


class Moved(Event["WbSetting"], frozen=True):
    """Named units entered a hex."""

    units: tuple[str, ...]
    start: int
    end: int

    def say(self, setting: WbSetting) -> str:
        return f"{names(setting, self.units)} moved {where(setting, self.start)} to {where(setting, self.end)}"

    def deed(self, setting: WbSetting) -> Deed | None:
        step = _is_step(self.start, self.end)
        return None if step else went(setting, "march", self.units, (self.start, self.end))

    def line(self, setting: WbSetting) -> LogLine:
        start, end = where(setting, self.start), where(setting, self.end)
        return structs.replace(super().line(setting), start=start, to=end, quiet=_is_step(self.start, self.end))


class StackMoved(Event["WbSetting"], frozen=True):
    """Something of a side moved; what it was stays under its mask. [16.1.2]"""

    side: str
    start: int
    end: int
    emptied: bool = False

    def say(self, setting: WbSetting) -> str:
        rest = " (hex now empty)" if self.emptied else ""
        return f"A {side_name(self.side)} stack moved {where(setting, self.start)} to {where(setting, self.end)}{rest}"

    def deed(self, setting: WbSetting) -> Deed | None:
        if _is_step(self.start, self.end):
            return None
        way = hex_labels(setting, (self.start, self.end))
        return Deed(kind="march", side=self.side, way=way, emptied=self.emptied)

    def line(self, setting: WbSetting) -> LogLine:
        return structs.replace(super().line(setting), quiet=_is_step(self.start, self.end))


class Marched(Event["WbSetting"], frozen=True):
    """The whole way of a party, once it is walked."""

    units: tuple[str, ...]
    way: tuple[int, ...]

    def say(self, setting: WbSetting) -> str:
        return f"{names(setting, self.units)} moved {by(setting, self.way)}"

    def deed(self, setting: WbSetting) -> Deed:
        return went(setting, "march", self.units, self.way)

    def line(self, setting: WbSetting) -> LogLine:
        return structs.replace(super().line(setting), **way_wire(setting, self.way))


class StackMarched(Event["WbSetting"], frozen=True):
    """The same as the enemy sees it. [16.1.2]"""

    side: str
    way: tuple[int, ...]
    emptied: bool = False

    def say(self, setting: WbSetting) -> str:
        rest = " (hex now empty)" if self.emptied else ""
        return f"A {side_name(self.side)} stack moved {by(setting, self.way)}{rest}"

    def deed(self, setting: WbSetting) -> Deed:
        return Deed(kind="march", side=self.side, way=hex_labels(setting, self.way), emptied=self.emptied)

    def line(self, setting: WbSetting) -> LogLine:
        return structs.replace(super().line(setting), **way_wire(setting, self.way))


def _is_step(start: int, end: int) -> bool:
    """A step on the map is told again with the whole way; coming and going is not."""
    return start >= 0 and end >= 0


class Stopped(Event["WbSetting"], frozen=True):
    """Units came into an enemy zone of control and stopped. [4.2.1]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-c4-4.2.1-a",)

    side: str
    hex: int

    def say(self, setting: WbSetting) -> str:
        return f"Stopped by enemy zones of control at {where(setting, self.hex)}"


class Overrun(Event["WbSetting"], frozen=True):
    """Guns or a headquarters without escort were overrun. [6.1.7, 9.1.5]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-6.1.7-a", "kursk-9.1.5-a")
    tone: ClassVar[str] = "fire"

    units: tuple[str, ...]
    hex: int

    def say(self, setting: WbSetting) -> str:
        return f"{names(setting, self.units)} overrun at {where(setting, self.hex)}"

    def deed(self, setting: WbSetting) -> Deed:
        side, lost, where = side_of(setting, self.units[0]), len(self.units), hex_labels(setting, (self.hex,))
        return Deed(kind="loss", side=side, units=list(self.units), hexes=where, stamp="overrun", steps=lost, gone=True)


# -- in place of moving, or besides


class DugIn(Event["WbSetting"], frozen=True):
    """A unit built field works where it stands. [7.1.2]"""

    unit: str
    hex: int

    def say(self, setting: WbSetting) -> str:
        return f"{name(setting, self.unit)} dug in at {where(setting, self.hex)}"


class StackDugIn(Event["WbSetting"], frozen=True):
    """The same, seen from outside."""

    side: str
    hex: int

    def say(self, setting: WbSetting) -> str:
        return f"A {side_name(self.side)} stack dug in at {where(setting, self.hex)}"


class LimberedUp(Event["WbSetting"], frozen=True):
    """Guns went to transport set-up. [6.2.4]"""

    unit: str
    hex: int

    def say(self, setting: WbSetting) -> str:
        return f"{name(setting, self.unit)} limbers at {where(setting, self.hex)}"


class Unlimbered(Event["WbSetting"], frozen=True):
    """Guns went to combat set-up. [6.2.4]"""

    unit: str
    hex: int

    def say(self, setting: WbSetting) -> str:
        return f"{name(setting, self.unit)} emplaces at {where(setting, self.hex)}"


class Pushed(Event["WbSetting"], frozen=True):
    """A unit out of supply moves with all its points, at the price of a level. [10.2.3-a]"""

    unit: str
    hex: int

    def say(self, setting: WbSetting) -> str:
        return f"{name(setting, self.unit)} moves with all its points at {where(setting, self.hex)}"


class MarkerTaken(Event["WbSetting"], frozen=True):
    """A unit took a Strategic Movement marker. [12.1.4-a]"""

    unit: str
    hex: int

    def say(self, setting: WbSetting) -> str:
        return f"{name(setting, self.unit)} takes a Strategic Movement marker at {where(setting, self.hex)}"


class EntryShifted(Event["WbSetting"], frozen=True):
    """A unit waits a turn and enters by another zone. [11.2.2]"""

    unit: str
    hex: int
    entry: int

    def say(self, setting: WbSetting) -> str:
        entry, here = where(setting, self.entry), where(setting, self.hex)
        return f"{name(setting, self.unit)} marches to the entry {entry} at {here}"
