"""Checking lessons: each is solved by its own script through the table and the tutor that learners use."""

from __future__ import annotations

from collections.abc import Iterator

import balka
from balka.core.dice import Outcome, read_outcome
from balka.core.errors import BalkaError
from balka.core.frames import NOT_LISTED, Roll
from balka.core.state import State
from balka.core.system import Game
from balka.lessons.lesson import Goal, Hint, Lesson
from balka.lessons.positions import begin, is_dice
from balka.lessons.progress import Tutor
from balka.lessons.reading import files, read_lesson
from balka.lessons.teaching import seats, steady, teachers
from balka.table import scenes
from balka.table.table import Table

MOST_UNITS = 4
SHOWN = 8  # outcomes named where one cannot come up
TACTICAL = ("sos", "atb")
"""games whose lessons show a handful of counters"""


class ScriptDice:
    """The lesson's first rolls, then those of its solution, in the order they fall."""

    def __init__(self, lesson: Lesson) -> None:
        self.left = [*lesson.dice, *filter(is_dice, lesson.solution)]

    def roll(self, state: State, number: int) -> Outcome:
        roll = state.stack[-1]
        assert isinstance(roll, Roll)
        if not self.left:
            raise BalkaError(f"the solution has no dice for the roll '{roll.why}' ({roll.dice or roll.bag})")
        outcome = read_outcome(self.left.pop(0))
        if not roll.allows(state, outcome):
            known = dict.fromkeys(f"'{possible.text()}'" for possible, _ in state.odds())
            wrong = f"'{outcome.text()}' cannot come up in the roll '{roll.why}' ({roll.dice or roll.bag})"
            raise BalkaError(wrong, f"for example {' or '.join(list(known)[:SHOWN])}")
        return outcome


class Solver:
    """Plays the solution of a lesson."""

    def __init__(self, lesson: Lesson, game: Game) -> None:
        self.lesson = lesson
        self.start = begin(lesson, game)
        self.dice = ScriptDice(lesson)
        self.table = Table(self.start, seats(lesson, self.start), teachers(lesson), self.dice, rng=steady())
        self.tutor = Tutor(lesson, self.start)
        self.sentences = [line for line in lesson.solution if not is_dice(line)]
        self.said = 0

    @property
    def done(self) -> int:
        return self.tutor.progress(self.table.play.all_answers, self.table.state).done

    def settle(self) -> None:
        self.table.run()

    def say(self) -> None:
        """The next sentence of the solution, and what follows by itself."""
        text = self.sentences[self.said]
        try:
            self.table.choose(self.lesson.seat, text)
            self.settle()
        except BalkaError as problem:
            raise BalkaError(f"sentence {self.said + 1} of the solution, '{text}': {problem}") from problem
        self.said += 1


# -- what may be wrong with a lesson


def problems(game: str) -> list[str]:
    """Mistakes in the lessons of a game, in sentences."""
    found: list[str] = []
    for path in files(game):
        try:
            lesson = read_lesson(game, path)
            found += [f"lessons/{path.name}: {sentence}" for sentence in _wrong(lesson, balka.game(game))]
        except BalkaError as problem:
            found += [f"lessons/{row}" if row.startswith(path.name) else f"lessons/{path.name}: {row}"
                      for row in str(problem).splitlines()]  # fmt: skip
    return found


def _wrong(lesson: Lesson, game: Game) -> Iterator[str]:
    solver = Solver(lesson, game)
    yield from _names(lesson, solver.start)
    solver.settle()
    if solver.done:
        yield "its first step is done before anything was said"
    for number in range(len(solver.sentences) + 1):
        yield from _refusals(solver, number)
        if number < len(solver.sentences):
            if solver.done == len(lesson.tasks):
                yield f"all is done before sentence {number + 1} of the solution"
                return
            solver.say()
    if solver.done < len(lesson.tasks):
        yield f"the solution ends before step {solver.done + 1}: {lesson.tasks[solver.done].text}"
    if solver.dice.left:
        yield f"dice of the solution are left over: {', '.join(solver.dice.left)}"


def _refusals(solver: Solver, number: int) -> Iterator[str]:
    """What is said to be wrong is refused, by the rule named, with a reason of its own."""
    for wrong in solver.lesson.wrong:
        if wrong.after != number:
            continue
        answer = scenes.why(solver.table, solver.lesson.seat, wrong.say)
        if answer.allowed:
            yield f"'{wrong.say}' is allowed"
            continue
        reason = answer.reasons[0]
        if reason.sentence == NOT_LISTED.sentence or reason.rule != wrong.rule:
            yield f"'{wrong.say}' is refused by {reason.rule}, not by {wrong.rule}: {reason.sentence}"


def units(start: State) -> set[str]:
    """Every unit of a position, whoever sees it."""
    seen: set[str] = set()
    for seat in start.setting.seats:
        view = start.view(seat)
        stacks = view.setting.system.scene(view, seat).stacks
        seen |= {counter.id for stack in stacks for counter in stack.counters}
    return seen


def _names(lesson: Lesson, start: State) -> Iterator[str]:
    """Units and hexes that goals and hints name are there; a tactical lesson has few units."""
    known, labels = units(start), set(start.setting.board.labels)
    if lesson.game in TACTICAL and len(known) > MOST_UNITS:
        yield f"it has {len(known)} units: {MOST_UNITS} at most"
    for goal in _goals(lesson):
        if goal.words.get("unit", next(iter(known))) not in known:
            yield f"a goal names the unit {goal.words['unit']!r}, which is not there"
        if goal.words.get("hex", start.setting.board.labels[0]) not in labels:
            yield f"a goal names the hex {goal.words['hex']!r}, which is not there"
    for hint in _hints(lesson):
        yield from (f"a hint shows {name!r}, which is not there" for name in hint.show if name not in known | labels)


def _hints(lesson: Lesson) -> Iterator[Hint]:
    yield from lesson.hints
    for task in lesson.tasks:
        yield from task.hints


def _goals(lesson: Lesson) -> Iterator[Goal]:
    whole = [task.goal for task in lesson.tasks] + [hint.when for hint in _hints(lesson) if hint.when is not None]
    for goal in whole:
        yield from _within(goal)


def _within(goal: Goal) -> Iterator[Goal]:
    yield goal
    for part in goal.parts:
        yield from _within(part)
