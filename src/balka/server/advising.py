"""Calls about the coach: a hint for whoever decides, and a game that is over judged choice by choice."""

from __future__ import annotations

import secrets

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from balka.core.errors import BalkaError
from balka.server.calls import NotYetError, answer, ready_json, sitting, worked
from balka.server.catalogue import NotHereError
from balka.server.jobs import Advise, Judge


async def advice(request: Request) -> Response:
    """What a good player would do at a seat of the asker; nobody is helped against another person."""
    live, own = await sitting(request)
    seat = request.query_params.get("seat", "")
    if seat not in live.table.seats:
        raise NotHereError(f"There is no seat {seat!r}.", f"one of {', '.join(live.table.seats)}")
    if seat not in own:
        raise NotYetError(
            "You do not decide at this seat.", f"one of {', '.join(own)}" if own else "a seat of your own"
        )
    if live.stored.rated:
        raise BalkaError("There are no hints at a rated game.", "the replay tells more when it is over")
    if not live.stored.hints:
        raise BalkaError("This table is played without hints.", "the replay tells more when it is over")
    if live.shared:
        raise BalkaError("There are no hints where people play each other.", "the replay tells more when it is over")
    return ready_json(await worked(request, Advise(table=live.stored.id, seat=seat, seed=secrets.randbits(32))))


async def judgement(request: Request) -> Response:
    live, _ = await sitting(request)
    if not live.table.over:
        raise NotYetError("A game is judged when it is over.", "a hint says what a good player would do now")
    return ready_json(await worked(request, Judge(table=live.stored.id)))


CALLS = [
    Route("/tables/{id}/advice", answer(advice)),
    Route("/tables/{id}/judgement", answer(judgement)),
]
