"""Signing in elsewhere (OpenID Connect, authorization code with PKCE): the host names an issuer, which says who
somebody is. The issuer's word is a signed token; joserfc checks the signature and what the token claims.

Coming back is a GET of whoever the issuer sends. It counts only in the browser that went there: the state in the
address must be the one in its cookie, is good once, and leads to the nonce and the verifier that belong to it.
"""

from __future__ import annotations

import base64
import hashlib
import logging
import secrets
import time
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlencode

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from balka.core.errors import BalkaError
from balka.server.addresses import is_encrypted
from balka.server.calls import NotYetError, answer, caller, limits_of
from balka.server.catalogue import NotHereError
from balka.server.people.checking import UnfitError, mail_of, name_of
from balka.server.people.entering import new_account
from balka.server.people.house import FRESH, house_of, let_in_to, must_be_free, people_of, ways
from balka.server.people.sessions import StrangerError, hash_of, new_token, visit_of
from balka.server.people.settings import Provider
from balka.server.store import Identity, Person, TakenError, Ticket

if TYPE_CHECKING:
    import httpx

log = logging.getLogger("balka.server")

COOKIE = "balka-elsewhere"
KIND, WAY = "elsewhere", "provider"
LIFE = 600  # seconds in which somebody comes back
PATIENCE = 10.0  # seconds in which the issuer answers
BACK = "/api/me/elsewhere/back"
FAILED = "/enter?failed"
ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"]
LEEWAY = 60  # seconds by which clocks may differ
NAMES_TRIED = 50
Kind = TypeVar("Kind", bound=Struct)


