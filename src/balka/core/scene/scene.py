"""What one seat sees now: what its system draws, the ask and its choices, the log, and what can be taken back."""

from __future__ import annotations

from balka.core.scene.display import Display
from balka.core.scene.figures import Check, Sent, Tally
from balka.core.scene.formations import Formation
from balka.core.scene.lessons import LessonPanel
from balka.core.scene.lines import LogLine
from balka.core.scene.nodes import Node


class Todo(Sent, frozen=True, kw_only=True):
    text: str
    rule: str = ""
    hex: str = ""


class Shortcut(Sent, frozen=True, kw_only=True):
    """Several choices under one name; `text` says them one after the other."""

    label: str
    text: str


class Ask(Sent, frozen=True, kw_only=True):
    """Who decides what. `placing`: the table can set up for whoever says `place`. `looks`: a click on a counter picks
    it and never acts. `gathered` are the counters in what is being put together. `formations` can be led as a whole.
    Of another seat's decision only who, what kind and that one waits."""

    yours: bool
    side: str
    kind: str
    prompt: str
    window: bool
    left: str = ""
    todo: list[Todo]
    placing: bool
    looks: bool = False
    shortcuts: list[Shortcut] = []
    gathered: list[str] = []
    formations: list[Formation] = []


class Undo(Sent, frozen=True, kw_only=True):
    """What a seat may take back, in order, and why it cannot go further."""

    possible: bool
    count: int
    why: str = ""
    choices: list[str]


class Outcome(Sent, frozen=True, kw_only=True):
    """How a game ended; no winner in a draw."""

    winner: str = ""
    text: str
    rule: str = ""


class Scene(Display, frozen=True, kw_only=True):
    """What one seat sees now. `version` counts the scenes of a line; `log_from` is the index of the first line sent: a
    smaller one than already held means "replace from here". `since` is how many lines the seat had heard when it last
    decided something that was no reaction."""

    game: str
    scenario: str
    title: str
    board: str
    seat: str
    version: int = 0
    players: dict[str, str] = {}
    ask: Ask | None = None
    choices: list[Node] = []
    panel: list[Tally | Check] = []
    log: list[LogLine] = []
    log_from: int = 0
    since: int = 0
    undo: Undo | None = None
    outcome: Outcome | None = None
    lesson: LessonPanel | None = None
