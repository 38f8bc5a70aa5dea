"""What changes in the lobby of a house, in one call that a page asks again when it is told to (live.py)."""

from __future__ import annotations

import time

from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from balka.server import offers
from balka.server.calls import answer, is_home, json
from balka.server.finding import challenging
from balka.server.finding.answers import LobbyNow
from balka.server.listing import tables_of_person
from balka.server.people.sessions import person_of, store_of
from balka.server.ratings.telling import strength


async def lobby(request: Request) -> Response:
    if is_home(request):
        return json(LobbyNow(open=False, offers=[]))
    store, person = store_of(request), person_of(request)
    shown = offers.told_to(request, time.time() - offers.LIFE)
    now = LobbyNow(open=True, offers=shown, looking=store.finding.looking())
    if not person:
        return json(now)
    store.away.back(person)
    known = {one.game: strength(one.now) for one in store.ratings.of([person])}
    tables, asked = tables_of_person(store, person, []), challenging.told(request, person)
    return json(structs.replace(now, challenges=asked, ratings=known, tables=tables))


CALLS = [Route("/lobby", answer(lobby))]
