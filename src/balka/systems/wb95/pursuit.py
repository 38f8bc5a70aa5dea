"""Pursuit after a retreat, advance after an elimination. [5.4]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from msgspec import structs

from balka.core.boards import NO_HEX
from balka.core.choices import Choice, Node, Path, Refusal, Token, UnitId
from balka.core.frames import Ask, Frame, asking
from balka.core.state import State, Work
from balka.systems.wb95 import movement
from balka.systems.wb95.entering import overrun
from balka.systems.wb95.events import Note, Pursued
from balka.systems.wb95.fortifications import clear_works, through_line
from balka.systems.wb95.orders import End
from balka.systems.wb95.position import Game, Unit, alive, enemy_of, label, name_of, printed, put, unit, units_at
from balka.systems.wb95.retreat import Walk
from balka.systems.wb95.victory import crossed
from balka.systems.wb95.zones import in_zone, same_zone


class Follow(Choice, frozen=True):
    """A unit goes after the enemy."""

    verb: ClassVar[str] = "follow"
    subject: ClassVar[str] = "unit"

    unit: UnitId
    way: Path


def open_pursuit(
    work: Work, side: str, units: tuple[str, ...], walks: tuple[Walk, ...], emptied: tuple[int, ...]
) -> None:
    """Ask the winner if, as all can see, there is ground to follow into. [5.4.1, 5.4.10, ruling Q60]"""
    able = tuple(one for one in units if alive(work, one) and not printed(work, unit(work, one)).towed)
    free = [h for h in ({walk.start for walk in walks} or set(emptied)) if is_open(work, side, h)]
    if able and free:
        work.push(Pursuit(side, able, walks, () if walks else tuple(sorted(free))))


def is_open(game: Game, side: str, h: int) -> bool:
    """No enemy there who could hold it."""
    return movement.overrun_price(game, side, h) is not None


def enterable(view: Game, who: Unit, a: int, b: int) -> bool:
    """Ground the unit can use, with nobody there who could stop it. [5.4.7]"""
    if not is_open(view, who.side, b):
        return False
    if units_at(view, enemy_of(who.side), b) and not printed(view, who).regular:
        return False
    board = view.setting.board
    return (
        board.are_neighbours(a, b)
        and movement.price(view, printed(view, who).moves, a, board.side_between(a, b)) is not None
    )


def big_river(view: Game, a: int, b: int) -> bool:
    board = view.setting.board
    return "big_river" in board.hexsides.get((a, board.side_between(a, b)), ())


def trails(view: Game, who: Unit, walks: Iterable[Walk]) -> list[tuple[int, ...]]:
    """The ways a unit may follow: along one retreat, as far as it went, with one step aside at the end.

    [5.4.2-5.4.8]
    """
    found: dict[tuple[int, ...], None] = {}
    for walk in walks:
        for way in _along(view, who, walk):
            found[way] = None
    return [way for way in found if movement.fits(view, who.side, way[-1], who.cel)]


def _along(view: Game, who: Unit, walk: Walk) -> Iterator[tuple[int, ...]]:
    most = len(walk.path)
    here = who.hex
    way: tuple[int, ...] = ()
    for h in (walk.start, *walk.path)[:most]:
        if not enterable(view, who, here, h):
            return
        wet = big_river(view, here, h)
        here, way = h, (*way, h)
        yield way
        if wet:
            return
        if len(way) < most:
            yield from _aside(view, who, way, walk)


def _aside(view: Game, who: Unit, way: tuple[int, ...], walk: Walk) -> Iterator[tuple[int, ...]]:
    for n in view.setting.board.neighbours[way[-1]]:
        if n not in (NO_HEX, who.hex, *way, *walk.path, walk.start) and enterable(view, who, way[-1], n):
            yield (*way, n)


def advances(view: Game, who: Unit, emptied: Iterable[int]) -> list[tuple[int, ...]]:
    """Into an emptied hex and on to one next to it, with enemy zones in force. [5.4.10]"""
    foe = enemy_of(who.side)
    found: list[tuple[int, ...]] = []
    for h in emptied:
        if not enterable(view, who, who.hex, h) or same_zone(view, who.hex, h, foe):
            continue
        found.append((h,))
        if in_zone(view, h, foe):
            continue
        for n in view.setting.board.neighbours[h]:
            if n not in (NO_HEX, who.hex) and n not in emptied and enterable(view, who, h, n):
                found.append((h, n))
    return [way for way in found if movement.fits(view, who.side, way[-1], who.cel)]


class Pursuit(Frame, frozen=True):
    """The winner's units follow one by one, or not at all. [5.4.1]"""

    side: str
    units: tuple[str, ...]
    walks: tuple[Walk, ...]
    emptied: tuple[int, ...]

    def ask(self, state: State) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.side], self.side, "pursuit")

    def _ways(self, view: Game, name: str) -> list[tuple[int, ...]]:
        who = unit(view, name)
        return trails(view, who, self.walks) if self.walks else advances(view, who, self.emptied)

    def grow(self, state: State, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        view = state.view(seat)
        if path:
            name = str(path[0])
            return [Follow(UnitId(name), Path(way)) for way in self._ways(view, name)] if name in self.units else []
        return [*(one for one in self.units if self._ways(view, one)), End()]

    def answer(self, work: Work, choice: Choice) -> None:
        if isinstance(choice, Follow):
            self._follow(work, choice)
        rest = tuple(one for one in self.units if not isinstance(choice, Follow) or one != choice.unit)
        if isinstance(choice, End) or not rest:
            work.pop()
            work.finish(None)
        else:
            work.replace_top(structs.replace(self, units=rest))

    def _follow(self, work: Work, choice: Follow) -> None:
        """Hex by hex: what cannot stand is overrun, works are lost; zones stop only an advance. [5.4.5, 6.2.4]"""
        walked = []
        for h in choice.way:
            who = unit(work, choice.unit)
            overrun(work, enemy_of(self.side), h)
            clear_works(work, enemy_of(self.side), h)
            marks = ["active"] + (["mined"] if through_line(work, self.side, who.hex, h) else [])
            put(work, crossed(work, structs.replace(who, hex=h).marked(*marks), who.hex, h))
            walked.append(h)
            if not self.walks and in_zone(work, h, enemy_of(self.side)) and h != choice.way[-1]:
                work.tell(
                    Note(f"{name_of(work, choice.unit)} is stopped at {label(work, h)}", "kursk-5.4.10-b", self.side)
                )
                break
        work.tell(Pursued(choice.unit, tuple(walked)))

    def prompt(self, view: State, seat: str) -> str:
        return "Follow the retreating enemy, or end the pursuit."

    def refuse(self, view: State, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, Follow) and self.walks:
            return Refusal("A pursuit follows a retreat path and leaves it by one hex at most.", "kursk-5.4.2-a")
        return Refusal("An advance enters an emptied hex and may go on one hex.", "kursk-5.4.10-a")
