"""Fire and Close Combat: the Actions. [6.8, 6.9]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from balka.core.checks import Check
from balka.core.choices import Hex, Refusal, UnitId
from balka.systems.heroes.chapters.attacks import Attack, begin_attack, support_against
from balka.systems.heroes.chapters.fire import (
    EQUIPMENT,
    barred,
    is_beyond,
    is_sniper,
    may_attack,
    rolled_for,
    shot_at,
    target_hexes,
    weapon_at,
    why_not_fire,
)
from balka.systems.heroes.chapters.ratings import attack_check
from balka.systems.heroes.chapters.targets import target_named
from balka.systems.heroes.play import acts
from balka.systems.heroes.play.actions import FREE_BY_CARD, NORMAL, Action, support_parts
from balka.systems.heroes.play.acts import Act
from balka.systems.heroes.play.costs import Now, attack_parts, total
from balka.systems.heroes.play.economy import NO_LIMIT, affordable
from balka.systems.heroes.play.situation import enemies_in, seen_unit
from balka.systems.heroes.play.verbs import Assault, Fire
from balka.systems.heroes.units import HeroesWork, Unit

# -- fire


def shots(now: Now, unit: Unit, limit: int) -> Iterator[Fire]:
    """Hexes to fire at, as far as it can pay; whoever has an enemy in his hex fights him first.

    [6.8-a, 6.9-a, atb 5.4-a]
    """
    if not _may_pay(now, unit, limit):
        return
    dear = limit != NO_LIMIT and ("turret" in now.setting.kind(unit).flags or now.setting.veterans)
    for target in target_hexes(now, unit):
        if not dear or _fire_cost(now, unit, target) <= limit:
            yield Fire(UnitId(unit.id), Hex(target))


def _may_pay(now: Now, unit: Unit, limit: int) -> bool:
    return may_attack(now, unit) is None and affordable(now, unit, "fire", attack_parts(now, unit), limit)


def _fire_cost(now: Now, unit: Unit, target: int) -> int:
    """A turned turret costs more. [16.3-c]"""
    return total(now, unit, "fire", attack_parts(now, unit, target)) + reach_price(now, unit, target)


def reach_price(now: Now, unit: Unit, target: int) -> int:
    """CAPs for Better Equipped where nothing else would reach. [card V02]"""
    return now.setting.cards[EQUIPMENT].cost if is_beyond(now, unit, target) else 0


def fire_action(now: Now, unit: Unit, choice: Fire, free: str) -> Action:
    parts, terms = attack_parts(now, unit, choice.target), FREE_BY_CARD if free else NORMAL
    price = reach_price(now, unit, choice.target)
    return Action(unit.force, unit.id, "fire", parts, terms, choice.target, price=price)


def fire_checks(now: Now, unit: Unit, action: Action) -> tuple[Check, ...]:
    return _rolls(now, unit, action, rolled_for(now, unit, action.hex))


def _rolls(now: Now, unit: Unit, action: Action, names: Iterable[str]) -> tuple[Check, ...]:
    """A roll for each of these targets, but for those that a Hit Marker forbids to attack. [6.8-a, 15.13, atb 7.5-a]"""
    made = [shot_at(now, unit, target_named(now, name)) for name in names]
    fought = [shot for shot in made if not barred(now, shot)]
    return tuple(attack_check(now, shot, support_against(now, action.group, shot.target)) for shot in fought)


def _fire(work: HeroesWork, action: Action) -> None:
    """Every unit in the Target Hex is rolled for, friend or foe; a Sniper picks one enemy. [6.8-a, 11.8-d]"""
    begin_attack(work, attack_of(work, action), rolled_for(work, work.unit(action.unit), action.hex))


def attack_of(now: Now, action: Action) -> Attack:
    """The attack an Action makes with the unit's own Firepower."""
    unit = seen_unit(now, action.unit)
    weapon, single = weapon_at(now, unit, action.hex), is_sniper(now, unit)
    return Attack(action.force, action.unit, (), weapon, unit.hex, support_parts(action), single=single,
                  supporters=action.group)  # fmt: skip


FIRE = Act(
    choice=Fire,
    offers=shots,
    why_not=lambda now, unit, choice: why_not_fire(now, unit, choice.target),
    action=fire_action,
    do=_fire,
    checks=fire_checks,
    counts_as=acts.ATTACK,
    knows_off_map=True,
)


# -- Close Combat


def assaults(now: Now, unit: Unit, limit: int) -> Iterator[Assault]:
    if enemies_in(now, unit.side, unit.hex) and _may_pay(now, unit, limit):
        for foe in assault_targets(now, unit):
            yield Assault(UnitId(unit.id), UnitId(foe.id))


def assault_targets(now: Now, unit: Unit) -> list[Unit]:
    """Enemies in the hex; whoever rides is attacked with its vehicle, not alone. [6.9-a, 15.11-a, atb 7.7.3-a, g]"""
    foes = [foe for foe in enemies_in(now, unit.side, unit.hex) if not foe.carrier]
    return [foe for foe in foes if not barred(now, shot_at(now, unit, foe))] if unit.marker else foes


def why_not_assault(now: Now, unit: Unit, choice: Assault) -> Refusal | None:
    if unit.hex >= 0 and choice.target in {foe.id for foe in enemies_in(now, unit.side, unit.hex)}:
        rides = Refusal("Attack the vehicle: its load is rolled for first.", "sos-15.11-a atb-17.1-a")
        return may_attack(now, unit) or (rides if now.position.units[choice.target].carrier else None)
    return Refusal("Close Combat is only with an enemy in the same hex.", "sos-6.9-a atb-7.7.3-a")


def assault_action(now: Now, unit: Unit, choice: Assault, free: str) -> Action:
    parts, terms = attack_parts(now, unit), FREE_BY_CARD if free else NORMAL
    return Action(unit.force, unit.id, "assault", parts, terms, unit.hex, target=choice.target)


def assault_checks(now: Now, unit: Unit, action: Action) -> tuple[Check, ...]:
    return _rolls(now, unit, action, assaulted(now, action))


def _assault(work: HeroesWork, action: Action) -> None:
    """One unit is attacked, with it whoever rides on it and what shelters it.

    [6.9-c, 15.11-a, atb 18.4-d, atb 7.7.3-n, atb 16.1-c, atb 17.1-b]
    """
    begin_attack(work, attack_of(work, action), assaulted(work, action))


def assaulted(now: Now, action: Action) -> tuple[str, ...]:
    """Whom an attack hand to hand rolls for: the load of its target first. [15.11-a, 17.11]"""
    loads = tuple(load.id for load in now.position.loads.get(action.target, ()))
    return (*loads, action.target, *shelter_of(now, action))


def shelter_of(now: Now, action: Action) -> tuple[str, ...]:
    """The works that the target of Close Combat is in, where an edition lets Foot Units strike at both. [atb 18.4-a]"""
    unit, target = seen_unit(now, action.unit), seen_unit(now, action.target)
    return now.setting.edition.works.struck_with(now, unit, target)


ASSAULT = Act(
    choice=Assault,
    offers=assaults,
    why_not=why_not_assault,
    action=assault_action,
    do=_assault,
    checks=assault_checks,
    counts_as=acts.ATTACK,
    knows_off_map=True,
)
