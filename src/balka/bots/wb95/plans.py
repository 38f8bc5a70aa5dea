"""What a defender is up to: garrisons for the towns that are threatened, and counterstrokes. For bots only.

A plan is made anew from every position, out of what the side knows, and kept with it. Nothing here is a rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from balka.bots.wb95.outlook import deciding, prized, prospect, strength, to_enemy
from balka.bots.wb95.stance import Plan
from balka.core.boards import Board
from balka.core.hexes import hexes_in
from balka.core.memo import POSITION, SETTING, remembered
from balka.systems.wb95.fortifications import is_fortified
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.movement import may_move
from balka.systems.wb95.position import Unit, WbState, enemy_of, force
from balka.systems.wb95.zones import controls, zone

ASSEMBLY = 3  # hexes from which units come to an attack that is made together
COMERS = 4  # and how many of them are reckoned with


def pinned(view: WbState, side: str, h: int) -> bool:
    return bool(zone(force(view, enemy_of(side)), view.setting.board) >> h & 1)


# -- garrisons


@remembered(on=POSITION)
def posts(view: WbState, plan: Plan) -> dict[str, int]:
    """Who is to go to which threatened town, the nearest first; attackers garrison only what decides the game."""
    board, own, wanting = view.setting.board, force(view, plan.side), _wanting(view, plan)
    if plan.attacks and not wanting:
        return {}
    free = {unit.id: unit for unit in _free(view, plan)}
    posted: dict[str, int] = {}
    for h, lacking in wanting:
        nearest = sorted((board.distance(unit.hex, h), unit.id) for unit in free.values())
        sent = 0
        for away, name in nearest:
            if sent >= lacking or away > plan.stance.furthest:
                break
            posted[name] = h
            sent += own.units[name].cel
            del free[name]
    if plan.attacks:
        return posted
    return posted | {unit.id: nearest_held(view, unit) for unit in free.values() if bypassed(view, unit)}


def guards(view: WbState, plan: Plan, unit: Unit) -> bool:
    """Whether a unit is needed where it stands: without it too few would hold what must not be lost."""
    if unit.hex not in deciding(view, unit.side) or to_enemy(view, unit.side)[unit.hex] > plan.stance.threat:
        return False
    least = plan.stance.vital if plan.attacks else plan.stance.town
    return force(view, unit.side).cel(unit.hex) - unit.cel < least


def nearest_held(view: WbState, unit: Unit) -> int:
    """The nearest town its side still holds; where it stands, if there is none."""
    return _nearest_held(view, view.position.control, unit.side, unit.hex)


@remembered(on=SETTING)
def _nearest_held(view: WbState, control: str, side: str, here: int) -> int:
    board = view.setting.board
    held = [h for h in prized(view) if control[h] == side[0]]
    return min(held, key=lambda h: (board.distance(here, h), h), default=here)


def bypassed(view: WbState, unit: Unit) -> bool:
    """Whether the enemy is nearer to what a unit should shield than the unit is itself."""
    town = nearest_held(view, unit)
    return view.setting.board.distance(unit.hex, town) > to_enemy(view, unit.side)[town] + 1


def _wanting(view: WbState, plan: Plan) -> list[tuple[int, int]]:
    """Threatened towns with too few men in them, and how many CEL they lack; the one in most danger first."""
    side, stance = plan.side, plan.stance
    distances, own, vital = to_enemy(view, side), force(view, side), deciding(view, side)
    threatened = [
        (distances[h], h, wanted_in(plan, h in vital) - own.cel(h))
        for h in (vital if plan.attacks else prized(view))
        if distances[h] <= stance.threat and controls(view, side, h)
    ]
    return [(h, lacking) for _, h, lacking in sorted(threatened) if lacking > 0]


def wanted_in(plan: Plan, decides: bool) -> int:  # noqa: FBT001
    """How many CEL a threatened town should have."""
    if plan.attacks:
        return plan.stance.vital
    return plan.stance.garrison if decides else plan.stance.town


def _free(view: WbState, plan: Plan) -> Iterator[Unit]:
    """Units that hold nothing: not in contact, not in a town themselves, not in works the enemy is about to reach."""
    side = plan.side
    distances = to_enemy(view, side)
    for h, units in force(view, side).at.items():
        held = h in prized(view) or pinned(view, side, h)
        line = distances[h] <= plan.stance.strike_from and is_fortified(view, side, h)
        for unit in units:
            if not held and strength(view, unit) and may_move(view, unit) and (not line or bypassed(view, unit)):
                yield unit


# -- counterstrokes


@remembered(on=POSITION)
def strokes(view: WbState, plan: Plan) -> dict[int, tuple[float, tuple[int, ...]]]:
    """Enemy hexes that those around can beat together: what that promises, and where they come from."""
    every = {h: _stroke(view, plan, h) for h in force(view, enemy_of(plan.side)).at}
    return {h: stroke for h, stroke in every.items() if stroke[1] and stroke[0] >= plan.stance.good}


def _stroke(view: WbState, plan: Plan, target: int) -> tuple[float, tuple[int, ...]]:
    side, stance, ready = plan.side, plan.stance, _ready(view, plan.side)
    near = force(view, side).occupied & _ring(view.setting.board, target, stance.strike_from, stance.strike_to)
    comers = {name: h for h in hexes_in(near) if h in ready for name in ready[h]}
    return (prospect(view, side, (target,), comers), tuple(sorted({*comers.values()}))) if comers else (0.0, ())


@remembered(on=POSITION)
def _ready(view: WbState, side: str) -> dict[int, list[str]]:
    """Who can be sent against the enemy, by the hex they are in: garrisons and lines are left alone."""
    able = {h: [unit.id for unit in units if not unit.has(Mark.MOVED) and strength(view, unit)]
            for h, units in force(view, side).at.items()}  # fmt: skip
    return {h: names for h, names in able.items() if names and not _is_post(view, side, h)}


@remembered
def _ring(board: Board, h: int, nearest: int, farthest: int) -> int:
    """The hexes from which a defender strikes at one."""
    return board.within(h, farthest) & ~board.within(h, nearest - 1)


def _is_post(view: WbState, side: str, h: int) -> bool:
    return h in prized(view) or is_fortified(view, side, h) or pinned(view, side, h)


@remembered(on=POSITION)
def strikers(view: WbState, plan: Plan) -> frozenset[int]:
    """Hexes from which units can go for an enemy at good odds, garrisons and lines left alone."""
    return frozenset(h for _, ring in strokes(view, plan).values() for h in ring)


def promised(view: WbState, plan: Plan, h: int) -> float:
    """What going next to the enemy in a hex promises if those who can come do; nothing if one there is too strong."""
    foe, known = force(view, enemy_of(plan.side)).at, strokes(view, plan)
    enemies = [b for b in view.setting.board.neighbours[h] if b in foe]
    promises = [known[b][0] for b in enemies if b in known]
    surely = promises and len(promises) == len(enemies) and min(promises) >= plan.stance.sure
    return min(promises) if surely else 0.0


# -- attacks made together


@remembered(on=POSITION)
def assaults(view: WbState, plan: Plan) -> dict[int, float]:
    """Enemy hexes with what an attack on each promises if those come who still can."""
    every = {h: _assault(view, plan, h) for h in force(view, enemy_of(plan.side)).at}
    return {h: value for h, value in every.items() if value >= plan.stance.good}


def _assault(view: WbState, plan: Plan, target: int) -> float:
    own, board = force(view, plan.side), view.setting.board
    near = hexes_in(own.occupied & _ring(board, target, 2, ASSEMBLY))
    comers = [unit for h in near for unit in own.at[h] if not unit.has(Mark.MOVED) and strength(view, unit)]
    comers.sort(key=lambda unit: (-strength(view, unit), unit.id))
    chosen = {unit.id: unit.hex for unit in comers[:COMERS]}
    return prospect(view, plan.side, (target,), chosen) if chosen else 0.0


def pledged(view: WbState, plan: Plan, h: int) -> float:
    """What going next to enemies promises an attacker if others follow; nothing if one of them is too strong."""
    foe, known = force(view, enemy_of(plan.side)).at, assaults(view, plan)
    enemies = [b for b in view.setting.board.neighbours[h] if b in foe]
    return min((known.get(b, 0.0) for b in enemies), default=0.0)
