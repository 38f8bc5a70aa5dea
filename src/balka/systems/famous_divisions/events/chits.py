"""Event chits: drawn, played, taken away. [10.3, 10.7]"""

from __future__ import annotations

from balka.core.events import Event
from balka.core.scene.lines import Deed
from balka.systems.famous_divisions.events.cited import Cited
from balka.systems.famous_divisions.model import GdSetting
from balka.systems.famous_divisions.wording import people


def title(setting: GdSetting, chit: str) -> str:
    """What is printed on a chit."""
    return setting.catalogue.chits[chit].name


class EventDrawn(Event[GdSetting], frozen=True):
    """A side drew an event chit."""

    side: str
    chit: str
    rules = ("gd-10.3-c",)

    def say(self, setting: GdSetting) -> str:
        chit = setting.catalogue.chits[self.chit]
        effect = f" ({chit.modifier:+d})" if chit.colour != "black" else ""
        return f"{people(self.side)} chit: {chit.name}{effect}."

    def deed(self, setting: GdSetting) -> Deed:
        return Deed(kind="chit", side=self.side, stamp=title(setting, self.chit))


class BlackDrawn(Event[GdSetting], frozen=True):
    """A side drew a black chit; which one only its owner knows."""

    side: str
    rules = ("gd-10.3-s",)

    def say(self, setting: GdSetting) -> str:
        return f"The {people(self.side)} side drew a black chit."


class BlackPlayed(Event[GdSetting], frozen=True):
    """A side played a black chit of its hand."""

    side: str
    chit: str
    rules = ("gd-10.3-t",)

    def say(self, setting: GdSetting) -> str:
        return f"{people(self.side)} black chit: {title(setting, self.chit)}."

    def deed(self, setting: GdSetting) -> Deed:
        return Deed(kind="chit", side=self.side, stamp=title(setting, self.chit))


class CupRefilled(Event[GdSetting], frozen=True):
    """A side's cup was empty and got its discards back."""

    side: str
    rules = ("gd-10.3-n",)

    def say(self, setting: GdSetting) -> str:
        return f"The {people(self.side)} cup is empty and filled again from the discards."


# -- what takes a drawn chit away


class ChitLost(Cited, frozen=True):
    """The chit a side drew for this attack does not count."""

    side: str


class LostAtNight(ChitLost, frozen=True):
    """It has no effect at night."""

    chit: str

    def say(self, setting: GdSetting) -> str:
        return f"{title(setting, self.chit)} has no effect at night."


class Grounded(ChitLost, frozen=True):
    """Aircraft do not fly in this weather."""

    chit: str

    def say(self, setting: GdSetting) -> str:
        return f"{title(setting, self.chit)} is called off in this weather."


class Nullified(ChitLost, frozen=True):
    """The chit of the other side names it."""

    chit: str
    other: str

    def say(self, setting: GdSetting) -> str:
        return f"{title(setting, self.chit)} is removed by {title(setting, self.other)}."


class DrivenOff(ChitLost, frozen=True):
    """Anti-aircraft fire drove its airplanes off."""

    def say(self, setting: GdSetting) -> str:
        return "The airplanes are driven off."
