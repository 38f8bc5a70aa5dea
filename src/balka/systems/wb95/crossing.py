"""Aircraft over a river: units that cross a big river under them are attacked. [8.2.16-8.2.21]"""

from __future__ import annotations

from typing import ClassVar

from balka.core.dice import Outcome
from balka.core.frames import Frame, Roll
from balka.core.state import Work
from balka.systems.wb95 import movement
from balka.systems.wb95.events import Note
from balka.systems.wb95.losses import lose_one
from balka.systems.wb95.position import Game, air_strength, alive, enemy_of, label, printed, unit

HIT = 6  # [8.2.19]
PER_POINT = 2  # [8.2.17]


def attacks_at(game: Game, side: str, h: int) -> int:
    """Air attacks on units of a side that reach a hex over a big river: two for each point of strength. [8.2.17]"""
    waiting = [f for f in game.position.air if f.side == enemy_of(side) and f.mission == "river" and f.hex == h]
    return PER_POINT * sum(air_strength(game, flight.unit) for flight in waiting)


def is_crossing(game: Game, unit_id: str, a: int, b: int) -> bool:
    """Over a big river and not by a bridge. [8.2.19, 8.2.21]"""
    board = game.setting.board
    side = board.side_between(a, b)
    step = movement.price(game, printed(game, unit(game, unit_id)).moves, a, side)
    return "big_river" in board.hexsides.get((a, side), ()) and (step is None or not step.bridge)


class CrossingAttacks(Frame, frozen=True):
    """A die for each attack on each unit that crossed: a six costs a CEL. [8.2.19]"""

    automatic: ClassVar[bool] = True

    due: tuple[tuple[str, int], ...]

    def run(self, work: Work) -> None:
        due = tuple((one, n) for one, n in self.due if n and alive(work, one))
        if not due:
            work.pop()
            work.finish(None)
            return
        work.replace_top(CrossingAttacks(due))
        work.push(Roll(enemy_of(unit(work, due[0][0]).side), "river crossing", dice="d6"))

    def resume(self, work: Work, outcome: Outcome) -> None:
        (name, left), *rest = self.due
        work.replace_top(CrossingAttacks(((name, left - 1), *rest)))
        if outcome.total == HIT:
            lose_one(work, name, "attacked while crossing")


def attack_crossing(work: Work, side: str, members: tuple[str, ...], a: int, b: int) -> bool:
    """Attack a party that has just crossed, if aircraft wait for it."""
    count = attacks_at(work, side, b)
    crossed = tuple((one, count) for one in members if is_crossing(work, one, a, b)) if count else ()
    if crossed:
        work.tell(
            Note(
                f"Aircraft attack the crossing at {label(work, b)}: {', '.join(one for one, _ in crossed)}",
                "kursk-8.2.16-a",
            )
        )
        work.push(CrossingAttacks(crossed))
    return bool(crossed)
