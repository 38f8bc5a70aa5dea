"""Group Attacks: one unit leads, the others support it. [10.5-10.8]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from balka.core.checks import Part
from balka.core.choices import Choice, Hex, Node, Refusal, UnitId
from balka.systems.heroes.chapters.attacking import why_not_assault
from balka.systems.heroes.chapters.cards import own_units
from balka.systems.heroes.chapters.fire import (
    attack_zone,
    fire_zone,
    firepower_changed,
    is_beyond,
    may_attack,
    range_of,
    shot_at,
    target_hexes,
    why_not_fire,
)
from balka.systems.heroes.chapters.ratings import counts_as_support
from balka.systems.heroes.chapters.razing import Raze, why_not_raze
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.costs import Now, attack_parts, in_arc, marker_parts
from balka.systems.heroes.play.economy import freed
from balka.systems.heroes.play.situation import enemies_in
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.units import Unit

# [atb 9.1.2-e]
BESIDE, IN_ZONE, IN_RANGE, UNHURT, SAME_HEX = (
    "sos-10.6-a atb-9.1.2-c",
    "sos-10.6-b atb-9.1.2-d",
    "sos-10.6-c atb-9.1.2-e",
    "sos-10.6-d atb-9.1.2-f",
    "sos-10.6-e atb-9.1.2-c",
)
WHY_NOT = {
    BESIDE: "{unit} is not beside {leader} and cannot support it.",
    IN_ZONE: "{unit} cannot support: {place} is not in its Fire Zone.",
    IN_RANGE: "{unit} cannot support: {place} is beyond its Range.",
    UNHURT: "{unit} cannot support: a Hit Marker lies on its Firepower.",
    SAME_HEX: "{unit} is not in the hex of the Close Combat and cannot support it.",
    "sos-6.9-b atb-7.7.3-i": "{unit} cannot support: an enemy shares its hex.",
    "atb-9.1.2-g": "{unit} cannot support: its Attack Rating there is below nothing.",
}


# -- supporting


def can_support(now: Now, leader: Unit, unit: Unit, target: int) -> bool:
    return not lacks(now, leader, unit, target)


def lacks(now: Now, leader: Unit, unit: Unit, target: int) -> str:
    """The rule by which a unit cannot support an attack on a hex; nothing if it can. [10.6, atb 7.7.3-h]"""
    if target == leader.hex:
        beside_only = now.setting.rulebook.support_from_beside
        return _hurt(now, unit) or ("" if unit.hex == leader.hex and not beside_only else SAME_HEX)
    unfit = lacks_from_afar(now, leader, unit)
    if unfit:
        return unfit
    if now.setting.board.distance(unit.hex, target) > range_of(now, unit):
        return IN_RANGE
    if not _covers(now, unit, target):
        return IN_ZONE
    return "" if strong_enough(now, unit, target) else "atb-9.1.2-g"


def _hurt(now: Now, unit: Unit) -> str:
    """Its marker forbids attacks, or changes its Firepower. [10.6-d, atb 9.1.2-f]"""
    hurt = unit.marker and not now.setting.rulebook.support_from_beside and firepower_changed(now, unit)
    return UNHURT if hurt or may_attack(now, unit) is not None else ""


def lacks_from_afar(now: Now, leader: Unit, unit: Unit) -> str:
    """The rule by which a unit cannot support its Leader's fire whatever the hex.

    [10.6-a, 10.6-d, 6.9-b, atb 9.1.2-c]
    """
    own = 0 if now.setting.rulebook.support_from_beside else 1 << leader.hex
    if _hurt(now, unit):
        return UNHURT
    if not (now.setting.board.around[leader.hex] | own) >> unit.hex & 1:
        return BESIDE
    return "sos-6.9-b atb-7.7.3-i" if enemies_in(now, unit.side, unit.hex) else ""


def _covers(now: Now, unit: Unit, target: int) -> bool:
    """Is a hex in its Fire Zone, or over high Corn in sight of it? [10.6-b, 16.3, atb 9.1.2-d]"""
    if supported_zone(now, unit) >> target & 1:
        return True
    turned = now.setting.rulebook.turrets_support_all_round or in_arc(now, unit, target)
    return turned and target in target_hexes(now, unit)


def supported_zone(now: Now, unit: Unit) -> int:
    """Where a supporter counts: its Fire Zone, by most readings with all its turret reaches. [10.6-b, 16.3-b]"""
    return attack_zone(now, unit) if now.setting.rulebook.turrets_support_all_round else fire_zone(now, unit)


def strong_enough(now: Now, unit: Unit, target: int) -> bool:
    """Where an edition asks for it: Firepower of nothing or more against somebody in the hex."""
    foes = enemies_in(now, unit.side, target)
    return not foes or any(counts_as_support(now, shot_at(now, unit, foe)) for foe in foes)


# -- leading


def leaders(now: Now, members: Sequence[Unit]) -> Iterator[tuple[Unit, int]]:
    """Every member that could lead an attack on a hex with all the others in support. [10.5-b, atb 9.1.2-b]"""
    if not may_attack_together(now, members):
        return
    for leader in members:
        if may_attack(now, leader) is not None:
            continue
        rest = [unit for unit in members if unit is not leader]
        close = bool(enemies_in(now, leader.side, leader.hex))
        if not close and any(lacks_from_afar(now, leader, unit) for unit in rest):
            continue
        targets = [leader.hex] if close else target_hexes(now, leader)
        for target in targets:
            if not is_beyond(now, leader, target) and all(can_support(now, leader, unit, target) for unit in rest):
                yield leader, target


def may_attack_together(now: Now, members: Sequence[Unit]) -> bool:
    """On the map; by the older manual nobody who has moved joins. [10.6-f]"""
    stands = now.setting.rulebook.movers_join_attacks or not any(unit.id in _moved(now) for unit in members)
    return members[0].hex >= 0 and stands


def _moved(now: Now) -> tuple[str, ...]:
    """Who has moved this Turn: by the older manual they join no Group Attack. [10.6-f]"""
    turn = next((frame for frame in reversed(now.stack) if isinstance(frame, Turn)), None)
    return turn.went if turn is not None else ()


def affordable(now: Now, members: Sequence[Unit], leader: Unit, verb: str, base: tuple[Part, ...]) -> bool:
    """Can the Group pay for an attack of its Leader's, if no card frees it? [10.1-c, 10.8-a, atb 9.1.2-i]"""
    if freed(now):
        return True
    parts = base + marker_parts(now, leader, verb)
    return sum(part.value for part in parts) <= now.setting.edition.economy.group_limit(now, tuple(members))


