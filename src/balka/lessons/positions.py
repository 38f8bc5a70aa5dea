"""Where a lesson begins: a described position of its game, or a scenario, after a few sentences if need be."""

from __future__ import annotations

import re

from msgspec import structs

from balka.core.frames import CHANCE
from balka.core.records import Walker
from balka.core.state import State
from balka.core.system import Game
from balka.lessons.lesson import Lesson

_LINE = re.compile(r"(?:(?P<who>\w+):\s+)?(?P<said>.+)")
_DICE = re.compile(r"(\d*d\d+|\d+c\d+|draw)\b", re.IGNORECASE)


def is_dice(line: str) -> bool:
    """Whether a line of a script is an outcome of chance."""
    return bool(_DICE.match(line))


def begin(lesson: Lesson, game: Game) -> State:
    """The state a lesson starts from, known by the lesson's own key."""
    with lesson.place.blamed():
        found = _scenario(lesson, game) if lesson.place.name == "scenario" else game.describe(lesson.place)
        found = played(found, lesson.before)
    setting = structs.replace(found.setting, scenario=lesson.key, title=lesson.title, digest=lesson.digest)
    if lesson.seat not in setting.seats:
        raise lesson.place.mistake(f"there is no seat {lesson.seat!r}", f"one of {', '.join(setting.seats)}")
    return found.anew(setting)


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
