"""What happened, told in one sentence each."""

from __future__ import annotations

from typing import ClassVar

from msgspec import structs

from balka.core.checks import Check
from balka.core.events import Event
from balka.core.scene.lines import LogLine
from balka.systems.famous_divisions.model import GdSetting, Unit
from balka.systems.famous_divisions.tables import modified


def name(setting: GdSetting, unit_id: str) -> str:
    """A counter's printed name."""
    kinds = setting.catalogue.kinds
    return str(kinds[unit_id].name) if unit_id in kinds else "a hidden unit"


def names(setting: GdSetting, ids: tuple[str, ...]) -> str:
    return ", ".join(name(setting, unit_id) for unit_id in ids)


def label(setting: GdSetting, h: int) -> str:
    return setting.board.labels[h]


def people(side: str) -> str:
    return {"german": "German", "soviet": "Soviet"}[side]


class Said(Event, frozen=True):
    """A plain sentence about public matters."""

    text: str
    rule: str = ""

    def say(self, setting: GdSetting) -> str:
        return self.text

    def cited(self, setting: GdSetting) -> tuple[str, ...]:
        return (self.rule,)


class TurnBegan(Event, frozen=True):
    text: str
    tone: ClassVar[str] = "head"
    rules = ("gd-3.1-a",)

    def say(self, setting: GdSetting) -> str:
        return self.text

    def line(self, setting: GdSetting) -> LogLine:
        return structs.replace(super().line(setting), head=True)


class WeatherSet(Event, frozen=True):
    die: int
    weather: str
    rules = ("gd-14.0-a",)

    def say(self, setting: GdSetting) -> str:
        return f"The weather die shows {self.die}: {self.weather}."


class ChitDrawn(Event, frozen=True):
    """An HQ chit came out of the cup or was chosen first."""

    battalion: str
    chosen: bool = False
    rules = ("gd-2.5-b",)

    def say(self, setting: GdSetting) -> str:
        how = "is chosen first" if self.chosen else "is drawn"
        return f"The chit of {setting.catalogue.battalion_names[self.battalion]} {how}."


class Marched(Event, frozen=True):
    """Known units entered a hex, by way of others."""

    units: tuple[str, ...]
    a: int
    b: int
    via: tuple[int, ...] = ()
    rules = ("gd-9.0-c",)

    def say(self, setting: GdSetting) -> str:
        return f"{names(setting, self.units)} moved to {label(setting, self.b)}."

    def line(self, setting: GdSetting) -> LogLine:
        way = [label(setting, h) for h in (*self.via, self.b)]
        return structs.replace(super().line(setting), hexes=way)


class StackMarched(Event, frozen=True):
    """Unknown units entered a hex, by way of others."""

    side: str
    count: int
    a: int
    b: int
    via: tuple[int, ...] = ()

    def say(self, setting: GdSetting) -> str:
        return f"{self.count} {people(self.side)} unit{'s' * (self.count > 1)} moved to {label(setting, self.b)}."


class Sighted(Event, frozen=True):
    """Enemy units have come into view."""

    units: tuple[Unit, ...]
    rules = ("gd-1.1-a",)

    def say(self, setting: GdSetting) -> str:
        seen = [f"{name(setting, u.id)}{' (depleted)' * u.depleted} in {label(setting, u.hex)}" for u in self.units]
        return f"In view: {', '.join(seen)}."


class Stopped(Event, frozen=True):
    """A march ended before its goal."""

    hex: int
    why: str
    rule: str

    def say(self, setting: GdSetting) -> str:
        return f"Stopped in {label(setting, self.hex)}: {self.why}."

    def cited(self, setting: GdSetting) -> tuple[str, ...]:
        return (self.rule,)


class Rolled(Event, frozen=True):
    """Dice fell, read against a check."""

    text: str
    faces: tuple[int, ...]
    check: Check
    band: str
    hexes: tuple[int, ...] = ()
    tone: ClassVar[str] = "fire"

    def say(self, setting: GdSetting) -> str:
        words = self.check.words(self.band)
        words = words if words[:2].isalpha() and words[:2].isupper() else words[:1].lower() + words[1:]
        return f"{self.text} Dice {self._dice()}: {words}."

    def _dice(self) -> str:
        """The faces, and what they count as where something was added or taken off."""
        thrown, read = (" ".join(map(str, dice)) for dice in (self.faces, modified(self.check, self.faces)))
        return thrown if thrown == read else f"{thrown}, modified {read}"

    def line(self, setting: GdSetting) -> LogLine:
        hexes = [label(setting, h) for h in self.hexes]
        return structs.replace(
            super().line(setting), dice=list(self.faces), check=self.check.to_wire(setting.game), hexes=hexes
        )


class Depleted(Event, frozen=True):
    unit: str
    rules = ("gd-2.3-d",)
    tone: ClassVar[str] = "loss"

    def say(self, setting: GdSetting) -> str:
        return f"{name(setting, self.unit)} is depleted."


class Eliminated(Event, frozen=True):
    unit: str
    hex: int
    why: str = ""
    rule: str = "gd-2.3-e"
    tone: ClassVar[str] = "loss"

    def say(self, setting: GdSetting) -> str:
        why = f": {self.why}" if self.why else ""
        return f"{name(setting, self.unit)} is eliminated{why}."

    def cited(self, setting: GdSetting) -> tuple[str, ...]:
        return (self.rule,)


class Pinned(Event, frozen=True):
    unit: str
    rules = ("gd-11.3-o",)
    tone: ClassVar[str] = "fire"

    def say(self, setting: GdSetting) -> str:
        return f"{name(setting, self.unit)} is pinned."


class EventDrawn(Event, frozen=True):
    """A side drew an event chit."""

    side: str
    chit: str
    rules = ("gd-10.3-c",)

    def say(self, setting: GdSetting) -> str:
        chit = setting.catalogue.chits[self.chit]
        effect = f" ({chit.modifier:+d})" if chit.colour != "black" else ""
        return f"{people(self.side)} chit: {chit.name}{effect}."


class BlackDrawn(Event, frozen=True):
    """A side drew a black chit; which one only its owner knows."""

    side: str
    rules = ("gd-10.3-s",)

    def say(self, setting: GdSetting) -> str:
        return f"The {people(self.side)} side drew a black chit."


class Retreated(Event, frozen=True):
    unit: str
    path: tuple[int, ...]
    rules = ("gd-10.5-a",)

    def say(self, setting: GdSetting) -> str:
        return f"{name(setting, self.unit)} retreats to {label(setting, self.path[-1])}."


class Advanced(Event, frozen=True):
    unit: str
    path: tuple[int, ...]
    rules = ("gd-10.6-a",)

    def say(self, setting: GdSetting) -> str:
        return f"{name(setting, self.unit)} advances to {label(setting, self.path[-1])}."
