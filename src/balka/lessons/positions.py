"""Where a lesson begins: a described position of its game, or a scenario, after a few sentences if need be."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import structs

from balka.core.errors import BalkaError
from balka.core.frames import CHANCE
from balka.core.records import Walker
from balka.core.state import State
from balka.core.system import Game
from balka.lessons.lesson import Lesson
from balka.referee.adapters import MODULES, Adapter
from balka.referee.document import Entry

_LINE = re.compile(r"(?:(?P<who>\w+):\s+)?(?P<said>.+)")
_DICE = re.compile(r"(\d*d\d+|\d+c\d+|draw)\b", re.IGNORECASE)


def is_dice(line: str) -> bool:
    """Whether a line of a script is an outcome of chance."""
    return bool(_DICE.match(line))


def begin(lesson: Lesson, game: Game) -> State:
    """The state a lesson starts from, known by the lesson's own key."""
    with lesson.place.blamed():
        found = _scenario(lesson, game) if lesson.place.name == "scenario" else _position(lesson)
        found = played(found, lesson.before)
    setting = structs.replace(found.setting, scenario=lesson.key, title=lesson.title, digest=lesson.digest)
    if lesson.seat not in setting.seats:
        raise lesson.place.mistake(f"there is no seat {lesson.seat!r}", f"one of {', '.join(setting.seats)}")
    return structs.replace(found, setting=setting)


def played(state: State, lines: tuple[str, ...]) -> State:
    """The state after sentences and dice; answers without an alternative are given by themselves."""
    walker = Walker(state)
    for line in lines:
        _settle(walker)
        found = _LINE.fullmatch(line)
        assert found is not None
        asked = walker.state.asks[0].seat if walker.state.asks else ""
        walker.say(CHANCE if is_dice(line) else found["who"] or asked, found["said"])
    _settle(walker)
    return walker.state


def _settle(walker: Walker) -> None:
    for _ in walker.forced():
        pass


def _scenario(lesson: Lesson, game: Game) -> State:
    fields = lesson.place.fields(("key", "options"), ("key",))
    options = {key: value.text() for key, value in fields["options"].pairs().items()} if "options" in fields else {}
    return game.start(fields["key"].text(), options)


def _position(lesson: Lesson) -> State:
    """In the words of the system's own sketches where it has them, else as the referee reads it."""
    if lesson.game in SKETCHES:
        return SKETCHES[lesson.game](lesson.place)
    if lesson.game not in MODULES:
        raise BalkaError(f"positions of {lesson.game} cannot be described", "begin with a `scenario:`")
    return _read_by(importlib.import_module(MODULES[lesson.game]).adapter(lesson.game), lesson.place)


def _read_by(adapter: Adapter, place: Entry) -> State:
    """A position as a referee's adapter reads it."""
    case = adapter.read(place.fields(adapter.fields), place)
    case.ground.complain_of_unused()
    place.desk.stop_if_wrong()
    found: State = case.state
    return found


def _kursk(entry: Entry) -> State:
    from balka.games.kursk_1943 import scenarios
    from balka.systems.wb95.sketch import Sketch, draw

    return draw(_converted(entry, Sketch), scenarios.charts())


def _grossdeutschland(entry: Entry) -> State:
    from balka.core.frames import Steps
    from balka.games.grossdeutschland.sketch import Sketch, draw
    from balka.systems.famous_divisions.model import GdWork

    state, _ = draw(_converted(entry, Sketch), Steps("game"))
    return GdWork(state, "").settle().state


def _converted(entry: Entry, kind: Any) -> Any:
    try:
        return msgspec.convert(entry.plain(), kind, strict=False)
    except msgspec.ValidationError as problem:
        raise entry.mistake(f"position: {problem}", f"it takes {', '.join(kind.__struct_fields__)}") from None


SKETCHES: Mapping[str, Callable[[Entry], State]] = {"kursk": _kursk, "gd": _grossdeutschland}
