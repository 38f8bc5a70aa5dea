"""The house: all tables, kept in the store and played in memory; brought back by replaying what is stored."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from balka.bots.base import Bot
from balka.core import records
from balka.core.errors import BalkaError
from balka.core.state import WATCHER
from balka.lessons import teaching, wire
from balka.lessons.lesson import Lesson
from balka.lessons.progress import Tutor
from balka.server.catalogue import Catalogue, NotHereError, full_key
from balka.server.messages import NewTable
from balka.server.store import ElsewhereError, Laid, Link, Store, held
from balka.table.dice import LiveDice
from balka.table.table import Due, Entry, Table

if TYPE_CHECKING:
    from balka.server.lines import Line

log = logging.getLogger("balka.server")


class Beats(Struct, frozen=True):
    """How long, in seconds, a bot seems to think, and a window stays open that the table answers for a person."""

    bot: float = 0.7
    window: float = 0.5


NO_BEATS = Beats(0, 0)
MOST_LIVE = 100


class LiveTable:
    """A table being played, with the lines of those who watch it."""

    def __init__(self, laid: Laid, table: Table, links: list[Link], store: Store, tutor: Tutor | None = None) -> None:
        self.laid = laid
        self.tutor = tutor
        self.table = table
        self.links = links
        self.lines: list[Line] = []
        self._store = store
        self._described = (-1, False)
        self._driver: asyncio.Task[None] | None = None

    # -- who may sit where

    def held(self, tokens: set[str], home: object) -> tuple[str, ...]:
        """The seats somebody with these tokens may decide for."""
        return held(self.laid, self.links, tokens, home)

    @property
    def shared(self) -> bool:
        """Whether somebody came by a link, so that people sit at different screens."""
        return any(link.claimed for link in self.links)

    def claim(self, tokens: set[str]) -> None:
        """Whoever comes by a link takes its seat from the host."""
        for link in self.links:
            if link.token in tokens and not link.claimed:
                self._store.claim(link.token)
        self.links = self._store.links(self.laid.id)

    @property
    def is_idle(self) -> bool:
        return not self.lines and (self._driver is None or self._driver.done())

    def knows_all(self, held: Iterable[str]) -> bool:
        """Whether these seats together may know everything."""
        return set(held) == set(self.table.seats)

    def lesson_for(self, seat: str) -> dict[str, Any] | None:
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
            self._store.describe(self.laid.id, turn_label(self.table), self.table.over)
        for line in self.lines:
            line.refresh()

    def go_on(self, beats: Beats) -> None:
        """Do what is due: at once what needs no beat, the rest in the background."""
        self._settle(beats)
        if self.table.due is not None and (self._driver is None or self._driver.done()):
            self._driver = asyncio.get_running_loop().create_task(self._drive(beats))

    def _settle(self, beats: Beats) -> None:
        """Do what needs no beat, then let everybody see."""
        try:
            while (due := self.table.due) is not None and due.kind != "bot" and not self._beat(due, beats):
                self.table.go_on()
        finally:
            self.announce()

    def _beat(self, due: Due, beats: Beats) -> float:
        """How long to wait: what the table answers for a person should not be told from what he answers himself."""
        if due.kind == "bot":
            return beats.bot
        between_people = self.shared and due.kind in ("forced", "order")
        return beats.window if between_people and self.table.state.ask_of(due.seat).window else 0.0

    async def _drive(self, beats: Beats) -> None:
        try:
            while (due := self.table.due) is not None:
                await asyncio.sleep(self._beat(due, beats))
                if due == self.table.due:
                    await self._one(due)
                    self._settle(beats)
        except Exception:
            log.exception("table %s stands still", self.laid.id)
            for line in self.lines:
                line.complain(BalkaError("The table made a mistake and stands still; nothing stored is lost."))

    async def _one(self, due: Due) -> None:
        """One thing that is due; a bot thinks on a thread of its own, and the table may have gone on meanwhile."""
        if due.kind != "bot":
            self.table.go_on()
            return
        play = self.table.play
        choice = await asyncio.to_thread(self.table.think, due.seat)
        if self.table.play is play:
            self.table.bot_says(due.seat, choice)


def turn_label(table: Table) -> str:
    """What turn it is, as anybody may know."""
    view = table.view(WATCHER)
    turn = view.setting.system.scene(view, WATCHER).get("turn", {})
    return str(turn.get("label", f"Turn {view.turn}"))


class House:
    """Lays tables, finds them again, and brings them back after a stop of any kind."""

    def __init__(
        self, store: Store, catalogue: Catalogue, beats: Beats = NO_BEATS, bots: Mapping[str, Bot] | None = None
    ) -> None:
        self.store = store
        self.catalogue = catalogue
        self.beats = beats
        self._bots = bots
        self._live: dict[str, LiveTable] = {}

    def lay(self, wish: NewTable) -> LiveTable:
        """A new table as somebody wished it, from the beginning or from where a record ends."""
        record = records.read(wish.record) if wish.record else None
        game, scenario = self.catalogue.scenario(_scenario_of(record) if record else wish.scenario)
        options = {key: _option(value) for key, value in wish.options.items()}
        start = records.begin(record, game) if record else game.start(scenario.key, options)
        if record:
            records.final(record, game)
        lesson = teaching.find(full_key(game, scenario))
        usual = record.header.players if record else teaching.seats(lesson, start) if lesson else {}
        table = Table(start, wish.seats or usual, self._all_bots(lesson))
        laid = Laid(
            secrets.token_hex(5), full_key(game, scenario), start.setting.title, dict(start.setting.options),
            table.players, _secret(table), wish.record or "", secrets.token_urlsafe(18), turn_label(table),
        )  # fmt: skip
        links = [Link(secrets.token_urlsafe(18), seat, claimed=False) for seat in table.people]
        self.store.lay(laid, links)
        return self.open(laid.id)

    def open(self, table_id: str) -> LiveTable:
        """A table by its id, brought back from the store when it is not in play."""
        if table_id not in self._live:
            laid = self.store.find(table_id)
            if laid is None:
                raise NotHereError(f"There is no table {table_id!r}.", "the lobby lists what can be resumed")
            self._make_room()
            self._live[table_id] = self._bring_back(laid)
        return self._live[table_id]

    def _make_room(self) -> None:
        """Tables nobody looks at leave the memory when there are too many, the oldest first."""
        idle = [table_id for table_id, live in self._live.items() if live.is_idle]
        for table_id in idle[: max(0, len(self._live) - MOST_LIVE + 1)]:
            self.forget(table_id)

    def forget(self, table_id: str) -> None:
        """Drop a table from memory, so that whoever comes back finds it as the store has it."""
        live = self._live.pop(table_id, None)
        for line in live.lines if live else ():
            line.hang_up()

    def _bring_back(self, laid: Laid) -> LiveTable:
        game, scenario = self.catalogue.scenario(laid.scenario)
        record = records.read(laid.record) if laid.record else None
        start = records.begin(record, game) if record else game.start(scenario.key, laid.options)
        lesson = teaching.find(laid.scenario)
        dice = teaching.dice(lesson, laid.secret)
        table = Table(start, laid.players, self._all_bots(lesson), dice, self._journal(laid.id))
        table.dice_from = len(lesson.dice) if lesson else 0
        if record:
            table.load(record)
        table.restore(self.store.entries(laid.id))
        tutor = Tutor(lesson, start) if lesson else None
        return LiveTable(laid, table, self.store.links(laid.id), self.store, tutor)

    def _all_bots(self, lesson: Lesson | None) -> dict[str, Bot]:
        return {**(self._bots or {}), **teaching.teachers(lesson)}

    def _journal(self, table_id: str) -> Callable[[Entry], None]:
        """Writes entries one after the other."""
        number = self.store.next_number(table_id)

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
