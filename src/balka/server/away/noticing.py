"""Noticing what changed at one table for those who sit there."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy.exc import DBAPIError

from balka.core.errors import BalkaError
from balka.server.away.desk import Desk, known_to
from balka.server.away.standing import Standing, standing
from balka.server.away.wanting import Kind, PaceKind, pace_kind
from balka.server.store import Notice

if TYPE_CHECKING:
    from balka.server.live import LiveTable

log = logging.getLogger("balka.server")

STANDING = ("turn", "asked", "clock", "over")  # what is so or not, beside what happened once


class Noticing:
    """Compares what stands at a table with what its people have been told; without a desk nobody is told anything."""

    def __init__(self, live: LiveTable) -> None:
        self.desk: Desk | None = None
        self._live = live
        self._seen: tuple[Standing, object] | None = None

    def anew(self) -> None:
        """Another process may have been at this table: nothing is taken as told."""
        self._seen = None

    def look(self) -> None:
        """Keep what is new for somebody, or no longer so."""
        live = self._live
        if self.desk is None or not live.shared or not live.accounts or live.table.due is not None:
            return
        with self._going_on():
            last = self.desk.store.last_time(live.stored.id) if live.table.over else 0.0
            found = (standing(live, self.desk.now, last), live.links)
            if found != self._seen:
                write = partial(self._tell, self.desk, found[0], self._present)
                live.description.later.put((live.stored.id, "notices"), write)
                self._seen = found

    def came(self, who: str) -> None:
        """Somebody has sat down: the others hear of it."""
        if self.desk is not None:
            with self._going_on():
                sitters = self.desk.store.people.sitters(self._live.stored.id)
                self.tell("came", {person for person in sitters.values() if person} - {who})

    def tell(self, kind: Kind, people: set[str]) -> None:
        """Something happened that these people are to hear once."""
        if self.desk is None:
            return
        place, now = self._live.stored.id, self.desk.now
        with self._going_on():
            known = {(notice.person, notice.kind) for notice in self.desk.store.away.standing(place)}
            told = [Notice(person, place, kind, now) for person in sorted(people) if (person, kind) not in known]
            self.desk.change(self._pace, (), known_to(told, self._present))

    def take_back(self, kind: Kind) -> None:
        """Something that was told once is no longer so."""
        if self.desk is not None:
            with self._going_on():
                known = self.desk.store.away.standing(self._live.stored.id)
                self.desk.change(self._pace, [notice for notice in known if notice.kind == kind], ())

    @contextmanager
    def _going_on(self) -> Iterator[None]:
        """Play does not stop where a notice cannot be kept."""
        try:
            yield
        except (BalkaError, DBAPIError) as problem:
            log.warning("nobody is told of table %s just now: %s", self._live.stored.id, problem)

    def _tell(self, desk: Desk, found: Standing, present: set[str]) -> None:
        place = self._live.stored.id
        sitters = desk.store.people.sitters(place)
        wanted = {(sitters[seat], kind) for seat, kinds in found.items() if sitters.get(seat) for kind in kinds}
        known = desk.store.away.standing(place)
        gone = [notice for notice in known if self._is_past(notice, wanted)]
        new = wanted - {(notice.person, notice.kind) for notice in known}
        if gone or new:
            told = [Notice(person, place, kind, desk.now) for person, kind in sorted(new)]
            desk.change(self._pace, gone, known_to(told, present))

    def _is_past(self, notice: Notice, wanted: set[tuple[str, Kind]]) -> bool:
        """Whether something is no longer so; that somebody came is old when the game is over."""
        if notice.kind in STANDING:
            return (notice.person, notice.kind) not in wanted
        return notice.kind == "came" and self._live.table.over

    @property
    def _pace(self) -> PaceKind:
        return pace_kind(self._live.timing.pace)

    @property
    def _present(self) -> set[str]:
        """Those who look at this table here; who does so in another process is known when something is sent."""
        return {line.person for line in self._live.connections if line.person and line.looks}
