"""Who may be fired at, and what the roll is: Fire Zone, Defense Rating, Attack Rating, Hit Number. [chapters 5, 6]"""

from __future__ import annotations

from functools import cache

from balka.core.checks import Check, Part, Tally, add, unknown
from balka.core.choices import Refusal
from balka.core.hexes import hexes_in, mask_of
from balka.systems.heroes import markers
from balka.systems.heroes.kinds import UnitKind
from balka.systems.heroes.third_edition.costs import Now
from balka.systems.heroes.third_edition.situation import enemies_in, enemy_in, marker_of
from balka.systems.heroes.units import UNKNOWN, Unit

LONG_RANGE = add(-2, "Long Range", "sos-6.6-a")
SHORT_RANGE = add(3, "Short Range: adjacent", "sos-6.6-b")
CLOSE_COMBAT = add(4, "Close Combat", "sos-6.6-c")
CREW_CLOSE_COMBAT = add(-2, "Crew-Served in Close Combat", "sos-6.10-b")
CAREFUL_AIMING = add(2, "Careful Aiming", "sos-card-11-b")
DUG_IN = add(1, "Hasty Defense", "sos-17.7-b")


# -- questions


def range_of(now: Now, unit: Unit) -> int:
    """Printed Range, or what a Hit Marker leaves of it. [5.3-a, ruling C41]"""
    marker = marker_of(now, unit)
    kind = now.setting.kind(unit)
    return kind.range if marker is None or marker.range is None else marker.range


def fire_zone(now: Now, unit: Unit) -> int:
    """The hexes a unit can attack: in its Arc, in sight, within twice its Range. [5.0-b, 5.3-e]"""
    ground, foot = now.setting.ground, now.setting.kind(unit).is_foot
    zone = ground.fire_zone if foot else ground.zone_over_corn
    return zone(unit.hex, unit.facing, 2 * range_of(now, unit))


def _vehicles_over_corn(now: Now, unit: Unit) -> int:
    """Hexes with enemy vehicles that a Foot Unit sees over high Corn. [5.2-e, ruling C2]"""
    zone = now.setting.ground.zone_over_corn(unit.hex, unit.facing, 2 * range_of(now, unit))
    foes = [foe for foe in now.position.units.values() if foe.force != unit.force and foe.hex >= 0]
    return zone & mask_of(foe.hex for foe in foes if not now.setting.kind(foe).is_foot)


def target_hexes(now: Now, unit: Unit) -> list[int]:
    """Hexes with enemies the unit may fire at; none while it shares its hex with one. [5.0-a, 6.9-b]"""
    held = now.position.held.get(now.setting.enemy[unit.force], 0)
    if held >> unit.hex & 1:
        return []
    zone = fire_zone(now, unit) & held
    return list(hexes_in(zone | _vehicles_over_corn(now, unit) if now.setting.ground.corn_is_high else zone))


def may_attack(now: Now, unit: Unit) -> Refusal | None:
    """A marker that crosses out the Attack Cost or all Firepower forbids attacking. [7.3-b]"""
    marker = marker_of(now, unit)
    name = now.setting.name(unit.id)
    if marker is not None and (marker.bars_attack or markers.destroys(marker)):
        return Refusal(f"{name} is {marker.name} and may not attack.", "sos-7.3-b")
    if now.setting.kind(unit).attack_cost is None:
        return Refusal(f"{name} has no attack.", "sos-2.4-b")
    return None


def why_not_fire(now: Now, unit: Unit, target: int) -> Refusal | None:
    """Why a unit cannot fire at a hex: the first of bar, Close Combat, emptiness, Range, Arc and sight."""
    labels = now.setting.board.labels
    if unit.hex < 0:
        return Refusal(f"{now.setting.name(unit.id)} is not on the map yet.", "sos-4.12-a")
    barred = may_attack(now, unit)
    if barred:
        return barred
    if target == unit.hex or enemy_in(now, unit.force, unit.hex):
        return Refusal("An enemy shares its hex: it can attack only there, one unit at a time.", "sos-6.9-b",
                       "Say 'assault' and the unit to attack.")  # fmt: skip
    if not enemies_in(now, unit.force, target):
        return Refusal(f"There is no enemy to be seen in {labels[target]}.", "sos-6.0-b")
    return _out_of_zone(now, unit, target)


def _out_of_zone(now: Now, unit: Unit, target: int) -> Refusal | None:
    board, ground = now.setting.board, now.setting.ground
    reach, away, label = 2 * range_of(now, unit), board.distance(unit.hex, target), board.labels[target]
    if away > reach:
        return Refusal(f"{label} is {away} hexes away, beyond twice its Range of {reach // 2}.", "sos-5.3-e")
    if not board.arc_mask(unit.hex, unit.facing) >> target & 1:
        return Refusal(f"{label} lies outside its Arc of Fire.", "sos-5.1-a", "Pivot first.")
    ends = (unit, *enemies_in(now, unit.force, target))
    on_foot = all(now.setting.kind(one).is_foot for one in ends)
    sighting = (ground.foot_sight if on_foot else ground.sight).explain(unit.hex, target)
    if not sighting.clear:
        return Refusal(f"{label} is out of sight: {sighting.reason}.", "sos-5.2-b")
    return None


