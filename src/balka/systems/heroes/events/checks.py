"""Checks and dice that were rolled, each with what came of it. [2.5, 7.7, 13.7, 17.9, 17.10]"""

from __future__ import annotations

from msgspec import structs

from balka.core.checks import Check
from balka.core.events import Event
from balka.core.scene.lines import Deed, LogLine, Luck
from balka.systems.heroes.play.spending import in_caps
from balka.systems.heroes.setting import HeroesSetting

RESULTS = {"miss": "missed", "hit": "hit", "destroyed": "destroyed"}


def luck_of(side: str, check: Check, band: str) -> Luck | None:
    """What a check owed to whoever rolled it: any result but the worst; nothing where its odds are not known."""
    if not check.tally.exact:
        return None
    chances = check.chances(check.need)
    worst = next(iter(chances))
    return Luck(side=side, chance=float(1 - chances[worst]), good=band != worst)


class CheckRolled(Event[HeroesSetting], frozen=True):
    """Dice of a force, read against a check; `adjust` is what cards and CAPs have added to them."""

    force: str
    check: Check
    faces: tuple[int, ...]
    adjust: int

    @property
    def total(self) -> int:
        return sum(self.faces) + self.adjust

    def line(self, setting: HeroesSetting) -> LogLine:
        return structs.replace(super().line(setting), dice=list(self.faces), check=self.check.to_wire(setting.game))


class RallyRolled(CheckRolled, frozen=True):
    """A Rally Check. Who may not know the marker hears no number. [7.7-a]"""

    rules = ("sos-7.7-a atb-7.6-b",)
    unit: str
    rallied: bool

    def say(self, setting: HeroesSetting) -> str:
        ended = "rallies" if self.rallied else "does not rally"
        need = f", needed {self.check.need}" if self.check.tally.exact else ""
        return f"{setting.name(self.unit)} {ended}: rolled {self.total}{need}"

    def deed(self, setting: HeroesSetting) -> Deed:
        side, stamp = setting.side_of_unit(self.unit), "rallied" if self.rallied else "no rally"
        return Deed(kind="result", side=side, units=[self.unit], stamp=stamp)

    def luck(self, setting: HeroesSetting) -> Luck | None:
        return luck_of(setting.side_of_unit(self.unit), self.check, "yes" if self.rallied else "no")


class UnseenShotRolled(CheckRolled, frozen=True):
    """A shot out of hiding, as the others hear it. [card V07]"""

    rules = ("sos-card-V07-b",)
    target: str
    band: str

    def say(self, setting: HeroesSetting) -> str:
        return f"A Hidden unit fires at {setting.name(self.target)}: {self.total}, {RESULTS[self.band]}"


class SuspicionRolled(CheckRolled, frozen=True):
    """Fire into a hex where somebody may hide; whether it hits is looked up in secret. [atb 10.0.3-a]"""

    rules = ("atb-10.0.3-a",)
    unit: str
    hex: int

    def say(self, setting: HeroesSetting) -> str:
        fired = f"{setting.name(self.unit)} fires into {setting.board.labels[self.hex]}"
        return f"{fired}: {self.total}, and the opponent looks whether it hits"


# -- on the way


class WireRolled(CheckRolled, frozen=True):
    """What Barbed Wire adds to a cost. [17.9-a]"""

    rules = ("sos-17.9-a atb-18.3.1-d",)
    unit: str

    def say(self, setting: HeroesSetting) -> str:
        return f"Barbed Wire costs {setting.name(self.unit)} {max(0, self.total)}AP more"


class MinesRolled(CheckRolled, frozen=True):
    """Mines that go off under a unit. [17.10-c]"""

    rules = ("sos-17.10-c atb-18.3.3-b",)
    unit: str
    band: str

    def say(self, setting: HeroesSetting) -> str:
        return f"Mines under {setting.name(self.unit)}: rolled {self.total}, needed {self.check.need}: {self.band}"


class BogRolled(CheckRolled, frozen=True):
    """Whether a vehicle bogs down, rolled by the enemy who played the card. [card 15]"""

    rules = ("sos-card-15-b atb-card-20-b",)
    unit: str
    stuck: bool

    def say(self, setting: HeroesSetting) -> str:
        ended = "bogs down" if self.stuck else "does not bog down"
        return f"{setting.name(self.unit)} {ended}: rolled {self.total}, needed {self.check.need}"


# -- artillery


class StrikeRolled(CheckRolled, frozen=True):
    """Whether a strike comes down where it was planned, and how far from there. [13.7-a]"""

    rules = ("sos-13.7-a atb-12.2-a",)
    hex: int
    on_target: bool
    drift: int

    def say(self, setting: HeroesSetting) -> str:
        ended = "on target" if self.on_target else f"{_hexes(self.drift)} off"
        return (
            f"The strike at {setting.board.labels[self.hex]} is {ended}: rolled {self.total}, needed {self.check.need}"
        )


class DriftRolled(CheckRolled, frozen=True):
    """Which way a strike goes astray. [13.7-f]"""

    rules = ("sos-13.7-f atb-12.2-d",)
    drift: int
    towards: int

    def say(self, setting: HeroesSetting) -> str:
        return f"It drifts {_hexes(self.drift)} to the {setting.board.grid.sides[self.towards]}"


def _hexes(count: int) -> str:
    return f"{count} hex" if count == 1 else f"{count} hexes"


# -- cards


class CardDieRolled(CheckRolled, frozen=True):
    """The die of a card that a unit has played; none is named that hides. [8.4-b]"""

    unit: str


class OfficerRolled(CardDieRolled, frozen=True):
    """A Frontline Officer brings as many CAPs as the die shows. [card 08]"""

    rules = ("sos-card-08-b atb-card-08-b",)

    def say(self, setting: HeroesSetting) -> str:
        return f"Frontline Officer: {in_caps(max(0, self.total))} more"


class SniperRolled(CardDieRolled, frozen=True):
    """What Sniper Fire costs an opponent. [card 10]"""

    rules = ("sos-card-10-b atb-card-13-b",)
    foe: str
    loss: int

    def say(self, setting: HeroesSetting) -> str:
        return f"Sniper Fire: the {setting.side_name(self.foe)} side loses {in_caps(self.loss)}"
