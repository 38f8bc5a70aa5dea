"""Who may be fired at, and what the roll is: Fire Zone, Defense Rating, Attack Rating, Hit Number. [chapters 5, 6]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec import Struct, field, structs

from balka.core.choices import Refusal
from balka.core.hexes import hexes_in, mask_of
from balka.core.memo import remembered
from balka.core.sight import lines_through
from balka.systems.heroes import markers
from balka.systems.heroes.chapters.targets import (
    breakable,
    breaks_works,
    target_named,
    targets_in_hex,
    work_targets,
    works_in,
)
from balka.systems.heroes.kinds import UnitKind
from balka.systems.heroes.play.abilities import is_veteran
from balka.systems.heroes.play.costs import Now, in_arc
from balka.systems.heroes.play.situation import blocked, enemies_in, enemy_in, foes_mask, marker_of, sight_rule
from balka.systems.heroes.setting import HeroesSetting
from balka.systems.heroes.units import Unit

EQUIPMENT, FURTHER = "V02", 2  # hexes of Range [card V02]

GUN, HE, FLAME, SNIPER, PLANE, CHARGE = "gun", "he", "flame", "sniper", "plane", "charge"
ALL_ROUND = -1
BUNKER = "bunker"


class Weapon(Struct, frozen=True):
    """What is fired: the counter's own Firepower, or something else with figures of its own.

    `flank`: always against Flank Defense. `bare`: terrain gives no cover. `plain`: no bonus for distance or height.
    """

    kind: str
    name: str
    red: int
    blue: int
    range: int
    range_min: int = 0
    flank: bool = False
    bare: bool = False
    plain: bool = False
    basis: str = ""
    equipped: bool = False
    """by Better Equipped: reaches further, hits more easily [card V02]"""


class Shot(Struct, frozen=True):
    """One attack on one target. `origin` is the hex that sight and height count from: the shooter's or a spotter's."""

    shooter: Unit
    target: Unit
    weapon: Weapon
    origin: int
    screened: bool = False
    """a vehicle of its side stood beside the target when the attack began"""

    @property
    def close(self) -> bool:
        return self.shooter.hex == self.target.hex and self.origin == self.target.hex


@cache
def own_weapon(kind: UnitKind) -> Weapon:
    """The Firepower printed on the counter. [6.5-d]"""
    red, blue, reach = kind.red_fp or 0, kind.blue_fp or 0, kind.range
    if "sniper" in kind.flags:
        return Weapon(SNIPER, kind.name, red, blue, reach, kind.range_min, flank=True, basis=kind.basis)
    if "mortar" in kind.flags:
        return Weapon(HE, kind.name, red, blue, reach, kind.range_min, flank=True, basis=kind.basis)
    return Weapon(GUN, kind.name, red, blue, reach, kind.range_min, basis=kind.basis)


def shot_at(now: Now, shooter: Unit, target: Unit) -> Shot:
    """The shooter's own weapon from where it stands."""
    return Shot(shooter, target, weapon_at(now, shooter, target.hex), shooter.hex)


def weapon_at(now: Now, shooter: Unit, target: int) -> Weapon:
    """Its own weapon, better equipped where nothing else would reach. [card V02]"""
    weapon = own_weapon(now.setting.kind(shooter))
    return structs.replace(weapon, equipped=True) if is_beyond(now, shooter, target) else weapon


# -- questions


def range_of(now: Now, unit: Unit) -> int:
    """Printed Range, or what a Hit Marker leaves of it.

    [5.3-a, ruling C41, sos-hit-soft-cowering-d, atb-hit-foot-cowering-d, atb-hit-foot-berserk-d]
    """
    marker = marker_of(now, unit)
    kind = now.setting.kind(unit)
    return kind.range if marker is None or marker.range is None else marker.range


def reach_of(now: Now, unit: Unit) -> int:
    """Twice its Range; a Better Equipped unit with CAPs for it reaches further. [5.3-e, sos-card-V02-b, atb 7.7.1-b]"""
    return 2 * (range_of(now, unit) + (FURTHER if may_equip(now, unit) else 0))


def may_equip(now: Now, unit: Unit) -> bool:
    """Can the unit use Better Equipped now? Not from hiding, which the card has no icon for. [card V02, 8.9-a]"""
    if not is_veteran(now, unit, EQUIPMENT) or unit.id in now.position.hidden:
        return False
    return now.tracks.caps[unit.force] >= now.setting.cards[EQUIPMENT].cost


