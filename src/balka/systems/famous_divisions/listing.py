"""Frames that one side answers, and what a viewer may not know of their counters."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from msgspec import Struct, structs

from balka.core.choices import Choice, Refusal
from balka.core.frames import AnswerType, Ask, Frame, ResultType, asking
from balka.core.listing import Listed
from balka.systems.famous_divisions.model import GdState, GdWork, seat


def without(value: Any, hidden: frozenset[str]) -> Any:
    """The same value with these counters left out of its lists, however deep they lie."""
    if isinstance(value, str):
        return "" if value in hidden else value
    if isinstance(value, tuple):
        return tuple(without(item, hidden) for item in value if not (isinstance(item, str) and item in hidden))
    if isinstance(value, Struct):
        fields = {name: without(getattr(value, name), hidden) for name in value.__struct_fields__}
        return type(value)(**fields) if any(fields[n] != getattr(value, n) for n in fields) else value
    return value


class SideFrame(Listed[GdState, GdWork, AnswerType, ResultType], frozen=True):
    """A frame that one side answers; it lists its choices plainly and hides counters from who may not know them.

    `cites` is the rule that says what is done in this part of the turn, and nothing else.
    """

    cites: ClassVar[str] = "gd-3.1-a"

    side: str

    def ask_kind(self) -> str:
        raise NotImplementedError

    def is_window(self) -> bool:
        return False

    def ask(self, state: GdState) -> tuple[Ask, ...]:
        return asking(seat(state, self.side), self.side, self.ask_kind(), window=self.is_window())

    def refuse(self, view: GdState, choice: Choice, seat: str) -> Refusal:
        return structs.replace(super().refuse(view, choice, seat), rule=self.cites)

    def conceal(self, state: GdState, seat: str) -> Frame:
        return self

    def replaced(self, **fields: object) -> Self:
        return structs.replace(self, **fields)
