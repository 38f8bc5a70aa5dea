"""Engineers' tasks: fortifications cleared, bridges blown and built. [12.0, 12.1, 16.1]"""

from __future__ import annotations

from balka.core.events import Event
from balka.systems.famous_divisions.events.cited import Cited
from balka.systems.famous_divisions.model import GdSetting
from balka.systems.famous_divisions.wording import crossing, label, name, people


class FortsCleared(Event[GdSetting], frozen=True):
    """Engineers took the fortifications of a hex away."""

    hex: int
    rules = ("gd-16.1-c",)

    def say(self, setting: GdSetting) -> str:
        return f"The fortifications in {label(setting, self.hex)} are cleared."


class SiteCovered(Cited, frozen=True):
    """A side learns that an enemy zone of control forbids its engineers a task there."""

    hexes: tuple[int, int]

    def say(self, setting: GdSetting) -> str:
        return f"An enemy zone of control covers {crossing(setting, self.hexes)}."


class PontoonBegun(Event[GdSetting], frozen=True):
    """An engineer began a pontoon bridge."""

    unit: str
    site: tuple[int, int]
    rules = ("gd-12.1-b",)

    def say(self, setting: GdSetting) -> str:
        return f"{name(setting, self.unit)} begins a pontoon bridge at {crossing(setting, self.site)}."


class UnknownBeganPontoon(Event[GdSetting], frozen=True):
    """The same, by who may not look at the engineer."""

    side: str
    hex: int
    site: tuple[int, int]
    rules = ("gd-12.1-b",)

    def say(self, setting: GdSetting) -> str:
        where = label(setting, self.hex)
        return f"A {people(self.side)} unit in {where} begins a pontoon bridge at {crossing(setting, self.site)}."


class PontoonGivenUp(Event[GdSetting], frozen=True):
    """An enemy came next to pontoon bridges that were not finished."""

    sites: tuple[tuple[int, int], ...]
    rules = ("gd-12.1-d",)

    def say(self, setting: GdSetting) -> str:
        return "The enemy has come up: the unfinished pontoon bridge is given up."
