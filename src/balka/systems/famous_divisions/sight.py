"""Lines of sight: who observes which hex, and so who may inspect what. [1.1, 11.2, 11.3]"""

from __future__ import annotations

from functools import cache

from balka.core.boards import NO_HEX
from balka.core.hexes import Axial, hexes_in, mask_of
from balka.core.memo import remembered
from balka.core.sight import Sighting, crossings
from balka.core.sight import line as lattice_line
from balka.systems.famous_divisions.model import Now, enemy_of
from balka.systems.famous_divisions.position import (
    SIDES,
    GdPosition,
    Places,
    Unit,
    Works,
)
from balka.systems.famous_divisions.terrain import Ground, spot

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
def _looks() -> tuple[int, ...]:
    """Every displacement within observation."""
    return tuple(spot(way) for way in _ways())


@cache
def _shadows() -> dict[int, int]:
    """For every displacement that a line may pass through those beyond it, by their numbers, as a bitmask."""
    found: dict[int, int] = {}
    for n, way in enumerate(_ways()):
        for passed in [spot(only[0]) for only in lattice_line(*way) if len(only) == 1]:
            found[passed] = found.get(passed, 0) | 1 << n
    return found


def _ways() -> list[Axial]:
    reach = range(-OBSERVATION, OBSERVATION + 1)
    return [(q, r) for q in reach for r in reach if max(abs(q), abs(r), abs(q + r)) <= OBSERVATION]


def seen_from(ground: Ground, h: int) -> int:
    """The hexes a unit in h observes, as a bitmask; worked out once for each hex."""
    known = _rows(ground)
    row = known.get(h)
    if row is None:
        row = known[h] = _seen_from(ground, h)
    return row


@remembered
def _rows(ground: Ground) -> dict[int, int]:
    """What has been worked out about hexes so far. To be filled."""
    return {}


def _seen_from(ground: Ground, h: int) -> int:
    at, blocked, looks = ground.spots[h], ground.blocking_spots, _looks()
    if h in ground.peaks:
        blocked = blocked - {ground.spots[n] for n in ground.neighbours[h]}
    dark = 0
    for way, behind in _shadows().items():
        if at + way in blocked:
            dark |= behind
    seen = [ground.by_spot.get(at + looks[n]) for n in hexes_in(((1 << len(looks)) - 1) & ~dark)]
    return mask_of([target for target in seen if target is not None])


def observed(game: Now, side: str) -> int:
    """The hexes any unit of a side observes, as a bitmask. Where units stand is known to all, so this is too."""
    return _observed(game.position, game.setting.catalogue.ground, side)


def _observed(now: GdPosition, ground: Ground, side: str) -> int:
    """Nobody looks around before all are set up: what is put down can be taken back. [ruling Q-setup-sight]"""
    return 0 if now.unready or side not in SIDES else _seen_from_all(now.forces[side].places, ground)


@remembered
def _seen_from_all(places: Places, ground: Ground) -> int:
    mask, known = 0, _rows(ground)
    for h in places.hexes:
        mask |= known[h] if h in known else seen_from(ground, h)
    return mask


def can_inspect(game: Now, side: str, h: int) -> bool:
    """May a side look through the enemy stack in a hex? If it observes it and nothing is dug there. [1.1-a to d]"""
    return bool(observed(game, side) >> h & 1) and h not in game.position.fortified()


@remembered
def inspected(now: GdPosition, ground: Ground, side: str) -> frozenset[int]:
    """The enemy stacks a side may look through, by their hexes. [1.1-a to d]"""
    foes = now.forces[enemy_of(side)].places
    return _open_to(foes, foes.mask & _observed(now, ground, side), now.works)


@remembered
def _open_to(places: Places, seen: int, works: Works) -> frozenset[int]:
    """Those places of a bitmask where nothing is dug: one value as long as they stay so."""
    return frozenset([h for h in places.hexes if seen >> h & 1]) - works.fortified


def is_named(counter: Unit, opened: frozenset[int]) -> bool:
    """Is an enemy counter known by name to who may look through the stacks in these hexes? [1.1]"""
    return (counter.hex in opened or counter.revealed) and not counter.anonymous


def is_known_to(game: Now, side: str, counter: Unit) -> bool:
    """Does a side know this counter: its own, off the map, inspected, or seen in combat this turn? [1.1]"""
    if counter.side == side or counter.hex < 0:
        return True
    there = game.position.units.get(counter.id)
    return there is not None and is_named(there, inspected(game.position, game.setting.catalogue.ground, side))


def known_stack(game: Now, side: str, h: int) -> tuple[Unit, ...]:
    """The counters in a hex that a side knows by name."""
    return tuple([u for u in game.position.stack(h) if not u.anonymous and is_known_to(game, side, u)])


def is_all_known(game: Now, side: str, h: int) -> bool:
    stack = game.position.stack(h)
    return not stack or len(known_stack(game, side, h)) == len(stack)


def distance(game: Now, a: int, b: int) -> int:
    """Range: the first hex left out, the last counted. [6.0-e, 10.2-i, 11.2-b, 11.3-a]"""
    return game.setting.board.distance(a, b)
