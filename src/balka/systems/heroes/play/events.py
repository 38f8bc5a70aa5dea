"""What can have happened in a game, and how it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from balka.core.checks import Check, Tally
from balka.core.events import Event
from balka.core.scene.lines import LogLine

if TYPE_CHECKING:
    from balka.systems.heroes.setting import HeroesSetting
    from balka.systems.heroes.units import HeroesWork
from balka.systems.heroes import markers


def tell_about(work: HeroesWork, name: str, event: Event) -> None:
    """Everybody hears of a unit in view; of a Hidden unit only its own side does. [11.6-a]"""
    unit = work.position.hidden.get(name)
    if unit is None:
        work.tell(event)
    else:
        work.tell_only(work.setting.eyes_of(unit.side), event)


class RoundBegan(Event["HeroesSetting"], frozen=True):
    rules = ("sos-9.5-a atb-2.3-a",)
    round: int

    def say(self, setting: HeroesSetting) -> str:
        return f"Round {self.round}"

    def line(self, setting: HeroesSetting) -> LogLine:
        return structs.replace(super().line(setting), head=True)


class Noted(Event["HeroesSetting"], frozen=True):
    """A plain public fact: a sentence, whom it is about and the rules behind it."""

    text: str
    force: str = ""
    cites: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    hexes: tuple[int, ...] = ()

    def say(self, setting: HeroesSetting) -> str:
        return self.text

    def cited(self, setting: HeroesSetting) -> tuple[str, ...]:
        return self.cites

    def line(self, setting: HeroesSetting) -> LogLine:
        hexes = [setting.board.labels[h] for h in self.hexes]
        return structs.replace(
            super().line(setting), side=setting.forces.get(self.force, ""), hexes=hexes,
            unit=self.units[0] if self.units else "",
        )  # fmt: skip


class Moved(Event["HeroesSetting"], frozen=True):
    """A unit went from hex to hex, or came onto the map, or turned."""

    unit: str
    start: int
    end: int
    facing: int
    by: str = "sos-4.5-b atb-5.0-d"
    faced: int = 0
    """how it faced before"""

    def say(self, setting: HeroesSetting) -> str:
        name, labels = setting.name(self.unit), setting.board.labels
        side = setting.board.grid.sides[self.facing]
        if self.start < 0:
            return f"{name} enters at {labels[self.end]}, facing {side}"
        if self.start == self.end:
            return f"{name} turns to face {side} in {labels[self.end]}"
        return f"{name} moves {labels[self.start]} to {labels[self.end]}, facing {side}"

    def cited(self, setting: HeroesSetting) -> tuple[str, ...]:
        return (self.by,)

    def line(self, setting: HeroesSetting) -> LogLine:
        labels = setting.board.labels
        start = labels[self.start] if self.start >= 0 else ""
        return structs.replace(
            super().line(setting), unit=self.unit, start=start, to=labels[self.end],
            hexes=[labels[self.end]], side=setting.side_of_unit(self.unit), tone="go",
        )  # fmt: skip


class ShotFired(Event["HeroesSetting"], frozen=True):
    """One roll of an attack. [atb 7.3-b]"""

    tone = "fire"
    rules = ("sos-6.7-b atb-7.3-b",)
    unit: str
    target: str
    start: int
    end: int
    check: Check
    faces: tuple[int, ...]
    adjust: int
    band: str

    def say(self, setting: HeroesSetting) -> str:
        total = sum(self.faces) + self.adjust
        result = {"miss": "missed", "hit": "hit", "destroyed": "destroyed"}[self.band]
        return (
            f"{setting.name(self.unit)} fires at {setting.name(self.target)}: {total} for {self.check.need}, {result}"
        )

    def line(self, setting: HeroesSetting) -> LogLine:
        labels = setting.board.labels
        start = labels[self.start] if self.start >= 0 else ""
        side = setting.side_of_unit(self.unit) if self.unit in setting.counters else setting.cards[self.unit].side
        return structs.replace(
            super().line(setting), unit=self.unit, start=start, to=labels[self.end], dice=list(self.faces),
            check=self.check.to_wire(setting.game), hexes=[labels[self.end]], side=side,
        )  # fmt: skip


class CheckRolled(Event["HeroesSetting"], frozen=True):
    """Any other check: Spent, Rally, Initiative, a card's die."""

    text: str
    force: str
    check: Check
    faces: tuple[int, ...]
    adjust: int
    cites: tuple[str, ...] = ()
    unit: str = ""

    def say(self, setting: HeroesSetting) -> str:
        return self.text

    def cited(self, setting: HeroesSetting) -> tuple[str, ...]:
        return self.cites

    def line(self, setting: HeroesSetting) -> LogLine:
        return structs.replace(
            super().line(setting), dice=list(self.faces), unit=self.unit,
            check=self.check.to_wire(setting.game), side=setting.forces.get(self.force, ""),
        )  # fmt: skip


