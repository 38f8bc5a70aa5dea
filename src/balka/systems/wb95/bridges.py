"""Bridges: who controls them, how they are blown and rebuilt. [chapter 14]"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import ClassVar

from msgspec import structs

from balka.core.boards import NO_HEX
from balka.core.choices import Hexside, UnitId
from balka.core.memo import BOARD, remembered
from balka.systems.wb95 import movement
from balka.systems.wb95.catalogue import MP
from balka.systems.wb95.events.bridges import BridgeBlown, BridgeRebuilt
from balka.systems.wb95.headquarters import in_reach
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.orders import Order
from balka.systems.wb95.position import SIDES, Now, Unit, WbWork, enemy_of, force, is_frozen, printed, put, unit_of

BLOW = MP  # [14.2.1]
BLOW_BIG = 3 * MP  # [kursk-c14-14.3.1-a]
REBUILD = 3 * MP  # [14.2.2]


class Blow(Order, frozen=True):
    """Destroy a bridge. [14.2.1, 14.3.1]"""

    verb: ClassVar[str] = "blow"

    side: Hexside

    def do(self, work: WbWork) -> None:
        unit = unit_of(work, self.unit)
        put(work, structs.replace(unit, spent=unit.spent + price_of_blowing(work, self.side)).marked(Mark.MOVED))
        destroy(work, self.side)
        work.tell(BridgeBlown(unit.side, self.side))


class Rebuild(Order, frozen=True):
    """Rebuild a bridge the map prints. [14.2.2]"""

    verb: ClassVar[str] = "rebuild"

    side: Hexside

    def do(self, work: WbWork) -> None:
        unit = unit_of(work, self.unit)
        put(work, structs.replace(unit, spent=unit.spent + REBUILD).marked(Mark.MOVED))
        work.position = structs.replace(work.position, broken=tuple(s for s in work.position.broken if s != self.side))
        work.tell(BridgeRebuilt(unit.side, self.side))


def destroy(work: WbWork, side: tuple[int, int]) -> None:
    """A bridge is gone: a printed one is down, one that was built is there no more. [14.1.2]"""
    position = work.position
    if side in position.built:
        built = tuple(bridge for bridge in position.built if bridge != side)
        work.position = structs.replace(position, built=built)
    else:
        work.position = structs.replace(position, broken=tuple(sorted({*position.broken, side})))


def is_bridgehead(game: Now, h: int) -> bool:
    """Whether a bridge, whole or broken, leads out of a hex."""
    return h in _printed_ends(game) or any(h in side for side in game.position.built)


def bridges_at(game: Now, h: int) -> list[Hexside]:
    """The bridges a hex is one end of, those built in play too."""
    if not is_bridgehead(game, h):
        return []
    board = game.setting.board
    ends = [other for side, other in enumerate(board.neighbours[h])
            if other != NO_HEX and "bridge" in board.hexsides.get((h, side), ())]  # fmt: skip
    built = [Hexside(side) for side in game.position.built if h in side]
    return [Hexside((min(h, other), max(h, other))) for other in ends] + built


def is_big(game: Now, side: tuple[int, int]) -> bool:
    board = game.setting.board
    return "big_river" in board.hexsides.get((side[0], board.side_between(*side)), ())


def price_of_blowing(game: Now, side: tuple[int, int]) -> int:
    return BLOW_BIG if is_big(game, side) else BLOW


def holds(game: Now, own: str, side: tuple[int, int]) -> bool:
    """A side controls a bridge when its units are at an end and the enemy's are at none; if both have an end, the one
    that got there first. [14.1.3-a, b]"""
    mine = [h for h in side if h in force(game, own).at]
    theirs = [h for h in side if h in force(game, enemy_of(own)).at]
    if not mine or not theirs:
        return bool(mine)
    return f"{own} {side[0]}/{side[1]}" in game.tracks.bridges


def watch_bridges(work: WbWork, hexes: AbstractSet[int]) -> None:
    """Who got to a bridge first keeps it until he leaves it to the other; only where counters moved can that change.

    [14.1.3-c]
    """
    built = work.position.built
    if work.before.built == built and _printed_ends(work).isdisjoint(hexes) and hexes.isdisjoint(chain(*built)):
        return
    kept = []
    at = {own: force(work, own).at for own in SIDES}
    for a, b in all_bridges(work):
        there = [own for own in SIDES if a in at[own] or b in at[own]]
        keys = [f"{own} {a}/{b}" for own in there]
        kept += keys if len(keys) == 1 else [key for key in keys if key in work.tracks.bridges]
    if tuple(sorted(kept)) != work.tracks.bridges:
        work.tracks = structs.replace(work.tracks, bridges=tuple(sorted(kept)))


def all_bridges(game: Now) -> tuple[Hexside, ...]:
    """The bridges the map prints, whole or broken, and those built in play."""
    built = game.position.built
    return (*printed_bridges(game), *map(Hexside, built)) if built else printed_bridges(game)


@remembered(on=BOARD)
def _printed_ends(game: Now) -> frozenset[int]:
    """The hexes at either end of the bridges the map prints."""
    return frozenset(h for side in printed_bridges(game) for h in side)


@remembered(on=BOARD)
def printed_bridges(game: Now) -> tuple[Hexside, ...]:
    features = game.setting.board.features
    pairs = sorted((min(f.a, f.b), max(f.a, f.b)) for f in features if f.kind == "bridge")
    return tuple(Hexside(pair) for pair in pairs)


def bridge_works(view: Now, unit: Unit) -> Iterator[Order]:
    """Blowing and rebuilding, by whoever stands there, is not stopped and has the points.

    [4.2.1, 14.1.4, 14.2, kursk-c14-14.2.3-a]
    """
    counter, sides = printed(view, unit), bridges_at(view, unit.hex)
    if not sides or unit.has(Mark.DONE) or is_frozen(view, unit.id):
        return
    left = movement.allowance(view, unit) - unit.spent
    may_blow = counter.like_regular or counter.kind == "HQ"  # [14.2.1]
    broken = view.position.broken
    for side in sides:
        whole = tuple(side) not in broken
        if whole and may_blow and left >= price_of_blowing(view, side) and holds(view, unit.side, side):
            yield Blow(UnitId(unit.id), side)
        if not whole and left >= REBUILD and not is_big(view, side) and _may_rebuild(view, unit):
            yield Rebuild(UnitId(unit.id), side)


def awaits_headquarters(view: Now, unit: Unit) -> bool:
    """Whether a headquarters elsewhere may let a unit rebuild a bridge where it stands. [kursk-c14-14.2.2-b]"""
    if unit.kind in ("ART", "HQ") or unit.has(Mark.DONE):
        return False
    return any(unit.hex in side for side in view.position.broken)


def _may_rebuild(view: Now, unit: Unit) -> bool:
    """A headquarters itself, or any unit but artillery within reach of one. [kursk-c14-14.2.2-a, kursk-c14-14.2.2-b]"""
    if unit.kind == "ART":
        return False
    return unit.kind == "HQ" or in_reach(view, force(view, unit.side), unit.side, unit.hex)
