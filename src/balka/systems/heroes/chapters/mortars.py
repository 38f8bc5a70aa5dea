"""Mortars: direct fire no nearer than their Minimum Range, and fire over hills seen from a Spotter Hex. [13.0-13.3]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from balka.core.checks import Check, Part, add
from balka.core.choices import Choice, Hex, Refusal, UnitId
from balka.core.hexes import hexes_in
from balka.systems.heroes.chapters.attacking import reach_price
from balka.systems.heroes.chapters.attacks import Attack, begin_attack, support_against
from balka.systems.heroes.chapters.fire import (
    Shot,
    barred,
    foot_ends,
    hurts_somebody,
    is_beyond,
    may_attack,
    reach_of,
    weapon_at,
)
from balka.systems.heroes.chapters.group_attacks import affordable, can_support
from balka.systems.heroes.chapters.hidden import watched
from balka.systems.heroes.chapters.ratings import attack_check
from balka.systems.heroes.chapters.targets import breakable, breaks_works, target_named, targets_in_hex
from balka.systems.heroes.chapters.works import set_facing
from balka.systems.heroes.kinds import UnitKind
from balka.systems.heroes.play import acts
from balka.systems.heroes.play.abilities import INDIRECT, can
from balka.systems.heroes.play.actions import FREE_BY_CARD, NORMAL, Action, support_parts
from balka.systems.heroes.play.acts import Act
from balka.systems.heroes.play.costs import Now, total
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import GroupRules
from balka.systems.heroes.play.situation import blocked, enemies_in, enemy_in, foes_mask, only_rallies, sees
from balka.systems.heroes.units import HeroesWork, Unit

SPOTTER_REACH = 2  # hexes from the Mortar [13.3-a]
ALL_ROUND = -1
VERB = "indirect"


class Indirect(Choice, frozen=True):
    """A Mortar fires at a hex it cannot see itself, by way of a Spotter Hex. [13.0-b, atb 12.0-b]"""

    verb = VERB
    final = "maybe"
    subject = "unit"
    unit: UnitId
    target: Hex
    spotter: Hex


@cache
def printed_indirect(kind: UnitKind) -> Part:
    """The cost in parentheses. [13.0-b]"""
    return add(kind.indirect_cost or 0, f"Indirect Attack Cost of {kind.name}", "sos-13.0-b atb-12.0-b", kind.basis)


def indirect_parts(now: Now, unit: Unit) -> tuple[Part, ...]:
    return (printed_indirect(now.setting.kind(unit)),)


# -- questions


def spotter_hexes(now: Now, unit: Unit) -> list[int]:
    """Hexes up to two away that the Mortar sees, whoever stands there, or no enemy by some editions.

    [13.3-a, atb 12.0-c, d, h]
    """
    near = now.setting.ground.zone(unit.hex, ALL_ROUND, SPOTTER_REACH, foot_ends(now, unit))
    near = now.setting.edition.artillery.spotters(now, unit, near)
    if not now.position.smoke:
        return list(hexes_in(near))
    return [spot for spot in hexes_in(near) if blocked(now, unit.hex, spot) is None]


def lobbing_range(now: Now, unit: Unit, reach: int) -> int:
    """Hexes in the Arc of Fire between Minimum Range and its reach, counted from the Mortar. [13.2, 13.3-c, atb 12.0-f]

    A Hidden Mortar faces no way, so it turns to any but in works that have a facing. [11.2-b, 17.5-b]
    """
    board, kind = now.setting.board, now.setting.kind(unit)
    reach = board.within(unit.hex, reach) & ~board.within(unit.hex, kind.range_min - 1)
    bound = set_facing(now, unit) if unit.id in now.position.hidden else unit.facing
    return reach if bound is None else board.arc_mask(unit.hex, bound) & reach


def foot_between(now: Now, unit: Unit, target: int) -> int:
    """How many ends of a line to a hex are Foot Units: a vehicle there is seen over high Corn. [ruling C2]"""
    on_foot = all(now.setting.kind(foe).is_foot for foe in enemies_in(now, unit.side, target))
    return foot_ends(now, unit) if on_foot else 1


def spotters_for(now: Now, unit: Unit, target: int) -> list[int]:
    """The Spotter Hexes from which a hex can be seen that the Mortar itself does not see.

    [13.2-b, 13.0-b, atb 12.0-e]
    """
    return list(spotters(now, unit, target))


def spotters(now: Now, unit: Unit, target: int) -> Iterator[int]:
    """The same, each looked for only when asked for."""
    foot = foot_between(now, unit, target)
    if not sees(now, unit.hex, target, foot):
        yield from (spot for spot in spotter_hexes(now, unit) if spot == target or sees(now, spot, target, foot))


def lob_targets(now: Now, unit: Unit) -> Iterator[int]:
    """Hexes with enemies or works within reach of indirect fire. [13.2, atb 18.4-g]"""
    if not can(now, unit, INDIRECT) or enemy_in(now, unit.side, unit.hex):
        return
    works = breakable(now) & ~now.position.held[unit.side] if breaks_works(now, unit) else 0
    found = lobbing_range(now, unit, reach_of(now, unit)) & (foes_mask(now, unit.side) | works)
    for target in hexes_in(found):
        if hurts_somebody(now, unit, target) and next(spotters(now, unit, target), None) is not None:
            yield target


def shots(now: Now, unit: Unit, action: Action) -> tuple[Check, ...]:
    """The rolls against everybody in the Target Hex whom a Hit Marker lets it attack. [6.8-a, 15.13]"""
    weapon = weapon_at(now, unit, action.hex)
    shots = [Shot(unit, target_named(now, name), weapon, action.spot) for name in targets_in_hex(now, action.hex)]
    fought = [shot for shot in shots if not barred(now, shot)]
    return tuple(attack_check(now, shot, support_against(now, action.group, shot.target)) for shot in fought)


# -- choices


def lobs(now: Now, unit: Unit, limit: int) -> Iterator[Indirect]:
    """A sentence for each Target Hex, as far as it can pay, Better Equipped included where only that reaches. [13.2]

    A Hidden Mortar that no enemy sees fires indirectly and stays Hidden. [13.3-d, card V02]
    """
    if not can(now, unit, INDIRECT) or may_attack(now, unit) is not None or _would_show(now, unit):
        return
    left = limit - total(now, unit, VERB, indirect_parts(now, unit))
    for target in lob_targets(now, unit) if left >= 0 else ():
        if reach_price(now, unit, target) <= left:
            yield Indirect(UnitId(unit.id), Hex(target), Hex(next(spotters(now, unit, target))))


def _would_show(now: Now, unit: Unit) -> bool:
    """Is it Hidden, and seen by an enemy or unable to do more than rally? [13.3-d]"""
    return unit.id in now.position.hidden and (watched(now, unit, unit.hex) or only_rallies(now, unit))


def spotted(now: Now, unit: Unit, target: int) -> Sequence[Indirect]:
    """The same for each Spotter Hex."""
    if not lobbing_range(now, unit, reach_of(now, unit)) >> target & 1:
        return ()
    return [Indirect(UnitId(unit.id), Hex(target), Hex(spot)) for spot in spotters_for(now, unit, target)]


def group_shots(now: Now, leader: Unit, rest: Sequence[Unit]) -> list[Choice]:
    """A Group Attack may be led by indirect fire, if the others see the target themselves. [10.5-b, 10.6-b]"""
    if may_attack(now, leader) is not None:
        return []
    if not affordable(now, (leader, *rest), leader, VERB, indirect_parts(now, leader)):
        return []
    targets = [to for to in lob_targets(now, leader) if not is_beyond(now, leader, to)]
    led = [to for to in targets if all(can_support(now, leader, unit, to) for unit in rest)]
    return [Indirect(UnitId(leader.id), Hex(to), Hex(spot)) for to in led for spot in spotters_for(now, leader, to)]


def indirect_action(now: Now, unit: Unit, choice: Indirect, free: str) -> Action:
    terms = FREE_BY_CARD if free else NORMAL
    return Action(unit.force, unit.id, VERB, indirect_parts(now, unit), terms, choice.target, unit.facing,
                  spot=choice.spotter, price=reach_price(now, unit, choice.target))  # fmt: skip


def why_not_indirect(now: Now, unit: Unit, choice: Indirect) -> Refusal | None:
    """Why a unit cannot fire indirectly as was said."""
    if not can(now, unit, INDIRECT):
        return Refusal(f"{now.setting.name(unit.id)} cannot fire indirectly.", "sos-13.0-c atb-12.0-b")
    return may_attack(now, unit) or why_not_lob(now, unit, choice.target) or _why_not_spot(now, unit, choice)


def why_not_lob(now: Now, unit: Unit, target: int) -> Refusal | None:
    """Why a hex is no target of indirect fire: distance, arc, or seen anyway. [atb 12.0-g]"""
    board, kind, label = now.setting.board, now.setting.kind(unit), now.setting.board.labels[target]
    if enemy_in(now, unit.side, unit.hex):
        return Refusal("An enemy shares its hex: it can attack only there.", "sos-6.9-b atb-7.7.3-i")
    if board.distance(unit.hex, target) < kind.range_min:
        return Refusal(f"{label} is nearer than its Minimum Range of {kind.range_min}.", "sos-13.2-c atb-12.0-j")
    if not board.arc_mask(unit.hex, unit.facing) >> target & 1:
        return Refusal(f"{label} lies outside its Arc of Fire.", "sos-13.2-a atb-12.0-g", "Pivot first.")
    if not lobbing_range(now, unit, reach_of(now, unit)) >> target & 1:
        return Refusal(f"{label} is beyond twice its Range.", "sos-13.3-c atb-12.0-f")
    if sees(now, unit.hex, target, foot_between(now, unit, target)):
        return Refusal(f"It sees {label} itself.", "sos-13.0-b atb-12.0-b", "Say 'fire'.")
    return None


def _why_not_spot(now: Now, unit: Unit, choice: Indirect) -> Refusal | None:
    labels = now.setting.board.labels
    if choice.spotter not in spotter_hexes(now, unit):
        return Refusal(f"{labels[choice.spotter]} is not within 2 hexes and in its sight.", "sos-13.3-a atb-12.0-c")
    if choice.spotter not in spotters_for(now, unit, choice.target):
        return Refusal(
            f"{labels[choice.target]} cannot be seen from {labels[choice.spotter]}.", "sos-13.2-b atb-12.0-e"
        )
    if enemy_in(now, unit.side, choice.target):
        return None
    return Refusal(f"There is no enemy to be seen in {labels[choice.target]}.", "sos-6.0-b atb-7.5-a")


# -- effects


def _fire(work: HeroesWork, action: Action) -> None:
    """Rolls as for any attack, sight and height taken from the Spotter Hex. [13.3-b, 13.9-a]"""
    weapon = weapon_at(work, work.unit(action.unit), action.hex)
    support = support_parts(action)
    attack = Attack(action.force, action.unit, (), weapon, action.spot, support, supporters=action.group)
    begin_attack(work, attack, targets_in_hex(work, action.hex))


INDIRECT_FIRE = Act(
    choice=Indirect,
    offers=lobs,
    why_not=why_not_indirect,
    action=indirect_action,
    do=_fire,
    checks=shots,
    counts_as=acts.ATTACK,
    said=(acts.ON_MAP, acts.HIDDEN),
    endings=spotted,
)

CHAPTER = Chapter(name="13", acts=(INDIRECT_FIRE,), groups=GroupRules(shots=(group_shots,)))
