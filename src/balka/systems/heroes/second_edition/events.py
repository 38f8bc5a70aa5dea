"""Facts that only this edition knows: activations and their points, initiative, Obstacles, the end of a Firefight."""

from __future__ import annotations

from balka.core.events import Event
from balka.systems.heroes.card_rows import card_rule
from balka.systems.heroes.events.checks import CardDieRolled, CheckRolled
from balka.systems.heroes.events.cited import Cited
from balka.systems.heroes.events.victory import Reason
from balka.systems.heroes.play.spending import in_caps
from balka.systems.heroes.setting import HeroesSetting

SNIPER = "13"
OBSTACLES = {"barbed_wire": "Barbed Wire", "road_block": "Road Block"}

# -- activations


class Activated(Event[HeroesSetting], frozen=True):
    """A unit is activated with seven points, or with those of its dice. [3.0-a, 3.0.1-a]"""

    rules = ("atb-3.0-a", "atb-3.0.1-a")
    force: str
    unit: str
    faces: tuple[int, ...]
    aps: int

    def say(self, setting: HeroesSetting) -> str:
        rolled = f"{_shown(self.faces)}, " if self.faces else ""
        return f"{setting.name(self.unit)} is activated: {rolled}{self.aps}AP"


class ActivatedInSecret(Event[HeroesSetting], frozen=True):
    """The same, as the enemy hears it where points are secret. [3.0.1-c]"""

    rules = ("atb-3.0.1-c",)
    force: str
    unit: str

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} is activated; its points are rolled in secret"


class ActivationShown(Event[HeroesSetting], frozen=True):
    """The secret dice of an activation that is over. [3.0.1-d]"""

    rules = ("atb-3.0.1-d",)
    force: str
    faces: tuple[int, ...]

    def say(self, setting: HeroesSetting) -> str:
        return f"The dice of the activation were {_shown(self.faces)}"


def _shown(faces: tuple[int, ...]) -> str:
    return " ".join(map(str, faces))


class UnitsSpent(Event[HeroesSetting], frozen=True):
    """All who shared the points of an activation are Spent. [3.0-c]"""

    rules = ("atb-3.0-c",)
    force: str
    units: tuple[str, ...]

    def say(self, setting: HeroesSetting) -> str:
        return f"{', '.join(map(setting.name, self.units))}: Spent"


class OpportunityTaken(Event[HeroesSetting], frozen=True):
    """A unit, with all whom its action binds, acts for nothing and is Spent. [3.1-d]"""

    rules = ("atb-3.1-d",)
    force: str
    units: tuple[str, ...]

    def say(self, setting: HeroesSetting) -> str:
        return _acts_for_nothing(setting, self.units)


def _acts_for_nothing(setting: HeroesSetting, units: tuple[str, ...]) -> str:
    """Everybody is named: who supports, rallies along or rides is Spent as well. [9.2-b, 17.0-g]"""
    act, become = ("takes", "is") if len(units) == 1 else ("take", "are")
    return f"{', '.join(map(setting.name, units))} {act} an opportunity action and {become} Spent"


class GroupOpportunityTaken(Event[HeroesSetting], frozen=True):
    """A Group acts for nothing and is Spent. [3.1-d]"""

    rules = ("atb-3.1-d",)
    force: str
    units: tuple[str, ...]

    def say(self, setting: HeroesSetting) -> str:
        return _acts_for_nothing(setting, self.units)


# -- paying


class PaidUnseen(Event[HeroesSetting], frozen=True):
    """What a Hidden unit pays, as the enemy sees it on the tracks. [10.1-i]"""

    rules = ("atb-10.1-i",)
    force: str
    unit: str
    aps: int
    caps: int

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} pays {self.aps}AP and {in_caps(self.caps)}"


class PaidOnTheWay(Event[HeroesSetting], frozen=True):
    """An action has turned out to cost something, or more than was paid for it. [5.0-b]"""

    rules = ("atb-5.0-b",)
    force: str
    unit: str
    points: int
    more: bool

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} pays {self.points}{' more' if self.more else ''}"


class Stalled(Event[HeroesSetting], frozen=True):
    """A side has let a turn go by for an Action Point or a CAP. [2.2-o]"""

    rules = ("atb-2.2-o",)
    force: str
    by: str

    def say(self, setting: HeroesSetting) -> str:
        return f"The {setting.side_name(self.force)} side stalls for 1 {self.by.upper()}"


class CommandStalled(Event[HeroesSetting], frozen=True):
    """A command action came to nothing: it is a stall, for a CAP. [2.2-o]"""

    rules = ("atb-2.2-o",)
    force: str

    def say(self, setting: HeroesSetting) -> str:
        return f"The {setting.side_name(self.force)} side has stalled for {in_caps(1)}"


# -- initiative


class InitiativeBid(Event[HeroesSetting], frozen=True):
    """CAPs announced for the roll for initiative, by player. [3.2.4-b]"""

    rules = ("atb-3.2.4-b",)
    bids: tuple[tuple[str, int], ...]

    def say(self, setting: HeroesSetting) -> str:
        said = ", ".join(f"{setting.force_name(force)} {_bid(count)}" for force, count in self.bids)
        return f"For initiative: {said}"


def _bid(count: int) -> str:
    return f"{in_caps(-count)} to be later" if count < 0 else in_caps(count)


class InitiativeTied(Event[HeroesSetting], frozen=True):
    """The best rolls are equal. [2.1-b]"""

    rules = ("atb-2.1-b",)

    def say(self, setting: HeroesSetting) -> str:
        return "Equal initiative: rolled again"


