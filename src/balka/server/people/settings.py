"""How a house lets people in: what its host has set up for mail and for signing in elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from email.utils import parseaddr
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from balka.core.errors import BalkaError

SMTP, SENDER = "BALKA_SMTP", "BALKA_MAIL_FROM"
ISSUER, CLIENT, SECRET, LABEL = "BALKA_OIDC", "BALKA_OIDC_CLIENT", "BALKA_OIDC_SECRET", "BALKA_OIDC_NAME"
PORTS = {"smtp": 587, "smtps": 465}
EXAMPLE = "smtp://user:password@mail.example.org:587, smtps:// for TLS from the start"


class Mail(Struct, frozen=True):
    """The server that takes our mail, and whom it is from; `tls`: encrypted from the start."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    tls: bool = False

    @property
    def address(self) -> str:
        """The address of the sender alone."""
        return parseaddr(self.sender)[1]


class Provider(Struct, frozen=True):
    """Where people may sign in instead: an OpenID Connect issuer that the host trusts."""

    issuer: str
    client: str
    secret: str
    label: str


class House(Struct, frozen=True):
    """A house that knows people. What is None has not been set up, and is not offered. Somebody who is away hears of
    his tables after a `wait` of seconds, all at once; `private`: webhooks may call into private networks."""

    mail: Mail | None = None
    provider: Provider | None = None
    wait: float = 300.0
    private: bool = False


def from_environment(known: Mapping[str, str]) -> House:
    """What the environment says, or what is wrong with it."""
    return House(mail=_mail(known), provider=_provider(known))


def _mail(known: Mapping[str, str]) -> Mail | None:
    address, sender = known.get(SMTP, ""), known.get(SENDER, "")
    if not address and not sender:
        return None
    if not address or not sender:
        raise BalkaError(f"{SMTP} and {SENDER} belong together: one of them is missing.")
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as problem:
        raise BalkaError(f"{SMTP} is no address of a mail server.", EXAMPLE) from problem
    if parts.scheme not in PORTS or not parts.hostname:
        raise BalkaError(f"{SMTP} is no address of a mail server.", EXAMPLE)
    if "@" not in parseaddr(sender)[1]:
        raise BalkaError(f"{SENDER} names no address of mail: {sender!r}", "Balka <balka@example.org>")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Mail(parts.hostname, port or PORTS[parts.scheme], sender, user, password, parts.scheme == "smtps")


def _provider(known: Mapping[str, str]) -> Provider | None:
    issuer, client, secret = (known.get(name, "") for name in (ISSUER, CLIENT, SECRET))
    if not issuer:
        return None
    if not client or not secret:
        raise BalkaError(f"{ISSUER} needs {CLIENT} and {SECRET} beside it.")
    if urlsplit(issuer).scheme not in ("https", "http"):
        raise BalkaError(f"{ISSUER} is no address: {issuer!r}", "https://accounts.example.org")
    return Provider(issuer.rstrip("/"), client, secret, known.get(LABEL) or urlsplit(issuer).hostname or issuer)
