"""Calls about replays: a game stepped through again, shared by a link, and played on from any of its steps."""

from __future__ import annotations

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from balka.core.scene.display import seat_name
from balka.core.state import WATCHER
from balka.server.answers import ReplayView, ShareMade, TableMade
from balka.server.calls import (
    NotYetError,
    answer,
    body,
    json,
    read,
    ready_json,
    remember,
    sitting,
    tables_of,
    take_a_table,
    worked,
)
from balka.server.catalogue import NotHereError
from balka.server.jobs import MakeShare, Prepare, TellReplay, TellShare, TellShareStep, TellStep, WriteTo
from balka.server.live import LiveTable
from balka.server.messages import NewTable
from balka.server.store import Shared
from balka.server.tables import Prepared
from balka.table.history import ALL

LONGEST_STEP = 6  # digits
NOT_YOURS = "You may not look through these eyes while the game goes on."
NAMES = {ALL: "Everything", WATCHER: "Watcher"}


# -- who may see what


def views(live: LiveTable, own: tuple[str, ...]) -> tuple[str, ...]:
    """The eyes somebody may look through: his own and a watcher's; once the game is over everybody's."""
    return (*live.table.seats, WATCHER, ALL) if live.table.over else (*own, WATCHER)


def view_of(live: LiveTable, own: tuple[str, ...], wished: str) -> str:
    """The view asked for; his only seat, or a watcher's, where none is named."""
    allowed = views(live, own)
    if not wished:
        return own[0] if len(own) == 1 else ALL if live.table.over else WATCHER
    if wished not in (*live.table.seats, WATCHER, ALL):
        raise NotHereError(f"There is no view {wished!r}.", f"one of {', '.join(allowed)}")
    if wished not in allowed:
        raise NotYetError(NOT_YOURS, f"one of {', '.join(allowed)}")
    return wished


class Asked(Struct):
    """Whose eyes somebody looks through at which table, and the seats that are his."""

    live: LiveTable
    own: tuple[str, ...]
    view: str

    @property
    def settled(self) -> bool:
        """Whether every answer without alternative has been given: none is told before its time."""
        return self.live.table.over or self.live.table.play.draft.forced() is None

    @property
    def may_play_on(self) -> bool:
        return self.live.table.over or self.live.knows_all(self.own)


async def asked(request: Request, wished: str | None = None) -> Asked:
    live, own = await sitting(request)
    view = request.query_params.get("view", "") if wished is None else wished
    return Asked(live, own, view_of(live, own, view))


# -- looking


async def whole_replay(request: Request) -> Response:
    """What a replay needs once: its steps, the log, and the eyes one may look through."""
    found = await asked(request)
    job = TellReplay(
        table=found.live.stored.id,
        view=found.view,
        settled=found.settled,
        yours=found.own,
        views=[ReplayView(view, NAMES.get(view) or seat_name(view)) for view in views(found.live, found.own)],
        play_on=found.may_play_on,
    )
    return ready_json(await worked(request, job))


async def step(request: Request) -> Response:
    return await _step(request, "")


async def step_values(request: Request) -> Response:
    """The figures of a counter as they were."""
    return await _step(request, request.path_params["unit"])


async def _step(request: Request, unit: str) -> Response:
    found = await asked(request)
    job = TellStep(table=found.live.stored.id, view=found.view, settled=found.settled, step=_number(request), unit=unit)
    return ready_json(await worked(request, job))


def _number(request: Request) -> int:
    text = request.path_params["step"]
    if not text.isdecimal() or len(text) > LONGEST_STEP:
        raise NotHereError(f"{text!r} is no step of a replay.", "a whole number")
    return int(text)


# -- playing on


class PlayOn(Struct):
    """Who is to sit where when a game is played on from one of its steps; a `choice` is made there by whoever was
    asked."""

    view: str = ""
    seats: dict[str, str] = {}
    choice: str = ""


async def play_on(request: Request) -> Response:
    """A new table that begins where a replay stands: for whoever may know all that has happened until then."""
    wish = read(await body(request), PlayOn, '{"view": "all", "seats": {"german": "human"}}')
    found = await asked(request, wish.view)
    if not found.may_play_on:
        raise NotYetError("A new table would tell what your seat may not know.", "when the game is over")
    found.live.must_have_a_record()
    take_a_table(request)
    job = WriteTo(
        table=found.live.stored.id, view=found.view, settled=found.settled, step=_number(request), choice=wish.choice
    )
    record = (await worked(request, job)).decode()
    new = NewTable(seats=wish.seats or dict(found.live.table.players), record=record)
    tables = tables_of(request)
    made = tables.take_in(msgspec.msgpack.decode(await worked(request, Prepare(wish=new)), type=Prepared))
    made.go_on(tables.delays)
    where = TableMade(id=made.stored.id, url=f"/table/{made.stored.id}", token=made.stored.host)
    return remember(request, json(where), made.stored.id, made.stored.host)


# -- sharing


class Share(Struct):
    """Which step is shared as whose view, alone or with all that went before."""

    step: int
    view: str = ""
    whole: bool = False


async def share(request: Request) -> Response:
    """A link to a step as one pair of eyes saw it; what they did not see is not behind it."""
    wish = read(await body(request), Share, '{"view": "soviet", "step": 12, "whole": false}')
    found = await asked(request, wish.view)
    found.live.must_have_a_record()
    job = MakeShare(
        table=found.live.stored.id, view=found.view, settled=found.settled, step=wish.step, whole=wish.whole
    )
    made = msgspec.msgpack.decode(await worked(request, job), type=Shared)
    tables_of(request).store.papers.share(made)
    return json(ShareMade(token=made.token, url=f"/shared/{made.token}"))


async def shared(request: Request) -> Response:
    """What a shared link shows."""
    return ready_json(await worked(request, TellShare(token=request.path_params["token"])))


async def shared_step(request: Request) -> Response:
    return await _shared_step(request, "")


async def shared_values(request: Request) -> Response:
    return await _shared_step(request, request.path_params["unit"])


async def _shared_step(request: Request, unit: str) -> Response:
    job = TellShareStep(token=request.path_params["token"], step=_number(request), unit=unit)
    return ready_json(await worked(request, job))


CALLS = [
    Route("/tables/{id}/replay", answer(whole_replay)),
    Route("/tables/{id}/replay/{step}", answer(step)),
    Route("/tables/{id}/replay/{step}/values/{unit}", answer(step_values)),
    Route("/tables/{id}/replay/{step}", answer(play_on), methods=["POST"]),
    Route("/tables/{id}/shares", answer(share), methods=["POST"]),
    Route("/shares/{token}", answer(shared)),
    Route("/shares/{token}/{step}", answer(shared_step)),
    Route("/shares/{token}/{step}/values/{unit}", answer(shared_values)),
]
