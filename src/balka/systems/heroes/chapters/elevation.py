"""Elevation: climbing, steep ground, small balkas, and the worth of height. [chapter 12; sight: levels.py]"""

from __future__ import annotations

from collections.abc import Iterator

from balka.core.checks import Part, add
from balka.core.choices import Refusal
from balka.systems.heroes.chapters.fire import Shot
from balka.systems.heroes.chapters.movement import SIDES
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import Ratings, Stepping
from balka.systems.heroes.units import Unit

STEEP, CLIFF = 2, 3  # levels [12.4, atb 4.0-i, atb 11.1-a]
UPHILL = add(1, "Uphill", "sos-12.4-a atb-11.0-d")  # [atb 11.0-d]
STEEP_ON_FOOT = add(2, "Steep ground", "sos-12.4-c atb-11.1-b")  # [atb 11.1-b]
CROSSING = add(2, "Crossing a Small Balka", "sos-12.3-b")
TRENCH = add(2, "Into the Anti-Tank Trench", "sos-12.3-c")
HIGHER_SHOOTER = add(1, "Firing from higher ground", "sos-12.5-a atb-11.2-b")
HIGHER_TARGET = add(1, "On higher ground", "sos-12.5-b atb-11.2-a")  # [atb 11.2-a]
BEHIND_BALKA = add(1, "Fire crosses a Small Balka", "sos-12.3-d")
RALLY_IN_BALKA = add(-1, "At a Small Balka or Anti-Tank Trench", "sos-12.3-e")
SMALL_BALKA, AT_TRENCH = "small_balka", "at_trench"


def move_parts(now: Now, unit: Unit, start: int, to: int) -> Iterator[Part]:
    """Uphill and steep ground, small balkas and anti-tank trenches; roads change nothing of it.

    [12.3, 12.4, atb 11.0-e]
    """
    ground, foot = now.setting.ground, now.setting.kind(unit).is_foot
    yield from _climbing(now, ground.climb(start, to), foot=foot)
    if foot and SMALL_BALKA in ground.hexside(start, to):
        yield CROSSING
    if foot and ground.terrain[to] == AT_TRENCH:
        yield TRENCH


def _climbing(now: Now, climb: int, *, foot: bool) -> Iterator[Part]:
    if abs(climb) < STEEP:
        if climb > 0:
            yield UPHILL
    elif not foot:
        yield add(abs(climb), "Steep ground by road", "sos-12.4-f atb-11.0-e")
    elif climb > 0 or not now.setting.rulebook.steep_down_is_free:
        yield STEEP_ON_FOOT


def bars(now: Now, unit: Unit, start: int, to: int) -> Refusal | None:
    """Cliffs stop all; steep ground, small balkas and anti-tank trenches stop vehicles.

    [12.3, 12.4, 15.3-g, atb 11.1-c]
    """
    ground, label = now.setting.ground, now.setting.board.labels[to]
    climb = abs(ground.climb(start, to)) if start >= 0 else 0
    if climb >= CLIFF:
        return Refusal(f"A cliff of {climb} levels lies between it and {label}.", "sos-12.4-e atb-11.1-c")
    if now.setting.kind(unit).is_foot:
        return None
    by_road = ground.by_road(start, to)
    if by_road and (climb < STEEP or now.setting.edition.vehicles.climb_steep_roads):
        return None
    if climb >= STEEP:
        return Refusal(f"The ground towards {label} is too steep for it.", "sos-12.4-d atb-11.1-c")
    if start >= 0 and SMALL_BALKA in ground.hexside(start, to):
        return Refusal(f"A Small Balka stops vehicles on the way to {label}.", "sos-12.3-f")
    if ground.terrain[to] == AT_TRENCH:
        return Refusal(f"No vehicle can enter the Anti-Tank Trench in {label}.", "sos-12.3-g")
    return None


def defence_parts(now: Now, shot: Shot) -> Iterator[Part]:
    """Height covers, and so does a small balka the fire must cross. [12.5]"""
    ground = now.setting.ground
    if shot.weapon.plain:
        return
    if ground.levels[shot.target.hex] > ground.levels[shot.origin]:
        yield HIGHER_TARGET
    exposed = shot.close or shot.weapon.bare  # a ditch is terrain, height is not [18.0-e]
    if now.setting.kind(shot.target).is_foot and not exposed and _crosses_balka(now, shot):
        yield BEHIND_BALKA


def _crosses_balka(now: Now, shot: Shot) -> bool:
    """Does the line come into the target's hex over a small balka? [12.5-c]"""
    sides, target = now.setting.board.hexsides, shot.target.hex
    if not sides:
        return False
    last = now.setting.ground.last_crossed(shot.origin, target)
    row = now.setting.ground.neighbours[target]
    return all(h in row and SMALL_BALKA in sides.get((target, row.index(h)), ()) for h in last)


def attack_parts(now: Now, shot: Shot) -> Iterator[Part]:
    """Height helps the shooter by one, however high. [12.5-a, 12.5-d, atb 11.2-b]"""
    levels = now.setting.ground.levels
    if levels[shot.origin] > levels[shot.target.hex]:
        yield HIGHER_SHOOTER


def rally_parts(now: Now, unit: Unit) -> Iterator[Part]:
    """A small balka beside the hex, or an anti-tank trench in it, helps Foot Units to rally, once. [12.3-e]"""
    if not now.setting.kind(unit).is_foot:
        return
    beside = any(SMALL_BALKA in now.setting.board.hexsides.get((unit.hex, side), ()) for side in range(SIDES))
    if beside or now.setting.ground.terrain[unit.hex] == AT_TRENCH:
        yield RALLY_IN_BALKA


CHAPTER = Chapter(
    name="12",
    movement=Stepping(moving=(move_parts,), bars=(bars,)),
    ratings=Ratings(defence=(defence_parts,), attack=(attack_parts,), rally=(rally_parts,)),
)
