"""Passkeys (WebAuthn): a device signs a question of ours with a key that never leaves it. The library checks
the answers; here stand the questions, each good once and for five minutes, and whose key is whose."""

from __future__ import annotations

import time
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Raw, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from balka.core.errors import BalkaError
from balka.server.addresses import outward
from balka.server.calls import NotYetError, answer, caller, json, limits_of
from balka.server.catalogue import NotHereError
from balka.server.people.account import must_keep_a_way_in, told
from balka.server.people.asked import Proof, Short, Token, asked
from balka.server.people.house import let_in, must_be_sure, must_have_account, people_of, ways
from balka.server.people.sessions import StrangerError, Visit, hash_of, must_be_signed_in, new_token
from balka.server.store import Passkey, TakenError, Ticket

LIFE = 300  # seconds in which a device answers
NEW, IN = "passkey-new", "passkey-in"
PASSKEY = "passkey"
MOST_OF_ONE = 20
LONGEST_NAME = 40


class Credential(Struct):
    """What a device answers; all but the id is the library's business."""

    id: Annotated[str, Meta(max_length=2000)]


class NewPasskey(Struct, forbid_unknown_fields=True):
    ticket: Token
    credential: Raw
    name: Short = ""


class PasskeyShown(Struct, forbid_unknown_fields=True):
    ticket: Token
    credential: Raw


class PasskeyGone(Struct, forbid_unknown_fields=True):
    id: Annotated[str, Meta(max_length=2000)]
    password: Short = ""


class Question(Struct):
    """What a browser is to ask its device, and the ticket to answer with."""

    ticket: str
    options: Raw


def _must_be_offered(request: Request) -> None:
    if not ways(request).passkeys:
        raise NotHereError(
            "There are no passkeys at this address.", "they need https and a name, and the host balka[passkeys]"
        )


def _place(request: Request) -> tuple[str, str]:
    """What passkeys are bound to: the name of this server, and the address its pages are at."""
    parts = urlsplit(outward(request).base)
    return parts.hostname or "", f"{parts.scheme}://{parts.netloc}"


# -- asking


async def wish_for_one(request: Request) -> Response:
    """Somebody wants a passkey for his account."""
    from webauthn import generate_registration_options, options_to_json
    from webauthn.helpers import base64url_to_bytes
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    _must_be_offered(request)
    visit = must_be_signed_in(request)
    must_have_account(visit)
    await must_be_sure(request, visit, (await asked(request, Proof)).password)
    known = people_of(request).passkeys(visit.person.id)
    if len(known) >= MOST_OF_ONE:
        raise BalkaError(f"You have {MOST_OF_ONE} passkeys.", "remove one first")
    options = generate_registration_options(
        rp_id=_place(request)[0], rp_name="Balka", user_id=visit.person.id.encode(), user_name=visit.person.name,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(key.id)) for key in known],
    )  # fmt: skip
    return _asked(request, NEW, options.challenge, options_to_json(options), visit.person.id)


async def ask(request: Request) -> Response:
    """Whoever is at the door may show any passkey: whose it is, the passkey says."""
    from webauthn import generate_authentication_options, options_to_json
    from webauthn.helpers.structs import UserVerificationRequirement

    _must_be_offered(request)
    limits_of(request).tries.take(caller(request))
    options = generate_authentication_options(
        rp_id=_place(request)[0], user_verification=UserVerificationRequirement.REQUIRED
    )
    return _asked(request, IN, options.challenge, options_to_json(options))


def _asked(request: Request, kind: str, challenge: bytes, options: str, person: str = "") -> Response:
    token = new_token()
    people_of(request).issue(Ticket(hash_of(token), kind, time.time() + LIFE, person, data=challenge.hex()))
    return json(Question(token, Raw(options.encode())))


# -- answered


def _question(request: Request, token: str, kind: str) -> Ticket:
    """The question an answer is to; it is used up, whatever the answer is worth."""
    people = people_of(request)
    ticket = people.ticket(hash_of(token))
    if ticket is None or ticket.kind != kind or not people.tear(ticket):
        raise NotYetError("This was answered already, or too late.", "try again")
    return ticket


