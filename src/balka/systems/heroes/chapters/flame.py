"""Flamethrowers: short, against flanks, and no wall helps. [18.0, 18.1-b]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from balka.core.checks import Check, Part
from balka.core.choices import Choice, Hex, Refusal, UnitId
from balka.core.frames import Frame
from balka.core.hexes import hexes_in, mask_of
from balka.systems.heroes.chapters.attacking import assaulted
from balka.systems.heroes.chapters.attacks import Attack, begin_attack, support_against
from balka.systems.heroes.chapters.finding import look_for_nobody, reveal
from balka.systems.heroes.chapters.fire import ALL_ROUND, FLAME, Shot, Weapon, barred, foot_ends, may_attack, too_low
from balka.systems.heroes.chapters.group_attacks import affordable, can_support
from balka.systems.heroes.chapters.hidden import mission_hides
from balka.systems.heroes.chapters.ratings import attack_check
from balka.systems.heroes.chapters.targets import breakable_by_hand, struck_by_hand, target_named
from balka.systems.heroes.events.hiding import Discovery
from balka.systems.heroes.play import acts
from balka.systems.heroes.play.abilities import FLAME as ABILITY
from balka.systems.heroes.play.abilities import can
from balka.systems.heroes.play.actions import FREE_BY_CARD, NORMAL, Action, support_parts
from balka.systems.heroes.play.acts import Act
from balka.systems.heroes.play.costs import Now, attack_parts, total
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import GroupRules
from balka.systems.heroes.play.situation import enemies_in, enemy_in, foes_mask
from balka.systems.heroes.units import HeroesWork, Unit

REACH = 1  # [18.0-b, atb 19.0-d]
HULL, TURRET = "flame_hull", "turret"


def thrower(now: Now) -> Weapon:
    """The same figure in both colours, against the flank, whatever covers the target.

    [18.0-b to 18.0-e, atb 19.1-f, e]
    """
    figure = now.setting.edition.weapons.flame_rating
    return Weapon(FLAME, "Flamethrower", figure, figure, REACH, flank=True, bare=True, basis="stated")


class Flame(Choice, frozen=True):
    """Turn the Flamethrower on an adjacent hex. [18.0]"""

    verb = "flame"
    final = "maybe"
    subject = "unit"
    unit: UnitId
    target: Hex


class Scorch(Choice, frozen=True):
    """Use the Flamethrower in Close Combat. [18.0-c]"""

    verb = "scorch"
    final = "maybe"
    subject = "unit"
    unit: UnitId
    target: UnitId


def flame_hexes(now: Now, unit: Unit) -> int:
    """Adjacent hexes in its Arc with enemies or works; where enemies may hide, any of them.

    [18.0-b, 18.0-f, atb 19.1-d, g]
    """
    if not can(now, unit, ABILITY) or enemy_in(now, unit.side, unit.hex):
        return 0
    flags = now.setting.kind(unit).flags
    facing = ALL_ROUND if TURRET in flags and HULL not in flags else unit.facing
    zone = now.setting.ground.zone(unit.hex, facing, REACH, foot_ends(now, unit))
    zone &= ~too_low(now, unit, now.setting.kind(unit))
    held = foes_mask(now, unit.side) | breakable_by_hand(now, unit.side)
    if mission_hides(now):
        held |= now.setting.board.everywhere & ~now.position.held[unit.side]
    found = zone & held
    return found if not unit.marker else mask_of(h for h in hexes_in(found) if _burns(now, unit, h))


def _burns(now: Now, unit: Unit, place: int) -> bool:
    """Is nobody to be seen there, or somebody whom a Hit Marker lets it attack? [7.3-b, 15.13]"""
    there = enemies_in(now, unit.side, place)
    return not there or bool(_burnt(now, unit, there))


def _burnt(now: Now, unit: Unit, foes: Sequence[Unit]) -> list[Unit]:
    """Those of some enemies at whom a Hit Marker does not forbid the flame. [7.3-b, 15.13]"""
    return [foe for foe in foes if not barred(now, Shot(unit, foe, thrower(now), unit.hex))]


def close_foes(now: Now, unit: Unit) -> list[Unit]:
    """Whom it may burn in Close Combat; whoever rides burns with its vehicle. [18.0-c, 15.11-a]"""
    return _burnt(now, unit, [foe for foe in enemies_in(now, unit.side, unit.hex) if not foe.carrier])


def flames(now: Now, unit: Unit, limit: int) -> Iterator[Flame]:
    """The Flamethrower instead of the usual Firepower. [18.0-a, atb 19.1-b]"""
    if not _may_burn(now, unit, limit):
        return
    for target in hexes_in(flame_hexes(now, unit)):
        if _payable(now, unit, target, limit):
            yield Flame(UnitId(unit.id), Hex(target))


def scorches(now: Now, unit: Unit, limit: int) -> Iterator[Scorch]:
    """The same in Close Combat. [18.0-c]"""
    if _may_burn(now, unit, limit):
        for foe in close_foes(now, unit):
            yield Scorch(UnitId(unit.id), UnitId(foe.id))


def _may_burn(now: Now, unit: Unit, limit: int) -> bool:
    if not can(now, unit, ABILITY) or may_attack(now, unit) is not None:
        return False
    return total(now, unit, "flame", attack_parts(now, unit)) <= limit


def _payable(now: Now, unit: Unit, target: int, limit: int) -> bool:
    """A turret turned out of the Arc costs more for flame too. [16.3-c, atb 19.1-h]"""
    return total(now, unit, "flame", attack_parts(now, unit, target)) <= limit


def group_shots(now: Now, leader: Unit, rest: Sequence[Unit]) -> list[Choice]:
    """A Group Attack may be led with the Flamethrower. [10.5-b, 18.0-a]"""
    if not can(now, leader, ABILITY) or may_attack(now, leader) is not None:
        return []
    close = close_foes(now, leader)
    places = [leader.hex] if close else list(hexes_in(flame_hexes(now, leader)))
    led = [to for to in places if all(can_support(now, leader, unit, to) for unit in rest)]
    paid = [to for to in led if affordable(now, (leader, *rest), leader, "flame", attack_parts(now, leader, to))]
    if close and paid:
        return [Scorch(UnitId(leader.id), UnitId(foe.id)) for foe in close]
    return [Flame(UnitId(leader.id), Hex(to)) for to in paid]


def flame_action(now: Now, unit: Unit, choice: Flame, free: str) -> Action:
    parts, terms = attack_parts(now, unit, choice.target), FREE_BY_CARD if free else NORMAL
    return Action(unit.force, unit.id, "flame", parts, terms, choice.target)


def scorch_action(now: Now, unit: Unit, choice: Scorch, free: str) -> Action:
    parts, terms = attack_parts(now, unit), FREE_BY_CARD if free else NORMAL
    return Action(unit.force, unit.id, "scorch", parts, terms, unit.hex, target=choice.target)


def why_not_flame(now: Now, unit: Unit, choice: Flame) -> Refusal | None:
    if not can(now, unit, ABILITY):
        return _no_thrower(now, unit)
    if too_low(now, unit, now.setting.kind(unit)) >> choice.target & 1:
        return Refusal("It lies too far below.", "sos-15.16-a")
    if not flame_hexes(now, unit) >> choice.target & 1:
        return Refusal("A Flamethrower reaches one hex, in the Arc of Fire.", "sos-18.0-b atb-19.1-d")
    return may_attack(now, unit)


def why_not_scorch(now: Now, unit: Unit, choice: Scorch) -> Refusal | None:
    return may_attack(now, unit) if can(now, unit, ABILITY) else _no_thrower(now, unit)


def _no_thrower(now: Now, unit: Unit) -> Refusal:
    return Refusal(f"{now.setting.name(unit.id)} has no Flamethrower.", "sos-18.0-h atb-19.1-a")


def checks(now: Now, unit: Unit, action: Action) -> tuple[Check, ...]:
    """The rolls of a Flamethrower: a load before its vehicle, works after the units in them. [15.11-a, 17.11-c]"""
    names = assaulted(now, action) if action.target else struck_by_hand(now, action.hex)
    shots = [Shot(unit, target_named(now, name), thrower(now), unit.hex) for name in names]
    fought = [shot for shot in shots if not barred(now, shot)]
    return tuple(attack_check(now, shot, support_against(now, action.group, shot.target)) for shot in fought)


def burn(work: HeroesWork, action: Action) -> None:
    """Hidden enemies there are shown, then everybody is rolled for. [18.0-f]"""
    unit = work.unit(action.unit)
    work.push(Burning(action.force, unit.id, action.hex, support_parts(action), action.group))
    look_for_nobody(work, unit.side)
    for other in tuple(work.position.hidden.values()):
        if other.hex == action.hex and other.side != unit.side:
            reveal(work, other, Discovery.FLAMES, "sos-18.0-f atb-19.1-f")


class Burning(Frame, frozen=True):
    """The attack itself, after whoever hid there has turned up."""

    automatic = True

    force: str
    unit: str
    hex: int
    support: tuple[Part, ...] = ()
    supporters: tuple[str, ...] = ()

    def run(self, work: HeroesWork) -> None:
        work.pop()
        start = work.unit(self.unit).hex
        attack = Attack(self.force, self.unit, (), thrower(work), start, self.support, supporters=self.supporters)
        begin_attack(work, attack, struck_by_hand(work, self.hex))


def _scorch(work: HeroesWork, action: Action) -> None:
    start, support = work.unit(action.unit).hex, support_parts(action)
    attack = Attack(action.force, action.unit, (), thrower(work), start, support, supporters=action.group)
    begin_attack(work, attack, assaulted(work, action))


FLAMES = Act(
    choice=Flame,
    offers=flames,
    why_not=why_not_flame,
    action=flame_action,
    do=burn,
    checks=checks,
    counts_as=acts.ATTACK,
)
SCORCH = Act(
    choice=Scorch,
    offers=scorches,
    why_not=why_not_scorch,
    action=scorch_action,
    do=_scorch,
    checks=checks,
    counts_as=acts.ATTACK,
)

CHAPTER = Chapter(name="18", acts=(FLAMES, SCORCH), frames=(Burning,), groups=GroupRules(shots=(group_shots,)))
