"""The desk: what changed for people at a table becomes notices, and notices become posts that are due."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from importlib.util import find_spec
from typing import Literal

from msgspec import Struct, structs
from sqlalchemy.exc import DBAPIError

from balka.core.errors import BalkaError
from balka.server.away.wanting import CHANNELS, Channel, PaceKind, Wishes, pace_kind, read_wishes
from balka.server.people.settings import House
from balka.server.store import Notice, Person, Post, Store, StoredTable
from balka.server.timing import read_pace

log = logging.getLogger("balka.server")

Closed = Literal["", "mail", "address", "packages"]
MAIL = "mail"  # the target that is a person's mail
HERE_FOR = 45.0  # seconds for which somebody is taken to look at a table, unless it is said again
LIVE_WAIT = 15.0  # seconds after which somebody who plays live is called
NEEDS: dict[Channel, tuple[str, ...]] = {
    "mail": (),
    "push": ("httpcore", "http_ece", "py_vapid"),
    "hook": ("httpcore",),
}


class Line(Struct, frozen=True):
    """One table somebody is to hear of; `against` are those who sit there with him. Where he has no seat yet, the
    lobby has one for him: `url` leads there."""

    kind: str
    place: str
    url: str
    title: str
    against: str
    pace: PaceKind


class Desk:
    """The notices of a house: which channels there are, and when what is sent."""

    def __init__(self, store: Store, house: House, address: str) -> None:
        self.store = store
        self.house = house
        self.address = address.rstrip("/")

    @property
    def now(self) -> float:
        return self.store.clock()

    def came(self, person_id: str, place: str) -> None:
        """Somebody looks at a table from now on: he has no need to be called, by whichever process."""
        self.store.away.back(person_id)
        try:
            self.store.away.here([(person_id, place)], self.now + HERE_FOR)
        except (BalkaError, DBAPIError) as problem:  # said again soon
            log.warning("it is not noted that somebody came to table %s: %s", place, problem)

    def left(self, person_id: str, place: str) -> None:
        """Somebody looks at a table no more; where that cannot be kept it lapses by itself."""
        try:
            if place in self.store.away.looks_at(person_id):
                self.store.away.here([(person_id, place)], 0.0)
        except (BalkaError, DBAPIError) as problem:
            log.warning("it is not noted that somebody left table %s: %s", place, problem)

    # -- ways to somebody

    def closed(self, channel: Channel) -> Closed:
        """Why a channel is not there; empty where it is."""
        if not all(map(find_spec, NEEDS[channel])):
            return "packages"
        if channel == "mail" and self.house.mail is None:
            return "mail"
        return "address" if channel != "push" and not self.address else ""

    def ways(self, person: Person) -> dict[str, Channel]:
        """The targets of somebody that are switched on, with their channels."""
        found: dict[str, Channel] = {MAIL: "mail"} if person.mail else {}
        for target in self.store.away.targets(person.id):
            channel = next(known for known in CHANNELS if known == target.channel)
            found |= {} if target.off else {target.id: channel}
        return {target: channel for target, channel in found.items() if not self.closed(channel)}

    def wishes(self, person_id: str) -> Wishes:
        known = self.store.away.wish(person_id)
        return read_wishes(known.wanted if known else "")

    # -- what is new

    def change(self, pace: PaceKind, gone: Iterable[Notice], new: Iterable[Notice]) -> None:
        """Keep what changed at a table; whoever does not know of it yet is told after a while."""
        told = list(new)
        unknown: dict[str, list[str]] = {}
        for notice in told:
            if not notice.known:
                unknown.setdefault(notice.person, []).append(notice.kind)
        due = [post for person, kinds in unknown.items() for post in self._due(person, kinds, pace)]
        self.store.away.change(gone, told, due)

    def _due(self, person_id: str, kinds: list[str], pace: PaceKind) -> list[Post]:
        person = self.store.people.find(person_id)
        if person is None:
            return []
        wishes, at = self.wishes(person_id), self.now + (LIVE_WAIT if pace == "live" else self.house.wait)
        return [
            Post(person_id, target, at)
            for target, channel in self.ways(person).items()
            if any(wishes.of(channel).has(kind, pace) for kind in kinds)
        ]

    # -- what is to be said

    def lines(self, person: Person, channel: Channel) -> list[Line]:
        """What somebody does not know yet and wants to hear by a channel: one line for each table, but for those that
        he looks at just now."""
        unknown, seen = self.store.away.unknown(person.id), self.store.away.looks_at(person.id)
        if seen & {notice.place for notice in unknown}:
            self.store.away.know(person.id, seen)
        wanted = self.wishes(person.id).of(channel)
        told = self._told(person, [notice for notice in unknown if notice.place not in seen])
        return _one_each([line for line in told if wanted.has(line.kind, line.pace)])

    def _told(self, person: Person, unknown: list[Notice]) -> list[Line]:
        places = [notice.place for notice in unknown]
        tables = {stored.id: stored for stored in self.store.among(places)}
        names, seats = self.store.people.names(places), self.store.people.seats(person.id, places)
        return [
            _line(notice.kind, tables[notice.place], seats.get(notice.place, []), names.get(notice.place, {}))
            for notice in unknown
            if notice.place in tables
        ]


def _line(kind: str, stored: StoredTable, own: list[str], names: dict[str, str]) -> Line:
    title, against = " ".join(stored.title.split()), {name for seat, name in names.items() if seat not in own}
    url = f"/table/{stored.id}" if own else "/"
    return Line(kind, stored.id, url, title, ", ".join(sorted(against)), pace_kind(read_pace(stored.pace)))


URGENT = ("clock", "turn", "asked", "challenge", "over", "came")  # of several things at a table the first is told


def _one_each(lines: list[Line]) -> list[Line]:
    chosen: dict[str, Line] = {}
    for line in sorted(lines, key=lambda line: URGENT.index(line.kind)):
        chosen.setdefault(line.place, line)
    return [line for line in lines if chosen[line.place] is line]


def known_to(notices: Iterable[Notice], present: set[str]) -> list[Notice]:
    """Notices as they are kept: whoever is present knows his."""
    return [structs.replace(notice, known=int(notice.person in present)) for notice in notices]
