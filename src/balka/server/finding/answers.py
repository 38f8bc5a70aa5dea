"""What is told of those who look for a game, as types."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from balka.core.scene.figures import Sent
from balka.server.answers import TableInfo
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


class ChallengeInfo(Sent, frozen=True, kw_only=True):
    """Somebody is asked to a table, and would play this side; `yours`: the asker has asked him."""

    table: str
    scenario: str
    title: str
    side: str
    name: str
    since: str
    strength: Strength | None = None
    pace: Pace | None = None
    rated: bool = False
    yours: bool = False


class BarredInfo(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """Somebody whom one has blocked or muted."""

    name: str
    kind: Literal["block", "mute"]
    since: str


class MatchTold(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """Whoever looks for a game is told: `url` of the table once somebody is found; else for how many seconds he has
    looked, how many others look for the same, and how many points away they may be by now."""

    url: str = ""
    waited: int = 0
    others: int = 0
    within: int = 0


class LobbyNow(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """What changes in the lobby of a house: offers, challenges to and from whoever asks, how many look for a game, how
    strong he is in each, and his tables where he has an account."""

    open: bool
    offers: list[OfferInfo]
    looking: int = 0
    challenges: list[ChallengeInfo] = field(default_factory=list)
    ratings: dict[str, Strength] = field(default_factory=dict)
    tables: list[TableInfo] | None = None


class Offers(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """The seats offered in this house; `open` is false where only this computer is served, and nobody could come."""

    open: bool
    offers: list[OfferInfo]
