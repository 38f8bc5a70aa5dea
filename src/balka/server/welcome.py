"""Who may sit down at a table where he was invited, or where anybody may."""

from __future__ import annotations

from typing import TYPE_CHECKING

from balka.core.errors import BalkaError
from balka.server.store import RATED, Store

if TYPE_CHECKING:
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


def without_invitations(live: LiveTable, tokens: set[str]) -> set[str]:
    """Tokens but for those that open a seat which waits for whoever comes by them."""
    return {token for token in tokens if not any(not link.claimed and link.secret_in({token}) for link in live.links)}
