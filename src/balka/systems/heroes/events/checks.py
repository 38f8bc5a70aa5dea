"""Checks that were rolled: dice read against a number. [2.5, 7.7, 9.11]"""

from __future__ import annotations

from msgspec import structs

from balka.core.checks import Check
from balka.core.events import Event
from balka.core.scene.lines import LogLine
from balka.systems.heroes.setting import HeroesSetting


class CheckRolled(Event[HeroesSetting], frozen=True):
    """Any other check: Spent, Rally, Initiative, a card's die."""

    text: str
    force: str
    check: Check
    faces: tuple[int, ...]
    adjust: int
    cites: tuple[str, ...] = ()
    unit: str = ""

    def say(self, setting: HeroesSetting) -> str:
        return self.text

    def cited(self, setting: HeroesSetting) -> tuple[str, ...]:
        return self.cites

    def line(self, setting: HeroesSetting) -> LogLine:
        return structs.replace(super().line(setting), dice=list(self.faces), check=self.check.to_wire(setting.game))
