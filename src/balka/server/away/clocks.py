"""Clocks that run low, in time to say so."""

from __future__ import annotations

from balka.server import pace as reckoning
from balka.server.pace import DAY, LivePace, Pace
from balka.server.store import Clock


def low(pace: Pace) -> float:
    """So many seconds left are few: a quarter of all there were at the beginning, at most a day."""
    whole = pace.minutes * 60.0 if isinstance(pace, LivePace) else (pace.days + pace.leave) * DAY
    return min(DAY, whole / 4)


def runs_low(pace: Pace, clock: Clock, now: float) -> bool:
    return clock.since > 0 and reckoning.left(pace, clock, now) <= low(pace)


def next_low(pace: Pace, clocks: reckoning.Clocks, now: float) -> float | None:
    """When the next clock will run low; None where none will, or all have."""
    spans = [reckoning.left(pace, clock, now) - low(pace) for clock in clocks.values() if clock.since]
    coming = [span for span in spans if span > 0]
    return now + min(coming) if coming else None
