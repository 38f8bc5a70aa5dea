"""Shots. [6.7]"""

from __future__ import annotations

from msgspec import structs

from balka.core.checks import Check
from balka.core.events import Event, hex_labels
from balka.core.scene.lines import Deed, LogLine, Luck
from balka.systems.heroes.events.checks import RESULTS, luck_of
from balka.systems.heroes.setting import HeroesSetting


class ShotFired(Event[HeroesSetting], frozen=True):
    """One roll of an attack. [atb 7.3-b]"""

    tone = "fire"
    rules = ("sos-6.7-b atb-7.3-b",)
    unit: str
    target: str
    start: int
    end: int
    check: Check
    faces: tuple[int, ...]
    adjust: int
    band: str

    def say(self, setting: HeroesSetting) -> str:
        total = sum(self.faces) + self.adjust
        what = f"{setting.name(self.unit)} fires at {setting.name(self.target)}"
        return f"{what}: rolled {total}, needed {self.check.need}: {RESULTS[self.band]}"

    def deed(self, setting: HeroesSetting) -> Deed:
        way = hex_labels(setting, (self.start, self.end))
        return Deed(
            kind="fire", side=setting.side_of_unit(self.unit), units=[self.unit], way=way, hexes=way[-1:],
            stamp=RESULTS[self.band],
        )  # fmt: skip

    def luck(self, setting: HeroesSetting) -> Luck | None:
        return luck_of(setting.side_of_unit(self.unit), self.check, self.band)

    def line(self, setting: HeroesSetting) -> LogLine:
        labels = setting.board.labels
        start = labels[self.start] if self.start >= 0 else ""
        side = setting.side_of_unit(self.unit) if self.unit in setting.counters else setting.cards[self.unit].side
        return structs.replace(
            super().line(setting), unit=self.unit, start=start, to=labels[self.end], dice=list(self.faces),
            check=self.check.to_wire(setting.game), hexes=[labels[self.end]], side=side,
        )  # fmt: skip
