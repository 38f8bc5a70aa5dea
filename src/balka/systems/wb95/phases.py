"""The sequence of play: twelve phases a day. [chapter 2]"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from balka.core.frames import Steps
from balka.core.state import Work
from balka.systems.wb95.air import clear_air, open_air
from balka.systems.wb95.artillery import quieten
from balka.systems.wb95.attrition import charge_attrition, withdraw
from balka.systems.wb95.barrage import open_barrage
from balka.systems.wb95.battles import open_combat
from balka.systems.wb95.building import finish_bridges
from balka.systems.wb95.disorder import recover
from balka.systems.wb95.events import PhaseBegan
from balka.systems.wb95.fortifications import sweep_works
from balka.systems.wb95.headquarters import age_bounties
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.movement_phase import MovePhase
from balka.systems.wb95.position import SIDES, Unit, clear_marks, enemy_of, force, put
from balka.systems.wb95.stars import refill
from balka.systems.wb95.strategic import open_strategic
from balka.systems.wb95.supplying import open_supply

PhaseStep = Callable[[Work], None]
NAMES = {
    1: "Air Phase", 2: "barrage", 3: "movement", 4: "combat", 5: "strategic movement", 6: "supply", 7: "Air Phase",
    8: "barrage", 9: "movement", 10: "combat", 11: "strategic movement", 12: "supply",
}  # fmt: skip


def side_of_phase(work: Work, number: int) -> str:
    """Player A has phases 2 to 6, player B 8 to 12. [2.2]"""
    first = str(work.setting.rulebook.first)
    return first if number <= 6 else enemy_of(first)


def phase(number: int, opener: Callable[[Work, str], None]) -> PhaseStep:
    """A step of the day that opens one phase for the side whose it is."""

    def begin(work: Work) -> None:
        side = side_of_phase(work, number)
        end_of_phase(work)
        work.tracks = structs.replace(work.tracks, phase=number)
        whose = "" if number in (1, 7) else f"{side.capitalize()} "
        work.tell(PhaseBegan(work.turn, side, f"{whose}{NAMES[number]}"))
        opener(work, side)

    return begin


def end_of_phase(work: Work) -> None:
    """What every end of a phase brings: works nobody holds are taken off, and the phase before settles. [7.1.5]"""
    sweep_works(work)
    for each in SIDES:
        clear_marks(work, each, Mark.SHOWN)
    done = work.tracks.phase
    side = side_of_phase(work, done)
    if done in (3, 9):
        refill(work, side)
        clear_marks(work, side, Mark.RETREATED, Mark.HALF, Mark.BARRAGED)
        end_of_march(work, side)
    if done in (4, 10):
        recover(work, side, "combat")
        age_bounties(work)
        quieten(work)
        clear_marks(work, side, Mark.OBLIGED)
    if done in (5, 11):
        clear_marks(work, side, Mark.STRATEGIC, Mark.SLOW)
        forget_the_fighting(work)
        end_of_march(work, side)


def forget_the_fighting(work: Work) -> None:
    """Who fought matters until the Strategic Movement after it, and no longer. [5.1.1, 12.1.2]"""
    for side in SIDES:
        clear_marks(work, side, Mark.FOUGHT)


def end_of_march(work: Work, side: str) -> None:
    """Stacks through an entry hex are counted anew, and full points bought are gone but with who waits under a
    Strategic Movement marker. [10.2.3, 11.1.5, ruling Q95]"""
    for unit in list(force(work, side).units.values()):
        pushed = unit.has(Mark.FULL_MOVE) and not unit.has(Mark.STRATEGIC_MARKER)
        if pushed or unit.entered_at is not None:
            rested = unit.cleared(Mark.FULL_MOVE) if pushed else unit
            put(work, structs.replace(rested, entered_at=None))


def open_movement(work: Work, side: str) -> None:
    """Points are fresh; the scenario's own losses come first. [2.2-e, 3.1.5, 3.1.6]"""
    refresh(work, side)
    finish_bridges(work, side)
    work.push(MovePhase(side))
    charge_attrition(work, side)


def refresh(work: Work, side: str) -> None:
    """Every unit of a side has its points again. [3.1.6-b]"""
    put(work, *(rested for unit in force(work, side).units.values() if (rested := _rested(unit)) != unit))


def _rested(unit: Unit) -> Unit:
    plain = unit.cleared(Mark.DONE, Mark.MOVED, Mark.STRAYED, Mark.TOPPED)
    return structs.replace(plain, spent=0, began_at=None, entered_at=None)


def open_fighting(work: Work, side: str) -> None:
    forget_the_fighting(work)
    open_combat(work, side)


def open_strategic_phase(work: Work, side: str) -> None:
    """Marked units move after the fighting, by the rules of all movement. [2.2-j, 12.1.1-a, 12.1.3-a]"""
    open_strategic(work, side)
    work.push(MovePhase(side, strategic=True))


def next_day(work: Work) -> None:
    """The turn marker moves on, or the game is over. [2.1.3, 2.1.5, 2.1.6-a]"""
    end_of_phase(work)
    clear_air(work)
    if work.turn >= work.setting.rulebook.turns:
        work.stack = []
        return
    work.turn += 1
    work.tracks = structs.replace(work.tracks, phase=0)
    work.push(Steps("day"))
    withdraw(work)


DAY: tuple[PhaseStep, ...] = (
    phase(1, open_air),
    phase(2, open_barrage),
    phase(3, open_movement),
    phase(4, open_fighting),
    phase(5, open_strategic_phase),
    phase(6, open_supply),
    phase(7, open_air),
    phase(8, open_barrage),
    phase(9, open_movement),
    phase(10, open_fighting),
    phase(11, open_strategic_phase),
    phase(12, open_supply),
    next_day,
)
"""The phases of a day: a second Air Phase, then those of player A again for player B. [2.2-p to u, 3.1.1-a]"""
