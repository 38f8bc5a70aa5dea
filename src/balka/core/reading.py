"""Plain data, as a file gives them, read into typed structs: a mistake is told with the way to it and what is right."""

from __future__ import annotations

import datetime
import types
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from threading import Lock
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import fields

from balka.core.errors import BalkaError

Made = TypeVar("Made")
Step = str | int
Count = Annotated[int, Meta(ge=0, le=99)]
Several = Annotated[int, Meta(ge=1, le=99)]
Day = Annotated[int, Meta(ge=1, le=31)]
"""numbers within sensible bounds: none or more, at least one, a day of a month"""
Month = Literal[
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
]  # fmt: skip
_LEARNING = (
    Lock()
)  # msgspec learns a type when it is first used, and breaks down where two threads make it do so at once
MANY = 40  # words of a list that are still worth telling

NAMES = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    bool: "true or false",
    dict: "a table",
    tuple: "a list",
    datetime.date: "a date such as 1943-07-05",
}


class Mistake(Struct, frozen=True):
    """Where in the data something is wrong, what it is, and what would be right."""

    steps: tuple[Step, ...]
    wrong: str
    instead: str | None = None

    @property
    def way(self) -> str:
        return ".".join(map(str, self.steps))

    def under(self, step: Step) -> Mistake:
        return Mistake((step, *self.steps), self.wrong, self.instead)

    def error(self, place: str) -> BalkaError:
        """The mistake as a sentence, after the place where it stands."""
        return BalkaError(
            f"{place}, {self.way}: {self.wrong}" if self.steps else f"{place}: {self.wrong}", self.instead
        )


class Misread(Exception):
    """Data that are not what was wanted."""

    def __init__(self, mistake: Mistake) -> None:
        super().__init__(mistake.wrong)
        self.mistake = mistake


def read(value: object, wanted: type[Made]) -> Made:
    """The value as wanted; `Misread` tells the first mistake."""
    try:
        with _LEARNING:
            return msgspec.convert(value, wanted)
    except msgspec.ValidationError as problem:
        found = next(_mistakes(value, wanted), None)
        raise Misread(found or Mistake((), str(problem))) from None


def near(word: str, known: Sequence[str]) -> str:
    """The known words most like one, or all of them."""
    close = get_close_matches(word, known, n=3, cutoff=0.6)
    more = f" and {len(known) - MANY} more" if len(known) > MANY else ""
    return f"did you mean {' or '.join(close)}?" if close else f"one of {', '.join(known[:MANY])}{more}"


def _mistakes(value: object, wanted: object) -> Iterator[Mistake]:
    if tagged := _tagged(wanted):
        yield from _in_tagged(value, tagged)
        return
    wanted = _narrowed(value, wanted)
    kind = get_origin(wanted) or wanted
    if isinstance(wanted, type) and issubclass(wanted, Struct):
        yield from _in_struct(value, wanted)
    elif kind in (dict, tuple, list):
        yield from _in_container(value, wanted)
    elif kind is Literal:
        words = [str(word) for word in get_args(wanted)]
        if value not in get_args(wanted):
            yield Mistake((), f"{value!r} is not known", near(str(value), words))
    elif kind in (Union, types.UnionType):
        yield from _unfit(value, wanted, " or ".join(map(_called, get_args(wanted))))
    else:
        yield from _unfit(value, wanted, _called(wanted))


def _unfit(value: object, wanted: object, called: str) -> Iterator[Mistake]:
    try:
        msgspec.convert(value, wanted)
    except msgspec.ValidationError:
        quoted = "put it in quotes" if wanted is str and isinstance(value, int | float) else None
        yield Mistake((), f"{value!r} is not {called}", quoted)


def _called(wanted: object) -> str:
    kind = get_origin(wanted) or wanted
    if kind is Annotated:
        low, high = get_args(wanted)[1].ge, get_args(wanted)[1].le
        return f"a whole number from {low} to {high}"
    return NAMES.get(kind, "") if isinstance(kind, type) and kind in NAMES else getattr(wanted, "__name__", str(wanted))


def _in_struct(value: object, wanted: type[Struct]) -> Iterator[Mistake]:
    if not isinstance(value, Mapping):
        yield Mistake((), f"{value!r} is not a table", f"with the keys {', '.join(f.name for f in fields(wanted))}")
        return
    known = {field.name: field for field in fields(wanted)}
    tag = wanted.__struct_config__.tag_field
    for name in value:
        if name not in known and name != tag:
            yield Mistake((name,), "there is no such key", near(str(name), list(known)))
    for name, field in known.items():
        if name in value:
            yield from (found.under(name) for found in _mistakes(value[name], field.type))
        elif field.required:
            yield Mistake((), f"the key {name} is missing")


def _in_container(value: object, wanted: object) -> Iterator[Mistake]:
    kind, inner = get_origin(wanted), get_args(wanted)
    if kind is dict and isinstance(value, Mapping):
        for name, item in value.items():
            yield from (found.under(name) for found in _mistakes(item, inner[1]))
    elif kind is not dict and isinstance(value, list | tuple):
        open_ended = kind is list or inner[-1] is Ellipsis
        if not open_ended and len(value) != len(inner):
            yield Mistake((), f"{len(value)} entries instead of {len(inner)}")
        for at, item in enumerate(value[: None if open_ended else len(inner)]):
            yield from (found.under(at) for found in _mistakes(item, inner[0 if open_ended else at]))
    else:
        yield Mistake((), f"{value!r} is not {_called(wanted)}")


def _narrowed(value: object, wanted: object) -> Any:
    """Of several possible types the one that the value tries to be."""
    options = _options(wanted)
    if len(options) == 1:
        return options[0]
    fitting = [
        kind for kind in options if isinstance(value, list if get_origin(kind) in (tuple, list) else _plain(kind))
    ]
    return fitting[0] if fitting else wanted


def _options(wanted: object) -> list[Any]:
    several = get_origin(wanted) in (Union, types.UnionType)
    return [option for option in get_args(wanted) if option is not types.NoneType] if several else [wanted]


def _plain(wanted: object) -> Any:
    return wanted if isinstance(wanted, type) else object


def _tagged(wanted: object) -> dict[str, type[Struct]]:
    """The structs by the word that tells them apart, where there is a choice of them."""
    options = _options(wanted)
    if len(options) == 1 or not all(isinstance(option, type) and issubclass(option, Struct) for option in options):
        return {}
    return {str(option.__struct_config__.tag): option for option in options}


def _in_tagged(value: object, tagged: Mapping[str, type[Struct]]) -> Iterator[Mistake]:
    field = str(next(iter(tagged.values())).__struct_config__.tag_field)
    if not isinstance(value, Mapping) or field not in value:
        yield Mistake((), f"the key {field} is missing", f"one of {', '.join(tagged)}")
    elif not isinstance(value[field], str) or value[field] not in tagged:
        yield Mistake((field,), f"{value[field]!r} is not known", near(str(value[field]), list(tagged)))
    else:
        yield from _in_struct(value, tagged[value[field]])
