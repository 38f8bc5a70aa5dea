"""What was told, line by line."""

from __future__ import annotations

from msgspec import field

from balka.core.scene.figures import Check, Sent, Tally


class Link(Sent, frozen=True, kw_only=True):
    """Where a text names a counter or a hex: from one character up to another."""

    at: int
    to: int
    unit: str = ""
    hex: str = ""


class LogLine(Sent, frozen=True, kw_only=True):
    """A fact as it is told. `links` are the counters and hexes its text names; `by` is the seat whose doing it was,
    `chance` where it was nobody's; `head` starts a new turn or round; `quiet`: the next line tells it again."""

    kind: str
    text: str
    links: list[Link] = []
    rules: list[str] = []
    tone: str = "plain"
    side: str = ""
    unit: str = ""
    start: str = field(default="", name="from")
    to: str = ""
    hexes: list[str] = []
    dice: list[int] = []
    check: Check | None = None
    tally: Tally | None = None
    head: bool = False
    quiet: bool = False
    by: str = ""
