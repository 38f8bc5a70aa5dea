"""Concealed Fire: a Sniper shoots out of hiding and may stay unseen. [11.8-e, card V07]"""

from __future__ import annotations

from collections.abc import Iterator

from balka.core.choices import Choice, Hex, Refusal, UnitId
from balka.systems.heroes.chapters.attacking import attack_of, fire_checks
from balka.systems.heroes.chapters.attacks import begin_attack
from balka.systems.heroes.chapters.finding import Turning, show
from balka.systems.heroes.chapters.fire import ALL_ROUND, is_sniper, may_attack, rolled_for, targets_in
from balka.systems.heroes.chapters.works import set_facing
from balka.systems.heroes.events.hiding import Discovery
from balka.systems.heroes.play import acts
from balka.systems.heroes.play.abilities import is_veteran
from balka.systems.heroes.play.actions import FREE_BY_CARD, NORMAL, Action
from balka.systems.heroes.play.acts import Act
from balka.systems.heroes.play.costs import Now, attack_parts, total
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import Moments, SecretRules
from balka.systems.heroes.play.situation import caps, only_rallies
from balka.systems.heroes.units import HeroesWork, Unit

CONCEALED_FIRE = "V07"
BETRAYED_BY = 1  # the face that gives a Hidden shooter away [card V07]


class Snipe(Choice, frozen=True):
    """Fire out of hiding. [card V07]"""

    verb = "snipe"
    subject = "unit"
    final = "yes"
    unit: UnitId
    target: Hex


def fires_concealed(now: Now, unit: Unit) -> bool:
    """Every Sniper has the card, and whoever a Mission gives it to. [11.8-e]"""
    return is_sniper(now, unit) or is_veteran(now, unit, CONCEALED_FIRE)


def targets(now: Now, unit: Unit) -> list[int]:
    """Hexes with enemies in sight and Range, in any direction; out of a Bunker in its Arc only. [11.2-b, 17.6-c]"""
    bound = set_facing(now, unit)
    return targets_in(now, unit, ALL_ROUND if bound is None else bound)


def may_snipe(now: Now, unit: Unit, limit: int) -> bool:
    """The card's CAP comes on top of the Action's cost. [8.6-c]"""
    price = now.setting.cards[CONCEALED_FIRE].cost
    if not fires_concealed(now, unit) or caps(now, unit.force) < price or only_rallies(now, unit):
        return False
    cost = total(now, unit, "snipe", attack_parts(now, unit))
    return may_attack(now, unit) is None and cost <= limit - price


def shots(now: Now, unit: Unit, limit: int) -> Iterator[Snipe]:
    for to in targets(now, unit) if may_snipe(now, unit, limit) else ():
        yield Snipe(UnitId(unit.id), Hex(to))


def _action(now: Now, unit: Unit, choice: Snipe, free: str) -> Action:
    price, terms = now.setting.cards[CONCEALED_FIRE].cost, FREE_BY_CARD if free else NORMAL
    return Action(unit.force, unit.id, "snipe", attack_parts(now, unit), terms, choice.target, price=price)


def _snipe(work: HeroesWork, action: Action) -> None:
    begin_attack(work, attack_of(work, action), rolled_for(work, work.unit(action.unit), action.hex))


def betrayed(work: HeroesWork, name: str, faces: tuple[int, ...]) -> None:
    """A die that shows 1 gives the shooter away; it turns as its owner likes once the shot is done with. [card V07]"""
    unit = work.position.hidden[name]
    if BETRAYED_BY not in faces or not fires_concealed(work, unit):
        return
    show(work, unit, Discovery.SNIPERS_DIE, "sos-card-V07-b")
    work.stack.insert(len(work.stack) - 1, Turning(unit.force, unit.id))


def why_not_snipe(now: Now, unit: Unit, choice: Snipe) -> Refusal | None:
    """Why a unit cannot fire out of hiding."""
    if unit.id not in now.position.hidden or not fires_concealed(now, unit):
        return Refusal("Only a Hidden Sniper fires out of hiding.", "sos-11.8-e", "Say 'fire', or 'reveal' it first.")
    if not caps(now, unit.force):
        return Refusal("Concealed Fire costs 1 CAP.", "sos-card-V07-b")
    nobody = Refusal("No enemy is there in its sight and Range.", "sos-5.0-a")
    return may_attack(now, unit) or (None if choice.target in targets(now, unit) else nobody)


SNIPING = Act(
    choice=Snipe,
    offers=shots,
    why_not=why_not_snipe,
    action=_action,
    do=_snipe,
    checks=fire_checks,
    counts_as=acts.ATTACK,
    said=(acts.HIDDEN,),
)

CHAPTER = Chapter(
    name="11",
    acts=(SNIPING,),
    secrets=SecretRules(concealed_fire=(fires_concealed,), concealed_targets=(targets,)),
    moments=Moments(fired_unseen=(betrayed,)),
)
