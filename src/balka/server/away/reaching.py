"""Calling an address that a stranger has named: never into a private network, never further than that address.

The name is looked up here and the line goes to what was found and checked, so that it cannot lead elsewhere meanwhile.
Nothing is followed, and of the answer only the status is read.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterable
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from socket import SOCK_STREAM
from urllib.parse import urlsplit

import httpcore
from httpcore import SOCKET_OPTION, AsyncNetworkStream

from balka.core.errors import BalkaError

PATIENCE = 10.0  # seconds
TRANSLATED = IPv6Network("64:ff9b::/96")  # an IPv4 address is the last four bytes
LONGEST = 1000
SCHEMES = {"https": 443, "http": 80}
EXAMPLE = "https://example.org/hook"


class ShutError(BalkaError):
    """An address that is not called."""


class DeafError(BalkaError):
    """Nobody answers there."""


def must_be_address(text: str, private: object) -> str:
    """An address on the internet; one without TLS only where the host allows private networks."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as problem:
        raise ShutError("This is no address.", EXAMPLE) from problem
    if parts.scheme not in SCHEMES or not parts.hostname or not text.isascii() or not text.isprintable():
        raise ShutError("This is no address.", EXAMPLE)
    if len(text) > LONGEST or port == 0 or " " in text:
        raise ShutError("This is no address.", f"{EXAMPLE}, at most {LONGEST} characters")
    if parts.username is not None or parts.fragment:
        raise ShutError("An address has no name, password or # here.", EXAMPLE)
    if parts.scheme != "https" and not private:
        raise ShutError("Only addresses with TLS are called.", EXAMPLE)
    return text


async def must_be_open(text: str, private: object) -> None:
    """Refuse an address that would never be called."""
    parts = urlsplit(must_be_address(text, private))
    await _found(parts.hostname or "", parts.port or SCHEMES[parts.scheme], private)


async def _found(host: str, port: int, private: object) -> str:
    """An address of a host that may be called; if one of them may not, none is."""
    try:
        known = await asyncio.get_running_loop().getaddrinfo(host, port, type=SOCK_STREAM)
    except (OSError, UnicodeError) as problem:
        raise DeafError(f"Nobody knows where {host} is.", "is it spelled right?") from problem
    found = [str(where[4][0]) for where in known]
    if not private and not all(map(is_public, found)):
        raise ShutError(f"{host} is in a private network.", "an address on the internet, or ask the host to allow it")
    return found[0]


def is_public(text: str) -> bool:
    """Whether an address is on the internet, also one that is wrapped in another."""
    address = ip_address(text.partition("%")[0])
    inner = _inner(address)
    return address.is_global and not address.is_multicast and (inner is None or is_public(str(inner)))


def _inner(address: IPv4Address | IPv6Address) -> IPv4Address | None:
    if isinstance(address, IPv4Address):
        return None
    if address in TRANSLATED:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)


class Checked(httpcore.AsyncNetworkBackend):
    """Opens lines to addresses that may be called, and to no other."""

    def __init__(self, private: object) -> None:
        self._private = private
        self._inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self, host: str, port: int, timeout: float | None = None, local_address: str | None = None,
        socket_options: Iterable[SOCKET_OPTION] | None = None,
    ) -> AsyncNetworkStream:  # fmt: skip
        found = await _found(host, port, self._private)
        return await self._inner.connect_tcp(found, port, timeout, local_address, socket_options)


@cache
def _trusted() -> ssl.SSLContext:
    return ssl.create_default_context()


async def post(url: str, body: bytes, headers: dict[str, str], private: object) -> int:
    """Send something there; the status of the answer."""
    must_be_address(url, private)
    try:
        async with (
            asyncio.timeout(PATIENCE),
            _line(private) as pool,
            pool.stream("POST", url, headers=_written(headers), content=body) as answer,
        ):
            return answer.status
    except (TimeoutError, httpcore.TimeoutException) as problem:
        raise DeafError("It did not answer in time.") from problem
    except (httpcore.NetworkError, httpcore.ProtocolError, OSError, ssl.SSLError) as problem:
        raise DeafError(f"It could not be reached ({type(problem).__name__}).") from problem


def _line(private: object) -> httpcore.AsyncConnectionPool:
    return httpcore.AsyncConnectionPool(ssl_context=_trusted(), network_backend=Checked(private))


def _written(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in {"User-Agent": "Balka", **headers}.items()]
