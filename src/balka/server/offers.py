"""Offers: seats that wait for anybody, listed in the lobby of a house that others reach, and taken with one click."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from balka.core.errors import BalkaError
from balka.core.scene.display import seat_name
from balka.server.answers import TableMade
from balka.server.calls import (
    NotYetError,
    answer,
    body,
    is_home,
    json,
    read,
    remember,
    sitting,
    tables_in_cookies,
    tables_of,
)
from balka.server.finding.answers import OfferInfo, Offers
from balka.server.live import secret_for
from balka.server.messages import Invited
from balka.server.people.sessions import person_of
from balka.server.ratings.answers import Strength
from balka.server.ratings.telling import strength
from balka.server.store import Offer
from balka.server.store.ratings import game_of
from balka.server.timing import read_pace

LIFE = 6 * 3600  # seconds for which somebody is taken to be waiting still
MOST = 50
MOST_OWN = 1000


async def offers(request: Request) -> Response:
    """What one could sit down at: not one's own offers."""
    if is_home(request):
        return json(Offers(open=False, offers=[]))
    return json(Offers(open=True, offers=told_to(request, time.time() - LIFE)))


def told_to(request: Request, since: float) -> list[OfferInfo]:
    """The offers made since then that somebody could take: not his own, and of nobody he is kept apart from."""
    store, own = tables_of(request).store, _own_tables(request)
    known = [offer for offer in store.offers(since, MOST) if offer.table not in own]
    owners = {offer.owner for offer in known}
    apart, names = store.order.apart(person_of(request), owners), store.people.called(sorted(owners))
    ratings = {(one.player, one.game): strength(one.now) for one in store.ratings.of(owners)}
    return [_told(offer, names, ratings) for offer in known if not offer.owner or offer.owner not in apart]


def _own_tables(request: Request) -> set[str]:
    """The tables somebody has a seat at, by cookie or by his account."""
    person = person_of(request)
    mine = tables_of(request).store.people.tables(person, MOST_OWN) if person else []
    return {*tables_in_cookies(request), *mine}


def _told(offer: Offer, names: dict[str, str], ratings: dict[tuple[str, str], Strength]) -> OfferInfo:
    rating = ratings.get((offer.owner, game_of(offer.scenario)))
    since = datetime.fromtimestamp(offer.since, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return OfferInfo(
        table=offer.table, scenario=offer.scenario, title=offer.title, seat=offer.seat, name=seat_name(offer.seat),
        since=since, pace=read_pace(offer.pace), rated=bool(offer.rated),
        by=names.get(offer.owner, ""), rating=rating,
    )  # fmt: skip


async def take(request: Request) -> Response:
    """Sit down where anybody may; of two who try, one does."""
    live, own = await sitting(request)
    wish = read(await body(request), Invited, '{"seat": "soviet"}')
    if own:
        raise BalkaError("You sit at this table already.", "open it from your tables")
    link = next((link for link in live.links if link.offered and link.seat == wish.seat), None)
    if link is None or link.claimed:
        raise NotYetError("Somebody was quicker: this seat is taken.", "another offer")
    secret = secret_for(link.token)
    secret = live.claim({secret}, person_of(request)) or secret
    if not any(taken.secret_in({secret}) for taken in live.links):
        raise NotYetError("Somebody was quicker: this seat is taken.", "another offer")
    signed_in = bool(person_of(request))
    where = TableMade(id=live.stored.id, url=f"/table/{live.stored.id}", token="" if signed_in else secret)
    return json(where) if signed_in else remember(request, json(where), live.stored.id, secret)


CALLS = [
    Route("/offers", answer(offers)),
    Route("/offers/{id}", answer(take), methods=["POST"]),
]
