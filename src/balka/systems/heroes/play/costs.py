"""What an Action costs, every modifier named. [2.4, 2.6, 4.7-4.11, 7.10]"""

from __future__ import annotations

from functools import cache

from balka.core.checks import Part, Tally, add
from balka.systems.heroes import keys, markers
from balka.systems.heroes.kinds import UnitKind
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit

Now = HeroesState | HeroesWork

NAME = "Action cost"
STRESS = add(1, "Stress: acted on its last Turn", "sos-2.6-a")
PIVOT = add(1, "Pivot in Place", "sos-4.6-b atb-5.3-a")
STALL = add(1, "Stall", "sos-2.8-a atb-2.2-o")
TURRET_TURNED = add(2, "Outside its Arc of Fire: the turret turns", "sos-16.3-c atb-15.4-b")
RALLY = add(5, "Rally", "sos-7.10-a atb-7.6-a")  # [atb 7.6-a]
BACKWARDS = add(1, "Moving backwards", "sos-4.11-a atb-5.2-a")  # [atb 5.2-a]
CONFUSION = add(3, "Battlefield Confusion", "sos-card-06-b", key=keys.CONFUSION)
FREE = Part("set", 0, "Taken at 0AP by a card", "sos-card-02-b atb-card-02-b")  # [atb-card-02-b, atb 15.4-e]
FOOT_STEP = add(1, "Foot Move", "sos-4.5-e atb-5.0-b", key=keys.STEP)


@cache
def printed_attack(kind: UnitKind) -> Part:
    return add(kind.attack_cost or 0, f"Attack Cost of {kind.name}", "sos-2.4-b atb-7.3-a", kind.basis)


@cache
def printed_move(kind: UnitKind) -> Part:
    return add(kind.move_cost, f"Move Cost of {kind.name}", "sos-2.4-c atb-5.0-b", kind.basis, keys.STEP)


def is_stressed(now: Now, unit: Unit) -> bool:
    """A unit is Stressed by any Action it took on its own player's last Turn. [2.6-a]"""
    return unit.id in now.tracks.stressed[unit.force]


def bears_stress(now: Now, unit: Unit) -> bool:
    """Stressed, or bound to a vehicle or a load that is: they act as one Group. [10.11-a, 15.8-a]"""
    stressed = now.tracks.stressed[unit.force]
    if unit.id in stressed or not stressed or not now.position.loads:
        return unit.id in stressed
    loads = now.position.loads.get(unit.id)
    return unit.carrier in stressed or (loads is not None and any(load.id in stressed for load in loads))


def stress_parts(now: Now, unit: Unit) -> tuple[Part, ...]:
    """Stress adds 1AP, never more. [2.6-b]"""
    return (STRESS,) if bears_stress(now, unit) else ()


def marker_parts(now: Now, unit: Unit, verb: str) -> tuple[Part, ...]:
    """What the unit's Hit Marker adds to an Attack or to a Move or Pivot; nothing to a Rally.

    [7.3-a, 7.10-c, sos-hit-soft-cowering-b, sos-hit-soft-cowering-c, sos-hit-soft-suppressed-b,
    sos-hit-armored-suppressed-b, atb-hit-veh-suppressed-b, atb-hit-foot-suppressed-b, atb-hit-foot-cowering-b,
    atb-hit-foot-cowering-c, atb-hit-foot-berserk-b]
    """
    marker = now.setting.markers.get(unit.marker)
    if marker is None or now.tracks.iron == unit.id:
        return ()
    edition = now.setting.edition
    amount = marker.attack_cost if verb in edition.attacks else marker.move_cost if verb in edition.moves else 0
    return (markers.part(marker, amount),) if amount else ()


def attack_parts(now: Now, unit: Unit, target: int = -1) -> tuple[Part, ...]:
    """Attack Cost; a turret turned out of the Arc of Fire costs more. [2.4-b, 16.3-c, atb 7.3-a, atb 15.4-b]"""
    kind = now.setting.kind(unit)
    turned = target >= 0 and target != unit.hex and "turret" in kind.flags and not in_arc(now, unit, target)
    return (printed_attack(kind), TURRET_TURNED) if turned else (printed_attack(kind),)


def in_arc(now: Now, unit: Unit, target: int) -> bool:
    """Does a hex lie in the unit's Arc of Fire? [5.1-a, atb 6.1-b, a]"""
    return bool(now.setting.board.arc_mask(unit.hex, unit.facing) >> target & 1)


def move_parts(now: Now, unit: Unit, to: int) -> tuple[Part, ...]:
    """Move Cost plus every move penalty; they add together. [4.7-a]"""
    return (step_part(now, unit), *penalties(now, unit, to))


def entry_parts(now: Now, unit: Unit, to: int) -> tuple[Part, ...]:
    """Coming onto the map: free of charge, or what the terrain of the first hex costs, if not by road. [4.12-a, B50]"""
    return now.setting.edition.entering.price(now, unit, to)


def step_part(now: Now, unit: Unit) -> Part:
    """The Move Cost without penalties. [2.4-c, 4.5-e]"""
    kind = now.setting.kind(unit)
    return FOOT_STEP if kind.is_foot and now.setting.rulebook.foot_moves_cost_one else printed_move(kind)


def penalties(now: Now, unit: Unit, to: int) -> tuple[Part, ...]:
    """Difficult Terrain unless by road, what later chapters add, and moving backwards; a load adds nothing.

    [4.9-4.11, 15.3, 4.9-e, 4.10-c, 4.11-b, atb 14.0-c, atb 14.4-a, atb 17.0-h]
    """
    ground = now.setting.ground
    difficult = ground.difficult[now.setting.kind(unit).move_type][to]
    parts: tuple[Part, ...] = () if difficult is None or ground.on_road(unit.hex, to) else (difficult,)
    for rule in now.setting.edition.movement.moving:
        parts += tuple(rule(now, unit, unit.hex, to))
    return parts if ground.front[unit.hex][unit.facing] >> to & 1 else (*parts, BACKWARDS)


def action_tally(now: Now, unit: Unit, verb: str, base: tuple[Part, ...]) -> Tally:
    """The whole cost of an Action: base, Hit Marker, Stress. [2.4-a]"""
    return Tally(NAME, base + marker_parts(now, unit, verb) + stress_parts(now, unit))


def total(now: Now, unit: Unit, verb: str, base: tuple[Part, ...]) -> int:
    """The whole cost as a number, for listing what can be afforded."""
    cost = 1 if bears_stress(now, unit) else 0
    for part in (*base, *marker_parts(now, unit, verb)):
        cost += part.value
    return cost
