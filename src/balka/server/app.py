"""The server: the pages, the calls and the sockets of docs/scene.md."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, structs
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

import balka
from balka.bots.base import Bot
from balka.core.errors import BalkaError
from balka.core.system import Game
from balka.server import (
    advising,
    fairness,
    hearing,
    leasing,
    notes,
    offers,
    pages,
    rematches,
    replaying,
    rulebook,
    scenarios,
    watching,
)
from balka.server.addresses import outward, path_of
from balka.server.answers import Invitations, OneTable, TableMade
from balka.server.away import calls as away
from balka.server.away.desk import Desk
from balka.server.away.sending import sending
from balka.server.calls import (
    answer,
    body,
    caller,
    is_foreign,
    is_home,
    json,
    limits_of,
    problem_response,
    read,
    remember,
    sitting,
    tables_in_cookies,
    tables_of,
    take_a_table,
    tokens_of,
    worked,
)
from balka.server.catalogue import Catalogue, NotHereError
from balka.server.connection import Connection
from balka.server.finding import challenging, keeping, live, lobby, matching
from balka.server.guarding import Guarded
from balka.server.jobs import Bench, Prepare, Write
from balka.server.later import Beside
from balka.server.limits import Limits, TooMuchError
from balka.server.listing import MOST_TABLES, table_wire, tables_of_person, timed
from balka.server.live import Delays, LiveTable, secret_for
from balka.server.messages import ErrorTold, Invited, problem_wire, read_wish
from balka.server.people import account, entering, links, passkeys, profiles, provider
from balka.server.people.mailing import Mailer
from balka.server.people.passwords import Passwords
from balka.server.people.sessions import LIFE, person_of, while_signed_in
from balka.server.people.settings import House
from balka.server.ratings import ladder, terms
from balka.server.serving import serve
from balka.server.store import AwayError, Store, held
from balka.server.tables import Prepared, Tables
from balka.server.watching import Figures, Watched
from balka.server.workers import Here, Household, Pool, Queues

SIGNED_OUT, UNKNOWN_TABLE, TOO_MANY = 4401, 4404, 4429


class Settings(Struct, frozen=True):
    """How a server is run. At `home`, whoever reaches it by a loopback address sits at this computer and needs no
    token for seats that nobody came for by a link. `workers` are processes for slow work, of which there may be so
    many; with none it is done on threads of this one. `address` is how others reach the server, where its host said
    so; `listening` is where it listens itself. A `house` knows people by name and has accounts; without, nobody has.
    `metrics` is the secret that shows its figures to somebody elsewhere; `clock` tells the seconds people have."""

    home: bool = True
    delays: Delays = Delays()
    static: Path = pages.STATIC
    workers: int = 0
    address: str = ""
    listening: tuple[str, int] = ("127.0.0.1", 0)
    house: House | None = None
    metrics: str = ""
    clock: Callable[[], float] = time.time


def create_app(
    data: Path | str, games: Sequence[Game] | None = None, settings: Settings | None = None,
    bots: Mapping[str, Bot] | None = None,
) -> Starlette:  # fmt: skip
    """The application on a data folder, or on a database by its address; games are those installed unless others are
    given."""
    chosen = settings or Settings()
    store = Store(data / "balka.sqlite" if isinstance(data, Path) else data, secrets.token_hex(4), chosen.clock)
    catalogue = Catalogue(games if games is not None else balka.all_games(), bots)
    tables = Tables(store, catalogue, chosen.delays, bots)

    if chosen.house is not None:
        tables.desk = Desk(store, chosen.house, chosen.address)
    mailer = Mailer()
    household = Household(store.address.render_as_string(hide_password=False), tuple(bots or ()), chosen.home)
    tables.workers = Pool(household, chosen.workers) if chosen.workers and games is None else Here(Bench(tables))

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        assert tables.workers is not None
        await tables.workers.begin()
        tables.later = Beside() if isinstance(tables.workers, Pool) else tables.later
        if chosen.house is not None:
            store.people.sweep(time.time() - LIFE)
        others = hearing.others(store, tables.heard, tables.read_ahead)
        async with others, leasing.taking_over(tables), sending(tables, tables.desk):
            yield
        await mailer.stop()
        await tables.stop()
        await tables.workers.stop()
        await asyncio.to_thread(tables.later.stop)
        store.close()

    app = Starlette(
        routes=routes(chosen.static),
        lifespan=lifespan,
        middleware=[Middleware(Watched), Middleware(Guarded)],
        exception_handlers={AwayError: database_away},
    )
    app.state.tables, app.state.settings = tables, chosen
    app.state.queues, app.state.limits, app.state.figures = Queues(), Limits(store), Figures(tables)
    app.state.passwords, app.state.mailer = Passwords(), mailer
    return app


def routes(static: Path = pages.STATIC) -> list[Any]:
    """Every address the server answers at."""
    call = [
        Route("/games", answer(games)),
        Route("/tables", answer(own_tables)),
        Route("/tables", answer(new_table), methods=["POST"]),
        Route("/tables/{id}", answer(one_table)),
        Route("/tables/{id}/invitations", answer(invite_anew), methods=["POST"]),
        Route("/tables/{id}/record", answer(record)),
        Route("/boards/{key}", answer(board)),
        *scenarios.CALLS,
        *rulebook.CALLS,
        *fairness.CALLS,
        *advising.CALLS,
        *replaying.CALLS,
        *notes.CALLS,
        *offers.CALLS,
        *entering.CALLS,
        *account.CALLS,
        *links.CALLS,
        *passkeys.CALLS,
        *provider.CALLS,
        *profiles.CALLS,
        *ladder.CALLS,
        *away.CALLS,
        *lobby.CALLS,
        *live.CALLS,
        *matching.CALLS,
        *challenging.CALLS,
        *keeping.CALLS,
        *rematches.CALLS,
        Route("/{rest:path}", answer(nothing), methods=["GET", "POST", "PUT", "PATCH", "DELETE"]),
    ]
    return [
        Mount("/api", routes=call),
        WebSocketRoute("/ws/tables/{id}", table_socket),
        Route("/table/{id}", answer(table_page)),
        *watching.CALLS,
        *away.PAGES,
        *pages.routes(static),
    ]


async def database_away(request: Request, problem: Exception) -> Response:
    """A page whose database does not answer just now."""
    assert isinstance(problem, AwayError)
    return problem_response(problem, 503)


async def nothing(request: Request) -> Response:
    raise NotHereError(f"There is nothing at {request.url.path}.")


# -- games, boards


async def games(request: Request) -> Response:
    return json(await asyncio.to_thread(tables_of(request).catalogue.to_wire))


async def board(request: Request) -> Response:
    """A board; a browser that has it is told so."""
    found = tables_of(request).catalogue.board(request.path_params["key"])
    headers = {"ETag": found.etag, "Cache-Control": "no-cache"}
    if found.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(found.body, media_type="application/json", headers=headers)


# -- tables


async def own_tables(request: Request) -> Response:
    """The tables at which the asker may sit down again; those of his account in any browser."""
    store, home, person = tables_of(request).store, is_home(request), person_of(request)
    known = store.latest(MOST_TABLES) if home else store.among(tables_in_cookies(request)[:MOST_TABLES])
    seats = {table.id: held(table, store.links(table.id), tokens_of(request, table.id), home) for table in known}
    own = [stored for stored in known if seats[stored.id]]
    if person:
        store.away.back(person)
        return json(tables_of_person(store, person, own))
    return json(timed(store, [structs.replace(table_wire(one), yours=list(seats[one.id])) for one in own], own))


async def new_table(request: Request) -> Response:
    """Lay a table; whoever does is its host, known by his account, else by a cookie and by the token in the answer."""
    tables = tables_of(request)
    wish = read_wish(await body(request))
    if wish.rated:
        terms.must_have_account(request)
    take_a_table(request)
    if wish.record:
        prepared = msgspec.msgpack.decode(await worked(request, Prepare(wish=wish)), type=Prepared)
    else:
        prepared = await asyncio.to_thread(tables.prepare, wish)
    owner = person_of(request)
    live = tables.take_in(structs.replace(prepared, stored=structs.replace(prepared.stored, owner=owner)))
    stored = live.stored
    live.go_on(tables.delays)
    token = "" if owner else stored.host
    made = TableMade(id=stored.id, url=f"/table/{stored.id}", token=token, invite=_invitations(live))
    return json(made) if owner else remember(request, json(made), stored.id, token)


def _invitations(live: LiveTable) -> dict[str, str]:
    """Links by which others may take a seat; the host gives them away."""
    return {link.seat: path_of(live.stored.id, link.token) for link in live.links if not link.claimed}


async def one_table(request: Request) -> Response:
    """What a table is, the seats of the asker, and for the host the links for others."""
    live, own = await sitting(request)
    known = tables_of(request).store.find(live.stored.id) or live.stored
    house = request.app.state.settings.house
    names = tables_of(request).store.people.names([known.id]).get(known.id, {}) if house else {}
    (row,) = timed(tables_of(request).store, [table_wire(known)], [known])
    shown = OneTable(**structs.asdict(structs.replace(row, yours=list(own), names=names)))
    if _is_host(request, live):
        taken = [link.seat for link in live.links if link.given]
        shown = structs.replace(shown, invite=_invitations(live), taken=taken)
    return json(shown)


def _is_host(request: Request, live: LiveTable) -> bool:
    return live.is_host(tokens_of(request, live.stored.id), is_home(request))


async def invite_anew(request: Request) -> Response:
    """A new invitation in place of one that was lost or used; everybody at the table hears of it."""
    live, _ = await sitting(request)
    wish = read(await body(request), Invited, '{"seat": "soviet"}')
    if not _is_host(request, live):
        return problem_response(BalkaError("Only the host invites to this table."), 403)
    live.invite_anew(wish.seat)
    return json(Invitations(_invitations(live)))


async def record(request: Request) -> Response:
    """The record: for everybody once the game is over, before that only for whoever may know everything."""
    live, own = await sitting(request)
    live.must_have_a_record()
    if live.table.over:
        text = await worked(request, Write(table=live.stored.id, secret="with secret"))
    elif live.knows_all(own):
        text = await worked(request, Write(table=live.stored.id, secret="without secret"))
    else:
        problem = BalkaError(
            "The record would tell what your seat may not know.", "it is offered when the game is over"
        )
        return problem_response(problem, 409)
    name = f'attachment; filename="balka-{live.stored.id}.txt"'
    return PlainTextResponse(text, headers={"Content-Disposition": name, "Cache-Control": "no-store"})


async def table_page(request: Request) -> Response:
    """The page of a table; a link with a token gives its seat to this browser."""
    static = request.app.state.settings.static
    token = request.query_params.get("token")
    if not token:
        return pages.front(static)
    table_id = request.path_params["id"]
    live = await tables_of(request).reopen(table_id)
    known = tokens_of(request, table_id) - {token}
    response = RedirectResponse(f"/table/{table_id}")
    if live.stored.host in known or any(link.secret_in(known) for link in live.links):
        return response
    if token == live.stored.host or any(link.claimed and link.token == token for link in live.links):
        return remember(request, response, table_id, token)
    if any(link.token == token for link in live.links):
        return remember(request, response, table_id, secret_for(token))
    return pages.used_invitation(table_id)


async def table_socket(socket: WebSocket) -> None:
    """A connection to a table."""
    if is_foreign(socket):
        await socket.close(1008)
        return
    await socket.accept()
    table_id = socket.path_params["id"]
    try:
        tokens, home, away = tokens_of(socket, table_id), is_home(socket), outward(socket)
        with limits_of(socket).lines.one_more(caller(socket)):
            live = await tables_of(socket).reopen(table_id)
            line = Connection(socket, tables_of(socket), live, tokens, home, away)
            line.person = person_of(socket)
            if not await while_signed_in(socket, serve(line)):
                await socket.close(SIGNED_OUT)
    except BalkaError as problem:
        told = ErrorTold(id=None, error=problem_wire(problem))
        await socket.send_text(msgspec.json.encode(told).decode())
        await socket.close(TOO_MANY if isinstance(problem, TooMuchError) else UNKNOWN_TABLE)
