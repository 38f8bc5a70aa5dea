"""Who went where, came onto the map and left it, with whom. [4.0, 15.7, 15.9]"""

from __future__ import annotations

from msgspec import structs

from balka.core.events import Event, hex_labels
from balka.core.scene.lines import Deed, LogLine
from balka.systems.heroes.setting import HeroesSetting


class Moved(Event[HeroesSetting], frozen=True):
    """A unit went from hex to hex, or came onto the map, or turned."""

    unit: str
    start: int
    end: int
    facing: int
    by: str = "sos-4.5-b atb-5.0-d"

    def say(self, setting: HeroesSetting) -> str:
        name, labels = setting.name(self.unit), setting.board.labels
        side = setting.board.grid.sides[self.facing]
        if self.start < 0:
            return f"{name} enters at {labels[self.end]}, facing {side}"
        if self.start == self.end:
            return f"{name} turns to face {side} in {labels[self.end]}"
        return f"{name} moves {labels[self.start]} to {labels[self.end]}, facing {side}"

    def cited(self, setting: HeroesSetting) -> tuple[str, ...]:
        return (self.by,)

    def deed(self, setting: HeroesSetting) -> Deed | None:
        if self.start == self.end:
            return None
        way = hex_labels(setting, (self.start, self.end))
        return Deed(kind="march", side=setting.side_of_unit(self.unit), units=[self.unit], way=way)

    def line(self, setting: HeroesSetting) -> LogLine:
        labels = setting.board.labels
        start = labels[self.start] if self.start >= 0 else ""
        return structs.replace(
            super().line(setting), unit=self.unit, start=start, to=labels[self.end],
            hexes=[labels[self.end]], side=setting.side_of_unit(self.unit), tone="go",
        )  # fmt: skip


class UnitPlaced(Event[HeroesSetting], frozen=True):
    """A unit stands where its owner has set it up. [1.0-b]"""

    rules = ("sos-1.0-b atb-1.0-a",)
    force: str
    unit: str
    hex: int

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} is placed in {setting.board.labels[self.hex]}"


class LeftMap(Event[HeroesSetting], frozen=True):
    """A unit has gone off the map for good, with what it carried. [4.12-g]"""

    rules = ("sos-4.12-g atb-5.6-a",)
    force: str
    unit: str
    hex: int

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} leaves the map"


class Mounted(Event[HeroesSetting], frozen=True):
    """A unit has got onto a vehicle, or is in tow of it. [15.7-d]"""

    rules = ("sos-15.7-d atb-17.0-e",)
    force: str
    unit: str
    vehicle: str
    hex: int

    def say(self, setting: HeroesSetting) -> str:
        on_foot = setting.kinds[setting.counters[self.unit]].is_foot
        how = "rides on" if on_foot else "is in tow of"
        return f"{setting.name(self.unit)} {how} {setting.name(self.vehicle)}"


class StayedOff(Event[HeroesSetting], frozen=True):
    """A unit that was hit on the way to its vehicle has not got on. [7.3-b]"""

    rules = ("sos-7.3-b atb-7.4-d",)
    force: str
    unit: str
    hex: int

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} does not get on"


class Dismounted(Event[HeroesSetting], frozen=True):
    """A unit has got off its vehicle, or is let go, into a hex. [15.9-b]"""

    rules = ("sos-15.9-b atb-17.0-k",)
    force: str
    unit: str
    vehicle: str
    hex: int

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} leaves {setting.name(self.vehicle)}"
