"""What is kept on states and positions never leads back to them: they go as soon as nobody holds them.

Rings go only when all of memory is swept, which took a fifth of the time of play.
"""

import gc
from random import Random

import pytest

from balka.core.drawing import drawn
from balka.core.frames import CHANCE
from balka.core.state import State
from balka.lab import bench

STEPS = 150


@pytest.mark.parametrize("key", ["sos/courier", "atb/partisans", "kursk/prokhorovka", "gd/lutchessa"])
def test_no_value_of_a_game_is_part_of_a_ring(key: str) -> None:
    start = bench.starts([key])[key]
    _played(start, 0)  # tables that last are filled
    gc.collect()
    gc.disable()
    try:
        _played(start, 1)
        assert gc.collect() == 0
    finally:
        gc.enable()


def _played(state: State, seed: int) -> None:
    """A stretch of play at random, with views and lists of those who are asked."""
    rng = Random(seed)
    for _ in range(STEPS):
        seat = state.asks[0].seat
        answer = bench.draw(state, rng) if seat == CHANCE else drawn(state.view(seat), seat, rng.randrange)
        state = state.apply(answer, seat).state
