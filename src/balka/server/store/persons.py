"""People as they are stored, with what lets them in."""

from __future__ import annotations

from msgspec import Struct

from balka.core.errors import BalkaError


class TakenError(BalkaError):
    """A name or an address of mail that somebody else has."""


class Person(Struct, frozen=True):
    """Somebody with a name. A guest has no `key`: others may have the same name, and only his browser lets him in.
    `password` is a hash, or empty; `mail` is an address that was shown to be his."""

    id: str
    name: str
    key: str | None = None
    password: str = ""
    mail: str | None = None
    created: float = 0.0
    seen: float = 0.0

    @property
    def is_guest(self) -> bool:
        return self.key is None


class Session(Struct, frozen=True):
    """One browser that somebody came in with; `hash` is that of its token, `way` how he came."""

    hash: str
    id: str
    person: str
    created: float
    seen: float
    way: str
    address: str = ""
    agent: str = ""


class Ticket(Struct, frozen=True):
    """Good for one thing, once, until then: a link by mail, or a question asked of a passkey."""

    hash: str
    kind: str
    until: float
    person: str = ""
    mail: str = ""
    data: str = ""


class Passkey(Struct, frozen=True):
    """The public half of a key that somebody's device holds; `count` is how often the device says it was used."""

    id: str
    person: str
    name: str
    key: bytes
    count: int
    created: float
    used: float


class Identity(Struct, frozen=True):
    """Who somebody is elsewhere, as an issuer the host trusts says."""

    issuer: str
    subject: str
    person: str
    created: float
