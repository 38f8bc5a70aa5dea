"""Rounds, Turns and what an Action cost. [2.0, 9.0]"""

from __future__ import annotations

from msgspec import structs

from balka.core.checks import Tally
from balka.core.events import Event
from balka.core.scene.lines import LogLine
from balka.systems.heroes.setting import HeroesSetting

TWO_PLAYERS = 2


class RoundBegan(Event[HeroesSetting], frozen=True):
    """A Round begins. [9.5]"""

    rules = ("sos-9.5-a atb-2.3-a",)
    round: int

    def say(self, setting: HeroesSetting) -> str:
        return f"Round {self.round}"

    def line(self, setting: HeroesSetting) -> LogLine:
        return structs.replace(super().line(setting), head=True, turn=self.round)


class ReinforcementsReady(Event[HeroesSetting], frozen=True):
    """Units that are due lie beside the map. [9.9]"""

    rules = ("sos-9.9-a atb-2.0-h",)
    units: tuple[str, ...]

    def say(self, setting: HeroesSetting) -> str:
        return f"Reinforcements are ready: {', '.join(map(setting.name, self.units))}"


class Passed(Event[HeroesSetting], frozen=True):
    """A player has passed. [2.7-a]"""

    rules = ("sos-2.7-a atb-2.2-q",)
    force: str

    def say(self, setting: HeroesSetting) -> str:
        side, name = setting.side_name(self.force), setting.force_name(self.force)
        return f"The {side} side passes" if name == side else f"The {name} player passes"


class AllPassed(Event[HeroesSetting], frozen=True):
    """Everybody has passed in a row. [2.7-d, 19.0-e]"""

    def say(self, setting: HeroesSetting) -> str:
        return "All have passed: the Round is over"

    def cited(self, setting: HeroesSetting) -> tuple[str, ...]:
        return ("sos-2.7-d atb-2.2-t" if len(setting.forces) == TWO_PLAYERS else "sos-19.0-e atb-20.0-e",)


class Paid(Event[HeroesSetting], frozen=True):
    """What an Action cost, with its working."""

    rules = ("sos-2.4-a atb-5.0-b",)
    force: str
    unit: str
    tally: Tally
    caps: int

    def say(self, setting: HeroesSetting) -> str:
        cost = self.tally.value
        paid = f", {self.caps} of them by CAPs" if self.caps else ""
        return f"{setting.name(self.unit)}'s Action costs {cost + self.caps}AP{paid}"

    def line(self, setting: HeroesSetting) -> LogLine:
        told_by_the_check = bool(self.tally.value) and not self.caps
        return structs.replace(super().line(setting), tally=self.tally.to_wire(setting.game), quiet=told_by_the_check)


class StalledTogether(Event[HeroesSetting], frozen=True):
    """A Group has acted without doing anything. [2.8-a]"""

    rules = ("sos-2.8-a atb-2.2-o",)
    force: str
    units: tuple[str, ...]

    def say(self, setting: HeroesSetting) -> str:
        return f"{len(self.units)} units stall together"
