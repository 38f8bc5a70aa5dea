"""A person's own page: what is known about him, changed, downloaded, deleted."""

from __future__ import annotations

import time

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from balka.core.errors import BalkaError
from balka.server.calls import answer, json
from balka.server.catalogue import NotHereError
from balka.server.people import exporting, sessions
from balka.server.people.answers import Account, PasskeyInfo, SessionInfo
from balka.server.people.asked import Named, NewPassword, Proof, asked
from balka.server.people.checking import must_do_as_password, name_of
from balka.server.people.house import (
    FRESH,
    changed,
    house_of,
    me,
    must_be_free,
    must_be_sure,
    must_have_account,
    passwords_of,
    people_of,
    time_wire,
    ways,
)
from balka.server.people.sessions import LIFE, Visit, must_be_signed_in
from balka.server.store import Passkey, Session


async def account(request: Request) -> Response:
    house_of(request)
    return json(told(request, must_be_signed_in(request)))


def told(request: Request, visit: Visit) -> Account:
    people, person = people_of(request), visit.person
    known = people.sessions(person.id, time.time() - LIFE)
    return Account(
        name=person.name, guest=person.is_guest, created=time_wire(person.created), mail=person.mail or "",
        password=bool(person.password), fresh=visit.session.created > time.time() - FRESH,
        elsewhere=[identity.issuer for identity in people.identities(person.id)],
        passkeys=[_passkey(passkey) for passkey in people.passkeys(person.id)],
        sessions=[_session(session, visit) for session in known], ways=ways(request),
    )  # fmt: skip


def _session(session: Session, visit: Visit) -> SessionInfo:
    return SessionInfo(
        id=session.id, way=session.way, created=time_wire(session.created), seen=time_wire(session.seen),
        address=session.address, agent=session.agent, here=session.id == visit.session.id,
    )  # fmt: skip


def _passkey(passkey: Passkey) -> PasskeyInfo:
    return PasskeyInfo(
        id=passkey.id, name=passkey.name, created=time_wire(passkey.created), used=time_wire(passkey.used)
    )


async def change_name(request: Request) -> Response:
    """Another name; the one before is free for others from then on."""
    visit = must_be_signed_in(request)
    name = name_of((await asked(request, Named)).name)
    key = must_be_free(request, name, visit.person.id)
    return json(me(request, changed(request, visit.person, name=name, key=None if visit.person.is_guest else key)))


async def change_password(request: Request) -> Response:
    """Another password, or the first: every other browser is signed out."""
    visit = must_be_signed_in(request)
    must_have_account(visit)
    wish = await asked(request, NewPassword)
    await must_be_sure(request, visit, wish.password)
    must_do_as_password(wish.new, visit.person.name, visit.person.mail or "")
    hashed = await passwords_of(request).hashed(wish.new)
    person = changed(request, visit.person, password=hashed)
    people_of(request).end_all(person.id, but=visit.session.id)
    return json(me(request, person))


async def end_session(request: Request) -> Response:
    """Sign out a browser elsewhere."""
    visit = must_be_signed_in(request)
    wished = request.path_params["id"]
    if not wished.isalnum() or not people_of(request).end(visit.person.id, wished):
        raise NotHereError("There is no such session.", "the page lists those there are")
    return json(told(request, visit))


async def download(request: Request) -> Response:
    """All that is kept about somebody, as JSON."""
    house_of(request)
    visit = must_be_signed_in(request)
    response = json(exporting.all_of(request, visit.person))
    response.headers["Content-Disposition"] = 'attachment; filename="balka-account.json"'
    response.headers["Cache-Control"] = "no-store"
    return response


async def delete(request: Request) -> Response:
    """An account is gone for good. Games stay, for they are the opponents' too: his seats have no name any more."""
    visit = must_be_signed_in(request)
    await must_be_sure(request, visit, (await asked(request, Proof)).password)
    people_of(request).drop(visit.person.id)
    return sessions.leave(request, json(me(request, None)))


def must_keep_a_way_in(request: Request, visit: Visit, *, password: str, mail: str, passkeys: int) -> None:
    """Nobody takes away the last key to his own account."""
    if not (password or mail or passkeys or people_of(request).identities(visit.person.id)):
        raise BalkaError("You could not come in any more.", "choose a password first, or delete the account")


CALLS = [
    Route("/me/account", answer(account)),
    Route("/me/name", answer(change_name), methods=["PUT"]),
    Route("/me/password", answer(change_password), methods=["PUT"]),
    Route("/me/sessions/{id}", answer(end_session), methods=["DELETE"]),
    Route("/me/data", answer(download)),
    Route("/me/delete", answer(delete), methods=["POST"]),
]
