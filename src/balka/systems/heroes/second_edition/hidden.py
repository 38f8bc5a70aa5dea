"""Hidden units: moving unseen by cover, coming out to act, and fire where one is suspected. [10.0-10.2, card 30]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from balka.core.checks import Check, Tally
from balka.core.choices import Choice, Facing, Hex, Refusal, UnitId
from balka.core.hexes import hexes_in
from balka.core.scene.nodes import Look
from balka.systems.heroes.chapters import groups, hidden, hiding
from balka.systems.heroes.chapters.attacking import attack_of
from balka.systems.heroes.chapters.attacks import begin_attack, support_against
from balka.systems.heroes.chapters.cards import able
from balka.systems.heroes.chapters.finding import show
from balka.systems.heroes.chapters.fire import Shot, attack_zone, barred, may_attack, range_of, weapon_at
from balka.systems.heroes.chapters.forewarned import mine_checks
from balka.systems.heroes.chapters.group_attacks import lacks_from_afar, supported_zone
from balka.systems.heroes.chapters.hidden import Reveal, Sneak, enemies_on_map, mission_hides, why_not_unseen
from balka.systems.heroes.chapters.ratings import attack_check
from balka.systems.heroes.chapters.scouting import look_about
from balka.systems.heroes.chapters.suspicion import Struck, Suspicion, fire_on_suspicion
from balka.systems.heroes.chapters.targets import breakable, breaks_works, target_named, works_names, works_of
from balka.systems.heroes.chapters.works import fits, fort_at
from balka.systems.heroes.events.hiding import Discovery
from balka.systems.heroes.play import acts
from balka.systems.heroes.play.actions import FREE_BY_CARD, NORMAL, Action, support_parts
from balka.systems.heroes.play.acts import Act, Deed
from balka.systems.heroes.play.costs import Now, attack_parts, total
from balka.systems.heroes.play.economy import NO_LIMIT, freed
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import CardRules, GroupRules, Showing
from balka.systems.heroes.play.situation import enemy_in, holds, looks_out, seen_unit, spots
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.second_edition.acting import facings, ways_out
from balka.systems.heroes.second_edition.paying import Paying
from balka.systems.heroes.second_edition.walls import beside_wall, crosses_wall
from balka.systems.heroes.secrets.filling import some_sneak
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit

DEPLOYMENT, SCOUT_TEAMS, SUSPECT, ROAD_BLOCK = "05", "30", "suspect", "road_block"
FOUND_WITHIN = 2  # hexes [card 30, atb-card-30-b]


class Suspect(Choice, frozen=True):
    """Attack a hex where nobody is to be seen. [10.0.3-a]"""

    verb = SUSPECT
    final = "maybe"
    subject = "unit"
    unit: UnitId
    target: Hex


# -- cover


def shelters(now: Now, unit: Unit) -> bool:
    """Fortifications and Road Blocks are cover to hide in. [10.0.4-c, 18.3.2-f]"""
    found = fort_at(now, unit.hex)
    if unit.inside or unit.dug_in or works_of(now, unit.hex, ROAD_BLOCK) is not None:
        return True
    return found is not None and fits(now, *found, now.setting.kind(unit))


def behind_walls(now: Now, unit: Unit) -> bool:
    """Walls of its hex are cover while every enemy line to the unit crosses one. [5.0.2-g]"""
    if not beside_wall(now, unit.hex):
        return False
    seeing = [enemy for enemy in enemies_on_map(now, unit.side) if spots(now, enemy, unit)]
    return all(crosses_wall(now, enemy.hex, unit.hex) for enemy in seeing)


# -- what a Hidden unit may do


def sneaks(now: Now, unit: Unit, limit: int) -> Iterator[Sneak]:
    """It moves unseen, but not by a card's action, which would show it. [10.0.1-c, 10.1]"""
    if unit.id not in now.position.hidden or not freed(now):
        yield from hidden.sneaks(now, unit, limit)


def ways_to_come_out(now: Now, unit: Unit, limit: int) -> Iterator[Reveal]:
    """It comes out to do anything else, facing so that it can, a load with its vehicle. [10.0.1-a, 17.0-j]"""
    for side in facings(now, unit) if freed(now) else ways_out(now, unit):
        yield Reveal(UnitId(unit.id), Facing(side))


def why_not_come_out(now: Now, unit: Unit, choice: Reveal) -> Refusal | None:
    """Whoever comes out does so to act. [10.0.1-a, 2.2-a]"""
    if unit.id not in now.position.hidden:
        return hidden.why_not_reveal(now, unit, choice)
    if choice.facing not in facings(now, unit):
        return Refusal("Inside it faces as the Fortification does.", "atb-18.1.2-c")
    return Refusal(
        f"Shown so, {now.setting.name(unit.id)} could do nothing, and must act in this turn.", "atb-10.0.1-a"
    )


