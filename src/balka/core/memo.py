"""Values worked out once and kept with the frozen thing they were worked out from.

A board, a ground, a position, a force or a state never changes, so an answer about one can be kept on it and goes when
it goes. Each function keeps its answers under a key of its own, made from its name, by its other arguments. These are
given by their place and not by name, so that a question is asked one way and found again. A Work changes: nothing is
kept on one, which has no `__dict__` to keep it in. What takes a game says on which part of it the answer hangs, and by
what else, where that is not the other arguments:

    @remembered
    def zone(who: Force, board: Board) -> int: ...

    @remembered(on=POSITION)
    def control(game: Game, side: str) -> frozenset[int]: ...

    @remembered(on=POSITION, by=figures)
    def guess(game: Game, who: Unit) -> int: ...

What is kept on a position may hang on the setting it is played in as well, which is why no position is ever played in
two: a state that is to go on in another setting, be it all but the same, is made anew there (`State.anew`).

An answer is handed out again and again: whoever gets a dictionary or a list only reads it, unless the function is a
table to be filled.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from enum import Enum
from functools import update_wrapper
from operator import attrgetter
from typing import TYPE_CHECKING, Final, Generic, Protocol, Self, TypeVar, TypeVarTuple, overload

if TYPE_CHECKING:
    from balka.core.state import State
    from balka.core.work import Work

Value = TypeVar("Value")
Owner = TypeVar("Owner")
Other = TypeVar("Other")
Answer = TypeVar("Answer")
Others = TypeVarTuple("Others")
Game = TypeVar("Game", bound="State | Work")
Part = Callable[["State | Work"], object]

POSITION: Part = attrgetter("position")
SETTING: Part = attrgetter("setting")
BOARD: Part = attrgetter("setting.board")


class _Missing(Enum):
    NOTHING = 0


NOTHING: Final = _Missing.NOTHING


class once(Generic[Owner, Answer]):  # noqa: N801 - a decorator
    """A property worked out when first asked for and kept on the value: `cached_property` without its lock."""

    def __init__(self, function: Callable[[Owner], Answer]) -> None:
        self.function, self.name, self.__doc__ = function, function.__name__, function.__doc__

    @overload
    def __get__(self, value: None, owner: type) -> Self: ...
    @overload
    def __get__(self, value: Owner, owner: type) -> Answer: ...
    def __get__(self, value: Owner | None, owner: type) -> Self | Answer:
        if value is None:
            return self
        found = value.__dict__[self.name] = self.function(value)
        return found


class KeptOnPart(Protocol):
    """Decorates functions that take a game; the other arguments are the key."""

    def __call__(self, function: Callable[[Game, *Others], Answer], /) -> Callable[[Game, *Others], Answer]: ...


@overload
def remembered(function: Callable[[Value, *Others], Answer], /) -> Callable[[Value, *Others], Answer]: ...
@overload
def remembered(*, on: Part) -> KeptOnPart: ...
@overload
def remembered(
    *, on: Part, by: Callable[[Game, *Others], Hashable]
) -> Callable[[Callable[[Game, *Others], Answer]], Callable[[Game, *Others], Answer]]: ...
def remembered(
    function: Callable[..., Answer] | None = None,
    /,
    *,
    on: Part | None = None,
    by: Callable[..., Hashable] | None = None,
) -> object:
    """Keep a function's answers on its first argument, or on the part of it that `on` finds."""

    def decorate(function: Callable[..., Answer]) -> Callable[..., Answer]:
        key, others = f"{function.__module__}.{function.__qualname__}", function.__code__.co_argcount - 1
        if on is None:
            return update_wrapper(ON_VALUE[min(others, 2)](function, key), function)
        known = ON_PART[min(others, 2)](function, key, on) if by is None else _by_mark(function, key, on, by)
        return update_wrapper(known, function)

    return decorate if function is None else decorate(function)


# -- one closure for each number of other arguments: these are asked so often that every look into a dictionary counts


def _alone(function: Callable[[Value], Answer], key: str) -> Callable[[Value], Answer]:
    def known(value: Value) -> Answer:
        found: Answer | _Missing = value.__dict__.get(key, NOTHING)
        if found is NOTHING:
            found = value.__dict__[key] = function(value)
        return found

    return known


def _by_one(function: Callable[[Value, Other], Answer], key: str) -> Callable[[Value, Other], Answer]:
    def known(value: Value, other: Other) -> Answer:
        table: dict[Other, Answer] | None = value.__dict__.get(key)
        if table is None:
            table = value.__dict__[key] = {}
        found = table.get(other, NOTHING)
        if found is NOTHING:
            found = table[other] = function(value, other)
        return found

    return known


def _by_several(function: Callable[[Value, *Others], Answer], key: str) -> Callable[[Value, *Others], Answer]:
    def known(value: Value, *others: *Others) -> Answer:
        table: dict[Hashable, Answer] | None = value.__dict__.get(key)
        if table is None:
            table = value.__dict__[key] = {}
        found = table.get(others, NOTHING)
        if found is NOTHING:
            found = table[others] = function(value, *others)
        return found

    return known


def _part_alone(function: Callable[[Game], Answer], key: str, on: Part) -> Callable[[Game], Answer]:
    def known(game: Game) -> Answer:
        kept = on(game).__dict__
        found: Answer | _Missing = kept.get(key, NOTHING)
        if found is NOTHING:
            found = kept[key] = function(game)
        return found

    return known


def _part_by_one(function: Callable[[Game, Other], Answer], key: str, on: Part) -> Callable[[Game, Other], Answer]:
    def known(game: Game, other: Other) -> Answer:
        kept = on(game).__dict__
        table: dict[Other, Answer] | None = kept.get(key)
        if table is None:
            table = kept[key] = {}
        found = table.get(other, NOTHING)
        if found is NOTHING:
            found = table[other] = function(game, other)
        return found

    return known


def _part_by_several(
    function: Callable[[Game, *Others], Answer], key: str, on: Part
) -> Callable[[Game, *Others], Answer]:
    def known(game: Game, *others: *Others) -> Answer:
        kept = on(game).__dict__
        table: dict[Hashable, Answer] | None = kept.get(key)
        if table is None:
            table = kept[key] = {}
        found = table.get(others, NOTHING)
        if found is NOTHING:
            found = table[others] = function(game, *others)
        return found

    return known


def _by_mark(
    function: Callable[[Game, *Others], Answer], key: str, on: Part, by: Callable[[Game, *Others], Hashable]
) -> Callable[[Game, *Others], Answer]:
    def known(game: Game, *others: *Others) -> Answer:
        kept, mark = on(game).__dict__, by(game, *others)
        table: dict[Hashable, Answer] | None = kept.get(key)
        if table is None:
            table = kept[key] = {}
        found = table.get(mark, NOTHING)
        if found is NOTHING:
            found = table[mark] = function(game, *others)
        return found

    return known


ON_VALUE: Final = (_alone, _by_one, _by_several)
ON_PART: Final = (_part_alone, _part_by_one, _part_by_several)
