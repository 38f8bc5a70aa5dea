"""What the calls about people answer, as types."""

from __future__ import annotations

from typing import Literal

from balka.core.scene.figures import Sent
from balka.server.ratings.answers import Strength


class Ways(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """How one can come in beside by name and password: `provider` is what to call the other place, if there is one;
    `mail` is false where the host has set up no mail server, `passkeys` where the address of the server allows none."""

    mail: bool
    passkeys: bool
    provider: str


class MeInfo(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """Whoever is signed in; a guest is so in this browser only."""

    name: str
    guest: bool


class Me(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """Who is asking. `open` is false where there are no accounts."""

    open: bool
    ways: Ways
    person: MeInfo | None = None


class SessionInfo(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """A browser somebody is signed in with: since when, last used when, how and from where he came."""

    id: str
    way: str
    created: str
    seen: str
    address: str
    agent: str
    here: bool


class PasskeyInfo(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """A passkey; `used` is empty while it never was."""

    id: str
    name: str
    created: str
    used: str


class Account(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """All that somebody may see and change about himself. `fresh`: he came in just now, so that his password need not
    be asked for again."""

    name: str
    guest: bool
    created: str
    mail: str
    password: bool
    fresh: bool
    elsewhere: list[str]
    passkeys: list[PasskeyInfo]
    sessions: list[SessionInfo]
    ways: Ways


class RatingPoint(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """A rating after a game that ended then."""

    at: str
    rating: int
    low: int
    high: int


class GameRating(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """How strong somebody is in a game, and how that came about: the last games first."""

    game: str
    title: str
    strength: Strength
    history: list[RatingPoint]


class RatedGame(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """What a game did to somebody's rating: against whom, what his side was worth, before and after. `opponent` is
    empty where he has been forgotten; `bot` where it was one."""

    table: str
    game: str
    title: str
    side: str
    opponent: str
    bot: bool
    score: float
    advantage: int
    before: int
    after: int
    ended: str


class FinishedGame(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """A game somebody finished, and on which side."""

    table: str
    title: str
    seats: list[str]
    ended: str


class PersonPage(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """What everybody may know about somebody; `games` are the last that he finished, `rated` those that changed his
    ratings. `barred` is how the asker keeps him away, `you` that he is the asker."""

    name: str
    since: str
    finished: int
    games: list[FinishedGame]
    ratings: list[GameRating]
    rated: list[RatedGame]
    barred: Literal["", "block", "mute"] = ""
    you: bool = False


class LinkSent(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """The answer to the wish for a link by mail, the same whether anybody has this address: for how many minutes the
    link will be good."""

    minutes: int


class TicketInfo(Sent, frozen=True, kw_only=True, omit_defaults=False):
    """What a link by mail is good for: to `enter`, to `recover` an account, to `confirm` an address. `name` is empty
    where whoever reads this mail has no account yet."""

    kind: str
    mail: str
    name: str
