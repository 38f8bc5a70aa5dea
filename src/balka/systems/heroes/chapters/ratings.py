"""What an attack's roll is: Defense Rating, Attack Rating, Hit Number. [chapter 6]"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cache

from msgspec import structs

from balka.core.checks import Check, Part, Tally, add, unknown
from balka.systems.heroes import keys, markers
from balka.systems.heroes.chapters.fire import (
    CHARGE,
    FLAME,
    FURTHER,
    GUN,
    HE,
    PLANE,
    SNIPER,
    Shot,
    Weapon,
    color_of,
    hits_flank,
    is_crew_served,
)
from balka.systems.heroes.chapters.targets import MINES, is_work
from balka.systems.heroes.dice import ATTACK
from balka.systems.heroes.kinds import MarkerKind, UnitKind
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.situation import beside_vehicle, marker_of
from balka.systems.heroes.units import UNKNOWN, Unit

LONG_RANGE = add(-2, "Long Range", "sos-6.6-a atb-7.7.1-a")
SHORT_RANGE = add(3, "Short Range: adjacent", "sos-6.6-b atb-7.7.2-a")  # [atb 7.7.2-a]
CLOSE_COMBAT = add(4, "Close Combat", "sos-6.6-c atb-7.7.3-c")  # [atb 7.7.3-c]
CREW_CLOSE_COMBAT = add(-2, "Crew-Served in Close Combat", "sos-6.10-b atb-7.7.3-b")  # [atb 7.7.3-b]
CAREFUL_AIMING = add(2, "Careful Aiming", "sos-card-11-b atb-card-09-b")  # [atb-card-09-b]
FACE_DOWN = "Its face-down Hit Marker"
FLANKED_BY = {
    HE: "sos-13.9-b atb-12.3-a",
    SNIPER: "sos-11.8-b",
    FLAME: "sos-18.0-d atb-19.1-f",
    PLANE: "sos-16.7-g",
    CHARGE: "sos-8.9-c atb-8.5-b",
}
"""weapons that strike the flank from anywhere, and the rule that says so"""
BETTER_EQUIPPED = add(-2, "Better Equipped", "sos-card-V02-a")


@cache
def _defence(kind: UnitKind, side: str, rule: str) -> Part:
    value = kind.front_def if side == "Front" else kind.flank_def
    return add(value, f"{side} Defense of {kind.name}", rule, kind.basis)


@cache
def _firepower(weapon: Weapon, color: str) -> Part:
    # [atb 7.0-a, atb 15.0-a, b, c]
    value, rule = (weapon.red, "sos-6.5-b atb-7.0-a") if color == "red" else (weapon.blue, "sos-6.5-c atb-7.0-a")
    return add(value, f"{color.capitalize()} Firepower of {weapon.name}", rule, weapon.basis)


def defence_rating(now: Now, shot: Shot) -> Tally:
    """Defense, front or flank, and what covers the target. [6.1, 6.3, 6.4, 6.9-e, atb 5.0-c]"""
    kind = now.setting.kind(shot.target)
    flank = hits_flank(now, shot)
    rule = flank_rule(shot) if flank else "sos-6.1-b atb-7.2-a"
    parts = [_defence(kind, "Flank" if flank else "Front", rule), *cover_parts(now, shot)]
    stripped = shot.weapon.bare and now.setting.edition.weapons.flame_strips_all
    for rule_parts in now.setting.edition.ratings.defence if not stripped else ():
        parts.extend(rule_parts(now, shot))
    return Tally("Defense Rating", (*parts, *_marker_on_defence(now, shot, flank)))


def flank_rule(shot: Shot) -> str:
    """Why the Flank Defense is attacked: hand to hand, by a weapon that always finds it, or from there. [6.3-a]"""
    if shot.close:
        return "sos-6.9-e atb-7.7.3-d"
    return FLANKED_BY.get(shot.weapon.kind, "sos-6.3-a atb-7.2-b") if shot.weapon.flank else "sos-6.3-a atb-7.2-b"


def cover_parts(now: Now, shot: Shot) -> tuple[Part, ...]:
    """Defensive Terrain; none for vehicles in Close Combat, nor against what strikes through it.

    Shells that burst in trees rain down on units, not on works. [6.4, 13.9, 15.14, 6.9-f, 13.9-c, d, 15.11-b, 17.11-d,
    sos-card-W06-b, atb 17.1-c, atb 7.7.3-e, atb 12.3-b, atb 18.4-b]
    """
    cover = now.setting.ground.defence[shot.target.hex]
    exposed = shot.close and not now.setting.edition.combat.vehicles_have_close_cover
    if cover is None or shot.weapon.bare or (exposed and now.setting.kind(shot.target).is_vehicle):
        return ()
    bursts = _may_burst(now, shot) and _in_tall_trees(now, shot.target.hex)
    soft = color_of(now, shot) == "red" and not is_work(shot.target.id)
    return () if bursts and (soft or now.setting.rulebook.air_bursts_strike_all) else (cover,)


def _may_burst(now: Now, shot: Shot) -> bool:
    """Is it a weapon whose shells burst in trees, used so that they can? [13.9-c, 8.9-c, atb 12.4-a, 7.7.3-e]"""
    weapons = now.setting.edition.weapons
    return shot.weapon.kind in (weapons.bursting_close if shot.close else weapons.bursting)


def _in_tall_trees(now: Now, hexagon: int) -> bool:
    ground = now.setting.ground
    return ground.terrain[hexagon] in ground.tables.bursting


def _marker_on_defence(now: Now, shot: Shot, flank: object) -> tuple[Part, ...]:
    """What a Hit Marker does to the Defense; a face-down one the viewer does not know is a range. [7.5-b]"""
    target = shot.target
    if is_face_down(now, target):
        amounts = [m.flank_def if flank else m.front_def for m in may_lie_under(now, target)]
        return (unknown(min(amounts), max(amounts), FACE_DOWN, "sos-7.5-b atb-7.4-g"),)
    marker = marker_of(now, target)
    amount = marker_defence(now, shot)
    return (markers.part(marker, amount),) if marker is not None and amount else ()


def is_face_down(now: Now, unit: Unit) -> bool:
    """Does a Hit Marker count for a unit that the holder of this state does not know? [7.2-d]"""
    return unit.marker == UNKNOWN and unit.id != now.tracks.iron


def may_lie_under(now: Now, unit: Unit) -> list[MarkerKind]:
    """The markers of the pile that a face-down one came from."""
    return [m for m in now.setting.markers.values() if m.pile == (unit.pile or pile_of(now, unit))]


def marker_defence(now: Now, shot: Shot) -> int:
    """What the target's Hit Marker adds to its Defense in this attack.

    [sos-hit-soft-cowering-e, sos-hit-armored-panicked-b, sos-hit-armored-immobilized-b,
    sos-hit-armored-immobilized-c, atb-hit-veh-immobilized-c, atb-hit-veh-immobilized-d, atb-hit-veh-panicked-c,
    atb-hit-foot-panicked-c, atb-hit-foot-panicked-d, atb-hit-foot-cowering-e, atb-hit-foot-berserk-e]
    """
    marker = marker_of(now, shot.target)
    if marker is None:
        return 0
    return marker.flank_def if hits_flank(now, shot) else marker.front_def


def pile_of(now: Now, target: Unit) -> str:
    """Red Defense draws from the soft pile, blue from the armored one; or Foot and vehicles have piles of their own.

    [atb 7.4-b]
    """
    return now.setting.edition.combat.pile_of(now, target)


def counts_as_support(now: Now, shot: Shot) -> bool:
    """Does a supporter count against this target? Some editions ask for an Attack Rating of nothing or more."""
    return not now.setting.edition.combat.support_by_target or attack_rating(now, shot).value >= 0


def pile_hit(now: Now, shot: Shot) -> str:
    """The pile a Hit draws from: by the colour of the Defense that was struck, or by what the target is. [7.2-b, c]"""
    return now.setting.edition.combat.pile_hit(now, shot)


def attack_rating(now: Now, shot: Shot, bonus: tuple[Part, ...] = ()) -> Tally:
    """Firepower against the colour of the target's Defense, and the distance; it may come to less than nothing.

    [6.5, 6.6, 6.5-a, 10.7-b, atb 7.1-b, atb 9.1.2-j]
    """
    own = firepower_parts(now, shot.shooter, shot.weapon, color_of(now, shot))
    return Tally("Attack Rating", (*own, *bonus, *circumstances(now, shot)))


def firepower_parts(now: Now, shooter: Unit, weapon: Weapon, color: str) -> tuple[Part, ...]:
    """Firepower of a colour, and what the shooter's Hit Marker does to it.

    [6.5, 7.3-a, d, sos-hit-soft-b, sos-hit-soft-suppressed-c, sos-hit-armored-suppressed-c,
    sos-hit-armored-suppressed-d, atb-hit-veh-suppressed-d, atb-hit-foot-suppressed-c, atb-hit-foot-berserk-c,
    atb-hit-veh-suppressed-c, atb 8.4-f]
    """
    return (_firepower(weapon, color), *marker_on_attack(now, shooter, color))


def circumstances(now: Now, shot: Shot) -> list[Part]:
    """What distance, height and the like do to an attack. [6.6]"""
    if shot.weapon.plain:
        return []
    parts = list(distance_parts(now, shot))
    for rule_parts in now.setting.edition.ratings.attack:
        parts.extend(rule_parts(now, shot))
    return parts


def marker_on_attack(now: Now, shooter: Unit, color: str) -> Iterator[Part]:
    """What the shooter's Hit Marker does to its Firepower of a colour. [7.3-a, atb 7.4-d]"""
    marker = marker_of(now, shooter)
    amount = 0 if marker is None else marker.red_fp if color == "red" else marker.blue_fp
    if marker is not None and amount:
        yield markers.part(marker, amount)


