"""Lists of choices as trees, and frames whose counters a viewer may not know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Self

from msgspec import Struct, structs

from balka.core.choices import Choice, Node, Refusal, Token
from balka.core.frames import AnswerType, Ask, Frame, ResultType, asking
from balka.core.memo import remembered
from balka.systems.famous_divisions.model import GdState, GdWork, seat


def narrowed(choices: Iterable[Choice], path: tuple[Token, ...]) -> list[Node]:
    """What may follow a path in a plain list of choices."""
    depth = len(path)
    found: dict[Token, Node] = {}
    for choice in choices:
        whole = choice.path()
        if whole[:depth] != path:
            continue
        if len(whole) <= depth + 1:
            found[whole[-1]] = choice
        else:
            found.setdefault(whole[depth], whole[depth])
    return list(found.values())


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


class SideFrame(Frame[GdState, GdWork, AnswerType, ResultType], frozen=True):
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

    def options(self, state: GdState) -> Iterable[Choice]:
        """The whole choices, in listed order."""
        raise NotImplementedError

    def grow(self, state: GdState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        return narrowed(_listed(state, self), path)

    def refuse(self, view: GdState, choice: Choice, seat: str) -> Refusal:
        return structs.replace(super().refuse(view, choice, seat), rule=self.cites)

    def conceal(self, state: GdState, seat: str) -> Frame:
        return self

    def replaced(self, **fields: object) -> Self:
        return structs.replace(self, **fields)


@remembered
def _listed(state: GdState, frame: SideFrame) -> tuple[Choice, ...]:
    return tuple(frame.options(state))
