"""A fact whose rule depends on the case."""

from __future__ import annotations

from balka.core.events import Event
from balka.systems.heroes.setting import HeroesSetting


class Cited(Event[HeroesSetting], frozen=True):
    """A fact that is told with the rule it falls under."""

    rule: str

    def cited(self, setting: HeroesSetting) -> tuple[str, ...]:
        return (self.rule,)
