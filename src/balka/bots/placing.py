"""Setting up for whoever leaves it to the table: the next sentence of a set-up, found by the key of the system."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module

from balka.core.choices import Choice
from balka.core.state import State

Placer = Callable[[State], Choice | None]
"""What the seat that is asked would do next in its set-up, from its view; None where there is nothing to set up."""

PLACERS = {"famous_divisions": "balka.bots.famous_divisions.deployment:next_placed"}
"""Where the placer of each system is, `module:function`, if it has one; it is imported when first asked for."""


def placement(view: State, seat: str) -> Choice | None:
    """The next ordinary choice by which a seat would be set up for; None where nobody knows one."""
    place = PLACERS.get(view.setting.system.key)
    if place is None or all(ask.seat != seat for ask in view.asks):
        return None
    return _placer(place)(view)


@cache
def _placer(place: str) -> Placer:
    module, _, name = place.partition(":")
    found: Placer = getattr(import_module(module), name)
    return found
