"""What the second counts of both editions rest on: geometry, figures and CAPs, nothing taken from the rules."""

from __future__ import annotations

from math import atan2, degrees

from balka.core.checks import Check, Tally
from balka.systems.heroes import keys
from balka.systems.heroes.units import HeroesState, Unit

HALF_ARC = 60.0
NORTH = {"flat": -90.0, "pointy": -60.0}  # where side 0 looks, in degrees clockwise from east


def spent_on(check: Check) -> int:
    """CAPs that went into a check; less than nothing where they raised the number."""
    return -counted(check.tally, keys.CAPS)


def counted(tally: Tally, key: str) -> int:
    """What the parts of one key come to."""
    return sum(part.value for part in tally.parts if part.key == key)


def target_called(state: HeroesState, name: str) -> Unit:
    """The unit, or the work as if it were one."""
    what, colon, of = name.partition(":")
    if not colon:
        return state.position.units[name]
    if what == "hasty":
        builder = state.position.units[of]
        return Unit(name, "hasty_defense", builder.force, builder.side, builder.hex)
    key = next(key for key in state.position.works if key.lower() == of)
    works = state.position.works[key]
    return Unit(name, works.kind, "", works.side, state.setting.board.hex(key.partition("/")[0]), works.facing)


def unhurt_friends(state: HeroesState, unit: Unit) -> int:
    """How many others of its side in its hex, in view or in hiding, have no Hit Marker."""
    everybody = (*state.position.units.values(), *state.position.hidden.values())
    there = [other for other in everybody if other.hex == unit.hex and other.id != unit.id]
    return sum(other.side == unit.side and not other.marker for other in there)


def away(state: HeroesState, a: int, b: int) -> int:
    """Distance by cube coordinates."""
    (aq, ar), (bq, br) = state.setting.board.axial[a], state.setting.board.axial[b]
    return (abs(aq - bq) + abs(ar - br) + abs(aq + ar - bq - br)) // 2


def before(state: HeroesState, place: int, facing: int, other: int) -> bool:
    """Does a hex lie within sixty degrees of where a unit looks, by the angle between the centres?"""
    board = state.setting.board
    (x, y), (ox, oy) = board.centres[place], board.centres[other]
    look = NORTH[board.grid.orientation] + 60.0 * facing
    turn = (degrees(atan2(oy - y, ox - x)) - look + 180.0) % 360.0 - 180.0
    return abs(turn) <= HALF_ARC + 0.01
