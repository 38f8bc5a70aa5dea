"""A declared battle: both stacks lie open, the defender answers, the dice are read. [5.2.1, 16.1.3]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from msgspec import structs

from balka.core.checks import Check, Shown
from balka.core.choices import Choice, Number, Refusal, UnitId
from balka.core.dice import Outcome
from balka.core.frames import Ask, Frame, Roll, asking
from balka.core.listing import Listed
from balka.core.scene.figures import Final
from balka.systems.wb95 import sheet
from balka.systems.wb95.aftermath import begin_aftermath
from balka.systems.wb95.artillery import RANGE, can_fire
from balka.systems.wb95.battle_orders import Shifts, UseStar
from balka.systems.wb95.catalogue import cell_words
from balka.systems.wb95.events.battles import Answered, BattleDeclared, BattleResolved, SheetClosed
from balka.systems.wb95.fortifications import through_line
from balka.systems.wb95.headquarters import is_wanted, rows_of, shifts_near, spend
from balka.systems.wb95.marks import STIRRING, Mark
from balka.systems.wb95.orders import Gun, Stand
from balka.systems.wb95.outlook import answered, covered
from balka.systems.wb95.position import (
    Unit,
    WbState,
    WbWork,
    fly_home,
    force,
    label,
    mark,
    put,
    unit_of,
)
from balka.systems.wb95.secrets import known, open_up, sides_of_seat
from balka.systems.wb95.sheet import Battle
from balka.systems.wb95.stars import can_use_fortress, can_use_star, idle_star


def guns_in_range(view: WbState, side: str, hexes: Sequence[int]) -> list[str]:
    """Guns within range of at least one of these hexes. [6.0-a, 6.3.2, 6.3.3, 6.3.5-a, 6.6.2-a]"""
    board = view.setting.board
    return [
        unit.id
        for units in force(view, side).at.values()
        for unit in units
        if can_fire(view, unit) and any(board.distance(unit.hex, h) <= RANGE for h in hexes)
    ]


def aircraft(view: WbState, battle: Battle) -> list[str]:
    """Aircraft on an offensive support mission over the target. [8.2.2]"""
    return [
        flight.unit
        for flight in view.position.air
        if flight.side == battle.side and flight.mission == "support" and flight.hex in battle.hexes
    ]


def declare(work: WbWork, battle: Battle) -> None:
    """The attack is named; both stacks lie open until the phase ends. [5.2.1, 16.1.3]"""
    battle = structs.replace(battle, stars=working_stars(work, battle))
    foes = sheet.defenders(work, battle)
    own = [unit.id for name in battle.joined for unit in force(work, battle.side).within(unit_of(work, name).hex)]
    open_up(work, {*own, *battle.guns, *(unit.id for h in battle.hexes for unit in force(work, battle.foe).within(h))})
    pay_for_full_strength(work, battle)
    spend(work, battle.side, battle.hexes, battle.shifts)
    fly_home(work, battle.air)
    _mines(work, battle)
    battle = covered(work, battle)
    work.tell(
        BattleDeclared(
            battle.side,
            battle.joined,
            battle.hexes,
            tuple(unit.id for unit in foes),
            (*battle.guns, *battle.air),
            battle.stars,
            battle.shifts,
        )
    )
    work.replace_top(BattleRoll(battle))
    if may_answer(work, battle):
        work.replace_top(BattleDefence(battle))


def working_stars(work: WbWork, battle: Battle) -> tuple[str, ...]:
    """Stars named before a hex was added where they do not work are not used, and bind nobody. [15.1.2, 15.1.7]"""
    return tuple(
        unit_id for unit_id in battle.stars if can_use_star(work, battle, unit_of(work, unit_id), attacking=True)
    )


def pay_for_full_strength(work: WbWork, battle: Battle) -> None:
    """A level for each unit that attacks with its whole strength out of supply. [10.2.3-b, c]"""
    for name in battle.full:
        unit = unit_of(work, name)
        put(work, structs.replace(unit, supply=unit.supply + 1))


def _mines(work: WbWork, battle: Battle) -> None:
    """Germans who attack through a Soviet line are activated for mines. [18.1.3]"""
    through = [
        unit_id
        for unit_id in battle.joined
        if any(through_line(work, battle.side, unit_of(work, unit_id).hex, h) for h in battle.hexes)
    ]
    if through:
        mark(work, through, Mark.MINED)


def may_answer(work: WbWork, battle: Battle) -> bool:
    """The defender is asked if, as all can see, he may have something to add.

    That is a star among the attacked units, shifts to spend, or another stack near enough to hold guns.
    """
    charts = work.setting.catalogue.counters
    foes = sheet.defenders(work, battle)
    if any(charts[unit.id].star or "fu" in charts[unit.id].traits for unit in foes):
        return True
    if shifts_near(work, battle.foe, battle.hexes):
        return True
    if not sheet.takes_support(work, battle):
        return False
    view = known(work, battle.side)
    board, attacked = work.setting.board, set(battle.hexes)
    return any(
        unit.kind in ("", "ART")
        and unit.hex not in attacked
        and any(board.distance(unit.hex, h) <= RANGE for h in attacked)
        for unit in force(view, battle.foe).units.values()
        if unit.hex >= 0
    )


class BattleDefence(Listed[WbState, WbWork], frozen=True):
    """The defender adds guns, stars and shifts, once. [5.2.1]"""

    battle: Battle

    def ask(self, state: WbState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.battle.foe], self.battle.foe, "battle.defence", window=True)

    def options(self, view: WbState) -> Iterator[Choice]:
        battle = self.battle
        inside = {unit.id for unit in sheet.defenders(view, battle)}
        for unit_id in guns_in_range(view, battle.foe, battle.hexes) if sheet.takes_support(view, battle) else ():
            if unit_id not in battle.def_guns and unit_id not in inside:
                yield Gun(UnitId(unit_id))
        for unit in sheet.defenders(view, battle):
            if unit.id not in battle.def_stars and self._has_star(view, unit):
                yield UseStar(UnitId(unit.id))
        if not battle.def_shifts:
            most = shifts_near(view, battle.foe, battle.hexes)
            yield from (Shifts(Number(n)) for n in range(1, most + 1))
        yield Stand()

    def _has_star(self, view: WbState, unit: Unit) -> bool:
        return can_use_star(view, self.battle, unit, attacking=False) or can_use_fortress(view, unit)

    def answer(self, work: WbWork, choice: Choice) -> None:
        battle = self.battle
        if isinstance(choice, Stand):
            spend(work, battle.foe, battle.hexes, battle.def_shifts)
            if battle.def_guns:
                open_up(work, battle.def_guns)
            work.tell(Answered(battle.foe, battle.def_guns, battle.def_stars, battle.def_shifts))
            work.replace_top(BattleRoll(battle))
        elif isinstance(choice, Gun):
            work.replace_top(BattleDefence(structs.replace(battle, def_guns=(*battle.def_guns, choice.unit))))
        elif isinstance(choice, UseStar):
            work.replace_top(BattleDefence(structs.replace(battle, def_stars=(*battle.def_stars, choice.unit))))
        elif isinstance(choice, Shifts):
            work.replace_top(BattleDefence(structs.replace(battle, def_shifts=choice.count)))

    def panel(self, view: WbState) -> tuple[Shown, ...]:
        return (answered(view, self.battle),)

    def prompt(self, view: WbState, seat: str) -> str:
        where = ", ".join(label(view, h) for h in self.battle.hexes)
        return f"You are attacked in {where}: add guns, stars or shifts, or stand."

    def refuse(self, view: WbState, choice: Choice, seat: str) -> Refusal:
        """Why a star cannot be used, or guns cannot help."""
        unit = view.position.find(choice.unit) if isinstance(choice, UseStar) else None
        barred = idle_star(view, self.battle, unit, attacking=False) if unit is not None and unit.known else None
        if isinstance(choice, Gun):
            if not sheet.takes_support(view, self.battle):
                return Refusal("Guns support regular units, and none is attacked.", "kursk-6.3.1-a")
            return Refusal("Those guns cannot support this defence.", "kursk-6.3.3-a")
        return barred or Refusal("That cannot be added to this defence.", "kursk-5.2.1-b")

    def conceal(self, state: WbState, seat: str) -> Frame:
        if self.battle.foe in sides_of_seat(state, seat):
            return self
        return BattleDefence(structs.replace(self.battle, def_guns=(), def_stars=(), def_shifts=0))


class BattleRoll(Frame[WbState, WbWork], frozen=True):
    """The sheet is complete: the dice decide. [5.2.1]"""

    automatic: ClassVar[bool] = True

    battle: Battle

    def run(self, work: WbWork) -> None:
        battle = self.battle
        foes = [unit.id for unit in sheet.defenders(work, battle)]
        check = sheet.check(work, battle)
        work.tell(SheetClosed(check, sheet.row_change(work, battle)))
        work.replace_top(BattleOpen(battle, tuple(foes), check))
        work.push(Roll(battle.side, "combat", dice=sheet.DICE, check=check))


class BattleOpen(Frame[WbState, WbWork], frozen=True):
    """Waiting for the dice of a battle."""

    battle: Battle
    foes: tuple[str, ...]
    check: Check

    def resume(self, work: WbWork, outcome: Outcome) -> None:
        """The dice are read; where a headquarters could move them for better and worse, its owner is asked. [9.2.1]"""
        change = sheet.row_change(work, self.battle)
        plain, moved = rows_of(work.setting.catalogue, outcome.total, self.check.need, change)
        wanted = is_wanted(plain, moved, change)
        if wanted is None:
            work.replace_top(Guidance(self, outcome.total, change, plain, moved))
        else:
            self.close(work, outcome.total, change if wanted else 0, moved if wanted else plain)

    def close(self, work: WbWork, roll: int, change: int, cell: str) -> None:
        battle = self.battle
        work.tell(BattleResolved(roll, change, cell, self.check, battle.side, battle.hexes))
        begin_aftermath(work, battle, self.foes, cell)
        mark(work, {*battle.joined, *battle.guns, *battle.def_guns, *self.foes}, Mark.FOUGHT, *STIRRING)


class Guide(Choice, frozen=True):
    """The headquarters moves the dice by one. [9.2.1]"""

    verb: ClassVar[str] = "guide"
    final: ClassVar[Final] = "yes"
    ends: ClassVar[bool] = True


class Guidance(Listed[WbState, WbWork], frozen=True):
    """The owner of a headquarters takes the row as rolled or the one beside it. [9.2.1]"""

    fight: BattleOpen
    roll: int
    change: int
    plain: str
    moved: str

    @property
    def battle(self) -> Battle:
        return self.fight.battle

    @property
    def owner(self) -> str:
        return self.battle.side if self.change < 0 else self.battle.foe

    def ask(self, state: WbState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.owner], self.owner, "battle.guidance")

    def options(self, view: WbState) -> Iterable[Choice]:
        return (Guide(), Stand())

    def answer(self, work: WbWork, choice: Choice) -> None:
        if isinstance(choice, Guide):
            self.fight.close(work, self.roll, self.change, self.moved)
        else:
            self.fight.close(work, self.roll, 0, self.plain)

    def prompt(self, view: WbState, seat: str) -> str:
        now, then = cell_words(self.plain), cell_words(self.moved)
        return (
            f"Rolled {self.roll} ({now}): let your headquarters make it {self.roll + self.change} ({then}), or stand?"
        )
