"""Ground that changes hands, the satchel, and what points are for. [4.4, 9.1]"""

from __future__ import annotations

from msgspec import Struct

from balka.core.events import Event, hex_labels
from balka.core.scene.lines import Deed
from balka.systems.heroes.setting import HeroesSetting

SATCHEL = "sos-m1-o"


class ControlTaken(Event[HeroesSetting], frozen=True):
    """A Control Marker shows another side. [4.4-d]"""

    rules = ("sos-4.4-d atb-2.5.2-b",)
    hex: int
    holder: str

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.board.labels[self.hex]} is now {setting.sides_named[self.holder]}"

    def deed(self, setting: HeroesSetting) -> Deed:
        return Deed(kind="taken", side=self.holder, hexes=hex_labels(setting, (self.hex,)), stamp="taken")


class SatchelHidden(Event[HeroesSetting], frozen=True):
    """A player has noted where the satchel lies. [M1]"""

    rules = (SATCHEL,)
    force: str
    hex: int

    def say(self, setting: HeroesSetting) -> str:
        return f"You hide the satchel in {setting.board.labels[self.hex]}"


class SatchelHiddenInSecret(Event[HeroesSetting], frozen=True):
    """The same, as the others hear it."""

    rules = (SATCHEL,)
    force: str

    def say(self, setting: HeroesSetting) -> str:
        return f"The {setting.side_name(self.force)} side notes where the satchel lies"


class SatchelSearched(Event[HeroesSetting], frozen=True):
    """Its hider has said whether the satchel is in a hex. [M1]"""

    rules = (SATCHEL,)
    force: str
    hex: int
    here: bool

    def say(self, setting: HeroesSetting) -> str:
        said = "The satchel is here" if self.here else "The satchel is not here"
        return f"{setting.board.labels[self.hex]}: {said}"


class SatchelTaken(Event[HeroesSetting], frozen=True):
    """A unit carries the satchel from here on. [M1]"""

    rules = (SATCHEL,)
    force: str
    unit: str
    hex: int

    def say(self, setting: HeroesSetting) -> str:
        return f"{setting.name(self.unit)} takes the satchel"


class SatchelDropped(Event[HeroesSetting], frozen=True):
    """The satchel lies where its carrier was lost. [M1]"""

    rules = (SATCHEL,)
    hex: int

    def say(self, setting: HeroesSetting) -> str:
        return f"The satchel lies in {setting.board.labels[self.hex]}"


# -- what points are for


class _Reason(Struct, frozen=True, tag=True):
    """What a side has points for."""

    def say(self, setting: HeroesSetting) -> str:
        raise NotImplementedError


class Destroying(_Reason, frozen=True):
    """An enemy unit is gone. [7.11-c]"""

    unit: str

    def say(self, setting: HeroesSetting) -> str:
        return f"destroying {setting.name(self.unit)}"


class Holding(_Reason, frozen=True):
    """A hex is held when it is scored for. [9.1-a]"""

    hex: int

    def say(self, setting: HeroesSetting) -> str:
        return f"holding {setting.board.labels[self.hex]}"


class HoldingSatchel(_Reason, frozen=True):
    """The satchel counts as the side's. [M1]"""

    def say(self, setting: HeroesSetting) -> str:
        return "holding the satchel"


class BringingOff(_Reason, frozen=True):
    """A unit has left the map. [4.12-g]"""

    unit: str

    def say(self, setting: HeroesSetting) -> str:
        return f"bringing {setting.name(self.unit)} off the map"


class ByEvent(_Reason, frozen=True):
    """An event of the Mission gives them. [card 19]"""

    def say(self, setting: HeroesSetting) -> str:
        return "the Mission's event"


Reason = Destroying | Holding | HoldingSatchel | BringingOff | ByEvent
