"""Coming in and going: as a guest, with a new account, with a password; signing out."""

from __future__ import annotations

import secrets
import time

from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from balka.core.errors import BalkaError
from balka.server.calls import answer, caller, json, limits_of
from balka.server.people import sessions
from balka.server.people.answers import Me, Ways
from balka.server.people.asked import Named, NewAccount, SignIn, asked
from balka.server.people.checking import key_of, must_do_as_password, name_of
from balka.server.people.house import count_try, let_in, me, must_be_free, passwords_of, people_of
from balka.server.people.sessions import StrangerError, must_be_signed_in, visit_of
from balka.server.store import Person, TakenError

GUEST, PASSWORD = "guest", "password"
NO_ACCOUNTS = Me(open=False, ways=Ways(mail=False, passkeys=False, provider=""))


class NotKnownError(StrangerError):
    """Name and password do not belong together."""


async def who_am_i(request: Request) -> Response:
    if request.app.state.settings.house is None:
        return json(NO_ACCOUNTS)
    visit = visit_of(request)
    return json(me(request, visit.person if visit else None))


async def come_as_guest(request: Request) -> Response:
    """A name alone; in this browser only."""
    name = name_of((await asked(request, Named)).name)
    must_be_free(request, name)
    must_be_a_stranger(request)
    limits_of(request).names.take(caller(request))
    return let_in(request, new_account(request, name=name), GUEST)


def must_be_a_stranger(request: Request) -> None:
    visit = visit_of(request)
    if visit is not None:
        raise BalkaError(f"You are signed in as {visit.person.name}.", "sign out first")


async def make_account(request: Request) -> Response:
    """An account with a name and a password; a guest becomes it, with all that he has."""
    wish = await asked(request, NewAccount)
    if _guest(request) is None:
        must_be_a_stranger(request)
    name = name_of(wish.name)
    must_do_as_password(wish.password, name)
    key = must_be_free(request, name)
    limits_of(request).names.take(caller(request))
    hashed = await passwords_of(request).hashed(wish.password)
    return let_in(request, new_account(request, name=name, key=key, password=hashed), PASSWORD)


def _guest(request: Request) -> Person | None:
    visit = visit_of(request)
    return visit.person if visit and visit.person.is_guest else None


def new_account(request: Request, **facts: str | None) -> Person:
    """A new account, or the guest whose browser this is becomes it."""
    guest, now = _guest(request), time.time()
    before = guest or Person(secrets.token_hex(16), "", created=now, seen=now)
    person = structs.replace(before, **facts)
    try:
        if guest is None:
            people_of(request).add(person)
        else:
            people_of(request).change(person)
    except TakenError:
        raise TakenError(f"Somebody is called {person.name!r} already.", "another name") from None
    return person


async def sign_in(request: Request) -> Response:
    """By name or address of mail, and password. Whoever guesses learns nothing about who is known here: the answer is
    the same, and so is the work."""
    wish = await asked(request, SignIn)
    people = people_of(request)
    account = wish.who.strip().lower() if "@" in wish.who else key_of(wish.who)
    count_try(request, account)
    person = people.with_mail(account) if "@" in wish.who else people.named(account)
    if not await passwords_of(request).fits(wish.password, person.password if person else "") or person is None:
        raise NotKnownError("Name and password do not belong together.", "try again, or ask for a link by mail")
    return let_in(request, person, PASSWORD)


async def sign_out(request: Request) -> Response:
    """Here only."""
    visit = must_be_signed_in(request)
    people_of(request).end(visit.person.id, visit.session.id)
    return sessions.leave(request, json(me(request, None)))


async def sign_out_everywhere(request: Request) -> Response:
    visit = must_be_signed_in(request)
    people_of(request).end_all(visit.person.id)
    return sessions.leave(request, json(me(request, None)))


CALLS = [
    Route("/me", answer(who_am_i)),
    Route("/me/guest", answer(come_as_guest), methods=["POST"]),
    Route("/me/account", answer(make_account), methods=["POST"]),
    Route("/me/session", answer(sign_in), methods=["POST"]),
    Route("/me/session", answer(sign_out), methods=["DELETE"]),
    Route("/me/sessions", answer(sign_out_everywhere), methods=["DELETE"]),
]
