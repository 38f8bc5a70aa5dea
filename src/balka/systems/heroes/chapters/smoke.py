"""Smoke of two densities: what it hides and covers, how it thins, who lays it. [chapter 14, 9.4]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from balka.core.checks import Part, add
from balka.core.choices import Choice, Hex, Refusal, UnitId
from balka.core.events import Event
from balka.core.hexes import hexes_in, mask_of
from balka.core.memo import POSITION, remembered
from balka.systems.heroes.chapters.fire import (
    ALL_ROUND,
    FLAME,
    Shot,
    fire_zone,
    foot_ends,
    may_attack,
    range_of,
    zone_from,
)
from balka.systems.heroes.chapters.mortars import indirect_parts, lobbing_range, spotter_hexes
from balka.systems.heroes.events.smoke import HeavySmokeThinned, LightSmokeLifted, SmokeLaid
from balka.systems.heroes.ground import Ground
from balka.systems.heroes.play import acts
from balka.systems.heroes.play.abilities import ENGINEER, INDIRECT, SMOKE, can
from balka.systems.heroes.play.actions import FREE_BY_CARD, NORMAL, Action
from balka.systems.heroes.play.acts import Act
from balka.systems.heroes.play.costs import Now, attack_parts, total
from balka.systems.heroes.play.economy import NO_LIMIT
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import Ratings, Stepping
from balka.systems.heroes.play.situation import blocked, enemy_in
from balka.systems.heroes.units import HeroesWork, Unit

HEAVY, LIGHT, AND = "heavy", "light", "+"
BLOCKING_LIGHT = 2  # Light Smoke hexes on a line that stop it [14.4-f]
ENGINEER_REACH = 1  # [18.1-d]
WATER, TURRET = "water", "turret"
KEPT = 16  # layouts of smoke whose lines are remembered

IN_SMOKE = {
    HEAVY: add(2, "In Heavy Smoke", "sos-14.3-a atb-13.0-c"),
    LIGHT: add(1, "In Light Smoke", "sos-14.4-b atb-13.0-g"),
}
OUT_OF_SMOKE = {
    HEAVY: add(-2, "Attacking out of Heavy Smoke", "sos-14.3-b"),
    LIGHT: add(-1, "Attacking out of Light Smoke", "sos-14.4-c"),
}
THROUGH_SMOKE = add(1, "Seen through Light Smoke", "sos-14.4-d atb-13.0-g")
RALLY_IN_SMOKE = add(-1, "In Heavy Smoke", "sos-7.8-d")


class LaySmoke(Choice, frozen=True):
    """Fire smoke at a hex instead of attacking. [14.1, atb 13.0-a]"""

    verb = "smoke"
    final = "maybe"
    subject = "unit"
    unit: UnitId
    target: Hex


# -- where it lies


def density(now: Now, hexagon: int) -> str:
    """The smoke in a hex: heavy, light, or none."""
    return now.position.smoke.get(now.setting.board.labels[hexagon], "")


@remembered(on=POSITION)
def masks(now: Now) -> tuple[int, int]:
    """The hexes of Heavy and of Light Smoke."""
    board, smoke = now.setting.board, now.position.smoke
    heavy, light = (mask_of(board.hex(label) for label, what in smoke.items() if what == d) for d in (HEAVY, LIGHT))
    return heavy, light


# -- sight


def blocks(now: Now, a: int, b: int) -> str | None:
    """Heavy Smoke between two hexes stops sight at every height, and so does Light Smoke twice.

    [14.3-c, 14.4-e, f]
    """
    if not now.position.smoke:
        return None
    thick, thin = _on_line(now, a, b)
    if thick:
        return "Heavy Smoke lies between"
    return "Light Smoke lies twice between" if thin >= BLOCKING_LIGHT else None


def _on_line(now: Now, a: int, b: int) -> tuple[bool, int]:
    """What smoke does to a line, worked out once for as long as the smoke lies as it lies."""
    key, layouts = masks(now), _layouts(now.setting.ground)
    if key not in layouts:
        if len(layouts) >= KEPT:
            layouts.clear()
        layouts[key] = {}
    lines = layouts[key]
    found = lines.get((a, b))
    if found is None:
        found = lines[a, b] = _look(now, a, b)
    return found


@remembered
def _layouts(ground: Ground) -> dict[tuple[int, int], dict[tuple[int, int], tuple[bool, int]]]:
    """Lines by how the smoke lies, the last few layouts only. To be filled."""
    return {}


def _look(now: Now, a: int, b: int) -> tuple[bool, int]:
    """Whether Heavy Smoke stops the line, and how many times it passes Light Smoke. [5.2-g]

    Along an edge both hexes must be in the way; Woods, houses or high ground beside the smoke count as such.
    """
    heavy, light = masks(now)
    thin, smoke = 0, heavy | light
    for crossing in now.setting.ground.crossed(a, b):
        if not any(h >= 0 and smoke >> h & 1 for h in crossing):
            continue
        if _fills(now, a, b, crossing, heavy):
            return True, thin
        thin += _fills(now, a, b, crossing, smoke)
    return False, thin


def _fills(now: Now, a: int, b: int, crossing: tuple[int, ...], smoke: int) -> bool:
    """Does smoke lie in what a line crosses, and nothing beside it leave the line open? [5.2-g]"""
    smoky, rises = [h >= 0 and bool(smoke >> h & 1) for h in crossing], now.setting.ground.rises_between
    return any(smoky) and all(d or (h >= 0 and rises(a, b, h)) for d, h in zip(smoky, crossing, strict=True))


# -- cover


def defence_parts(now: Now, shot: Shot) -> Iterator[Part]:
    """Smoke in the target's hex and Light Smoke on the way, never more than +2 together.

    [14.3-a, 14.4, 14.4-h, ruling C20]
    """
    if not now.position.smoke or (shot.weapon.kind == FLAME and not now.setting.rulebook.smoke_covers_from_flame):
        return
    own = density(now, shot.target.hex)
    if own:
        yield IN_SMOKE[own]
    if own != HEAVY and not shot.weapon.plain and passes_smoke(now, shot.origin, shot.target.hex):
        yield THROUGH_SMOKE


def passes_smoke(now: Now, a: int, b: int) -> bool:
    """Does a line of sight pass through Light Smoke? [14.4-d]"""
    return bool(now.position.smoke) and _on_line(now, a, b)[1] > 0


def attack_parts_out(now: Now, shot: Shot) -> Iterator[Part]:
    """Who looks out of smoke aims badly; hand to hand nobody looks out of it. [14.3-b, 14.4-c]"""
    own = density(now, shot.origin) if now.position.smoke and not shot.close else ""
    if own:
        yield OUT_OF_SMOKE[own]


def rally_parts(now: Now, unit: Unit) -> Iterator[Part]:
    """Heavy Smoke helps to rally where the ground does not help already. [7.8-d, 14.3-d, ruling C8]"""
    sheltered = now.setting.ground.rally_cover[unit.hex] is not None
    if now.setting.rulebook.smoke_helps_rally and not sheltered and density(now, unit.hex) == HEAVY:
        yield RALLY_IN_SMOKE


def no_bonus_move(now: Now, unit: Unit, start: int, to: int) -> Refusal | None:
    """No Bonus Move into or out of Heavy Smoke. [14.3-e, 15.2, 15.2-h]"""
    if not now.position.smoke or HEAVY not in (density(now, start), density(now, to)):
        return None
    return Refusal("Heavy Smoke cancels Bonus Moves.", "sos-14.3-e atb-13.0-d")


# -- laying it


def _reach(now: Now, unit: Unit) -> tuple[str, int]:
    """Who it is and how far it fires, which Iron Will changes while nothing on the map does. [card V06]"""
    return unit.id, range_of(now, unit)


@remembered(on=POSITION, by=_reach)
def smoke_targets(now: Now, unit: Unit) -> int:
    """The hexes a unit can put smoke into. [14.0-a, 14.0-b, 18.1-d, atb 13.1-a]"""
    reach = _by_hand(now, unit) if can(now, unit, ENGINEER) else seen_by_mortar(now, unit) | _lobbed(now, unit)
    return reach & ~_no_smoke(now)


def _no_smoke(now: Now) -> int:
    """Hexes that take no more smoke: water, and where Heavy Smoke lies, unless it piles up. [14.0-b, 14.1-a]"""
    rules = now.setting.edition.smoke
    water = 0 if rules.stays_on_water else now.setting.board.of_terrain(WATER)
    return water | (0 if rules.piles_up else masks(now)[0])


def _by_hand(now: Now, unit: Unit) -> int:
    """Engineers: their own hex, and those beside it that they see in their Arc, or all of them.

    [18.1-d, atb 19.0-c, atb 13.1-d]
    """
    own = 1 << unit.hex
    if enemy_in(now, unit.side, unit.hex):
        return own
    thrown = now.setting.edition.smoke.thrown(unit)
    return own | now.setting.ground.zone(unit.hex, thrown, ENGINEER_REACH, foot_ends(now, unit))


def seen_by_mortar(now: Now, unit: Unit) -> int:
    """What a Mortar fires at directly; smoke is no attack, so Better Equipped takes it no further.

    [card V02, atb 13.1-c]
    """
    if enemy_in(now, unit.side, unit.hex):
        return 0
    if TURRET in now.setting.kind(unit).flags:
        around = zone_from(now, unit, ALL_ROUND)
        return _unblocked(now, unit.hex, around) & now.setting.board.within(unit.hex, 2 * range_of(now, unit))
    return fire_zone(now, unit) & now.setting.board.within(unit.hex, 2 * range_of(now, unit))


def _lobbed(now: Now, unit: Unit) -> int:
    """What it reaches by way of any Spotter Hex; which one makes no difference to smoke. [14.1-a]"""
    if not can(now, unit, INDIRECT) or enemy_in(now, unit.side, unit.hex):
        return 0
    visible = now.setting.ground.sight_between(foot_ends(now, unit)).visible
    reach, found = lobbing_range(now, unit, 2 * range_of(now, unit)), 0
    for spot in spotter_hexes(now, unit):
        found |= _unblocked(now, spot, (visible[spot] | 1 << spot) & reach & ~found)
    return found


def _unblocked(now: Now, spot: int, targets: int) -> int:
    if not now.position.smoke:
        return targets
    return mask_of(h for h in hexes_in(targets) if blocked(now, spot, h) is None)


def smoke_parts(now: Now, unit: Unit, target: int) -> tuple[Part, ...]:
    """The cost of that attack: the dearer one where the hex is out of sight. [14.1-b]"""
    direct = can(now, unit, ENGINEER) or seen_by_mortar(now, unit) >> target & 1
    return attack_parts(now, unit, target) if direct else indirect_parts(now, unit)


def smokes(now: Now, unit: Unit, limit: int) -> Iterator[LaySmoke]:
    """Smoke instead of an attack. [14.1, atb 13.1-b]"""
    if not can(now, unit, SMOKE) or may_attack(now, unit) is not None:
        return
    if total(now, unit, SMOKE, attack_parts(now, unit)) > limit:
        return
    for target in hexes_in(smoke_targets(now, unit)):
        if limit >= NO_LIMIT or total(now, unit, SMOKE, smoke_parts(now, unit, target)) <= limit:
            yield LaySmoke(UnitId(unit.id), Hex(target))


def smoke_action(now: Now, unit: Unit, choice: LaySmoke, free: str) -> Action:
    base = smoke_parts(now, unit, choice.target)
    return Action(unit.force, unit.id, SMOKE, base, FREE_BY_CARD if free else NORMAL, choice.target, unit.facing)


def why_not_smoke(now: Now, unit: Unit, choice: LaySmoke) -> Refusal | None:
    label, rules = now.setting.board.labels[choice.target], now.setting.edition.smoke
    if not can(now, unit, SMOKE):
        return Refusal(f"{now.setting.name(unit.id)} has no smoke.", "sos-14.0-a atb-13.1-a")
    if now.setting.ground.terrain[choice.target] == WATER and not rules.stays_on_water:
        return Refusal(f"{label} is water: smoke does not stay there.", "sos-14.0-b atb-13.1-e")
    if density(now, choice.target) == HEAVY and not rules.piles_up:
        return Refusal(f"Heavy Smoke lies in {label} already.", "sos-14.1-a atb-13.0-a")
    if not smoke_targets(now, unit) >> choice.target & 1:
        return Refusal(f"{label} is out of its reach or sight.", "sos-14.1-a atb-13.0-a")
    return may_attack(now, unit)


def _lay(work: HeroesWork, action: Action) -> None:
    """One Heavy Smoke marker and no attack. [14.1-a, 14.0-c, atb 13.0-a, k, atb 13.1-g]"""
    put_smoke(work, (action.hex,), action.force, "sos-14.1-a atb-13.0-a")


def put_smoke(work: HeroesWork, hexes: Iterable[int], force: str, cites: str) -> None:
    """Heavy Smoke in hexes that are not water. [14.0-b, 14.2-c]"""
    board, rules = work.setting.board, work.setting.edition.smoke
    dry = [h for h in hexes if board.terrain[h] != WATER or rules.stays_on_water]
    if not dry:
        return
    smoke = dict(work.position.smoke)
    for label in (board.labels[h] for h in dry):
        piled = label in smoke and rules.piles_up
        smoke[label] = f"{smoke[label]}{AND}{HEAVY}" if piled else HEAVY
    work.position = work.position.changed(smoke=dict(sorted(smoke.items())))
    work.tell(SmokeLaid(cites, force, tuple(dry)))


# -- thinning, in the Pre-Round Sequence


def lift_light_smoke(work: HeroesWork) -> None:
    """Light Smoke goes. [9.4-b, 14.4-g]"""
    left = {label: _without(what, LIGHT) for label, what in work.position.smoke.items()}
    _change(work, {label: what for label, what in left.items() if what}, LightSmokeLifted())


def thin_heavy_smoke(work: HeroesWork) -> None:
    """Heavy Smoke becomes Light and stays for the Round. [9.4-c, 14.4-a, atb 13.0-e]"""
    thin = {label: what.replace(HEAVY, LIGHT) for label, what in work.position.smoke.items()}
    _change(work, thin, HeavySmokeThinned())


def _without(what: str, density: str) -> str:
    """The smoke of a hex less what is of one density."""
    return AND.join(word for word in what.split(AND) if word != density)


def _change(work: HeroesWork, smoke: dict[str, str], event: Event) -> None:
    if smoke != work.position.smoke:
        work.position = work.position.changed(smoke=smoke)
        work.tell(event)


LAYING = Act(
    choice=LaySmoke,
    offers=smokes,
    why_not=why_not_smoke,
    action=smoke_action,
    do=_lay,
    counts_as=acts.ATTACK,
)

CHAPTER = Chapter(
    name="14",
    acts=(LAYING,),
    ratings=Ratings(defence=(defence_parts,), attack=(attack_parts_out,), rally=(rally_parts,)),
    blocks=(blocks,),
    movement=Stepping(no_bonus=(no_bonus_move,)),
)