def distance_parts(now: Now, shot: Shot) -> tuple[Part, ...]:
    """Close Combat, Short Range and Long Range.

    [6.6, 11.8-c, 5.3-b to d, 6.9-d, 13.1-b, sos-card-W01-b, sos-card-W02-b, sos-card-W02-c, atb 7.7-a,
    atb 7.7.1-a, atb 7.7.3-j, atb 12.0-k, atb 15.3-a, atb-card-weapon-grenades-b, atb-card-weapon-grenades-c,
    atb-card-weapon-molotov-b, atb-card-weapon-molotov-c]
    """
    away = now.setting.board.distance(shot.shooter.hex, shot.target.hex)
    if away == 0 and shot.weapon.kind in now.setting.edition.weapons.without_close_bonus:
        return ()
    if away == 0:
        crew = shot.weapon.kind in (GUN, HE, SNIPER) and is_crew_served(now, shot)
        return (CREW_CLOSE_COMBAT,) if crew else (CLOSE_COMBAT,)
    own = shot.weapon.kind in (GUN, HE, SNIPER)  # neither a Weapon card nor flame
    marker = marker_of(now, shot.shooter) if own else None
    reach = shot.weapon.range if marker is None or marker.range is None else marker.range
    reach += FURTHER if own and shot.weapon.equipped else 0
    short = (SHORT_RANGE,) if away == 1 and shot.weapon.kind != SNIPER and shot.weapon.range else ()
    return (*short, LONG_RANGE) if away > reach else short


