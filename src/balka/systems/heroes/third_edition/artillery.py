"""Mortars and strikes as this edition has them: Luck shortens the drift, the owner points the arrow. [13.3, 13.7]"""

from __future__ import annotations

from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.differences import Artillery
from balka.systems.heroes.play.rolls import Result
from balka.systems.heroes.units import Unit

ASKED = -1


def spotters(now: Now, unit: Unit, near: int) -> int:
    """Whoever stands there. [13.3-a]"""
    return near


def drift(result: Result) -> int:
    """What the die shows or came to by Luck. [13.7-e]"""
    return max(1, result.total)


ARTILLERY = Artillery(spotters=spotters, drift_numbers={"german": 3, "soviet": 4}, drift=drift, arrow=ASKED)