def come_out(work: HeroesWork, choice: Reveal, free: str) -> None:
    """Whoever acts in the open is shown, with all who hide in its hex, and then acts. [10.0.1-a, 10.0.1-b]"""
    turn = work.stack[-1]
    assert isinstance(turn, Turn)
    work.replace_top(structs.replace(turn, only=choice.unit))
    unit = work.position.hidden[choice.unit]
    show(work, work.position.hidden.get(unit.carrier, unit), Discovery.ACTS, "atb-10.0.1-a", choice.facing)


# -- fire on suspicion


def suspected(now: Now, unit: Unit) -> int:
    """Hexes a unit could fire at where nobody is to be seen, as a bitmask. [10.0.3-a]"""
    return attack_zone(now, unit) & ~now.position.held["german"] & ~now.position.held["soviet"]


def why_not_suspect(now: Now, unit: Unit) -> Refusal | None:
    """Whoever may fire may also fire where somebody may hide. [10.0.3-a]"""
    if not mission_hides(now):
        return Refusal("This Firefight has no Hidden Units.", "atb-10.0-a")
    if unit.hex < 0 or "cc_only" in now.setting.kind(unit).flags:
        return Refusal(f"{now.setting.name(unit.id)} cannot fire.", "atb-10.0.3-a")
    if enemy_in(now, unit.side, unit.hex):
        return Refusal("An enemy shares its hex: it can attack only there.", "atb-7.7.3-i")
    return may_attack(now, unit)


def suspicions(now: Now, unit: Unit, limit: int) -> Iterator[Suspect]:
    """Fire at a suspected hex. [10.0.3-a]"""
    if why_not_suspect(now, unit) is not None or total(now, unit, SUSPECT, attack_parts(now, unit)) > limit:
        return
    for to in hexes_in(suspected(now, unit)):
        if _payable(now, unit, to, limit):
            yield Suspect(UnitId(unit.id), Hex(to))


def _payable(now: Now, unit: Unit, target: int, limit: int) -> bool:
    return limit >= NO_LIMIT or total(now, unit, SUSPECT, attack_parts(now, unit, target)) <= limit


def group_shots(now: Now, leader: Unit, rest: Sequence[Unit]) -> list[Choice]:
    """A Group fires on suspicion like at anybody else, by a card for nothing. [10.0.3-a, 9.1.2, card 02]"""
    limit = NO_LIMIT if freed(now) else int(now.setting.edition.economy.group_limit(now, (leader, *rest)))
    if why_not_suspect(now, leader) is not None or total(now, leader, SUSPECT, attack_parts(now, leader)) > limit:
        return []
    mask = suspected(now, leader)
    for unit in rest:
        mask &= supported_zone(now, unit) & now.setting.board.within(unit.hex, range_of(now, unit))
    payable = [to for to in hexes_in(mask) if _payable(now, leader, to, limit)]
    if payable and any(lacks_from_afar(now, leader, unit) for unit in rest):
        return []
    return [Suspect(UnitId(leader.id), Hex(to)) for to in payable]


def suspect_action(now: Now, unit: Unit, choice: Suspect, free: str) -> Action:
    base = attack_parts(now, unit, choice.target)
    return Action(unit.force, unit.id, SUSPECT, base, FREE_BY_CARD if free else NORMAL, choice.target)


def _suspect(work: HeroesWork, action: Action) -> None:
    strike_works(work, action)
    fire_on_suspicion(work, action, weapon_at(work, work.unit(action.unit), action.hex))


def strike_works(work: HeroesWork, action: Action) -> None:
    """Works in a suspected hex are rolled for as well, by those who can break them. [18.4-d, 18.4-g]"""
    if works := works_struck(work, work.unit(action.unit), action):
        attack = attack_of(work, action)
        origin = action.spot if action.spot >= 0 else attack.origin
        begin_attack(work, structs.replace(attack, origin=origin), works)


def works_struck(now: Now, unit: Unit, action: Action) -> tuple[str, ...]:
    breaks = breakable(now) >> action.hex & 1 and breaks_works(now, unit)
    return works_names(now, action.hex) if breaks else ()


def checks(now: Now, unit: Unit, action: Action) -> tuple[Check, ...]:
    weapon, support = weapon_at(now, unit, action.hex), support_parts(action)
    asked = Suspicion(action.force, unit.id, action.hex, weapon, unit.hex, support)
    return (asked.check(now, 0), *works_checks(now, unit, action))


