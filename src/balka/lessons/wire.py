"""Lessons as the browser is told of them."""

from __future__ import annotations

from balka.core.scene.figures import Sent
from balka.core.scene.lessons import Learned, LessonHint, LessonLink, LessonPanel, LessonStep
from balka.lessons.lesson import Hint, Lesson
from balka.lessons.progress import Progress
from balka.lessons.teaching import after


class LessonRow(Sent, frozen=True, kw_only=True):
    """A lesson in the list of its game in the lobby."""

    key: str
    title: str
    chapter: str
    minutes: int
    goal: str


def row(lesson: Lesson) -> LessonRow:
    return LessonRow(
        key=lesson.key, title=lesson.title, chapter=lesson.chapter, minutes=lesson.minutes, goal=lesson.goal
    )


def panel(lesson: Lesson, progress: Progress) -> LessonPanel:
    """What the panel beside the map shows."""
    following = after(lesson)
    return LessonPanel(
        key=lesson.key,
        title=lesson.title,
        chapter=lesson.chapter,
        learn=[Learned(text=point.text, rules=list(point.rules)) for point in lesson.learn],
        goal=lesson.goal,
        steps=[LessonStep(text=task.text, done=n < progress.done) for n, task in enumerate(lesson.tasks)],
        hint=_hint(progress.hint),
        done=progress.hint is None,
        last_word=lesson.last_word or None,
        next=LessonLink(key=following.key, title=following.title) if following else None,
    )


def _hint(hint: Hint | None) -> LessonHint | None:
    return None if hint is None else LessonHint(text=hint.text, show=list(hint.show))