async def add(request: Request) -> Response:
    """A passkey for the account somebody is signed in to."""
    from webauthn import verify_registration_response
    from webauthn.helpers import bytes_to_base64url
    from webauthn.helpers.exceptions import WebAuthnException

    _must_be_offered(request)
    visit = must_be_signed_in(request)
    wish = await asked(request, NewPasskey)
    ticket = _question(request, wish.ticket, NEW)
    if ticket.person != visit.person.id:
        raise NotYetError("Somebody else was asked.", "try again")
    name, origin = _place(request)
    try:
        made = verify_registration_response(
            credential=bytes(wish.credential).decode(), expected_challenge=bytes.fromhex(ticket.data),
            expected_rp_id=name, expected_origin=origin, require_user_verification=True,
        )  # fmt: skip
    except (WebAuthnException, ValueError) as problem:
        raise BalkaError("This passkey cannot be read.", "try again, or another device") from problem
    key_id = bytes_to_base64url(made.credential_id)
    key = Passkey(
        key_id, visit.person.id, _called(wish.name), made.credential_public_key, made.sign_count, time.time(), 0.0
    )
    try:
        people_of(request).add_passkey(key)
    except TakenError:
        raise TakenError("This passkey is known already.", "another device") from None
    return json(told(request, visit))


def _called(name: str) -> str:
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())
    return plain[:LONGEST_NAME] or "Passkey"


async def enter(request: Request) -> Response:
    """Come in by a passkey."""
    from webauthn import verify_authentication_response
    from webauthn.helpers.exceptions import WebAuthnException

    _must_be_offered(request)
    people = people_of(request)
    wish = await asked(request, PasskeyShown)
    ticket = _question(request, wish.ticket, IN)
    key = people.passkey(_id_of(wish.credential))
    name, origin = _place(request)
    try:
        if key is None:
            raise WebAuthnException("nobody's")
        shown = verify_authentication_response(
            credential=bytes(wish.credential).decode(), expected_challenge=bytes.fromhex(ticket.data),
            expected_rp_id=name, expected_origin=origin, credential_public_key=key.key,
            credential_current_sign_count=key.count, require_user_verification=True,
        )  # fmt: skip
    except (WebAuthnException, ValueError) as problem:
        raise StrangerError("This passkey is not known here.", "another way in") from problem
    person = people.find(key.person)
    assert person is not None, "passkeys go with their account"
    people.used_passkey(key.id, shown.new_sign_count, time.time())
    return let_in(request, person, PASSKEY)


def _id_of(credential: Raw) -> str:
    try:
        return msgspec.json.decode(credential, type=Credential).id
    except msgspec.MsgspecError:
        return ""


async def remove(request: Request) -> Response:
    visit = must_be_signed_in(request)
    wish = await asked(request, PasskeyGone)
    await must_be_sure(request, visit, wish.password)
    _must_not_be_the_last(request, visit, wish.id)
    people_of(request).drop_passkey(visit.person.id, wish.id)
    return json(told(request, visit))


def _must_not_be_the_last(request: Request, visit: Visit, key_id: str) -> None:
    mine = [key.id for key in people_of(request).passkeys(visit.person.id)]
    if key_id not in mine:
        raise NotHereError("You have no such passkey.", "the page lists those there are")
    person = visit.person
    must_keep_a_way_in(request, visit, password=person.password, mail=person.mail or "", passkeys=len(mine) - 1)


CALLS = [
    Route("/me/passkeys/wish", answer(wish_for_one), methods=["POST"]),
    Route("/me/passkeys/ask", answer(ask), methods=["POST"]),
    Route("/me/passkeys/enter", answer(enter), methods=["POST"]),
    Route("/me/passkeys/remove", answer(remove), methods=["POST"]),
    Route("/me/passkeys", answer(add), methods=["POST"]),
]
