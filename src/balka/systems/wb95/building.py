"""Building a bridge over a big river: noted at supply, declared on the move, finished a turn later. [14.3]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec import structs

from balka.core.boards import NO_HEX
from balka.core.choices import Hexside, UnitId
from balka.systems.wb95 import movement
from balka.systems.wb95.events.bridges import BridgeBegun, BridgeBegunSomewhere, BridgeFinished, BridgeGivenUp
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.orders import Order, tell_own
from balka.systems.wb95.position import (
    SIDES,
    Now,
    Unit,
    WbWork,
    acts_as_regular,
    clear_marks,
    enemy_of,
    force,
    is_frozen,
    put,
    unit_of,
    units_at,
)
from balka.systems.wb95.zones import in_zone


class BuildBridge(Order, frozen=True):
    """A headquarters declares a bridge; where, only its owner notes. [14.3.2]"""

    verb: ClassVar[str] = "bridge"

    side: Hexside

    def do(self, work: WbWork) -> None:
        """The work takes all its points, and it may not move any more. [kursk-c14-14.3.2-c, kursk-c14-14.3.4-a]"""
        unit = unit_of(work, self.unit)
        busy = (
            structs.replace(unit, spent=movement.allowance(work, unit))
            .marked(Mark.BUILDING, Mark.DONE)
            .cleared(Mark.BANK)
        )
        put(work, busy)
        seat = work.setting.seat_of[unit.side]
        noted = {**work.secrets.get(seat, {}), f"bridge {unit.id}": f"{self.side[0]}/{self.side[1]}"}
        work.secrets = {**work.secrets, seat: noted}
        tell_own(work, unit.side, BridgeBegun(unit.side, unit.id, self.side), BridgeBegunSomewhere(unit.side))


def big_river_sides(game: Now, h: int) -> list[Hexside]:
    """Sides of a hex on a big river that no bridge crosses."""
    board = game.setting.board
    sides = []
    for n, other in enumerate(board.neighbours[h]):
        pair = (min(h, other), max(h, other))
        features = board.hexsides.get((h, n), frozenset())
        if other == NO_HEX or "big_river" not in features or pair in game.position.built:
            continue
        if "bridge" not in features or pair in game.position.broken:
            sides.append(Hexside(pair))
    return sides


def bridge_sites(view: Now, unit: Unit) -> Iterator[Order]:
    """A headquarters that ended its Supply Phase on the bank and has not stirred; one for a bridge.

    [kursk-c14-14.3.2-a, kursk-c14-14.3.3-a]
    """
    if not unit.has(Mark.BANK) or unit.spent or unit.has(Mark.MOVED) or unit.has(Mark.DONE):
        return
    if is_frozen(view, unit.id):
        return
    taken = set(_plans(view, unit.side))
    for side in big_river_sides(view, unit.hex):
        if f"{side[0]}/{side[1]}" not in taken and holds_far_bank(view, unit.side, unit.hex, side):
            yield BuildBridge(UnitId(unit.id), side)


def _plans(game: Now, side: str) -> Iterator[str]:
    """The bridges headquarters of a side are at work on; what one noted who is lost binds nobody. [14.3.3]"""
    for key, text in game.secrets.get(game.setting.seat_of[side], {}).items():
        if key.removeprefix("bridge ") in force(game, side).units:
            yield text


def holds_far_bank(game: Now, own: str, near_bank: int, side: tuple[int, int]) -> bool:
    """The far hex is in no enemy zone, or regular units stand on both. [kursk-c14-14.3.2-e, ruling Q98]"""
    far = side[0] if side[1] == near_bank else side[1]
    if units_at(game, enemy_of(own), far):
        return False
    if not in_zone(game, far, enemy_of(own)):
        return True
    return all(any(acts_as_regular(game, unit) for unit in units_at(game, own, h)) for h in (near_bank, far))


def note_banks(work: WbWork, side: str) -> None:
    """At the end of its Supply Phase a headquarters on a bank may begin. [2.2-o, kursk-c14-14.3.2-b]"""
    clear_marks(work, side, Mark.BANK)
    ready = [
        unit
        for unit in force(work, side).units.values()
        if unit.kind == "HQ" and unit.hex >= 0 and not unit.has(Mark.BUILDING) and big_river_sides(work, unit.hex)
    ]
    put(work, *(unit.marked(Mark.BANK) for unit in ready))


def plan_of(work: WbWork, unit: Unit) -> tuple[int, int]:
    text = work.secrets[work.setting.seat_of[unit.side]][f"bridge {unit.id}"]
    a, _, b = text.partition("/")
    return int(a), int(b)


def finish_bridges(work: WbWork, side: str) -> None:
    """In the next Movement Phase the bridge stands, and the builder has no points left.

    [kursk-c14-14.3.2-d, kursk-c14-14.3.2-f]
    """
    for unit in [unit for unit in force(work, side).units.values() if unit.has(Mark.BUILDING)]:
        pair = plan_of(work, unit)
        position = work.position
        broken = tuple(bridge for bridge in position.broken if bridge != pair)
        built = position.built if pair in position.broken else tuple(sorted({*position.built, pair}))
        work.position = structs.replace(position, broken=broken, built=built)
        put(work, structs.replace(unit, spent=movement.allowance(work, unit)).marked(Mark.DONE).cleared(Mark.BUILDING))
        _forget(work, unit)
        work.tell(BridgeFinished(side, pair))


def _forget(work: WbWork, unit: Unit) -> None:
    seat = work.setting.seat_of[unit.side]
    kept = {key: text for key, text in work.secrets.get(seat, {}).items() if key != f"bridge {unit.id}"}
    work.secrets = {**work.secrets, seat: kept}


def is_anybody_building(work: WbWork) -> bool:
    """Whether somebody has noted where he builds a bridge."""
    return any(key.startswith("bridge ") for plans in work.secrets.values() for key in plans)


def watch_building(work: WbWork) -> None:
    """The work is lost when the far bank is. [14.3.2]"""
    if not is_anybody_building(work):
        return
    for side in SIDES:
        for unit in [unit for unit in force(work, side).units.values() if unit.has(Mark.BUILDING)]:
            if not holds_far_bank(work, side, unit.hex, plan_of(work, unit)):
                put(work, unit.cleared(Mark.BUILDING))
                _forget(work, unit)
                tell_own(work, side, BridgeGivenUp(side, unit.id))
