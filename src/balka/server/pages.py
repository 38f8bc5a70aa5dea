"""The built front end, or where there is none a page that says how to build it."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route

STATIC = Path(__file__).parent / "static"
FOREVER = "public, max-age=31536000, immutable"
PAGES = (
    "/",
    "/replay/{id}",
    "/shared/{token}",
    "/open",
    "/dice",
    "/dice/{id}",
    "/scenario/{game}/{scenario}",
    "/enter",
    "/account",
    "/people/{name}",
    "/ladder",
    "/ladder/{game}",
    "/rules",
    "/rules/{game}",
    "/rules/{game}/{id}",
)
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Balka</title>
<body style="font: 18px/1.5 serif; max-width: 36em; margin: 4em auto">
<h1>Balka is running, but its front end has not been built.</h1>
<p>In the project's folder type <code>make web</code>, then reload this page.
A wheel from <code>make</code> contains it already.</p>
<p>Meanwhile <code>balka play sos/courier --terminal</code> plays without a browser.</p></body></html>"""


USED = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Balka</title>
<body style="font: 18px/1.5 serif; max-width: 36em; margin: 4em auto">
<h1>This invitation has been used, or never was one.</h1>
<p>An invitation seats one browser. If it was yours, open the table in the browser you used then;
otherwise ask the host for a new link.</p>
<p><a href="/table/{table}">Watch the table</a> &middot; <a href="/">The lobby</a></p></body></html>"""


def used_invitation(table: str) -> Response:
    """What somebody sees who comes too late."""
    return HTMLResponse(USED.format(table=quote(table)), 404, headers={"Cache-Control": "no-store"})


def routes(static: Path) -> list[Any]:
    async def home(request: Request) -> Response:
        return front(static)

    async def file(request: Request) -> Response:
        return found(static, request.path_params["path"])

    return [*(Route(path, home) for path in PAGES), Route("/{path:path}", file)]


def front(static: Path) -> Response:
    """The one page that is the lobby, the table and all others."""
    index = static / "index.html"
    if not index.is_file():
        return HTMLResponse(NOT_BUILT, headers={"Cache-Control": "no-store"})
    return FileResponse(index, headers={"Cache-Control": "no-cache"})


def found(static: Path, path: str) -> Response:
    """A file of the front end, never one outside it; what the build named by its content is kept for good."""
    try:
        place = (static / path.replace("\0", "")).resolve()
        there = place.is_relative_to(static.resolve()) and place.is_file()
    except OSError:  # a name no file can have
        there = False
    if not there:
        raise HTTPException(404, "There is nothing here.")
    cache = FOREVER if path.startswith("assets/") else "no-cache"
    return FileResponse(place, headers={"Cache-Control": cache})