def works_checks(now: Now, unit: Unit, action: Action) -> tuple[Check, ...]:
    """The rolls against the works of a suspected hex. [18.4-d]"""
    origin = action.spot if action.spot >= 0 else unit.hex
    weapon = weapon_at(now, unit, action.hex)
    targets = (target_named(now, name) for name in works_struck(now, unit, action))
    shots = (Shot(unit, target, weapon, origin) for target in targets)
    fought = [shot for shot in shots if not barred(now, shot)]
    return tuple(attack_check(now, shot, support_against(now, action.group, shot.target)) for shot in fought)


def why_not_fire_there(now: Now, unit: Unit, choice: Suspect) -> Refusal | None:
    """Why a unit cannot fire on suspicion."""
    barred = why_not_suspect(now, unit)
    if barred is not None:
        return barred
    if now.position.at(choice.target):
        return Refusal("Somebody is to be seen there: fire at him.", "atb-10.0.3-a", "fire")
    outside = Refusal("That hex lies outside its Fire Zone.", "atb-10.0.3-a")
    return None if suspected(now, unit) >> choice.target & 1 else outside


# -- card 30


def may_scout(now: Now, unit: Unit) -> bool:
    """Any one unit on the map that may look about and is not Stunned. [card 30, 7.7.3-i, atb-hit-foot-stunned-b]"""
    free = unit.hex >= 0 and not unit.carrier and able(now, unit)
    return mission_hides(now) and free and looks_out(now, unit)


def scout(work: HeroesWork, action: Action) -> None:
    look_about(work, work.unit(action.unit), FOUND_WITHIN)


def filled_paying(view: HeroesState, frame: Paying, actor: str) -> tuple[Paying, None]:
    """What somebody moving unseen pays, in a world that may be. [10.1-i]"""
    _, parts = some_sneak(view, seen_unit(view, actor))
    return structs.replace(frame, unit=actor, cost=Tally(frame.cost.name, parts)), None


def sneaking_checks(now: Now, unit: Unit, action: Action) -> tuple[Check, ...]:
    """Mines that its side knows of, also where it only goes into hiding. [18.3.3-c]"""
    return tuple(mine_checks(now, unit, action.hex))


SNEAKING = structs.replace(hidden.SNEAKING, offers=sneaks, checks=sneaking_checks)
REVEALING = structs.replace(hidden.REVEALING, offers=ways_to_come_out, why_not=why_not_come_out, begin=come_out)
HIDDEN = structs.replace(
    hidden.CHAPTER,
    name="10",
    acts=(SNEAKING, REVEALING),
    secrets=structs.replace(hidden.CHAPTER.secrets, filled={Paying: filled_paying}, shelters=(shelters, behind_walls)),
)


def hide_together(now: Now, members: Sequence[Unit], terms: str) -> hiding.Acts:
    """Units that stand together hide together; Hidden ones each move by themselves. [10.2-d]"""
    return hiding.group_acts(now, members, terms) if members[0].id not in now.position.hidden else {}


def leaf(view: HeroesState, choice: Choice) -> Look | None:
    """A suspected hex is named."""
    if not isinstance(choice, Suspect):
        return None
    return Look(f"Fire into {view.setting.board.labels[choice.target]}", "fire")


def gatherings(now: Now, unit: Unit, limit: int) -> Iterator[groups.Group]:
    """Hidden Units that hide together act as a group only by Rapid Deployment. [10.2-d, card 05]"""
    hides = unit.id in now.position.hidden
    if not hides or (holds(now, unit.force, DEPLOYMENT) and why_not_unseen(now, unit) is None):
        yield from groups.gatherings(now, unit, limit)


GROUPS = structs.replace(groups.CHAPTER, name="9", acts=(structs.replace(groups.GATHERING, offers=gatherings),))
HIDING = structs.replace(
    hiding.CHAPTER, name="10", groups=structs.replace(hiding.CHAPTER.groups, acts=(hide_together,))
)

SUSPECTING = Act(
    choice=Suspect,
    offers=suspicions,
    why_not=why_not_fire_there,
    action=suspect_action,
    do=_suspect,
    checks=checks,
    counts_as=acts.ATTACK,
)

SUSPICION = Chapter(
    name="10",
    acts=(SUSPECTING,),
    frames=(Suspicion, Struck),
    groups=GroupRules(shots=(group_shots,)),
    deeds={SCOUT_TEAMS: Deed(do=scout)},
    cards=CardRules(players={SCOUT_TEAMS: may_scout}),
    show=Showing(leaf=(leaf,), labels={SUSPECT: "Fire where somebody may hide"}),
)
