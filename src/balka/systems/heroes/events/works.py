"""Fortifications, Obstacles and Hasty Defenses. [17.0]"""

from __future__ import annotations

from enum import Enum

from balka.core.events import Event
from balka.systems.heroes.events.cited import Cited
from balka.systems.heroes.setting import HeroesSetting


class WorksPlaced(Event[HeroesSetting], frozen=True):
    """Works were set up in a hex. [17.10-a]"""

    rules = ("sos-17.10-a atb-18.3.3-a",)
    force: str
    works: str
    hex: int

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.catalogue.works[self.works].name} in {setting.board.labels[self.hex]}"


class WorksPlacedInSecret(Event[HeroesSetting], frozen=True):
    """The same, as the enemy hears it."""

    rules = ("sos-17.10-a atb-18.3.3-a",)
    force: str

    def say(self, setting: HeroesSetting) -> str:
        return f"The {setting.side_name(self.force)} side has placed something in secret"


class FortEntered(Event[HeroesSetting], frozen=True):
    """A unit has gone into a Fortification. [17.3-a]"""

    rules = ("sos-17.3-a atb-18.2-a",)
    force: str
    unit: str
    hex: int
    works: str

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} goes into the {setting.catalogue.works[self.works].name}"


class FortLeft(Event[HeroesSetting], frozen=True):
    """A unit has come out of a Fortification. [17.3-c]"""

    rules = ("sos-17.3-c atb-18.2-d",)
    force: str
    unit: str
    hex: int

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} leaves the Fortification"


class DugIn(Event[HeroesSetting], frozen=True):
    """A unit has built a Hasty Defense. [17.7-a]"""

    rules = ("sos-17.7-a atb-18.1.3-b", "sos-17.7-b atb-18.1.3-c")
    force: str
    unit: str

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} digs in: +1DR until it moves or pivots"


class CoverTaken(Event[HeroesSetting], frozen=True):
    """A unit has a Hasty Defense by a card. [card 09]"""

    rules = ("sos-card-09-b atb-card-11-b", "sos-17.7-b atb-18.1.3-c")
    force: str
    unit: str

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} takes cover: +1DR until it moves or pivots"


class DefenseGivenUp(Event[HeroesSetting], frozen=True):
    """A unit has given up its Hasty Defense. [17.7-e]"""

    rules = ("sos-17.7-e atb-18.1.3-e",)
    force: str
    unit: str

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} gives up its Hasty Defense"


class Ruin(Enum):
    """What became of works, as it is said."""

    DESTROYED = "destroyed"
    FLATTENED = "flattened by tracks"


class WorksRemoved(Cited, frozen=True):
    """Works are gone, by the name they are attacked under. [17.11-b]"""

    works: str
    why: Ruin

    def say(self, setting: HeroesSetting) -> str:
        name = setting.name(self.works)
        return f"{name[:1].upper()}{name[1:]}: {self.why.value}"


class WireLaid(Event[HeroesSetting], frozen=True):
    """A unit has strung Barbed Wire. [10.12-a]"""

    rules = ("sos-10.12-a atb-9.1.4-a",)
    force: str
    unit: str
    hex: int

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} lays Barbed Wire in {setting.board.labels[self.hex]}"


class WireNotPassed(Event[HeroesSetting], frozen=True):
    """A unit has stayed before the wire. [17.9-a]"""

    rules = ("sos-17.9-a atb-18.3.1-d",)
    force: str
    unit: str
    hex: int

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} does not get through the wire"


class ObstacleCleared(Event[HeroesSetting], frozen=True):
    """A unit has cleared an Obstacle away. [card 16]"""

    rules = ("sos-card-16-b atb-card-41-b",)
    force: str
    unit: str
    hex: int
    works: str

    def say(self, setting: HeroesSetting) -> str:
        works = setting.catalogue.works[self.works].name
        return f"{setting.name(self.unit)} clears the {works} in {setting.board.labels[self.hex]}"


class MinesFound(Event[HeroesSetting], frozen=True):
    """Hidden Mines have come to light. [17.10-b]"""

    rules = ("sos-17.10-b atb-18.3.3-a",)
    hex: int

    def say(self, setting: HeroesSetting) -> str:
        return f"Mines are found in {setting.board.labels[self.hex]}"


class MineLaid(Event[HeroesSetting], frozen=True):
    """A Mine was laid by a card. [card 17]"""

    rules = ("sos-card-17-b atb-card-40-b",)
    force: str
    hex: int

    def say(self, setting: HeroesSetting) -> str:
        return f"A Mine is laid in {setting.board.labels[self.hex]}"


class MineLaidUnseen(Event[HeroesSetting], frozen=True):
    """The same, as the enemy hears it who does not see the hex. [card 17]"""

    rules = ("sos-card-17-c atb-card-40-c",)
    force: str

    def say(self, setting: HeroesSetting) -> str:
        return "A Mine is laid out of sight"
