"""Lessons as the browser is told of them (docs/scene.md)."""

from __future__ import annotations

from typing import Any

from balka.lessons.lesson import Hint, Lesson
from balka.lessons.progress import Progress
from balka.lessons.teaching import after

Wire = dict[str, Any]


def row(one: Lesson) -> Wire:
    """A lesson in the list of its game in the lobby."""
    return {"key": one.key, "title": one.title, "chapter": one.chapter, "minutes": one.minutes, "goal": one.goal}


def panel(lesson: Lesson, progress: Progress) -> Wire:
    """What the panel beside the map shows."""
    following = after(lesson)
    return {
        "key": lesson.key,
        "title": lesson.title,
        "chapter": lesson.chapter,
        "learn": [{"text": point.text, "rules": list(point.rules)} for point in lesson.learn],
        "goal": lesson.goal,
        "steps": [{"text": task.text, "done": n < progress.done} for n, task in enumerate(lesson.tasks)],
        "hint": _hint(progress.hint),
        "done": progress.hint is None,
        "last_word": lesson.last_word or None,
        "next": {"key": following.key, "title": following.title} if following else None,
    }


def _hint(hint: Hint | None) -> Wire | None:
    return None if hint is None else {"text": hint.text, "show": list(hint.show)}
