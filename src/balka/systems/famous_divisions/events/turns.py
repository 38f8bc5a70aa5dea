"""Setting up, turns, weather, activations, the end. [3.0, 6.0, 14.0, 18.3]"""

from __future__ import annotations

from typing import ClassVar

from msgspec import structs

from balka.core.events import Event
from balka.core.scene.lines import Deed, LogLine
from balka.systems.famous_divisions.events.drawn import side_of_chit
from balka.systems.famous_divisions.model import GdSetting
from balka.systems.famous_divisions.tables import PARTS_OF_DAY
from balka.systems.famous_divisions.wording import label, name, people, score, turn_name

# -- setting up


class PlacedUnit(Event[GdSetting], frozen=True):
    """A unit was set up, as its owner sees it."""

    unit: str
    hex: int

    def say(self, setting: GdSetting) -> str:
        return f"{name(setting, self.unit)} is set up in {label(setting, self.hex)}."


class PlacedUnknown(Event[GdSetting], frozen=True):
    """A unit was set up, as the enemy sees it."""

    side: str
    hex: int

    def say(self, setting: GdSetting) -> str:
        return f"A {people(self.side)} unit is set up in {label(setting, self.hex)}."


class FortDug(Event[GdSetting], frozen=True):
    """A side put one of its fortifications on the map."""

    fort: str
    hex: int
    rules = ("gd-15.1-b",)

    def say(self, setting: GdSetting) -> str:
        return f"A {self.fort} is dug in {label(setting, self.hex)}."


class SideSetUp(Event[GdSetting], frozen=True):
    """A side has set everything up."""

    side: str

    def say(self, setting: GdSetting) -> str:
        return f"The {people(self.side)} side is set up."


# -- a turn


class TurnBegan(Event[GdSetting], frozen=True):
    """A new turn box."""

    day: int
    part: str
    tone: ClassVar[str] = "head"
    rules = ("gd-3.1-a",)

    def say(self, setting: GdSetting) -> str:
        return f"{turn_name(setting, self.day, self.part)} begins."

    def line(self, setting: GdSetting) -> LogLine:
        number = self.day * len(PARTS_OF_DAY) + PARTS_OF_DAY.index(self.part)
        return structs.replace(super().line(setting), head=True, turn=number)


class WeatherSet(Event[GdSetting], frozen=True):
    """The weather of the turn was rolled."""

    die: int
    weather: str
    rules = ("gd-14.0-a",)

    def say(self, setting: GdSetting) -> str:
        return f"The weather die shows {self.die}: {self.weather}."


class ChitDrawn(Event[GdSetting], frozen=True):
    """An HQ chit came out of the cup or was chosen first."""

    battalion: str
    chosen: bool = False
    rules = ("gd-2.5-b",)

    def say(self, setting: GdSetting) -> str:
        how = "is chosen first" if self.chosen else "is drawn"
        return f"The chit of {setting.catalogue.battalion_names[self.battalion]} {how}."

    def opens(self, setting: GdSetting) -> str:
        return side_of_chit(setting, self.battalion)

    def deed(self, setting: GdSetting) -> Deed:
        side = self.opens(setting)
        name = setting.catalogue.battalion_names[self.battalion].removeprefix("the ")
        name = name.removeprefix(f"{people(side)} ") if side else name
        return Deed(kind="chit", side=side, stamp=name)

    def line(self, setting: GdSetting) -> LogLine:
        return structs.replace(super().line(setting), side=self.opens(setting))


class AlreadyActivated(Event[GdSetting], frozen=True):
    """The chit of a battalion came out that has acted this turn."""

    battalion: str
    rules = ("gd-6.0-m",)

    def say(self, setting: GdSetting) -> str:
        return "That battalion has already been activated this turn."


class DivisionActivated(Event[GdSetting], frozen=True):
    """A division HQ activates a battalion."""

    battalion: str
    rules = ("gd-6.0-c",)

    def say(self, setting: GdSetting) -> str:
        return f"The division HQ activates {setting.catalogue.battalion_names[self.battalion]}."


# -- points


class ReservesCalled(Event[GdSetting], frozen=True):
    """Points scored before their day bring the other side's reserves."""

    rules = ("gd-21.4-d",)

    def say(self, setting: GdSetting) -> str:
        return "Points are scored: the condition for the reserves is met."


class GameEnded(Event[GdSetting], frozen=True):
    """The last turn is over: the points and who won, nobody in a draw."""

    points: int
    winner: str

    def say(self, setting: GdSetting) -> str:
        victory = f" {people(self.winner)} victory." if self.winner else ""
        return f"The game is over. {score(setting, self.points)}{victory}"
