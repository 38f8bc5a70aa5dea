"""The ladder of a game: people and bots by strength, and what the sides of its scenarios are worth."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from balka.server.calls import answer, json, tables_of
from balka.server.catalogue import Catalogue, NotHereError, full_key
from balka.server.people.house import house_of
from balka.server.people.sessions import person_of, store_of
from balka.server.ratings.answers import Ladder, LadderGame, LadderRow, SideWorth
from balka.server.ratings.names import Names
from balka.server.ratings.offsets import Offset
from balka.server.ratings.telling import REACH, strength
from balka.server.store import BOT, Rated, Store

MOST = 500


async def ladder(request: Request) -> Response:
    """One game's, or that of the first where none is named."""
    house_of(request)
    catalogue, store = tables_of(request).catalogue, store_of(request)
    games = [LadderGame(key=game.key, title=game.title) for game in catalogue.games]
    wished = request.path_params.get("game", games[0].key if games else "")
    found = next((game for game in games if game.key == wished), None)
    if found is None:
        raise NotHereError(f"There is no game {wished[:50]!r}.", f"one of {', '.join(game.key for game in games)}")
    rows = _rows(store.ratings.ladder(wished, MOST), catalogue, store, person_of(request))
    sides = _sides(catalogue, store, wished)
    return json(Ladder(game=found.key, title=found.title, rows=rows, sides=sides, games=games))


def _rows(known: list[Rated], catalogue: Catalogue, store: Store, asker: str) -> list[LadderRow]:
    """Those of whom enough is known by strength, then all others."""
    names = Names(catalogue, store, [one.player for one in known])
    named = [one for one in known if names.player(one.player, one.game)]
    named.sort(key=lambda one: (one.now.provisional, -one.rating))
    return [_row(number, names.player(one.player, one.game), one, asker) for number, one in enumerate(named, 1)]


def _row(number: int, name: str, known: Rated, asker: str) -> LadderRow:
    return LadderRow(
        place=0 if known.now.provisional else number, name=name, strength=strength(known.now),
        key=known.player.removeprefix(BOT) if known.player.startswith(BOT) else "",
        yours=bool(asker) and known.player == asker,
    )  # fmt: skip


def _sides(catalogue: Catalogue, store: Store, game: str) -> list[SideWorth]:
    """The side that is better off in each scenario of which that is known."""
    titles = {
        full_key(one, known): known.title for one in catalogue.games if one.key == game for known in one.scenarios()
    }
    found = store.ratings.offsets(titles)
    better = [(key, side, worth) for (key, side), worth in sorted(found.items()) if _is_better(found, key, side)]
    better.sort(key=lambda one: -one[2].points)
    return [_worth(key, titles[key], side, worth) for key, side, worth in better]


def _is_better(found: dict[tuple[str, str], Offset], scenario: str, side: str) -> bool:
    others = [key for key in found if key[0] == scenario and key[1] != side]
    return all((found[key].points, key[1]) < (found[scenario, side].points, side) for key in others)


def _worth(key: str, title: str, side: str, worth: Offset) -> SideWorth:
    reach = REACH * worth.deviation
    return SideWorth(
        scenario=key, title=title, side=side, points=round(worth.points), low=round(worth.points - reach),
        high=round(worth.points + reach), games=worth.games,
    )  # fmt: skip


CALLS = [Route("/ladder", answer(ladder)), Route("/ladder/{game}", answer(ladder))]
