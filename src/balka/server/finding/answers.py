"""What is told of those who look for a game, as types."""

from __future__ import annotations

from balka.core.scene.figures import Sent
from balka.server.pace import Pace
from balka.server.ratings.answers import Strength


class OfferInfo(Sent, frozen=True, kw_only=True):
    """A seat that waits for anybody; `by` whom it is offered and how strong he is, where he has an account."""

    table: str
    scenario: str
    title: str
    seat: str
    name: str
    since: str
    pace: Pace | None = None
    rated: bool = False
    by: str = ""
    rating: Strength | None = None


class Offers(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """The seats offered in this house; `open` is false where only this computer is served, and nobody could come."""

    open: bool
    offers: list[OfferInfo]
