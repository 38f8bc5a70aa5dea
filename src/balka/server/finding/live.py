"""The lobby, live: whoever looks at it is told at once that something has changed there, and asks what.

What is told is only that: what he may see he is shown by the call that asks. An offer, a challenge or somebody who
looks for a game is for everybody; that a table waits for another seat is for those who sit there.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from balka.server.calls import answer, caller, is_home, limits_of, tables_of
from balka.server.catalogue import NotHereError
from balka.server.finding.watchers import Watchers
from balka.server.limits import Lines
from balka.server.people.sessions import person_of

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


async def live(request: Request) -> Response:
    """Events in the form that browsers read (text/event-stream): `changed`, and nothing else."""
    if is_home(request):
        raise NotHereError("At this computer nobody else comes by.", "balka serve, or balka play --shared")
    lines, address = limits_of(request).lines, caller(request)
    lines.must_have_room(address)
    told = _told(tables_of(request).watchers, person_of(request), lines, address)
    return StreamingResponse(told, media_type="text/event-stream", headers=HEADERS)


async def _told(watchers: Watchers, person: str, lines: Lines, address: str) -> AsyncIterator[str]:
    with lines.one_more(address):
        yield ": here\n\n"
        async for changed in watchers.changes(person):
            yield "event: changed\ndata:\n\n" if changed else ": still here\n\n"


CALLS = [Route("/lobby/live", answer(live))]
