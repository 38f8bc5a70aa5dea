"""Indirect fire at a hex where somebody may hide. [10.0.3, 12.0]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from balka.core.checks import Check
from balka.core.choices import Choice, Hex, Refusal, UnitId
from balka.core.hexes import hexes_in
from balka.core.scene.nodes import Look
from balka.systems.heroes.chapters.fire import foot_ends, reach_of, weapon_at
from balka.systems.heroes.chapters.group_attacks import affordable, can_support
from balka.systems.heroes.chapters.mortars import indirect_parts, lobbing_range, spotter_hexes, spotters, spotters_for
from balka.systems.heroes.chapters.suspicion import Suspicion, fire_on_suspicion
from balka.systems.heroes.play import acts
from balka.systems.heroes.play.abilities import INDIRECT, can
from balka.systems.heroes.play.actions import FREE_BY_CARD, NORMAL, Action, support_parts
from balka.systems.heroes.play.acts import Act
from balka.systems.heroes.play.costs import Now, total
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import GroupRules, Showing
from balka.systems.heroes.second_edition.hidden import strike_works, why_not_suspect, works_checks
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit

LOB = "lob"


class Lob(Choice, frozen=True):
    """Fire a mortar indirectly where nobody is to be seen. [10.0.3-a, 10.0.3-c]"""

    verb = LOB
    final = "maybe"
    subject = "unit"
    unit: UnitId
    target: Hex
    spotter: Hex


def targets(now: Now, unit: Unit) -> list[int]:
    """Hexes without anybody in view that a Spotting Hex sees and the mortar does not. [12.0]"""
    if not can(now, unit, INDIRECT) or why_not_suspect(now, unit) is not None:
        return []
    held = now.position.held
    reach = lobbing_range(now, unit, reach_of(now, unit)) & ~held["german"] & ~held["soviet"]
    if now.position.smoke:
        return [to for to in hexes_in(reach) if spotters_for(now, unit, to)]
    visible, found = now.setting.ground.sight_between(foot_ends(now, unit)).visible, 0
    for spot in spotter_hexes(now, unit):
        found |= visible[spot] | 1 << spot
    return list(hexes_in(found & reach & ~visible[unit.hex]))


def lobs(now: Now, unit: Unit, limit: int) -> Iterator[Lob]:
    """A sentence for each target hex. [10.0.3-a]"""
    if not can(now, unit, INDIRECT) or total(now, unit, LOB, indirect_parts(now, unit)) > limit:
        return
    for target in targets(now, unit):
        yield Lob(UnitId(unit.id), Hex(target), Hex(next(spotters(now, unit, target))))


def spotted(now: Now, unit: Unit, target: int) -> Sequence[Lob]:
    """The same for each Spotting Hex."""
    spots = spotters_for(now, unit, target) if target in targets(now, unit) else ()
    return [Lob(UnitId(unit.id), Hex(target), Hex(spot)) for spot in spots]


def group_shots(now: Now, leader: Unit, rest: Sequence[Unit]) -> list[Choice]:
    """A mortar leads those who see the hex themselves. [9.1.2, 10.0.3-a]"""
    if not can(now, leader, INDIRECT) or not affordable(now, (leader, *rest), leader, LOB, indirect_parts(now, leader)):
        return []
    able = [to for to in targets(now, leader) if all(can_support(now, leader, unit, to) for unit in rest)]
    return [Lob(UnitId(leader.id), Hex(to), Hex(spot)) for to in able for spot in spotters_for(now, leader, to)]


def lob_action(now: Now, unit: Unit, choice: Lob, free: str) -> Action:
    terms = FREE_BY_CARD if free else NORMAL
    base = indirect_parts(now, unit)
    return Action(unit.force, unit.id, LOB, base, terms, choice.target, unit.facing, spot=choice.spotter)


def _lob(work: HeroesWork, action: Action) -> None:
    """Sight and height are those of the Spotting Hex. [12.0-m]"""
    strike_works(work, action)
    fire_on_suspicion(work, action, weapon_at(work, work.unit(action.unit), action.hex), action.spot)


def checks(now: Now, unit: Unit, action: Action) -> tuple[Check, ...]:
    weapon, support = weapon_at(now, unit, action.hex), support_parts(action)
    asked = Suspicion(action.force, unit.id, action.hex, weapon, action.spot, support)
    return (asked.check(now, 0), *works_checks(now, unit, action))


def why_not_lob(now: Now, unit: Unit, choice: Lob) -> Refusal | None:
    """Why a unit cannot fire indirectly on suspicion."""
    if not can(now, unit, INDIRECT):
        return Refusal(f"{now.setting.name(unit.id)} cannot fire indirectly.", "atb-12.0-b")
    barred = why_not_suspect(now, unit)
    outside = Refusal("A Spotting Hex must see the target, and the mortar must not.", "atb-10.0.3-a")
    seen = choice.target in targets(now, unit) and choice.spotter in spotters_for(now, unit, choice.target)
    return barred or (None if seen else outside)


def leaf(view: HeroesState, choice: Choice) -> Look | None:
    if not isinstance(choice, Lob):
        return None
    return Look(f"Spotted from {view.setting.board.labels[choice.spotter]}", "fire")


LOBBING = Act(
    choice=Lob,
    offers=lobs,
    why_not=why_not_lob,
    action=lob_action,
    do=_lob,
    checks=checks,
    counts_as=acts.ATTACK,
    endings=spotted,
)

CHAPTER = Chapter(
    name="12",
    acts=(LOBBING,),
    groups=GroupRules(shots=(group_shots,)),
    show=Showing(leaf=(leaf,), labels={LOB: "Fire indirectly where somebody may hide"}),
)
