"""What the calls about people share: that there are accounts here, who is known, what was shown to be so."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from importlib.util import find_spec
from ipaddress import ip_address

from msgspec import structs
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from balka.core.errors import BalkaError
from balka.server.addresses import outward
from balka.server.calls import NotYetError, caller, json, limits_of
from balka.server.catalogue import NotHereError
from balka.server.people import sessions
from balka.server.people.adopting import bring_along
from balka.server.people.answers import Me, MeInfo, Ways
from balka.server.people.checking import key_of
from balka.server.people.passwords import Passwords
from balka.server.people.sessions import Visit, store_of
from balka.server.people.settings import House
from balka.server.store import Person
from balka.server.store.people import People

FRESH = 15 * 60  # seconds after coming in for which nobody is asked for his password again


class UnprovenError(NotYetError):
    """Somebody must show again that it is he."""


def house_of(request: HTTPConnection) -> House:
    """How people come in here; where there are no accounts, there is nothing to call."""
    house: House | None = request.app.state.settings.house
    if house is None:
        raise NotHereError("There are no accounts here.", "balka serve opens a house with accounts")
    return house


def people_of(request: HTTPConnection) -> People:
    house_of(request)
    return store_of(request).people


def passwords_of(request: HTTPConnection) -> Passwords:
    found: Passwords = request.app.state.passwords
    return found


def time_wire(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if seconds else ""


# -- how one comes in


def ways(request: HTTPConnection) -> Ways:
    """What the host has set up. Links by mail and the way back from elsewhere need the server's address from the host:
    one made from what a stranger's request says would lead wherever he likes."""
    house, named = house_of(request), bool(request.app.state.settings.address)
    provider = house.provider.label if house.provider and named and find_spec("joserfc") else ""
    return Ways(mail=house.mail is not None and named, passkeys=_has_passkeys(request), provider=provider)


def _has_passkeys(request: HTTPConnection) -> bool:
    """Whether a browser would make a passkey here: for a name only, over TLS unless it is this computer's own."""
    base = outward(request).base
    host = base.partition("://")[2].rsplit(":", 1)[0]
    secure = base.startswith("https://") or host == "localhost"
    return secure and not _is_number(host) and find_spec("webauthn") is not None


def _is_number(host: str) -> bool:
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def me(request: HTTPConnection, person: Person | None) -> Me:
    told = MeInfo(name=person.name, guest=person.is_guest) if person else None
    return Me(open=True, ways=ways(request), person=told)


def let_in(request: Request, person: Person, way: str) -> Response:
    """Answer somebody who has shown who he is."""
    return let_in_to(request, person, way, json(me(request, person)))


def let_in_to(request: Request, person: Person, way: str, response: Response) -> Response:
    """With this answer somebody is signed in, and what this browser had is his."""
    bring_along(request, response, person)
    return sessions.enter(request, response, person, way)


# -- what was shown


def must_be_free(request: Request, name: str, but: str = "") -> str:
    """The key of a name that nobody else has."""
    key = key_of(name)
    known = people_of(request).named(key)
    if known is not None and known.id != but:
        raise NotYetError(f"Somebody is called {known.name!r} already.", "another name")
    return key


async def must_be_sure(request: Request, visit: Visit, password: str) -> None:
    """Something that could take an account away needs more than an open browser: the password, or, where there is
    none or it is not given, that he came in just now. A guest has nothing but his browser."""
    if visit.person.is_guest:
        return
    if not password and visit.session.created > time.time() - FRESH:
        return
    if not visit.person.password:
        raise UnprovenError("You signed in long ago.", "sign in again, then do this within a quarter of an hour")
    count_try(request, visit.person.key or visit.person.id)
    if not await passwords_of(request).fits(password, visit.person.password):
        raise UnprovenError("The password is not right.", "your present password")


def count_try(request: Request, account: str) -> None:
    """One more attempt at a password, from an address and at an account, whether there is one or not."""
    limits_of(request).tries.take(caller(request))
    limits_of(request).tries_at_one.take(account)


def must_have_account(visit: Visit) -> None:
    if visit.person.is_guest:
        raise BalkaError("You are here as a guest.", "choose a password first: then you have an account")


def changed(request: Request, person: Person, **facts: str | None) -> Person:
    """Keep what is new about somebody."""
    now = structs.replace(person, **facts)
    people_of(request).change(now)
    return now
