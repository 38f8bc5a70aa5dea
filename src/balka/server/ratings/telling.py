"""Ratings as they are told: in round figures, with the interval that holds the strength 19 times in 20."""

from __future__ import annotations

from balka.server.ratings.answers import Standing, Strength
from balka.server.ratings.glicko import Rating
from balka.server.store import COUNTED, RATED, UNRATED, VOID

STANDINGS: dict[int, Standing] = {UNRATED: "", RATED: "rated", COUNTED: "counted", VOID: "void"}
REACH = 1.96  # deviations to either side


def strength(rating: Rating) -> Strength:
    reach = REACH * rating.deviation
    return Strength(
        rating=round(rating.rating), low=round(rating.rating - reach), high=round(rating.rating + reach),
        games=rating.games, provisional=rating.provisional,
    )  # fmt: skip
