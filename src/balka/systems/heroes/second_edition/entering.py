"""Coming onto the map costs what the first hex costs; it may shift hex by hex, or enter upon the enemy. [5.5]"""

from __future__ import annotations

from collections.abc import Sequence

from balka.core.checks import Part
from balka.systems.heroes.chapters.movement import fallback, passable
from balka.systems.heroes.play.actions import FREE_BY_CARD, NORMAL
from balka.systems.heroes.play.costs import Now, step_part, total
from balka.systems.heroes.play.differences import Entering
from balka.systems.heroes.play.economy import NO_LIMIT
from balka.systems.heroes.units import OFF_MAP, Unit

RAPID_DEPLOYMENT = "05"


def hexes(now: Now, unit: Unit, named: Sequence[int], enemies: int) -> list[int]:
    """Every entry hex, and edge hexes near those that enemies hold. [5.4-a, 5.5-e]"""
    held = [place for place in named if enemies >> place & 1]
    return sorted({*named, *passable(now, unit, fallback(now, held, enemies))})


def price(now: Now, unit: Unit, to: int) -> tuple[Part, ...]:
    """A move into the terrain of the first hex, if not by road. [5.5-d, ruling B50]"""
    ground = now.setting.ground
    difficult = ground.difficult[now.setting.kind(unit).move_type][to]
    if difficult is None or ground.by_road(OFF_MAP, to):
        return (step_part(now, unit),)
    return (step_part(now, unit), difficult)


def payable(now: Now, unit: Unit, places: list[int], limit: int) -> list[int]:
    """Those whose terrain it can pay for. [5.5-d]"""
    if limit == NO_LIMIT:
        return places
    return [to for to in places if total(now, unit, "enter", price(now, unit, to)) <= limit]


def terms(free: str) -> str:
    """Like any move. [5.5-d]"""
    return FREE_BY_CARD if free else NORMAL


ENTERING = Entering(
    hexes=hexes,
    price=price,
    group_price=(),
    payable=payable,
    terms=terms,
    by_freed_action=True,
    card=RAPID_DEPLOYMENT,
)
