"""A lesson being played, as the panel beside the map shows it."""

from __future__ import annotations

from balka.core.scene.figures import Sent


class Learned(Sent, frozen=True, kw_only=True):
    text: str
    rules: list[str]


class LessonStep(Sent, frozen=True, kw_only=True):
    text: str
    done: bool


class LessonHint(Sent, frozen=True, kw_only=True):
    """A hint for the first step that is not done; `show` names the units and hexes to light up."""

    text: str
    show: list[str]


class LessonLink(Sent, frozen=True, kw_only=True):
    key: str
    title: str


class LessonPanel(Sent, frozen=True, kw_only=True):
    """What the panel beside the map shows; no hint once all is done, no next lesson after the last."""

    key: str
    title: str
    chapter: str
    learn: list[Learned]
    goal: str
    steps: list[LessonStep]
    hint: LessonHint | None
    done: bool
    last_word: str | None
    next: LessonLink | None
