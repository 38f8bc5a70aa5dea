"""The address others reach this server by: an invitation is of no use where it names only the host's own computer."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from msgspec import Struct
from starlette.requests import HTTPConnection

if TYPE_CHECKING:
    from balka.server.app import Settings

LOOPBACK = ("localhost", "127.0.0.1", "::1", "[::1]")
SOMEWHERE = ("192.0.2.1", 9)  # an address kept free for examples: nothing is sent there


class Outward(Struct, frozen=True):
    """How a server is reached; `near`: from this computer only."""

    base: str
    near: bool = False

    def link(self, table_id: str, token: str) -> str:
        return f"{self.base}{path_of(table_id, token)}"


def path_of(table_id: str, token: str) -> str:
    """Where an invitation leads."""
    return f"/table/{table_id}?token={token}"


def outward(request: HTTPConnection) -> Outward:
    """What the host of the server said, else the address the asker used, else this computer's in its network."""
    settings: Settings = request.app.state.settings
    if settings.address:
        return Outward(settings.address.rstrip("/"))
    named = request.headers.get("host", "")
    if named and _name(named) not in LOOPBACK:
        return Outward(f"{_scheme(request)}://{named}")
    host, port = settings.listening
    if host in LOOPBACK:
        return Outward(f"{_scheme(request)}://{named}", near=True)
    found = own_address() if host in ("0.0.0.0", "::") else host
    return Outward(f"http://{found}:{port}") if found else Outward(f"http://{named}", near=True)


def own_address() -> str:
    """This computer's address in its network; empty where it is in none. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)
        except OSError:
            return ""
        found: str = probe.getsockname()[0]
        return "" if found in LOOPBACK else found


def _name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def is_encrypted(request: HTTPConnection) -> bool:
    """Whether somebody came over TLS, to us or to the proxy before us."""
    named: str = request.app.state.settings.address
    passed_on = request.headers.get("x-forwarded-proto") == "https"
    return request.url.scheme in ("https", "wss") or passed_on or named.startswith("https://")


def _scheme(request: HTTPConnection) -> str:
    return "https" if is_encrypted(request) else "http"
