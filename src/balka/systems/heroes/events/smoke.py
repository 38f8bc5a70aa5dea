"""Smoke that is laid, thins and lifts. [14.0, 9.4]"""

from __future__ import annotations

from balka.core.events import Event
from balka.systems.heroes.events.cited import Cited
from balka.systems.heroes.setting import HeroesSetting


class SmokeLaid(Cited, frozen=True):
    """Heavy Smoke lies in hexes. [14.0]"""

    force: str
    hexes: tuple[int, ...]

    def say(self, setting: HeroesSetting) -> str:
        return f"Heavy Smoke in {', '.join(setting.board.labels[place] for place in self.hexes)}"


class LightSmokeLifted(Event[HeroesSetting], frozen=True):
    """Light Smoke is gone, at the end of a Round. [9.4-b]"""

    rules = ("sos-9.4-b atb-13.0-e",)

    def say(self, setting: HeroesSetting) -> str:
        return "Light Smoke lifts"


class HeavySmokeThinned(Event[HeroesSetting], frozen=True):
    """Heavy Smoke is Light from here on. [9.4-c]"""

    rules = ("sos-9.4-c atb-13.0-e",)

    def say(self, setting: HeroesSetting) -> str:
        return "Heavy Smoke thins to Light Smoke"
