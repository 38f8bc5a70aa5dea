"""Somebody's ratings and the games that made them, for his page."""

from __future__ import annotations

from starlette.requests import Request

from balka.server.calls import tables_of
from balka.server.people.answers import GameRating, RatedGame, RatingPoint
from balka.server.people.house import time_wire
from balka.server.people.sessions import store_of
from balka.server.ratings.glicko import Rating
from balka.server.ratings.names import Names
from balka.server.ratings.telling import strength
from balka.server.store import BOT, Change, Rated

MOST = 500  # games looked back on
LISTED = 50


def told(request: Request, player: str) -> tuple[list[GameRating], list[RatedGame]]:
    """How strong somebody is in each game, the one he played most first, and his last rated games."""
    store = store_of(request)
    kept = store.ratings
    changes = kept.changes(player, MOST)
    names = Names(tables_of(request).catalogue, store, {change.opponent for change in changes[:LISTED]})
    known = sorted(kept.of([player]), key=lambda one: -one.games)
    return [_rating(names, one, changes) for one in known], [_game(names, change) for change in changes[:LISTED]]


def _rating(names: Names, known: Rated, changes: list[Change]) -> GameRating:
    own = [change for change in changes if change.game == known.game]
    return GameRating(
        game=known.game,
        title=names.game(known.game),
        strength=strength(known.now),
        history=[_point(one) for one in own],
    )


def _point(change: Change) -> RatingPoint:
    then = strength(Rating(change.rating, change.deviation))
    return RatingPoint(at=time_wire(change.at), rating=then.rating, low=then.low, high=then.high)


def _game(names: Names, change: Change) -> RatedGame:
    return RatedGame(
        table=change.place, game=change.game, title=names.scenario(change.scenario), side=change.side,
        opponent=names.player(change.opponent, change.game), bot=change.opponent.startswith(BOT), score=change.score,
        advantage=round(change.advantage), before=round(change.rating_before), after=round(change.rating),
        ended=time_wire(change.at),
    )  # fmt: skip
