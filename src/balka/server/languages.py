"""The language of whoever asks: answers are made in English and said in his own language as they go out.

A browser at a table names its language when it says hello; a call names it as every browser does, by
`Accept-Language`. What people write themselves (names, notes, talk) is never said anew.
"""

from __future__ import annotations

import re

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from balka.core.telling import Teller, teller
from balka.core.tongues import CATALOGUES, ENGLISH, LANGUAGES
from balka.server import messages as m

SPOKEN = re.compile(
    r"/api/(games|offers|rules(/.*)?|scenarios/.*|boards/.*|lessons.*|shares/.*"
    r"|tables(/[^/]+(/(replay|ending|advice|judgement)(/.*)?)?)?)"
)
OWN_WORDS = (m.Talk, m.Company, m.Seating, m.Waiting)  # of people
FULLEST = next(iter(CATALOGUES))  # the catalogue for what is told of no game, or of several


def wanted(header: str) -> str:
    """The first language of a wish, as browsers write it, that is spoken here."""
    named = (part.split(";")[0].strip().lower().split("-")[0] for part in header.split(","))
    return next((language for language in named if language in (ENGLISH, *LANGUAGES)), ENGLISH)


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
    language = wanted(request.headers.get("accept-language", ENGLISH))
    if language == ENGLISH:
        return response
    spoken = teller(language, _game(request, bytes(response.body)))
    if spoken is None:
        return response
    response.body = spoken.json(bytes(response.body))
    response.headers["content-length"] = str(len(response.body))
    if "etag" in response.headers:
        response.headers["etag"] = response.headers["etag"].rstrip('"') + f'-{language}"'
    return response


class _Told(msgspec.Struct):
    game: str = ""
    scenario: str = ""


def _game(request: Request, body: bytes) -> str:
    """What game an answer is about."""
    named = request.path_params.get("game") or request.path_params.get("key", "").partition("-")[0]
    if named:
        return str(named)
    try:
        told = msgspec.json.decode(body, type=_Told)
    except msgspec.MsgspecError:
        return FULLEST
    return told.game or told.scenario.partition("/")[0] or FULLEST
