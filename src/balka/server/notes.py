"""Notes: what somebody writes for himself, pinned to a turn or a hex, kept for his seat and shown to nobody else."""

from __future__ import annotations

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from balka.core.errors import BalkaError
from balka.server.answers import Dropped
from balka.server.calls import answer, body, json, read, sitting, tables_of
from balka.server.catalogue import NotHereError
from balka.server.describing import turn_label
from balka.server.live import LiveTable
from balka.server.messages import Number
from balka.server.store import Note

LONGEST = 2000
MOST = 500
LARGEST = 2**53


class Written(Struct):
    """A note as the browser sends it; `number` names one that is to be changed."""

    seat: str
    text: str
    hex: str = ""
    number: Number = 0
    turn: Number | None = None
    label: str = ""


def own_seat(live: LiveTable, own: tuple[str, ...], seat: str) -> str:
    """The seat a note belongs to, if it is the asker's."""
    if seat not in own:
        raise BalkaError("Notes are kept for those who hold a seat.", f"one of {', '.join(own)}" if own else None)
    return seat


async def notes(request: Request) -> Response:
    live, own = await sitting(request)
    seat = own_seat(live, own, request.query_params.get("seat", ""))
    return json(tables_of(request).store.papers.notes(live.stored.id, seat))


async def write(request: Request) -> Response:
    """Keep a note, new or changed."""
    live, own = await sitting(request)
    written = read(await body(request), Written, '{"seat": "soviet", "text": "Watch H07", "hex": "H07"}')
    seat = own_seat(live, own, written.seat)
    store = tables_of(request).store
    kept = store.papers.notes(live.stored.id, seat)
    _must_fit(live, written, kept)
    turn = live.table.view(seat).turn if written.turn is None else written.turn
    label = written.label[:100] or turn_label(live.table)
    note = Note(written.number, turn, label, written.hex, written.text.strip())
    return json(store.papers.write_note(live.stored.id, seat, note))


def _must_fit(live: LiveTable, written: Written, kept: list[Note]) -> None:
    if not written.text.strip() or len(written.text) > LONGEST:
        raise BalkaError("A note needs words, but not too many.", f"1 to {LONGEST} characters")
    if written.hex and written.hex not in live.table.start.setting.board.labels:
        raise BalkaError(f"There is no hex {written.hex!r} on this board.")
    if written.number and written.number not in {note.number for note in kept}:
        raise NotHereError("This note is gone.")
    if not written.number and len(kept) >= MOST:
        raise BalkaError("There is no room for another note.", "throw one away")


async def drop(request: Request) -> Response:
    live, own = await sitting(request)
    seat = own_seat(live, own, request.query_params.get("seat", ""))
    number = request.path_params["number"]
    if number > LARGEST or not tables_of(request).store.papers.drop_note(live.stored.id, seat, number):
        raise NotHereError("This note is gone.")
    return json(Dropped(number))


CALLS = [
    Route("/tables/{id}/notes", answer(notes)),
    Route("/tables/{id}/notes", answer(write), methods=["POST"]),
    Route("/tables/{id}/notes/{number:int}", answer(drop), methods=["DELETE"]),
]
