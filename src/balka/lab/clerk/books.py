"""What every clerk does: read a step as a page of its books, and hold what is told against what may be known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar, Protocol

from balka.core.choices import Choice
from balka.core.dice import Outcome
from balka.core.events import Event, Told
from balka.core.frames import Frame
from balka.core.state import State, Step

Problems = Iterator[str]
Unit = Any  # a counter of whichever system: it has an id, a side and a hex


class Placed(Protocol):
    """What the clerk reads of any counter; a system's own reading adds to it."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def hex(self) -> int: ...


class Page:
    """One step: what stood before, who answered what, what was told, what stands after."""

    def __init__(self, before: State, actor: str, answer: Choice | Outcome, step: Step) -> None:
        self.before = before
        self.after = step.state
        self.actor = actor
        self.answer: Any = answer
        self.verb: str = answer.verb if isinstance(answer, Choice) else ""
        self.told: tuple[Told, ...] = step.events
        self.changes: list[tuple[Unit, Unit]] = []  # the counters that changed, before and after

    @cached_property
    def events(self) -> dict[str, list[Any]]:
        """What happened, by the kind of event, whoever heard it."""
        found: dict[str, list[Any]] = {}
        for told in self.told:
            found.setdefault(type(told.event).__name__, []).append(told.event)
        return found

    def of(self, *kinds: str) -> Iterator[Any]:
        """The events of these kinds."""
        for kind in kinds:
            yield from self.events.get(kind, ())

    @property
    def top(self) -> str:
        """The name of the frame that was answered."""
        return type(self.before.stack[-1]).__name__ if self.before.stack else ""

    @property
    def answered(self) -> Any:
        """The frame that was answered."""
        return self.before.stack[-1] if self.before.stack else None

    def frame(self, *names: str) -> Any:
        """The uppermost frame of such a name that waited before the step."""
        return frame_in(self.before, *names)

    def label(self, h: int) -> str:
        labels = self.before.setting.board.labels
        return labels[h] if 0 <= h < len(labels) else "off the map"


def frame_in(state: State, *names: str) -> Any:
    """The uppermost frame of such a name, or None."""
    return next((frame for frame in reversed(state.stack) if type(frame).__name__ in names), None)


Check = Callable[[Page], Problems]


class Clerk:
    """Keeps the books of one game. A subclass lists its checks and says where the counters are."""

    sightings: ClassVar[tuple[str, ...]] = ()  # kinds of event by which a seat is shown counters for a moment

    def __init__(self, start: State) -> None:
        self.start = start
        self.board = start.setting.board
        self.checks: tuple[Check, ...] = ()

    def after(self, before: State, actor: str, answer: Choice | Outcome, step: Step) -> Problems:
        """An answer was given: whatever may not have happened, a sentence each."""
        page = Page(before, actor, answer, step)
        page.changes = self.changed(page)
        for check in self.checks:
            yield from check(page)
        if page.told:
            yield from self.hearing(page)

    # -- what a subclass says

    def units(self, state: State) -> Mapping[str, Unit]:
        """Every counter by its name, as the holder of the state knows it."""
        return {}

    # -- what was told against what may be known

    def hearing(self, page: Page) -> Problems:
        """Nobody hears of a counter hidden from him before and after, unless he sighted it between. [design 6]"""
        setting = page.before.setting
        for seat in setting.seats:
            heard = [event for told in page.told if (event := told.heard_by(seat)) is not None]
            sighted = {word for event in heard if type(event).__name__ in self.sightings for word in _words(event)}
            for event in heard:
                for name in self._named(page, event):
                    if name not in sighted and self._is_secret(page, seat, name):
                        yield f"{seat} hears of {name}, which it may not know: {event.say(setting)}"

    def _named(self, page: Page, event: Event) -> list[str]:
        """The counters an event names in its fields."""
        units = self.units(page.before)
        return [word for word in _words(event) if word in units]

    def _is_secret(self, page: Page, seat: str, name: str) -> bool:
        setting = page.before.setting
        unit = self.units(page.before)[name]
        if seat in setting.seats_of_side(unit.side):
            return False
        shown = any(name in self.units(state.view(seat)) for state in (page.before, page.after))
        return not shown and not self.is_open(page, name)

    def is_open(self, page: Page, name: str) -> bool:
        """Is a counter known to all though no view shows it, as what is lost or still to come?"""
        return False

    # -- small helps

    def changed(self, page: Page) -> list[tuple[Unit, Unit]]:
        """The counters that a step changed, before and after."""
        old, new = self.units(page.before), self.units(page.after)
        if old is new:
            return []
        return [(old[name], unit) for name, unit in new.items() if name in old and old[name] is not unit]

    def are_steps(self, way: tuple[int, ...]) -> bool:
        """Does each hex of a way lie next to the one before?"""
        return all(self.board.are_neighbours(a, b) for a, b in pairwise(way))


def _words(event: Event) -> Iterator[str]:
    for name in event.__struct_fields__:
        yield from _strings(getattr(event, name))


def _strings(value: object) -> Iterator[str]:
    """The names in a field: a word, words in a row, or counters themselves."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _strings(part if isinstance(part, str | tuple) else getattr(part, "id", None))


def names_of(stack: tuple[Frame, ...]) -> tuple[str, ...]:
    return tuple(type(frame).__name__ for frame in stack)