class Issuer(Struct):
    """Where an issuer does what, as it says itself."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str


class Granted(Struct):
    id_token: str


class Asked(Struct):
    """What was sent along with somebody, to be found again in what he brings back."""

    nonce: str
    verifier: str


class Claims(Struct):
    """What an issuer says about somebody."""

    sub: str
    preferred_username: str = ""
    name: str = ""
    email: str = ""
    email_verified: bool = False


def provider_of(request: Request) -> Provider:
    provider = house_of(request).provider
    if provider is None or not ways(request).provider:
        raise NotHereError("Nobody can sign in elsewhere.", "another way in")
    return provider


def _return_address(request: Request) -> str:
    base: str = request.app.state.settings.address
    return f"{base.rstrip('/')}{BACK}"


# -- going there


async def go(request: Request) -> Response:
    """Send somebody to the issuer."""
    import httpx

    provider = provider_of(request)
    limits_of(request).tries.take(caller(request))
    try:
        issuer = await _issuer(provider)
    except (BalkaError, httpx.HTTPError) as problem:
        return _turned_away(provider, problem)
    token, sent = new_token(), Asked(secrets.token_urlsafe(24), secrets.token_urlsafe(48))
    data = msgspec.json.encode(sent).decode()
    people_of(request).issue(Ticket(hash_of(token), KIND, time.time() + LIFE, data=data))
    challenge = base64.urlsafe_b64encode(hashlib.sha256(sent.verifier.encode()).digest()).rstrip(b"=").decode()
    asked = {
        "response_type": "code", "client_id": provider.client, "redirect_uri": _return_address(request),
        "scope": "openid profile email", "state": token, "nonce": sent.nonce, "code_challenge": challenge,
        "code_challenge_method": "S256",
    }  # fmt: skip
    seam = "&" if "?" in issuer.authorization_endpoint else "?"
    response = RedirectResponse(f"{issuer.authorization_endpoint}{seam}{urlencode(asked)}", 303)
    response.set_cookie(
        COOKIE, token, max_age=LIFE, path=BACK, httponly=True, samesite="lax", secure=is_encrypted(request)
    )
    return response


async def _issuer(provider: Provider) -> Issuer:
    async with _line() as line:
        found = _read(await line.get(f"{provider.issuer}/.well-known/openid-configuration"), Issuer)
    if found.issuer.rstrip("/") != provider.issuer:
        raise StrangerError("The issuer calls itself by another name.", "the host should look at its address")
    return found


def _line() -> httpx.AsyncClient:
    import httpx

    return httpx.AsyncClient(timeout=PATIENCE)


def _read(answer: httpx.Response, kind: type[Kind]) -> Kind:
    if answer.status_code != 200:
        raise StrangerError(f"The issuer answered {answer.status_code}.", "another way in")
    try:
        return msgspec.json.decode(answer.content, type=kind)
    except msgspec.MsgspecError as problem:
        raise StrangerError("The issuer's answer cannot be read.", "another way in") from problem


# -- coming back


async def come_back(request: Request) -> Response:
    """Let in whoever the issuer says it is; whatever goes wrong, he is at the door again, and the host reads why."""
    import httpx

    provider = provider_of(request)
    try:
        claims = await _claims(request, provider)
        person = _person(request, provider, claims)
    except (BalkaError, httpx.HTTPError) as problem:
        return _turned_away(provider, problem)
    return _without_state(let_in_to(request, person, WAY, RedirectResponse("/", 303)))


def _turned_away(provider: Provider, problem: Exception) -> Response:
    log.warning("nobody was let in from %s: %s", provider.issuer, problem)
    return _without_state(RedirectResponse(FAILED, 303))


def _without_state(response: Response) -> Response:
    response.delete_cookie(COOKIE, path=BACK, httponly=True, samesite="lax")
    return response


async def _claims(request: Request, provider: Provider) -> Claims:
    sent = _sent(request)
    issuer = await _issuer(provider)
    form = {
        "grant_type": "authorization_code", "code": request.query_params.get("code", "")[:2000],
        "redirect_uri": _return_address(request), "code_verifier": sent.verifier,
    }  # fmt: skip
    async with _line() as line:
        granted = await line.post(issuer.token_endpoint, data=form, auth=(provider.client, provider.secret))
        keys = await line.get(issuer.jwks_uri)
    return _checked(_read(granted, Granted).id_token, keys.content, issuer.issuer, provider, sent.nonce)


def _sent(request: Request) -> Asked:
    """What went there with this browser."""
    state, people = request.query_params.get("state", "")[:100], people_of(request)
    if not state or not secrets.compare_digest(state.encode(), request.cookies.get(COOKIE, "").encode()):
        raise StrangerError("This browser did not go there.", "begin again")
    ticket = people.ticket(hash_of(state))
    if ticket is None or ticket.kind != KIND or not people.tear(ticket):
        raise StrangerError("This was used, or is too old.", "begin again")
    return msgspec.json.decode(ticket.data, type=Asked)


def _checked(token: str, keys: bytes, issuer: str, provider: Provider, nonce: str) -> Claims:
    """What a token says, once its signature, its issuer, its reader and its time have been checked."""
    from joserfc import jwt
    from joserfc.errors import JoseError
    from joserfc.jwk import KeySet

    rules = jwt.JWTClaimsRegistry(
        leeway=LEEWAY, iss={"essential": True, "value": issuer}, aud={"essential": True, "value": provider.client},
        nonce={"essential": True, "value": nonce}, exp={"essential": True}, sub={"essential": True},
    )  # fmt: skip
    try:
        known = KeySet.import_key_set(msgspec.json.decode(keys))
        claims = jwt.decode(token, known, algorithms=ALGORITHMS).claims
        rules.validate(claims)
        if claims.get("azp", provider.client) != provider.client:
            raise StrangerError("The token is for somebody else.", "another way in")
        return msgspec.convert(claims, Claims)
    except (JoseError, msgspec.MsgspecError, ValueError, KeyError, TypeError) as problem:
        raise StrangerError(f"The issuer's token does not hold: {problem}", "another way in") from problem


# -- who it is


def _person(request: Request, provider: Provider, claims: Claims) -> Person:
    """The account that belongs to what the issuer says: known, one's own from now on, or new."""
    people, visit = people_of(request), visit_of(request)
    known = people.identity(provider.issuer, claims.sub)
    if known is not None:
        person = people.find(known.person)
        assert person is not None, "identities go with their account"
        return person
    if visit is not None and not visit.person.is_guest:
        if visit.session.created < time.time() - FRESH:
            raise StrangerError("Somebody signed in long ago.", "sign in again, then connect")
        person = visit.person
    else:
        limits_of(request).names.take(caller(request))
        person = _new(request, claims)
    people.add_identity(Identity(provider.issuer, claims.sub, person.id, time.time()))
    return person


def _new(request: Request, claims: Claims) -> Person:
    """A new account, called as elsewhere if that will do here; his mail only if the issuer has checked it."""
    mail = _mail(request, claims)
    for number in range(1, NAMES_TRIED):
        wished = claims.preferred_username or claims.name or "Player"
        try:
            name = name_of(wished[:20] if number == 1 else f"{wished[:20]} {number}")
            return new_account(request, name=name, key=must_be_free(request, name), mail=mail)
        except UnfitError:
            claims = Claims(claims.sub, "Player")
        except (TakenError, NotYetError):
            continue
    raise StrangerError("No name is free.", "make an account with a name of your own, then connect")


def _mail(request: Request, claims: Claims) -> str | None:
    try:
        mail = mail_of(claims.email) if claims.email_verified else None
    except UnfitError:
        return None
    return mail if mail and people_of(request).with_mail(mail) is None else None


CALLS = [
    Route("/me/elsewhere", answer(go)),
    Route("/me/elsewhere/back", answer(come_back)),
]
