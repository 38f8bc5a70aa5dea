"""Who says what at a table, and who is told of it: the connection's side of the talk (talking.py says why so)."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from balka.core.errors import BalkaError
from balka.server import messages as m
from balka.server.calls import caller, limits_of
from balka.server.store import Room, Spoken, StoredTable

if TYPE_CHECKING:
    from balka.server.connection import Connection

NOBODY_THERE = "There is nobody to talk to at this table."


class Listener:
    """What one connection has been told of the talk at its table."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rooms: tuple[Room, ...] = ()
        self._last = 0
        self._unheard: frozenset[str] = frozenset()

    def tell(self) -> None:
        """Tell what is new, or all of it anew where another room has been opened, or somebody else is to be heard."""
        live = self._connection.live
        if not live.shared:
            return
        rooms, unheard = self._open(), self._kept_away()
        anew = (rooms, unheard) != (self._rooms, self._unheard)
        lines = live.talk.lines
        heard = [line for line in lines if line.room in rooms and line.who not in unheard]
        news = [line for line in heard if anew or line.number > self._last]
        self._last = lines[-1].number if lines else 0
        self._rooms, self._unheard = rooms, unheard
        if news or anew:
            own = self.who
            self._connection.tell(m.Talk(lines=[_told(line, own) for line in news], anew=anew))

    def _kept_away(self) -> frozenset[str]:
        """By what signs those speak whom this person has blocked or muted: their seats, or as watchers."""
        connection = self._connection
        stored, store = connection.live.stored, connection.store
        persons = store.order.unheard(connection.person)
        if not persons:
            return frozenset()
        seats = {seat for seat, person in store.people.sitters(stored.id).items() if person in persons}
        return frozenset(seats | {watcher_sign(stored, person) for person in persons})

    def _open(self) -> tuple[Room, ...]:
        hidden = self._connection.held and not self._connection.live.table.over
        return ("seats",) if hidden else ("seats", "watchers")

    @property
    def room(self) -> Room:
        return "seats" if self._connection.held else "watchers"

    @property
    def who(self) -> str:
        """Who speaks: a seat, or the sign of a watcher, from which nobody learns who he is."""
        held, viewer = self._connection.held, self._connection.viewer
        if held:
            return viewer if viewer in held else held[0]
        stored = self._connection.live.stored
        shown = self._connection.person or self._connection.guest or caller(self._connection.socket)
        return watcher_sign(stored, shown)


def watcher_sign(stored: StoredTable, shown: str) -> str:
    return "watcher-" + hashlib.sha256(f"{stored.id} {stored.host} {shown}".encode()).hexdigest()[:8]


def _told(line: Spoken, own: str) -> m.TalkLine:
    return m.TalkLine(room=line.room, who=line.who, text=line.text, at=round(line.at), yours=line.who == own)


def say(connection: Connection, said: m.Say) -> object:
    """Somebody says something to those in his room."""
    live = connection.live
    if not live.shared:
        raise BalkaError(NOBODY_THERE)
    limits_of(connection.socket).lines_said.take(caller(connection.socket))
    live.talk.say(connection.listener.room, connection.listener.who, said.text)
    live.tell_talk()
    return None
