"""A choice is a whole sentence with typed slots, as people type it and records keep it: `move rif-04 H06 NE`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import repeat
from typing import Any, ClassVar, NewType, get_type_hints

from msgspec import Struct, structs

from balka.core.boards import Board
from balka.core.citing import own_row
from balka.core.errors import BalkaError
from balka.core.reading import near
from balka.core.scene.figures import Final

UnitId = NewType("UnitId", str)
Hex = NewType("Hex", int)
Facing = NewType("Facing", int)
Card = NewType("Card", str)
Number = NewType("Number", int)
Signed = NewType("Signed", int)
Word = NewType("Word", str)
Place = NewType("Place", str)
Path = NewType("Path", tuple[int, ...])
Hexside = NewType("Hexside", tuple[int, int])

Token = str | int | tuple[int, ...]


class Choice(Struct, frozen=True):
    """Base of all choices. A subclass names its verb; its fields are the slots in the order they are written.

    `subject` is the slot a person picks first (the counter to act): lists narrow by subject, verb, then the rest.
    `final` says whether the choice can be taken back: no, maybe, yes. `ends` marks a said end, which closes undo.
    `opens`: said only for what comes after it, so that this is shown at once. `passes`: whatever may be said after it
    may be said without it, and it goes without saying. `declines`: says no to an offer; where nothing is offered nobody
    is asked, whatever could still be taken back.
    """

    verb: ClassVar[str] = ""
    subject: ClassVar[str] = ""
    final: ClassVar[Final] = "no"
    ends: ClassVar[bool] = False
    opens: ClassVar[bool] = False
    passes: ClassVar[bool] = False
    declines: ClassVar[bool] = False

    def slots(self) -> tuple[Token, ...]:
        return structs.astuple(self)

    def path(self) -> tuple[Token, ...]:
        """The order in which the list narrows down to this choice."""
        slots = structs.astuple(self)
        if not self.subject:
            return (self.verb, *slots)
        place = self.__struct_fields__.index(self.subject)
        return (slots[place], self.verb, *slots[:place], *slots[place + 1 :])

    def text(self, board: Board) -> str:
        writers = slot_kinds(type(self))
        return " ".join([self.verb, *map(write, structs.astuple(self), writers, repeat(board))])


_KINDS: dict[type[Choice], tuple[Any, ...]] = {}


def slot_kinds(cls: type[Choice]) -> tuple[Any, ...]:
    """The kinds of a verb's slots, in order."""
    if cls not in _KINDS:
        hints = get_type_hints(cls)
        _KINDS[cls] = tuple(hints[name] for name in cls.__struct_fields__)
    return _KINDS[cls]


def write(value: Any, kind: Any, board: Board) -> str:
    """A slot as it is printed."""
    if kind is Hex:
        return str(board.labels[value])
    if kind is Facing:
        return str(board.grid.sides[value])
    if kind is Path:
        return ">".join(board.labels[h] for h in value)
    if kind is Hexside:
        return "/".join(sorted(board.labels[h] for h in value))
    if kind is Signed:
        return f"{value:+d}" if value else "0"
    return str(value)


def _read_number(text: str, _: Board) -> int:
    try:
        return int(text)
    except ValueError:
        raise BalkaError(f"{text!r} is not a number", instead="for example 1") from None


READERS: dict[Any, Callable[[str, Board], Any]] = {
    Hex: lambda text, board: board.hex(text),
    Facing: lambda text, board: board.grid.side(text),
    Path: lambda text, board: tuple(board.hex(part) for part in text.split(">")),
    Hexside: lambda text, board: tuple(sorted(board.hex(part) for part in text.split("/"))),
    Number: _read_number,
    Signed: _read_number,
    UnitId: lambda text, _: text.lower(),
    Word: lambda text, _: text.lower(),
    Card: lambda text, _: text.upper(),
    Place: lambda text, _: text,
}


class Grammar:
    """The verbs of one system: parses sentences into choices."""

    def __init__(self, verbs: Iterable[type[Choice]]) -> None:
        self.verbs: dict[str, list[type[Choice]]] = {}
        for cls in verbs:
            self.verbs.setdefault(cls.verb, []).append(cls)

    def parse(self, text: str, board: Board) -> Choice:
        """The choice a sentence says; a clear error when it says none."""
        words = text.split()
        if not words:
            raise BalkaError("an empty sentence", instead="a verb and its words, for example 'pass'")
        forms = self.verbs.get(words[0].lower())
        if forms is None:
            raise BalkaError(f"there is no verb {words[0]!r}", instead=near(words[0].lower(), sorted(self.verbs)))
        fitting = [cls for cls in forms if len(slot_kinds(cls)) == len(words) - 1]
        if not fitting:
            raise BalkaError(f"{text!r} has the wrong number of words", instead=" or ".join(map(form, forms)))
        for cls in fitting[:-1]:  # `take 2417` names a hex, `take 528-299inf` a unit: the first form that reads wins
            if not all(board.knows(word) for word, kind in zip(words[1:], slot_kinds(cls), strict=True) if kind is Hex):
                continue
            with suppress(BalkaError):
                return read_slots(cls, words[1:], board)
        return read_slots(fitting[-1], words[1:], board)


def read_slots(cls: type[Choice], words: list[str], board: Board) -> Choice:
    return cls(*(READERS[kind](word, board) for kind, word in zip(slot_kinds(cls), words, strict=True)))


def form(cls: type[Choice]) -> str:
    """How a verb is used: `fire <unit> <hex>`."""
    return " ".join([cls.verb, *(f"<{name}>" for name in cls.__struct_fields__)])


class Refusal(Struct, frozen=True):
    """Why something is not allowed: a sentence, the rule, and what would do instead."""

    sentence: str
    rule: str = ""
    instead: str = ""
    key: str = ""
    """by which code tells one reason from another"""

    def text(self) -> str:
        cite = f" [{self.rule}]" if self.rule else ""
        more = f" {self.instead}" if self.instead else ""
        return f"{self.sentence}{cite}{more}"

    def cited_in(self, game: str) -> Refusal:
        """The same with the rule as a game cites it."""
        return structs.replace(self, rule=own_row(self.rule, game))


class IllegalChoiceError(BalkaError):
    """A choice that is not on the list."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence, instead=refusal.instead or None)
        self.refusal = refusal


Node = Token | Choice


def narrowed(choices: Iterable[Choice], path: tuple[Token, ...]) -> list[Node]:
    """What may follow a path in a plain list of choices: the next words, or a choice whose last word comes next."""
    found: dict[Node, None] = {}
    for choice in choices:
        words = choice.path()
        if words[: len(path)] == path:
            found[choice if len(words) <= len(path) + 1 else words[len(path)]] = None
    return list(found)
