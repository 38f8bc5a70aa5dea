"""Who may sit down at a table where he was invited, or where anybody may."""

from __future__ import annotations

from typing import TYPE_CHECKING

from balka.core.errors import BalkaError
from balka.server.store import RATED, Store

if TYPE_CHECKING:
    from balka.server.connection import Connection
    from balka.server.live import LiveTable


class NotWelcomeError(BalkaError):
    """Somebody who cannot sit down at a table; he may watch."""


def must_be_welcome(live: LiveTable, store: Store, person: str) -> None:
    """Nobody sits down with somebody he is kept apart from; at a rated game sits who can be rated, and nobody on both
    sides."""
    others = {live.stored.owner, *(link.person for link in live.links)}
    if store.order.apart(person, others):
        raise NotWelcomeError(
            "You cannot sit down here: somebody at this table and you are kept apart.", "another table"
        )
    if live.stored.rated != RATED:
        return
    known = store.people.find(person) if person else None
    if known is None or known.is_guest:
        raise NotWelcomeError(
            "This game is rated: whoever sits down needs an account.", "sign in, then open the link again"
        )
    if person in others:
        raise NotWelcomeError("Nobody plays both sides of a rated game.", "send the link to somebody else")


def sit_down(connection: Connection, tokens: set[str]) -> tuple[str, set[str]]:
    """Let somebody take the seat he was invited to: the secret he sits by, and all his tokens. Who may not sit there
    watches, and is told why."""
    try:
        secret = connection.live.claim(tokens, connection.person)
    except NotWelcomeError as problem:
        connection.notice(f"{problem.message} You watch: {problem.instead}.")
        return "", _without_invitations(connection.live, tokens)
    return secret, tokens | ({secret} if secret else set())


def _without_invitations(live: LiveTable, tokens: set[str]) -> set[str]:
    """Tokens but for those that open a seat which waits for whoever comes by them."""
    return {token for token in tokens if not any(not link.claimed and link.secret_in({token}) for link in live.links)}
