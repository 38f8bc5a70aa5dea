"""What a defender is up to: garrisons for the towns that are threatened, and counterstrokes. For bots only.

A plan is made anew from every position, out of what the side knows, and kept with it. Nothing here is a rule.
"""

from __future__ import annotations

from collections.abc import Iterator

from balka.bots.wb95.outlook import (
    GARRISON,
    THREAT,
    attacks,
    deciding,
    prized,
    prospect,
    strength,
    to_enemy,
)
from balka.core.boards import Board
from balka.core.hexes import hexes_in
from balka.core.memo import POSITION, SETTING, remembered
from balka.systems.wb95.fortifications import is_fortified
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.movement import may_move
from balka.systems.wb95.position import Unit, WbState, enemy_of, force
from balka.systems.wb95.zones import controls, zone

TOWN = 3  # CEL wanted in a town that is threatened
FURTHEST = 10  # hexes from which somebody is sent there
STRIKE = range(2, 4)  # from how far a defender strikes back
GOOD = 1.2  # an attack that promises so much is worth leaving one's place for
SURE = 1.5  # and so much that the first to come need not be strong alone


def pinned(view: WbState, side: str, h: int) -> bool:
    return bool(zone(force(view, enemy_of(side)), view.setting.board) >> h & 1)


# -- garrisons


@remembered(on=POSITION)
def posts(view: WbState, side: str) -> dict[str, int]:
    """Who is to go to which threatened town, the nearest first; attackers garrison only what decides the game."""
    board, own = view.setting.board, force(view, side)
    free = {unit.id: unit for unit in _free(view, side)}
    posted: dict[str, int] = {}
    for h, lacking in _wanting(view, side):
        nearest = sorted((board.distance(unit.hex, h), unit.id) for unit in free.values())
        sent = 0
        for away, name in nearest:
            if sent >= lacking or away > FURTHEST:
                break
            posted[name] = h
            sent += own.units[name].cel
            del free[name]
    if attacks(view, side):
        return posted
    return posted | {unit.id: nearest_held(view, unit) for unit in free.values() if bypassed(view, unit)}


def guards(view: WbState, unit: Unit) -> bool:
    """Whether a unit is needed where it stands: without it too few would hold what must not be lost."""
    if unit.hex not in deciding(view, unit.side) or to_enemy(view, unit.side)[unit.hex] > THREAT:
        return False
    return force(view, unit.side).cel(unit.hex) - unit.cel < TOWN


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


def _wanting(view: WbState, side: str) -> list[tuple[int, int]]:
    """Threatened towns with too few men in them, and how many CEL they lack; the one in most danger first."""
    distances, own, vital = to_enemy(view, side), force(view, side), deciding(view, side)
    attacker = attacks(view, side)
    threatened = [
        (distances[h], h, (GARRISON if h in vital and not attacker else TOWN) - own.cel(h))
        for h in (vital if attacker else prized(view))
        if distances[h] <= THREAT and controls(view, side, h)
    ]
    return [(h, lacking) for _, h, lacking in sorted(threatened) if lacking > 0]


def _free(view: WbState, side: str) -> Iterator[Unit]:
    """Units that hold nothing: not in contact, not in a town themselves, not in works the enemy is about to reach."""
    distances = to_enemy(view, side)
    for h, units in force(view, side).at.items():
        held = h in prized(view) or pinned(view, side, h)
        line = distances[h] <= STRIKE[0] and is_fortified(view, side, h)
        for unit in units:
            if not held and strength(view, unit) and may_move(view, unit) and (not line or bypassed(view, unit)):
                yield unit


# -- counterstrokes


@remembered(on=POSITION)
def strokes(view: WbState, side: str) -> dict[int, tuple[float, tuple[int, ...]]]:
    """Enemy hexes that those around can beat together: what that promises, and where they come from."""
    every = {h: _stroke(view, side, h) for h in force(view, enemy_of(side)).at}
    return {h: stroke for h, stroke in every.items() if stroke[1] and stroke[0] >= GOOD}


def _stroke(view: WbState, side: str, target: int) -> tuple[float, tuple[int, ...]]:
    own = force(view, side)
    near = hexes_in(own.occupied & _ring(view.setting.board, target))
    ring = [h for h in near if not _is_post(view, side, h)]
    comers = {unit.id: h for h in ring for unit in own.at[h] if not unit.has(Mark.MOVED) and strength(view, unit)}
    return (prospect(view, side, (target,), comers), tuple(sorted({*comers.values()}))) if comers else (0.0, ())


@remembered
def _ring(board: Board, h: int) -> int:
    """The hexes from which a defender strikes at one."""
    return board.within(h, STRIKE[-1]) & ~board.within(h, STRIKE[0] - 1)


def _is_post(view: WbState, side: str, h: int) -> bool:
    return h in prized(view) or is_fortified(view, side, h) or pinned(view, side, h)


@remembered(on=POSITION)
def strikers(view: WbState, side: str) -> frozenset[int]:
    """Hexes from which units can go for an enemy at good odds, garrisons and lines left alone."""
    return frozenset(h for _, ring in strokes(view, side).values() for h in ring)


def promised(view: WbState, side: str, h: int) -> float:
    """What going next to the enemy in a hex promises if those who can come do; nothing if one there is too strong."""
    foe = force(view, enemy_of(side)).at
    enemies = [b for b in view.setting.board.neighbours[h] if b in foe]
    promises = [strokes(view, side)[b][0] for b in enemies if b in strokes(view, side)]
    return min(promises) if promises and len(promises) == len(enemies) and min(promises) >= SURE else 0.0
