"""Passwords: kept as Argon2id hashes, worked out beside the event loop, few at a time because each takes 64 MB."""

from __future__ import annotations

import asyncio
import secrets
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

AT_ONCE = 2
HASHER = PasswordHasher()  # the library's figures, which are those of RFC 9106


@cache
def _nobodys() -> str:
    """A hash that no password fits: checked where there is no account, so that it takes as long as where there is."""
    return HASHER.hash(secrets.token_urlsafe(24))


class Passwords:
    """Makes and checks hashes, so many at once."""

    def __init__(self) -> None:
        self._room = asyncio.Semaphore(AT_ONCE)

    async def hashed(self, password: str) -> str:
        async with self._room:
            return await asyncio.to_thread(HASHER.hash, password)

    async def fits(self, password: str, known: str) -> bool:
        """Whether a password is the one that was hashed; nothing fits where nothing is known, after the same work."""
        async with self._room:
            return await asyncio.to_thread(_fits, password, known or _nobodys()) and bool(known)


def _fits(password: str, known: str) -> bool:
    try:
        return HASHER.verify(known, password)
    except (VerificationError, InvalidHashError):
        return False
