"""How a game begins."""

from __future__ import annotations

from balka.core.frames import Frame
from balka.core.state import State, Work
from balka.systems.wb95.catalogue import CLASSES
from balka.systems.wb95.movement import prices
from balka.systems.wb95.position import EMPTY_MAP, Position, Tracks, WbSetting, WbState


def first_state(setting: WbSetting, position: Position, tracks: Tracks, stack: tuple[Frame, ...]) -> WbState:
    """The state in which the first question is asked; the price lists of the board are made beforehand."""
    secrets: dict[str, dict[str, str]] = {seat: {} for seat in setting.seats}
    state = State(setting, position, tracks, {}, {}, secrets, {}, stack, 1)
    for moves in CLASSES:
        prices(state, moves)
    work = Work(state, "")
    work.before = EMPTY_MAP
    setting.system.watch(work)
    return work.settle().state
