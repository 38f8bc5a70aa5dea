"""Events are facts in the past tense, told to everybody or to listed seats, with a shadow for the rest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from msgspec import Struct
from typing_extensions import TypeVar

if TYPE_CHECKING:
    from balka.core.state import Setting

SettingType = TypeVar("SettingType", bound="Setting", default=Any)


class Event(Struct, Generic[SettingType], frozen=True):
    """Base of all events. Fields are facts; words are made for a reader when somebody reads."""

    rules: ClassVar[tuple[str, ...]] = ()
    tone: ClassVar[str] = "plain"

    def say(self, setting: SettingType) -> str:
        """The fact as one sentence."""
        raise NotImplementedError

    def line(self, setting: SettingType) -> dict[str, object]:
        """The fact as a log line for the table (docs/scene.md, Line)."""
        said = {"kind": type(self).__name__, "text": self.say(setting), "rules": list(self.rules), "tone": self.tone}
        return {**said, **whereabouts(self, setting)}


FROM_AND_TO = (("start", "end"), ("a", "b"))  # how events call the two ends of a way


def whereabouts(event: Event, setting: Setting) -> dict[str, object]:
    """The side, the unit and the places an event names, by the names its fields usually have."""
    fields = {name: getattr(event, name) for name in event.__struct_fields__}
    found: dict[str, object] = {}
    side = fields.get("side")
    if side in setting.sides:
        found["side"] = side
    units = fields.get("units") or (fields.get("unit"),)
    if isinstance(units, tuple) and isinstance(units[0], str) and units[0]:
        found["unit"] = units[0]
    for one, other in FROM_AND_TO:
        ends = [_label(setting, fields.get(one)), _label(setting, fields.get(other))]
        if all(ends):
            found["from"], found["to"] = ends
    hexes = [_label(setting, place) for name in ("hex", "hexes", "path") for place in _several(fields.get(name))]
    return {**found, "hexes": list(filter(None, hexes))} if any(hexes) else found


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