def is_beyond(now: Now, unit: Unit, target: int) -> bool:
    """Is a hex out of reach without Better Equipped? [card V02]"""
    if not is_veteran(now, unit, EQUIPMENT):
        return False
    return now.setting.board.distance(unit.hex, target) > 2 * range_of(now, unit)


def foot_ends(now: Now, shooter: Unit) -> int:
    """How many ends of a line are Foot when the other end is: high Corn hides only Foot from Foot. [ruling C2]"""
    return 2 if now.setting.kind(shooter).is_foot else 1


def zone_from(now: Now, unit: Unit, facing: int) -> int:
    """The hexes a unit could attack facing that way: in its Arc, in sight, within twice its Range.

    [5.0-b, 5.3-e, 13.0-a, atb 6.2-a, atb 12.0-a, atb 6.0-a, atb 12.0-o]
    """
    reach = reach_of(now, unit)
    kind = now.setting.kind(unit)
    zone = now.setting.ground.zone(unit.hex, facing, reach, foot_ends(now, unit)) & ~too_low(now, unit, kind)
    return zone & ~now.setting.board.within(unit.hex, kind.range_min - 1) if kind.range_min > 1 else zone


def too_low(now: Now, unit: Unit, kind: UnitKind) -> int:
    """Adjacent hexes down steep ground, which by some editions a tank's gun cannot be lowered to. [15.16, 15.16-b]"""
    drops = now.setting.ground.drops
    return drops.get(unit.hex, 0) if drops and now.setting.edition.vehicles.cannot_fire_down(now, kind) else 0


def fire_zone(now: Now, unit: Unit) -> int:
    """The unit's Fire Zone; smoke takes hexes out of it."""
    return _clear(now, unit, zone_from(now, unit, unit.facing))


def fires_all_round(now: Now, unit: Unit) -> bool:
    """A turret turns all round, but fires out of a Bunker only ahead.

    [16.3-b, 17.6-c, 16.4-a, b, atb 18.1.2-d, atb 15.4-c, atb 15.5-a, atb 14.5-d]
    """
    if "turret" not in now.setting.kind(unit).flags:
        return False
    return not unit.inside or not any(works.kind.startswith(BUNKER) for works in works_in(now, unit.hex).values())


def attack_zone(now: Now, unit: Unit) -> int:
    """Where a unit may attack: its Fire Zone, and with a turret all round. [5.0-b, 16.3-b]"""
    return _clear(now, unit, zone_from(now, unit, ALL_ROUND)) if fires_all_round(now, unit) else fire_zone(now, unit)


def attackable(now: Now, unit: Unit, among: int) -> Iterator[int]:
    """Hexes among some that a unit may attack, one by one: who looks for any need not know them all."""
    facing = ALL_ROUND if fires_all_round(now, unit) else unit.facing
    zone = hexes_in(zone_from(now, unit, facing) & among)
    return (h for h in zone if blocked(now, unit.hex, h) is None) if now.position.smoke else iter(zone)


def _clear(now: Now, unit: Unit, zone: int) -> int:
    if not now.position.smoke:
        return zone
    known = _left_by_smoke(now)
    clear = known.get((unit.hex, zone))
    if clear is None:
        clear, board = zone, now.setting.board
        smoke = mask_of(map(board.hex, now.position.smoke))
        for target in hexes_in(lines_through(board, unit.hex, zone, smoke)):
            clear ^= 1 << target if blocked(now, unit.hex, target) is not None else 0
        known[unit.hex, zone] = clear
    return clear


class Cleared(Struct):
    """What smoke as it lay last leaves of zones, by the hex they are seen from."""

    smoke: dict[str, str] = field(default_factory=dict)
    zones: dict[tuple[int, int], int] = field(default_factory=dict)


@remembered
def _cleared(setting: HeroesSetting) -> Cleared:
    """One for a Mission, begun again when the smoke lies otherwise."""
    return Cleared()


def _left_by_smoke(now: Now) -> dict[tuple[int, int], int]:
    """What smoke leaves of zones, kept for as long as it lies as it lies."""
    kept = _cleared(now.setting)
    if kept.smoke is not now.position.smoke:
        kept.smoke, kept.zones = now.position.smoke, {}
    return kept.zones


