"""Dice that fell, each with what they were thrown for. [4.1, 10.1, 10.7, 11.2, 11.3, 12.0]"""

from __future__ import annotations

from typing import ClassVar

from msgspec import structs

from balka.core.checks import Check
from balka.core.events import Event, hex_labels
from balka.core.scene.lines import Deed, DeedKind, LogLine, Luck
from balka.systems.famous_divisions.events.drawn import side_of
from balka.systems.famous_divisions.model import GdSetting
from balka.systems.famous_divisions.tables import modified
from balka.systems.famous_divisions.wording import crossing, label, name, people

BAD = ("miss", "nothing", "no", "stands")  # results that bring whoever threw nothing
STAMPS = {
    "miss": "missed", "nothing": "no effect", "one": "\u22121", "two": "\u22122", "no": "missed", "yes": "driven off",
    "casualty": "casualty", "pin": "pinned", "-": "held", "DE": "all out", "DD": "one out", "DC": "\u22121",
    "DR": "back", "AR": "thrown back", "AC": "attacker \u22121", "AD": "attacker out", "AP": "half out",
    "AE": "attackers out",
}  # fmt: skip


class Rolled(Event[GdSetting], frozen=True):
    """Dice fell, read against a check."""

    faces: tuple[int, ...]
    check: Check
    band: str
    tone: ClassVar[str] = "fire"

    kind: ClassVar[DeedKind] = "result"

    def thrower(self, setting: GdSetting) -> str:
        """The side that threw the dice, where the fact tells it."""
        return ""

    def places(self) -> tuple[int, ...]:
        """Where the result is seen; of fire from the gun to its target."""
        return ()

    def is_good(self, band: str) -> bool:
        """Whether a result serves whoever threw."""
        return band not in BAD

    def deed(self, setting: GdSetting) -> Deed:
        where = hex_labels(setting, self.places())
        stamp = STAMPS.get(self.band, self.band)
        side = self.thrower(setting)
        if self.kind == "fire":
            return Deed(kind="fire", side=side, way=where, hexes=where[-1:], stamp=stamp)
        return Deed(kind="result", side=side, hexes=where, stamp=stamp)

    def luck(self, setting: GdSetting) -> Luck | None:
        side = self.thrower(setting)
        if not side or not self.check.tally.exact:
            return None
        chance = sum(each for band, each in self.check.chances(self.check.need).items() if self.is_good(band))
        return Luck(side=side, chance=float(chance), good=self.is_good(self.band))

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
    side: str = ""

    def thrower(self, setting: GdSetting) -> str:
        return self.side

    def places(self) -> tuple[int, ...]:
        return (self.hex,)

    def is_good(self, band: str) -> bool:
        return band.startswith("D")

    def occasion(self, setting: GdSetting) -> str:
        return f"Attack on {label(setting, self.hex)}, {self.check.reader.split()[1]}."


class ShotRolled(Rolled, frozen=True):
    """The dice of direct fire; `hexes` are where the shooter and the target stand."""

    shooter: str
    target: str
    hexes: tuple[int, int]
    kind: ClassVar[DeedKind] = "fire"

    def thrower(self, setting: GdSetting) -> str:
        return side_of(setting, self.shooter)

    def places(self) -> tuple[int, ...]:
        return self.hexes

    def occasion(self, setting: GdSetting) -> str:
        return f"{name(setting, self.shooter)} fires at {name(setting, self.target)}."


class BarrageRolled(Rolled, frozen=True):
    """The dice of a barrage."""

    gun: str
    hex: int

    def thrower(self, setting: GdSetting) -> str:
        return side_of(setting, self.gun)

    def places(self) -> tuple[int, ...]:
        return (self.hex,)

    def occasion(self, setting: GdSetting) -> str:
        return f"{name(setting, self.gun)} shells {label(setting, self.hex)}."


class FlakRolled(Rolled, frozen=True):
    """The dice of anti-aircraft fire; `hexes` are where the gun stands and where the airplanes attack."""

    gun: str
    hexes: tuple[int, int]
    kind: ClassVar[DeedKind] = "fire"

    def thrower(self, setting: GdSetting) -> str:
        return side_of(setting, self.gun)

    def places(self) -> tuple[int, ...]:
        return self.hexes

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

    def thrower(self, setting: GdSetting) -> str:
        return self.side

    def occasion(self, setting: GdSetting) -> str:
        return f"{people(self.side)} replacements."
