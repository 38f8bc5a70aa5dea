"""What wears the Germans down and what mends them: mines, Panthers, armour repair. [chapters 17, 18 and 22]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec import structs

from balka.core.checks import Check, Tally, add, register_reader
from balka.core.choices import Choice, Refusal, UnitId
from balka.core.dice import Outcome, Rng
from balka.core.frames import Ask, Frame, Roll, asking
from balka.core.listing import Listed
from balka.core.scene.figures import Final
from balka.systems.wb95.events.breakdowns import (
    MineDice,
    MinesHit,
    MinesHitSomebody,
    NoMineLosses,
    PanthersTested,
    Repaired,
    SentToWorkshop,
    SomePanthersTested,
)
from balka.systems.wb95.losses import Losses, lose_one, push_losses
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.movement import fits
from balka.systems.wb95.orders import tell_own
from balka.systems.wb95.position import (
    Now,
    Unit,
    WbState,
    WbWork,
    alive,
    clear_marks,
    enemy_of,
    force,
    printed,
    put,
    unit_of,
)
from balka.systems.wb95.rulebook import Minefield
from balka.systems.wb95.zones import in_zone

GERMAN = "german"
BREAKS = 3  # a die of three or less costs a CEL [18.1.3, 22]


def breaks_down(faces: tuple[int, ...], most: int) -> str:
    return "loses 1 CEL" if sum(faces) <= most else "runs"


register_reader("wb95 breakdown", breaks_down, ("runs", "loses 1 CEL"))


# -- mines


class MineRoll(Frame[WbState, WbWork], frozen=True):
    """Mine dice about to be thrown. [18.1.2]"""

    automatic: ClassVar[bool] = True

    field: int
    dice: int

    def run(self, work: WbWork) -> None:
        work.replace_top(MineLosses(self.field))
        work.push(Roll(GERMAN, "mines", dice=f"{self.dice}c{BREAKS}"))

    def resume(self, work: WbWork, result: object) -> None:
        """The dice of the other front are done."""


class MineLosses(Frame[WbState, WbWork], frozen=True):
    """Waiting for the mine dice. [18.1.3]"""

    field: int

    def resume(self, work: WbWork, result: object) -> None:
        if not isinstance(result, Outcome):
            work.pop()
            work.finish(None)
            return
        hit = tuple(unit.id for unit in activated(work, work.setting.rulebook.mines[self.field]))
        lost = result.faces[0]
        exposed = sum(unit_of(work, unit_id).cel for unit_id in hit)
        tell_own(work, GERMAN, MinesHit(GERMAN, lost, exposed), MinesHitSomebody(GERMAN, lost))
        push_losses(work, Losses(GERMAN, lost, hit, "mines"))


def activated(game: Now, field: Minefield) -> list[Unit]:
    """Germans on a front who moved or attacked through Soviet lines since the last mine dice. [18.1.3, ruling Q81]"""
    units = force(game, GERMAN).by_name()
    return [unit for unit in units if unit.has(Mark.MINED) and unit.hex in field.hexes]


def mines(work: WbWork, side: str) -> None:
    """Dice for mines on the first days, in the German Supply Phase. [18.1, 18.1.1-a]"""
    book = work.setting.rulebook
    if side != GERMAN or not book.mines or work.turn > book.last_mines:
        return
    for number, field in reversed(tuple(enumerate(book.mines))):
        if not activated(work, field):
            work.tell(NoMineLosses(GERMAN))
            continue
        work.tell(MineDice(GERMAN, field.dice))
        work.push(MineRoll(number, field.dice))


def guess_exposed(world: WbState, rng: Rng) -> WbState:
    """Mine dice are thrown only where somebody passed the lines: a sampled world has such units too. [18.1.3, D21]"""
    for at, frame in enumerate(world.stack):
        if isinstance(frame, MineRoll | MineLosses):
            field = world.setting.rulebook.mines[frame.field]
            world = world if activated(world, field) else _with_exposed(world, at, field, rng)
    return world


def _with_exposed(world: WbState, at: int, field: Minefield, rng: Rng) -> WbState:
    """Units on a front, drawn until they have more CEL than are asked for, have passed the lines."""
    asked = [frame for frame in world.stack[at + 1 : at + 2] if isinstance(frame, Losses)]
    owed = sum(frame.owed for frame in asked)
    left = [unit for unit in force(world, GERMAN).units.values() if unit.hex in field.hexes]
    drawn: list[Unit] = []
    while left and sum(unit.cel for unit in drawn) <= owed:
        drawn.append(left.pop(rng.randrange(len(left))).marked(Mark.MINED))
    names = tuple(sorted(unit.id for unit in drawn))
    forces = {**world.position.forces, GERMAN: force(world, GERMAN).put(*drawn)}
    stack = (structs.replace(frame, units=names) if frame in asked else frame for frame in world.stack)
    return structs.replace(world, position=structs.replace(world.position, forces=forces), stack=tuple(stack))


# -- Panthers


class Breakdowns(Frame[WbState, WbWork], frozen=True):
    """A die for each Panther unit, of units that are known and of others. [22]"""

    automatic: ClassVar[bool] = True

    units: tuple[str, ...]
    unknown: int = 0  # dice for units that the viewer may not know

    def run(self, work: WbWork) -> None:
        left = tuple(unit_id for unit_id in self.units if alive(work, unit_id))
        if not left and not self.unknown:
            work.pop()
            work.finish(None)
            return
        work.replace_top(Breakdowns(left, self.unknown))
        work.push(Roll(GERMAN, "breakdown", dice="d6", check=breakdown_check()))

    def resume(self, work: WbWork, outcome: Outcome) -> None:
        work.replace_top(Breakdowns(self.units[1:], max(self.unknown - 1, 0)))
        if self.units and breakdown_check().read(outcome) != "runs":
            lose_one(work, self.units[0], "breakdown")

    def conceal(self, state: WbState, seat: str) -> Frame:
        """How many roll can be seen; who rolls tells who was active, where only those roll. [16.1.1, ruling Q83]"""
        return self if seat == state.setting.seat_of[GERMAN] else Breakdowns((), len(self.units) + self.unknown)

    def fill(self, state: WbState) -> Frame:
        """A guess at who rolls: as many Panthers as there are dice to come."""
        return self if self.units else Breakdowns(_panthers(state)[: self.unknown])


def breakdown_check() -> Check:
    return Check(
        "A Panther unit breaks down",
        "d6",
        Tally("At most", (add(BREAKS, "one, two or three", "kursk-c21-21.1.1-a"),)),
        "wb95 breakdown",
    )


def panthers(work: WbWork, side: str) -> None:
    """Each Panther unit on the map, or only those activated, by the option. [kursk-c21-21.1.1-b, ruling Q83]"""
    if side != GERMAN:
        return
    all_of_them = work.setting.rulebook.panthers == "all"
    due = tuple(unit_id for unit_id in _panthers(work) if all_of_them or unit_of(work, unit_id).has(Mark.STIRRED))
    if due:
        tell_own(work, GERMAN, PanthersTested(GERMAN, due), SomePanthersTested(GERMAN, len(due)))
        work.push(Breakdowns(due))


def _panthers(game: Now) -> tuple[str, ...]:
    units = force(game, GERMAN).by_name()
    return tuple(unit.id for unit in units if unit.hex >= 0 and "panther" in printed(game, unit).traits)


# -- repair


class Repair(Choice, frozen=True):
    """Put a Repair counter on a unit. [17.1.2]"""

    verb: ClassVar[str] = "repair"
    subject: ClassVar[str] = "unit"
    final: ClassVar[Final] = "yes"
    ends: ClassVar[bool] = True

    unit: UnitId


class NoRepair(Choice, frozen=True):
    """Keep the Repair counter."""

    verb: ClassVar[str] = "norepair"
    final: ClassVar[Final] = "yes"
    ends: ClassVar[bool] = True
    declines: ClassVar[bool] = True


class Workshop(Listed[WbState, WbWork], frozen=True):
    """The German may put free Repair counters on supplied tanks. [17.1, 17.1.2-b]"""

    free: int

    def ask(self, state: WbState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[GERMAN], GERMAN, "repair")

    def options(self, view: WbState) -> Iterable[Choice]:
        return [*(Repair(UnitId(unit.id)) for unit in mendable(view)), NoRepair()]

    def answer(self, work: WbWork, choice: Choice) -> None:
        if isinstance(choice, Repair):
            put(work, unit_of(work, choice.unit).marked(Mark.REPAIR))
            tell_own(work, GERMAN, SentToWorkshop(GERMAN, str(choice.unit)))
        if isinstance(choice, NoRepair) or self.free == 1:
            work.pop()
            work.finish(None)
        else:
            work.replace_top(Workshop(self.free - 1))

    def refuse(self, view: WbState, choice: Choice, seat: str) -> Refusal:
        unit = force(view, GERMAN).units.get(choice.unit) if isinstance(choice, Repair) else None
        if not isinstance(choice, Repair):
            return super().refuse(view, choice, seat)
        if unit is None or unit.hex < 0 or printed(view, unit).kind != "ARM":
            return Refusal("Repair is for German tank units on the map.", "kursk-17.1.2-a")
        if printed(view, unit).traits & {"panther", "ferdinand"}:
            return Refusal("Panthers and Ferdinands are not repaired.", "kursk-17.1.3-a")
        if unit.cel >= printed(view, unit).cel:
            return Refusal("It has lost nothing.", "kursk-17.1.2-a")
        if unit.has(Mark.CUT_OFF):
            return Refusal("It is out of supply.", "kursk-17.1.2-b")
        return Refusal("The Repair counter of its front lies on a unit.", "kursk-17.1.1-a")

    def prompt(self, view: WbState, seat: str) -> str:
        return "Put a Repair counter on a tank unit, or keep it."


def mendable(game: Now) -> list[Unit]:
    """Supplied German tanks that lost something, Panthers and Ferdinands excepted; one a front. [17.1.1-17.1.3, Q80]"""
    units, busy = [], _busy_fronts(game)
    for unit in force(game, GERMAN).by_name():
        counter = printed(game, unit)
        sound = counter.kind == "ARM" and not counter.traits & {"panther", "ferdinand"}
        idle = unit.hex >= 0 and not unit.has(Mark.CUT_OFF) and not unit.has(Mark.REPAIR) and unit.hex not in busy
        if sound and idle and unit.cel < counter.cel:
            units.append(unit)
    return units


def _busy_fronts(game: Now) -> frozenset[int]:
    """The hexes of fronts whose Repair counter lies on a unit already. [17.1.1, ruling Q80]"""
    placed = {unit.hex for unit in force(game, GERMAN).units.values() if unit.has(Mark.REPAIR)}
    fronts: list[frozenset[int]] = [front for front in game.setting.rulebook.fronts if front & placed]
    return frozenset().union(*fronts)


def repairs(work: WbWork, side: str) -> None:
    """Mend what rested since the last Supply Phase and has room, then hand out the free counters. [17.1.2, 3.2.1]"""
    if side != GERMAN or not work.setting.rulebook.repairs:
        return
    for unit in [unit for unit in force(work, GERMAN).units.values() if Mark.REPAIR in unit.marks]:
        rested = not unit.has(Mark.STIRRED) and not unit.has(Mark.DISTURBED) and fits(work, GERMAN, unit.hex, 1)
        put(work, structs.replace(unit, cel=unit.cel + rested).cleared(Mark.REPAIR, Mark.DISTURBED))
        if rested:
            tell_own(work, GERMAN, Repaired(GERMAN, unit.id))
    work.push(Workshop(work.setting.rulebook.repairs))


def watch_repairs(work: WbWork, hexes: Iterable[int]) -> None:
    """A unit in the workshop that comes into an enemy zone is disturbed; hexes are those where that may have changed.

    [17.1.2-d]
    """
    at = force(work, GERMAN).at
    in_workshop = [unit for h in hexes if h in at for unit in at[h] if Mark.REPAIR in unit.marks]
    for unit in in_workshop:
        if not unit.has(Mark.DISTURBED) and in_zone(work, unit.hex, enemy_of(GERMAN)):
            put(work, unit.marked(Mark.DISTURBED))


def settle_down(work: WbWork, side: str) -> None:
    """What a unit did is counted from one of its Supply Phases to the next. [17.1.2, 18.1.3, 22]"""
    clear_marks(work, side, Mark.STIRRED, Mark.MINED)
