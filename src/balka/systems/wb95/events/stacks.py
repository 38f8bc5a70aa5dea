"""What is seen of stacks. [16.1]"""

from __future__ import annotations

from typing import ClassVar

from msgspec import structs

from balka.core.events import Event
from balka.core.scene.lines import LogLine
from balka.systems.wb95.position import WbSetting
from balka.systems.wb95.wording import name, seen, side_name, where


class TypesTold(Event["WbSetting"], frozen=True):
    """Neighbours learn what kinds of counter stand in a hex. [16.1.4]"""

    aside: ClassVar[bool] = True
    rules: ClassVar[tuple[str, ...]] = ("kursk-16.1.4-a", "kursk-16.1.4-b")

    side: str
    hex: int
    facts: str

    def say(self, setting: WbSetting) -> str:
        kinds = ", ".join(seen(fact) for fact in self.facts.split(", "))
        return f"{where(setting, self.hex)} holds {side_name(self.side)} {kinds}"


class TopSeen(Event["WbSetting"], frozen=True):
    """The counter on top of a stack, where stacks show it. [16.1.1]"""

    aside: ClassVar[bool] = True
    rules: ClassVar[tuple[str, ...]] = ("kursk-16.1.1-a",)

    side: str
    hex: int
    facts: str
    before: str = ""

    def line(self, setting: WbSetting) -> LogLine:
        """What a counter already seen there did is drawn on it, and no news in a log."""
        return structs.replace(super().line(setting), quiet=self.before.split()[:1] == self.facts.split()[:1])

    def say(self, setting: WbSetting) -> str:
        return f"{name(setting, self.facts.split()[0])} lies on top at {where(setting, self.hex)}"


class PutOnTop(Event["WbSetting"], frozen=True):
    """The owner laid a counter on top of its stack. [16.1.1]"""

    rules: ClassVar[tuple[str, ...]] = ("kursk-16.1.1-a",)

    side: str
    unit: str
    hex: int

    def say(self, setting: WbSetting) -> str:
        return f"{name(setting, self.unit)} lies on top at {where(setting, self.hex)}"


class StacksOpened(Event["WbSetting"], frozen=True):
    """Counters lie open until the phase ends: each with its CEL, supply level, order and what it did. [16.1.3]"""

    aside: ClassVar[bool] = True
    rules: ClassVar[tuple[str, ...]] = ("kursk-16.1.3-a",)

    units: tuple[tuple[str, int, int, int, str, tuple[str, ...]], ...]
    masked: tuple[int, ...] = ()  # hexes of theirs where others stay under their mask

    def say(self, setting: WbSetting) -> str:
        shown = [f"{name(setting, unit_id)} at {where(setting, h)} ({cel} CEL)" for unit_id, h, cel, *_ in self.units]
        return f"Revealed: {', '.join(shown)}"
