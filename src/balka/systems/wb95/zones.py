"""Zones of control and the control of hexes. [chapter 4]"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from functools import reduce
from operator import or_

from balka.core.boards import NO_HEX, Board
from balka.core.hexes import hexes_in, mask_of
from balka.core.memo import remembered
from balka.systems.wb95.catalogue import NOT_REGULAR
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.position import Force, Now, Unit, enemy_of, force
from balka.systems.wb95.troops import Marked

Stack = tuple[Unit, ...]

CLOSED = frozenset({"swamp", "mountain"})  # closed to motor vehicles [4.1.4, 10.1.8]
WITHOUT_ZONE = NOT_REGULAR | {""}  # and kinds nobody told of
ON_FOOT = frozenset({"INF", "CAV", "FU", "VS", "RG"})


def cover(board: Board, h: int, units: Stack) -> int:
    """The hexes next to h that its units control: not across a big river, not where all of them cannot go.

    [kursk-c1-1.4def-c, 4.1, kursk-c4-4.1.1-a]
    """
    return ground_about(board, h, {unit.kind for unit in units} - WITHOUT_ZONE)


def ground_about(board: Board, h: int, kinds: AbstractSet[str]) -> int:
    """The hexes next to h that troops of these kinds reach: not across a big river, vehicles not into swamps.

    [4.1, kursk-c4-4.1.3-a, kursk-c4-4.1.4-a]
    """
    if not kinds:
        return 0
    return _road_ground(board, h) if ON_FOOT.isdisjoint(kinds) else _open_ground(board, h)


@remembered
def _open_ground(board: Board, h: int) -> int:
    return mask_of(other for side, other in _beside(board, h) if not _big_river(board, h, side))


@remembered
def _road_ground(board: Board, h: int) -> int:
    return mask_of(other for other in hexes_in(_open_ground(board, h)) if board.terrain[other] not in CLOSED)


def _beside(board: Board, h: int) -> Iterator[tuple[int, int]]:
    return ((side, other) for side, other in enumerate(board.neighbours[h]) if other != NO_HEX)


def _big_river(board: Board, h: int, side: int) -> bool:
    return "big_river" in board.hexsides.get((h, side), ())


@remembered
def covers(troops: Force, board: Board) -> dict[int, int]:
    """For each hex of a side that has a zone of control, the hexes it covers."""
    masks = by_stack(troops, board, "covers", cover)
    return {h: masks[h] for h in troops.at if masks[h]}


def by_stack(troops: Force, board: Board, what: str, mask: Callable[[Board, int, Stack], int]) -> dict[int, int]:
    """What each stack marks out on the map, from what those that are as they were marked out last."""
    stacks, last = troops.at, troops.marked_out.get(what)
    if last is None:
        masks = {h: mask(board, h, units) for h, units in stacks.items()}
    else:
        altered = troops.altered(last.stacks)
        masks = last.masks | {h: mask(board, h, stacks[h]) for h in altered if h in stacks}
        for h in altered - stacks.keys():
            masks.pop(h, None)
    troops.marked_out[what] = Marked(stacks, masks)
    return masks


@remembered
def zone(troops: Force, board: Board) -> int:
    """Every hex in the zones of control of a side. [kursk-c4-4.1.5-a]"""
    return reduce(or_, covers(troops, board).values(), 0)


@remembered
def feared(troops: Force, board: Board) -> int:
    """The zones of a side, and the hexes next to stacks whose kinds the viewer may not know: any could have one.

    [12.2.2, 16.1.2]
    """
    return reduce(or_, by_stack(troops, board, "feared", _unknown_cover).values(), zone(troops, board))


def _unknown_cover(board: Board, h: int, units: Stack) -> int:
    return _open_ground(board, h) if any(unit.kind == "" for unit in units) else 0


@remembered
def beside(troops: Force, board: Board) -> int:
    """Every hex next to any counter of a side."""
    return near(board, troops.at)


def near(board: Board, hexes: Iterable[int]) -> int:
    """Every hex next to one of these."""
    return reduce(or_, map(board.around.__getitem__, hexes), 0)


def and_beside(board: Board, hexes: set[int]) -> set[int]:
    """These hexes and all next to them."""
    return hexes.union(*[board.neighbours[h] for h in hexes]) - {NO_HEX} if hexes else hexes


@remembered
def two_around(board: Board, h: int) -> frozenset[int]:
    """A hex and every hex no more than two from it."""
    near = and_beside(board, and_beside(board, {h}))
    return frozenset(near)


def in_zone(game: Now, h: int, of: str) -> bool:
    """Whether a hex lies in a zone of control of this side."""
    return bool(zone(force(game, of), game.setting.board) >> h & 1)


def same_zone(game: Now, a: int, b: int, of: str) -> bool:
    """Whether one enemy unit's zone holds both hexes: no normal move leads from one to the other.

    [4.2.3, kursk-c4-4.2.5-a, Q35]
    """
    board, both = game.setting.board, 1 << a | 1 << b
    known = covers(force(game, of), board)
    return any(known.get(h, 0) & both == both for h in board.neighbours[a])


@remembered
def fortified_hexes(board: Board) -> frozenset[int]:
    """Hexes that a fortified line or a fixed position protects: nothing else on a board faces a hex."""
    return frozenset(f.toward for f in board.features if f.toward is not None)


# -- control


def controls(game: Now, side: str, h: int) -> bool:
    return bool(game.position.control[h] == side[0])


def taken(game: Now, side: str) -> str:
    """Who controls each hex after this side's Supply Phase; supplied is who has a line now.

    [kursk-c4-4.1.6-a, 4.3.2-a, 4.3.3-a, 4.3.5-a, 4.3.6-a, b, 10.2.7, rulings Q42, Q88]
    """
    board, own, foe = game.setting.board, force(game, side), force(game, enemy_of(side))
    supplied = Force({unit.id: unit for unit in own.units.values() if not unit.has(Mark.CUT_OFF)})
    mine = zone(supplied, board) | own.occupied
    theirs = zone(foe, board) | foe.occupied
    contested = zone(own, board) & zone(foe, board) & ~own.occupied & ~foe.occupied
    letters = list(game.position.control)
    for h in hexes_in((mine & ~theirs) | own.occupied):
        letters[h] = side[0]
    for h in hexes_in(contested):
        letters[h] = "-"
    return "".join(letters)
