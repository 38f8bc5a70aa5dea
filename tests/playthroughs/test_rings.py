"""What is kept on states and positions never leads back to them: they go as soon as nobody holds them.

Rings go only when all of memory is swept, which took a fifth of the time of play.
"""

import gc
from collections.abc import Callable
from random import Random

import pytest

from balka.bots.base import bot
from balka.core.choices import Choice
from balka.core.drawing import drawn
from balka.core.frames import CHANCE
from balka.core.state import State
from balka.lab import bench

STEPS = 150


@pytest.mark.parametrize("key", ["sos/courier", "atb/partisans", "kursk/prokhorovka", "gd/lutchessa"])
def test_no_value_of_a_game_is_part_of_a_ring(key: str) -> None:
    assert not _swept(key, lambda view, seat, rng: drawn(view, seat, rng.randrange))


@pytest.mark.parametrize("name", ["greedy-1", "greedy"])
@pytest.mark.parametrize("key", ["sos/courier", "atb/partisans", "kursk/prokhorovka", "gd/lutchessa"])
def test_nothing_that_a_bot_works_out_about_a_view_holds_it(key: str, name: str) -> None:
    assert not _swept(key, bot(name).choose)


def _swept(key: str, chosen: Callable[[State, str, Random], Choice]) -> int:
    """How many things of a stretch of play go only when all is swept up."""
    start = bench.starts([key])[key]
    _played(start, chosen)  # tables that last are filled
    gc.collect()
    gc.disable()
    try:
        _played(start, chosen)
        return gc.collect()
    finally:
        gc.enable()


def _played(state: State, chosen: Callable[[State, str, Random], Choice]) -> None:
    """A stretch of play, with views and lists of those who are asked."""
    rng = Random(1)
    for _ in range(STEPS):
        seat = state.asks[0].seat
        answer = bench.draw(state, rng) if seat == CHANCE else chosen(state.view(seat), seat, rng)
        state = state.apply(answer, seat).state
