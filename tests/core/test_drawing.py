"""Drawing a choice without listing all: each word of the list is as likely as any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from balka.core.drawing import next_word
from balka.core.frames import Frame

WORDS, LIVE = ["ash", "beech", "cedar", "dead", "elm", "dead too"], {"ash", "beech", "cedar", "elm"}


class Forest(Frame, frozen=True):
    """Names six words, four of which are on its list."""

    def candidates(self, view: Any, path: Any, seat: str) -> list[str]:
        return WORDS

    def is_live(self, view: Any, path: Any, node: Any, seat: str) -> bool:
        return node in LIVE


class Desert(Forest, frozen=True):
    def is_live(self, view: Any, path: Any, node: Any, seat: str) -> bool:
        return False


def view_of(frame: Frame) -> Any:
    """All that drawing looks at."""
    return SimpleNamespace(stack=(frame,), grown=lambda path, seat: None)


def script(numbers: list[int]) -> Callable[[int], int]:
    left = iter(numbers)
    return lambda bound: next(left) % bound


def test_every_live_word_is_equally_likely_and_no_dead_one_is_ever_drawn() -> None:
    view, seen = view_of(Forest()), Counter[object]()
    for first in range(60):
        for second in range(60):
            for third in range(60):
                seen[next_word(view, (), "any", script([first, second, third]))] += 1
    assert set(seen) == LIVE
    assert len(set(seen.values())) == 1


def test_where_nothing_can_be_said_it_is_told_and_not_looped() -> None:
    with pytest.raises(AssertionError, match="nothing can be said"):
        next_word(view_of(Desert()), (), "any", script([0] * 20))