def is_flank_attack(now: Now, target: Unit, seen_from: int) -> bool:
    """The attacker stands outside the target's own Arc of Fire. [6.3-a]"""
    return not now.setting.board.arc_mask(target.hex, target.facing) >> seen_from & 1


def is_crew_served(kind: UnitKind) -> bool:
    """White backing on either Firepower figure. [6.10-a]"""
    return "crew_red" in kind.flags or "crew_blue" in kind.flags


# -- checks


@cache
def _defence(kind: UnitKind, side: str) -> Part:
    if side == "front":
        return add(kind.front_def, f"Front Defense of {kind.name}", "sos-6.1-b", kind.basis)
    return add(kind.flank_def, f"Flank Defense of {kind.name}", "sos-6.3-a", kind.basis)


@cache
def _close_defence(kind: UnitKind) -> Part:
    return add(kind.flank_def, f"Flank Defense of {kind.name}", "sos-6.9-e", kind.basis)


@cache
def _firepower(kind: UnitKind, color: str) -> Part:
    value = kind.red_fp if color == "red" else kind.blue_fp
    rule = "sos-6.5-b" if color == "red" else "sos-6.5-c"
    return add(value or 0, f"{color.capitalize()} Firepower of {kind.name}", rule, kind.basis)


def defence_rating(now: Now, target: Unit, seen_from: int) -> Tally:
    """Defense, front or flank, and what covers the target. [6.1, 6.3, 6.4, 6.9-e]"""
    kind = now.setting.kind(target)
    close = seen_from == target.hex
    flank = close or is_flank_attack(now, target, seen_from)
    parts = [_close_defence(kind) if close else _defence(kind, "flank" if flank else "front")]
    cover = now.setting.ground.defence[target.hex]
    if cover is not None and not (close and kind.is_vehicle):
        parts.append(cover)
    if target.dug_in:
        parts.append(DUG_IN)
    return Tally("Defense Rating", (*parts, *_marker_on_defence(now, target, "flank" if flank else "front")))


def _marker_on_defence(now: Now, target: Unit, side: str) -> tuple[Part, ...]:
    """What a Hit Marker does to the Defense; a face-down one the viewer does not know is a range. [7.5-b]"""
    if target.marker == UNKNOWN:
        kinds = [m for m in now.setting.markers.values() if m.pile == pile_of(now, target)]
        amounts = [m.flank_def if side == "flank" else m.front_def for m in kinds] or [0]
        return (unknown(min(amounts), max(amounts), "Its face-down Hit Marker", "sos-7.5-b"),)
    amount = marker_defence(now, target, side)
    marker = marker_of(now, target)
    return (markers.part(marker, amount),) if marker is not None and amount else ()


def marker_defence(now: Now, target: Unit, side: str) -> int:
    marker = marker_of(now, target)
    if marker is None:
        return 0
    return marker.flank_def if side == "flank" else marker.front_def


def pile_of(now: Now, target: Unit) -> str:
    """Red Defense draws from the soft pile, blue from the armored one. [7.2-b, 7.2-c]"""
    return "soft" if now.setting.kind(target).def_color == "red" else "armored"


def attack_rating(now: Now, shooter: Unit, target: Unit, bonus: tuple[Part, ...] = ()) -> Tally:
    """Firepower against the colour of the target's Defense, and the distance. [6.5, 6.6]"""
    kind, color = now.setting.kind(shooter), now.setting.kind(target).def_color
    marker = marker_of(now, shooter)
    parts = [_firepower(kind, color)]
    amount = 0 if marker is None else marker.red_fp if color == "red" else marker.blue_fp
    if marker is not None and amount:
        parts.append(markers.part(marker, amount))
    return Tally("Attack Rating", (*parts, *bonus, *_distance_parts(now, shooter, target, kind)))


def _distance_parts(now: Now, shooter: Unit, target: Unit, kind: UnitKind) -> tuple[Part, ...]:
    away = now.setting.board.distance(shooter.hex, target.hex)
    if away == 0:
        return (CREW_CLOSE_COMBAT,) if is_crew_served(kind) else (CLOSE_COMBAT,)
    short = (SHORT_RANGE,) if away == 1 else ()
    return (*short, LONG_RANGE) if away > range_of(now, shooter) else short


def cap_part(count: int) -> tuple[Part, ...]:
    """CAPs move the number needed by one each, as their owner wishes. [3.2-b]"""
    if not count:
        return ()
    spent = abs(count)
    return (add(-count, f"{spent} CAP{'s' if spent > 1 else ''}", "sos-3.2-b"),)


def as_fought(target: Unit) -> Unit:
    """Once it is attacked, a marker that changed the Defense would lie face up: one still face down changes nothing."""
    return target.changed(marker="") if target.marker == UNKNOWN else target


def attack_check(now: Now, shooter: Unit, target: Unit, bonus: tuple[Part, ...] = (), count: int = 0) -> Check:
    """Two dice against DR minus AR. [6.7]"""
    defence = defence_rating(now, target, shooter.hex)
    attack = attack_rating(now, shooter, target, bonus)
    low, high = defence.spread
    rating = Part("add", low, "Defense Rating", "sos-6.1-a", "", None if low == high else high)
    tally = Tally("Hit Number", (rating, add(-attack.value, "Attack Rating", "sos-6.7-a"), *cap_part(count)))
    name = f"{now.setting.name(shooter.id)} attacks {now.setting.name(target.id)}"
    return Check(name, "2d6", tally, "attack", (defence, attack))
