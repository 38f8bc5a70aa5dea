"""The Barrage Phase, in scenarios that grant ammunition. [6.5]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from balka.core.choices import Choice, Hex
from balka.core.frames import Ask, asking
from balka.core.listing import Listed
from balka.systems.wb95.artillery import RANGE, can_fire
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.orders import End
from balka.systems.wb95.position import WbState, WbWork, clear_marks, enemy_of, force
from balka.systems.wb95.shelling import Shelling


class Barrage(Choice, frozen=True):
    """Open a barrage on a hex. [6.5.3]"""

    verb: ClassVar[str] = "barrage"
    subject: ClassVar[str] = "hex"

    hex: Hex


class BarragePhase(Listed[WbState, WbWork], frozen=True):
    """The side fires as many barrages as its ammunition allows, or none. [6.5.7-a, c, 6.5.8]"""

    side: str

    def ask(self, state: WbState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.side], self.side, "barrage.phase")

    def targets(self, view: WbState) -> list[int]:
        """Hexes that two ready guns with ammunition reach from a distance. [6.5.4]"""
        if view.tracks.ammo.get(self.side, 0) < 2:
            return []
        board = view.setting.board
        guns = [unit for units in force(view, self.side).at.values() for unit in units if can_fire(view, unit)]
        return [h for h in force(view, enemy_of(self.side)).at
                if sum(2 <= board.distance(unit.hex, h) <= RANGE for unit in guns) >= 2]  # fmt: skip

    def options(self, view: WbState) -> Iterable[Choice]:
        return [*(Barrage(Hex(h)) for h in self.targets(view)), End()]

    def answer(self, work: WbWork, choice: Choice) -> None:
        if isinstance(choice, Barrage):
            work.push(Shelling(self.side, choice.hex, barrage=True))
        else:
            work.pop()

    def resume(self, work: WbWork, result: object) -> None:
        """A barrage is over."""


def open_barrage(work: WbWork, side: str) -> None:
    """Only a scenario that grants ammunition has this phase. [2.2-d, 6.5.1, 6.5.2-a]"""
    if work.tracks.ammo.get(side, 0):
        clear_marks(work, side, Mark.FOUGHT)
        work.push(BarragePhase(side))
