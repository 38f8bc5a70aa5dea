"""Seeded stretches of play: calls for each choice, and choices a second of the processor, cold and warm apart.

The first stretch of a process is cold, the third is warm. The calls of Python functions are
the same to the last one wherever they are counted by the same Python, so that two trees can be compared on any
machine, however busy; how much is done in a call they do not tell.
"""

from __future__ import annotations

import cProfile
from collections.abc import Callable
from time import process_time
from typing import Literal

from msgspec import Struct

from balka.core.state import State
from balka.lab.bench.players import DRAWN, RANDOM, Player, player

STEPS = 3000  # of random play
SLOW = 10  # a bot that weighs every choice plays a stretch so many times shorter
WARM_AFTER = 2  # stretches, the cold one among them

Measure = Literal["calls", "seconds"]


class Row(Struct, frozen=True):
    """Who plays what."""

    scenario: str
    player: str = RANDOM

    @property
    def name(self) -> str:
        return f"{self.scenario} {self.player}"

    def length(self, steps: int) -> int:
        return steps if self.player in (RANDOM, DRAWN) else max(1, steps // SLOW)


RANDOM_KEYS = ("sos/courier", "sos/ravines", "atb/partisans", "kursk/kursk", "kursk/campaign", "gd/lutchessa")
"""the first Mission, the heaviest one, the first of the other edition, and whole battles of the larger games"""
GREEDY_KEYS = ("sos/courier", "sos/ravines", "atb/partisans", "kursk/prokhorovka", "kursk/kursk", "gd/lutchessa")
ROWS = (
    *(Row(key, hand) for hand in (RANDOM, DRAWN) for key in RANDOM_KEYS),
    *(Row(key, "greedy") for key in GREEDY_KEYS),
)


class Stretch(Struct, frozen=True):
    """Calls or seconds of a stretch, the choices in it that had an alternative, and the state it ended in."""

    amount: float
    choices: int
    state: str


def stretches(start: State, row: Row, steps: int, measure: Measure) -> dict[str, Stretch]:
    """A cold stretch and a warm one. Only in a process that has played nothing else is the first one cold."""
    hand, length = player(row.player, start), row.length(steps)
    cold = _measured(hand, length, measure)
    for _ in range(length * (WARM_AFTER - 1)):
        hand.step()
    return {"cold": cold, "warm": _measured(hand, length, measure)}


def _measured(hand: Player, length: int, measure: Measure) -> Stretch:
    before = hand.choices
    amount = MEASURES[measure](lambda: _play(hand, length))
    return Stretch(amount, hand.choices - before, hand.state.hash)


def _play(hand: Player, length: int) -> None:
    for _ in range(length):
        hand.step()


def _seconds(play: Callable[[], None]) -> float:
    began = process_time()
    play()
    return process_time() - began


def calls_of(play: Callable[[], object]) -> int:
    """How many calls of Python functions something takes."""
    profile = cProfile.Profile(builtins=False)
    profile.enable()
    play()
    profile.disable()
    return sum(entry.callcount for entry in profile.getstats())


MEASURES: dict[Measure, Callable[[Callable[[], None]], float]] = {"calls": calls_of, "seconds": _seconds}
