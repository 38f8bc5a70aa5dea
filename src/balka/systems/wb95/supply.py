"""Supply: lines of supply, levels out of supply, surrender. [chapter 10]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec import structs

from balka.core.boards import NO_HEX
from balka.core.choices import UnitId
from balka.core.hexes import mask_of
from balka.core.memo import BOARD, remembered
from balka.core.paths import Reached, reached
from balka.systems.wb95 import movement
from balka.systems.wb95.catalogue import MP
from balka.systems.wb95.events.moves import Pushed
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.orders import Order, tell_own
from balka.systems.wb95.position import (
    Now,
    Unit,
    WbWork,
    acts_as_regular,
    enemy_of,
    force,
    is_frozen,
    printed,
    put,
    unit_of,
)
from balka.systems.wb95.rulebook import NATIONS
from balka.systems.wb95.zones import controls, ground_about

RELIEF = 4  # [10.2.7]


class Push(Order, frozen=True):
    """Move with all its points though out of supply, at the price of a level. [10.2.3-a]"""

    verb: ClassVar[str] = "push"

    def do(self, work: WbWork) -> None:
        unit = unit_of(work, self.unit)
        put(work, structs.replace(unit, supply=unit.supply + 1).marked(Mark.FULL_MOVE))
        tell_own(work, unit.side, Pushed(unit.id, unit.hex))


def pushes(view: Now, unit: Unit) -> Iterator[Order]:
    """A unit out of supply that has not moved yet. [10.2.3]"""
    fresh = not unit.spent and not unit.has(Mark.MOVED) and not unit.has(Mark.DONE)
    if is_frozen(view, unit.id):
        return
    if unit.supply > 0 and fresh and not unit.has(Mark.FULL_MOVE) and printed(view, unit).mp:
        yield Push(UnitId(unit.id))


def bases(game: Now, side: str) -> list[int]:
    """The supply bases that still serve: edge hexes, and towns while they are held. [10.1.4, ruling Q92]"""
    book = game.setting.rulebook
    return sorted({*book.edges.get(side, ()), *(h for h in book.towns.get(side, ()) if controls(game, side, h))})


def closed(game: Now, side: str) -> int:
    """Hexes a line may not pass: enemy units, and their zones where no regular friend stands.

    A town that own troops stand in is no enemy town, though it changes hands only when the phase ends.
    [10.1.10-a, b, 10.1.11-b, ruling Q91]
    """
    board, own, foe = game.setting.board, force(game, side), force(game, enemy_of(side))
    zones = 0
    for h, units in foe.at.items():
        zones |= _supply_zone(game, h, units)
    for h, owner in enumerate(game.position.control):
        if owner == enemy_of(side)[0] and board.terrain[h] in ("town", "city") and h not in own.at:
            zones |= board.around[h] | 1 << h
    friends = mask_of(h for h, units in own.at.items() if any(acts_as_regular(game, unit) for unit in units))
    return (zones & ~friends) | foe.occupied


def _supply_zone(game: Now, h: int, units: tuple[Unit, ...]) -> int:
    """For supply every enemy has a zone but headquarters and guns on the move, whether regular or not. [10.1.11-a]"""
    return ground_about(game.setting.board, h, [unit.kind for unit in units if _blocks_supply(unit)])


def _blocks_supply(unit: Unit) -> bool:
    return unit.kind not in ("", "HQ") and not (unit.kind == "ART" and unit.has(Mark.TRANSPORT))


def lines(game: Now, side: str) -> Reached:
    """Every hex a line of supply can be traced to: free along roads and between neighbours, else by truck.

    [10.1, 10.1.1-a, 10.1.3-a, 10.1.6-a, 10.1.8-a, d]
    """
    barred = closed(game, side)
    limit = NATIONS[game.setting.rulebook.nations[side]].supply_mp * MP

    def steps(h: int) -> Iterable[tuple[int, int]]:
        return () if barred >> h & 1 else _next(game, side, h)  # the line may end there, not pass [ruling Q90]

    return reached(bases(game, side), steps, limit)


def _next(game: Now, side: str, h: int) -> Iterator[tuple[int, int]]:
    """The hexes a line goes on to, and what each costs. [10.1.5-a, 10.1.8-b, 10.1.9-a]"""
    occupied = force(game, side).at
    here = h in occupied
    whole = not game.position.broken and not game.position.built
    for n, b, printed_step in _truck_steps(game)[h]:
        step = printed_step if whole else movement.price(game, "trucked", h, n)
        if step is not None:
            yield b, 0 if step.road or (here and b in occupied) else step.price


@remembered(on=BOARD)
def _truck_steps(game: Now) -> list[list[tuple[int, int, movement.Step | None]]]:
    """For every hex: side, neighbour and step of a truck, worked out once for a board. [10.1.8-c]"""
    board, rows = game.setting.board, movement.prices(game, "trucked").steps
    return [[(n, b, rows[h][n]) for n, b in enumerate(board.neighbours[h]) if b != NO_HEX] for h in range(len(board))]


def cut_off(game: Now, side: str) -> list[Unit]:
    """Units on the map that no line reaches, by name."""
    supply_lines = lines(game, side)
    return [unit for unit in force(game, side).by_name()
            if unit.hex >= 0 and unit.hex not in supply_lines.costs]  # fmt: skip


def surrender_chance(level: int) -> int:
    """How many of the 36 throws make a unit of this level surrender: level less 2K6 above nothing.

    [kursk-c1-1.4def-e, 10.2.6]
    """
    return sum(level - a - b > 0 for a in range(1, 7) for b in range(1, 7))
