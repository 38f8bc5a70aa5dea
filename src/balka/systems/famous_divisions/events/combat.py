"""Attacks, fire, losses, retreats and advances. [2.3, 10.0 to 10.6, 11.0]"""

from __future__ import annotations

from typing import ClassVar

from balka.core.events import Event, hex_labels
from balka.core.scene.lines import Deed
from balka.systems.famous_divisions.events.drawn import side_of, suffered, went
from balka.systems.famous_divisions.model import GdSetting
from balka.systems.famous_divisions.wording import ONLY_HQS, label, labels, name, names

# -- attacks


class Attacked(Event[GdSetting], frozen=True):
    """Units attack or overrun a hex, with the guns that support them."""

    units: tuple[str, ...]
    hex: int
    guns: tuple[str, ...] = ()
    overrun: bool = False
    rules = ("gd-10.1-a",)

    def say(self, setting: GdSetting) -> str:
        verb = ("overrun" if self.overrun else "attack") + "s" * (len(self.units) == 1)
        guns = f", supported by {names(setting, self.guns)}" if self.guns else ""
        return f"{names(setting, self.units)} {verb} {label(setting, self.hex)}{guns}."

    def deed(self, setting: GdSetting) -> Deed:
        where = hex_labels(setting, (self.hex,))
        return Deed(kind="attack", side=side_of(setting, self.units[0]), units=list(self.units), hexes=where)


class DefenceSupported(Event[GdSetting], frozen=True):
    """The defender's guns take part."""

    guns: tuple[str, ...]
    rules = ("gd-10.2-b",)

    def say(self, setting: GdSetting) -> str:
        return f"{names(setting, self.guns)} supports the defence."


# -- fire


class OnlyHqsThere(Event[GdSetting], frozen=True):
    """A side that wanted to fire found HQs beside each other and nobody else."""

    rules = ("gd-11.4-g",)

    def say(self, setting: GdSetting) -> str:
        return ONLY_HQS


class BarrageLimited(Event[GdSetting], frozen=True):
    """The result of a barrage was more than can be suffered in a hex."""

    hex: int
    rules = ("gd-11.2-o",)

    def say(self, setting: GdSetting) -> str:
        return "No more can suffer there from a single barrage."


# -- losses


class Depleted(Event[GdSetting], frozen=True):
    """A unit was flipped to its depleted side."""

    unit: str
    rules = ("gd-2.3-d",)
    tone: ClassVar[str] = "loss"

    def say(self, setting: GdSetting) -> str:
        return f"{name(setting, self.unit)} is depleted."

    def deed(self, setting: GdSetting) -> Deed:
        side = side_of(setting, self.unit)
        return Deed(kind="loss", side=side, units=[self.unit], stamp="\u22121", steps=1)


class Eliminated(Event[GdSetting], frozen=True):
    """A unit was removed, by casualties or because it had no way to retreat."""

    unit: str
    hex: int
    no_way: bool = False
    tone: ClassVar[str] = "loss"

    def say(self, setting: GdSetting) -> str:
        why = ": no way to retreat" if self.no_way else ""
        return f"{name(setting, self.unit)} is eliminated{why}."

    def deed(self, setting: GdSetting) -> Deed:
        side, where = side_of(setting, self.unit), hex_labels(setting, (self.hex,))
        return Deed(kind="loss", side=side, units=[self.unit], hexes=where, stamp="out", steps=1, gone=True)

    def cited(self, setting: GdSetting) -> tuple[str, ...]:
        return ("gd-10.5-h" if self.no_way else "gd-2.3-e",)


class Pinned(Event[GdSetting], frozen=True):
    """A unit was pinned by fire."""

    unit: str
    rules = ("gd-11.3-o",)
    tone: ClassVar[str] = "fire"

    def say(self, setting: GdSetting) -> str:
        return f"{name(setting, self.unit)} is pinned."

    def deed(self, setting: GdSetting) -> Deed:
        return suffered(setting, self.unit, "pinned")


# -- after the attack


class ZonesTold(Event[GdSetting], frozen=True):
    """A retreating side learns which hexes about it the enemy covers."""

    aside: ClassVar[bool] = True

    hexes: tuple[int, ...]
    rules = ("gd-10.5-g",)

    def say(self, setting: GdSetting) -> str:
        return f"Enemy zones of control bar {labels(setting, self.hexes)}."


class Retreated(Event[GdSetting], frozen=True):
    """A unit went back along a path."""

    unit: str
    path: tuple[int, ...]
    rules = ("gd-10.5-a",)

    def say(self, setting: GdSetting) -> str:
        return f"{name(setting, self.unit)} retreats to {label(setting, self.path[-1])}."

    def deed(self, setting: GdSetting) -> Deed:
        return went(setting, "retreat", (self.unit,), self.path)


class Advanced(Event[GdSetting], frozen=True):
    """A unit entered the ground that was taken."""

    unit: str
    path: tuple[int, ...]
    rules = ("gd-10.6-a",)

    def say(self, setting: GdSetting) -> str:
        return f"{name(setting, self.unit)} advances to {label(setting, self.path[-1])}."

    def deed(self, setting: GdSetting) -> Deed:
        return went(setting, "advance", (self.unit,), self.path)
