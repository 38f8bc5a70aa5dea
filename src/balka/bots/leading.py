"""Leading a formation for whoever leaves it to the table: where its next units go, found by the key of the system."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module

from balka.core.formations import Marched, Sending, Stayed
from balka.core.state import State

Leader = Callable[[State, Sending], Marched | Stayed | None]
"""What the next units of a formation do, from the view of whoever leads it; None where all of them are seen to."""

LEADERS = {
    "wb95": "balka.bots.wb95.leading:next_led",
    "famous_divisions": "balka.bots.famous_divisions.leading:next_led",
}
"""Where the leader of each system is, `module:function`, if it has one; it is imported when first asked for."""


def next_led(view: State, sending: Sending) -> Marched | Stayed | None:
    """What the next units of a formation under way do; None where nobody is left or nobody knows."""
    place = LEADERS.get(view.setting.system.key)
    return None if place is None else _leader(place)(view, sending)


@cache
def _leader(place: str) -> Leader:
    module, _, name = place.partition(":")
    found: Leader = getattr(import_module(module), name)
    return found
