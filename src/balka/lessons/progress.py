"""How far a lesson has come: which steps are done, and which hint fits now. Worked out from the answers given so far,
so that taking back an answer takes back its step, and a table brought back from the store knows where it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from balka.core.events import heard
from balka.core.records import Answer, Moment, Walker
from balka.core.state import State
from balka.lessons.goals import Sight, happens, met
from balka.lessons.lesson import Hint, Lesson, Task


class Progress(Struct, frozen=True):
    """How many steps are done, and the hint that fits now; None when all is done."""

    done: int
    hint: Hint | None


class Tutor:
    """Follows one table through a lesson."""

    def __init__(self, lesson: Lesson, start: State) -> None:
        self.lesson = lesson
        self._start = start
        self._said: list[Answer] = []
        self._after: list[tuple[list[Sight], State]] = []

    def progress(self, answers: Sequence[Answer], now: State) -> Progress:
        """Where the lesson stands after these answers, the game being where it is now."""
        self._follow(answers)
        sights = [Sight(self._start, self.lesson.seat), *(sight for group, _ in self._after for sight in group)]
        sights += self._sights(_forced_up_to(Walker(self._reached), now))
        done = self._done(sights)
        return Progress(done, self._hint(done, sights[-1]))

    @property
    def _reached(self) -> State:
        return self._after[-1][1] if self._after else self._start

    def _follow(self, answers: Sequence[Answer]) -> None:
        """Walk on from the last answer that still stands."""
        same = next((n for n, (old, new) in enumerate(zip(self._said, answers, strict=False)) if old != new),
                    min(len(self._said), len(answers)))  # fmt: skip
        del self._said[same:], self._after[same:]
        for answer in answers[same:]:
            walker = Walker(self._reached)
            sights = self._sights(walker.forced())
            sights += self._sights(iter([walker.say(answer.seat, answer.text)]))
            self._said.append(answer)
            self._after.append((sights, walker.state))

    def _sights(self, moments: Iterator[Moment]) -> list[Sight]:
        seat = self.lesson.seat
        return [
            Sight(moment.step.state, seat, moment.seat, moment.text, tuple(heard(moment.step.events, seat)))
            for moment in moments
        ]

    def _done(self, sights: list[Sight]) -> int:
        """Steps are done one after the other; what happened once counts for one step."""
        at, used = 0, False
        for number, task in enumerate(self.lesson.tasks):
            found = _first(task, sights, at + 1 if used and happens(task.goal) else at)
            if found is None:
                return number
            used = (found == at and used) or happens(task.goal)
            at = found
        return len(self.lesson.tasks)

    def _hint(self, done: int, now: Sight) -> Hint | None:
        if done == len(self.lesson.tasks):
            return None
        offered = (*self.lesson.tasks[done].hints[:-1], *self.lesson.hints, self.lesson.tasks[done].hints[-1])
        return next(hint for hint in offered if hint.when is None or met(hint.when, now))


def _first(task: Task, sights: list[Sight], start: int) -> int | None:
    """The first moment from one on at which a step is done."""
    return next((n for n in range(start, len(sights)) if met(task.goal, sights[n])), None)


def _forced_up_to(walker: Walker, now: State) -> Iterator[Moment]:
    """Answers without an alternative, as far as they have been given: a person may still have to say the end."""
    forced = walker.forced()
    while walker.state.hash != now.hash and (moment := next(forced, None)) is not None:
        yield moment