def targets_in(now: Now, unit: Unit, facing: int) -> list[int]:
    """Hexes with enemies or works the unit could fire at facing that way; vehicles are seen over Corn. [5.0-a, C2]"""
    held = foes_mask(now, unit.side)
    if now.position.works and breaks_works(now, unit):
        held |= breakable(now) & ~now.position.held[unit.side]
    found = zone_from(now, unit, facing) & held
    if now.setting.ground.corn_is_high:
        over = now.setting.ground.zone(unit.hex, facing, reach_of(now, unit), 1) & held & ~found
        over &= ~too_low(now, unit, now.setting.kind(unit))
        over &= ~now.setting.board.within(unit.hex, max(0, now.setting.kind(unit).range_min - 1))
        found |= sum(1 << h for h in hexes_in(over) if _drives(now, unit, h))
    if not now.position.smoke:
        return list(hexes_in(found))
    return [target for target in hexes_in(found) if blocked(now, unit.hex, target) is None]


def _drives(now: Now, unit: Unit, hexagon: int) -> bool:
    return any(not now.setting.kind(foe).is_foot for foe in enemies_in(now, unit.side, hexagon))


def target_hexes(now: Now, unit: Unit) -> list[int]:
    """Hexes with enemies the unit may fire at; none while it shares its hex with one. [5.0-a, 6.9-b, atb 6.2-b]"""
    if enemy_in(now, unit.side, unit.hex) or "cc_only" in now.setting.kind(unit).flags:
        return []
    found = targets_in(now, unit, ALL_ROUND if fires_all_round(now, unit) else unit.facing)
    return [h for h in found if hurts_somebody(now, unit, h)] if unit.marker else found


def hurts_somebody(now: Now, unit: Unit, hexagon: int) -> bool:
    """Is there anybody or anything in a hex that a unit's Hit Marker lets it attack? [7.3-b, 15.13]"""
    return not unit.marker or any(not barred(now, shot_at(now, unit, foe)) for foe in _there(now, unit, hexagon))


def is_sniper(now: Now, unit: Unit) -> bool:
    """Does its counter show the sniper symbol? [11.8-a]"""
    return own_weapon(now.setting.kind(unit)).kind == SNIPER


def rolled_for(now: Now, unit: Unit, hexagon: int) -> tuple[str, ...]:
    """Whom fire at a hex may be rolled for: everybody there, or for a Sniper the enemies only. [6.8-a, 11.8-d]"""
    if not is_sniper(now, unit):
        whole = breaks_works(now, unit)
        return targets_in_hex(now, hexagon) if whole else tuple(target.id for target in now.position.at(hexagon))
    return tuple(foe.id for foe in enemies_in(now, unit.side, hexagon)) or work_targets(now, hexagon)


def _there(now: Now, unit: Unit, hexagon: int) -> tuple[Unit, ...]:
    """What a unit would fire at in a hex: the enemies, and the works if it can break them."""
    works = work_targets(now, hexagon) if breaks_works(now, unit) else ()
    return (*enemies_in(now, unit.side, hexagon), *(target_named(now, name) for name in works))


def barred(now: Now, shot: Shot) -> bool:
    """Does the shooter's Hit Marker forbid the colour of Firepower this target calls for? [15.13]"""
    return bars_color(now, shot.shooter, color_of(now, shot))


def bars_color(now: Now, unit: Unit, color: str) -> bool:
    """Does a unit's Hit Marker cross out a colour of its Firepower?

    [7.3-b, 15.13, atb 7.4-d, atb-hit-veh-gun-damaged-b]
    """
    marker = marker_of(now, unit)
    return marker is not None and f"{color}_fp" in marker.bars


def firepower_changed(now: Now, unit: Unit) -> bool:
    """Does its Hit Marker change or cross out a figure of its Firepower? [10.6-d]"""
    marker = marker_of(now, unit)
    return marker is not None and bool(marker.red_fp or marker.blue_fp or {"red_fp", "blue_fp"} & set(marker.bars))


def may_attack(now: Now, unit: Unit) -> Refusal | None:
    """A marker that crosses out the Attack Cost or all Firepower forbids attacking.

    [7.3-b, sos-hit-armored-gun-damaged-b, sos-hit-armored-panicked-a, atb-hit-foot-panicked-b, atb-hit-veh-panicked-b]
    """
    marker = marker_of(now, unit)
    name = now.setting.name(unit.id)
    if marker is not None and (marker.bars_attack or markers.destroys(marker)):
        return Refusal(f"{name} is {marker.name} and may not attack.", "sos-7.3-b atb-7.4-d")
    if now.setting.kind(unit).attack_cost is None:
        return Refusal(f"{name} has no attack.", "sos-2.4-b atb-7.3-a")
    for rule in now.setting.edition.ratings.no_attack:
        reason = rule(now, unit)
        if reason is not None:
            return reason
    return None


