"""What everybody may know about somebody: his name, since when, how strong he is, and the games he finished."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from balka.server.calls import answer, json
from balka.server.catalogue import NotHereError
from balka.server.people.answers import FinishedGame, PersonPage
from balka.server.people.checking import key_of
from balka.server.people.house import people_of, time_wire
from balka.server.people.sessions import person_of, store_of
from balka.server.ratings import history
from balka.server.store import Person

MOST = 50  # games listed


async def page(request: Request) -> Response:
    """Guests have no page: their name is theirs in one browser only."""
    name = request.path_params["name"][:100]
    person = people_of(request).named(key_of(name)) if name.isprintable() else None
    if person is None:
        raise NotHereError(f"Nobody is called {name!r} here.", "a name as it is spelled in the lobby")
    return json(_told(request, person))


def _told(request: Request, person: Person) -> PersonPage:
    people = people_of(request)
    count, last = people.finished(person.id, MOST)
    seats = people.seats(person.id, last)
    games = [
        FinishedGame(table=known.id, title=known.title, seats=seats.get(known.id, []), ended=time_wire(known.touched))
        for known in store_of(request).among(last)
    ]
    ratings, rated = history.told(request, person.id)
    asker = person_of(request)
    kinds = {one.whom: one.kind for one in store_of(request).order.kept_away(asker)} if asker else {}
    return PersonPage(
        name=person.name, since=time_wire(person.created), finished=count, games=games, ratings=ratings, rated=rated,
        barred=kinds.get(person.id, ""), you=asker == person.id,
    )  # fmt: skip


CALLS = [Route("/people/{name}", answer(page))]
