"""What people at a table settle among themselves: who is told of it, and what they say to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from balka.bots.base import opponents
from balka.core.errors import BalkaError
from balka.server import messages as m
from balka.server import pace as reckoning
from balka.server.store import Clock
from balka.server.timing import Timing
from balka.table.agreeing import Matter, Proposal

if TYPE_CHECKING:
    from balka.server.connection import Connection
    from balka.server.live import LiveTable

NOBODY_ELSE = "There is no other person at another screen."


class Informed:
    """What one connection has been told of the company at its table."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._told: object = None

    def tell(self) -> None:
        """Tell what has changed, where people sit at different screens."""
        live = self._connection.live
        if not live.shared:
            return
        told, clocks = self._as_it_is(), (dict(live.timing.clocks), live.timing.overdue())
        if (told, clocks) != self._told:
            self._told = (told, clocks)
            self._connection.tell(structs.replace(told, clocks=seat_clocks(live.timing)))

    def _as_it_is(self) -> m.Company:
        live, held = self._connection.live, self._connection.held
        table = live.table
        back = table.play.reopening
        return m.Company(
            proposals=[self._proposal(what, proposal, held) for what, proposal in table.proposals.items()],
            adjourned=table.adjourned,
            back=not table.over and back is not None and back.seat in held,
            rematch=live.stored.rematch,
            pace=live.timing.pace,
        )

    def _proposal(self, what: Matter, proposal: Proposal, held: tuple[str, ...]) -> m.Proposed:
        open_yet = not proposal.declined and proposal.seat not in held
        asks = open_yet and any(seat not in proposal.agreed for seat in self._own_people(held))
        own = proposal.seat in held
        return m.Proposed(what=what, seat=proposal.seat, yours=own, asks=asks, declined=bool(proposal.declined))

    def _own_people(self, held: tuple[str, ...]) -> list[str]:
        return [seat for seat in self._connection.live.table.people if seat in held]


def ask_for(connection: Connection, said: m.AskFor) -> object:
    """Ask the others for something."""
    _must_have_company(connection)
    connection.live.table.ask_for(connection.seat, said.what)
    return _done(connection)


def reply(connection: Connection, said: m.Answer) -> object:
    """Agree or decline, for every seat one holds."""
    _must_have_company(connection)
    table = connection.live.table
    proposal = table.proposals.get(said.what)
    own = [seat for seat in table.people if seat in connection.held]
    if not said.agree or proposal is None:
        table.decline(connection.seat, said.what)
        return _done(connection)
    for seat in [seat for seat in own if seat not in proposal.agreed] or [connection.seat]:
        table.agree(seat, said.what)
    return _done(connection)


def seat_clocks(timing: Timing) -> tuple[m.SeatClock, ...]:
    """The clocks as they stand now."""
    pace = timing.pace
    if pace is None:
        return ()
    return tuple(_seat_clock(pace, clock, timing.now) for clock in timing.clocks.values())


def _seat_clock(pace: reckoning.Pace, clock: Clock, now: float) -> m.SeatClock:
    left, window = reckoning.left(pace, clock, now), reckoning.window_left(pace, clock, now)
    running = clock.since > 0
    leave = round(min(clock.left, max(0.0, left)), 1) if isinstance(pace, reckoning.DaysPace) else None
    return m.SeatClock(
        seat=clock.seat, left=round(max(0.0, left), 1), leave=leave, running=running,
        window=None if window is None else round(max(0.0, window), 1), out=running and left <= 0,
    )  # fmt: skip


def claim(connection: Connection, said: m.Claim) -> object:
    """The time of another has run out: the game is claimed, or a bot goes on in his place."""
    _must_have_company(connection)
    live = connection.live
    seat = live.timing.must_be_overdue(connection.held)
    if said.bot is None:
        live.table.lose_on_time(seat)
    else:
        live.table.let_sit(seat, said.bot or usual_bot(live))
    return _done(connection)


def usual_bot(live: LiveTable) -> str:
    """The bot somebody sits down against if nothing else is said."""
    return opponents(live.table.start.setting.system)[0].key


def _must_have_company(connection: Connection) -> None:
    assert connection.seat
    if not connection.live.shared:
        raise BalkaError(NOBODY_ELSE)


def _done(connection: Connection) -> object:
    connection.done()
    return None
