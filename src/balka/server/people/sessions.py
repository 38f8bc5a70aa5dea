"""Sessions: who is asking, known by a random token in a cookie of which only the hash is stored.

Why no form needs a token of its own against other sites' pages (CSRF): the cookie is SameSite=Lax, so a browser sends
it with no request of another site but a plain visit (GET), and no GET here changes anything; whatever changes something
is refused besides when its Origin is another site (`calls.answer`, `is_foreign`), which browsers always name with such
requests, also for signing in where there is no cookie yet. The one GET that lets somebody in, the return from an
OpenID Connect issuer, must show a state that this very browser was given (`provider.py`).
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING

import anyio
from msgspec import Struct
from sqlalchemy.exc import DBAPIError
from starlette.requests import HTTPConnection
from starlette.responses import Response

from balka.core.errors import BalkaError
from balka.server.addresses import is_encrypted
from balka.server.store import Person, Session, Store

if TYPE_CHECKING:
    from balka.server.app import Settings

COOKIE = "balka-session"
DAY = 24 * 3600
LIFE = 180 * DAY  # seconds a session lives after it was last used
USED_EVERY = 600  # seconds between two notes that a session is in use
LOOKED_AFTER_EVERY = 30.0  # seconds after which an open line asks whether its session was ended
LONGEST_TOKEN, LONGEST_AGENT = 100, 200


class StrangerError(BalkaError):
    """Only somebody who is signed in may do this."""


class Visit(Struct, frozen=True):
    """Somebody who is signed in, and by which session."""

    person: Person
    session: Session


def new_token() -> str:
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> str:
    """How a token is stored: it is random and long, so that a plain hash hides it."""
    return hashlib.sha256(token.encode()).hexdigest()


def store_of(request: HTTPConnection) -> Store:
    found: Store = request.app.state.tables.store
    return found


# -- who is asking


def visit_of(request: HTTPConnection) -> Visit | None:
    """Who is signed in, if anybody is; looked up once for a request."""
    if not hasattr(request.state, "visit"):
        request.state.visit = _looked_up(request)
    found: Visit | None = request.state.visit
    return found


def _looked_up(request: HTTPConnection) -> Visit | None:
    settings: Settings = request.app.state.settings
    token = request.cookies.get(COOKIE, "")
    if settings.house is None or not token or len(token) > LONGEST_TOKEN:
        return None
    people, now = store_of(request).people, time.time()
    session = people.session(hash_of(token), now - LIFE)
    person = people.find(session.person) if session else None
    if session is None or person is None:
        return None
    if session.seen < now - USED_EVERY:
        people.use(session, now)
    return Visit(person, session)


def person_of(request: HTTPConnection) -> str:
    """The id of whoever is signed in; empty for everybody else."""
    visit = visit_of(request)
    return visit.person.id if visit else ""


def must_be_signed_in(request: HTTPConnection) -> Visit:
    visit = visit_of(request)
    if visit is None:
        raise StrangerError("You are not signed in.", "sign in first")
    return visit


async def while_signed_in(request: HTTPConnection, done: Coroutine[object, object, None]) -> bool:
    """Keep a line open only as long as the session it came with: who is signed out from elsewhere is so here too.
    False where that ended it."""
    visit = visit_of(request)
    if visit is None:
        await done
        return True
    stays = True
    async with anyio.create_task_group() as both:

        async def look_after() -> None:
            nonlocal stays
            while _stands(request, visit.session):
                await asyncio.sleep(LOOKED_AFTER_EVERY)
            stays = False
            both.cancel_scope.cancel()

        both.start_soon(look_after)
        await done
        both.cancel_scope.cancel()
    return stays


def _stands(request: HTTPConnection, session: Session) -> bool:
    """Whether a session was not ended; while the database is away nobody knows, and nobody is sent away."""
    try:
        return store_of(request).people.session(session.hash, 0.0) is not None
    except (BalkaError, DBAPIError):
        return True


# -- coming and going


def enter(request: HTTPConnection, response: Response, person: Person, way: str) -> Response:
    """Let a browser in: a new token each time, so that one from before signing in is worth nothing after it."""
    before, token, now = visit_of(request), new_token(), time.time()
    session = Session(
        hash_of(token), secrets.token_hex(8), person.id, now, now, way, _address(request),
        request.headers.get("user-agent", "")[:LONGEST_AGENT],
    )  # fmt: skip
    people = store_of(request).people
    people.enter(session, before.session.id if before else "")
    if before is not None:
        people.end(before.person.id, before.session.id)
    response.set_cookie(COOKIE, token, max_age=LIFE, httponly=True, samesite="lax", secure=is_encrypted(request))
    return response


def _address(request: HTTPConnection) -> str:
    return request.client.host if request.client else ""


def leave(request: HTTPConnection, response: Response) -> Response:
    """Forget the token in this browser."""
    response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=is_encrypted(request))
    return response
