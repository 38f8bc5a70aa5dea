"""Supply and replacements. [4.1, 5.0]"""

from __future__ import annotations

from typing import ClassVar

from balka.core.events import Event
from balka.systems.famous_divisions.model import GdSetting
from balka.systems.famous_divisions.wording import labels, name, names


class Hungry(Event[GdSetting], frozen=True):
    """HQs of a side are without supply; their battalions may nominate a stack."""

    units: tuple[str, ...]
    rules = ("gd-5.1-b",)

    def say(self, setting: GdSetting) -> str:
        return f"Without a supply path: {names(setting, self.units)}."


class Needy(Event[GdSetting], frozen=True):
    """Battalions of a side have units that their own HQ does not reach; zones it does not see may cut the way."""

    aside: ClassVar[bool] = True

    battalions: tuple[str, ...]
    rules = ("gd-5.1-c",)

    def say(self, setting: GdSetting) -> str:
        known = setting.catalogue.battalion_names
        return f"Not reached by their own HQ: units of {', '.join(known[battalion] for battalion in self.battalions)}."


class SupplyChanged(Event[GdSetting], frozen=True):
    """A unit is in supply again, or this many turns without."""

    unit: str
    level: int
    rules = ("gd-5.3-a",)

    def say(self, setting: GdSetting) -> str:
        words = {0: "is in supply again", 1: "is low on supply"}.get(self.level, "is out of supply")
        return f"{name(setting, self.unit)} {words} ({self.level})."


# -- replacements


class HexesBarred(Event[GdSetting], frozen=True):
    """A side learns in which of its hexes nobody can be rebuilt."""

    aside: ClassVar[bool] = True

    hexes: tuple[int, ...]
    rules = ("gd-4.1-j",)

    def say(self, setting: GdSetting) -> str:
        return f"No replacements under the enemy's guns in {labels(setting, self.hexes)}."


class NoPath(Event[GdSetting], frozen=True):
    """A side learns which of its depleted units no replacements reach: zones it does not see may cut the way."""

    aside: ClassVar[bool] = True

    units: tuple[str, ...]
    rules = ("gd-4.1-l",)

    def say(self, setting: GdSetting) -> str:
        return f"No replacements reach {names(setting, self.units)}."


class Rebuilt(Event[GdSetting], frozen=True):
    """A depleted unit is at full strength again."""

    unit: str
    rules = ("gd-4.1-b",)

    def say(self, setting: GdSetting) -> str:
        return f"{name(setting, self.unit)} is rebuilt."
