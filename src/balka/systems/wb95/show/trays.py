"""What lies beside the map: reinforcements by the day they come, and the aircraft that may still fly today."""

from __future__ import annotations

from collections.abc import Iterator

from balka.core.scene.counters import Counter, Place, Stack
from balka.systems.wb95.air import AirPlan, read_plan
from balka.systems.wb95.position import OFF, Flight, Unit, WbState, force
from balka.systems.wb95.reinforcements import due_turn, is_stavka
from balka.systems.wb95.secrets import sides_of_seat
from balka.systems.wb95.show.counters import counter
from balka.systems.wb95.skies import granted


def trays(view: WbState, side: str, seat: str) -> Iterator[Stack]:
    """The trays of a side: reinforcements first, then aircraft."""
    yield from reinforcements(view, side)
    if side in sides_of_seat(view, seat):
        yield from aircraft(view, side)


def reinforcements(view: WbState, side: str) -> Iterator[Stack]:
    """Units that wait beside the map, a tray for each day; those that may come now first."""
    days: dict[int, list[Unit]] = {}
    for unit in force(view, side).by_name():
        if unit.hex == OFF:
            days.setdefault(_day(view, unit), []).append(unit)
    for day in sorted(days):
        for kind, units in (("reinforcements", _ordinary), ("STAVKA reserves", is_stavka)):
            waiting = [unit for unit in days[day] if units(view, unit)]
            if waiting:
                text = f"{side.capitalize()} {kind}, {_when(view, day)}"
                yield _tray(f"{side}-{kind.split()[0].lower()}-{day}", text, [counter(view, unit) for unit in waiting])


def _ordinary(view: WbState, unit: Unit) -> bool:
    return not is_stavka(view, unit)


def _day(view: WbState, unit: Unit) -> int:
    """The turn on which a unit may come; all that may come already are together."""
    return max(due_turn(view, unit) or view.turn, view.turn)


def _when(view: WbState, turn: int) -> str:
    return "now" if turn == view.turn else f"{view.setting.rulebook.day + turn - 1} July"


def aircraft(view: WbState, side: str) -> Iterator[Stack]:
    """Air counters that have not flown today, while the scenario grants sorties. [8.1.3, 8.1.5]"""
    book = view.setting.rulebook
    every = book.air.get(side, ())
    flown = {*view.tracks.flown, *(flight.unit for flight in planned(view))}
    left = granted(view, side) - len(flown.intersection(every))
    units = [Unit(plane, side, "AIR", OFF, 1) for plane in every if plane not in flown]
    if left > 0 and units:
        text = f"{side.capitalize()} aircraft, {left} may still fly today"
        yield _tray(f"{side}-air", text, [counter(view, unit) for unit in units])


def _tray(key: str, name: str, counters: list[Counter]) -> Stack:
    return Stack(place=Place(kind="tray", id=key, name=name), counters=counters)


def planned(view: WbState) -> list[Flight]:
    """The flights a side has planned and not yet laid open, as far as the viewer may know. [8.1.7]"""
    top = view.stack[-1] if view.stack else None
    lanes = top.lanes if isinstance(top, AirPlan) else ()
    return [flight for lane in lanes for flight in read_plan(view, lane)]
