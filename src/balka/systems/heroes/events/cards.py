"""Cards drawn, shown and played, and what Mission cards bring. [8.0]"""

from __future__ import annotations

from balka.core.events import Event
from balka.systems.heroes.card_rows import card_rule
from balka.systems.heroes.events.cited import Cited
from balka.systems.heroes.setting import HeroesSetting

FIREFIGHT = "sos-card-19-b atb-card-event-firefight-a"
OBJECTIVE_CARD = "sos-card-21-b atb-card-event-objective-a"


class CardDrawn(Event[HeroesSetting], frozen=True):
    """A player sees the card he draws."""

    rules = ("sos-9.8-a atb-2.0-e",)
    force: str
    card: str

    def say(self, setting: HeroesSetting) -> str:
        return f"You draw {self.card} {setting.cards[self.card].name}"


class CardTaken(Event[HeroesSetting], frozen=True):
    """Others see only that a card was drawn."""

    rules = ("sos-9.8-a atb-2.0-e",)
    force: str

    def say(self, setting: HeroesSetting) -> str:
        return f"The {setting.force_name(self.force)} player draws a card"


class CardPlayed(Event[HeroesSetting], frozen=True):
    """A card was played, by a unit or by its player."""

    force: str
    card: str
    unit: str = ""

    def say(self, setting: HeroesSetting) -> str:
        who = setting.name(self.unit) if self.unit else f"The {setting.force_name(self.force)} player"
        return f"{who} plays {self.card} {setting.cards[self.card].name}"

    def cited(self, setting: HeroesSetting) -> tuple[str, ...]:
        return (card_rule(setting, self.card),)


class MissionCardShown(Event[HeroesSetting], frozen=True):
    """A card with the Mission icon was drawn, for all to see. [8.7-b]"""

    rules = ("sos-8.7-b atb-8.0-e",)
    force: str
    card: str

    def say(self, setting: HeroesSetting) -> str:
        name = setting.cards[self.card].name
        return f"The {setting.force_name(self.force)} player draws and shows {self.card} {name}"


class ObjectivesShown(Event[HeroesSetting], frozen=True):
    """The secret objectives of a player, at the end. [atb card Objective]"""

    rules = ("atb-card-event-objective-a",)
    force: str
    cards: tuple[str, ...]

    def say(self, setting: HeroesSetting) -> str:
        names = ", ".join(setting.cards[card].name for card in self.cards)
        return f"The {setting.force_name(self.force)} player shows {names}"


class EntryPicked(Event[HeroesSetting], frozen=True):
    """A player has chosen where his reinforcements come; others hear that something was chosen. [card 21]"""

    rules = (OBJECTIVE_CARD,)
    force: str
    card: str

    def say(self, setting: HeroesSetting) -> str:
        return f"You choose {setting.cards[self.card].name}"


class EntryPickedInSecret(Event[HeroesSetting], frozen=True):
    """The same, as the others hear it."""

    rules = (OBJECTIVE_CARD,)
    force: str

    def say(self, setting: HeroesSetting) -> str:
        return "An Objective card is chosen in secret"


class CapsGiven(Event[HeroesSetting], frozen=True):
    """An event of the Mission gives a side more CAPs for the Round. [card 19]"""

    rules = (FIREFIGHT,)
    to: str
    count: int

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.sides_named[self.to]}: {self.count} CAPs more in this Round"


class ReinforcementsEarly(Event[HeroesSetting], frozen=True):
    """An event of the Mission makes units ready before their time. [card 19]"""

    rules = (FIREFIGHT,)
    units: tuple[str, ...]

    def say(self, setting: HeroesSetting) -> str:
        return f"Reinforcements are ready early: {', '.join(map(setting.name, self.units))}"


class LuckRolled(Event[HeroesSetting], frozen=True):
    """The die of Luck, and by how much it changes a roll. [card 13]"""

    rules = ("sos-card-13-b atb-card-12-b",)
    force: str
    face: int
    change: int

    def say(self, setting: HeroesSetting) -> str:
        return f"Luck rolls {self.face}: the result changes by {self.change:+d}"


class DieRolledAgain(Cited, frozen=True):
    """One die of a roll was rolled again."""

    force: str
    before: int
    after: int

    def say(self, setting: HeroesSetting) -> str:
        return f"The {self.before} is rolled again: {self.after}"
