"""What is stored, as values: tables, invitations, pictures of a game, notes, shared moments."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from balka.core.errors import BalkaError

OPEN, SAT, WAITING = 0, 1, 2  # how far an invitation has come: the host's yet, used, or made anew for a seat given away
SEAM = "."  # between an invitation and what a browser adds to it


class ElsewhereError(BalkaError):
    """Another server has gone on with this table."""


class AwayError(BalkaError):
    """The database does not answer."""


class StoredTable(Struct, frozen=True):
    """A table as it is stored: what is played, who sits where, the dice secret, the host's token and, with an account,
    his person; `asks` are the seats that are to decide, kept where people with accounts sit; `archived` when its game
    was put into a file, 0 while it is here; without `hints` the coach says nothing there."""

    id: str
    scenario: str
    title: str
    options: dict[str, str]
    players: dict[str, str]
    secret: bytes
    record: str
    host: str
    turn: str = ""
    over: bool = False
    touched: float = 0.0
    rules: str = ""
    data: str = ""
    base: int = 0
    owner: str = ""
    asks: str = ""
    pace: str = ""
    result: str = ""
    rematch: str = ""
    rated: int = 0
    archived: float = 0.0
    hints: int = 1


class GameResult(Struct, frozen=True):
    """How a game ended: the side that won, none in a draw, one sentence why, and whether by its rules or by people."""

    winner: str
    text: str
    how: Literal["rules", "resign", "draw", "time"]


class Link(Struct, frozen=True):
    """What opens one seat: an invitation, or once it is `claimed` the secret of the browser that came by it.

    A browser that opens an invitation is given a secret of its own, which begins with the invitation. The first that
    says hello sits down; from then on only its secret counts, and the invitation opens nothing. A seat once `given`
    away waits for whoever comes by a new invitation; it never falls back to the host. One that is `offered` is in the
    lobby for everybody. A seat whose owner has an account names the `person`: its token is then told to nobody.
    """

    token: str
    seat: str
    claimed: bool
    given: bool = False
    offered: bool = False
    person: str = ""

    def secret_in(self, tokens: Iterable[str]) -> str | None:
        """Which of the tokens shown opens this seat: its own secret, or one made from an invitation not yet used."""
        mine = f"{self.token}{SEAM}"
        return next(
            (shown for shown in tokens if shown == self.token or (not self.claimed and shown.startswith(mine))), None
        )


class Snapshot(Struct, frozen=True):
    """How a game stood after so many entries, under which rules and data, and how many rolls had been made; `play` is
    all that its table knew beside the state."""

    number: int
    rules: str
    data: str
    turn: str
    hash: str
    rolls: int
    state: bytes
    play: bytes = b""


class Note(Struct, frozen=True):
    """What somebody wrote for himself: on which turn, perhaps about a hex."""

    number: int
    turn: int
    label: str
    hex: str
    text: str
    written: float = 0.0


class Shared(Struct, frozen=True):
    """A step of a game as one pair of eyes saw it, or the game up to it (`whole`), for whoever has the token."""

    token: str
    place: str
    view: str
    step: int
    whole: bool
    record: str


def held(stored: StoredTable, links: list[Link], tokens: set[str], home: object) -> tuple[str, ...]:
    """The seats somebody may decide for: those of his links; as the host, or at home, all that nobody came for."""
    own = {link.seat for link in links if link.secret_in(tokens)}
    if stored.host in tokens or (home and not own):
        own |= {link.seat for link in links if not link.given}
    return tuple(seat for seat in stored.players if seat in own)


class Offer(Struct, frozen=True):
    """A seat that waits for anybody."""

    table: str
    scenario: str
    title: str
    seat: str
    since: float
    pace: str = ""
    rated: int = 0
    owner: str = ""
