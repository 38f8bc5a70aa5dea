"""What is told of ratings, as types."""

from __future__ import annotations

from typing import Literal

from balka.core.scene.figures import Sent

Standing = Literal["", "rated", "counted", "void"]
"""of a table: not rated, rated, or once its game is over whether it has changed ratings"""


class Strength(Sent, frozen=True, kw_only=True):
    """A rating in a game: 19 times in 20 the strength lies between `low` and `high`. `provisional` while little is
    known."""

    rating: int
    low: int
    high: int
    games: int
    provisional: bool = False


class LadderRow(Sent, frozen=True, kw_only=True):
    """Somebody on the ladder of a game; `place` counts those of whom enough is known, 0 for all others. `key` is that
    of a bot."""

    place: int
    name: str
    strength: Strength
    key: str = ""
    yours: bool = False


class SideWorth(Sent, frozen=True, kw_only=True):
    """What a side of a scenario is worth in points of rating, between what figures 19 times in 20, and from how many
    games that is known."""

    scenario: str
    title: str
    side: str
    points: int
    low: int
    high: int
    games: int


class LadderGame(Sent, frozen=True, kw_only=True):
    key: str
    title: str


class Ladder(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """The ladder of a game, the strongest first, people and bots; what sides are worth, the most uneven first; and the
    games that have ladders."""

    game: str
    title: str
    rows: list[LadderRow]
    sides: list[SideWorth]
    games: list[LadderGame]
