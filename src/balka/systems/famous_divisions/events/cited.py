"""A fact whose rule depends on the case."""

from __future__ import annotations

from msgspec import structs

from balka.core.events import Event
from balka.core.scene.lines import LogLine
from balka.systems.famous_divisions.model import GdSetting


class Cited(Event[GdSetting], frozen=True):
    """A fact that is told with the rule it falls under."""

    rule: str

    def line(self, setting: GdSetting) -> LogLine:
        return structs.replace(super().line(setting), rules=[self.rule])
