"""What was told, line by line."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from balka.core.scene.figures import Check, Sent, Tally


class Link(Sent, frozen=True, kw_only=True):
    """Where a text names a counter or a hex: from one character up to another."""

    at: int
    to: int
    unit: str = ""
    hex: str = ""


DeedKind = Literal["march", "retreat", "advance", "attack", "fire", "result", "loss", "taken", "chit"]


class Deed(Sent, frozen=True, kw_only=True):
    """What of a fact can be drawn on the map. It is made of the fact's own fields, so its reader may know all of it.

    `way` goes from the first hex to the last; where the first is not told, the counters start where they lie. Without
    `units` somebody of the side goes whom the reader does not know; `emptied`: all of its counters there. `stamp` is a
    word or two to be stamped on the hex.
    """

    kind: DeedKind
    side: str = ""
    units: list[str] = []
    way: list[str] = []
    hexes: list[str] = []
    stamp: str = ""
    steps: int = 0
    gone: bool = False
    emptied: bool = False


class Luck(Sent, frozen=True, kw_only=True):
    """What dice owed to the side that threw them: the exact chance of a good result, and whether it came."""

    side: str
    chance: float
    good: bool


class LogLine(Sent, frozen=True, kw_only=True):
    """A fact as it is told. `links` are the counters and hexes its text names; `by` is the seat whose doing it was,
    `chance` where it was nobody's; `head` starts a new turn or round; `turn` is its number; `opens` is the side whose
    phase or turn begins with it; `quiet`: the next line tells it again;
    `aside`: it was seen or learned, not done."""

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
    aside: bool = False
    turn: int = 0
    opens: str = ""
    deed: Deed | None = None
    luck: Luck | None = None
