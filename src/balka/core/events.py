"""Events are facts in the past tense, told to everybody or to listed seats, with a shadow for the rest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypedDict

from msgspec import Struct
from typing_extensions import TypeVar

from balka.core.citing import own_rows
from balka.core.linking import unmarked
from balka.core.scene.lines import Deed, LogLine, Luck

if TYPE_CHECKING:
    from balka.core.state import Setting

SettingType = TypeVar("SettingType", bound="Setting", default=Any)


class Event(Struct, Generic[SettingType], frozen=True):
    """Base of all events. Fields are facts; words are made for a reader when somebody reads."""

    rules: ClassVar[tuple[str, ...]] = ()
    tone: ClassVar[str] = "plain"
    aside: ClassVar[bool] = False

    def say(self, setting: SettingType) -> str:
        """The fact as one sentence."""
        raise NotImplementedError

    def cited(self, setting: SettingType) -> tuple[str, ...]:
        """The rules behind the fact."""
        return self.rules

    def deed(self, setting: SettingType) -> Deed | None:
        """What of the fact can be drawn on the map."""
        return None

    def luck(self, setting: SettingType) -> Luck | None:
        """What the dice of the fact owed, where it is about dice and their odds are known."""
        return None

    def opens(self, setting: SettingType) -> str:
        """The side whose phase or turn begins with the fact."""
        return ""

    def line(self, setting: SettingType) -> LogLine:
        """The fact as a log line for the table."""
        rules = own_rows(self.cited(setting), setting.game)
        text, links = unmarked(self.say(setting.linking))
        return LogLine(
            kind=type(self).__name__, text=text, links=links, rules=rules, tone=self.tone, aside=self.aside,
            deed=self.deed(setting), luck=self.luck(setting), opens=self.opens(setting), **whereabouts(self, setting),
        )  # fmt: skip


FROM_AND_TO = (("start", "end"), ("a", "b"))  # how events call the two ends of a way


class Whereabouts(TypedDict, total=False):
    """The side, the unit and the places of a line."""

    side: str
    unit: str
    start: str
    to: str
    hexes: list[str]


def whereabouts(event: Event, setting: Setting) -> Whereabouts:
    """The side, or that of a force, the unit and the places an event names, by the names its fields usually have."""
    fields = {name: getattr(event, name) for name in event.__struct_fields__}
    found: Whereabouts = {}
    side = fields.get("side") or setting.forces.get(fields.get("force", ""))
    if side in setting.sides:
        found["side"] = side
    units = fields.get("units") or (fields.get("unit"),)
    if isinstance(units, tuple) and isinstance(units[0], str) and units[0]:
        found["unit"] = units[0]
    for start_field, end_field in FROM_AND_TO:
        start, end = _label(setting, fields.get(start_field)), _label(setting, fields.get(end_field))
        if start and end:
            found["start"], found["to"] = start, end
    hexes = [_label(setting, place) for name in ("hex", "hexes", "path") for place in _several(fields.get(name))]
    if any(hexes):
        found["hexes"] = list(filter(None, hexes))
    return found


def hex_labels(setting: Setting, places: Iterable[int]) -> list[str]:
    """The printed labels of hexes; what lies off the map has none."""
    return [label for place in places if (label := _label(setting, place)) is not None]


def _several(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


def _label(setting: Setting, place: object) -> str | None:
    """The printed label of a hex; none for what is no hex of the board."""
    labels = setting.board.labels
    return labels[place] if type(place) is int and 0 <= place < len(labels) else None


class Told(Struct, frozen=True):
    """An event with its audience: `to` None is everybody; others hear the shadow, or nothing."""

    event: Event
    to: tuple[str, ...] | None = None
    shadow: Event | None = None

    def heard_by(self, seat: str) -> Event | None:
        return self.event if self.to is None or seat in self.to else self.shadow


def heard(events: Iterable[Told], seat: str) -> list[Event]:
    """What one seat hears of a run of events, in order."""
    return [event for told in events if (event := told.heard_by(seat)) is not None]
