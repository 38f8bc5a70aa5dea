"""A table being played: who may sit where, what is due, and what has changed for those who watch."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

from balka.core.errors import BalkaError
from balka.core.scene.lessons import LessonPanel
from balka.lessons import wire
from balka.lessons.progress import Tutor
from balka.server.away.noticing import Noticing
from balka.server.describing import Description
from balka.server.journal import Journal
from balka.server.leasing import Lease
from balka.server.progress import Decisions, is_setting_up
from balka.server.seating import Chart
from balka.server.store import ENTRIES, RATED, SEAM, ElsewhereError, Link, Store, StoredTable, Told, held
from balka.server.talking import Talk
from balka.server.timing import Timing
from balka.server.turns import Turns
from balka.server.welcome import must_be_welcome
from balka.table.plays import Play
from balka.table.table import HUMAN, Due, Table

if TYPE_CHECKING:
    from balka.server.connection import Connection
    from balka.server.jobs import Workers

Result = TypeVar("Result")

log = logging.getLogger("balka.server")


class Delays(Struct, frozen=True):
    """How long, in seconds, a bot seems to think, and the table waits before it answers for a person.

    That somebody had no alternative can hang on a card or a counter nobody else sees, so it must look like thought.
    """

    bot: float = 0.7
    window: float = 0.5


NO_DELAYS = Delays(0, 0)
PATIENCE = 3.0  # seconds after which what another process should have done is done here
ROLLING = 0.3  # seconds for which dice that another process rolls are waited for before anything is shown
MOST_TRIES = 20
INTEREST = 60.0  # seconds for which bots play on after somebody has looked at their game
PROGRESS_EVERY = 0.2  # seconds between two messages about a bot at work


class LiveTable:
    """A table being played, with the connections of those who watch it."""

    def __init__(self, stored: StoredTable, table: Table, links: list[Link], store: Store, journal: Journal) -> None:
        self.stored = stored
        self.tutor: Tutor | None = None
        self.table = table
        self.links = links
        self.connections: list[Connection] = []
        self.news = ""
        self.workers: Workers | None = None
        self.journal = journal
        self._store = store
        self._driver: asyncio.Task[None] | None = None
        self._progress_told = 0.0
        self._counted = Decisions()
        self._lease = Lease(store, stored.id)
        self._looked_at = time.monotonic()
        self.talk = Talk(store, stored.id)
        self.description = Description(self, store)
        self.timing = Timing(self, store)
        self.chart = Chart(self, store)
        self.noticing = Noticing(self)

    # -- who may sit where

    def held(self, tokens: set[str], home: object) -> tuple[str, ...]:
        """The seats somebody with these tokens may decide for."""
        return held(self.stored, self.links, tokens, home)

    @property
    def turns(self) -> Turns:
        return self.journal.turns

    @property
    def shared(self) -> bool:
        """Whether somebody came by a link, so that people sit at different screens."""
        return any(link.given for link in self.links)

    @property
    def accounts(self) -> set[str]:
        """The people with accounts who sit here, or laid this table."""
        return {self.stored.owner, *(link.person for link in self.links)} - {""}

    def claim(self, tokens: set[str], person: str = "") -> str:
        """Whoever comes by an invitation takes its seat from the host; the secret he sits by from now on, if new. The
        seat of somebody with an account has one that no browser knows: it is his as long as he is signed in."""
        sat = ""
        for link in self.links:
            shown = None if link.claimed else link.secret_in(tokens)
            if shown is not None:
                must_be_welcome(self, self._store, person)
                sat = shown if SEAM in shown and not person else secret_for(link.token)
                self._store.claim(self.stored.id, link.token, sat, person)
        self.links = self._store.links(self.stored.id)
        if sat:
            self.tell_waiting()
            self.tell_talk()
            self.timing.go_on()
            self.tell_company()
            self.noticing.came(person)
        return sat

    @property
    def waiting(self) -> dict[str, str]:
        """The seats that wait for somebody to come by a link, and the invitation for each."""
        return {link.seat: link.token for link in self.links if link.given and not link.claimed}

    def tell_waiting(self) -> None:
        """Everybody sees who is still to come."""
        for connection in self.connections:
            connection.tell_waiting()

    def tell_talk(self) -> None:
        """Everybody reads what has been said in the rooms that are open to him."""
        for connection in self.connections:
            connection.tell_talk()

    def tell_company(self) -> None:
        """Everybody sees what people at this table ask each other for."""
        for connection in self.connections:
            connection.tell_company()

    def invite_anew(self, seat: str) -> None:
        """The host makes a new invitation for a seat, and everybody at the table is told so."""
        if seat not in {link.seat for link in self.links}:
            raise BalkaError(
                f"Nobody can be invited to {seat!r}.", f"one of {', '.join(link.seat for link in self.links)}"
            )
        if self.stored.rated == RATED and seat not in self.waiting:
            raise BalkaError("This game is rated: whoever sits there plays it to its end.", "a seat that still waits")
        self._store.invite_anew(self.stored.id, seat, new_token())
        self.links = self._store.links(self.stored.id)
        for connection in self.connections:
            connection.notice(
                f"The host has made a new invitation for the {seat} seat: whoever comes by it sits there."
            )
        self.tell_waiting()
        self.announce()

    def is_host(self, tokens: set[str], home: object) -> bool:
        """Whether somebody laid this table, or sits at home and came by no link."""
        invited = any(link.secret_in(tokens) for link in self.links)
        return self.stored.host in tokens or bool(home and not invited)

    @property
    def is_idle(self) -> bool:
        return not self.connections and (self._driver is None or self._driver.done()) and not self.turns.taken

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

    # -- what happened elsewhere

    def follow(self, told: Told | None = None) -> bool:
        """Take in what another process has stored for this table since; whether there was anything. Where it is said
        which entry that is, and it is the next, nothing is asked of the store."""
        number = self.journal.number
        if told is not None and told[0] < number:
            return False
        is_next = told is not None and told[0] == number
        news = [told[1]] if told and is_next else self._store.entries(self.stored.id, number)
        self.table.follow(news)
        self.journal.number += len(news)
        if news:
            self.description.anew()
        self.noticing.anew()
        return bool(news)

    def heard(self, delays: Delays, what: str = "", told: Told | None = None) -> None:
        """Another process has stored something: take it in, and let everybody see. What is due is that one's to do;
        only if it does not, because it has died, this one does."""
        if self.turns.taken:
            self.turns.later(lambda: self.heard(delays, what, told))
            return
        moved = self.follow(told)
        if what.startswith(ENTRIES) and not self.table.over:
            self._show(moved)
        else:
            self._look_at_all(moved)
        self.timing.look()
        self.tell_company()
        if moved:
            self._await(delays)

    def _show(self, moved: object) -> None:
        """Let everybody see what was said elsewhere; where dice come next, with what they show: the process that is to
        roll them does so at once."""
        due = self.table.due
        if due is None or due.kind != "chance":
            self.refresh()
        elif moved:
            asyncio.get_running_loop().call_later(ROLLING, self._show_still, self.journal.number)

    def _show_still(self, number: int) -> None:
        if number == self.journal.number:
            self.refresh()

    def _look_at_all(self, moved: object) -> None:
        """Anything about the table may have changed elsewhere: who sits there, what was said, how it ended."""
        links = self._store.links(self.stored.id)
        self.links, changed = links, links != self.links
        self.stored = self._store.find(self.stored.id) or self.stored
        if changed:
            self.tell_waiting()
        self.talk.listen()
        self.tell_talk()
        if moved or changed:
            self.refresh()

    def _await(self, delays: Delays) -> None:
        due = self.table.due
        if due is not None and due.kind == "forced":
            self.go_on(delays)  # nobody writes such an answer down: each process gives it itself
        elif due is not None:
            asyncio.get_running_loop().call_later(PATIENCE, self._take_over, self.journal.number, delays)

    def _take_over(self, number: int, delays: Delays) -> None:
        if number == self.journal.number and self.connections:
            self.go_on(delays)

    def act(self, done: Callable[[], Result]) -> Result:
        """Do something at the table; where another process was quicker, judge it again after what that one did."""
        for _ in range(MOST_TRIES):
            try:
                return done()
            except ElsewhereError:
                self.follow()
                self.refresh()
        return done()

    def refresh(self) -> None:
        for connection in self.connections:
            connection.refresh()

    # -- going on

    def announce(self) -> None:
        """Let everybody see what has changed; it has been stored before."""
        if self.description.has_ended:
            self.tell_talk()
        if self.journal.is_own or self.table.over:  # else the process that wrote the last entry does it
            self.description.write_down()
        self.refresh()
        self.timing.go_on()
        self.tell_company()
        self.noticing.look()

    def go_on(self, delays: Delays) -> None:
        """Do what is due: at once what needs no delay, the rest in the background."""
        if self.turns.taken:
            self.turns.later(lambda: self.go_on(delays))
            return
        self._settle(delays)
        if self.table.due is not None and (self._driver is None or self._driver.done()):
            self._driver = asyncio.get_running_loop().create_task(self._drive(delays))

    def _settle(self, delays: Delays) -> None:
        """Do what needs no delay, then let everybody see."""
        try:
            while (due := self.table.due) is not None and due.kind != "bot" and not self._delay(due, delays):
                self._next(due)
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
        await self.turns.done()

    async def _drive(self, delays: Delays) -> None:
        try:
            with self._lease as lease:
                while (due := self.table.due) is not None and self._is_of_interest and lease.allows(due.kind):
                    await asyncio.sleep(self._delay(due, delays))
                    if due == self.table.due:
                        await lease.while_held(self._do(due))
                        await self.turns.take(lambda: self._settle(delays))
        except Exception as problem:
            log.exception("table %s stands still", self.stored.id)
            told = problem if isinstance(problem, BalkaError) else BalkaError("The table made a mistake.")
            for connection in self.connections:
                connection.complain(BalkaError(f"{told.message} The game stands still; nothing stored is lost.", AGAIN))

    @property
    def _is_of_interest(self) -> bool:
        """Whether anybody waits for this game: bots alone play only while somebody looks, or did so just now."""
        return bool(self.table.people or self.connections) or self._looked_at + INTEREST > time.monotonic()

    def look(self, delays: Delays) -> None:
        """Somebody asks about this table."""
        self._looked_at = time.monotonic()
        if not self.table.people and self.table.due is not None:
            self.go_on(delays)

    async def _do(self, due: Due) -> None:
        """One thing that is due; a bot thinks elsewhere, and the table may have gone on meanwhile."""
        if due.kind != "bot":
            await self.turns.take(lambda: self._next(due))
            return
        self._tell_progress(due.seat)
        play = self.table.play
        text = await self._thought(due.seat)
        await self.turns.take(lambda: self.act(lambda: self._say(play, due.seat, text)))

    def _next(self, due: Due) -> None:
        """Do what is due, unless another process has done it already."""
        self.act(lambda: self.table.go_on() if self.table.due == due else None)

    def _say(self, play: Play, seat: str, text: str) -> None:
        """A bot's answer, if the game still stands where it thought about it."""
        if self.table.play is play:
            self.table.bot_says(seat, self.table.read(text))

    async def _thought(self, seat: str) -> str:
        """What the bot at a seat answers; no longer than anybody would wait for it."""
        assert self.workers is not None, "a table that is only looked at does not go on"
        return await self.workers.think(self.stored.id, seat)

    def _tell_progress(self, seat: str) -> None:
        """Let everybody see that a bot is at work; not so often that the line is full of it."""
        counted = self._counted.next(self.table, seat)
        now = asyncio.get_running_loop().time()
        if self._progress_told + PROGRESS_EVERY <= now:
            self._progress_told = now
            for connection in self.connections:
                connection.thinking(counted)


AGAIN = "reload the page: it then goes on"


def new_token() -> str:
    return secrets.token_urlsafe(18)


def secret_for(invitation: str) -> str:
    """A secret by which one browser may sit down where an invitation leads."""
    return f"{invitation}{SEAM}{new_token()}"
