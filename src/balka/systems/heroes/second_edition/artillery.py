"""Mortars and strikes as this edition has them: no spotter among enemies, the arrow points north. [12.0, 12.2]"""

from __future__ import annotations

from balka.systems.heroes.chapters.artillery import NORTH
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.differences import Artillery
from balka.systems.heroes.play.rolls import Result
from balka.systems.heroes.play.situation import foes_mask
from balka.systems.heroes.units import Unit


def spotters(now: Now, unit: Unit, near: int) -> int:
    """Where no enemy stands. [12.0-c]"""
    return near & ~foes_mask(now, unit.side)


def drift(result: Result) -> int:
    """What the die shows, whatever CAPs and Luck made of it. [12.2-c]"""
    return sum(result.faces)


ARTILLERY = Artillery(spotters=spotters, drift_numbers={"german": 3, "soviet": 3}, drift=drift, arrow=NORTH)
