"""No more mail: with one click in a mail program (RFC 8058), or on a plain page. Looking at the page changes nothing,
for programs look at the links of mails too."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from balka.server.away import wishing
from balka.server.calls import tables_of

HEAD = """<!doctype html><html lang="en" style="color-scheme: light dark"><meta charset="utf-8"><title>Balka</title>
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><link rel="icon" href="/icon.svg">
<body style="font: 18px/1.5 serif; max-width: 36em; margin: 4em auto; padding: 0 1em">"""
ASKED = """<h1>No more mail from your tables?</h1>
<p>Balka will not write to you when it is your turn. Links to sign in, when you ask for them, still come.</p>
<form method="post"><button name="List-Unsubscribe" value="One-Click"
style="font: inherit; padding: .4em 1em">No more mail</button></form>"""
DONE = """<h1>No more mail.</h1>
<p>Your tables stay as they are; the lobby shows which of them wait for you. On your account's page you choose what you
hear of, and how.</p>"""
UNKNOWN = """<h1>This link belongs to no account here.</h1>
<p>The account may be gone, and with it all mail. Otherwise sign in, and choose on your account's page what you
hear of.</p>"""
FOOT = '<p><a href="/account">Your account</a> &middot; <a href="/">The lobby</a></p></body></html>'
LONGEST = 100


def _page(text: str, status: int = 200) -> Response:
    return HTMLResponse(HEAD + text + FOOT, status, headers={"Cache-Control": "no-store"})


def _is_known(request: Request) -> bool:
    desk, token = tables_of(request).desk, request.path_params["token"]
    return desk is not None and len(token) <= LONGEST and desk.store.away.wish_by(token) is not None


async def ask(request: Request) -> Response:
    return _page(ASKED) if _is_known(request) else _page(UNKNOWN, 404)


async def end(request: Request) -> Response:
    """Whoever shows the token may do this, from wherever: a mail program has no cookie, and no page of ours."""
    desk = tables_of(request).desk
    if desk is None or not _is_known(request):
        return _page(UNKNOWN, 404)
    wishing.end_mail(desk, request.path_params["token"])
    return _page(DONE)


PAGES = [Route("/unsubscribe/{token}", ask), Route("/unsubscribe/{token}", end, methods=["POST"])]
