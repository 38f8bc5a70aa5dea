"""Aircraft over a river: units that cross a big river under them are attacked. [8.2.16-8.2.21]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from balka.core.dice import Outcome
from balka.core.frames import Frame, Roll
from balka.systems.wb95 import movement
from balka.systems.wb95.events.air import CrossingAttacked, StackAttackedCrossing
from balka.systems.wb95.losses import lose_one
from balka.systems.wb95.orders import tell_own
from balka.systems.wb95.position import (
    Flight,
    Now,
    WbState,
    WbWork,
    air_strength,
    alive,
    enemy_of,
    printed,
    unit_of,
)

HIT = 6  # [8.2.19]
PER_POINT = 2  # [8.2.17]


def attacks_at(game: Now, side: str, h: int) -> int:
    """Air attacks on units of a side that reach a hex over a big river. [8.2.17, 8.2.18, 8.2.19-b]"""
    waiting = [f for f in game.position.air if f.side == enemy_of(side) and f.mission == "river"]
    return sum(flight_attacks(game, flight).get(h, 0) for flight in waiting)


def flight_attacks(game: Now, flight: Flight) -> dict[int, int]:
    """The hexes a counter waits over and its attacks on each: two a point, its own hex keeps what is not shared out.

    [8.2.17, 8.2.18]
    """
    shared = dict(flight.shares)
    return {flight.hex: PER_POINT * air_strength(game, flight.unit) - sum(shared.values()), **shared}


def shares(game: Now, flight: Flight) -> Iterator[tuple[int, int]]:
    """Hexes that may get some of a counter's attacks, and how many: banks next to one it waits over. [8.2.18]"""
    board, now = game.setting.board, flight_attacks(game, flight)
    beside = {b for h in now for b in board.neighbours[h] if b not in now}
    for h in banks_of_big_rivers(game):
        if h in beside:
            yield from ((h, count) for count in range(1, now[flight.hex]))


def banks_of_big_rivers(game: Now) -> list[int]:
    """Hexes on a big river, where crossings can be waited for. [8.2.16]"""
    return sorted({h for side in game.setting.board.features if side.kind == "big_river" for h in (side.a, side.b)})


def is_crossing(game: Now, unit_id: str, a: int, b: int) -> bool:
    """Over a big river and not by a bridge. [8.2.19, 8.2.21]"""
    board = game.setting.board
    side = board.side_between(a, b)
    step = movement.price(game, printed(game, unit_of(game, unit_id)).moves, a, side)
    return "big_river" in board.hexsides.get((a, side), ()) and (step is None or not step.bridge)


class CrossingAttacks(Frame[WbState, WbWork], frozen=True):
    """A die for each attack on each unit that crossed: a six costs a CEL. [8.2.19]"""

    automatic: ClassVar[bool] = True

    due: tuple[tuple[str, int], ...]

    def run(self, work: WbWork) -> None:
        due = tuple((unit_id, n) for unit_id, n in self.due if n and alive(work, unit_id))
        if not due:
            work.pop()
            work.finish(None)
            return
        work.replace_top(CrossingAttacks(due))
        work.push(Roll(enemy_of(unit_of(work, due[0][0]).side), "river crossing", dice="d6"))

    def resume(self, work: WbWork, outcome: Outcome) -> None:
        (name, left), *rest = self.due
        work.replace_top(CrossingAttacks(((name, left - 1), *rest)))
        if outcome.total == HIT:
            lose_one(work, name, "attacked while crossing")


def attack_crossing(work: WbWork, side: str, members: tuple[str, ...], a: int, b: int) -> bool:
    """Attack a party that has just crossed, if aircraft wait for it. [8.2.20-a]"""
    count = attacks_at(work, side, b)
    crossed = tuple((unit_id, count) for unit_id in members if is_crossing(work, unit_id, a, b)) if count else ()
    if crossed:
        names = tuple(unit_id for unit_id, _ in crossed)
        tell_own(work, side, CrossingAttacked(b, names), StackAttackedCrossing(b))
        work.push(CrossingAttacks(crossed))
    return bool(crossed)
