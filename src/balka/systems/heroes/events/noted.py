"""A sentence that stands ready, for what has no fact of its own yet."""

from __future__ import annotations

from msgspec import structs

from balka.core.events import Event
from balka.core.scene.lines import LogLine
from balka.systems.heroes.setting import HeroesSetting


class Noted(Event[HeroesSetting], frozen=True):
    """A plain public fact: a sentence, whom it is about and the rules behind it."""

    text: str
    force: str = ""
    cites: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    hexes: tuple[int, ...] = ()

    def say(self, setting: HeroesSetting) -> str:
        return self.text

    def cited(self, setting: HeroesSetting) -> tuple[str, ...]:
        return self.cites

    def line(self, setting: HeroesSetting) -> LogLine:
        hexes = [setting.board.labels[h] for h in self.hexes]
        return structs.replace(
            super().line(setting), side=setting.forces.get(self.force, ""), hexes=hexes,
            unit=self.units[0] if self.units else "",
        )  # fmt: skip
