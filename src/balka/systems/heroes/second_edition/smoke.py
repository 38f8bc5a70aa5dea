"""Smoke that adds up: each +1DM of it is a level high, and two on a line stop sight. [13.0, 13.1]"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from balka.core.boards import NO_HEX
from balka.core.checks import Part, add
from balka.core.choices import Refusal
from balka.core.memo import POSITION, remembered
from balka.systems.heroes.chapters import smoke
from balka.systems.heroes.chapters.fire import ALL_ROUND, Shot
from balka.systems.heroes.chapters.smoke import AND, HEAVY, density
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.differences import Smoke
from balka.systems.heroes.play.situation import THICK
from balka.systems.heroes.units import Unit

SCREEN = 2  # +DM that cannot be looked through [13.0-b, 13.0-h]
ENDLESS = 99


def thickness(now: Now, hexagon: int) -> int:
    """The DM of all smoke in a hex together. [13.0-h]"""
    what = density(now, hexagon) if hexagon >= 0 and now.position.smoke else ""
    return sum(2 if word == HEAVY else 1 for word in what.split(AND)) if what else 0


@remembered(on=POSITION)
def on_line(now: Now, a: int, b: int) -> int:
    """How much smoke a line passes through between its ends, worked out once. [13.0-g, 13.0-i, ruling B12]

    Along an edge the smoke counts that lies on both sides, trees, houses and hills beside it counting as such.
    """
    total = 0
    crossings = now.setting.ground.crossed(a, b)
    for number, crossing in enumerate(crossings):
        ends = {a} if number == 0 else set()
        ends |= {b} if number == len(crossings) - 1 else set()
        values = [_in_the_way(now, a, b, h, ends) for h in crossing]
        if any(h != NO_HEX and thickness(now, h) for h in crossing):
            total += min(values)
    return total


def _in_the_way(now: Now, a: int, b: int, h: int, ends: set[int]) -> int:
    """What smoke does to a line: as high as it is thick, and from above it also hides the hex behind. [13.0-j, 11.5]"""
    if h == NO_HEX:
        return 0
    levels, thick = now.setting.ground.levels, thickness(now, h)
    high = max(levels[a], levels[b])
    if now.setting.ground.rises_between(a, b, h):
        return ENDLESS
    behind = any(levels[end] < high and levels[h] + thick > levels[end] for end in ends)
    return thick if levels[h] + thick >= high or behind else 0


def blocks(now: Now, a: int, b: int) -> str | None:
    """A +2DM screen, or two thin ones, stop a line that does not pass above them. [13.0-b, 13.0-h, 13.0-i, 13.0-f]"""
    if not now.position.smoke or on_line(now, a, b) < SCREEN:
        return None
    return THICK


def defence_parts(now: Now, shot: Shot) -> Iterator[Part]:
    """Smoke where an attack starts, ends or passes covers its target, each counter once. [13.0-c, 13.0-g, B11]"""
    if not now.position.smoke:
        return
    yield from _smoke_part(now, shot.target.hex, "In smoke")
    if shot.origin != shot.target.hex:
        yield from _smoke_part(now, shot.origin, "Attacked out of smoke")
        passed = on_line(now, shot.origin, shot.target.hex)
        if passed:
            yield add(passed, "Seen through smoke", "atb-13.0-g")


def _smoke_part(now: Now, hexagon: int, label: str) -> Iterator[Part]:
    thick = thickness(now, hexagon)
    if thick:
        yield add(thick, label, "atb-13.0-c" if thick >= SCREEN else "atb-13.0-g")


def no_bonus_move(now: Now, unit: Unit, start: int, to: int) -> Refusal | None:
    """No bonus move into a screen. [13.0-d]"""
    if thickness(now, to) < SCREEN:
        return None
    return Refusal("Smoke of +2DM cancels bonus moves into its hex.", "atb-13.0-d")


def thrown(unit: Unit) -> int:
    """Engineers put it into their own hex or any beside it. [13.1-d, 19.0-c]"""
    return ALL_ROUND


SMOKE = Smoke(piles_up=True, stays_on_water=True, thrown=thrown)

CHAPTER = structs.replace(
    smoke.CHAPTER,
    name="13",
    ratings=structs.replace(smoke.CHAPTER.ratings, defence=(defence_parts,), attack=(), rally=()),
    blocks=(blocks,),
    movement=structs.replace(smoke.CHAPTER.movement, no_bonus=(no_bonus_move,)),
)
