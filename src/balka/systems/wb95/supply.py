"""Supply: lines of supply, levels out of supply, surrender. [chapter 10]"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterator
from collections.abc import Set as AbstractSet
from functools import reduce
from itertools import chain
from operator import or_
from typing import ClassVar

from msgspec import structs

from balka.core.boards import NO_HEX, Board
from balka.core.choices import UnitId
from balka.core.hexes import hexes_in, mask_of
from balka.core.memo import BOARD, POSITION, SETTING, remembered
from balka.core.paths import Reached, Steps, costs_from, reached, reached_further
from balka.systems.wb95 import movement
from balka.systems.wb95.catalogue import MP
from balka.systems.wb95.events.moves import Pushed
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.orders import FROZEN, Bar, Order, tell_own
from balka.systems.wb95.position import (
    Force,
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
from balka.systems.wb95.zones import CLOSED, ON_FOOT, by_stack, controls, ground_about

RELIEF = 4  # [10.2.7]


class Push(Order, frozen=True):
    """Move with all its points though out of supply, at the price of a level. [10.2.3-a]"""

    verb: ClassVar[str] = "push"

    def do(self, work: WbWork) -> None:
        unit = unit_of(work, self.unit)
        put(work, structs.replace(unit, supply=unit.supply + 1).marked(Mark.FULL_MOVE))
        tell_own(work, unit.side, Pushed(unit.id, unit.hex))


IN_SUPPLY = Bar("{name} is in supply and has all its points.", "kursk-10.2.3-a")
HAS_BEGUN = Bar("{name} has moved already, or bought its points.", "kursk-10.2.3-a")
NEVER_MOVES = Bar("{name} never moves.", "kursk-10.2.3-a")


def pushes(view: Now, unit: Unit) -> Iterator[Order]:
    """A unit out of supply that has not moved yet. [10.2.3]"""
    if why_no_push(view, unit) is None:
        yield Push(UnitId(unit.id))


def why_no_push(view: Now, unit: Unit) -> Bar | None:
    """What keeps a unit from moving with all its points at the price of a level. [10.2.3-a]"""
    if unit.supply <= 0:
        return IN_SUPPLY
    if unit.spent or unit.has(Mark.MOVED) or unit.has(Mark.DONE) or unit.has(Mark.FULL_MOVE):
        return HAS_BEGUN
    if is_frozen(view, unit.id):
        return FROZEN
    return None if printed(view, unit).mp else NEVER_MOVES


def bases(game: Now, side: str) -> list[int]:
    """The supply bases that still serve: edge hexes, and towns while they are held. [10.1.4, ruling Q92]"""
    book = game.setting.rulebook
    return sorted({*book.edges.get(side, ()), *(h for h in book.towns.get(side, ()) if controls(game, side, h))})


def closed(game: Now, side: str) -> int:
    """Hexes a line may not pass: enemy units, and their zones where no regular friend stands.

    A town that own troops stand in is no enemy town, though it changes hands only when the phase ends.
    [10.1.10-a, b, 10.1.11-b, ruling Q91]
    """
    own, foe = force(game, side).at, force(game, enemy_of(side))
    friends = mask_of(h for h, units in own.items() if any(acts_as_regular(game, unit) for unit in units))
    hostile = _enemy_towns(game, side, own) | _supply_zones(foe, game.setting.board)
    return (hostile & ~friends) | foe.occupied


def _enemy_towns(game: Now, side: str, held: Container[int]) -> int:
    """Enemy towns but for those that are held, and the hexes next to them. [10.1.11]"""
    board, foe, zones = game.setting.board, enemy_of(side), 0
    for h in _towns(board):
        if game.position.control[h] == foe[0] and h not in held:
            zones |= board.around[h] | 1 << h
    return zones


@remembered
def _towns(board: Board) -> tuple[int, ...]:
    return tuple(h for h, terrain in enumerate(board.terrain) if terrain in ("town", "city"))


@remembered
def _supply_zones(troops: Force, board: Board) -> int:
    """For supply every enemy has a zone but headquarters and guns on the move, whether regular or not. [10.1.11-a]"""
    return reduce(or_, by_stack(troops, board, "supply", _supply_cover).values(), 0)


def _supply_cover(board: Board, h: int, units: tuple[Unit, ...]) -> int:
    return ground_about(board, h, {unit.kind for unit in units if _blocks_supply(unit)})


def _blocks_supply(unit: Unit) -> bool:
    return unit.kind not in ("", "HQ") and not (unit.kind == "ART" and unit.has(Mark.TRANSPORT))


def lines(game: Now, side: str) -> Reached:
    """Every hex a line of supply can be traced to: free along roads and between neighbours, else by truck.

    [10.1, 10.1.1-a, 10.1.3-a, 10.1.6-a, 10.1.8-a, d]
    """
    return reached(bases(game, side), _steps_now(game, side), _limit(game, side))


def line_costs(game: Now, side: str) -> dict[int, int]:
    """The same where the ways do not matter: what the line to each hex costs."""
    return costs_from(bases(game, side), _steps_now(game, side), _limit(game, side))


def _steps_now(game: Now, side: str) -> Steps:
    return _steps(game, closed(game, side), force(game, side).at.keys())


Lines = dict[Hashable, dict[int, int]]


@remembered(on=POSITION)
def sure_lines(game: Now, side: str) -> dict[int, int]:
    """What the lines cost that there would be if nobody of the side stood anywhere: friends only open further ones.

    They hang on the enemy, the towns and the bridges alone, and so stay the same while the side moves.
    """
    barred, feared = _barred_by_enemy(game, side), _barred_at_worst(game, side)
    hangs_on = (barred, feared, *bases(game, side), game.position.broken, game.position.built)
    latest = _latest(game, side)
    if hangs_on not in latest:
        worst, steps = _lines_at_worst(game, side, latest, hangs_on[1:]), _steps(game, barred, frozenset())
        latest.clear()
        latest[hangs_on[1:]] = worst
        latest[hangs_on] = reached_further(worst, hexes_in(feared & ~barred), steps, _limit(game, side))
    return latest[hangs_on]


def _lines_at_worst(game: Now, side: str, known: Lines, hangs_on: Hashable) -> dict[int, int]:
    """What they cost if every enemy had a zone: that stays the same while a side learns whom it meets."""
    if hangs_on in known:
        return known[hangs_on]
    return costs_from(bases(game, side), _steps(game, _barred_at_worst(game, side), frozenset()), _limit(game, side))


def _barred_by_enemy(game: Now, side: str) -> int:
    foe = force(game, enemy_of(side))
    return _enemy_towns(game, side, ()) | _supply_zones(foe, game.setting.board) | foe.occupied


def _barred_at_worst(game: Now, side: str) -> int:
    foe = force(game, enemy_of(side))
    return _enemy_towns(game, side, ()) | _about(foe, game.setting.board) | foe.occupied


@remembered
def _about(troops: Force, board: Board) -> int:
    """Every hex that somebody of a force could have in his zone."""
    return reduce(or_, [ground_about(board, h, ON_FOOT) for h in troops.at], 0)


@remembered(on=SETTING)
def _latest(game: Now, side: str) -> Lines:
    """The lines traced last without friends, by all they hang on. To be filled."""
    return {}


def supplied_hexes(game: Now, side: str) -> dict[int, int]:
    """What lines of supply cost to every hex they reach: the sure ones, and what friends open beyond them."""
    own, sure = force(game, side).at, sure_lines(game, side)
    barred = closed(game, side)
    opened = {*own, *hexes_in(_barred_by_enemy(game, side) & ~barred)}
    return reached_further(sure, opened, _steps(game, barred, own.keys()), _limit(game, side))


def _limit(game: Now, side: str) -> int:
    return NATIONS[game.setting.rulebook.nations[side]].supply_mp * MP


def _steps(game: Now, barred: int, friends: AbstractSet[int]) -> Steps:
    """The steps a line can take past what is barred and along friends, into ground closed to trucks too.

    [10.1.9-a, rulings Q89, Q90]
    """
    rows, position, wild = list(_truck_rows(game)), game.position, _beside_closed_ground(game.setting.board)
    for h in {*chain(*position.broken, *position.built)}:
        rows[h] = _next(game, h)
    neighbours = game.setting.board.neighbours
    for h in [h for h in friends if not friends.isdisjoint(neighbours[h])]:
        along = [(b, 0 if b in friends else price) for b, price in rows[h]]
        rows[h] = (*along, *((b, 0) for b in wild.get(h, ()) if b in friends))
    for h in hexes_in(barred):
        rows[h] = ()  # the line may end there, not pass [ruling Q90]
    return rows.__getitem__


@remembered
def _beside_closed_ground(board: Board) -> dict[int, tuple[int, ...]]:
    """For hexes next to swamps and mountains, those neighbours: nobody but friends leads a line there."""
    beside = {h: tuple(b for b in row if b != NO_HEX and board.terrain[b] in CLOSED)
              for h, row in enumerate(board.neighbours)}  # fmt: skip
    return {h: closed for h, closed in beside.items() if closed}


def _next(game: Now, h: int) -> tuple[tuple[int, int], ...]:
    """The hexes a line goes on to, and what each costs. [10.1.5-a, 10.1.8-b, 10.1.9-a]"""
    beside = [(n, b) for n, b in enumerate(game.setting.board.neighbours[h]) if b != NO_HEX]
    steps = [(b, movement.price(game, "trucked", h, n)) for n, b in beside]
    return tuple([(b, 0 if step.road else step.price) for b, step in steps if step is not None])


@remembered(on=BOARD)
def _truck_rows(game: Now) -> list[tuple[tuple[int, int], ...]]:
    """The same for every hex with its bridges as printed, worked out once for a board. [10.1.8-c]"""
    steps, board = movement.prices(game, "trucked").steps, game.setting.board
    rows = [zip(board.neighbours[h], row, strict=True) for h, row in enumerate(steps)]
    return [tuple([(b, 0 if step.road else step.price) for b, step in row if step is not None]) for row in rows]


def cut_off(game: Now, side: str) -> list[Unit]:
    """Units on the map that no line reaches, by name."""
    supplied = line_costs(game, side)
    return [unit for unit in force(game, side).by_name() if unit.hex >= 0 and unit.hex not in supplied]


def surrender_chance(level: int) -> int:
    """How many of the 36 throws make a unit of this level surrender: level less 2K6 above nothing.

    [kursk-c1-1.4def-e, 10.2.6]
    """
    return sum(level - a - b > 0 for a in range(1, 7) for b in range(1, 7))
