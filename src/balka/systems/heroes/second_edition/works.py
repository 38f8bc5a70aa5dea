"""Fortifications and Hasty Defenses under this edition's chapters, and the cover of a Road Block. [18.0-18.2, 18.4]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from balka.core.checks import Part, add
from balka.core.choices import Refusal
from balka.systems.heroes.chapters import digging, works
from balka.systems.heroes.chapters.fire import Shot
from balka.systems.heroes.chapters.group_attacks import razings_together
from balka.systems.heroes.chapters.targets import is_work, work_kind, works_of
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.units import Unit

ROAD_BLOCK = "road_block"
RALLY_AT_BLOCK = add(-1, "At a Road Block", "atb-7.6.1-a")


def block_parts(now: Now, shot: Shot) -> Iterator[Part]:
    """A Road Block covers every unit in its hex. [18.3.2-f]"""
    found = works_of(now, shot.target.hex, ROAD_BLOCK)
    if found is not None and not is_work(shot.target.id):
        kind = work_kind(now, found[1])
        yield add(kind.front_bonus, f"At a {kind.name}", "atb-18.3.2-f", kind.basis)


def rally_parts(now: Now, unit: Unit) -> Iterator[Part]:
    """It is cover to rally in; cover counts once. [ruling B31]"""
    if works_of(now, unit.hex, ROAD_BLOCK) is not None:
        yield RALLY_AT_BLOCK


def no_bonus(now: Now, unit: Unit, start: int, to: int) -> Refusal | None:
    """A Trench takes away the bonus of open ground, not that of a road that leads over it. [18.1.1-c]"""
    by_road = start >= 0 and now.setting.ground.on_road(start, to)
    return None if by_road else works.no_bonus(now, unit, start, to)


FORTIFICATIONS = structs.replace(
    works.CHAPTER,
    name="18",
    groups=structs.replace(works.CHAPTER.groups, shots=(razings_together,)),
    movement=structs.replace(works.CHAPTER.movement, no_bonus=(no_bonus,)),
    ratings=structs.replace(
        works.CHAPTER.ratings,
        defence=(*works.CHAPTER.ratings.defence, block_parts),
        rally=(*works.CHAPTER.ratings.rally, rally_parts),
    ),
)
DIGGING = structs.replace(digging.CHAPTER, name="18", acts=(digging.DIG,))
