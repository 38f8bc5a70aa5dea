"""Retreat: which ways back are open, who goes and who stays. [5.3]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from msgspec import Struct, structs

from balka.core.boards import NO_HEX
from balka.core.choices import Choice, Hex, Node, Path, Refusal, Token, UnitId
from balka.core.frames import Ask, Frame, Quote, asking
from balka.core.hexes import hexes_in, mask_of
from balka.systems.wb95 import movement
from balka.systems.wb95.artillery import is_towed_gun
from balka.systems.wb95.events.battles import Retreated, ZonesTold
from balka.systems.wb95.fortifications import FIXED, clear_works, edges, through_line
from balka.systems.wb95.losses import lose_one
from balka.systems.wb95.marks import STIRRING, Mark
from balka.systems.wb95.orders import Stand
from balka.systems.wb95.position import (
    Now,
    Unit,
    WbState,
    WbWork,
    enemy_of,
    force,
    label,
    names_of,
    printed,
    put,
    unit_of,
    units_at,
)
from balka.systems.wb95.secrets import known
from balka.systems.wb95.sheet import Battle, helpless
from balka.systems.wb95.victory import crossed
from balka.systems.wb95.zones import zone

LONGEST_LIST = 1900


class Walk(Struct, frozen=True):
    """Units that went back together, from where, by which hexes."""

    units: tuple[str, ...]
    start: int
    path: tuple[int, ...]


class GoHex(Choice, frozen=True):
    """All who may leave a hex go back along a path."""

    verb: ClassVar[str] = "go"
    subject: ClassVar[str] = "hex"

    hex: Hex
    way: Path


class Go(Choice, frozen=True):
    """One unit goes back along a path."""

    verb: ClassVar[str] = "go"
    subject: ClassVar[str] = "unit"

    unit: UnitId
    way: Path


def can_retreat(game: Now, unit: Unit, battle: Battle) -> bool:
    """Guns in combat set-up stay; so do headquarters and limbered guns that are attacked alone.

    [5.1.9-b, 6.2.4-c, g, kursk-c14-14.3.4-a, kursk-c15rg-15.2.1-a, Q61]
    """
    if printed(game, unit).mp == 0 or unit.has(Mark.BUILDING):
        return False
    if is_towed_gun(game, unit) and not unit.has(Mark.TRANSPORT):
        return False
    return unit.side == battle.side or not helpless(game, battle)


def open_retreat(work: WbWork, side: str, far: int, units: tuple[str, ...], fought: tuple[int, ...]) -> None:
    """Ask the owner of the beaten units, after telling him which ways are closed."""
    tell_zones(work, side, far, tuple(sorted({unit_of(work, unit_id).hex for unit_id in units})))
    work.push(Retreat(side, far, units, fought=fought))


def tell_zones(work: WbWork, side: str, far: int, starts: tuple[int, ...]) -> None:
    """Zones of masked stacks that bear on the ways back are told first, for this retreat only.

    That there are none is told as well, where some are masked: what came before cannot be taken back. [16.1.4]
    """
    board = work.setting.board
    region = 0
    for h in starts:
        region |= board.within(h, far)
    truth = zone(force(work, enemy_of(side)), board) & region
    enemies = force(known(work, side), enemy_of(side))
    seen = zone(enemies, board)
    news = tuple(hexes_in(truth & ~seen))
    seat = work.setting.seat_of[side]
    work.told = {**work.told, seat: tuple(f"zone {h}" for h in news)}
    if any(not unit.known for unit in enemies.units.values()):
        work.barrier = True
    if news:
        work.tell_only((seat,), ZonesTold(news))


def hostile(view: WbState, side: str) -> int:
    """Enemy zones as far as the owner knows them, those told for this retreat included."""
    seat = view.setting.seat_of[side]
    told = mask_of(int(fact.split()[1]) for fact in view.told.get(seat, ()) if fact.startswith("zone "))
    return zone(force(view, enemy_of(side)), view.setting.board) | told


class Way(Struct, frozen=True):
    """A way back and the CEL it costs each unit that takes it."""

    path: tuple[int, ...]
    cost: int


def ways_back(view: WbState, order: Retreat, members: Sequence[str], start: int) -> list[Way]:
    """Every way of one hex up to the whole distance, each hex further from the start than the last.

    Nobody goes back over ground he fought against; room is asked for what arrives.
    [3.1.2-a, 5.3.2-a, 5.3.3-a, c, 5.3.4-a, b, 5.3.6-a, b, Q57]
    """
    units = [unit_of(view, unit_id) for unit_id in members]
    weakest, cel = min(unit.cel for unit in units), sum(unit.cel for unit in units)
    ways: list[Way] = []
    paths = [Way((), 0)]
    for away in range(1, order.far + 1):
        paths = [
            longer
            for way in paths
            for longer in _longer(view, order.side, units, (start, away), way)
            if longer.cost < weakest and longer.path[-1] not in order.fought
        ]
        ways += [way for way in paths if movement.fits(view, order.side, way.path[-1], cel - way.cost * len(units))]
    return ways


def _longer(view: WbState, side: str, units: Sequence[Unit], where: tuple[int, int], way: Way) -> Iterator[Way]:
    start, away = where
    board = view.setting.board
    here = way.path[-1] if way.path else start
    closed = hostile(view, side)
    for n, b in enumerate(board.neighbours[here]):
        if b == NO_HEX or board.distance(start, b) != away or units_at(view, enemy_of(side), b):
            continue
        if not all(_passable(view, unit, here, n) for unit in units):
            continue
        if not closed >> b & 1:
            yield Way((*way.path, b), way.cost)
        elif units_at(view, side, b):
            yield Way((*way.path, b), way.cost + 1)


def _passable(view: WbState, unit: Unit, a: int, side: int) -> bool:
    """Not into ground closed to it or its army, and over a big river only by a bridge. [5.3.3-b, 5.3.5, 9.1.3]"""
    counter = printed(view, unit)
    step = movement.ground_for(view, counter.moves, a, side, counter.kind)
    if step is None or movement.barred(view, counter.army, a, view.setting.board.neighbours[a][side]):
        return False
    wet = "big_river" in view.setting.board.hexsides.get((a, side), ())
    return not wet or step.bridge


class Retreat(Frame[WbState, WbWork], frozen=True):
    """The owner sends beaten units back, together or one by one, or lets them stand. [5.3.1, 5.3.7, 5.3.8]"""

    side: str
    far: int
    waiting: tuple[str, ...]
    walks: tuple[Walk, ...] = ()
    fought: tuple[int, ...] = ()  # hexes the units fought against

    def ask(self, state: WbState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.side], self.side, "retreat")

    def _groups(self, view: Now) -> dict[int, tuple[str, ...]]:
        groups: dict[int, tuple[str, ...]] = {}
        for unit_id in self.waiting:
            h = unit_of(view, unit_id).hex
            groups[h] = (*groups.get(h, ()), unit_id)
        return groups

    def grow(self, view: WbState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        groups = self._groups(view)
        if path:
            return self._goes(view, groups, path[0])
        offers: list[Node] = [h for h, units in sorted(groups.items()) if len(units) > 1 and self._ways(view, units, h)]
        offers += [unit_id for unit_id in self.waiting if self._ways(view, (unit_id,), unit_of(view, unit_id).hex)]
        return [*offers, Stand()]

    def _goes(self, view: WbState, groups: dict[int, tuple[str, ...]], first: Token) -> list[Node]:
        if isinstance(first, int):
            return [GoHex(Hex(first), Path(way.path)) for way in self._ways(view, groups.get(first, ()), first)]
        if first not in self.waiting:
            return []
        name = str(first)
        return [Go(UnitId(name), Path(way.path)) for way in self._ways(view, (name,), unit_of(view, name).hex)]

    def _ways(self, view: WbState, units: Sequence[str], h: int) -> list[Way]:
        """The ways back of a group; where the list would grow beyond all use, the cheapest to each hex."""
        ways = ways_back(view, self, units, h) if units else []
        if len(ways) * (len(self.waiting) + 2) <= LONGEST_LIST:
            return ways
        best: dict[int, Way] = {}
        for way in sorted(ways, key=lambda option: (option.cost, option.path)):
            best.setdefault(way.path[-1], way)
        return list(best.values())

    def answer(self, work: WbWork, choice: Choice) -> None:
        if isinstance(choice, Stand):
            self._close(work, self)
            return
        if isinstance(choice, GoHex):
            units, way = self._groups(work)[choice.hex], choice.way
        elif isinstance(choice, Go):
            units, way = (choice.unit,), choice.way
        else:
            raise AssertionError(f"no retreat: {choice}")
        done = self._walk(work, units, way)
        if done.waiting:
            work.replace_top(done)
        else:
            self._close(work, done)

    def _walk(self, work: WbWork, units: tuple[str, ...], way: tuple[int, ...]) -> Retreat:
        start = unit_of(work, units[0]).hex
        ways = ways_back(known(work, self.side), self, units, start)
        cost = next(option.cost for option in ways if option.path == tuple(way))
        work.tell(Retreated(units, start, tuple(way)))
        for a, b in zip((start, *way), way, strict=False):
            self._step(work, units, a, b)
        for unit_id in units:
            for _ in range(cost):
                lose_one(work, unit_id, "through enemy zones")
        waiting = tuple(unit_id for unit_id in self.waiting if unit_id not in units)
        return structs.replace(self, waiting=waiting, walks=(*self.walks, Walk(units, start, tuple(way))))

    def _step(self, work: WbWork, units: tuple[str, ...], a: int, b: int) -> None:
        """One hex of a way back: works are lost, and whoever is passed is met. [7.1.6, 16.1.4, 17.1.2]"""
        marks = [Mark.RETREATED, *STIRRING] + ([Mark.MINED] if through_line(work, self.side, a, b) else [])
        clear_works(work, enemy_of(self.side), b)
        moved = [structs.replace(unit_of(work, unit_id), hex=b).marked(*marks) for unit_id in units]
        put(work, *(crossed(work, unit, a, b) for unit in moved))
        work.setting.system.watch(work)

    def _close(self, work: WbWork, done: Retreat) -> None:
        work.pop()
        work.finish(done.walks)

    def quote(self, view: WbState, choice: Choice, seat: str) -> Quote:
        if isinstance(choice, Stand):
            price = price_of(view, self.far, (unit_of(view, unit_id).hex for unit_id in self.waiting))
            return Quote(final="yes", warns=(f"{price} CEL to be paid by those who stay",) if price else ())
        if not isinstance(choice, Go | GoHex):
            return Quote(final=choice.final)
        return Quote(final="no", warns=tuple(self._warnings(view, choice)))

    def _warnings(self, view: WbState, choice: Go | GoHex) -> Iterator[str]:
        """What a way back costs: hexes not walked, and enemy zones on the way. [5.3.4, 5.3.7]"""
        start = choice.hex if isinstance(choice, GoHex) else unit_of(view, choice.unit).hex
        units = self._groups(view)[start] if isinstance(choice, GoHex) else (choice.unit,)
        short = self.far - len(choice.way)
        if price := price_of(view, short, (start,)):
            yield f"{short} hexes short: {price} CEL"
        cost = next((way.cost for way in ways_back(view, self, units, start) if way.path == tuple(choice.way)), 0)
        if cost:
            yield f"{cost} CEL lost by each unit in enemy zones"

    def prompt(self, view: WbState, seat: str) -> str:
        far = "a hex" if self.far == 1 else f"{self.far} hexes"
        return f"{names_of(view, self.waiting)} must retreat {far}, or stand and lose a CEL for each hex."

    def refuse(self, view: WbState, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, Go | GoHex):
            return self._why_not(view, choice)
        return Refusal("The beaten units must retreat or stand.", "kursk-5.3.1-a")

    def _why_not(self, view: WbState, choice: Go | GoHex) -> Refusal:
        """The first hex of a path that is closed."""
        closed = hostile(view, self.side)
        for h in choice.way:
            if units_at(view, enemy_of(self.side), h):
                return Refusal(f"{label(view, h)} is held by the enemy.", "kursk-3.1.8-a")
            if h in self.fought:
                return Refusal(f"{label(view, h)} was fought over: nobody goes back across it.", "kursk-5.3.2-a")
            if closed >> h & 1 and not units_at(view, self.side, h):
                return Refusal(f"{label(view, h)} is in an enemy zone of control.", "kursk-5.3.3-a")
        return Refusal("No such way back.", "kursk-5.3.2-a", "Each hex must be further from where the unit fought.")


def price_of(game: Now, short: int, starts: Iterable[int]) -> int:
    """What so many hexes not walked cost, one CEL less for who fought in fixed positions. [5.3.7, 7.2.6]"""
    return short - 1 if short and all(edges(game, h, FIXED) for h in starts) else short


def shortfall(far: int, living: Sequence[str], guns: Sequence[str], walks: Iterable[Walk]) -> tuple[int, list[str]]:
    """The most hexes anybody fell short, and who fell short; guns that had to stay owe nothing beside others who went.

    [kursk-c5-5.3.7-a, kursk-c5-5.3.7-b, kursk-c5-5.3.7-c, 5.3.8, 6.2.4, ruling Q50]
    """
    walked = {unit_id: len(walk.path) for walk in walks for unit_id in walk.units}
    short = [unit_id for unit_id in living if walked.get(unit_id, 0) < far]
    price = max((far - walked.get(unit_id, 0) for unit_id in living if unit_id not in guns), default=far)
    return (price, short) if living else (0, [])
