"""Smoke as this edition lays it: one marker to a hex, on dry ground, thrown where one looks. [14.0-14.2, 18.1-d]"""

from __future__ import annotations

from balka.systems.heroes.play.differences import Smoke
from balka.systems.heroes.units import Unit


def thrown(unit: Unit) -> int:
    """Engineers throw it into their Arc. [18.1-d]"""
    return unit.facing


SMOKE = Smoke(piles_up=False, stays_on_water=False, thrown=thrown)
