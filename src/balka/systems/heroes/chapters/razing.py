"""Attacking the works of one's own hex. [17.11-f]"""

from __future__ import annotations

from collections.abc import Iterator

from balka.core.checks import Check
from balka.core.choices import Choice, Refusal, UnitId
from balka.systems.heroes.chapters.attacking import attack_of
from balka.systems.heroes.chapters.attacks import begin_attack, support_against
from balka.systems.heroes.chapters.fire import Shot, may_attack, own_weapon
from balka.systems.heroes.chapters.ratings import attack_check
from balka.systems.heroes.chapters.targets import breakable, target_named, works_names
from balka.systems.heroes.play import acts
from balka.systems.heroes.play.actions import FREE_BY_CARD, NORMAL, Action
from balka.systems.heroes.play.acts import Act
from balka.systems.heroes.play.costs import Now, attack_parts, total
from balka.systems.heroes.play.situation import friends_in
from balka.systems.heroes.units import HeroesWork, Unit


class Raze(Choice, frozen=True):
    """Attack the works in one's own hex. [17.11-f, atb 18.4-a]"""

    verb = "raze"
    final = "maybe"
    subject = "unit"
    unit: UnitId


def razings(now: Now, unit: Unit, limit: int) -> Iterator[Raze]:
    """Against the works in its own hex. [17.11-f]"""
    if not now.position.works or why_not_raze(now, unit) is not None:
        return
    if total(now, unit, "raze", attack_parts(now, unit)) <= limit:
        yield Raze(UnitId(unit.id))


def why_not_raze(now: Now, unit: Unit) -> Refusal | None:
    """Works in its own hex that can be destroyed and shelter no friend. [17.11-f]"""
    if not breakable(now) >> max(0, unit.hex) & 1 or unit.hex < 0:
        return Refusal("There are no works in its hex that can be destroyed.", "sos-17.11-a atb-18.4-a")
    if _shelters_friends(now, unit):
        return Refusal("Friends are inside.", "sos-17.11-f atb-18.4-a")
    return now.setting.edition.works.why_not_raze(now, unit) or may_attack(now, unit)


def _shelters_friends(now: Now, unit: Unit) -> bool:
    """Are friends inside one of the works that would be struck? A Trench that cannot fall is none. [17.11-f]"""
    struck = (target_named(now, name).kind for name in works_names(now, unit.hex))
    falls = any(now.setting.catalogue.works[kind].kind == "fortification" for kind in struck)
    return falls and any(friend.inside for friend in friends_in(now, unit.side, unit.hex))


def raze_action(now: Now, unit: Unit, choice: Raze, free: str) -> Action:
    """Razing is an attack. [17.11-f]"""
    parts, terms = attack_parts(now, unit), FREE_BY_CARD if free else NORMAL
    return Action(unit.force, unit.id, choice.verb, parts, terms, unit.hex, unit.facing)


def _raze(work: HeroesWork, action: Action) -> None:
    begin_attack(work, attack_of(work, action), works_names(work, action.hex))


def raze_checks(now: Now, unit: Unit, action: Action) -> tuple[Check, ...]:
    weapon = own_weapon(now.setting.kind(unit))
    targets = [target_named(now, name) for name in works_names(now, unit.hex)]
    shots = [Shot(unit, target, weapon, unit.hex) for target in targets]
    return tuple(attack_check(now, shot, support_against(now, action.group, shot.target)) for shot in shots)


RAZING = Act(
    choice=Raze,
    offers=razings,
    why_not=lambda now, unit, choice: why_not_raze(now, unit),
    action=raze_action,
    do=_raze,
    checks=raze_checks,
    counts_as=acts.ATTACK,
)
