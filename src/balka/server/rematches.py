"""Rematches: those who played at different screens play again with sides changed. Whoever asks first lays the table;
the others sit down at it when they ask, each where his opponent sat."""

from __future__ import annotations

import asyncio
import contextlib
import secrets

from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from balka.core.errors import BalkaError
from balka.server.answers import TableMade
from balka.server.calls import NotYetError, answer, json, remember, sitting, tables_of, take_a_table, tokens_of
from balka.server.live import LiveTable, secret_for
from balka.server.messages import NewTable
from balka.server.people.sessions import person_of
from balka.server.ratings import terms
from balka.server.store import ElsewhereError
from balka.server.tables import FRIEND
from balka.table.table import HUMAN


async def rematch(request: Request) -> Response:
    """Sit down at the rematch of a game that is over, and lay its table if nobody has."""
    live, own = await sitting(request)
    _must_be_over(live, own)
    tables = tables_of(request)
    new_id = tables.store.rematch(live.stored.id, secrets.token_hex(16))
    if tables.store.find(new_id) is None:
        with contextlib.suppress(ElsewhereError):  # another was quicker: sit down at his
            return await _laid(request, live, own, new_id)
    return await _joined(request, live, own, new_id)


def _must_be_over(live: LiveTable, own: tuple[str, ...]) -> None:
    if not own:
        raise BalkaError("Only those who played have a rematch.", "lay a table in the lobby")
    if not live.shared:
        raise BalkaError("Everybody sits at this screen.", "lay a table in the lobby")
    if not live.table.over:
        raise NotYetError("The game is not over.", "when it is")


async def _laid(request: Request, live: LiveTable, own: tuple[str, ...], new_id: str) -> Response:
    tables = tables_of(request)
    take_a_table(request)
    rated = bool(live.stored.rated) and terms.has_account(request)
    seats = seats_again(live.table.players, own)
    wish = NewTable(live.stored.scenario, seats, dict(live.stored.options), rated=rated, hints=bool(live.stored.hints))
    prepared = await asyncio.to_thread(tables.prepare, wish)
    owner = person_of(request)
    stored = structs.replace(prepared.stored, id=new_id, pace=live.stored.pace, owner=owner)
    made = tables.take_in(structs.replace(prepared, stored=stored))
    live.stored = structs.replace(live.stored, rematch=new_id)
    live.tell_company()
    made.go_on(tables.delays)
    sitters = tables.store.people.sitters(live.stored.id)
    live.noticing.tell("challenge", {person for seat, person in sitters.items() if person and seat not in own})
    return _told(request, new_id, stored.host)


async def _joined(request: Request, live: LiveTable, own: tuple[str, ...], new_id: str) -> Response:
    """Sit down where the opponent sat; whoever has done so already finds his way back."""
    again = await tables_of(request).reopen(new_id)
    seats = {opposite(live.table.seats, seat) for seat in own}
    waiting = [link for link in again.links if link.seat in seats and link.given and not link.claimed]
    token = next(iter(tokens_of(request, new_id)), "")
    if waiting and not token:
        token = secret_for(waiting[0].token)
        token = again.claim({token}, person_of(request)) or token
    return _told(request, new_id, token)


def _told(request: Request, new_id: str, token: str) -> Response:
    """Where the rematch is; an account needs no token."""
    if person_of(request) or not token:
        return json(TableMade(id=new_id, url=f"/table/{new_id}", token=""))
    return remember(request, json(TableMade(id=new_id, url=f"/table/{new_id}", token=token)), new_id, token)


def opposite(seats: tuple[str, ...], seat: str) -> str:
    """Where somebody sits when sides are changed."""
    return seats[len(seats) - 1 - seats.index(seat)]


def seats_again(players: dict[str, str], own: tuple[str, ...]) -> dict[str, str]:
    """Who sits where when sides are changed: the asker, bots, and for the other people seats that wait for them."""
    seats = tuple(players)
    return {seat: _player(players[opposite(seats, seat)], opposite(seats, seat) in own) for seat in seats}


def _player(who: str, mine: object) -> str:
    return who if who != HUMAN or mine else FRIEND


CALLS = [Route("/tables/{id}/rematch", answer(rematch), methods=["POST"])]