def cap_part(count: int) -> tuple[Part, ...]:
    """CAPs move the number needed by one each, as their owner wishes. [3.2-b]"""
    if not count:
        return ()
    spent = abs(count)
    return (add(-count, f"{spent} CAP{'s' if spent > 1 else ''}", "sos-3.2-b atb-3.2.3-a", key=keys.CAPS),)


def support_of(count: int) -> tuple[Part, ...]:
    """Each supporter adds one to the Leader's Attack Rating. [10.7-a, atb 9.1.2-h]"""
    return (
        (add(count, f"Support of {count} unit{'s' if count > 1 else ''}", "sos-10.7-a atb-9.1.2-h"),) if count else ()
    )


def as_fought(shot: Shot) -> Shot:
    """Once it is attacked, a marker that changed the Defense would lie face up: one still face down changes nothing."""
    if shot.target.marker != UNKNOWN:
        return shot
    return structs.replace(shot, target=shot.target.changed(marker=""))


def attack_check(now: Now, shot: Shot, bonus: tuple[Part, ...] = (), count: int = 0) -> Check:
    """Two dice against DR minus AR. [6.7, 6.0-a, atb 7.1-a, atb 7.2-a, atb 0.0-e, f, g]"""
    defence = defence_rating(now, shot)
    attack = attack_rating(now, shot, bonus)
    low, high = defence.spread
    rating = Part("add", low, "Defense Rating", "sos-6.1-a atb-7.2-a", "", None if low == high else high)
    tally = Tally("Hit Number", (rating, add(-attack.value, "Attack Rating", "sos-6.7-a atb-7.1-a"), *cap_part(count)))
    tally = tally.plus(BETTER_EQUIPPED) if shot.weapon.equipped else tally
    name = f"{now.setting.name(shot.shooter.id)} attacks {now.setting.name(shot.target.id)}"
    return Check(name, "2d6", tally, ATTACK, (defence, attack))


# -- what the figures of an attack hang on, for whoever keeps them: these three, and which side of the target is struck


def as_shooter(unit: Unit) -> Hashable:
    """All of a unit that counts when it attacks."""
    return unit.id, unit.kind, unit.force, unit.hex, unit.marker


def as_target(now: Now, unit: Unit) -> Hashable:
    """All of a unit, and of those beside it, that counts when it is attacked."""
    beside = now.setting.kind(unit).is_foot and beside_vehicle(now, unit)
    state = (unit.hex, unit.marker, unit.pile, unit.dug_in, unit.carrier, unit.inside, beside)
    return unit.id, unit.kind, unit.force, *state


def surroundings(now: Now) -> Hashable:
    """All that counts beside the two: smoke, works, Iron Will, and who has gone carelessly in the open.

    Mines neither hide nor cover anybody, and every made-up world has them somewhere else.
    """
    position, tracks = now.position, now.tracks
    works = tuple([(place, works) for place, works in position.works.items() if works.kind != MINES])
    return tuple(position.smoke.items()), works, tracks.iron, tracks.exposed
