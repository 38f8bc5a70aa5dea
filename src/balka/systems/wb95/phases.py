"""The sequence of play: twelve phases a day. [chapter 2]"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct, structs

from balka.core.frames import Steps
from balka.systems.wb95.air import clear_air, open_air
from balka.systems.wb95.artillery import quieten
from balka.systems.wb95.attrition import charge_attrition, withdraw
from balka.systems.wb95.barrage import open_barrage
from balka.systems.wb95.battles import open_combat
from balka.systems.wb95.building import finish_bridges
from balka.systems.wb95.day import LAST_PHASE, PhaseKind, phase_name, side_of_phase
from balka.systems.wb95.disorder import recover
from balka.systems.wb95.events.moves import PhaseBegan
from balka.systems.wb95.fortifications import sweep_works
from balka.systems.wb95.headquarters import age_bounties
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.movement_phase import MovePhase, end_of_march, refresh
from balka.systems.wb95.position import SIDES, WbWork, clear_marks
from balka.systems.wb95.stars import refill
from balka.systems.wb95.strategic import open_strategic
from balka.systems.wb95.supplying import open_supply

PhaseStep = Callable[[WbWork], None]


class Phase(Struct, frozen=True):
    """A phase of either player: how it begins, and what its end brings."""

    kind: PhaseKind
    begin: Callable[[WbWork, str], None]
    end: Callable[[WbWork, str], None] | None = None


def step(number: int) -> PhaseStep:
    """The step of a day that ends the phase before and begins the next for the side whose it is."""

    def begin(work: WbWork) -> None:
        end_of_phase(work)
        work.tracks = structs.replace(work.tracks, phase=number)
        side = side_of_phase(work, number)
        work.tell(PhaseBegan(work.turn, side, phase_name(work, number)))
        PHASES[number - 1].begin(work, side)

    return begin


def end_of_phase(work: WbWork) -> None:
    """What every end of a phase brings: works nobody holds are taken off, and the phase before settles. [7.1.5]"""
    sweep_works(work)
    for side in SIDES:
        clear_marks(work, side, Mark.SHOWN)
    number = work.tracks.phase
    end = PHASES[number - 1].end if number else None
    if end is not None:
        end(work, side_of_phase(work, number))


def end_movement(work: WbWork, side: str) -> None:
    """Infantry is refilled, and what bound a unit for this phase is over. [5.3.10, 6.5.5, 11.2.1, 15.3.3]"""
    refill(work, side)
    clear_marks(work, side, Mark.RETREATED, Mark.HALF, Mark.BARRAGED)
    end_of_march(work, side)


def end_fighting(work: WbWork, side: str) -> None:
    """Disorder passes, shifts won grow old, silent guns are nearer to firing. [5.6.5, 6.5.6, 9.1.6]"""
    recover(work, side, "combat")
    age_bounties(work)
    quieten(work)
    clear_marks(work, side, Mark.OBLIGED)


def end_strategic_phase(work: WbWork, side: str) -> None:
    clear_marks(work, side, Mark.STRATEGIC, Mark.SLOW)
    forget_the_fighting(work)
    end_of_march(work, side)


def forget_the_fighting(work: WbWork) -> None:
    """Who fought matters until the Strategic Movement after it, and no longer. [5.1.1, 12.1.2]"""
    for side in SIDES:
        clear_marks(work, side, Mark.FOUGHT)


def open_movement(work: WbWork, side: str) -> None:
    """Points are fresh; the scenario's own losses come first. [2.2-e, 3.1.5, 3.1.6]"""
    refresh(work, side)
    finish_bridges(work, side)
    work.push(MovePhase(side))
    charge_attrition(work, side)


def open_fighting(work: WbWork, side: str) -> None:
    forget_the_fighting(work)
    open_combat(work, side)


def open_strategic_phase(work: WbWork, side: str) -> None:
    """Marked units move after the fighting, by the rules of all movement. [2.2-j, 12.1.1-a, 12.1.3-a]"""
    open_strategic(work, side)
    work.push(MovePhase(side, strategic=True))


def next_day(work: WbWork) -> None:
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


OF_A_PLAYER = (
    Phase(PhaseKind.AIR, open_air),
    Phase(PhaseKind.BARRAGE, open_barrage),
    Phase(PhaseKind.MOVEMENT, open_movement, end_movement),
    Phase(PhaseKind.COMBAT, open_fighting, end_fighting),
    Phase(PhaseKind.STRATEGIC, open_strategic_phase, end_strategic_phase),
    Phase(PhaseKind.SUPPLY, open_supply),
)
PHASES = (*OF_A_PLAYER, *OF_A_PLAYER)
"""The phases of a day: a second Air Phase, then those of player A again for player B. [2.2-p to u, 3.1.1-a]"""
DAY: tuple[PhaseStep, ...] = (*(step(number) for number in range(1, LAST_PHASE + 1)), next_day)
