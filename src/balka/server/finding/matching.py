"""Quick matches: whoever looks for a game asks again every few seconds, and is seated with the nearest in strength who
looks for the same. The longer somebody waits, the farther away the other may be."""

from __future__ import annotations

import asyncio
import math
import secrets

import msgspec
from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from balka.core.system import Game
from balka.server.calls import answer, body, json, read, tables_of, take_a_table
from balka.server.catalogue import NotHereError, full_key
from balka.server.finding.answers import MatchTold
from balka.server.finding.asked import MATCH, MatchWish
from balka.server.live import secret_for
from balka.server.messages import NewTable
from balka.server.people.house import house_of
from balka.server.people.sessions import must_be_signed_in, store_of
from balka.server.ratings import terms
from balka.server.ratings.glicko import MEAN
from balka.server.store import ElsewhereError, Link, Seek
from balka.server.store.finding import Finding
from balka.server.tables import FRIEND, Prepared, Tables
from balka.table.table import HUMAN

AT_FIRST = 150.0  # points of rating two may be apart who have just come
A_SECOND = 10.0  # points more for each second somebody has waited
ANYBODY_AFTER = 90.0  # seconds after which strength does not matter any more
AMONG = 3  # scenarios of a game that are played so: those it begins with


def within(waited: float) -> float:
    """How far apart in strength two may be, if one of them has waited so long."""
    return math.inf if waited >= ANYBODY_AFTER else AT_FIRST + A_SECOND * waited


def nearest(own: Seek, others: list[Seek], now: float) -> Seek | None:
    """The nearest in strength who is near enough for one of the two; of equals, whoever has waited longest."""
    near = [one for one in others if abs(one.rating - own.rating) <= within(now - min(own.since, one.since))]
    return min(near, key=lambda one: (abs(one.rating - own.rating), one.since), default=None)


async def look(request: Request) -> Response:
    """Look for a game, or go on looking."""
    house_of(request)
    person = must_be_signed_in(request).person
    wish = read(await body(request), MatchWish, MATCH)
    game = _game(tables_of(request), wish.game)
    if wish.rated:
        terms.must_have_account(request)
    own = store_of(request).finding.seek(_seek(request, person.id, wish))
    if own.place:
        return _found(request, own)
    return await _paired(request, game, own)


def _game(tables: Tables, key: str) -> Game:
    found = next((game for game in tables.catalogue.games if game.key == key), None)
    if found is None or not found.scenarios():
        known = ", ".join(game.key for game in tables.catalogue.games)
        raise NotHereError(f"There is no game {key!r}.", f"one of {known}")
    return found


def _seek(request: Request, person: str, wish: MatchWish) -> Seek:
    store = store_of(request)
    known, now = store.ratings.of([person], wish.game), store.clock()
    pace = msgspec.json.encode(wish.pace).decode() if wish.pace else ""
    return Seek(person, wish.game, pace, int(wish.rated), known[0].rating if known else MEAN, now, now)


def _found(request: Request, own: Seek) -> Response:
    """Somebody was found meanwhile."""
    store_of(request).finding.stop(own.person)
    return json(MatchTold(url=f"/table/{own.place}"))


async def _paired(request: Request, game: Game, own: Seek) -> Response:
    store = store_of(request)
    others = store.finding.others(own)
    apart = store.order.apart(own.person, [one.person for one in others])
    free = [one for one in others if one.person not in apart]
    other, now = nearest(own, free, store.clock()), store.clock()
    if other is not None:
        take_a_table(request)
        try:
            return await _seated(request, game, own, other)
        except ElsewhereError:
            pass  # one of the two has another by now: the next look tells
    reach = within(now - own.since)
    limit = 0 if math.isinf(reach) else round(reach)
    return json(MatchTold(waited=round(now - own.since), others=len(free), within=limit))


async def _seated(request: Request, game: Game, own: Seek, other: Seek) -> Response:
    """Lay the table for two who have found each other; a coin decides who plays which side."""
    tables = tables_of(request)
    prepared = await asyncio.to_thread(_laid, tables, game, own)
    persons = (own.person, other.person) if secrets.randbits(1) else (other.person, own.person)
    links = [_taken(link, persons[int(link.given)]) for link in prepared.links]
    pair = Finding.pairing(prepared.stored.id, (own.person, other.person))
    live = tables.take_in(structs.replace(prepared, links=links), pair)
    live.go_on(tables.delays)
    return _found(request, structs.replace(own, place=prepared.stored.id))


def _laid(tables: Tables, game: Game, own: Seek) -> Prepared:
    scenario = secrets.choice([one for one in game.scenarios() if len(one.sides) > 1][:AMONG] or game.scenarios()[:1])
    pace = msgspec.json.decode(own.pace) if own.pace else None
    first, *rest = scenario.sides
    seats = {first: HUMAN, **dict.fromkeys(rest, FRIEND)}
    wish = {"scenario": full_key(game, scenario), "seats": seats, "pace": pace, "rated": bool(own.rated)}
    return tables.prepare(msgspec.convert(wish, NewTable))


def _taken(link: Link, person: str) -> Link:
    return structs.replace(link, token=secret_for(link.token), claimed=True, given=True, person=person)


async def stop(request: Request) -> Response:
    """Look no longer; a table that was found stays."""
    house_of(request)
    store_of(request).finding.stop(must_be_signed_in(request).person.id)
    return json(MatchTold())


CALLS = [Route("/match", answer(look), methods=["POST"]), Route("/match", answer(stop), methods=["DELETE"])]
