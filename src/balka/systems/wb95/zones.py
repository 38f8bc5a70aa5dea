"""Zones of control and the control of hexes. [chapter 4]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from balka.core.boards import NO_HEX, Board
from balka.core.hexes import hexes_in, mask_of
from balka.systems.wb95.position import Force, Game, Unit, enemy_of, force, is_regular

CLOSED = frozenset({"swamp", "mountain"})  # closed to motor vehicles [4.1.4, 10.1.8]
ON_FOOT = frozenset({"INF", "CAV", "FU", "VS", "RG"})


def cover(board: Board, h: int, units: Iterable[Unit]) -> int:
    """The hexes next to h that its units control: not across a big river, not where all of them cannot go. [4.1]"""
    return ground_about(board, h, [unit.kind for unit in units if is_regular(unit)])


def ground_about(board: Board, h: int, kinds: Iterable[str]) -> int:
    """The hexes next to h that troops of these kinds reach: not across a big river, vehicles not into swamps. [4.1]"""
    kinds = set(kinds)
    if not kinds:
        return 0
    return _road_ground(board, h) if ON_FOOT.isdisjoint(kinds) else _open_ground(board, h)


def _open_ground(board: Board, h: int) -> int:
    table: dict[int, int] = board.__dict__.setdefault("_foot_cover", {})
    if h not in table:
        table[h] = mask_of(other for side, other in _beside(board, h) if not _big_river(board, h, side))
    return table[h]


def _road_ground(board: Board, h: int) -> int:
    table: dict[int, int] = board.__dict__.setdefault("_motor_cover", {})
    if h not in table:
        table[h] = mask_of(other for other in hexes_in(_open_ground(board, h)) if board.terrain[other] not in CLOSED)
    return table[h]


def _beside(board: Board, h: int) -> Iterator[tuple[int, int]]:
    return ((side, other) for side, other in enumerate(board.neighbours[h]) if other != NO_HEX)


def _big_river(board: Board, h: int, side: int) -> bool:
    return "big_river" in board.hexsides.get((h, side), ())


def covers(board: Board, who: Force) -> dict[int, int]:
    """For each hex of a side that has a zone of control, the hexes it covers."""
    found: dict[int, int] | None = who.__dict__.get("_covers")
    if found is None:
        found = {h: mask for h, units in who.at.items() if (mask := cover(board, h, units))}
        who.__dict__["_covers"] = found
    return found


def zone(board: Board, who: Force) -> int:
    """Every hex in the zones of control of a side."""
    found: int | None = who.__dict__.get("_zone")
    if found is None:
        found = 0
        for mask in covers(board, who).values():
            found |= mask
        who.__dict__["_zone"] = found
    return found


def feared(board: Board, who: Force) -> int:
    """The zones of a side, and the hexes next to stacks whose kinds the viewer may not know: any could have one.

    [12.2.2, 16.1.2]
    """
    found: int | None = who.__dict__.get("_feared")
    if found is None:
        found = zone(board, who)
        for h, units in who.at.items():
            found |= _open_ground(board, h) if any(unit.kind == "" for unit in units) else 0
        who.__dict__["_feared"] = found
    return found


def beside(board: Board, who: Force) -> int:
    """Every hex next to any counter of a side."""
    found: int | None = who.__dict__.get("_beside")
    if found is None:
        found = 0
        for h in who.at:
            found |= board.around[h]
        who.__dict__["_beside"] = found
    return found


def in_zone(game: Game, h: int, of: str) -> bool:
    """Whether a hex lies in a zone of control of this side."""
    return bool(zone(game.setting.board, force(game, of)) >> h & 1)


def same_zone(game: Game, a: int, b: int, of: str) -> bool:
    """Whether one enemy unit's zone holds both hexes: no normal move leads from one to the other. [4.2.3, Q35]"""
    both = 1 << a | 1 << b
    return any(mask & both == both for mask in covers(game.setting.board, force(game, of)).values())


def fortified_hexes(board: Board) -> frozenset[int]:
    """Hexes that a fortified line or a fixed position protects."""
    found: frozenset[int] | None = board.__dict__.get("_fortified")
    if found is None:
        found = frozenset(f.toward for f in board.features if f.kind in ("fortified", "fixed") and f.toward is not None)
        board.__dict__["_fortified"] = found
    return found


# -- control


def controlled(game: Game, side: str) -> Iterator[int]:
    """The hexes a side controls."""
    letter = side[0]
    return (h for h, owner in enumerate(game.position.control) if owner == letter)


def controls(game: Game, side: str, h: int) -> bool:
    return bool(game.position.control[h] == side[0])


def taken(game: Game, side: str) -> str:
    """Who controls each hex after this side's Supply Phase; supplied is who has a line now.

    [4.3.2-4.3.6, 10.2.7, rulings Q42, Q88]
    """
    board, own, foe = game.setting.board, force(game, side), force(game, enemy_of(side))
    supplied = Force({unit.id: unit for unit in own.units.values() if not unit.has("cut off")})
    mine = zone(board, supplied) | own.occupied
    theirs = zone(board, foe) | foe.occupied
    contested = zone(board, own) & zone(board, foe) & ~own.occupied & ~foe.occupied
    letters = list(game.position.control)
    for h in hexes_in((mine & ~theirs) | own.occupied):
        letters[h] = side[0]
    for h in hexes_in(contested):
        letters[h] = "-"
    return "".join(letters)
