"""Pursuit after a retreat, advance after an elimination. [5.4]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec import field, structs

from balka.core.boards import NO_HEX
from balka.core.choices import Choice, Path, Refusal, UnitId
from balka.core.frames import Ask, asking
from balka.core.listing import Listed
from balka.systems.wb95 import movement
from balka.systems.wb95.events.battles import Pursued
from balka.systems.wb95.fortifications import clear_works, through_line
from balka.systems.wb95.losses import overrun
from balka.systems.wb95.marks import STIRRING, Mark
from balka.systems.wb95.orders import End
from balka.systems.wb95.position import Now, Unit, WbState, WbWork, enemy_of, is_frozen, printed, put, unit_of, units_at
from balka.systems.wb95.retreat import Walk
from balka.systems.wb95.secrets import known
from balka.systems.wb95.victory import crossed
from balka.systems.wb95.zones import in_zone, same_zone


class Follow(Choice, frozen=True):
    """A unit goes after the enemy."""

    verb: ClassVar[str] = "follow"
    subject: ClassVar[str] = "unit"

    unit: UnitId
    way: Path


def open_pursuit(
    work: WbWork, side: str, units: tuple[str, ...], walks: tuple[Walk, ...], emptied: tuple[int, ...]
) -> bool:
    """Ask the winner if, as all can see, there is ground to follow into. [5.4.1, 5.4.10, ruling Q60]"""
    able = tuple(unit_id for unit_id in units if can_pursue(work, unit_of(work, unit_id)))
    free = [h for h in ({walk.start for walk in walks} or set(emptied)) if is_open(work, side, h)]
    if able and free:
        work.push(Pursuit(side, able, walks, () if walks else tuple(sorted(free))))
    return bool(able and free)


def can_pursue(game: Now, unit: Unit) -> bool:
    """Not what is towed, cannot move at all, or may not move yet by the scenario. [3.1.1, 5.4.9, 14.3.4, 15.2.1]"""
    counter = printed(game, unit)
    return not (counter.towed or not counter.mp or unit.has(Mark.BUILDING) or is_frozen(game, unit.id))


def is_open(game: Now, side: str, h: int) -> bool:
    """No enemy there who could hold it."""
    return movement.overrun_price(game, side, h) is not None


def enterable(view: Now, unit: Unit, a: int, b: int) -> bool:
    """Ground the unit can use, with nobody there who could stop it. [5.4.7-b, c, 9.1.3]"""
    board, counter = view.setting.board, printed(view, unit)
    if not is_open(view, unit.side, b) or (units_at(view, enemy_of(unit.side), b) and not counter.like_regular):
        return False
    if not board.are_neighbours(a, b) or movement.barred(view, counter.army, a, b):
        return False
    return movement.ground_for(view, counter.moves, a, board.side_between(a, b), counter.kind) is not None


def big_river(view: Now, a: int, b: int) -> bool:
    board = view.setting.board
    return "big_river" in board.hexsides.get((a, board.side_between(a, b)), ())


def trails(view: Now, unit: Unit, walks: Iterable[Walk]) -> list[tuple[int, ...]]:
    """The ways a unit may follow: along one retreat, as far as it went, with one step aside at the end.

    [3.1.2-a, 5.4.2-a, b, 5.4.3-a, 5.4.4-a, 5.4.5-a, 5.4.6-a, 5.4.7-a, 5.4.8-a]
    """
    ways: dict[tuple[int, ...], None] = {}
    for walk in walks:
        for way in _along(view, unit, walk):
            ways[way] = None
    return [way for way in ways if movement.fits(view, unit.side, way[-1], unit.cel)]


def _along(view: Now, unit: Unit, walk: Walk) -> Iterator[tuple[int, ...]]:
    most = len(walk.path)
    here = unit.hex
    way: tuple[int, ...] = ()
    for h in (walk.start, *walk.path)[:most]:
        if not enterable(view, unit, here, h):
            return
        wet = big_river(view, here, h)
        here, way = h, (*way, h)
        yield way
        if wet:
            return
        if len(way) < most:
            yield from _aside(view, unit, way, walk)


def _aside(view: Now, unit: Unit, way: tuple[int, ...], walk: Walk) -> Iterator[tuple[int, ...]]:
    for n in view.setting.board.neighbours[way[-1]]:
        if n not in (NO_HEX, unit.hex, *way, *walk.path, walk.start) and enterable(view, unit, way[-1], n):
            yield (*way, n)


def advances(view: Now, unit: Unit, hexes: Iterable[int], paid: int) -> list[tuple[int, ...]]:
    """Hexes next to it that a winner may enter after paying so much: points and zones bind him as on the march.

    He has the points of a whole phase, not what the last one left him. [3.1.5, 3.1.13, 4.2.3, 5.4.10]
    """
    foe = enemy_of(unit.side)
    return [
        (h,)
        for h in hexes
        if enterable(view, unit, unit.hex, h)
        and not same_zone(view, unit.hex, h, foe)
        and paid + price(view, unit, h) <= movement.allowance(view, unit)
        and movement.fits(view, unit.side, h, unit.cel)
    ]


def price(view: Now, unit: Unit, h: int) -> int:
    """What a step of an advance costs; more than a unit can ever pay where it has no points at all."""
    whole = movement.allowance(view, unit)
    payer = structs.replace(movement.payer_of(view, unit), whole=whole, left=whole)
    step = movement.step_cost(view, payer, unit.hex, view.setting.board.side_between(unit.hex, h))
    return step.price if step is not None and whole else whole + 1


class Pursuit(Listed[WbState, WbWork], frozen=True):
    """The winner's units follow one by one, or not at all; an advance goes hex by hex. [5.4.1, 5.4.10]"""

    side: str
    units: tuple[str, ...]
    walks: tuple[Walk, ...]
    emptied: tuple[int, ...]
    inside: dict[str, int] = field(
        default_factory=dict
    )  # who entered an emptied hex and may go on, with what that cost
    onward: dict[str, tuple[tuple[int, ...], ...]] = field(
        default_factory=dict
    )  # who followed, and the ways that what he was told on arriving opened to him

    def ask(self, state: WbState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.side], self.side, "pursuit")

    def _ways(self, view: Now, name: str) -> list[tuple[int, ...]]:
        unit = unit_of(view, name)
        if name in self.onward:  # others may have filled a hex since [3.2.1]
            return [way for way in self.onward[name] if movement.fits(view, self.side, way[-1], unit.cel)]
        if self.walks:
            return trails(view, unit, self.walks)
        if name not in self.inside:
            return advances(view, unit, self.emptied, 0)
        beside = [n for n in view.setting.board.neighbours[unit.hex] if n != NO_HEX]
        return advances(view, unit, beside, self.inside[name])

    def options(self, view: WbState) -> Iterable[Choice]:
        ways = ((unit_id, way) for unit_id in self.units for way in self._ways(view, unit_id))
        return [*(Follow(UnitId(unit_id), Path(way)) for unit_id, way in ways), End()]

    def answer(self, work: WbWork, choice: Choice) -> None:
        now = self._after(work, choice) if isinstance(choice, Follow) else structs.replace(self, units=())
        if now.units:
            work.replace_top(now)
        else:
            work.pop()
            work.finish(None)

    def _after(self, work: WbWork, choice: Follow) -> Pursuit:
        """A pursuer has done its part; so has who advances, once it went on or an enemy zone stops it. [4.2.1]"""
        if self.walks:
            return self._after_pursuit(work, choice)
        first = choice.unit not in self.inside
        paid = price(work, unit_of(work, choice.unit), choice.way[0]) if first else 0
        self._follow(work, choice)
        if first and not in_zone(work, choice.way[0], enemy_of(self.side)):
            return structs.replace(self, inside={**self.inside, choice.unit: paid})
        return structs.replace(self, units=tuple(unit_id for unit_id in self.units if unit_id != choice.unit))

    def _after_pursuit(self, work: WbWork, choice: Follow) -> Pursuit:
        """Who finds guns or a headquarters alone where he could not know of them may still go there. [5.4.2, 16.1.4]"""
        start = unit_of(work, choice.unit).hex
        known_before = {*trails(known(work, self.side), unit_of(work, choice.unit), self.walks)}
        self._follow(work, choice)
        there, gone = structs.replace(unit_of(work, choice.unit), hex=start), len(choice.way)
        ways = [way for way in trails(known(work, self.side), there, self.walks) if way[:gone] == tuple(choice.way)]
        news = tuple(way[gone:] for way in ways if way not in known_before)
        if news:
            return structs.replace(self, onward={**self.onward, choice.unit: news})
        return structs.replace(self, units=tuple(unit_id for unit_id in self.units if unit_id != choice.unit))

    def _follow(self, work: WbWork, choice: Follow) -> None:
        """Hex by hex: what cannot stand is overrun, works are lost, and whoever is passed is met.

        [5.4.5, 6.2.4-d, 16.1.4, 17.1.2]
        """
        work.tell(Pursued(choice.unit, tuple(choice.way)))
        for h in choice.way:
            unit = unit_of(work, choice.unit)
            overrun(work, enemy_of(self.side), h)
            clear_works(work, enemy_of(self.side), h)
            marks = [*STIRRING] + ([Mark.MINED] if through_line(work, self.side, unit.hex, h) else [])
            began_at = movement.beginning(work, unit)
            put(work, crossed(work, structs.replace(unit, hex=h, began_at=began_at).marked(*marks), unit.hex, h))
            work.setting.system.watch(work)

    def prompt(self, view: WbState, seat: str) -> str:
        if self.walks:
            return "Follow the retreating enemy, or end the pursuit."
        return "Enter the ground the enemy lost, and from there one hex more, or end the advance."

    def refuse(self, view: WbState, choice: Choice, seat: str) -> Refusal:
        if not isinstance(choice, Follow) or choice.unit not in self.units:
            return Refusal("That unit does not follow now.", "kursk-5.4.1-a")
        if self.walks:
            return Refusal("A pursuit follows a retreat path and leaves it by one hex at most.", "kursk-5.4.2-a")
        if choice.unit not in self.inside and choice.way[0] not in self.emptied:
            return Refusal("An advance enters an emptied hex first.", "kursk-5.4.10-a", "Then it may go on one hex.")
        if len(choice.way) > 1:
            return Refusal("An advance goes hex by hex: an enemy zone may stop it.", "kursk-5.4.10-b")
        return Refusal("Movement limits and enemy zones bind an advance.", "kursk-5.4.10-b")
