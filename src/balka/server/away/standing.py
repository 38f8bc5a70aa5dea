"""What stands at a table, seat by seat: who is to decide, who is asked for something, whose clock runs low."""

from __future__ import annotations

from typing import TYPE_CHECKING

from balka.server.away.clocks import runs_low
from balka.server.away.wanting import Kind
from balka.server.pace import DAY

if TYPE_CHECKING:
    from balka.server.live import LiveTable

LATELY = DAY  # seconds for which it is worth telling that a game is over
Standing = dict[str, frozenset[Kind]]


def standing(live: LiveTable, now: float, last: float) -> Standing:
    """What each person's seat has to hear; `last` is when the last thing happened."""
    if live.table.over:
        ended: frozenset[Kind] = frozenset({"over"}) if last > now - LATELY else frozenset()
        return dict.fromkeys(live.table.people, ended)
    return {seat: frozenset(_of(live, seat, now)) for seat in live.table.people}


def _of(live: LiveTable, seat: str, now: float) -> set[Kind]:
    found: set[Kind] = set()
    if _is_to_decide(live, seat):
        found.add("turn")
    if _is_asked(live, seat):
        found.add("asked")
    clock = live.timing.clocks.get(seat)
    if live.timing.pace is not None and clock is not None and runs_low(live.timing.pace, clock, now):
        found.add("clock")
    return found


def _is_to_decide(live: LiveTable, seat: str) -> bool:
    """Whether the game waits for a seat: not before all have come, nor in a break."""
    return live.table.asked(seat) and not live.table.adjourned and not live.waiting


def _is_asked(live: LiveTable, seat: str) -> bool:
    proposals = live.table.proposals.values()
    return any(not asked.declined and asked.seat != seat and seat not in asked.agreed for asked in proposals)
