"""Checks worked out a second way, for the audit: plain arithmetic from the tables, nothing taken from the rules.

Only what the state no longer shows is read from the check itself: CAPs already spent on it.
"""

from __future__ import annotations

from balka.core.frames import Roll
from balka.systems.heroes.audit.counting import spent_on, unhurt_friends
from balka.systems.heroes.audit.second_edition.recount_attacks import hit_number
from balka.systems.heroes.chapters.attacks import Attack
from balka.systems.heroes.chapters.rally import Rallying
from balka.systems.heroes.units import HeroesState, Unit

COVER = ("woods_heavy", "woods_light", "building_wood", "building_stone")
FIXED = {"mines": 8, "drift": 3, "immobilization": 6}


def need(state: HeroesState, roll: Roll) -> int | None:
    """The number the check of this roll needs; None where nothing is needed, as for a card's die."""
    check = roll.check
    if check is None or len(state.stack) < 3:
        return None
    if roll.why in FIXED:
        return FIXED[roll.why] - spent_on(check)
    frame = state.stack[-3]
    if isinstance(frame, Attack):
        number = hit_number(state, frame)
        return None if number is None else number - spent_on(check)
    unit = state.position.unit(frame.unit) if isinstance(frame, Rallying) else None
    return None if unit is None else _rally(state, unit) - spent_on(check)


def _rally(state: HeroesState, unit: Unit) -> int:
    """One for cover of any sort and one for each unhurt friend. [7.6-b, 7.6.1]"""
    marker = state.setting.markers[unit.marker]
    return (marker.rally or 0) - int(_covered(state, unit)) - unhurt_friends(state, unit)


def _covered(state: HeroesState, unit: Unit) -> bool:
    """In woods or a house, at a wall, in a Fortification or at a road block. [rulings B30, B31]"""
    board, label = state.setting.board, state.setting.board.labels[unit.hex]
    walled = any(side.kind == "wall" and unit.hex in (side.a, side.b) for side in board.features)
    blocked = any(key.partition("/")[0] == label and work.kind == "road_block"
                  for key, work in state.position.works.items())  # fmt: skip
    return board.terrain[unit.hex] in COVER or walled or unit.inside or unit.dug_in or blocked
