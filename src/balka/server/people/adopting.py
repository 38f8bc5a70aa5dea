"""What a browser had before somebody signed in is his: seats he came to by links, and the tables of a guest."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from balka.server.calls import cookie_name, tables_in_cookies, tables_of
from balka.server.people.sessions import visit_of
from balka.server.store import Person

MOST = 200  # tables a browser can bring along


def bring_along(request: Request, response: Response, person: Person) -> None:
    """Seats that this browser holds by a secret are the person's, and the secret is forgotten; so is a guest whose
    browser this was."""
    before = visit_of(request)
    people = tables_of(request).store.people
    if before is not None and before.person.is_guest and before.person.id != person.id:
        people.merge(before.person.id, person.id)
    for table_id in tables_in_cookies(request)[:MOST]:
        if _adopt(request, person, table_id):
            response.delete_cookie(cookie_name(table_id), httponly=True, samesite="lax")


def _adopt(request: Request, person: Person, table_id: str) -> bool:
    """Make a table's seats a person's, by the token in a cookie; false where it opens nothing, or only an invitation
    that nobody has used yet."""
    tables = tables_of(request)
    token = request.cookies[cookie_name(table_id)]
    stored = tables.store.find(table_id)
    if stored is None:
        return False
    sat = any(link.claimed and link.token == token and not link.person for link in tables.store.links(table_id))
    if not sat and (stored.host != token or stored.owner):
        return False
    tables.store.people.adopt(person.id, table_id, token)
    tables.heard(table_id)
    return True
