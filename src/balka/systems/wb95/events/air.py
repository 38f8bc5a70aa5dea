"""Aircraft: missions, combat, disruption, crossings. [8.1, 8.2]"""

from __future__ import annotations

from typing import ClassVar

from balka.core.events import Event
from balka.systems.wb95.position import WbSetting
from balka.systems.wb95.wording import name, names, where


class MissionsShown(Event["WbSetting"], frozen=True):
    """Air missions laid open: counter, mission, hex, and the other end of a bridge. [8.1.7]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-8.1.7-a",)

    flights: tuple[tuple[str, str, int, int], ...]

    def say(self, setting: WbSetting) -> str:
        words = [f"{name(setting, plane)} {mission} {where(setting, h)}" for plane, mission, h, _ in self.flights]
        return "Air missions: " + (", ".join(words) or "none")


class CrossingsShared(Event["WbSetting"], frozen=True):
    """Aircraft that wait for crossings share their attacks out: hex and number. [8.2.18]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-8.2.18-a",)

    side: str
    unit: str
    shares: tuple[tuple[int, int], ...]

    def say(self, setting: WbSetting) -> str:
        each = ", ".join(f"{count} at {where(setting, h)}" for h, count in self.shares)
        return f"{name(setting, self.unit)} shares its attacks on crossings: {each}"


class AirCombatFought(Event["WbSetting"], frozen=True):
    """Both totals of an air combat; the lower goes home. [8.1.8]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-8.1.8-b",)

    hex: int
    german: int
    soviet: int

    def say(self, setting: WbSetting) -> str:
        loser = "soviet" if self.german > self.soviet else "german"
        return f"Air combat at {where(setting, self.hex)}: {self.german} to {self.soviet}, {loser} aircraft driven off"


class MovementDisrupted(Event["WbSetting"], frozen=True):
    """Aircraft of a side disorganise movement around a hex. [8.2.13]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-8.2.13-a",)

    side: str
    hex: int

    def say(self, setting: WbSetting) -> str:
        return f"Movement disorganised around {where(setting, self.hex)}"


class CrossingAttacked(Event["WbSetting"], frozen=True):
    """Aircraft attack units that have just crossed. [8.2.16]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-8.2.16-a",)

    hex: int
    units: tuple[str, ...]

    def say(self, setting: WbSetting) -> str:
        return f"Aircraft attack the crossing at {where(setting, self.hex)}: {names(setting, self.units)}"


class StackAttackedCrossing(Event["WbSetting"], frozen=True):
    """The same, without their names."""

    rules: ClassVar[tuple[str, ...]] = ("kursk-8.2.16-a",)

    hex: int

    def say(self, setting: WbSetting) -> str:
        return f"Aircraft attack the crossing at {where(setting, self.hex)}"
