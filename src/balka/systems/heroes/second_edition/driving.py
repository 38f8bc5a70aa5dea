"""Vehicles as this edition has them: boarded in their hex, and bound to their loads in moves. [11.1, 14-17]"""

from __future__ import annotations

from balka.systems.heroes.chapters.fire import HE, Shot
from balka.systems.heroes.kinds import UnitKind
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.differences import Vehicles
from balka.systems.heroes.units import Unit


def earns_nothing(now: Now, unit: Unit, to: int) -> bool:
    """What no bonus move may enter ends them too. [13.0-d, 18.1.1-c, 18.3.1-c]"""
    return any(rule(now, unit, unit.hex, to) is not None for rule in now.setting.edition.movement.no_bonus)


def open_top_struck(now: Now, shot: Shot) -> bool:
    """HE, and Foot Units hand to hand. [15.6-b, 15.6-c]"""
    return shot.weapon.kind == HE or (shot.close and _climbs_on(now, shot))


def _climbs_on(now: Now, shot: Shot) -> bool:
    """Foot Units get at an open top; Tank Hunters keep to their stronger charges."""
    kind = now.setting.kind(shot.shooter)
    return kind.is_foot and ("tank_hunter" not in kind.flags or shot.weapon.red > shot.weapon.blue)


def shielded(kind: UnitKind) -> bool:
    """Foot Units, and guns in tow. [16.1-a, 16.1-b]"""
    return kind.is_foot or "field_gun" in kind.flags


def covered_behind(kind: UnitKind) -> bool:
    """Those that carry little. [15.7-a]"""
    return "unburdened" in kind.flags


def cannot_fire_down(now: Now, kind: UnitKind) -> bool:
    """Nobody's: steep ground forbids vehicles to move, not to fire. [11.1-c]"""
    return False


VEHICLES = Vehicles(
    climb_steep_roads=False,
    cannot_fire_down=cannot_fire_down,
    earns_nothing=earns_nothing,
    open_top_struck=open_top_struck,
    shielded=shielded,
    covered_behind=covered_behind,
    load_in_one_hex=True,
    riders_join_moves_only=True,
    loads_in_any_order=True,
    thrown_off_turns=False,
)
