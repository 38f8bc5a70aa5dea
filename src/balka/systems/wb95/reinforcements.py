"""Reinforcements: who comes when and where, and at what price. [chapter 11]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec import structs

from balka.core.boards import NO_HEX
from balka.core.choices import Hex, UnitId
from balka.core.state import Work
from balka.systems.wb95 import movement
from balka.systems.wb95.events import Moved, StackMoved
from balka.systems.wb95.orders import Order, tell_did, tell_own
from balka.systems.wb95.position import (
    ACTIVE,
    OFF,
    Game,
    Unit,
    enemy_of,
    force,
    label,
    mark,
    printed,
    put,
    unit,
    units_at,
)
from balka.systems.wb95.zones import controls, in_zone

SHIFT = 3  # [11.2.2]


class Enter(Order, frozen=True):
    """Come onto the map. [11.1.2, 11.1.3]"""

    verb: ClassVar[str] = "enter"

    hex: Hex

    def do(self, work: Work) -> None:
        who = unit(work, self.unit)
        cost = entry_cost(work, who, self.hex)
        extra = ["half"] if self.hex not in due_hexes(work, who) else []
        fresh = structs.replace(who, hex=self.hex, spent=cost or 0).marked(
            "moved", *ACTIVE, f"entered:{self.hex}", *extra
        )
        put(work, fresh)
        _count_stavka(work, who)
        tell_own(work, who.side, Moved((who.id,), OFF, self.hex), StackMoved(who.side, OFF, self.hex))
        if in_zone(work, self.hex, enemy_of(who.side)):
            mark(work, (who.id,), "done")


def is_stavka(game: Game, who: Unit) -> bool:
    arrival = game.setting.rulebook.arrivals.get(who.id)
    return arrival is not None and bool(arrival.stavka)


def _count_stavka(work: Work, who: Unit) -> None:
    """A corps or army of the STAVKA reserve has come. [ruling Q106]"""
    if not is_stavka(work, who):
        return
    arrival = work.setting.rulebook.arrivals[who.id]
    put(work, unit(work, who.id).marked("slow"))
    if arrival.group not in work.tracks.stavka:
        work.tracks = structs.replace(work.tracks, stavka=tuple(sorted((*work.tracks.stavka, arrival.group))))


class Shift(Order, frozen=True):
    """Wait a turn and enter by another zone, up to three further along the edge. [11.2.2]"""

    verb: ClassVar[str] = "shift"

    hex: Hex

    def do(self, work: Work) -> None:
        send(work, unit(work, self.unit), self.hex)
        tell_did(work, self.unit, f"marches to the entry {label(work, self.hex)}", seen=False)


class Exit(Order, frozen=True):
    """Leave the map by an entry zone, to come back later. [11.2.3]"""

    verb: ClassVar[str] = "exit"

    def do(self, work: Work) -> None:
        who = unit(work, self.unit)
        kept = tuple(mark for mark in who.marks if not mark.startswith("over:"))  # back beyond no river [ruling Q103]
        send(work, structs.replace(who, hex=OFF, marks=kept).marked(*ACTIVE), who.hex)
        emptied = not units_at(work, who.side, who.hex)
        tell_own(work, who.side, Moved((who.id,), who.hex, OFF), StackMoved(who.side, who.hex, OFF, emptied=emptied))


def send(work: Work, who: Unit, h: int) -> None:
    """A unit beside the map waits for its next Movement Phase at this zone."""
    plain = tuple(mark for mark in who.marks if not mark.startswith(("zone:", "due:")))
    put(work, structs.replace(who, marks=plain).marked(f"zone:{h}", f"due:{work.turn + 1}", "moved"))


def _note(who: Unit, key: str) -> int | None:
    return next((int(mark.split(":")[1]) for mark in who.marks if mark.startswith(f"{key}:")), None)


def due_turn(game: Game, who: Unit) -> int | None:
    """The turn from which a unit beside the map may come."""
    arrival = game.setting.rulebook.arrivals.get(who.id)
    return _note(who, "due") or (arrival.turn if arrival else None)


def is_due(game: Game, who: Unit) -> bool:
    """Beside the map, and its day has come."""
    turn = due_turn(game, who)
    return who.hex == OFF and turn is not None and turn <= game.turn


def due_hexes(game: Game, who: Unit) -> tuple[int, ...]:
    """Where it may come in: where it marched, or where the scenario lets it in."""
    marched = _note(who, "zone")
    return (marched,) if marched is not None else tuple(game.setting.rulebook.arrivals[who.id].hexes)


def shifts(view: Game, who: Unit) -> Iterator[Order]:
    """Entry zones within three of its own. [11.2.2]"""
    zones = list(view.setting.rulebook.zones.get(who.side, ()))
    places = [zones.index(h) for h in due_hexes(view, who) if h in zones]
    for n, h in enumerate(zones):
        if places and h not in due_hexes(view, who) and min(abs(n - place) for place in places) <= SHIFT:
            yield Shift(UnitId(who.id), Hex(h))


def exits(view: Game, who: Unit) -> Iterator[Order]:
    """A unit on an entry zone of its side may leave. [11.2.3]"""
    if who.hex in view.setting.rulebook.zones.get(who.side, ()) and movement.may_move(view, who):
        yield Exit(UnitId(who.id))


def near_hexes(game: Game, who: Unit) -> list[int]:
    """The entry zones next to its own, which cost half its points. [11.2.1]"""
    zones = list(game.setting.rulebook.zones.get(who.side, ()))
    own = due_hexes(game, who)
    places = [zones.index(h) for h in own if h in zones]
    around = {n + d for n in places for d in (-1, 1) if 0 <= n + d < len(zones)}
    return [zones[n] for n in sorted(around) if zones[n] not in own]


def entry_cost(game: Game, who: Unit, h: int) -> int | None:
    """The price of the entry hex, times the number of stacks that have come that way in this phase. [11.1.5, Q93]"""
    price = _cheapest_step(game, printed(game, who).moves, h)
    return None if price is None else price * stack_number(game, who, h)


def _cheapest_step(game: Game, moves: str, h: int) -> int | None:
    """The least it costs a class to step into a hex from any side, worked out once for a board."""
    board = game.setting.board
    known: dict[tuple[str, int], int | None] = board.__dict__.setdefault("_entry_prices", {})
    if (moves, h) not in known:
        steps = movement.prices(game, moves).steps
        ways = [steps[a][board.side_between(a, h)] for a in board.neighbours[h] if a != NO_HEX]
        known[moves, h] = min((step.price for step in ways if step is not None), default=None)
    return known[moves, h]


def stack_number(game: Game, who: Unit, h: int) -> int:
    """Which stack through this hex the unit belongs to: the first eight CEL are the first. [11.1.5]"""
    come = sum(one.cel for one in force(game, who.side).units.values() if one.has(f"entered:{h}"))
    return (come + who.cel - 1) // movement.STACKING + 1


def entries(view: Game, who: Unit, *, strategic: bool) -> Iterator[Order]:
    """Ways onto the map for a unit that is due: its own zones, or a neighbouring one for half its points.

    [11.1, 11.2.1]
    """
    if not is_due(view, who):
        return
    for h in due_hexes(view, who):
        if _may_enter(view, who, h, movement.allowance(view, who)):
            yield Enter(UnitId(who.id), Hex(h))
    for h in near_hexes(view, who):
        if not strategic and _may_enter(view, who, h, movement.allowance(view, who.marked("half"))):
            yield Enter(UnitId(who.id), Hex(h))
    if not strategic:
        yield from shifts(view, who)


def _may_enter(view: Game, who: Unit, h: int, points: int) -> bool:
    """Not held by the enemy, room in it, and points enough. [11.1.4, 3.2.1]"""
    if units_at(view, enemy_of(who.side), h) or controls(view, enemy_of(who.side), h):
        return False
    cost = entry_cost(view, who, h)
    return cost is not None and cost <= points and movement.fits(view, who.side, h, who.cel)
