"""Victory points for whoever expects to lose: where a printed game has no handicap, the threshold moves.

A house rule and no rule of the books. What is given to the side that scores makes it need so many points fewer; what
is given to the other side makes the scorer need so many more.
"""

from __future__ import annotations

from collections.abc import Sequence

from balka.core.system import Option

KEY, NONE = "handicap", "none"
TITLE = "Victory points given to a side before play"


def handicap(scorer: str, other: str, needed: int, points: Sequence[int], most: int | None = None) -> Option:
    """The option that gives a side so many points.

    The scorer still has to make one of those he needs, and where no more than `most` can be made he can still make
    them all.
    """
    values = [f"{scorer} {number}" for number in points if number < needed]
    values += [f"{other} {number}" for number in points if most is None or needed + number <= most]
    return Option(KEY, TITLE, "", (NONE, *values))


def in_points(option: Option) -> bool:
    """Is it such an option, and not one of a game that has a handicap of its own?"""
    return option.key == KEY and option.title == TITLE


def more_needed(value: str, scorer: str) -> int:
    """By how many points what the scorer needs goes up; below nought it goes down."""
    side, _, points = value.partition(" ")
    return int(points or 0) * (-1 if side == scorer else 1)
