"""Facts that only this edition knows: planes, what Actions are paid with, the VP marker."""

from __future__ import annotations

from enum import Enum

from balka.core.events import Event
from balka.systems.heroes.events.checks import CheckRolled
from balka.systems.heroes.events.cited import Cited
from balka.systems.heroes.events.victory import Reason
from balka.systems.heroes.play.spending import in_caps
from balka.systems.heroes.setting import HeroesSetting

# -- planes


class PlaneArrived(Event[HeroesSetting], frozen=True):
    """A plane has come in over a hex. [16.7-a]"""

    rules = ("sos-16.7-a",)
    force: str
    card: str
    hex: int
    facing: int

    def say(self, setting: HeroesSetting) -> str:
        where, side = setting.board.labels[self.hex], setting.board.grid.sides[self.facing]
        return f"{setting.cards[self.card].name} comes in over {where}, heading {side}"


class PlaneAttacked(Event[HeroesSetting], frozen=True):
    """A plane attacks hexes, and is gone then. [16.7-f]"""

    rules = ("sos-16.7-f",)
    force: str
    card: str
    hexes: tuple[int, ...]

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.cards[self.card].name} attacks"


class PlaneDrivenOff(Event[HeroesSetting], frozen=True):
    """Anti-Air fire has turned a plane away. [16.7-e]"""

    rules = ("sos-16.7-e",)
    force: str
    card: str
    hex: int

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.cards[self.card].name} is driven off"


# -- paying


class ActionForgone(Event[HeroesSetting], frozen=True):
    """A unit could not, or would not, pay for its Action. [3.4-b]"""

    rules = ("sos-3.4-b",)
    force: str
    unit: str

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} leaves its Action undone"


class PaidUnseen(Event[HeroesSetting], frozen=True):
    """What a Hidden unit's Action takes, as the enemy hears it. [11.6-a]"""

    rules = ("sos-11.6-a",)
    force: str
    caps: int
    rolls: bool

    def say(self, setting: HeroesSetting) -> str:
        rest = "the rest is rolled for" if self.rolls else "nothing is rolled for"
        return f"The Hidden unit's Action takes {in_caps(self.caps)}; {rest}"


class GroupPaid(Event[HeroesSetting], frozen=True):
    """A Group with a Spent member has paid for one of its moves. [10.1-c]"""

    rules = ("sos-10.1-c",)
    force: str
    units: tuple[str, ...]
    caps: int

    def say(self, setting: HeroesSetting) -> str:
        return f"The Group pays {in_caps(self.caps)} for its move"


class Stalled(Event[HeroesSetting], frozen=True):
    """A unit has acted without doing anything. [2.8-a]"""

    rules = ("sos-2.8-a",)
    force: str
    unit: str

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} stalls"


# -- cards and points


class SniperAimed(Event[HeroesSetting], frozen=True):
    """Which opponent Sniper Fire is played against. [card 10]"""

    rules = ("sos-card-10-b",)
    force: str
    foe: str

    def say(self, setting: HeroesSetting) -> str:
        return f"Sniper Fire against the {setting.force_name(self.foe)} player"


class PointsScored(Cited, frozen=True):
    """A side has pulled the VP marker, and where it stands now. [9.2]"""

    scorer: str
    points: int
    why: Reason
    ahead: str
    marker: int

    def say(self, setting: HeroesSetting) -> str:
        scored = f"{setting.sides_named[self.scorer]}: {self.points} VP for {self.why.say(setting)}"
        return f"{scored}; the marker stands at {setting.sides_named[self.ahead]} {self.marker}"

    def cited(self, setting: HeroesSetting) -> tuple[str, ...]:
        return (self.rule, "sos-9.2-b")


class MissionDecided(Event[HeroesSetting], frozen=True):
    """The side with the VP Advantage has won. [9.3-a]"""

    rules = ("sos-ov-a", "sos-9.3-a")
    winner: str

    def say(self, setting: HeroesSetting) -> str:
        winner = setting.sides_named[self.winner]
        return f"The Mission is over: the {winner} side holds the VP Advantage and wins"


# -- dice


class SpentRolled(CheckRolled, frozen=True):
    """A Spent Check. [2.5-a]"""

    rules = ("sos-2.5-a",)
    unit: str
    fresh: bool

    def say(self, setting: HeroesSetting) -> str:
        ended = "stays Fresh" if self.fresh else "is Spent"
        return f"{setting.name(self.unit)} {ended}: {self.total} against {self.check.need}AP"


class SomebodyRolled(CheckRolled, frozen=True):
    """The Spent Check of a Hidden unit, as the others hear it."""

    def say(self, setting: HeroesSetting) -> str:
        return f"A Hidden unit rolls {self.total}"


class InitiativeRolled(CheckRolled, frozen=True):
    """The Initiative Check, and who has the first Turn by it. [9.11]"""

    first: str

    def say(self, setting: HeroesSetting) -> str:
        dice = f"rolled {self.total}, needed {self.check.need}"
        return f"The {setting.side_name(self.first)} side takes the first Turn: {dice}"

    def cited(self, setting: HeroesSetting) -> tuple[str, ...]:
        return ("sos-9.11-b" if self.first == self.force else "sos-9.11-c",)


class FlakRolled(CheckRolled, frozen=True):
    """Anti-Air fire at a plane. [16.7-e]"""

    unit: str
    card: str
    hit: bool

    def say(self, setting: HeroesSetting) -> str:
        ended = "hits" if self.hit else "misses"
        return f"{setting.name(self.unit)} {ended} {setting.cards[self.card].name}: {self.total}"

    def cited(self, setting: HeroesSetting) -> tuple[str, ...]:
        return ("sos-16.7-e" if self.hit else "sos-16.7-f",)


class Finding(Enum):
    """What a Recon by Fire has brought to light, as it is said. [11.7-c, 11.7-d, 11.1-h]"""

    NOTHING = "nothing can be made out"
    SOMEBODY = "somebody is there"
    NOBODY = "the hex is empty"
    SECRET = "the opponent looks whether it hits"


CITED = {Finding.NOTHING: "sos-11.7-c", Finding.SECRET: "sos-11.1-h"}


class Searched(CheckRolled, frozen=True):
    """The roll of a Recon by Fire: which hex, and whether anybody was found, if it could be told. [11.7]"""

    unit: str
    hex: int
    found: Finding

    def say(self, setting: HeroesSetting) -> str:
        return f"Recon by Fire on {setting.board.labels[self.hex]}: {self.total}, {self.found.value}"

    def cited(self, setting: HeroesSetting) -> tuple[str, ...]:
        return (CITED.get(self.found, "sos-11.7-d"),)
