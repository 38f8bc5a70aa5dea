"""Hidden units: what their own side hears, what the others hear, and how they are found. [11.0]"""

from __future__ import annotations

from enum import Enum

from balka.core.events import Event
from balka.systems.heroes.events.cited import Cited
from balka.systems.heroes.setting import HeroesSetting


class ActedUnseen(Event[HeroesSetting], frozen=True):
    """A Hidden unit acts, as it is told to who knows it by name. [11.6-a, atb 10.1-h]"""

    rules = ("sos-11.6-a atb-10.1-h",)
    force: str
    unit: str
    pays_first: bool = False

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} acts unseen{', paying first' if self.pays_first else ''}"


class SomebodyActed(Event[HeroesSetting], frozen=True):
    """The same, as it is told to who does not know which unit it is. [11.6-a]"""

    rules = ("sos-11.6-a atb-10.1-h",)
    force: str
    pays_first: bool

    def say(self, setting: HeroesSetting) -> str:
        who = f"A Hidden {setting.side_name(self.force)} unit"
        return f"{who} acts{', paying first' if self.pays_first else ''}"


class MovedUnseen(Cited, frozen=True):
    """A Hidden unit was noted in a hex, as its own side hears it. [11.3-a]"""

    force: str
    unit: str
    hex: int

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} moves unseen to {setting.board.labels[self.hex]}"


class WentIntoHiding(Event[HeroesSetting], frozen=True):
    """A unit has gone from the map into hiding, as the others hear it. [11.4-c]"""

    rules = ("sos-11.4-c atb-10.2-b",)
    force: str
    unit: str

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} goes into hiding"


class Scouted(Event[HeroesSetting], frozen=True):
    """Scout Teams have looked about a unit, and how many they found. [card 14]"""

    rules = ("sos-card-14-b atb-card-30-b",)
    force: str
    unit: str
    hex: int
    found: int

    def say(self, setting: HeroesSetting) -> str:
        return f"Scout Teams of {setting.name(self.unit)} find {self.found or 'nobody'}"


class Discovery(Enum):
    """Why a Hidden unit is seen, as it is said."""

    OWNER = "its owner shows it"
    PLAIN_VIEW = "it is in plain view"
    SHARED_HEX = "it shares its hex with a unit in view"
    MET_IN_HIDING = "an enemy has come upon it in hiding"
    WITH_VEHICLE = "it is found with its vehicle"
    ACTS = "it acts"
    CARD = "a card is played on it"
    FIRES_AT_PLANE = "it fires at the plane"
    SNIPERS_DIE = "a die of its attack shows 1"
    MINEFIELD = "it is in a minefield"
    DESTROYED_MARKER = "its Destroyed marker is shown"
    FLAMES = "flames"
    FIRE_HIT = "fire has hit it"
    ARTILLERY = "artillery fire"
    ARTILLERY_HIT = "artillery fire has hit it"
    RECON = "Recon by Fire"
    SCOUTS = "Scout Teams"


class Revealed(Cited, frozen=True):
    """A Hidden unit stands on the map for all to see, in the state it is in. [11.2-a]"""

    force: str
    unit: str
    hex: int
    why: Discovery
    spent: bool = False
    stressed: bool = False
    hit: bool = False

    def say(self, setting: HeroesSetting) -> str:
        where = f"{setting.board.labels[self.hex]}{self._condition()}"
        return f"{setting.name(self.unit)} is revealed in {where}: {self.why.value}"

    def _condition(self) -> str:
        """What everybody can see of a unit the moment it stands there."""
        states = ["Spent"] * self.spent + ["Stressed"] * self.stressed + ["hit"] * self.hit
        return f" ({', '.join(states)})" if states else ""
