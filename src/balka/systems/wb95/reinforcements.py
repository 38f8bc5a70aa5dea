"""Reinforcements: who comes when and where, and at what price. [chapter 11]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec import structs

from balka.core.boards import NO_HEX
from balka.core.choices import Hex, Refusal, UnitId
from balka.core.memo import BOARD, remembered
from balka.systems.wb95 import movement
from balka.systems.wb95.catalogue import MP
from balka.systems.wb95.day import PhaseKind, is_phase
from balka.systems.wb95.events.moves import EntryShifted, Moved, StackMoved
from balka.systems.wb95.marks import STIRRING, Mark
from balka.systems.wb95.orders import Order, tell_own
from balka.systems.wb95.passages import first_steps
from balka.systems.wb95.position import (
    OFF,
    Now,
    Unit,
    WbSetting,
    WbWork,
    enemy_of,
    force,
    label,
    mark,
    name_of,
    printed,
    put,
    unit_of,
    units_at,
)
from balka.systems.wb95.rulebook import Rulebook
from balka.systems.wb95.zones import controls, feared, in_zone

SHIFT = 3  # [11.2.2]
STAVKA_RULE = "kursk-scK-vic-i"


class Enter(Order, frozen=True):
    """Come onto the map. [11.1.2, 11.1.3]"""

    verb: ClassVar[str] = "enter"

    hex: Hex

    def do(self, work: WbWork) -> None:
        unit = unit_of(work, self.unit)
        put(work, come(work, unit, self.hex))
        _count_stavka(work, unit)
        tell_own(work, unit.side, Moved((unit.id,), OFF, self.hex), StackMoved(unit.side, OFF, self.hex))
        if in_zone(work, self.hex, enemy_of(unit.side)):
            mark(work, (unit.id,), Mark.DONE)


def come(game: Now, unit: Unit, h: int) -> Unit:
    """A unit as it stands on its entry hex, having paid for it. In the Strategic Movement Phase it moves strategically:
    with two points fewer, and on from there. [kursk-c11-11.1.3-a, 11.2.1, 12.1.3, 12.2.3]"""
    fresh = _arrived(game, unit, h)
    return structs.replace(fresh, spent=toll(game, fresh, h) or 0)


def _arrived(game: Now, unit: Unit, h: int) -> Unit:
    """The same before it has paid."""
    marks = [Mark.MOVED, *STIRRING]
    if h not in due_hexes(game, unit):
        marks.append(Mark.HALF)
    if is_strategic(game):
        marks.append(Mark.STRATEGIC)
    if is_stavka(game, unit) and not unit.has(Mark.CALLED):
        marks += [Mark.SLOW, Mark.CALLED]
    if not _comes_by_secondary_road(game, printed(game, unit).moves, h):
        marks.append(Mark.STRAYED)
    return structs.replace(unit, hex=h, began_at=OFF, entered_at=h).marked(*marks)


def is_strategic(game: Now) -> bool:
    return is_phase(game, PhaseKind.STRATEGIC)


def is_stavka(game: Now, unit: Unit) -> bool:
    arrival = game.setting.rulebook.arrivals.get(unit.id)
    return arrival is not None and bool(arrival.stavka)


def _count_stavka(work: WbWork, unit: Unit) -> None:
    """A corps or army of the STAVKA reserve has come. [ruling Q106]"""
    if not is_stavka(work, unit):
        return
    arrival = work.setting.rulebook.arrivals[unit.id]
    if arrival.group not in work.tracks.stavka:
        work.tracks = structs.replace(work.tracks, stavka=tuple(sorted((*work.tracks.stavka, arrival.group))))


class Shift(Order, frozen=True):
    """Wait a turn and enter by another zone, up to three further along the edge. [11.2.2-a, b]"""

    verb: ClassVar[str] = "shift"

    hex: Hex

    def do(self, work: WbWork) -> None:
        send(work, unit_of(work, self.unit), self.hex)
        unit = unit_of(work, self.unit)
        tell_own(work, unit.side, EntryShifted(unit.id, unit.hex, self.hex))


class Exit(Order, frozen=True):
    """Leave the map by an entry zone, to come back later. [11.2.3]"""

    verb: ClassVar[str] = "exit"

    def do(self, work: WbWork) -> None:
        unit = unit_of(work, self.unit)
        gone = structs.replace(unit, hex=OFF, beyond=())  # back beyond no river [ruling Q103]
        send(work, gone.marked(*STIRRING), unit.hex)
        emptied = not units_at(work, unit.side, unit.hex)
        tell_own(
            work, unit.side, Moved((unit.id,), unit.hex, OFF), StackMoved(unit.side, unit.hex, OFF, emptied=emptied)
        )


def send(work: WbWork, unit: Unit, h: int) -> None:
    """A unit beside the map waits for its next Movement Phase at this zone. [11.2.3-b]"""
    put(work, structs.replace(unit, entry_zone=h, due=work.turn + 1).marked(Mark.MOVED))


def due_turn(game: Now, unit: Unit) -> int | None:
    """The turn from which a unit beside the map may come."""
    arrival = game.setting.rulebook.arrivals.get(unit.id)
    return unit.due or (arrival.turn if arrival else None)


def is_due(game: Now, unit: Unit) -> bool:
    """Beside the map, and its day has come."""
    turn = due_turn(game, unit)
    return unit.hex == OFF and turn is not None and turn <= game.turn


def due_names(game: Now, side: str) -> tuple[str, ...]:
    """Who of a side is beside the map with his day come, by name."""
    own = force(game, side)
    found = own.due.get(game.turn)
    if found is None:
        found = own.due[game.turn] = tuple([name for name in own.waiting if is_due(game, own.units[name])])
    return found


def due_hexes(game: Now, unit: Unit) -> tuple[int, ...]:
    """Where it may come in: where it marched, or where the scenario lets it in."""
    marched = unit.entry_zone
    return (marched,) if marched is not None else tuple(game.setting.rulebook.arrivals[unit.id].hexes)


def shifts(view: Now, unit: Unit) -> Iterator[Order]:
    """Entry zones within three of its own. [11.2.2]"""
    for h, far in zones_from(view, unit).items():
        if 0 < far <= SHIFT:
            yield Shift(UnitId(unit.id), Hex(h))


def zones_from(game: Now, unit: Unit) -> dict[int, int]:
    """How many zones each entry zone lies from the nearest of its own; round the whole map where the zones close up."""
    return _zones_around(game.setting, unit.side, due_hexes(game, unit))


@remembered
def _zones_around(setting: WbSetting, side: str, own: tuple[int, ...]) -> dict[int, int]:
    book: Rulebook = setting.rulebook
    zones = list(book.zones.get(side, ()))
    places = [zones.index(h) for h in own if h in zones]
    if not places:
        return {}
    whole = len(zones) if book.zones_close else 2 * len(zones)
    return {h: min(min(abs(n - place), whole - abs(n - place)) for place in places) for n, h in enumerate(zones)}


def exits(view: Now, unit: Unit) -> Iterator[Order]:
    """A unit on an entry zone of its side may leave. [11.2.3]"""
    if unit.hex in view.setting.rulebook.zones.get(unit.side, ()) and movement.may_move(view, unit):
        yield Exit(UnitId(unit.id))


def near_hexes(game: Now, unit: Unit) -> list[int]:
    """The entry zones next to its own, which cost half its points; not after a delay or for who left the map.

    [11.2.1, 11.2.3, ruling Q94]
    """
    if unit.entry_zone is not None:
        return []
    return [h for h, far in zones_from(game, unit).items() if far == 1]


def gates(game: Now, unit: Unit) -> tuple[int, ...]:
    """The hexes by which a unit that is due might come in this phase. [11.1.2, 11.2.1, 12.1.3]"""
    if not is_due(game, unit):
        return ()
    return (*due_hexes(game, unit), *(() if is_strategic(game) else near_hexes(game, unit)))


def entry_cost(game: Now, unit: Unit, h: int) -> int | None:
    """The price of the entry hex, aircraft over it counted, times the number of stacks that have come that way in this
    phase. [8.2.13, kursk-c11-11.1.5-b, Q93]"""
    step = _cheapest_step(game, printed(game, unit).moves, h)
    if step is None:
        return None
    return (step.price + movement.missions_over(game, unit.side, h) * MP) * stack_number(game, unit, h)


def toll(game: Now, fresh: Unit, h: int) -> int | None:
    """What a unit pays to come in: the first stack never more than it has. [3.1.13, 11.1.5, ruling Q93]"""
    cost = entry_cost(game, fresh, h)
    if cost is None or stack_number(game, fresh, h) > 1:
        return cost
    return min(cost, movement.allowance(game, fresh))


@remembered(on=BOARD)
def _cheapest_step(game: Now, moves: str, h: int) -> movement.Step | None:
    """The step into a hex from any side that costs a class least, by road if it can, worked out once for a board."""
    board, steps = game.setting.board, movement.prices(game, moves).steps
    ways = [steps[a][board.side_between(a, h)] for a in board.neighbours[h] if a != NO_HEX]
    open_ways = [step for step in ways if step is not None]
    return min(open_ways, key=lambda step: (step.price, not step.road), default=None)


def _comes_by_secondary_road(game: Now, moves: str, h: int) -> bool:
    """Whether a unit can have kept to secondary road until it came. [terrain table note 2]"""
    step = _cheapest_step(game, moves, h)
    return step is not None and step.road == "secondary"


def stack_number(game: Now, unit: Unit, h: int) -> int:
    """Which stack through this hex the unit belongs to: the first eight CEL are the first. [kursk-c11-11.1.5-a]"""
    came = force(game, unit.side).entered.get(h, 0)
    return (came + unit.cel - 1) // movement.STACKING + 1


def entries(view: Now, unit: Unit) -> Iterator[Order]:
    """Ways onto the map for a unit that is due: its own zones, or a neighbouring one for half its points.

    [2.2-k, 11.1, 11.2.1]
    """
    if not is_due(view, unit):
        return
    open_hexes = [h for h in gates(view, unit) if why_not_come(view, unit, h) is None]
    yield from (Enter(UnitId(unit.id), Hex(h)) for h in open_hexes)
    if not is_strategic(view) and not (open_hexes and must_come(view, unit)):
        yield from shifts(view, unit)


def must_come(game: Now, unit: Unit) -> bool:
    """Reserves of the STAVKA that have no say in it. [option of ruling Q106]"""
    return bool(game.setting.rulebook.stavka_must_come) and is_stavka(game, unit)


def why_not_come(view: Now, unit: Unit, h: int) -> Refusal | None:
    """Why a unit that is due cannot enter at a hex: it is the enemy's, in his zone, full or too dear. [11.1, 12.2.2]"""
    where, foe = label(view, h), enemy_of(unit.side)
    if units_at(view, foe, h) or controls(view, foe, h):
        return Refusal(f"The enemy controls {where}.", "kursk-c11-11.1.4-a")
    if is_strategic(view) and feared(force(view, foe), view.setting.board) >> h & 1:
        return Refusal(f"{where} is, or may be, in an enemy zone of control.", "kursk-12.2.2-a", STRATEGIC_HINT)
    fresh = _arrived(view, unit, h)
    cost, points = toll(view, fresh, h), movement.allowance(view, fresh)
    if cost is None or cost > points or not points:
        return Refusal(f"{name_of(view, unit.id)} has not the points to enter at {where}.", "kursk-c11-11.1.5-c")
    if not movement.fits(view, unit.side, h, unit.cel) and not _goes_on(view, structs.replace(fresh, spent=cost)):
        return Refusal(f"{where} would hold more than {movement.STACKING} CEL.", "kursk-3.2.1-a")
    return None


