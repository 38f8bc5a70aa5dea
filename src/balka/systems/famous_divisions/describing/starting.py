"""Where play begins in a described position: at the choice of a chit, or with a battalion activated."""

from __future__ import annotations

from msgspec import structs

from balka.core.dice import Bag
from balka.core.frames import Steps
from balka.systems.famous_divisions import sequence
from balka.systems.famous_divisions.activation import play_chit
from balka.systems.famous_divisions.model import GdState, GdWork
from balka.systems.famous_divisions.system import SYSTEM

AFTER_CHOOSING = sequence.TURN.index(sequence.draw_chits)


Cup = tuple[str, ...] | None
"""the chits a file says are in the cup; where it does not, those of every battalion in play that has not acted"""


def with_cup(state: GdState, cup: Cup) -> GdState:
    """The cup holds the chits that are left. [3.4-a]"""
    work = GdWork(state, "")
    sequence.fill_cup(work)
    for battalion in state.tracks.activated:
        if battalion in work.bags[sequence.CUP].items:
            work.bags = {**work.bags, sequence.CUP: work.bags[sequence.CUP].without(battalion)}
    if cup is not None:
        work.bags = {**work.bags, sequence.CUP: Bag.of(dict.fromkeys(cup, 1))}
    return work.freeze()


def at_turn(state: GdState) -> GdState:
    """The turn begins, with its weather. [3.1]"""
    work = GdWork(structs.replace(state, stack=(Steps("turn"),)), "")
    SYSTEM.watch(work)
    return work.settle().state


def on_turn(state: GdState, side: str, cup: Cup = None) -> GdState:
    """A side picks the chit that is played next; after it chits are drawn."""
    frames = (Steps("turn", AFTER_CHOOSING), sequence.FirstChits(side, 1))
    return with_cup(structs.replace(state, stack=frames), cup)


def with_chit(state: GdState, battalion: str, cup: Cup = None) -> GdState:
    """The chit of a battalion has just come out."""
    state = with_cup(structs.replace(state, stack=(Steps("turn", AFTER_CHOOSING),)), cup)
    work = GdWork(state, "")
    if battalion in work.bags[sequence.CUP].items:
        work.bags = {**work.bags, sequence.CUP: work.bags[sequence.CUP].without(battalion)}
    play_chit(work, battalion)
    return work.settle().state
