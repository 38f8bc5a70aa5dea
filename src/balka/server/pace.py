"""Pace: how much time people have. Pure reckoning with facts: since when a clock runs, and what was left of it then.

A clock runs for every person who is to decide, drafts included, while all have come and nobody has adjourned; never for
chance or a bot. What somebody does is one decision when it becomes final for everybody. That hangs on public facts
only, so no clock tells anything that the table does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta, Struct, structs

from balka.server.store import Clock

HOUR, DAY = 3600.0, 86400.0


class LivePace(Struct, frozen=True, tag_field="kind", tag="live", kw_only=True):
    """So many minutes each, and some seconds more for every decision."""

    minutes: Annotated[int, Meta(ge=1, le=600)] = 25
    seconds: Annotated[int, Meta(ge=0, le=600)] = 20


class DaysPace(Struct, frozen=True, tag_field="kind", tag="days", kw_only=True):
    """So many days for every decision; when they are used up, days of leave are drawn on. A chance to react waits for
    some hours only, then it is let pass."""

    days: Annotated[int, Meta(ge=1, le=30)] = 3
    leave: Annotated[int, Meta(ge=0, le=60)] = 14
    hours: Annotated[int, Meta(ge=1, le=168)] = 12


Pace = LivePace | DaysPace
Clocks = dict[str, Clock]


class Facts(Struct, frozen=True):
    """Who is to decide, for whom it is a chance to react that can be let pass, and how much each has decided."""

    asked: frozenset[str]
    windows: frozenset[str] = frozenset()
    decided: Mapping[str, int] = {}


def begun(pace: Pace, seats: Iterable[str]) -> Clocks:
    """Clocks that stand, before anything has happened."""
    left = pace.minutes * 60.0 if isinstance(pace, LivePace) else pace.leave * DAY
    return {seat: Clock(seat, 0.0, left, 0, 0) for seat in seats}


def moved(pace: Pace, clocks: Clocks, facts: Facts, at: float) -> Clocks:
    """The clocks after something happened at a time."""
    return {seat: _moved(pace, clock, facts, at) for seat, clock in clocks.items()}


def _moved(pace: Pace, clock: Clock, facts: Facts, at: float) -> Clock:
    decided = max(clock.decided, facts.decided.get(clock.seat, 0))
    made, asked, window = decided - clock.decided, clock.seat in facts.asked, int(clock.seat in facts.windows)
    if clock.since and asked and not made:
        return structs.replace(clock, window=window)
    left = charged(pace, clock, at, made) if clock.since else clock.left
    return Clock(clock.seat, at if asked else 0.0, left, decided, window)


def charged(pace: Pace, clock: Clock, at: float, made: int) -> float:
    """What is left of a clock that stops: of its minutes, or of its leave."""
    used = max(0.0, at - clock.since)
    if isinstance(pace, LivePace):
        return max(0.0, clock.left - used) + (pace.seconds if made else 0.0)
    return max(0.0, clock.left - max(0.0, used - pace.days * DAY))


def left(pace: Pace, clock: Clock, now: float) -> float:
    """Seconds until the time of a seat runs out; of a clock that stands, what it would have."""
    used = max(0.0, now - clock.since) if clock.since else 0.0
    return (clock.left if isinstance(pace, LivePace) else pace.days * DAY + clock.left) - used


def window_left(pace: Pace, clock: Clock, now: float) -> float | None:
    """Seconds until a chance to react is let pass, where it is one."""
    if not isinstance(pace, DaysPace) or not clock.window or not clock.since:
        return None
    return pace.hours * HOUR - (now - clock.since)


def soonest(pace: Pace, clock: Clock, now: float) -> float:
    """Seconds until something happens to a seat: a chance to react is let pass, its days are used up, or all its time
    is."""
    window, all_left = window_left(pace, clock, now), left(pace, clock, now)
    if window is not None:
        return min(window, all_left)
    before_leave = all_left - clock.left if isinstance(pace, DaysPace) else 0.0
    return before_leave if before_leave > 0 else all_left


def next_due(pace: Pace, clocks: Clocks, now: float) -> float | None:
    """When the next clock runs out or window passes; None while all stand, or where all that could has."""
    spans = [left(pace, clock, now) for clock in clocks.values() if clock.since]
    spans += [span for clock in clocks.values() if (span := window_left(pace, clock, now)) is not None]
    coming = [span for span in spans if span > 0]
    return now + min(coming) if coming else None
