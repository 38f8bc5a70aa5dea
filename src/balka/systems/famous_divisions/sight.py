"""Lines of sight: who observes which hex, and so who may inspect what. [1.1, 11.2, 11.3]"""

from __future__ import annotations

from functools import cache

from balka.core.boards import NO_HEX
from balka.core.hexes import Axial
from balka.core.memo import remembered
from balka.core.sight import Sighting, crossings
from balka.core.sight import line as lattice_line
from balka.systems.famous_divisions.model import GdPosition, Now, Unit
from balka.systems.famous_divisions.terrain import Ground

OBSERVATION = 10  # hexes [1.1-a, b, 11.2-b]


def line(ground: Ground, a: int, b: int) -> Sighting:
    """The line from a to b: stopped by blocking terrain strictly between, never by a hexside it runs along.

    On a peak the observer looks over blocking terrain next to it. [1.1-c, 11.2-d to g, 11.3-d, ruling Q-los]
    """
    lie = crossings(ground.board, a, b)
    crossed = tuple(only[0] for only in lie if len(only) == 1)
    runs = tuple((pair[0], pair[1]) for pair in lie if len(pair) == 2)
    for h in crossed:
        if h != NO_HEX and _blocks(ground, a, h):
            reason = f"{ground.board.terrain[h].replace('_', ' ')} in {ground.board.labels[h]}"
            return Sighting(a, b, crossed, runs, (h,), reason)
    return Sighting(a, b, crossed, runs)


def _blocks(ground: Ground, observer: int, h: int) -> bool:
    if not ground.blocking >> h & 1:
        return False
    return not (observer in ground.peaks and ground.board.are_neighbours(observer, h))


@cache
def _looks() -> tuple[tuple[Axial, tuple[Axial, ...]], ...]:
    """Every displacement within observation, with the hexes its line passes through."""
    reach = range(-OBSERVATION, OBSERVATION + 1)
    spots = [(q, r) for q in reach for r in reach if max(abs(q), abs(r), abs(q + r)) <= OBSERVATION]
    return tuple((spot, tuple(only[0] for only in lattice_line(*spot) if len(only) == 1)) for spot in spots)


@remembered
def seen_from(ground: Ground, h: int) -> int:
    """The hexes a unit in h observes, as a bitmask; worked out once for each hex."""
    find, (q, r) = ground.board.by_axial.get, ground.board.axial[h]
    blocked = ground.blocking_spots
    if h in ground.peaks:
        blocked = blocked - {ground.board.axial[n] for n in ground.neighbours[h]}
    mask = 0
    for (x, y), passed in _looks():
        target = find((q + x, r + y))
        if target is not None and not any((q + a, r + b) in blocked for a, b in passed):
            mask |= 1 << target
    return mask


def observed(game: Now, side: str) -> int:
    """The hexes any unit of a side observes, as a bitmask. Where units stand is known to all, so this is too."""
    return _observed(game.position, game.setting.catalogue.ground, side)


@remembered
def _observed(now: GdPosition, ground: Ground, side: str) -> int:
    """Nobody looks around before all are set up: what is put down can be taken back. [ruling Q-setup-sight]"""
    mask = 0
    for h in now.occupied(side) if not now.unready else ():
        mask |= seen_from(ground, h)
    return mask


def can_inspect(game: Now, side: str, h: int) -> bool:
    """May a side look through the enemy stack in a hex? If it observes it and nothing is dug there. [1.1-a to d]"""
    return bool(observed(game, side) >> h & 1) and h not in game.position.fortified()


@remembered
def known_ids(now: GdPosition, ground: Ground, side: str) -> frozenset[str]:
    """The enemy counters on the map that a side can name: inspected, or seen in combat this turn. [1.1]"""
    mask, shut = _observed(now, ground, side), now.fortified()
    stacks = [(h, stack) for h, stack in now.at.items() if stack[0].side != side]
    opened = {h for h, _ in stacks if mask >> h & 1 and h not in shut}
    return frozenset(u.id for h, stack in stacks for u in stack if (h in opened or u.revealed) and not u.anonymous)


def is_known_to(game: Now, side: str, counter: Unit) -> bool:
    """Does a side know this counter: its own, off the map, inspected, or seen in combat this turn? [1.1]"""
    if counter.side == side or counter.hex < 0:
        return True
    return counter.id in known_ids(game.position, game.setting.catalogue.ground, side)


def known_stack(game: Now, side: str, h: int) -> tuple[Unit, ...]:
    """The counters in a hex that a side knows by name."""
    return tuple(u for u in game.position.stack(h) if not u.anonymous and is_known_to(game, side, u))


def is_all_known(game: Now, side: str, h: int) -> bool:
    stack = game.position.stack(h)
    return len(known_stack(game, side, h)) == len(stack)


def distance(game: Now, a: int, b: int) -> int:
    """Range: the first hex left out, the last counted. [6.0-e, 10.2-i, 11.2-b, 11.3-a]"""
    return game.setting.board.distance(a, b)
