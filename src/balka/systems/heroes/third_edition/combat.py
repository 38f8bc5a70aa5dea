"""Combat as this edition has it: piles by colour, Destroyed markers that wait to be shown. [4.4, 6, 7]"""

from __future__ import annotations

from balka.core.checks import Part
from balka.systems.heroes.chapters.fire import Shot, color_of
from balka.systems.heroes.kinds import MarkerKind, UnitKind
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.differences import Combat
from balka.systems.heroes.units import Unit

SOFT, ARMORED = "soft", "armored"


def pile_of(now: Now, unit: Unit) -> str:
    """Red Defense draws from the soft pile, blue from the armored one. [7.2-b]"""
    return SOFT if now.setting.kind(unit).def_color == "red" else ARMORED


def pile_hit(now: Now, shot: Shot) -> str:
    """By the colour of the Defense that was struck. [7.2-b, 7.2-c]"""
    return SOFT if color_of(now, shot) == "red" else ARMORED


def destroyed_at_once(now: Now, marker: MarkerKind) -> bool:
    """It waits until an enemy is near; by the older manual an armored one does not. [7.5, 15.13-c]"""
    return now.setting.rulebook.armored_destroyed_at_once and marker.pile == ARMORED


def rally_cover(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """One help for the ground and one for a work, added. [7.8-a to 7.8-d]"""
    return parts


def holds_ground(kind: UnitKind) -> bool:
    """Those with positive Firepower of either colour. [4.4-c]"""
    return (kind.red_fp or 0) > 0 or (kind.blue_fp or 0) > 0


COMBAT = Combat(
    vehicles_have_close_cover=False,
    support_by_target=False,
    pile_of=pile_of,
    pile_hit=pile_hit,
    destroyed_at_once=destroyed_at_once,
    rally_cover=rally_cover,
    holds_ground=holds_ground,
)
