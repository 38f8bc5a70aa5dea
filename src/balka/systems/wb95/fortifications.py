"""Field works, fixed positions and the Soviet fortified lines. [chapters 7, 19 and 20]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec import structs

from balka.core.boards import Board
from balka.core.choices import UnitId
from balka.core.memo import remembered
from balka.systems.wb95 import movement, reach
from balka.systems.wb95.events.moves import DugIn, StackDugIn
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.orders import FINISHED, FROZEN, Bar, Order, tell_own
from balka.systems.wb95.position import SIDES, Now, Unit, WbWork, force, is_frozen, printed, put, unit_of

FIXED = "fixed"
LINE = "fortified"
TOWNS = frozenset({"town", "city"})


class Dig(Order, frozen=True):
    """Build field works where the unit stands. [7.1.2]"""

    verb: ClassVar[str] = "dig"

    def do(self, work: WbWork) -> None:
        """The works take all the points the unit had. [7.1.2-b, 7.1.4]"""
        unit = unit_of(work, self.unit)
        put(work, structs.replace(unit, spent=movement.allowance(work, unit)).marked(Mark.DONE))
        work.position = structs.replace(work.position, works={**work.position.works, str(unit.hex): unit.side})
        tell_own(work, unit.side, DugIn(unit.id, unit.hex), StackDugIn(unit.side, unit.hex))


NOT_REGULAR = Bar("{name} cannot dig: regular units do.", "kursk-7.1.2-a")
HAS_MOVED = Bar("{name} has moved, and who digs stays where it is.", "kursk-7.1.2-b")
DUG_ALREADY = Bar("There are field works where {name} stands.", "kursk-7.1.1-a")
NO_GROUND = Bar("Nobody digs in a swamp, or in a fixed position.", "kursk-7.1.8-a")
NO_POINTS = Bar("{name} has no points to dig with.", "kursk-7.1.4-a")
JUST_BACK = Bar(
    "{name} has just retreated and can get away.", "kursk-5.3.10-a", "It may dig in its next Movement Phase."
)


def digs(view: Now, unit: Unit) -> Iterator[Order]:
    """A regular unit that has not moved may dig in, unless it has just retreated and could still get away. [7.1.2-a]"""
    if why_no_dig(view, unit) is None:
        yield Dig(UnitId(unit.id))


def why_no_dig(view: Now, unit: Unit) -> Bar | None:
    """What keeps a unit from digging in. [5.3.10-a, 7.1.2-a, b, c, d, 7.1.3-a]"""
    if not printed(view, unit).like_regular:
        return NOT_REGULAR
    if unit.spent or unit.has(Mark.MOVED) or unit.has(Mark.DONE):
        return HAS_MOVED if unit.has(Mark.MOVED) else FINISHED
    if str(unit.hex) in view.position.works or not may_be_dug(view, unit.hex):
        return DUG_ALREADY if str(unit.hex) in view.position.works else NO_GROUND
    if is_frozen(view, unit.id) or not movement.allowance(view, unit):
        return FROZEN if is_frozen(view, unit.id) else NO_POINTS
    return JUST_BACK if unit.has(Mark.RETREATED) and not reach.trapped(view, unit) else None


def may_be_dug(game: Now, h: int) -> bool:
    """Anywhere but in a swamp or a fixed position. [7.1.7-a, 7.1.8, 7.1.9]"""
    return game.setting.board.terrain[h] != "swamp" and not edges(game, h, FIXED)


# -- where they stand


def in_works(game: Now, side: str, h: int) -> bool:
    return bool(game.position.works.get(str(h)) == side)


def edges(game: Now, h: int, kind: str) -> frozenset[int]:
    """The neighbours against which a line of this kind protects a hex."""
    return _all_edges(game.setting.board).get((h, kind), frozenset())


@remembered
def _all_edges(board: Board) -> dict[tuple[int, str], frozenset[int]]:
    protected: dict[tuple[int, str], set[int]] = {}
    for f in board.features:
        if f.kind in (FIXED, LINE) and f.toward is not None:
            protected.setdefault((f.toward, f.kind), set()).add(f.b if f.toward == f.a else f.a)
    return {key: frozenset(value) for key, value in protected.items()}


def is_fortified(game: Now, side: str, h: int) -> bool:
    """In field works, a fixed position, or a fortified line: excused from attacking. [5.1.3, 7.1.11, 7.2.5, Q74]"""
    if in_works(game, side, h) or edges(game, h, FIXED):
        return True
    return bool(edges(game, h, LINE))


def through_line(game: Now, side: str, a: int, b: int) -> bool:
    """Whether Germans pass a Soviet fortified line between these hexes. [18.1.3]"""
    return side == "german" and (a in edges(game, b, LINE) or b in edges(game, a, LINE))


def works_shift(game: Now, h: int) -> int:
    """What field works are worth: more in a town. [7.1.10, kursk-c19-19.1.5-a, kursk-c19-19.1.5-b, ruling Q67]"""
    book = game.setting.rulebook
    return int(book.works_town if game.setting.board.terrain[h] in TOWNS else book.works_open)


# -- when they go


def clear_works(work: WbWork, owner: str, h: int) -> None:
    """Field works are lost when an enemy enters. [7.1.6-a, b]"""
    if in_works(work, owner, h):
        works = {key: side for key, side in work.position.works.items() if key != str(h)}
        work.position = structs.replace(work.position, works=works)


def sweep_works(work: WbWork) -> None:
    """Field works nobody holds at the end of a phase are taken off. [7.1.5-a, b]"""
    held = {side: force(work, side).at for side in SIDES}
    works = {key: side for key, side in work.position.works.items() if int(key) in held[side]}
    if works != work.position.works:
        work.position = structs.replace(work.position, works=works)
