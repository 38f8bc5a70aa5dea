"""The dice of both editions: the Spent die, and how attacks and Spent Checks are read. [2.5, 6.7, 7.1]"""

from __future__ import annotations

from balka.core.checks import register_reader
from balka.core.dice import register_die

SPENT_DIE, ATTACK, SPENT = "d10", "attack", "spent"
"""what records and saved games call the die and the two readings"""
SPENT_FACES = (1, 1, 2, 3, 3, 4, 5, 5, 6, 7)  # none is above a cost of 7 [2.5-f]
DESTROYED_FROM = 4  # above the Hit Number [7.1]


def hit_or_destroyed(faces: tuple[int, ...], need: int) -> str:
    """The Hit Number hits, four more destroy. [6.7, 7.1, 7.1-b]"""
    total = sum(faces)
    return "miss" if total < need else "hit" if total < need + DESTROYED_FROM else "destroyed"


def spent_or_fresh(faces: tuple[int, ...], cost: int) -> str:
    """Only a roll above the cost keeps a unit Fresh. [2.5, 2.5-b]"""
    return "fresh" if sum(faces) > cost else "spent"


register_die(SPENT_DIE, SPENT_FACES)
register_reader(ATTACK, hit_or_destroyed, ("miss", "hit", "destroyed"))
register_reader(SPENT, spent_or_fresh, ("spent", "fresh"))
