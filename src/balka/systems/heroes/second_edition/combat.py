"""Combat as this edition has it: piles by type, and destroyed is destroyed at once. [2.5.2, 7.4, 7.6, 7.7]"""

from __future__ import annotations

from balka.core.checks import Part
from balka.systems.heroes.chapters.fire import Shot
from balka.systems.heroes.kinds import MarkerKind, UnitKind
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.differences import Combat
from balka.systems.heroes.units import Unit


def pile_of(now: Now, unit: Unit) -> str:
    """Foot and vehicles have piles of their own. [7.4-b]"""
    return "vehicle" if now.setting.kind(unit).is_vehicle else "foot"


def pile_hit(now: Now, shot: Shot) -> str:
    """By what the target is. [7.4-b]"""
    return pile_of(now, shot.target)


def destroyed_at_once(now: Now, marker: MarkerKind) -> bool:
    """Always. [7.4-h, atb-hit-foot-kia-b, atb-hit-veh-destroyed-b]"""
    return True


def rally_cover(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """One help for cover of any sort. [7.6.1-a, ruling B31]"""
    return parts[:1]


def holds_ground(kind: UnitKind) -> bool:
    """Any ground unit. [2.5.2-b]"""
    return True


COMBAT = Combat(
    vehicles_have_close_cover=True,
    support_by_target=True,
    pile_of=pile_of,
    pile_hit=pile_hit,
    destroyed_at_once=destroyed_at_once,
    rally_cover=rally_cover,
    holds_ground=holds_ground,
)