def why_not_fire(now: Now, unit: Unit, target: int) -> Refusal | None:
    """Why a unit cannot fire at a hex: the first of bar, Close Combat, emptiness, Range, Arc and sight."""
    labels = now.setting.board.labels
    if unit.hex < 0:
        return Refusal(f"{now.setting.name(unit.id)} is not on the map yet.", "sos-4.12-a atb-5.5-d")
    barred = may_attack(now, unit)
    if barred:
        return barred
    if target == unit.hex or enemy_in(now, unit.side, unit.hex):
        crowded = "An enemy shares its hex: it can attack only there, one unit at a time."
        return Refusal(crowded, "sos-6.9-b atb-7.7.3-i", "Say 'assault' and the unit to attack.")
    works = breakable(now) >> target & 1 and breaks_works(now, unit)
    if not enemies_in(now, unit.side, target) and not works:
        return Refusal(f"There is no enemy to be seen in {labels[target]}.", "sos-6.0-b atb-7.5-a")
    return _out_of_zone(now, unit, target)


def _out_of_zone(now: Now, unit: Unit, target: int) -> Refusal | None:
    board, kind = now.setting.board, now.setting.kind(unit)
    reach, away, label = reach_of(now, unit), board.distance(unit.hex, target), board.labels[target]
    if away > reach:
        return Refusal(
            f"{label} is {away} hexes away, beyond twice its Range of {reach // 2}.", "sos-5.3-e atb-7.7.1-b"
        )
    if away < kind.range_min:
        # [atb 12.0-j, l]
        return Refusal(f"{label} is nearer than its Minimum Range of {kind.range_min}.", "sos-13.1-a atb-12.0-j")
    if not in_arc(now, unit, target) and not fires_all_round(now, unit):
        return Refusal(f"{label} lies outside its Arc of Fire.", "sos-5.1-a atb-6.1-b", "Pivot first.")
    if too_low(now, unit, kind) >> target & 1:
        return Refusal(f"{label} lies too far below: its gun cannot be lowered so much.", "sos-15.16-a")
    return why_not_seen(now, unit, target)


def why_not_seen(now: Now, unit: Unit, target: int) -> Refusal | None:
    """What stands in the way of sight. [5.2]"""
    on_foot = all(now.setting.kind(fighter).is_foot for fighter in (unit, *enemies_in(now, unit.side, target)))
    sighting = now.setting.ground.sight_between(2 if on_foot else 1).explain(unit.hex, target)
    reason = sighting.reason or blocked(now, unit.hex, target)
    label = now.setting.board.labels[target]
    return Refusal(f"{label} is out of sight: {reason}.", sight_rule(now, sighting, reason)) if reason else None


def is_flank_attack(now: Now, target: Unit, seen_from: int) -> bool:
    """The attacker stands outside the target's own Arc of Fire. [6.3-a, 6.8-d, atb 7.2-b, atb 7.7.3-p]"""
    return not now.setting.board.arc_mask(target.hex, target.facing) >> seen_from & 1


def hits_flank(now: Now, shot: Shot) -> bool:
    """Close Combat and some weapons strike the Flank Defense from anywhere.

    [6.3-a, 6.9-e, atb 7.7.3-d, atb 17.1-a, atb 18.4-f]
    """
    if shot.close or shot.weapon.flank or (shot.target.carrier and now.setting.rulebook.carried_use_flank):
        return True
    return is_flank_attack(now, shot.target, shot.shooter.hex)


def is_crew_served(now: Now, shot: Shot) -> bool:
    """White backing on either Firepower figure, or on the very one that is used. [6.10-a]"""
    flags = now.setting.kind(shot.shooter).flags
    colors = (color_of(now, shot),) if now.setting.rulebook.white_boxes_by_color else ("red", "blue")
    return any(f"crew_{color}" in flags for color in colors)


# -- colours


def strikes_open_top(now: Now, shot: Shot) -> bool:
    """HE, flame, a Sniper or red Firepower in Close Combat find the open top of a vehicle.

    [16.5, 16.5-b to e, g, atb 15.6-b, c]
    """
    open_top = "open_top" in now.setting.kind(shot.target).flags
    return open_top and now.setting.edition.vehicles.open_top_struck(now, shot)


def color_of(now: Now, shot: Shot) -> str:
    """The colour of the Defense that is attacked, and so of the Firepower and of the marker.

    [6.2, 6.5, 6.8-c, 16.5-f, atb 7.5-d, atb 15.1-a, atb 15.6-d]
    """
    kind = now.setting.kind(shot.target)
    if strikes_open_top(now, shot):
        return "red"
    return kind.flank_color if hits_flank(now, shot) else kind.def_color
