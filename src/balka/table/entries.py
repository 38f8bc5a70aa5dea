"""What is written down at a table, entry by entry, and what it does next by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

HUMAN = "human"

DueKind = Literal["chance", "forced", "order", "bot"]


class Entry(Struct, frozen=True):
    """One thing that happened at the table, enough to make it happen again."""

    kind: Literal[
        "person", "also", "placed", "bot", "order", "record", "chance", "undo", "take_back", "resign", "orders",
        "ask", "agree", "decline", "time", "sits",
    ]  # fmt: skip
    seat: str
    text: str = ""


SETTLED = ("ask", "agree", "decline", "time", "sits")  # what people settle among themselves


class Due(Struct, frozen=True):
    """What the table does next without being told: roll, give a forced or ordered answer, let a bot think."""

    kind: DueKind
    seat: str


Journal = Callable[[Entry], None]


def unwritten(entry: Entry) -> None:
    """For tables that need not survive."""
