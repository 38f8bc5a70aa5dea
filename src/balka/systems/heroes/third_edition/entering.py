"""Coming onto the map costs nothing, and not by a card; beside enemies only where they hold all entry hexes. [4.12]"""

from __future__ import annotations

from collections.abc import Sequence

from balka.core.checks import Part, add
from balka.systems.heroes.chapters.movement import fallback, passable
from balka.systems.heroes.play.actions import NO_CHECK
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.differences import Entering
from balka.systems.heroes.units import Unit

ENTRY = add(0, "Entering the map", "sos-4.12-a")


def hexes(now: Now, unit: Unit, named: Sequence[int], enemies: int) -> list[int]:
    """Entry hexes without enemies, or edge hexes near them where there is none. [4.12-f, ruling C40]"""
    free = [place for place in named if not enemies >> place & 1]
    return free or passable(now, unit, fallback(now, named, enemies))


def price(now: Now, unit: Unit, to: int) -> tuple[Part, ...]:
    """Nothing, whatever the terrain. [4.12-a]"""
    return (ENTRY,)


def payable(now: Now, unit: Unit, places: list[int], limit: int) -> list[int]:
    """All of them. [4.12-a]"""
    return places


def terms(free: str) -> str:
    """Where an entry costs no points there is no check either. [4.12-a]"""
    return NO_CHECK


ENTERING = Entering(
    hexes=hexes,
    price=price,
    group_price=(ENTRY,),
    payable=payable,
    terms=terms,
    by_freed_action=False,
    card="",
)
