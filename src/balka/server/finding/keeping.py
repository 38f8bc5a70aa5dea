"""Keeping order: blocking and muting somebody, and telling the host about him."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from balka.core.errors import BalkaError
from balka.server.calls import answer, json, limits_of, tables_of
from balka.server.catalogue import NotHereError
from balka.server.finding.answers import BarredInfo
from balka.server.people.asked import EXAMPLES, Short, Token, asked
from balka.server.people.checking import key_of
from balka.server.people.house import people_of, time_wire
from balka.server.people.sessions import must_be_signed_in, store_of
from balka.server.store import Person
from balka.server.store.order import BLOCK

MOST_BARRED = 500
LONGEST_REPORT = 2000


class Bar(Struct, forbid_unknown_fields=True):
    """How somebody is kept away: by a block, or only unread."""

    kind: Literal["block", "mute"]


class ReportSent(Struct, forbid_unknown_fields=True):
    """What the host should know about somebody, named by his name or by his seat at a table."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_REPORT)]
    name: Short = ""
    table: Token = ""
    seat: Token = ""


EXAMPLES[Bar] = '{"kind": "block"}, or {"kind": "mute"}'
EXAMPLES[ReportSent] = '{"name": "Wren", "text": "what happened"}'


# -- blocking and muting


async def kept_away(request: Request) -> Response:
    people_of(request)
    return json(_told(request, must_be_signed_in(request).person.id))


def _told(request: Request, person: str) -> list[BarredInfo]:
    known = store_of(request).order.kept_away(person)
    return [BarredInfo(name=one.name, kind=one.kind, since=time_wire(one.since)) for one in known]


async def bar(request: Request) -> Response:
    """Block or mute somebody; challenges between the two are gone."""
    person, wish = _asker(request), await asked(request, Bar)
    whom, store = _named(request, person), store_of(request)
    if len(store.order.kept_away(person.id)) >= MOST_BARRED:
        raise BalkaError(f"You keep {MOST_BARRED} people away.", "let one of them back first")
    store.order.bar(person.id, whom.id, wish.kind)
    for one in store.finding.challenges(person.id) if wish.kind == BLOCK else []:
        if whom.id in (one.by, one.whom):
            store.finding.settle(one.place)
    tables_of(request).hear_anew(person.id)
    return json(_told(request, person.id))


async def let_back(request: Request) -> Response:
    person = _asker(request)
    store_of(request).order.unbar(person.id, _named(request, person).id)
    tables_of(request).hear_anew(person.id)
    return json(_told(request, person.id))


def _asker(request: Request) -> Person:
    people_of(request)
    return must_be_signed_in(request).person


def _named(request: Request, person: Person) -> Person:
    name = request.path_params["name"][:100]
    found = people_of(request).named(key_of(name)) if name.isprintable() else None
    if found is None:
        raise NotHereError(f"Nobody is called {name!r} here.", "a name as it is spelled in the lobby")
    if found.id == person.id:
        raise BalkaError("You cannot keep yourself away.", "somebody else's name")
    return found


# -- reporting


async def report(request: Request) -> Response:
    """Tell the host about somebody."""
    person, sent = _asker(request), await asked(request, ReportSent)
    text = " ".join("".join(sign if sign.isprintable() else " " for sign in sent.text).split())
    if not text:
        raise BalkaError("There is nothing to read in this.", "say in words what happened")
    whom = _reported(request, sent)
    if whom == person.id:
        raise BalkaError("You cannot report yourself.", "somebody else's name")
    store = store_of(request)
    if sent.table and store.find(sent.table) is None:
        raise NotHereError(f"There is no table {sent.table!r}.", "leave it out, or name one there is")
    limits_of(request).reports.take(person.id)
    store.order.report(person.id, whom, sent.table, text)
    return json({})


def _reported(request: Request, sent: ReportSent) -> str:
    """Who is meant: a name, or whoever sits somewhere."""
    people = people_of(request)
    found = people.named(key_of(sent.name)) if sent.name and sent.name.isprintable() else None
    whom = found.id if found else people.sitters(sent.table).get(sent.seat, "") if sent.table and sent.seat else ""
    if not whom:
        raise NotHereError("Nobody is meant by this.", "a name, or a table and a seat somebody with a name has")
    return whom


CALLS = [
    Route("/me/barred", answer(kept_away)),
    Route("/me/barred/{name}", answer(bar), methods=["PUT"]),
    Route("/me/barred/{name}", answer(let_back), methods=["DELETE"]),
    Route("/reports", answer(report), methods=["POST"]),
]