def supports_somebody(now: Now, unit: Unit) -> bool:
    """Could it support an attack of a friend near, at the friend's price? [atb 9.1.2-c, atb 9.1.2-i]"""
    near = now.setting.board.around[unit.hex] | 1 << unit.hex
    friends = (other for other in own_units(now, unit.force) if other.hex >= 0 and near >> other.hex & 1)
    return any(_leads(now, friend, unit) for friend in friends if friend.id != unit.id)


def _leads(now: Now, leader: Unit, unit: Unit) -> bool:
    """Could one of two units lead an attack of both, with its Firepower, a Flamethrower or a card?"""
    pair = (leader, unit)
    targets = (target for first, target in leaders(now, pair) if first is leader)
    if any(affordable(now, pair, leader, verbs.Fire.verb, attack_parts(now, leader, to)) for to in targets):
        return True
    return any(rule(now, leader, (unit,)) for rule in now.setting.edition.groups.shots)


def razings_together(now: Now, leader: Unit, rest: Sequence[Unit]) -> list[Choice]:
    """The works of its hex one unit attacks hand to hand with the support of those there who could do so too.

    [10.5-b, 10.6-e, 17.11-f, atb 18.4-a, atb 9.1.2, atb 7.7.3-h]
    """
    able = all(why_not_raze(now, unit) is None for unit in (leader, *rest))
    if not able or not all(can_support(now, leader, unit, leader.hex) for unit in rest):
        return []
    paid = affordable(now, (leader, *rest), leader, Raze.verb, attack_parts(now, leader))
    return [Raze(UnitId(leader.id))] if paid else []


# -- refusals


def why_not_lead(now: Now, members: Sequence[Unit], leader: Unit, choice: verbs.Fire | verbs.Assault) -> Refusal | None:
    """The first reason why the Group cannot make an attack: its Leader's, or that of a member. [10.5, 10.6]"""
    if isinstance(choice, verbs.Fire):
        alone = why_not_fire(now, leader, choice.target)
        place = int(choice.target)
    else:
        alone, place = why_not_assault(now, leader, choice), leader.hex
    rest = (unit for unit in members if unit is not leader)
    return alone or next(filter(None, (why_no_support(now, leader, unit, place) for unit in rest)), None)


def why_no_support(now: Now, leader: Unit, unit: Unit, target: int) -> Refusal | None:
    """Why a member cannot support, by name. [10.6]"""
    rule = lacks(now, leader, unit, target)
    if not rule:
        return None
    barred = may_attack(now, unit)
    if barred is not None and not unit.marker:
        return barred
    name, label = now.setting.name, now.setting.board.labels[target]
    return Refusal(WHY_NOT[rule].format(unit=name(unit.id), leader=name(leader.id), place=label), rule)


def attacks_of(leader: Unit, target: int, foes: Sequence[Unit]) -> list[Node]:
    """The Leader's fire at a hex; in his own hex, his Close Combat against each of the foes. [10.5-a, atb 9.1.2-a]"""
    if target != leader.hex:
        return [verbs.Fire(UnitId(leader.id), Hex(target))]
    return [verbs.Assault(UnitId(leader.id), UnitId(foe.id)) for foe in foes]
