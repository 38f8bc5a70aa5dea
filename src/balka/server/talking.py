"""Talk at a table where people sit at different screens: one room for the seats, one for watchers.

What the seats say is said across the table: every seat reads it, so it tells no side what the other does not hear, and
watchers may listen. Watchers have a room of their own that no seat is shown before the game is over: one of them may
have looked over somebody's shoulder, or simply play better. Whoever holds a seat never reads it meanwhile, not even
while he looks through a watcher's eyes. After the end everybody reads both.
"""

from __future__ import annotations

from balka.server import messages as m
from balka.server.limits import TooMuchError
from balka.server.store import Room, Spoken, Store

A_MINUTE = 12  # lines one person may say within a minute
MINUTE = 60.0


class Talk:
    """The talk of one table, as far as this process has read it."""

    def __init__(self, store: Store, table_id: str) -> None:
        self._store = store
        self._table_id = table_id
        self._lines: list[Spoken] | None = None

    @property
    def lines(self) -> list[Spoken]:
        if self._lines is None:
            self._lines = self._store.talk.lines(self._table_id)
        return self._lines

    def listen(self) -> None:
        """Take in what was said since; nobody has asked yet where nothing is known."""
        if self._lines is not None:
            self._lines += self._store.talk.lines(self._table_id, self._lines[-1].number if self._lines else 0)

    def say(self, room: Room, who: str, text: str) -> None:
        spoken = _plain(text)
        if not spoken:
            raise m.MalformedError("There is nothing to read in this.", "say it in words")
        self._must_not_flood(who)
        self._store.talk.say(self._table_id, room, who, spoken)
        self.listen()

    def _must_not_flood(self, who: str) -> None:
        now = self._store.clock()
        times = self._store.talk.times(self._table_id, who, now - MINUTE)
        if len(times) >= A_MINUTE:
            wait = max(1, round(times[-A_MINUTE] + MINUTE - now))
            raise TooMuchError(f"That is too much at once: {A_MINUTE} lines a minute.", f"go on in {wait} seconds")


def _plain(text: str) -> str:
    """Text without anything that is not seen: control characters, and marks that turn the direction of writing."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
