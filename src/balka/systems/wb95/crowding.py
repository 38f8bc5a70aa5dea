"""Room in a hex: the limit counts when a phase ends, so that a full hex may be entered and others make room. [3.2.1]

Whoever is above the limit cannot end his phase while somebody in the hex can still step aside. If nobody can, what is
too much is lost by its owner's choice.
"""

from __future__ import annotations

from collections.abc import Iterable

from balka.core.memo import remembered
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.movement import STACKING, Party, fits, may_move, party_of
from balka.systems.wb95.passages import first_steps
from balka.systems.wb95.position import OFF, Force, Now, Unit, enemy_of, force, units_at
from balka.systems.wb95.zones import in_zone


def stops(game: Now, party: Party, start: int, hexes: Iterable[int]) -> list[int]:
    """Those of some hexes where a party from another may halt: it has room, or others there can make it.

    [3.1.9-a, 3.1.10, 3.2.1]
    """
    crowds, room = force(game, party.side).crowds, STACKING - party.cel
    return [h for h in hexes if crowds.get(h, 0) <= room or _can_make_room(game, party, start, h)]


def _can_make_room(game: Now, party: Party, start: int, h: int) -> bool:
    """Enough of those who stand there could step aside, where the party came from too; never in an enemy zone."""
    if in_zone(game, h, enemy_of(party.side)):
        return False
    excess = force(game, party.side).cel(h) + party.cel - STACKING
    here = [unit for unit in units_at(game, party.side, h) if unit.has(Mark.STRATEGIC) == party.strategic]
    able = sum(unit.cel for unit in here if _can_step_aside(game, unit, start, party.cel))
    return able >= excess


def _can_step_aside(game: Now, unit: Unit, left: int = OFF, cel: int = 0) -> bool:
    """Whether a next hex has room for a unit, once a party of so many CEL has left one of them."""
    return may_move(game, unit) and any(
        fits(game, unit.side, b, unit.cel - cel if b == left else unit.cel)
        for b in first_steps(game, party_of(game, unit.side, (unit.id,)), unit.hex)
    )


def overfull(game: Now, side: str) -> dict[int, int]:
    """The hexes of a side above the limit, and by how many CEL. [3.2.1]"""
    return _overfull(force(game, side))


@remembered
def _overfull(own: Force) -> dict[int, int]:
    above = {h: cel - STACKING for h, cel in own.crowds.items() if cel > STACKING}
    return dict(sorted(above.items()))


def must_thin(game: Now, side: str, mark: Mark | None) -> list[int]:
    """Hexes above the limit that somebody of this phase can still leave. `mark` is the phase's: strategic or none."""
    return [
        h
        for h in overfull(game, side)
        if any(
            unit.has(Mark.STRATEGIC) == (mark is Mark.STRATEGIC) and _can_step_aside(game, unit)
            for unit in units_at(game, side, h)
        )
    ]
