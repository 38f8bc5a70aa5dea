"""Marches: who moved, came into view, was stopped, left; trucks. [1.1, 8.0, 9.0, 9.6]"""

from __future__ import annotations

from typing import ClassVar

from msgspec import structs

from balka.core.events import Event, hex_labels
from balka.core.scene.lines import Deed, LogLine
from balka.systems.famous_divisions.events.drawn import went
from balka.systems.famous_divisions.model import GdSetting
from balka.systems.famous_divisions.position import Unit
from balka.systems.famous_divisions.wording import label, name, names, people


class Marched(Event[GdSetting], frozen=True):
    """Known units entered a hex, by way of others."""

    units: tuple[str, ...]
    a: int
    b: int
    via: tuple[int, ...] = ()
    rules = ("gd-9.0-c",)

    def say(self, setting: GdSetting) -> str:
        return f"{names(setting, self.units)} moved to {label(setting, self.b)}."

    def deed(self, setting: GdSetting) -> Deed:
        return went(setting, "march", self.units, (self.a, *self.via, self.b))

    def line(self, setting: GdSetting) -> LogLine:
        way = [label(setting, h) for h in (*self.via, self.b)]
        return structs.replace(super().line(setting), hexes=way)


class StackMarched(Event[GdSetting], frozen=True):
    """Unknown units entered a hex, by way of others."""

    side: str
    count: int
    a: int
    b: int
    via: tuple[int, ...] = ()

    def say(self, setting: GdSetting) -> str:
        return f"{self.count} {people(self.side)} unit{'s' * (self.count > 1)} moved to {label(setting, self.b)}."

    def deed(self, setting: GdSetting) -> Deed:
        return Deed(kind="march", side=self.side, way=hex_labels(setting, (self.a, *self.via, self.b)))


class Sighted(Event[GdSetting], frozen=True):
    """Enemy units have come into view."""

    aside: ClassVar[bool] = True

    units: tuple[Unit, ...]
    rules = ("gd-1.1-a",)

    def say(self, setting: GdSetting) -> str:
        seen = [f"{name(setting, u.id)}{' (depleted)' * u.depleted} in {label(setting, u.hex)}" for u in self.units]
        return f"In view: {', '.join(seen)}."


class StoppedByZone(Event[GdSetting], frozen=True):
    """A march ended before its goal, in an enemy zone of control."""

    hex: int
    rules = ("gd-8.0-h",)

    def say(self, setting: GdSetting) -> str:
        return f"Stopped in {label(setting, self.hex)}: an enemy zone of control."


class StoppedByWater(Event[GdSetting], frozen=True):
    """A march ended before water that an enemy zone of control keeps it from crossing."""

    hex: int
    rules = ("gd-8.0-k",)

    def say(self, setting: GdSetting) -> str:
        return f"Stopped in {label(setting, self.hex)}: an enemy zone of control covers the far bank."


class LeftMap(Event[GdSetting], frozen=True):
    """A party left by an exit hex, for good."""

    units: tuple[str, ...]
    rules = ("gd-18.3-j",)

    def say(self, setting: GdSetting) -> str:
        return f"{names(setting, self.units)} left the map."


# -- trucks


class Debarked(Event[GdSetting], frozen=True):
    """A unit left its trucks."""

    unit: str
    rules = ("gd-9.6-c",)

    def say(self, setting: GdSetting) -> str:
        return f"{name(setting, self.unit)} leaves its trucks."


class UnknownDebarked(Event[GdSetting], frozen=True):
    """The same, by who may not look at it."""

    side: str
    hex: int
    rules = ("gd-9.6-c",)

    def say(self, setting: GdSetting) -> str:
        return f"A {people(self.side)} unit in {label(setting, self.hex)} leaves its trucks."


class Embarked(Event[GdSetting], frozen=True):
    """A unit is back on its trucks."""

    unit: str
    rules = ("gd-9.6-i",)

    def say(self, setting: GdSetting) -> str:
        return f"{name(setting, self.unit)} boards its trucks."


class UnknownEmbarked(Event[GdSetting], frozen=True):
    """The same, by who may not look at it."""

    side: str
    hex: int
    rules = ("gd-9.6-i",)

    def say(self, setting: GdSetting) -> str:
        return f"A {people(self.side)} unit in {label(setting, self.hex)} boards its trucks."
