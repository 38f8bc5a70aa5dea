"""Bridges, aircraft and guns on their own: what blowing, rebuilding, bombing and shelling are worth. No rules."""

from __future__ import annotations

from msgspec import structs

from balka.bots.wb95.outlook import result_value, to_enemy
from balka.bots.wb95.plans import pinned
from balka.bots.wb95.stance import Plan
from balka.core.checks import Check
from balka.core.frames import Lane
from balka.core.memo import POSITION, remembered
from balka.systems.wb95 import air, bridges, strikes
from balka.systems.wb95.position import Flight, WbState, force, unit_of
from balka.systems.wb95.shelling import Shelling, shelling_check

NEVER = -1.0
SOON = 4  # hexes to the enemy at which a bridge before him is blown
SPARED = 2  # hexes around the far end of a bridge within which friends may still need it


# -- bridges


def blow(view: WbState, plan: Plan, choice: bridges.Blow) -> float:
    """A defender blows the bridges the enemy is about to come by, once no friend is beyond them."""
    unit = unit_of(view, choice.unit)
    stance = plan.of(unit.id)
    if not stance.demolish or stance.role != "defend":
        return NEVER
    far = next(h for h in choice.side if h != unit.hex)
    away = to_enemy(view, unit.side)
    comes = away[far] < away[unit.hex] <= SOON
    return stance.demolish if comes and not has_friends_beyond(view, unit.side, unit.hex, far) else NEVER


def has_friends_beyond(view: WbState, side: str, near: int, far: int) -> bool:
    """Whether friends stand about the far end of a bridge, nearer to it than to the end a unit holds."""
    board, occupied = view.setting.board, force(view, side).at
    return any(board.distance(h, far) <= SPARED and board.distance(h, far) < board.distance(h, near) for h in occupied)


def rebuild(view: WbState, plan: Plan, choice: bridges.Rebuild) -> float:
    """An attacker rebuilds the bridges on his way, where the enemy does not stand next to them."""
    unit = unit_of(view, choice.unit)
    stance = plan.of(unit.id)
    wanted = stance.demolish and stance.role == "attack" and not pinned(view, unit.side, unit.hex)
    return 2 * stance.demolish if wanted else NEVER


# -- aircraft


def raid(view: WbState, plan: Plan, choice: air.Fly) -> float:
    """What an air attack promises for each counter in it, with another one if more can fly."""
    planned = tuple(flight for flight in _flights(view, plan.side) if flight.hex == choice.hex)
    if any(flight.mission != "attack" for flight in planned):
        return NEVER
    others = [name for name in _others(view, plan.side) if name != choice.unit][: air.PER_HEX - 1 - len(planned)]
    names = (*(flight.unit for flight in planned), str(choice.unit), *others)
    return _raid_value(view, plan.side, choice.hex, names) / len(names)


def _flights(view: WbState, side: str) -> list[Flight]:
    """The missions a side has planned so far in an Air Phase."""
    lane = _lane(view, side)
    return list(air.read_plan(view, lane)) if lane is not None else []


def _others(view: WbState, side: str) -> list[str]:
    """One counter of each kind that may still fly."""
    lane = _lane(view, side)
    return air.free(view, lane, list(air.read_plan(view, lane))) if lane is not None else []


def _lane(view: WbState, side: str) -> Lane | None:
    frame = view.stack[-1]
    return next((lane for lane in frame.lanes if lane.force == side), None) if isinstance(frame, air.AirPlan) else None


@remembered(on=POSITION)
def _raid_value(view: WbState, side: str, h: int, names: tuple[str, ...]) -> float:
    check = strikes.raid_check(view, tuple(Flight(name, side, "attack", h) for name in names))
    return fire_value(check)


def fire_value(check: Check) -> float:
    """What a throw on a fire table is worth on the mean, in the coin of `result_value`."""
    return sum(float(band.low) * result_value(f"-/{band.name}") for band in check.odds())


# -- guns


@remembered(on=POSITION)
def cannonade(view: WbState, side: str, h: int) -> float:
    """What all the ready guns in range of a hex promise if they fire at it."""
    fire = Shelling(side, h)
    return fire_value(shelling_check(view, structs.replace(fire, guns=tuple(fire.ready(view)))))
