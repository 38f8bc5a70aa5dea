"""Every check worked out a second way, for the audit: plain arithmetic from the tables, nothing taken from the rules.

Only what the state no longer shows is read from the check itself: CAPs already spent on it, and Battlefield Confusion.
"""

from __future__ import annotations

from math import atan2, degrees

from balka.core.checks import Check
from balka.core.frames import Frame, Roll
from balka.core.sight import crossings
from balka.systems.heroes.kinds import MarkerKind
from balka.systems.heroes.third_edition.actions import Action
from balka.systems.heroes.third_edition.attacks import Attack
from balka.systems.heroes.third_edition.payment import Payment
from balka.systems.heroes.third_edition.rally import Rallying
from balka.systems.heroes.third_edition.rounds import Initiative
from balka.systems.heroes.units import HeroesState, Unit

HALF_ARC = 60.0
NORTH = {"flat": -90.0, "pointy": -60.0}  # where side 0 looks, in degrees clockwise from east
TERRAIN_DEFENCE = {"woods": 2, "building_wood": 1, "building_stone": 2}
ROUGH = ("woods", "building_wood", "building_stone")
CORN_MONTHS = ("August", "September")
CONFUSION = 3
RALLY_COST, TURN_COST, STALL_COST = 5, 1, 1
COUNTED = ("fire", "assault", "move", "pivot", "rally", "stall", "rally together", "stall together")


def need(state: HeroesState, roll: Roll) -> int | None:
    """The number the check of this roll needs; None where nothing is needed, as for a card's die."""
    check = roll.check
    frame = state.stack[-3] if check is not None and len(state.stack) >= 3 else None
    if check is None or frame is None:
        return None
    if isinstance(frame, Initiative):
        return _initiative(state, check)
    return _of_unit(state, frame, check)


def _of_unit(state: HeroesState, frame: Frame, check: Check) -> int | None:
    if isinstance(frame, Attack):
        strength = _attack(state, frame)
        return None if strength is None else strength - spent_on(check)
    if isinstance(frame, Rallying):
        unit = state.position.unit(frame.unit)
        return None if unit is None else _rally(state, unit) - frame.count
    action = state.stack[-4]
    if isinstance(frame, Payment) and isinstance(action, Action):
        cost = _cost(state, action)
        return None if cost is None else cost + _added_to_cost(check)
    return None


def spent_on(check: Check) -> int:
    """CAPs that went into a check; less than nothing where they raised the number."""
    return -sum(part.value for part in check.tally.parts if part.rule == "sos-3.2-b")


def _added_to_cost(check: Check) -> int:
    rules = [part.rule for part in check.tally.parts]
    caps = sum(part.value for part in check.tally.parts if part.rule == "sos-3.3-a")
    return CONFUSION * rules.count("sos-card-06-b") + caps


def _initiative(state: HeroesState, check: Check) -> int:
    """Seven, by the older manual eight. [9.11]"""
    return (8 if state.setting.options.get("initiative") == "manual" else 7) - spent_on(check)


# -- attacks [6.1-6.10]


def _attack(state: HeroesState, attack: Attack) -> int | None:
    """The Hit Number; what is fired from beyond the map is not counted again."""
    shooter, target = state.position.unit(attack.unit), _target(state, attack.now)
    if shooter is None:
        return None
    support = sum(part.value for part in attack.support)
    strength = _firepower(state, shooter, target) + 2 * attack.aimed + support
    return _defence(state, target, shooter, attack) - strength - _height(state, attack.origin, target)


def _height(state: HeroesState, origin: int, target: Unit) -> int:
    """One for the higher end, and one for a Foot target behind a small balka. [12.5]"""
    levels, board = state.setting.board.elevation, state.setting.board
    gain = (levels[origin] > levels[target.hex]) - (levels[origin] < levels[target.hex])
    foot = state.setting.kinds[target.kind].move_type == "foot"
    lie = crossings(board, origin, target.hex)
    last = lie[-1] if lie else (origin,)
    sides = [f for f in board.features if f.kind == "small_balka" and target.hex in (f.a, f.b)]
    shielded = foot and origin != target.hex and all(any({f.a, f.b} == {h, target.hex} for f in sides) for h in last)
    return gain - shielded


def _target(state: HeroesState, name: str) -> Unit:
    """The unit, or the work as if it were one. [17.11-a]"""
    what, colon, of = name.partition(":")
    if not colon:
        return state.position.units[name]
    if what == "hasty":
        builder = state.position.units[of]
        return Unit(name, "hasty_defense", builder.force, builder.side, builder.hex)
    works = state.position.works[of]
    return Unit(name, works.kind, "", works.side, state.setting.board.hex(of), works.facing)


def _defence(state: HeroesState, target: Unit, shooter: Unit, attack: Attack) -> int:
    kind, marker = state.setting.kinds[target.kind], _marker(state, target)
    close = shooter.hex == target.hex
    picks_flank = "sniper" in state.setting.kinds[shooter.kind].flags
    front = not close and not picks_flank and _before(state, target.hex, target.facing, shooter.hex)
    figure = kind.front_def if front else kind.flank_def
    if marker is not None:
        figure += marker.front_def if front else marker.flank_def
    sheltered = not close or kind.move_type == "foot" or "field_gun" in kind.flags
    ground = TERRAIN_DEFENCE.get(state.setting.board.terrain[target.hex], 0) if sheltered else 0
    return figure + ground + (1 if target.dug_in else 0)


