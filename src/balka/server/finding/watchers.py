"""Those who look at the lobby, and what wakes them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable

GATHERED = 0.2  # seconds in which several changes become one
STILL_HERE = 20.0  # seconds between two signs that the line stands


class Watchers:
    """Those who look at the lobby in this process."""

    def __init__(self) -> None:
        self._bells: dict[asyncio.Event, str] = {}

    def wake(self, people: Iterable[str] = ()) -> None:
        """Something has changed, for these people; for everybody where none is named."""
        named = set(people)
        for bell, person in self._bells.items():
            if not named or person in named:
                bell.set()

    async def changes(self, person: str) -> AsyncIterator[bool]:
        """True whenever something has changed for somebody, False now and then in between."""
        bell = asyncio.Event()
        self._bells[bell] = person
        try:
            while True:
                try:
                    async with asyncio.timeout(STILL_HERE):
                        await bell.wait()
                except TimeoutError:
                    yield False
                    continue
                await asyncio.sleep(GATHERED)
                bell.clear()
                yield True
        finally:
            del self._bells[bell]
