"""Walls along hexsides, and water that only the unburdened wade. [4.0, 5.0, 5.0.2]"""

from __future__ import annotations

from collections.abc import Iterator

from balka.core.checks import Part, add
from balka.core.choices import Refusal
from balka.systems.heroes.chapters.fire import HE, Shot
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import Ratings, Stepping
from balka.systems.heroes.units import Unit

WALL, WATER = "wall", "water"
CROSSING = {
    "foot": add(1, "Crossing a wall", "atb-table-foot-wall-a"),
    "tracked": add(1, "Crossing a wall", "atb-table-veh-wall-b"),
}
BEHIND_WALL = add(1, "The line crosses a wall at the target's hex", "atb-5.0.2-a")
RALLY_AT_WALL = add(-1, "At a wall", "atb-7.6.1-a")


def move_parts(now: Now, unit: Unit, start: int, to: int) -> Iterator[Part]:
    """A wall costs foot and tracks one more, unless a road leads through it. [5.0.2-e, ruling B28]"""
    part = CROSSING.get(now.setting.kind(unit).move_type)
    if part is not None and _walled(now, start, to):
        yield part


def bars(now: Now, unit: Unit, start: int, to: int) -> Refusal | None:
    """Wheels never cross a wall, and only unburdened Foot Units go into the water. [5.0.2-f, 4.0-k]"""
    kind, label = now.setting.kind(unit), now.setting.board.labels[to]
    if kind.move_type == "wheeled" and _walled(now, start, to):
        return Refusal(f"A wall stops wheels on the way to {label}.", "atb-5.0.2-f", "Take a road.")
    if now.setting.ground.terrain[to] != WATER or (kind.is_foot and "unburdened" in kind.flags):
        return None
    if _by_road(now, start, to):
        return None
    return Refusal(f"Only unburdened Foot Units can enter the water at {label}.", "atb-4.0-k")


def _by_road(now: Now, start: int, to: int) -> bool:
    return now.setting.ground.by_road(start, to)


def _walled(now: Now, start: int, to: int) -> bool:
    if start < 0 or not now.setting.board.hexsides:
        return False
    return WALL in now.setting.ground.hexside(start, to) and not _by_road(now, start, to)


def defence_parts(now: Now, shot: Shot) -> Iterator[Part]:
    """A wall in the way at the target's own hex covers it, whatever the heights; not against shells. [5.0.2-a to d]"""
    if shot.close or shot.weapon.bare or shot.weapon.kind == HE:
        return
    if now.setting.board.hexsides and crosses_wall(now, shot.origin, shot.target.hex):
        yield BEHIND_WALL


def crosses_wall(now: Now, origin: int, target: int) -> bool:
    """Does a line come into a hex over a wall? Along an edge, both hexes beside it must lie behind one. [5.0.2-a]"""
    sides, row = now.setting.board.hexsides, now.setting.ground.neighbours[target]
    last = now.setting.ground.last_crossed(origin, target)
    return all(h in row and WALL in sides.get((target, row.index(h)), ()) for h in last)


def no_attack(now: Now, unit: Unit) -> Refusal | None:
    """Nobody on foot attacks out of the water, but off a bridge, which lifts what the hex forbids. [4.0-l, 5.0.1-a]"""
    if now.setting.ground.terrain[unit.hex] != WATER or not now.setting.kind(unit).is_foot:
        return None
    if any(unit.hex in (road.a, road.b) for road in now.setting.board.links):
        return None
    return Refusal(f"{now.setting.name(unit.id)} stands in the water and cannot attack.", "atb-4.0-l")


def rally_parts(now: Now, unit: Unit) -> Iterator[Part]:
    """A wall on any edge of the hex is cover to rally in; cover counts once. [7.6.1-a, ruling B30]"""
    if beside_wall(now, unit.hex):
        yield RALLY_AT_WALL


def beside_wall(now: Now, hexagon: int) -> bool:
    sides = now.setting.board.hexsides
    return bool(sides) and any(WALL in sides.get((hexagon, side), ()) for side in range(6))


CHAPTER = Chapter(
    name="5",
    movement=Stepping(moving=(move_parts,), bars=(bars,)),
    ratings=Ratings(defence=(defence_parts,), no_attack=(no_attack,), rally=(rally_parts,)),
)
