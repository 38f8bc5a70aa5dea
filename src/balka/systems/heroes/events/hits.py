"""Hits, their markers and what was destroyed. [7.0-7.13]"""

from __future__ import annotations

from enum import Enum

from balka.core.events import Event, hex_labels
from balka.core.scene.lines import Deed
from balka.systems.heroes import markers
from balka.systems.heroes.setting import HeroesSetting


class MarkerDrawn(Event[HeroesSetting], frozen=True):
    """The owner sees which Hit Marker was drawn. [atb 0.0-h]"""

    rules = ("sos-7.2-d atb-7.4-a",)
    tone = "fire"
    unit: str
    marker: str

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} takes a hit: {_marker(setting, self.marker)}"

    def deed(self, setting: HeroesSetting) -> Deed:
        return Deed(kind="result", side=setting.side_of_unit(self.unit), units=[self.unit], stamp="hit")


class HitTaken(Event[HeroesSetting], frozen=True):
    """Others see only that a marker was laid face down."""

    rules = ("sos-7.2-d atb-7.4-a",)
    tone = "fire"
    unit: str

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} takes a hit; its marker lies face down"

    def deed(self, setting: HeroesSetting) -> Deed:
        return Deed(kind="result", side=setting.side_of_unit(self.unit), units=[self.unit], stamp="hit")


class MarkerShown(Event[HeroesSetting], frozen=True):
    """A face-down Hit Marker was turned up."""

    unit: str
    marker: str
    rule: str

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)}'s marker is shown: {_marker(setting, self.marker)}"

    def cited(self, setting: HeroesSetting) -> tuple[str, ...]:
        return (self.rule,)


def _marker(setting: HeroesSetting, name: str) -> str:
    marker = setting.markers[name]
    return f"{marker.name} ({markers.words(marker)})"


class MarkerLifted(Event[HeroesSetting], frozen=True):
    """A rallied marker went back into its pile. [7.7-b]"""

    rules = ("sos-7.7-b atb-7.6-c",)
    force: str
    unit: str
    marker: str

    def say(self, setting: HeroesSetting) -> str:
        marker = setting.markers[self.marker]
        return f"{setting.name(self.unit)} is rid of its {marker.name} marker ({markers.words(marker)})"


class PileRefilled(Event[HeroesSetting], frozen=True):
    """A second set was mixed, for want of Hit Markers in the pile of a unit. [7.2-a]"""

    rules = ("sos-7.2-a atb-7.4-a",)
    force: str

    def say(self, setting: HeroesSetting) -> str:
        return "All Hit Markers of a pile are in use: a second set is mixed"


class Death(Enum):
    """What a unit died of, as it is said."""

    SECOND_HIT = "a second Hit"
    CRITICAL_HIT = "a Critical Hit"
    MINES = "a Critical Hit of mines"
    ARTILLERY = "a Critical Hit of artillery"
    MARKER = "its marker says Destroyed"
    MARKER_FIRED_AT = "its Destroyed marker is shown when it is fired at"
    MARKER_NEAR_ENEMY = "its Destroyed marker is shown with an enemy near"
    MARKER_AT_ROUND_END = "its Destroyed marker is shown at the end of the Round"


class UnitDestroyed(Event[HeroesSetting], frozen=True):
    """A unit is gone for good. [7.11]"""

    rules = ("sos-7.11-a atb-7.4.2-a",)
    tone = "fire"
    unit: str
    hex: int
    why: Death

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} is destroyed in {setting.board.labels[self.hex]}: {self.why.value}"

    def deed(self, setting: HeroesSetting) -> Deed:
        side, where = setting.side_of_unit(self.unit), hex_labels(setting, (self.hex,))
        return Deed(kind="loss", side=side, units=[self.unit], hexes=where, stamp="destroyed", steps=1, gone=True)
