"""Every check worked out a second way, for the audit: plain arithmetic from the tables, nothing taken from the rules.

Only what the state no longer shows is read from the check itself: CAPs already spent on it, Battlefield Confusion and
the die of barbed wire.
"""

from __future__ import annotations

from balka.core.checks import Check
from balka.core.frames import Frame, Roll
from balka.systems.heroes import keys
from balka.systems.heroes.audit.counting import counted, spent_on, unhurt_friends
from balka.systems.heroes.audit.third_edition.recount_attacks import hit_number
from balka.systems.heroes.audit.third_edition.recount_moves import (
    load_cost,
    move_costs,
    turret_cost,
    unload_cost,
    way_cost,
)
from balka.systems.heroes.chapters.attacks import Attack
from balka.systems.heroes.chapters.rally import Rallying
from balka.systems.heroes.data.mission_data import LayWire
from balka.systems.heroes.kinds import MarkerKind
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.third_edition.payment import Payment
from balka.systems.heroes.third_edition.rounds import Initiative
from balka.systems.heroes.units import HeroesState, Unit

ROUGH = ("woods", "building_wood", "building_stone")
CORN_MONTHS = ("August", "September")
CONFUSION = 3
RALLY_COST, TURN_COST, STALL_COST = 5, 1, 1
WAYS = {"move": way_cost, "overrun": way_cost, "load": load_cost, "unload": unload_cost}
ATTACKS = ("fire", "assault", "raze", "flame", "scorch", "flak")
COUNTED = (*WAYS, *ATTACKS, "pivot", "rally", "stall", "rally together", "stall together", "indirect", "dig", "occupy",
           "climb", "wire")  # fmt: skip
DIG_COST = 5


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
        number = hit_number(state, frame, check)
        return None if number is None else number - spent_on(check)
    if isinstance(frame, Rallying):
        unit = state.position.unit(frame.unit)
        return None if unit is None else _rally(state, unit) - frame.count - (2 if frame.helps else 0)
    action = state.stack[-4]
    if isinstance(frame, Payment) and isinstance(action, Action):
        cost = _cost(state, action)
        return None if cost is None else cost + _added_to_cost(check)
    return None


def _added_to_cost(check: Check) -> int:
    confused = sum(part.key == keys.CONFUSION for part in check.tally.parts)
    return CONFUSION * confused + counted(check.tally, keys.WIRE) + counted(check.tally, keys.CAPS)


def _initiative(state: HeroesState, check: Check) -> int:
    """Seven, by the older manual eight. [9.11]"""
    return (8 if state.setting.options.get("initiative") == "manual" else 7) - spent_on(check)


# -- rallies [7.7, 7.8]


def _rally(state: HeroesState, unit: Unit) -> int:
    marker = state.setting.markers[unit.marker]
    friends, works = unhurt_friends(state, unit), 1 if unit.dug_in or unit.inside else 0
    return (marker.rally or 0) - _rally_ground(state, unit.hex) - _rally_balka(state, unit) - friends - works


def _rally_ground(state: HeroesState, place: int) -> int:
    month, terrain = state.setting.mission.month, state.setting.board.terrain[place]
    manual = state.setting.options.get("wheat_rally") == "manual"
    crops = {"corn": CORN_MONTHS, "wheat": CORN_MONTHS if manual else ("July", "August")}
    smoke = state.position.smoke.get(state.setting.board.labels[place]) == "heavy"
    hidden = smoke and state.setting.options.get("smoke_rally") != "manual"
    return int(terrain in ROUGH or month in crops.get(terrain, ()) or hidden)


def _rally_balka(state: HeroesState, unit: Unit) -> int:
    """One for Foot Units at a small balka or in an anti-tank trench. [12.3-e]"""
    board = state.setting.board
    beside = any(unit.hex in (f.a, f.b) for f in board.features if f.kind == "small_balka")
    foot = state.setting.kinds[unit.kind].move_type == "foot"
    return int(foot and (beside or board.terrain[unit.hex] == "at_trench"))


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
    if action.verb not in COUNTED or _through_works(state, action):
        return None
    stress = 1 if set(action.members) & set(state.tracks.stressed[unit.force]) else 0
    return _basic(state, action, unit) + stress


def _through_works(state: HeroesState, action: Action) -> bool:
    """Did it drive on out of a Fortification? Having gone inside, it faced as the work does. [17.2]"""
    stops = (action.hex, *(place for place, _ in action.way[:-1])) if action.way else ()
    return any(state.setting.board.labels[place] in state.position.works for place in stops)


def _basic(state: HeroesState, action: Action, unit: Unit) -> int:
    kind, marker = state.setting.kinds[unit.kind], _marker(state, unit)
    if action.verb in ATTACKS:
        turned = turret_cost(state, action, unit) if action.verb in ("fire", "flak", "flame") else 0
        return (kind.attack_cost or 0) + (marker.attack_cost if marker else 0) + turned
    if action.verb == "indirect":
        return (kind.indirect_cost or 0) + (marker.attack_cost if marker else 0)
    hampered = marker.move_cost if marker else 0
    if action.verb in ("occupy", "climb"):
        manual = kind.move_type == "foot" and state.setting.options.get("foot_cost") == "manual"
        return (1 if manual else kind.move_cost) + hampered
    if action.verb == "dig":
        return DIG_COST
    if action.verb == "wire":
        return next(rule.ap for rule in state.setting.mission.special if isinstance(rule, LayWire))
    if action.verb in WAYS:
        return WAYS[action.verb](state, action, unit) + hampered * move_costs(action)
    if action.verb == "pivot":
        return TURN_COST + hampered
    return RALLY_COST if action.verb.startswith("rally") else STALL_COST


# -- data


def _marker(state: HeroesState, unit: Unit) -> MarkerKind | None:
    """The marker that counts: Iron Will ignores it. [card V06]"""
    return state.setting.markers[unit.marker] if unit.marker and state.tracks.iron != unit.id else None