STRATEGIC_HINT = "Strategic Movement keeps away from enemy zones and from masked stacks."


def _goes_on(view: Now, fresh: Unit) -> bool:
    """It can leave a full entry hex at once for one with room. [3.1.10, 3.2.1]"""
    if in_zone(view, fresh.hex, enemy_of(fresh.side)) or not movement.may_move(view, fresh):
        return False
    ahead = first_steps(view, movement.party_with(view, fresh.side, (fresh,)), fresh.hex)
    return any(movement.fits(view, fresh.side, b, fresh.cel) for b in ahead)


def why_not_pass(view: Now, unit: Unit, order: Order) -> Refusal | None:
    """Why a unit cannot come in, march on beside the map or leave it; nothing for any other order. [chapter 11]"""
    if isinstance(order, Enter):
        return _why_not_enter(view, unit, order.hex)
    name = name_of(view, unit.id)
    if isinstance(order, Shift) and must_come(view, unit) and is_due(view, unit):
        return Refusal(f"{name} must enter while it can.", STAVKA_RULE)
    if isinstance(order, Shift):
        return Refusal(f"{name} cannot march to {label(view, order.hex)} now.", "kursk-11.2.2-a")
    if isinstance(order, Exit) and unit.hex not in view.setting.rulebook.zones.get(unit.side, ()):
        return Refusal(f"{name} stands on no entry zone.", "kursk-11.2.3-a")
    return None


def _why_not_enter(view: Now, unit: Unit, h: int) -> Refusal:
    name, where = name_of(view, unit.id), label(view, h)
    if unit.hex != OFF:
        return Refusal(f"{name} is on the map.", "kursk-c11-11.1.1-a")
    if not is_due(view, unit):
        return Refusal(f"{name} does not come yet.", "kursk-c11-11.1.1-a")
    if h not in gates(view, unit):
        return Refusal(f"{name} cannot come in at {where}.", "kursk-c11-11.1.2-a")
    return why_not_come(view, unit, h) or Refusal(f"{name} cannot come in at {where} now.", "kursk-c11-11.1.2-a")
