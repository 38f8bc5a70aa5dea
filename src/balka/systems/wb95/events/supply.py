"""Supply, surrender, ground taken. [4.3, 10.2]"""

from __future__ import annotations

from typing import ClassVar

from balka.core.events import Event, hex_labels
from balka.core.scene.lines import Deed
from balka.systems.wb95.position import WbSetting
from balka.systems.wb95.wording import names, side_name


class CutOff(Event["WbSetting"], frozen=True):
    """Units of a side are out of supply. [10.2.1]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-10.2.1-a",)

    side: str
    units: tuple[str, ...]

    def say(self, setting: WbSetting) -> str:
        return f"Out of supply: {names(setting, self.units)}"


class Supplied(Event["WbSetting"], frozen=True):
    """Units of a side are in supply again. [10.2.7]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-10.2.7-a",)

    side: str
    units: tuple[str, ...]

    def say(self, setting: WbSetting) -> str:
        return f"Supplied again: {names(setting, self.units)}"


class SupplyWorsened(Event["WbSetting"], frozen=True):
    """Units out of supply fought and lost: a level more. [10.2.4]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-10.2.4-a",)

    units: tuple[str, ...]

    def say(self, setting: WbSetting) -> str:
        return f"Out of supply, one level more: {names(setting, self.units)}"


class SurrenderTested(Event["WbSetting"], frozen=True):
    """Units that are cut off are tested for surrender. [10.2.6]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-10.2.6-a",)

    side: str
    units: tuple[str, ...]

    def say(self, setting: WbSetting) -> str:
        return f"Surrender tests: {names(setting, self.units)}"


class HexesTaken(Event["WbSetting"], frozen=True):
    """Hexes changed hands. [4.3]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-4.3.2-a", "kursk-4.3.3-a")

    side: str
    taken: tuple[int, ...]
    contested: tuple[int, ...]

    def say(self, setting: WbSetting) -> str:
        return f"The {side_name(self.side)} side takes {len(self.taken)} hexes, {len(self.contested)} are contested"

    def deed(self, setting: WbSetting) -> Deed:
        return Deed(kind="taken", side=self.side, hexes=hex_labels(setting, self.taken))
