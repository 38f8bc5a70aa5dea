"""All tables of a server, kept in the store and played in memory; brought back by replaying what is stored."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Mapping

import msgspec
from msgspec import Struct

from balka.bots.base import Bot
from balka.core import records
from balka.core.errors import BalkaError
from balka.core.state import State
from balka.lessons import teaching
from balka.lessons.lesson import Lesson
from balka.lessons.progress import Tutor
from balka.server import reviving
from balka.server.away.desk import Desk
from balka.server.catalogue import Catalogue, NotHereError, full_key
from balka.server.describing import KEPT_EVERY, turn_label
from balka.server.finding.watchers import Watchers
from balka.server.jobs import Revive, Workers
from balka.server.journal import Journal
from balka.server.later import AtOnce, Later
from balka.server.live import NO_DELAYS, Delays, LiveTable, new_token
from balka.server.messages import NewTable
from balka.server.ratings import terms
from balka.server.store import LOBBY, RATED, UNRATED, Link, Snapshot, Store, StoredTable, Told
from balka.server.store.finding import Also
from balka.table.dice import LiveDice
from balka.table.table import HUMAN, Table

log = logging.getLogger("balka.server")

MOST_LIVE = 100
FRIEND, ANYBODY = "friend", "anybody"  # who sits where somebody is to come: by a link, or from the lobby
LONG = 2 * KEPT_EVERY  # entries since a game was last kept that are too many to play again while others wait


class Prepared(Struct, frozen=True):
    """A new table worked out and not yet stored; where it began with a record, how it stands."""

    stored: StoredTable
    links: list[Link]
    kept: Snapshot | None = None


class Tables:
    """Creates tables, finds them again, and brings them back after a stop of any kind."""

    def __init__(
        self, store: Store, catalogue: Catalogue, delays: Delays = NO_DELAYS, bots: Mapping[str, Bot] | None = None
    ) -> None:
        self.store = store
        self.catalogue = catalogue
        self.delays = delays
        self.workers: Workers | None = None
        self.desk: Desk | None = None
        self.later: Later = AtOnce()
        self.watchers = Watchers()
        self._bots = bots
        self._live: dict[str, LiveTable] = {}
        self._opening: dict[str, asyncio.Lock] = {}

    @property
    def open_now(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    @property
    def lines_now(self) -> int:
        """How many browsers are at them."""
        return sum(len(live.connections) for live in self._live.values())

    @property
    def present(self) -> set[tuple[str, str]]:
        """Who looks at which table, of those with accounts."""
        lines = [(line, table_id) for table_id, live in self._live.items() for line in live.connections]
        return {(line.person, table_id) for line, table_id in lines if line.person and line.looks}

    # -- new tables

    def create(self, wish: NewTable) -> LiveTable:
        """A new table as somebody wished it, from the beginning or from where a record ends."""
        return self.take_in(self.prepare(wish))

    def prepare(self, wish: NewTable) -> Prepared:
        """Work out a new table without touching anything: a long record takes its time, so this may run beside."""
        record = records.read(wish.record) if wish.record else None
        game, scenario = self.catalogue.scenario(_scenario_of(record) if record else wish.scenario)
        options = {key: _option(value) for key, value in wish.options.items()}
        start = records.begin(record, game) if record else game.start(scenario.key, options)
        if record:
            records.final(record, game)
        lesson = teaching.find(full_key(game, scenario))
        usual = record.header.players if record else teaching.seats(lesson, start) if lesson else {}
        people = {seat: HUMAN if who in (FRIEND, ANYBODY) else who for seat, who in wish.seats.items()}
        seated = Table(start, people or usual, self._all_bots(lesson))
        stored = StoredTable(
            secrets.token_hex(16), full_key(game, scenario), start.setting.title, dict(start.setting.options),
            seated.players, _secret(seated), records.text_of(record) if record else "", new_token(), turn_label(seated),
            rules=start.setting.system.version, data=start.setting.digest, pace=pace_of(wish),
            rated=RATED if wish.rated else UNRATED, hints=int(wish.hints),
        )  # fmt: skip
        friends, anybody = awaited(wish, start, FRIEND), awaited(wish, start, ANYBODY)
        if wish.rated:
            terms.must_fit(start, seated.players, friends | anybody, wish.record)
        links = [
            Link(new_token(), seat, claimed=False, given=seat in friends | anybody, offered=seat in anybody)
            for seat in seated.people
        ]
        return Prepared(stored, links, self._loaded(stored, record) if record else None)

    def _loaded(self, stored: StoredTable, record: records.Record) -> Snapshot:
        """How a table stands that begins where a record ends."""
        table = self._table(stored, self._journal(stored.id, 0))
        table.load(record)
        return reviving.picture(table, 0, turn_label(table))

    def take_in(self, prepared: Prepared, also: Also | None = None) -> LiveTable:
        """Keep a new table, and open it; with it goes what must be true of it from the beginning."""
        stored = prepared.stored
        self.store.create(stored, prepared.links, also)
        if prepared.kept:
            self.store.keep(stored.id, prepared.kept)
        self._make_room()
        self._live[stored.id] = self._bring_back(stored)
        return self._live[stored.id]

    # -- finding them again

    async def reopen(self, table_id: str) -> LiveTable:
        """A table by its id; where much happened since it was last kept, that is worked out beside."""
        if table_id not in self._live:
            lock = self._opening.setdefault(table_id, asyncio.Lock())
            async with lock:
                news = "" if table_id in self._live else await self._work_out(table_id)
                live = self.open(table_id)
                live.news = live.news or news
            self._opening.pop(table_id, None)
        live = self._live.get(table_id) or self.open(table_id)
        live.look(self.delays)
        return live

    async def _work_out(self, table_id: str) -> str:
        """Let a worker bring a table to where it can be opened at once; what its players should be told."""
        stored = self._stored(table_id)
        kept = self.store.snapshots(table_id)
        number = kept[-1].number if kept else stored.base
        changed = await asyncio.to_thread(self._has_changed, stored, kept)
        if self.workers is None or not (changed or self.store.next_number(table_id) > number + LONG):
            return ""
        return (await self.workers.run(Revive(table=table_id))).decode()

    def _has_changed(self, stored: StoredTable, kept: list[Snapshot]) -> bool:
        """Whether a game was last kept under other rules or data, or never."""
        setting = self._start_of(stored).setting
        return bool(kept) and (kept[-1].rules, kept[-1].data) != (setting.system.version, setting.digest)

    def open(self, table_id: str) -> LiveTable:
        """A table by its id, brought back from the store when it is not in play."""
        if table_id not in self._live:
            stored = self._stored(table_id)
            self._make_room()
            self._live[table_id] = self._bring_back(stored)
        return self._live[table_id]

    def _stored(self, table_id: str) -> StoredTable:
        stored = self.store.find(table_id)
        if stored is None:
            raise NotHereError(f"There is no table {table_id!r}.", "the lobby lists what can be resumed")
        if stored.archived:
            day = time.strftime("%Y-%m-%d", time.gmtime(stored.archived))
            raise NotHereError(f"This game was archived on {day}.", "whoever runs the house can bring it back")
        return stored

    def read_ahead(self, news: str) -> Told | None:
        """What another process tells of a table that is open here, read by whoever hears it, beside the loop."""
        return self.store.told(news) if news.partition(" ")[0] in self._live else None

    def heard(self, news: str, told: Told | None = None) -> None:
        """Another process has stored something about a table, and perhaps says what; nothing said means that anything
        may have changed."""
        table_id, _, what = news.partition(" ")
        if table_id in (LOBBY, ""):
            self.watchers.wake(what.split())
        for live in [self._live[table_id]] if table_id in self._live else [] if table_id else [*self._live.values()]:
            try:
                live.heard(self.delays, what, told)
                if live.stored.archived:
                    self.forget(live.stored.id)
            except BalkaError:
                log.exception("table %s does not follow", live.stored.id)
                self.forget(live.stored.id)

    def hear_anew(self, person: str) -> None:
        """Somebody wants to hear others than before: his open tables tell him the talk anew."""
        for live in self._live.values():
            for connection in live.connections:
                if connection.person == person:
                    connection.tell_talk()

    def _make_room(self) -> None:
        """Tables nobody looks at leave the memory when there are too many, the oldest first."""
        idle = [table_id for table_id, live in self._live.items() if live.is_idle]
        for table_id in idle[: max(0, len(self._live) - MOST_LIVE + 1)]:
            self.forget(table_id)

    async def stop(self) -> None:
        """The server is about to close its file."""
        for live in self._live.values():
            await live.stop()

    def forget(self, table_id: str) -> None:
        """Drop a table from memory, so that whoever comes back finds it as the store has it."""
        live = self._live.pop(table_id, None)
        for connection in live.connections if live else ():
            connection.hang_up()

    def _bring_back(self, stored: StoredTable) -> LiveTable:
        past = reviving.Past(self.store, stored.id, self.store.next_number(stored.id))
        journal = self._journal(stored.id, past.number)
        table, news = reviving.revived(stored, past, lambda: self._table(stored, journal))
        live = LiveTable(stored, table, self.store.links(stored.id), self.store, journal)
        live.news = news
        live.workers = self.workers
        live.noticing.desk = self.desk
        live.description.later = self.later
        lesson = teaching.find(stored.scenario)
        live.tutor = Tutor(lesson, table.start) if lesson else None
        return live

    def _journal(self, table_id: str, number: int) -> Journal:
        return Journal(self.store, table_id, number)

    def _table(self, stored: StoredTable, journal: Journal) -> Table:
        """A table before anything has happened at it."""
        lesson = teaching.find(stored.scenario)
        dice = teaching.dice(lesson, stored.secret)
        table = Table(self._start_of(stored), stored.players, self._all_bots(lesson), dice, journal)
        table.dice_from = len(lesson.dice) if lesson else 0
        return table

    def _start_of(self, stored: StoredTable) -> State:
        game, scenario = self.catalogue.scenario(stored.scenario)
        seats = records.seats_of(records.read(stored.record)) if stored.record else None
        return game.start(scenario.key, stored.options, seats)

    def _all_bots(self, lesson: Lesson | None) -> dict[str, Bot]:
        return {**(self._bots or {}), **teaching.teachers(lesson)}


def pace_of(wish: NewTable) -> str:
    """The pace of a table as it is stored; one at which nobody else sits has none."""
    if wish.pace is None:
        return ""
    if not {FRIEND, ANYBODY} & set(wish.seats.values()):
        raise BalkaError("A pace is for people at different screens.", f"seat a {FRIEND}, or {ANYBODY}")
    return msgspec.json.encode(wish.pace).decode()


def awaited(wish: NewTable, start: State, whom: str) -> set[str]:
    """The seats that wait for somebody; a side's name stands for all its seats that nobody is named for."""
    setting = start.setting
    named = {seat for seat, who in wish.seats.items() if who == whom}
    own = {seat for side in named - set(setting.seats) for seat in setting.seats_of_side(side)}
    return (named & set(setting.seats)) | (own - set(wish.seats))


def _scenario_of(record: records.Record) -> str:
    header = record.header
    return header.scenario if "/" in header.scenario else f"{header.game}/{header.scenario}"


def _option(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _secret(table: Table) -> bytes:
    assert isinstance(table.dice, LiveDice)
    return table.dice.secret
