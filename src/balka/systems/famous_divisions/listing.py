"""Frames that one side answers, and what a viewer may not know of their counters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import is_
from typing import Any, ClassVar, Final, Self

from msgspec import Struct, structs

from balka.core.choices import Choice, Node, Refusal, Token, narrowed
from balka.core.frames import AnswerType, Ask, Frame, ResultType, asking
from balka.core.listing import Listed
from balka.core.memo import remembered
from balka.systems.famous_divisions.model import GdState, GdWork, seat


def without(value: Any, hidden: frozenset[str]) -> Any:
    """The same value with these counters left out of its lists, however deep they lie."""
    if isinstance(value, str):
        return "" if value in hidden else value
    if isinstance(value, tuple):
        left = [without(item, hidden) for item in value if not (isinstance(item, str) and item in hidden)]
        return value if len(left) == len(value) and all(map(is_, left, value)) else tuple(left)
    if isinstance(value, Struct):
        fields = [(name, getattr(value, name)) for name in value.__struct_fields__]
        changed = {name: new for name, old in fields if old and (new := without(old, hidden)) is not old}
        return structs.replace(value, **changed) if changed else value
    return value


class SideFrame(Listed[GdState, GdWork, AnswerType, ResultType], frozen=True):
    """A frame that one side answers; it lists its choices plainly and hides counters from who may not know them.

    `cites` is the rule that says what is done in this part of the turn, and nothing else.
    """

    cites: ClassVar[str] = "gd-3.1-a"
    names_own: ClassVar[bool] = False  # it names no counters but those of its side

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


ANY: Final = ""
"""Whatever the first word."""


class ByWord(SideFrame[AnswerType, ResultType], frozen=True):
    """A frame that can be asked for the choices with a certain first word: one is drawn without listing the others.

    A subclass defines `openings` and `beginning`.
    """

    def openings(self, view: GdState) -> Iterable[Node]:
        """What the list may begin with, each once, whether or not it does now."""
        raise NotImplementedError

    def beginning(self, view: GdState, word: Token) -> Iterable[Choice]:
        """The choices that begin with a word, in listed order, and perhaps some others; all of them with any."""
        raise NotImplementedError

    def options(self, view: GdState) -> Iterable[Choice]:
        return self.beginning(view, ANY)

    def candidates(self, view: GdState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        return _following(view, path) if path else list(self.openings(view))

    def is_live(self, view: GdState, path: tuple[Token, ...], node: Node, seat: str) -> bool:
        if isinstance(node, Choice):
            words = node.path()
            return len(words) - 1 <= len(path) and node in narrowed(_beginning(view, words[0]), path)
        if path:
            return node in _following(view, path)
        return any(first_word(choice) == node and choice.__struct_fields__ for choice in _beginning(view, node))


@remembered
def _beginning(view: GdState, word: Token) -> tuple[Choice, ...]:
    frame = view.stack[-1]
    assert isinstance(frame, ByWord)
    return tuple(frame.beginning(view, word))


@remembered
def _following(view: GdState, path: tuple[Token, ...]) -> list[Node]:
    return narrowed(_beginning(view, path[0]), path)


def first_word(choice: Choice) -> Token:
    """What a list begins with that narrows down to a choice."""
    word: Token = getattr(choice, choice.subject) if choice.subject else choice.verb
    return word


def asked(units: Iterable[str], word: Token) -> list[str]:
    """Those of some units whose choices begin with a word."""
    return [unit_id for unit_id in units if word in (ANY, unit_id)]
