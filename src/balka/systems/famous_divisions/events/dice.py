"""Dice that fell, each with what they were thrown for. [4.1, 10.1, 10.7, 11.2, 11.3, 12.0]"""

from __future__ import annotations

from typing import ClassVar

from msgspec import structs

from balka.core.checks import Check
from balka.core.events import Event
from balka.core.scene.lines import LogLine
from balka.systems.famous_divisions.model import GdSetting
from balka.systems.famous_divisions.tables import modified
from balka.systems.famous_divisions.wording import crossing, label, name, people


class Rolled(Event[GdSetting], frozen=True):
    """Dice fell, read against a check."""

    faces: tuple[int, ...]
    check: Check
    band: str
    tone: ClassVar[str] = "fire"

    def occasion(self, setting: GdSetting) -> str:
        """What the dice were thrown for."""
        raise NotImplementedError

    def say(self, setting: GdSetting) -> str:
        words = self.check.words(self.band)
        words = words if words[:2].isalpha() and words[:2].isupper() else words[:1].lower() + words[1:]
        return f"{self.occasion(setting)} Dice {self._dice()}: {words}."

    def _dice(self) -> str:
        """The faces, and what they count as where something was added or taken off."""
        thrown, read = (" ".join(map(str, dice)) for dice in (self.faces, modified(self.check, self.faces)))
        return thrown if thrown == read else f"{thrown}, modified {read}"

    def line(self, setting: GdSetting) -> LogLine:
        return structs.replace(super().line(setting), dice=list(self.faces), check=self.check.to_wire(setting.game))


class AttackRolled(Rolled, frozen=True):
    """The dice of an attack, in the column of its odds."""

    hex: int

    def occasion(self, setting: GdSetting) -> str:
        return f"Attack on {label(setting, self.hex)}, {self.check.reader.split()[1]}."


class ShotRolled(Rolled, frozen=True):
    """The dice of direct fire; `hexes` are where the shooter and the target stand."""

    shooter: str
    target: str
    hexes: tuple[int, int]

    def occasion(self, setting: GdSetting) -> str:
        return f"{name(setting, self.shooter)} fires at {name(setting, self.target)}."


class BarrageRolled(Rolled, frozen=True):
    """The dice of a barrage."""

    gun: str
    hex: int

    def occasion(self, setting: GdSetting) -> str:
        return f"{name(setting, self.gun)} shells {label(setting, self.hex)}."


class FlakRolled(Rolled, frozen=True):
    """The dice of anti-aircraft fire; `hexes` are where the gun stands and where the airplanes attack."""

    gun: str
    hexes: tuple[int, int]

    def occasion(self, setting: GdSetting) -> str:
        return f"{name(setting, self.gun)} fires at aircraft."


class DemolitionRolled(Rolled, frozen=True):
    """The die for blowing a bridge, between two hexes or in one."""

    hexes: tuple[int, int]

    def occasion(self, setting: GdSetting) -> str:
        return f"Demolition of the bridge {crossing(setting, self.hexes)}."


class ReplacementsRolled(Rolled, frozen=True):
    """A side's die for replacements."""

    side: str

    def occasion(self, setting: GdSetting) -> str:
        return f"{people(self.side)} replacements."
