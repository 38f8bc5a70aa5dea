"""Mines, Panthers, the workshop. [17.1, 18.1, 21.1]"""

from __future__ import annotations

from typing import ClassVar

from balka.core.events import Event
from balka.systems.wb95.position import WbSetting
from balka.systems.wb95.wording import name, names


class NoMineLosses(Event["WbSetting"], frozen=True):
    """Nobody of a side passed the enemy lines on a front. [18.1.3]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-18.1.3-b",)

    side: str

    def say(self, setting: WbSetting) -> str:
        return "No mine losses: nobody passed the Soviet lines"


class MineDice(Event["WbSetting"], frozen=True):
    """So many dice are thrown for mines. [18.1.4]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-18.1.4-a",)

    side: str
    dice: int

    def say(self, setting: WbSetting) -> str:
        return f"{self.dice} dice for mines"


class MinesHit(Event["WbSetting"], frozen=True):
    """CEL lost to mines, of those that passed the lines. [18.1.3]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-18.1.3-a",)

    side: str
    lost: int
    exposed: int

    def say(self, setting: WbSetting) -> str:
        return f"Mines: {self.lost} CEL of {self.exposed} that passed the lines"


class MinesHitSomebody(Event["WbSetting"], frozen=True):
    """The same, as the enemy hears it."""

    rules: ClassVar[tuple[str, ...]] = ("kursk-18.1.3-a",)

    side: str
    lost: int

    def say(self, setting: WbSetting) -> str:
        return f"Mines: {self.lost} CEL"


def _panthers(count: int) -> str:
    return "1 Panther unit rolls for breakdown" if count == 1 else f"{count} Panther units roll for breakdown"


class PanthersTested(Event["WbSetting"], frozen=True):
    """Panthers roll for breakdown. [21.1.2]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-c21-21.1.2-a",)

    side: str
    units: tuple[str, ...]

    def say(self, setting: WbSetting) -> str:
        return f"{_panthers(len(self.units))}: {names(setting, self.units)}"


class SomePanthersTested(Event["WbSetting"], frozen=True):
    """The same, as the enemy hears it."""

    rules: ClassVar[tuple[str, ...]] = ("kursk-c21-21.1.2-a",)

    side: str
    count: int

    def say(self, setting: WbSetting) -> str:
        return _panthers(self.count)


class SentToWorkshop(Event["WbSetting"], frozen=True):
    """A unit goes to the workshop. [17.1.2]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-17.1.2-a",)

    side: str
    unit: str

    def say(self, setting: WbSetting) -> str:
        return f"{name(setting, self.unit)} goes to the workshop"


class Repaired(Event["WbSetting"], frozen=True):
    """A unit that rested in the workshop regains a CEL. [17.1.2]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-17.1.2-c",)

    side: str
    unit: str

    def say(self, setting: WbSetting) -> str:
        return f"{name(setting, self.unit)} regains 1 CEL"
