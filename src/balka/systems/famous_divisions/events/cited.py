"""A fact whose rule depends on the case."""

from __future__ import annotations

from balka.core.events import Event
from balka.systems.famous_divisions.model import GdSetting


class Cited(Event[GdSetting], frozen=True):
    """A fact that is told with the rule it falls under."""

    rule: str

    def cited(self, setting: GdSetting) -> tuple[str, ...]:
        return (self.rule,)
