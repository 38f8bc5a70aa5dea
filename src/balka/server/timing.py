"""The clocks of a table being played: kept in the database, moved when something becomes final, read by everybody."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from balka.core.errors import BalkaError
from balka.server import pace as reckoning
from balka.server.away.clocks import next_low
from balka.server.pace import DaysPace, Facts, Pace
from balka.server.store import CLOCK, Store
from balka.table.table import HUMAN, Table

if TYPE_CHECKING:
    from balka.server.live import Delays, LiveTable
    from balka.server.tables import Tables

LEASE = 10.0  # seconds after which a process that no longer speaks counts as dead


def read_pace(text: str) -> Pace | None:
    """The pace of a table as it is stored; None where nobody is timed."""
    return msgspec.json.decode(text, type=Pace) if text else None


class Timing:
    """The clocks of one table, as far as this process knows them."""

    def __init__(self, live: LiveTable, store: Store) -> None:
        self.pace = read_pace(live.stored.pace)
        self._live = live
        self._store = store
        self._number = -1
        self.clocks: reckoning.Clocks = {}
        self._fresh = True

    @property
    def now(self) -> float:
        return self._store.clock()

    def look(self) -> None:
        """Read how the clocks stand; other processes move them too. What this one has moved may not be written yet."""
        if self.pace is None:
            return
        number, clocks = self._store.clocks.of(self._live.stored.id)
        if number >= self._number:
            self._number, self.clocks = number, clocks

    def go_on(self) -> None:
        """Move the clocks after something happened. Where the process that did it died before it could, they are moved
        to when that was."""
        if self.pace is None:
            return
        if self._fresh:
            self.look()
        number, facts = self._live.journal.number, _facts(self._live, self.pace)
        before = self.clocks or reckoning.begun(self.pace, self._live.table.seats)
        missed = self._fresh and number > self._number >= 0
        at = self._store.last_time(self._live.stored.id) if missed else self.now
        self._fresh = False
        self._put(number, before, reckoning.moved(self.pace, before, facts, at))

    def _put(self, number: int, before: reckoning.Clocks, now: reckoning.Clocks) -> None:
        assert self.pace is not None
        if now == before and self.clocks:
            return
        self.clocks, self._number = now, number
        table_id, due = self._live.stored.id, self._next_due(self.pace)
        write = partial(self._store.clocks.put, table_id, number, now, due)
        self._live.description.later.put((table_id, "clocks"), write)

    def _next_due(self, pace: Pace) -> float | None:
        """When something happens to a clock: it runs out, a window passes, or it runs low and somebody is told."""
        low = next_low(pace, self.clocks, self.now) if self._live.noticing.desk else None
        times = [at for at in (reckoning.next_due(pace, self.clocks, self.now), low) if at is not None]
        return min(times, default=None)

    # -- running out

    def overdue(self) -> tuple[str, ...]:
        """The seats whose time has run out."""
        if self.pace is None:
            return ()
        running = [clock for clock in self.clocks.values() if clock.since]
        return tuple(clock.seat for clock in running if reckoning.left(self.pace, clock, self.now) <= 0)

    def must_be_overdue(self, held: tuple[str, ...]) -> str:
        """A seat of somebody else whose time has run out."""
        self.look()
        if self.pace is None:
            raise BalkaError("Nobody is timed at this table.")
        found = [seat for seat in self.overdue() if seat not in held]
        if not found:
            raise BalkaError("Nobody else's time has run out.", "wait for the clock")
        return found[0]

    def let_windows_pass(self) -> None:
        """Answer for everybody who was asked for a reaction and has let its time pass."""
        if self.pace is None:
            return
        for clock in self.clocks.values():
            span = reckoning.window_left(self.pace, clock, self.now)
            if span is not None and span <= 0:
                self._live.act(lambda seat=clock.seat: self._live.table.let_pass(seat))  # type: ignore[misc]

    def plan_next(self) -> None:
        """Say when the next clock is due."""
        if self.pace is not None:
            self._store.clocks.put(self._live.stored.id, self._number, self.clocks, self._next_due(self.pace))


def _facts(live: LiveTable, pace: Pace) -> Facts:
    table = live.table
    if table.over or table.adjourned or live.waiting:
        return Facts(frozenset(), decided=table.play.decided)
    asked = frozenset(ask.seat for ask in table.state.asks if table.players.get(ask.seat) == HUMAN)
    windows = frozenset(seat for seat in asked if isinstance(pace, DaysPace) and _can_pass(table, seat))
    return Facts(asked, windows, table.play.decided)


def _can_pass(table: Table, seat: str) -> bool:
    return table.passing(seat) is not None


async def run_out(tables: Tables, table_id: str) -> None:
    """A clock of a table is due: what can be let pass is, and everybody sees whose time has run out."""
    if not tables.store.lease(table_id, CLOCK, LEASE):
        return
    live = await tables.reopen(table_id)
    await live.turns.take(lambda: _run_out(live, tables.delays))


def _run_out(live: LiveTable, delays: Delays) -> None:
    live.follow()
    live.timing.look()
    live.timing.let_windows_pass()
    live.go_on(delays)
    live.timing.plan_next()
    live.tell_company()
