"""Bridges blown, rebuilt and built. [14.2, 14.3]"""

from __future__ import annotations

from typing import ClassVar

from balka.core.events import Event
from balka.systems.wb95.position import WbSetting
from balka.systems.wb95.wording import crossing, name, side_name


class BridgeBlown(Event["WbSetting"], frozen=True):
    """A side blew a bridge. [14.2.1]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-c14-14.2.1-a",)

    side: str
    hexes: tuple[int, int]

    def say(self, setting: WbSetting) -> str:
        return f"The bridge {crossing(setting, self.hexes)} is blown"


class BridgeRebuilt(Event["WbSetting"], frozen=True):
    """A side rebuilt a bridge the map prints. [14.2.2]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-c14-14.2.2-a",)

    side: str
    hexes: tuple[int, int]

    def say(self, setting: WbSetting) -> str:
        return f"The bridge {crossing(setting, self.hexes)} is rebuilt"


class BridgeBegun(Event["WbSetting"], frozen=True):
    """A headquarters builds a bridge; where, only its owner knows. [14.3.2]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-c14-14.3.2-c",)

    side: str
    unit: str
    hexes: tuple[int, int]

    def say(self, setting: WbSetting) -> str:
        return f"{name(setting, self.unit)} builds a bridge {crossing(setting, self.hexes)}"


class BridgeBegunSomewhere(Event["WbSetting"], frozen=True):
    """The same, as the enemy hears it. [14.3.2]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-c14-14.3.2-c",)

    side: str

    def say(self, setting: WbSetting) -> str:
        return f"A {side_name(self.side)} headquarters builds a bridge"


class BridgeFinished(Event["WbSetting"], frozen=True):
    """A bridge that was built stands. [14.3.2]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-c14-14.3.2-d",)

    side: str
    hexes: tuple[int, int]

    def say(self, setting: WbSetting) -> str:
        return f"A bridge stands at {crossing(setting, self.hexes)}"


class BridgeGivenUp(Event["WbSetting"], frozen=True):
    """The far bank is lost, and the work with it. [14.3.2]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-c14-14.3.2-d",)

    side: str
    unit: str

    def say(self, setting: WbSetting) -> str:
        return f"{name(setting, self.unit)} gives up its bridge"
