"""Sides set up by the table, for tests."""

from __future__ import annotations

from balka.bots.placing import placement
from balka.core.state import State
from balka.games.grossdeutschland.title import GAME


def set_up(state: State) -> State:
    """Whoever is asked to set up, set up as far as the table would; `ready` is left to be said."""
    seat = state.asks[0].seat
    while (choice := placement(state.view(seat), seat)) is not None:
        state = state.apply(choice, seat).state
    return state


def asked(key: str, side: str) -> State:
    """A scenario when a side is to set up; the one before it has been placed."""
    state = GAME.start(key)
    while state.asks[0].force != side:
        state = set_up(state).apply("ready").state
    assert state.asks[0].kind == "setup"
    return state


def placed(state: State, side: str) -> dict[str, int]:
    return {u.id: u.hex for u in state.position.units.values() if u.side == side and u.hex >= 0}
