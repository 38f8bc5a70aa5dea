"""Calls: who is asking, and how he is answered."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlsplit

import msgspec
from sqlalchemy.exc import DBAPIError
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from balka.core.errors import BalkaError
from balka.server.addresses import is_encrypted
from balka.server.catalogue import NotHereError
from balka.server.jobs import AnyJob
from balka.server.languages import in_language
from balka.server.limits import Limits, TooMuchError, must_have_room
from balka.server.live import LiveTable
from balka.server.messages import LONGEST_BODY, MalformedError, problem_wire
from balka.server.people.sessions import StrangerError, person_of
from balka.server.store import AwayError, TakenError
from balka.server.tables import Tables
from balka.server.workers import BusyError, Queues

if TYPE_CHECKING:
    from balka.server.app import Settings

Sent = TypeVar("Sent")

log = logging.getLogger("balka.server")


class NotYetError(BalkaError):
    """Asked for something that is told when the game is over."""


LOOPBACK = ("localhost", "127.0.0.1", "::1", "[::1]")
COOKIE = "balka_"
COOKIE_LIFE = 366 * 24 * 3600
PASSED_ON = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via")


# -- who is asking


def tables_of(request: HTTPConnection) -> Tables:
    found: Tables = request.app.state.tables
    return found


def is_home(request: HTTPConnection) -> bool:
    """Whether the asker sits at this computer: by its own name for itself, so that no foreign page can pretend to."""
    settings: Settings = request.app.state.settings
    passed_on = any(name in request.headers for name in PASSED_ON)  # by a proxy: whoever it is, he sits elsewhere
    return settings.home and _host_name(request) in LOOPBACK and not passed_on


def is_near(request: HTTPConnection) -> bool:
    """Whether the asker calls from the server's own computer, and no proxy has passed his call on."""
    return caller(request) in LOOPBACK and not any(name in request.headers for name in PASSED_ON)


def _host_name(request: HTTPConnection) -> str:
    return _name(f"//{request.headers.get('host', '')}")


def _name(address: str) -> str:
    """The computer an address names; nothing when it is malformed."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _port(address: str) -> int | None:
    try:
        return urlsplit(address).port
    except ValueError:
        return None


def is_foreign(request: HTTPConnection) -> bool:
    """Whether another site's page asks through somebody's browser."""
    origin = request.headers.get("origin")
    if not origin:
        return False
    if origin.partition("://")[2] == request.headers.get("host", ""):
        return False
    names, ports = (_name(origin), _host_name(request)), (_port(origin), _port(f"//{request.headers.get('host', '')}"))
    return not (set(names) <= set(LOOPBACK) and ports[0] == ports[1])


def tokens_of(request: HTTPConnection, table_id: str) -> set[str]:
    """The tokens shown for a table, by cookie or in the address, and those of the account somebody is signed in to."""
    shown = (request.cookies.get(cookie_name(table_id)), request.query_params.get("token"))
    person = person_of(request)
    own = tables_of(request).store.people.tokens(person, table_id) if person else set()
    return {token for token in shown if token} | own


def cookie_name(table_id: str) -> str:
    return f"{COOKIE}{table_id}"


def tables_in_cookies(request: HTTPConnection) -> list[str]:
    """The tables somebody has a token for."""
    return [name.removeprefix(COOKIE) for name in request.cookies if name.startswith(COOKIE)]


def remember(request: HTTPConnection, response: Response, table_id: str, token: str) -> Response:
    """Let the browser show a token again; over an encrypted line it never shows it on an open one."""
    encrypted = is_encrypted(request)
    response.set_cookie(
        cookie_name(table_id), token, max_age=COOKIE_LIFE, httponly=True, samesite="lax", secure=encrypted
    )
    return response


async def sitting(request: Request) -> tuple[LiveTable, tuple[str, ...]]:
    """The table a call is about, and the seats of the asker."""
    table_id = request.path_params["id"]
    live = await tables_of(request).reopen(table_id)
    return live, live.held(tokens_of(request, table_id), is_home(request))


async def worked(request: Request, job: AnyJob) -> bytes:
    """Slow work for whoever asks; nobody has more of it waiting than his share."""
    workers = tables_of(request).workers
    assert workers is not None
    queues: Queues = request.app.state.queues
    with queues.one_more(caller(request)):
        return await workers.run(job)


def caller(request: HTTPConnection) -> str:
    """The address somebody calls from."""
    return request.client.host if request.client else ""


def limits_of(request: HTTPConnection) -> Limits:
    found: Limits = request.app.state.limits
    return found


def take_a_table(request: HTTPConnection) -> None:
    """Somebody is about to lay a table; not more than his share of them."""
    if not is_home(request):
        must_have_room(tables_of(request).store, person_of(request))
        limits_of(request).tables.take(caller(request))


async def body(request: Request) -> bytes:
    """What was sent, if it is not too much."""
    parts: list[bytes] = []
    async for part in request.stream():
        parts.append(part)
        if sum(map(len, parts)) > LONGEST_BODY:
            raise MalformedError("The request is too long.", f"at most {LONGEST_BODY} bytes")
    return b"".join(parts)


# -- answering

STATUS: tuple[tuple[type[BalkaError], int], ...] = (
    (NotHereError, 404),
    (NotYetError, 409),
    (TakenError, 409),
    (StrangerError, 401),
    (BusyError, 503),
    (AwayError, 503),
    (TooMuchError, 429),
    (BalkaError, 400),
)


def answer(handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Mistakes of the asker are answered with a sentence, ours with one too and a line in the log."""

    async def answered(request: Request) -> Response:
        if request.method != "GET" and is_foreign(request):
            return problem_response(BalkaError("Pages of other sites may not do this."), 403)
        try:
            if not is_home(request):
                limits_of(request).calls.take(caller(request))
            return in_language(request, await handler(request))
        except BalkaError as problem:
            code = next(code for kind, code in STATUS if isinstance(problem, kind))
            return in_language(request, problem_response(problem, code))
        except ClientDisconnect:
            return Response(status_code=400)  # nobody is there to read it
        except DBAPIError as problem:
            log.exception("%s %s: the database is damaged", request.method, request.url.path)
            said = str(problem.orig)
            damaged = BalkaError(f"The file of this server is damaged: {said}.", "whoever runs it has a backup")
            return problem_response(damaged, 500)
        except Exception:
            log.exception("%s %s went wrong", request.method, request.url.path)
            return problem_response(BalkaError("The server made a mistake; nothing stored is lost."), 500)

    return answered


def read(sent: bytes, kind: type[Sent], example: str) -> Sent:
    """What was sent, as what it should be."""
    try:
        return msgspec.json.decode(sent, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        raise MalformedError(f"The request cannot be read: {problem}", example) from problem


def json(body: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(body), status, media_type="application/json")


def ready_json(body: bytes) -> Response:
    """An answer that has been made elsewhere."""
    return Response(body, media_type="application/json")


def problem_response(problem: BalkaError, status: int) -> Response:
    return json(problem_wire(problem), status)
