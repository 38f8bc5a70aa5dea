"""What things are worth beside each other, and the odds they hang on."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from balka.bots.heroes.looking import Look
from balka.core.checks import Check, Tally
from balka.core.choices import Choice
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.units import Unit

HIT, KILL = 0.55, 1.2  # worth of a first Hit and of a unit destroyed
FIRST_TURN = 0.3
NOTHING = -1.0  # of what is not to be done

ActionWorth = Callable[[Look, Unit, Action], float]
"""what an Action of a unit is worth, before it is paid for"""
OpenedWorth = Callable[[Look, str, Any], float]
"""what it is worth to a force to open something that is no Action"""
FrameWorth = Callable[[Look, Any, Choice], float]
"""what a choice is worth to whoever a frame asks"""


@cache
def odds_of(dice: str, reader: str, need: int) -> dict[str, float]:
    """The chance of each band at a need."""
    chances = Check("", dice, Tally(""), reader).chances(need)
    return {band: float(chance) for band, chance in chances.items()}


def middling(check: Check) -> int:
    """The number needed, the middle of the range where it is not known."""
    low, high = check.tally.spread
    return (low + high) // 2


def attack_worth(target: Unit, need: int) -> float:
    """What an attack on a unit is worth at a Hit Number: a second Hit destroys."""
    odds = odds_of("2d6", "attack", need)
    return odds["hit"] * (KILL if target.marker else HIT) + odds["destroyed"] * KILL
