"""Events are facts in the past tense, told to everybody or to listed seats, with a shadow for the rest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

if TYPE_CHECKING:
    from balka.core.state import Setting


class Event(Struct, frozen=True):
    """Base of all events. Fields are facts; words are made for a reader when somebody reads."""

    rules: ClassVar[tuple[str, ...]] = ()
    tone: ClassVar[str] = "plain"

    def say(self, setting: Setting) -> str:
        """The fact as one sentence."""
        raise NotImplementedError

    def line(self, setting: Setting) -> dict[str, object]:
        """The fact as a log line for the table (docs/scene.md, Line)."""
        return {"kind": type(self).__name__, "text": self.say(setting), "rules": list(self.rules), "tone": self.tone}


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