def _firepower(state: HeroesState, shooter: Unit, target: Unit) -> int:
    kind, marker = state.setting.kinds[shooter.kind], _marker(state, shooter)
    red = state.setting.kinds[target.kind].def_color == "red"
    figure = (kind.red_fp if red else kind.blue_fp) or 0
    reach = kind.range
    if marker is not None:
        figure += marker.red_fp if red else marker.blue_fp
        reach = reach if marker.range is None else marker.range
    away = _away(state, shooter.hex, target.hex)
    if away == 0:
        return figure - 2 if any(flag.startswith("crew_") for flag in kind.flags) else figure + 4
    short = 3 if away == 1 and "sniper" not in kind.flags else 0
    return figure + short - (2 if away > reach else 0)


# -- rallies [7.7, 7.8]


def _rally(state: HeroesState, unit: Unit) -> int:
    marker = state.setting.markers[unit.marker]
    friends = [
        other for other in state.position.units.values()
        if other.hex == unit.hex and other.side == unit.side and other.id != unit.id and not other.marker
    ]  # fmt: skip
    return (marker.rally or 0) - _rally_ground(state, unit.hex) - len(friends) - (1 if unit.dug_in else 0)


def _rally_ground(state: HeroesState, place: int) -> int:
    month, terrain = state.setting.mission.month, state.setting.board.terrain[place]
    manual = state.setting.options.get("wheat_rally") == "manual"
    crops = {"corn": CORN_MONTHS, "wheat": CORN_MONTHS if manual else ("July", "August")}
    return int(terrain in ROUGH or month in crops.get(terrain, ()))


# -- costs [2.4, 4.5-4.11, 7.10]


def _cost(state: HeroesState, action: Action) -> int | None:
    """The cost by the tables; costs that only the way taken can tell are not counted again."""
    unit = state.position.units.get(action.unit)
    if unit is None:
        return None
    if action.terms == "card":
        return state.setting.cards[action.verb].cost
    if action.terms == "free":
        return 0
    if action.verb not in COUNTED:
        return None
    stress = 1 if set(action.members) & set(state.tracks.stressed[unit.force]) else 0
    return _basic(state, action, unit) + stress


def _basic(state: HeroesState, action: Action, unit: Unit) -> int:
    kind, marker = state.setting.kinds[unit.kind], _marker(state, unit)
    if action.verb in ("fire", "assault"):
        return (kind.attack_cost or 0) + (marker.attack_cost if marker else 0)
    hampered = marker.move_cost if marker else 0
    if action.verb == "move":
        return _step(state, action, unit) + hampered
    if action.verb == "pivot":
        return TURN_COST + hampered
    return RALLY_COST if action.verb.startswith("rally") else STALL_COST


def _step(state: HeroesState, action: Action, unit: Unit) -> int:
    start, facing = action.origin
    manual = state.setting.options.get("foot_cost") == "manual"
    cost = 1 if manual else state.setting.kinds[unit.kind].move_cost
    if _is_rough(state, action.hex) and not _road(state, start, action.hex):
        cost += 1
    cost += _levels_climbed(state, unit, start, action.hex)
    return cost if _before(state, start, facing, action.hex) else cost + 1


def _levels_climbed(state: HeroesState, unit: Unit, start: int, end: int) -> int:
    """One for a level up, two for steep ground either way, two for a small balka or a trench on foot. [12.3, 12.4]"""
    levels, board = state.setting.board.elevation, state.setting.board
    rise = levels[end] - levels[start]
    extra = 2 if abs(rise) == 2 else 1 if rise == 1 else 0
    if state.setting.kinds[unit.kind].move_type == "foot":
        extra += 2 * any({f.a, f.b} == {start, end} and f.kind == "small_balka" for f in board.features)
        extra += 2 * (board.terrain[end] == "at_trench")
    return extra


def _is_rough(state: HeroesState, place: int) -> bool:
    terrain = state.setting.board.terrain[place]
    if terrain == "corn":
        return state.setting.mission.month in CORN_MONTHS and state.setting.options.get("corn") != "manual"
    return terrain in ROUGH


# -- data


def _marker(state: HeroesState, unit: Unit) -> MarkerKind | None:
    return state.setting.markers[unit.marker] if unit.marker else None


def _road(state: HeroesState, a: int, b: int) -> bool:
    return any({road.a, road.b} == {a, b} for road in state.setting.board.links)


def _away(state: HeroesState, a: int, b: int) -> int:
    """Distance by cube coordinates."""
    (aq, ar), (bq, br) = state.setting.board.axial[a], state.setting.board.axial[b]
    return (abs(aq - bq) + abs(ar - br) + abs(aq + ar - bq - br)) // 2


def _before(state: HeroesState, place: int, facing: int, other: int) -> bool:
    """Does a hex lie within sixty degrees of where a unit looks, by the angle between the centres?"""
    board = state.setting.board
    (x, y), (ox, oy) = board.centres[place], board.centres[other]
    look = NORTH[board.grid.orientation] + 60.0 * facing
    turn = (degrees(atan2(oy - y, ox - x)) - look + 180.0) % 360.0 - 180.0
    return abs(turn) <= HALF_ARC + 0.01
