"""The language of whoever asks: answers are made in English and said in his own language as they go out.

A browser at a table names its language when it says hello; a call names it as every browser does, by
`Accept-Language`. What people write themselves (names, notes, talk) is never said anew.
"""

from __future__ import annotations

import re

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from balka.core.telling import LABELLED, Teller, teller
from balka.core.tongues import ENGLISH, LANGUAGES
from balka.server import messages as m

SPOKEN = re.compile(
    r"/api/(games|offers|rules(/.*)?|scenarios/.*|boards/.*|lessons.*|shares/.*"
    r"|tables(/[^/]+(/(replay|ending|advice|judgement)(/.*)?)?)?)"
)
OWN_WORDS = (m.Talk, m.Company, m.Seating, m.Waiting)  # of people


def wanted(header: str) -> str:
    """The first language of a wish, as browsers write it, that is spoken here."""
    named = (part.split(";")[0].strip().lower().split("-")[0] for part in header.split(","))
    return next((language for language in named if language in (ENGLISH, *LANGUAGES)), ENGLISH)


def language_of(request: Request) -> str:
    """The language in which a call wants to be answered."""
    return wanted(request.headers.get("accept-language", ENGLISH))


def body_of(told: m.Told, teller: Teller | None) -> bytes:
    """A message as it goes to a browser; scenes by their changes have been said anew piece by piece."""
    body = msgspec.json.encode(told)
    if teller is None or isinstance(told, (m.SceneChanged, *OWN_WORDS)):
        return body
    return teller.json(body)


def in_language(request: Request, response: Response) -> Response:
    """An answer in the language that was asked for."""
    if response.media_type != "application/json" or not SPOKEN.fullmatch(request.url.path):
        return response
    response.headers["vary"] = "Accept-Language"
    language = language_of(request)
    if language == ENGLISH:
        return response
    response.body = _told(language, request, bytes(response.body))
    response.headers["content-length"] = str(len(response.body))
    if "etag" in response.headers:
        response.headers["etag"] = response.headers["etag"].rstrip('"') + f'-{language}"'
    return response


def _told(language: str, request: Request, body: bytes) -> bytes:
    """An answer said anew; in a list each item in the words of the game it is about."""
    named = str(request.path_params.get("game") or request.path_params.get("key", "").partition("-")[0])
    if named:
        return _by(language, named).part(LABELLED if request.url.path.endswith("/labels") else "", body)
    told = msgspec.json.decode(body)
    if not isinstance(told, list):
        return _by(language, _game(told)).json(body)
    return msgspec.json.encode([_by(language, _game(item)).told(item) for item in told])


def _by(language: str, game: str) -> Teller:
    spoken = teller(language, game)
    assert spoken is not None, "only languages that are spoken here are asked for"
    return spoken


def _game(told: object) -> str:
    """What game something is about, by the names such things have."""
    if not isinstance(told, dict):
        return ""
    return next((str(told[name]).partition("/")[0] for name in ("game", "scenario", "key") if told.get(name)), "")