class InitiativeWon(Event[HeroesSetting], frozen=True):
    """A player has the first turn. [2.1-a]"""

    rules = ("atb-2.1-a",)
    force: str

    def say(self, setting: HeroesSetting) -> str:
        return f"The {setting.force_name(self.force)} player has the first turn"


# -- Obstacles


class ObstacleTried(Cited, frozen=True):
    """A unit tries to pass wire or a Road Block. [18.3.1-d, 18.3.2-c]"""

    force: str
    unit: str
    hex: int
    works: str

    def say(self, setting: HeroesSetting) -> str:
        where = f"the {OBSTACLES[self.works]} in {setting.board.labels[self.hex]}"
        return f"{setting.name(self.unit)} tries to pass {where}"


class ObstacleNotPassed(Cited, frozen=True):
    """It has stayed before it. [18.3.1-e, 18.3.2-d]"""

    force: str
    unit: str
    works: str

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} does not get past the {OBSTACLES[self.works]}"


class ObstaclePaid(Event[HeroesSetting], frozen=True):
    """What a move past an Obstacle has cost. [18.3.1-f]"""

    rules = ("atb-18.3.1-f",)
    force: str
    unit: str
    aps: int
    caps: int

    def say(self, setting: HeroesSetting) -> str:
        with_caps = f" and {in_caps(self.caps)}" if self.caps else ""
        return f"{setting.name(self.unit)} pays {self.aps}AP{with_caps}"


# -- cards


class Confused(Event[HeroesSetting], frozen=True):
    """Battlefield Confusion has made a unit Spent; where a Hidden one is stays secret. [card 06]"""

    rules = ("atb-card-06-b",)
    force: str
    unit: str
    hex: int

    def say(self, setting: HeroesSetting) -> str:
        return f"Battlefield Confusion: {setting.name(self.unit)} is Spent"


class BoggedDown(Event[HeroesSetting], frozen=True):
    """A vehicle is stuck until the round ends. [card 20]"""

    rules = ("atb-card-20-b",)
    force: str
    unit: str
    hex: int

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} bogs down until the round ends"


# -- points


class PointsScored(Cited, frozen=True):
    """A side has scored, and what it has in all. [2.4]"""

    scorer: str
    points: int
    why: Reason
    total: int

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.sides_named[self.scorer]}: {self.points} VP for {self.why.say(setting)}, {self.total} in all"


class FirefightDecided(Event[HeroesSetting], frozen=True):
    """The totals of the sides at the end, and who has won, if anybody. [2.4-b]"""

    rules = ("atb-2.4-b",)
    totals: tuple[tuple[str, int], ...]
    winner: str

    def say(self, setting: HeroesSetting) -> str:
        totals = " to ".join(f"{setting.sides_named[side]} {points}" for side, points in self.totals)
        wins = f"the {setting.sides_named[self.winner]} side wins" if self.winner else "equal totals: both sides lose"
        return f"The Firefight is over, {totals}: {wins}"


class PlayersRanked(Event[HeroesSetting], frozen=True):
    """The totals of the players at the end, each for himself. [20.0-h]"""

    rules = ("atb-20.0-h",)
    totals: tuple[tuple[str, int], ...]
    winner: str

    def say(self, setting: HeroesSetting) -> str:
        totals = ", ".join(f"{setting.force_name(force)} {points}" for force, points in self.totals)
        wins = f"the {setting.force_name(self.winner)} player wins" if self.winner else "nobody is ahead"
        return f"The Firefight is over, {totals}: {wins}"


# -- dice


class ObstacleRolled(CheckRolled, frozen=True):
    """What wire or a Road Block adds to the cost of a move. [18.3.1-d, 18.3.2-c]"""

    unit: str
    works: str
    more: int
    rule: str

    def say(self, setting: HeroesSetting) -> str:
        return f"{OBSTACLES[self.works]} costs {setting.name(self.unit)} {self.more}AP more"

    def cited(self, setting: HeroesSetting) -> tuple[str, ...]:
        return (self.rule,)


class StickingRolled(CheckRolled, frozen=True):
    """Whether a vehicle gets through stone buildings. [14.5-a]"""

    rules = ("atb-14.5-a",)
    unit: str
    through: bool

    def say(self, setting: HeroesSetting) -> str:
        ended = "gets through" if self.through else "sticks"
        return f"{setting.name(self.unit)} {ended}: rolled {self.total}, needed {self.check.need}"


class InitiativeRolled(CheckRolled, frozen=True):
    """A player's dice for the first turn, with the CAPs he has bid. [2.1-a]"""

    rules = ("atb-2.1-a",)
    bid: int

    def say(self, setting: HeroesSetting) -> str:
        return f"The {setting.force_name(self.force)} player rolls {self.total + self.bid} for initiative"


class SergeantRolled(CardDieRolled, frozen=True):
    """An Experienced Sergeant adds to the pool, which is told unless it is secret. [card 07]"""

    rules = ("atb-card-07-b",)
    pool: int | None

    def say(self, setting: HeroesSetting) -> str:
        in_all = "" if self.pool is None else f", {self.pool} in all"
        return f"Experienced Sergeant: {max(0, self.total)} APs more{in_all}"


class SniperRolled(CheckRolled, frozen=True):
    """What Sniper Fire costs an opponent. [card 13]"""

    foe: str
    loss: int

    def say(self, setting: HeroesSetting) -> str:
        return f"Sniper Fire: {self.total}, the {setting.force_name(self.foe)} player loses {in_caps(self.loss)}"

    def cited(self, setting: HeroesSetting) -> tuple[str, ...]:
        return (card_rule(setting, SNIPER),)
