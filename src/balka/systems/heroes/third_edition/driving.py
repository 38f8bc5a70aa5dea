"""Vehicles as this edition has them: boarded from beside, and bound to their loads in all they do. [12.4, 15, 16]"""

from __future__ import annotations

from balka.systems.heroes.chapters.fire import CHARGE, FLAME, HE, SNIPER, Shot
from balka.systems.heroes.kinds import UnitKind
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.differences import Vehicles
from balka.systems.heroes.units import Unit


def earns_nothing(now: Now, unit: Unit, to: int) -> bool:
    """Only rough ground and going backwards take Bonus Moves away. [15.2-g]"""
    return False


def open_top_struck(now: Now, shot: Shot) -> bool:
    """HE, flame, a Sniper or red Firepower in Close Combat; by the older manual HE and any Close Combat.

    [16.5, 16.5-b to e, g, h]
    """
    if now.setting.rulebook.open_top_in_any_close_combat:
        return shot.weapon.kind in (HE, CHARGE) or shot.close
    red_close = shot.close and shot.weapon.red >= shot.weapon.blue
    return shot.weapon.kind in (HE, CHARGE, FLAME, SNIPER) or red_close


def shielded(kind: UnitKind) -> bool:
    """Foot Units. [16.6]"""
    return kind.is_foot


def covered_behind(kind: UnitKind) -> bool:
    """All of them. [15.15]"""
    return True


def cannot_fire_down(now: Now, kind: UnitKind) -> bool:
    """Tanks, or all vehicles. [15.16-a, 15.16-b]"""
    return "tank" in kind.flags or (now.setting.rulebook.no_vehicle_fires_down and kind.is_vehicle)


VEHICLES = Vehicles(
    climb_steep_roads=True,
    cannot_fire_down=cannot_fire_down,
    earns_nothing=earns_nothing,
    open_top_struck=open_top_struck,
    shielded=shielded,
    covered_behind=covered_behind,
    load_in_one_hex=False,
    riders_join_moves_only=False,
    loads_in_any_order=False,
    thrown_off_turns=True,
)
