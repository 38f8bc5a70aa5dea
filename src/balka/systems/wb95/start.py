"""How a game begins."""

from __future__ import annotations

from balka.core.frames import Frame
from balka.core.state import State, Work
from balka.systems.wb95.position import Position, Tracks, WbSetting


def first_state(setting: WbSetting, position: Position, tracks: Tracks, stack: tuple[Frame, ...]) -> State:
    """The state in which the first question is asked."""
    secrets: dict[str, dict[str, str]] = {seat: {} for seat in setting.seats}
    state = State(setting, position, tracks, {}, {}, secrets, {}, stack, 1)
    work = Work(state, "")
    setting.system.watch(work)
    return work.settle().state
