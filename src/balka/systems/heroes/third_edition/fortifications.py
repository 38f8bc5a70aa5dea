"""Works as this edition has them: one to a hex, and every weapon destroys them. [17.0-17.11]"""

from __future__ import annotations

from balka.core.checks import Part
from balka.core.choices import Refusal
from balka.systems.heroes.dice import ATTACK
from balka.systems.heroes.kinds import UnitKind
from balka.systems.heroes.play.costs import Now, step_part
from balka.systems.heroes.play.differences import Fortifications
from balka.systems.heroes.play.situation import loads_of
from balka.systems.heroes.units import Unit


def why_not_dig(now: Now, unit: Unit) -> Refusal | None:
    """Foot Units dig in Close Combat too. [17.7-a]"""
    return None


def door_price(now: Now, unit: Unit) -> tuple[Part, ...]:
    """A Move without Difficult Terrain. [17.3]"""
    return (step_part(now, unit),)


def broken_by(kind: UnitKind) -> bool:
    """Everybody's. [17.11-a]"""
    return True


def why_not_raze(now: Now, unit: Unit) -> Refusal | None:
    """Everybody does. [17.11-f]"""
    return None


def struck_with(now: Now, unit: Unit, target: Unit) -> tuple[str, ...]:
    """Works are attacked by themselves in Close Combat. [17.11-f]"""
    return ()


def mined_with(now: Now, unit: Unit) -> list[str]:
    """All it carries. [17.10-g]"""
    return [load.id for load in loads_of(now, unit)]


WORKS = Fortifications(
    share_hexes=False,
    dig_cost=5,
    why_not_dig=why_not_dig,
    hasty_defenses_run_out=False,
    door_price=door_price,
    broken_by=broken_by,
    fall_to_hand_weapons=True,
    why_not_raze=why_not_raze,
    struck_with=struck_with,
    mine_reader=ATTACK,
    mined_with=mined_with,
)
