"""What a lesson is made of. Everything here is data: texts, goals, and what the opponent says."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from balka.core.describing.document import Entry

PREFIX = "learn-"
"""how the keys of lessons begin: `sos/learn-moving`"""
EXAMPLE = "example-"
"""how the keys of worked examples begin: `kursk/example-5.3.7`"""
TEACHER = "teacher"
"""who sits in the seats the lesson plays"""


class Goal(Struct, frozen=True):
    """Something that can be true of a moment: its kind, its words, and the goals it is put together from."""

    kind: str
    words: Mapping[str, str] = {}
    parts: tuple[Goal, ...] = ()


class Point(Struct, frozen=True):
    """One thing to be learnt, with the rules it rests on."""

    text: str
    rules: tuple[str, ...]


class Hint(Struct, frozen=True):
    """A nudge: what to do, which units and hexes are meant, and when it fits (always, where no goal is given)."""

    text: str
    show: tuple[str, ...] = ()
    when: Goal | None = None


class Task(Struct, frozen=True):
    """One step of a lesson: what to do, how it is known to be done, and the hints for it, the first that fits first."""

    text: str
    goal: Goal
    hints: tuple[Hint, ...]


class Wrong(Struct, frozen=True):
    """A sentence that must be refused by this rule, after so many sentences of the solution."""

    say: str
    rule: str
    after: int = 0


class Opponent(Struct, frozen=True):
    """Who plays the other seats: the first of these sentences that may be said, else passive or a bot by name."""

    says: tuple[str, ...] = ()
    otherwise: str = "passive"


class Lesson(Struct, frozen=True, kw_only=True):
    """A lesson as written in its file."""

    game: str
    name: str
    chapter: str
    title: str
    minutes: int
    seat: str
    learn: tuple[Point, ...]
    goal: str
    tasks: tuple[Task, ...]
    hints: tuple[Hint, ...]
    opponent: Opponent
    dice: tuple[str, ...]
    before: tuple[str, ...]
    wrong: tuple[Wrong, ...]
    solution: tuple[str, ...]
    last_word: str
    place: Entry
    """the position, or the scenario the lesson begins with"""
    digest: str
    example: str = ""
    """the worked example of the rules that is played here"""

    @property
    def key(self) -> str:
        return f"{self.game}/{EXAMPLE if self.example else PREFIX}{self.name}"
