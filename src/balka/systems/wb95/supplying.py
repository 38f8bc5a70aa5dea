"""The Supply Phase: lines are traced, the cut off may surrender, hexes change hands.

[2.2 phases 6 and 12, 10.2, 4.3]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from msgspec import structs

from balka.core.checks import Check, Tally, add, register_reader
from balka.core.dice import Outcome
from balka.core.frames import Frame, Roll
from balka.systems.wb95.breakdowns import mines, panthers, repairs, settle_down
from balka.systems.wb95.building import note_banks
from balka.systems.wb95.events.supply import CutOff, HexesTaken, Supplied, SurrenderTested
from balka.systems.wb95.headquarters import killed
from balka.systems.wb95.losses import eliminate
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.position import Now, Unit, WbState, WbWork, force, put, unit_of
from balka.systems.wb95.secrets import open_up
from balka.systems.wb95.supply import RELIEF, line_costs, surrender_chance
from balka.systems.wb95.victory import reached_goal
from balka.systems.wb95.zones import taken


def gives_up(faces: tuple[int, ...], level: int) -> str:
    """A level above the throw makes a unit surrender. [10.2.6]"""
    return "surrenders" if level - sum(faces) > 0 else "holds out"


register_reader("wb95 surrender", gives_up, ("holds out", "surrenders"))


class SupplyPhase(Frame[WbState, WbWork], frozen=True):
    """The steps of a Supply Phase, which runs by itself but for the owner's few choices."""

    automatic: ClassVar[bool] = True

    side: str
    step: int = 0

    def run(self, work: WbWork) -> None:
        if self.step >= len(STEPS):
            work.pop()
            return
        work.replace_top(structs.replace(self, step=self.step + 1))
        STEPS[self.step](work, self.side)

    def resume(self, work: WbWork, result: object) -> None:
        """A step is done."""


def open_supply(work: WbWork, side: str) -> None:
    work.push(SupplyPhase(side))


def trace(work: WbWork, side: str) -> None:
    """Lines are traced: the cut off get a level, the relieved lose four.

    [2.2-l, 10.1.2-a, 10.2.1, 10.2.7, 10.2.8-a, b, rulings Q86, Q88]
    """
    supplied = line_costs(work, side)
    rises = work.setting.rulebook.supply_rises
    changed, cut, eased = [], [], []
    for unit in force(work, side).by_name():
        if unit.hex < 0:
            continue
        if unit.hex in supplied:
            if unit.supply:
                changed.append(structs.replace(unit, supply=max(unit.supply - RELIEF, 0)))
                eased.append(unit.id)
            continue
        level = unit.supply + 1 if rises or not unit.supply else unit.supply
        changed.append(structs.replace(unit, supply=level).marked(Mark.CUT_OFF))
        cut.append(unit.id)
    put(work, *(unit if unit.id in cut else unit.cleared(Mark.CUT_OFF) for unit in changed))
    _report(work, side, cut, eased)


def _report(work: WbWork, side: str, cut: list[str], eased: list[str]) -> None:
    seats = work.setting.seats_of_side(side)
    if cut:
        work.tell_only(seats, CutOff(side, tuple(cut)))
    if eased:
        work.tell_only(seats, Supplied(side, tuple(eased)))


class Surrenders(Frame[WbState, WbWork], frozen=True):
    """Surrender tests, one unit after the other by name. [10.2.6-c]"""

    automatic: ClassVar[bool] = True

    units: tuple[str, ...]

    def run(self, work: WbWork) -> None:
        if not self.units:
            work.pop()
            work.finish(None)
            return
        unit = unit_of(work, self.units[0])
        work.push(Roll(unit.side, "surrender", dice="2d6=", check=surrender_check(unit)))

    def resume(self, work: WbWork, outcome: Outcome) -> None:
        unit = unit_of(work, self.units[0])
        work.replace_top(Surrenders(self.units[1:]))
        if surrender_check(unit).read(outcome) == "surrenders":
            eliminate(work, unit.id, "surrendered")
            if unit.kind == "HQ":
                killed(work, unit.side, unit.hex)


def surrender_check(unit: Unit) -> Check:
    return Check(
        f"{unit.id} holds out",
        "2d6=",
        Tally("Level out of supply", (add(unit.supply, "level", "kursk-10.2.6-b"),)),
        "wb95 surrender",
    )


def surrenders(work: WbWork, side: str) -> None:
    """Whoever is cut off is tested, unless no throw could make it surrender. [2.2-m, 10.2.6]"""
    cut = [unit for unit in force(work, side).by_name() if unit.has(Mark.CUT_OFF)]
    due = tuple(unit.id for unit in cut if surrender_chance(unit.supply))
    if due:
        work.tell(SurrenderTested(side, due))
        open_up(work, due)
        work.push(Surrenders(due))


def control(work: WbWork, side: str) -> None:
    """Supplied units take the hexes around them. [2.2-n, 4.3, 4.3.4-a]"""
    letters, before = taken(work, side), work.position.control
    if letters != before:
        changed = [h for h, (old, new) in enumerate(zip(before, letters, strict=True)) if old != new]
        mine = tuple(h for h in changed if letters[h] == side[0])
        work.tell(HexesTaken(side, mine, tuple(h for h in changed if letters[h] == "-")))
        work.position = structs.replace(work.position, control=letters)
    clear = [unit for unit in force(work, side).units.values() if unit.has(Mark.CUT_OFF)]
    put(work, *(unit.cleared(Mark.CUT_OFF) for unit in clear))


def sudden_end(work: WbWork, side: str) -> None:
    """A goal held at the end of the phase ends the game."""
    goal = reached_goal(work, side)
    if goal:
        work.tracks = structs.replace(work.tracks, verdict=goal)
        work.stack = []


STEPS: tuple[Callable[[WbWork, str], None], ...] = (
    trace,
    surrenders,
    mines,
    panthers,
    repairs,
    control,
    note_banks,
    settle_down,
    sudden_end,
)


def levels(game: Now, side: str) -> dict[str, int]:
    """Who is out of supply and how badly."""
    return {unit.id: unit.supply for unit in force(game, side).units.values() if unit.supply}