class Paid(Event["HeroesSetting"], frozen=True):
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
        return structs.replace(
            super().line(setting), unit=self.unit, side=setting.forces[self.force],
            tally=self.tally.to_wire(setting.game), quiet=told_by_the_check,
        )  # fmt: skip


class MarkerDrawn(Event["HeroesSetting"], frozen=True):
    """The owner sees which Hit Marker was drawn. [atb 0.0-h]"""

    rules = ("sos-7.2-d atb-7.4-a",)
    tone = "fire"
    unit: str
    marker: str

    def say(self, setting: HeroesSetting) -> str:
        marker = setting.markers[self.marker]
        return f"{setting.name(self.unit)} takes a hit: {marker.name} ({markers.words(marker)})"


class HitTaken(Event["HeroesSetting"], frozen=True):
    """Others see only that a marker was laid face down."""

    rules = ("sos-7.2-d atb-7.4-a",)
    tone = "fire"
    unit: str

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} takes a hit; its marker lies face down"


class MarkerShown(Event["HeroesSetting"], frozen=True):
    """A face-down Hit Marker was turned up."""

    unit: str
    marker: str
    rule: str

    def say(self, setting: HeroesSetting) -> str:
        marker = setting.markers[self.marker]
        return f"{setting.name(self.unit)}'s marker is shown: {marker.name} ({markers.words(marker)})"

    def cited(self, setting: HeroesSetting) -> tuple[str, ...]:
        return (self.rule,)

    def line(self, setting: HeroesSetting) -> LogLine:
        return structs.replace(super().line(setting), unit=self.unit)


class UnitDestroyed(Event["HeroesSetting"], frozen=True):
    rules = ("sos-7.11-a atb-7.4.2-a",)
    tone = "fire"
    unit: str
    hex: int
    why: str

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} is destroyed in {setting.board.labels[self.hex]}: {self.why}"

    def line(self, setting: HeroesSetting) -> LogLine:
        return structs.replace(super().line(setting), unit=self.unit, hexes=[setting.board.labels[self.hex]])


class CardDrawn(Event["HeroesSetting"], frozen=True):
    """A player sees the card he draws."""

    rules = ("sos-9.8-a atb-2.0-e",)
    force: str
    card: str

    def say(self, setting: HeroesSetting) -> str:
        return f"You draw {self.card} {setting.cards[self.card].name}"

    def line(self, setting: HeroesSetting) -> LogLine:
        return structs.replace(super().line(setting), side=setting.forces[self.force])


class CardTaken(Event["HeroesSetting"], frozen=True):
    """Others see only that a card was drawn."""

    rules = ("sos-9.8-a atb-2.0-e",)
    force: str

    def say(self, setting: HeroesSetting) -> str:
        return f"The {setting.force_name(self.force)} player draws a card"

    def line(self, setting: HeroesSetting) -> LogLine:
        return structs.replace(super().line(setting), side=setting.forces[self.force])


SOLE_ROW = ("22", "23", "24", "V02", "V03", "V04", "V05", "V08", "V09", "V10", "W05", "W07")


def card_rule(setting: HeroesSetting, card: str, row: str = "b") -> str:
    """The row of the title's own ledger about a card: by its number, or by its name where it has none.

    A card of a pack cites that of the card it is played like.
    """
    card = setting.model(card)
    name = card.partition("_")[0]
    if not name.isalpha():
        return f"{setting.game}-card-{card}-{'a' if card in SOLE_ROW else row}"
    weapon = setting.cards[card].family == "weapon"
    return f"{setting.game}-card-weapon-{name.lower()}-{row}" if weapon else f"{setting.game}-card-event-a"


class CardPlayed(Event["HeroesSetting"], frozen=True):
    force: str
    card: str
    unit: str = ""

    def say(self, setting: HeroesSetting) -> str:
        who = setting.name(self.unit) if self.unit else f"The {setting.force_name(self.force)} player"
        return f"{who} plays {self.card} {setting.cards[self.card].name}"

    def cited(self, setting: HeroesSetting) -> tuple[str, ...]:
        return (card_rule(setting, self.card),)

    def line(self, setting: HeroesSetting) -> LogLine:
        side = setting.forces[self.force]
        return structs.replace(super().line(setting), side=side, unit=self.unit)
