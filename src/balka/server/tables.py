"""All tables of a server, kept in the store and played in memory; brought back by replaying what is stored."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from balka.bots.base import Bot
from balka.core import records
from balka.core.errors import BalkaError
from balka.core.scene.lessons import LessonPanel
from balka.core.state import WATCHER
from balka.lessons import teaching, wire
from balka.lessons.lesson import Lesson
from balka.lessons.progress import Tutor
from balka.server import reviving
from balka.server.catalogue import Catalogue, NotHereError, full_key
from balka.server.messages import NewTable
from balka.server.progress import Decisions, is_setting_up
from balka.server.store import SEAM, ElsewhereError, Link, Store, StoredTable, held
from balka.table.dice import LiveDice
from balka.table.table import HUMAN, Due, Entry, Table

if TYPE_CHECKING:
    from balka.server.connection import Connection

log = logging.getLogger("balka.server")


class Delays(Struct, frozen=True):
    """How long, in seconds, a bot seems to think, and the table waits before it answers for a person.

    That somebody had no alternative can hang on a card or a counter nobody else sees, so it must look like thought.
    """

    bot: float = 0.7
    window: float = 0.5


KEPT_EVERY = 200  # entries after which a game is kept, in the middle of a turn too
NO_DELAYS = Delays(0, 0)
MOST_LIVE = 100
PROGRESS_EVERY = 0.2  # seconds between two messages about a bot at work


class LiveTable:
    """A table being played, with the connections of those who watch it."""

    def __init__(
        self, stored: StoredTable, table: Table, links: list[Link], store: Store, tutor: Tutor | None = None
    ) -> None:
        self.stored = stored
        self.tutor = tutor
        self.table = table
        self.links = links
        self.connections: list[Connection] = []
        self.news = ""
        self._store = store
        self._described = (-1, False)
        self._kept_at = 0
        self._driver: asyncio.Task[None] | None = None
        self._progress_told = 0.0
        self._counted = Decisions()

    # -- who may sit where

    def held(self, tokens: set[str], home: object) -> tuple[str, ...]:
        """The seats somebody with these tokens may decide for."""
        return held(self.stored, self.links, tokens, home)

    @property
    def shared(self) -> bool:
        """Whether somebody came by a link, so that people sit at different screens."""
        return any(link.given for link in self.links)

    def claim(self, tokens: set[str]) -> str:
        """Whoever comes by an invitation takes its seat from the host; the secret he sits by from now on, if new."""
        sat = ""
        for link in self.links:
            shown = None if link.claimed else link.secret_in(tokens)
            if shown is not None:
                sat = shown if SEAM in shown else secret_for(shown)
                self._store.claim(link.token, sat)
        self.links = self._store.links(self.stored.id)
        return sat

    def invite_anew(self, seat: str) -> None:
        """The host makes a new invitation for a seat, and everybody at the table is told so."""
        if seat not in {link.seat for link in self.links}:
            raise BalkaError(
                f"Nobody can be invited to {seat!r}.", f"one of {', '.join(link.seat for link in self.links)}"
            )
        self._store.invite_anew(self.stored.id, seat, new_token())
        self.links = self._store.links(self.stored.id)
        for connection in self.connections:
            connection.notice(
                f"The host has made a new invitation for the {seat} seat: whoever comes by it sits there."
            )
        self.announce()

    @property
    def is_idle(self) -> bool:
        return not self.connections and (self._driver is None or self._driver.done())

    def knows_all(self, held: Iterable[str]) -> bool:
        """Whether these seats together may know everything."""
        return set(held) == set(self.table.seats)

    def must_have_a_record(self) -> None:
        """A record begins at the beginning; where that was played under other rules, there is none."""
        if self._store.base(self.stored.id):
            raise BalkaError("This game went on after its rules had changed, so no record tells it from the beginning.")

    def lesson_for(self, seat: str) -> LessonPanel | None:
        """The lesson and how far it has come, for whoever learns."""
        if self.tutor is None or seat != self.tutor.lesson.seat:
            return None
        return wire.panel(self.tutor.lesson, self.tutor.progress(self.table.play.all_answers, self.table.state))

    # -- going on

    def announce(self) -> None:
        """Let everybody see what has changed; it has been stored before."""
        now = (self.table.state.turn, self.table.over)
        if now != self._described:
            self._described = now
            label = turn_label(self.table)
            self._store.describe(self.stored.id, label, self.table.over)
            self._keep()
        elif self._store.next_number(self.stored.id) >= self._kept_at + KEPT_EVERY:
            self._keep()
        for connection in self.connections:
            connection.refresh()

    def _keep(self) -> None:
        """Keep how the game stands, unless somebody is in the middle of something."""
        if not self.table.play.draft.said:
            self._kept_at = self._store.next_number(self.stored.id)
            self._store.keep(self.stored.id, reviving.picture(self.table, self._kept_at, turn_label(self.table)))

    def go_on(self, delays: Delays) -> None:
        """Do what is due: at once what needs no delay, the rest in the background."""
        self._settle(delays)
        if self.table.due is not None and (self._driver is None or self._driver.done()):
            self._driver = asyncio.get_running_loop().create_task(self._drive(delays))

    def _settle(self, delays: Delays) -> None:
        """Do what needs no delay, then let everybody see."""
        try:
            while (due := self.table.due) is not None and due.kind != "bot" and not self._delay(due, delays):
                self.table.go_on()
        finally:
            self.announce()

    def _delay(self, due: Due, delays: Delays) -> float:
        """How long to wait: what the table answers for a person should not be told from what he answers himself.

        A bot sets up without a pause: that it is a set-up is public, and nobody wants to watch each counter put. Nor
        does it pause between decisions that nobody is shown before the last of them.
        """
        if due.kind == "bot":
            unseen = is_setting_up(self.table, due.seat) or self.table.play.draft.said
            return 0.0 if unseen else delays.bot
        between_people = self.shared and due.kind in ("forced", "order") and self.table.players[due.seat] == HUMAN
        return delays.window if between_people else 0.0

    async def stop(self) -> None:
        """Do nothing more by itself; what a bot is thinking is not said."""
        if self._driver is not None:
            self._driver.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._driver

    async def _drive(self, delays: Delays) -> None:
        try:
            while (due := self.table.due) is not None:
                await asyncio.sleep(self._delay(due, delays))
                if due == self.table.due:
                    await self._do(due)
                    self._settle(delays)
        except Exception:
            log.exception("table %s stands still", self.stored.id)
            for connection in self.connections:
                connection.complain(BalkaError("The table made a mistake and stands still; nothing stored is lost."))

    async def _do(self, due: Due) -> None:
        """One thing that is due; a bot thinks on a thread of its own, and the table may have gone on meanwhile."""
        if due.kind != "bot":
            self.table.go_on()
            return
        self._tell_progress(due.seat)
        play = self.table.play
        choice = await asyncio.to_thread(self.table.think, due.seat)
        if self.table.play is play:
            self.table.bot_says(due.seat, choice)

    def _tell_progress(self, seat: str) -> None:
        """Let everybody see that a bot is at work; not so often that the line is full of it."""
        counted = self._counted.next(self.table, seat)
        now = asyncio.get_running_loop().time()
        if self._progress_told + PROGRESS_EVERY <= now:
            self._progress_told = now
            for connection in self.connections:
                connection.thinking(counted)


def new_token() -> str:
    return secrets.token_urlsafe(18)


def secret_for(invitation: str) -> str:
    """A secret by which one browser may sit down where an invitation leads."""
    return f"{invitation}{SEAM}{new_token()}"


def turn_label(table: Table) -> str:
    """What turn it is, as anybody may know."""
    view = table.view(WATCHER)
    return view.setting.system.scene(view, WATCHER).turn.label


class Prepared(Struct, frozen=True):
    """A new table worked out and not yet kept."""

    stored: StoredTable
    links: list[Link]
    table: Table


class Tables:
    """Creates tables, finds them again, and brings them back after a stop of any kind."""

    def __init__(
        self, store: Store, catalogue: Catalogue, delays: Delays = NO_DELAYS, bots: Mapping[str, Bot] | None = None
    ) -> None:
        self.store = store
        self.catalogue = catalogue
        self.delays = delays
        self._bots = bots
        self._live: dict[str, LiveTable] = {}

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
        seated = Table(start, wish.seats or usual, self._all_bots(lesson))
        stored = StoredTable(
            secrets.token_hex(16), full_key(game, scenario), start.setting.title, dict(start.setting.options),
            seated.players, _secret(seated), records.text_of(record) if record else "", new_token(), turn_label(seated),
            rules=start.setting.system.version, data=start.setting.digest,
        )  # fmt: skip
        links = [Link(new_token(), seat, claimed=False) for seat in seated.people]
        table = self._table(stored, 0)
        if record:
            table.load(record)
        return Prepared(stored, links, table)

    def take_in(self, prepared: Prepared) -> LiveTable:
        """Keep a new table, and open it."""
        stored = prepared.stored
        self.store.create(stored, prepared.links)
        self._make_room()
        live = LiveTable(stored, prepared.table, prepared.links, self.store, self._tutor(stored, prepared.table))
        self._live[stored.id] = live
        return live

    def open(self, table_id: str) -> LiveTable:
        """A table by its id, brought back from the store when it is not in play."""
        if table_id not in self._live:
            stored = self.store.find(table_id)
            if stored is None:
                raise NotHereError(f"There is no table {table_id!r}.", "the lobby lists what can be resumed")
            self._make_room()
            self._live[table_id] = self._bring_back(stored)
        return self._live[table_id]

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
        table, news = reviving.revived(
            stored, self.store, lambda: self._table(stored, self.store.next_number(stored.id))
        )
        live = LiveTable(stored, table, self.store.links(stored.id), self.store, self._tutor(stored, table))
        live.news = news
        return live

    def _table(self, stored: StoredTable, number: int) -> Table:
        """A table before anything has happened at it; what does is stored from this number on."""
        game, scenario = self.catalogue.scenario(stored.scenario)
        seats = records.seats_of(records.read(stored.record)) if stored.record else None
        start = game.start(scenario.key, stored.options, seats)
        lesson = teaching.find(stored.scenario)
        dice = teaching.dice(lesson, stored.secret)
        table = Table(start, stored.players, self._all_bots(lesson), dice, self._journal(stored.id, number))
        table.dice_from = len(lesson.dice) if lesson else 0
        return table

    def _tutor(self, stored: StoredTable, table: Table) -> Tutor | None:
        lesson = teaching.find(stored.scenario)
        return Tutor(lesson, table.start) if lesson else None

    def _all_bots(self, lesson: Lesson | None) -> dict[str, Bot]:
        return {**(self._bots or {}), **teaching.teachers(lesson)}

    def _journal(self, table_id: str, number: int) -> Callable[[Entry], None]:
        """Writes entries one after the other, beginning with this number."""

        def write(entry: Entry) -> None:
            nonlocal number
            try:
                self.store.append(table_id, number, entry)
            except ElsewhereError:
                self.forget(table_id)
                raise
            number += 1

        return write


def _scenario_of(record: records.Record) -> str:
    header = record.header
    return header.scenario if "/" in header.scenario else f"{header.game}/{header.scenario}"


def _option(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _secret(table: Table) -> bytes:
    assert isinstance(table.dice, LiveDice)
    return table.dice.secret
