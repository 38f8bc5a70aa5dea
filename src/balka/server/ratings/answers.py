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
