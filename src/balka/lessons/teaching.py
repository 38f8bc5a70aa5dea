"""A game with its lessons: each can be started by its key as any scenario, and is played at a usual table."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache

from balka.bots.base import Bot, bot
from balka.core.choices import Choice
from balka.core.describing.document import Document
from balka.core.dice import Outcome, Rng, read_outcome
from balka.core.errors import BalkaError
from balka.core.frames import Roll, leaves
from balka.core.state import State
from balka.core.system import Game, Scenario, system_of
from balka.lessons.lesson import EXAMPLE, PREFIX, TEACHER, Lesson, Opponent
from balka.lessons.positions import begin
from balka.lessons.reading import example_files, files, read_example, read_lesson
from balka.table.dice import LiveDice

PASSIVE = "passive"


@cache
def lessons(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game, in the order they are taught."""
    return tuple(read_lesson(game, path) for path in files(game))


@cache
def examples(game: str) -> tuple[Lesson, ...]:
    """The worked examples of a game that can be played, in the order of their rules."""
    return tuple(read_example(game, path) for path in example_files(game))


def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """The lessons a game has."""
    return game.lessons() if isinstance(game, GameWithLessons) else ()


def taught_in(game: Game) -> tuple[Lesson, ...]:
    """The lessons and the worked examples a game has."""
    return (*game.lessons(), *examples(game.key)) if isinstance(game, GameWithLessons) else ()


def find(key: str) -> Lesson | None:
    """The lesson or worked example with a key such as `sos/learn-moving`; None where the key names something else."""
    game, _, name = key.partition("/")
    if not name.startswith((PREFIX, EXAMPLE)):
        return None
    known = examples(game) if name.startswith(EXAMPLE) else lessons(game)
    for lesson in known:
        if lesson.key == key:
            return lesson
    kind = "example" if name.startswith(EXAMPLE) else "lesson"
    raise BalkaError(f"there is no {kind} {key!r}", f"one of {', '.join(lesson.key for lesson in known)}")


def after(lesson: Lesson) -> Lesson | None:
    """The lesson that follows; none after a worked example."""
    if lesson.example:
        return None
    known = lessons(lesson.game)
    at = next(n for n, other in enumerate(known) if other.key == lesson.key)
    return known[at + 1] if at + 1 < len(known) else None


class GameWithLessons:
    """A title whose lessons can be started like its scenarios."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.key, self.title, self.blurb = game.key, game.title, game.blurb
        self.system = system_of(game)

    def scenarios(self) -> Sequence[Scenario]:
        return self.game.scenarios()

    def lessons(self) -> tuple[Lesson, ...]:
        return lessons(self.key)

    def start(
        self, scenario: str, options: Mapping[str, str] | None = None, seats: Mapping[str, str] | None = None
    ) -> State:
        name = scenario.removeprefix(f"{self.key}/")
        lesson = find(f"{self.key}/{name}")
        if lesson is None:
            return self.game.start(scenario, options, seats)
        state = begin(lesson, self.game)
        if options and dict(options) != state.setting.options:
            raise BalkaError(f"{lesson.key} has its own options", "leave them out")
        return state

    def describe(self, document: Document) -> State:
        return self.game.describe(document)

    def sample(self, view: State, rng: Rng) -> State:
        return self.game.sample(view, rng)


def with_lessons(game: Game) -> Game:
    """The game so that its lessons can be started, if it has any."""
    return GameWithLessons(game) if files(game.key) else game


def as_scenario(lesson: Lesson, game: Game) -> Scenario:
    """A lesson as a thing that can be played."""
    sides = game.start(lesson.key).setting.sides
    teaches = " ".join(point.text for point in lesson.learn)
    return Scenario(lesson.key, lesson.title, sides, f"{lesson.minutes} minutes", teaches, lesson.goal, "lesson")


# -- the other side of the table


class Teacher:
    """Says the first sentence of the lesson that may be said; else lets things pass, or asks a bot."""

    def __init__(self, opponent: Opponent) -> None:
        self._says = opponent.says
        self._otherwise = opponent.otherwise
        self._bot = bot("greedy" if opponent.otherwise == PASSIVE else opponent.otherwise)

    def choose(self, view: State, seat: str, rng: Rng) -> Choice:
        for text in self._says:
            if view.why_not(text, seat) is None:
                choice = view.parse(text)
                assert isinstance(choice, Choice)
                return choice
        if self._otherwise == PASSIVE:
            ends = next((choice for choice in leaves(view, (), seat) if choice.ends), None)
            if ends is not None:
                return ends
        return self._bot.choose(view, seat, rng)


class LessonDice(LiveDice):
    """Live dice whose first rolls fall as the lesson says, where that can come up."""

    def __init__(self, secret: bytes, first: Sequence[str]) -> None:
        super().__init__(secret)
        self._first = [read_outcome(text) for text in first]

    def roll(self, state: State, number: int) -> Outcome:
        roll = state.stack[-1]
        if number < len(self._first) and isinstance(roll, Roll) and roll.allows(state, self._first[number]):
            return self._first[number]
        return super().roll(state, number)


def teachers(lesson: Lesson | None) -> dict[str, Bot]:
    """The bot that plays against the learner."""
    return {} if lesson is None else {TEACHER: Teacher(lesson.opponent)}


def seats(lesson: Lesson, start: State) -> dict[str, str]:
    """The learner's seat, and the teacher in every other."""
    return {seat: "human" if seat == lesson.seat else TEACHER for seat in start.setting.seats}


def dice(lesson: Lesson | None, secret: bytes) -> LiveDice:
    """The dice of a table, with the first rolls of a lesson."""
    return LessonDice(secret, lesson.dice) if lesson is not None and lesson.dice else LiveDice(secret)


def secret() -> bytes:
    """A new secret for live dice."""
    return LiveDice.new().secret


def steady() -> random.Random:
    """Chance that does the same every time, for solving lessons."""
    return random.Random(1943)
