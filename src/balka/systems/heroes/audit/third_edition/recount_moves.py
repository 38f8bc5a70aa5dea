"""What moving costs, worked out a second way, for the audit: plain arithmetic from the tables. [4.5-4.11, 12.4, 15]"""

from __future__ import annotations

from balka.systems.heroes import keys
from balka.systems.heroes.audit.counting import before
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.units import HeroesState, Unit

CORN_MONTHS = ("August", "September")
ROUGH = {
    "foot": {"corn": 1, "woods": 1, "building_wood": 1, "building_stone": 1},
    "wheeled": {"building_wood": 2, "building_stone": 3},
    "tracked": {"woods": 2, "building_wood": 2, "building_stone": 3},
}


def way_cost(state: HeroesState, action: Action, unit: Unit) -> int:
    """The first hex with all that goes with it, then what every further hex adds. [15.2-a, 15.2-n, card V01]"""
    start, facing = action.origin
    cost = _printed(state, unit) + step_penalty(state, unit, start, facing, action.hex)
    place, looking = action.hex, action.facing
    bonus = _bonus_hexes(state, unit, action)
    for number, (to, turned) in enumerate(action.way):
        cost += step_penalty(state, unit, place, looking, to)
        cost += 0 if number < bonus else _printed(state, unit)
        place, looking = to, turned
    return cost


def _bonus_hexes(state: HeroesState, unit: Unit, action: Action) -> int:
    """How many of the further hexes were Bonus Moves: a Rapid Move pays the Move Cost a second time."""
    return len(action.way) - (move_costs(action) - 1)


def move_costs(action: Action) -> int:
    """How often the Move Cost is paid: twice by who hurries. [card V01]"""
    return sum(part.key == keys.STEP for part in action.base)


def _printed(state: HeroesState, unit: Unit) -> int:
    kind = state.setting.kinds[unit.kind]
    return 1 if kind.move_type == "foot" and state.setting.options.get("foot_cost") == "manual" else kind.move_cost


def step_penalty(state: HeroesState, unit: Unit, start: int, facing: int, end: int) -> int:
    """Ground unless by road, levels, and going backwards."""
    ground = 0 if _road(state, start, end) else rough(state, unit, end)
    backwards = 0 if before(state, start, facing, end) else 1
    return ground + levels_climbed(state, unit, start, end) + backwards


def rough(state: HeroesState, unit: Unit, place: int) -> int:
    terrain, move_type = state.setting.board.terrain[place], state.setting.kinds[unit.kind].move_type
    if terrain == "corn":
        high = state.setting.mission.month in CORN_MONTHS and state.setting.options.get("corn") != "manual"
        return ROUGH[move_type].get("corn", 0) if high else 0
    if terrain == "woods" and move_type == "wheeled":
        return 2
    return ROUGH[move_type].get(terrain, 0)


def levels_climbed(state: HeroesState, unit: Unit, start: int, end: int) -> int:
    """One for a level up, two for steep ground either way, two for a small balka or a trench on foot. [12.3, 12.4]"""
    levels, board = state.setting.board.elevation, state.setting.board
    rise = levels[end] - levels[start]
    on_foot = state.setting.kinds[unit.kind].move_type == "foot"
    extra = 2 if abs(rise) == 2 else 1 if rise == 1 else 0
    if rise == -2 and on_foot and state.setting.options.get("steep") == "manual":
        extra = 0
    if on_foot:
        extra += 2 * any({f.a, f.b} == {start, end} and f.kind == "small_balka" for f in board.features)
        extra += 2 * (board.terrain[end] == "at_trench")
    return extra


def load_cost(state: HeroesState, action: Action, unit: Unit) -> int:
    """The loading unit's way to the vehicle; in the same hex only its Move Cost. [15.7]"""
    start, facing = action.origin
    there = 0 if start == action.hex else step_penalty(state, unit, start, facing, action.hex)
    return _printed(state, unit) + there


def unload_cost(state: HeroesState, action: Action, unit: Unit) -> int:
    """The unloading unit's way into the hex, its own hex's ground included, never backwards. [15.9]"""
    start, _ = action.origin
    kind = state.setting.kinds[unit.kind]
    if start == action.hex:
        drives = kind.move_type != "foot" and "field_gun" not in kind.flags
        return _printed(state, unit) + (0 if drives else rough(state, unit, action.hex))
    ground = 0 if _road(state, start, action.hex) else rough(state, unit, action.hex)
    return _printed(state, unit) + ground + levels_climbed(state, unit, start, action.hex)


def turret_cost(state: HeroesState, action: Action, unit: Unit) -> int:
    """Two for a turret that turns out of the Arc of Fire. [16.3-c]"""
    if "turret" not in state.setting.kinds[unit.kind].flags or action.hex == unit.hex:
        return 0
    return 0 if before(state, unit.hex, unit.facing, action.hex) else 2


def _road(state: HeroesState, a: int, b: int) -> bool:
    return any({road.a, road.b} == {a, b} for road in state.setting.board.links)
