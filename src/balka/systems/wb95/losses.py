"""Losses: who takes them, and what becomes of a counter that takes one. [1.2, 5.1.8, 9.1.4, 15.1.7]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec import structs

from balka.core.choices import Choice, Refusal, UnitId
from balka.core.frames import Ask, Frame, asking
from balka.core.listing import Listed
from balka.core.scene.figures import Final
from balka.systems.wb95.events.battles import Lost
from balka.systems.wb95.events.moves import Overrun
from balka.systems.wb95.headquarters import killed
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.orders import tell_own
from balka.systems.wb95.position import WbState, WbWork, alive, name_of, put, remove, unit_of, units_at


class Lose(Choice, frozen=True):
    """This unit takes the loss."""

    verb: ClassVar[str] = "lose"
    subject: ClassVar[str] = "unit"
    final: ClassVar[Final] = "no"

    unit: UnitId


class Losses(Listed[WbState, WbWork], frozen=True):
    """The owner chooses who takes losses. [5.1.8, 9.1.4-b]

    `must` are groups of which one must lose something first: units that used stars, fortress troops. [15.1.7, 15.4]
    """

    side: str
    owed: int
    units: tuple[str, ...]
    why: str
    must: tuple[tuple[str, ...], ...] = ()

    def ask(self, state: WbState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.side], self.side, "loss")

    def options(self, view: WbState) -> Iterable[Choice]:
        return [Lose(UnitId(unit_id)) for unit_id in self._candidates(view)]

    def _candidates(self, state: WbState) -> list[str]:
        living = [unit_id for unit_id in self.units if alive(state, unit_id)]
        bound = [unit_id for unit_id in living if any(unit_id in group for group in self.must)]
        return bound or living

    def answer(self, work: WbWork, choice: Lose) -> None:
        lose_one(work, choice.unit, self.why)
        must = tuple(group for group in self.must if choice.unit not in group)
        settle_losses(work, structs.replace(self, owed=self.owed - 1, must=must))

    def prompt(self, view: WbState, seat: str) -> str:
        return f"Choose who loses {self.owed} CEL ({self.why})."

    def refuse(self, view: WbState, choice: Choice, seat: str) -> Refusal:
        if not isinstance(choice, Lose):
            return super().refuse(view, choice, seat)
        if choice.unit not in self.units or not alive(view, choice.unit):
            return Refusal("It has no part in these losses.", "kursk-5.1.8-a")
        names = ", ".join(name_of(view, unit_id) for unit_id in self._candidates(view))
        return Refusal("A unit that used its star loses first.", "kursk-15.1.7-a", f"Choose {names}.")

    def conceal(self, state: WbState, seat: str) -> Frame:
        """Others see only the counters that lie open; one that merely lies on top does not tell what it did."""
        if seat == state.setting.seat_of[self.side]:
            return self
        seen = tuple(
            unit_id for unit_id in self.units if (unit := state.position.find(unit_id)) and unit.has(Mark.SHOWN)
        )
        return structs.replace(self, units=seen, must=())


def settle_losses(work: WbWork, losses: Losses) -> None:
    """Ask again, or finish: all are gone where there is no more to lose than is owed."""
    living = [unit_id for unit_id in losses.units if alive(work, unit_id)]
    total = sum(unit_of(work, unit_id).cel for unit_id in living)
    if losses.owed and living and total > losses.owed:
        work.replace_top(losses)
        return
    for unit_id in living if losses.owed else ():
        for _ in range(unit_of(work, unit_id).cel):
            lose_one(work, unit_id, losses.why)
    work.pop()
    work.finish(None)


def push_losses(work: WbWork, losses: Losses) -> None:
    """Losses to be allotted, on top of whoever waits for them."""
    work.push(losses)
    settle_losses(work, losses)


def lose_one(work: WbWork, unit_id: str, why: str) -> None:
    """One CEL less; with none left the counter goes. [1.2, kursk-c1-1.4def-d, 9.1.4]"""
    unit = unit_of(work, unit_id)
    if unit.cel == 1:
        eliminate(work, unit_id, why)
        if unit.kind == "HQ":
            killed(work, unit.side, unit.hex)
        return
    put(work, structs.replace(unit, cel=unit.cel - 1))
    news = Lost(unit_id, unit.cel - 1, why)
    if unit.has(Mark.SHOWN):
        work.tell(news)
    else:
        tell_own(work, unit.side, news)  # neighbours are told the CEL they face; nobody else may look [16.1.1, 16.1.4]


def eliminate(work: WbWork, unit_id: str, why: str) -> None:
    """A counter leaves the game, for all to see."""
    unit = unit_of(work, unit_id)
    remove(work, unit_id)
    work.tell(Lost(unit_id, 0, why, unit.hex, emptied=not units_at(work, unit.side, unit.hex)))


def overrun(work: WbWork, foe: str, h: int) -> None:
    """Guns and headquarters with no escort are lost to whoever enters. [6.1.7, 9.1.5]"""
    caught = units_at(work, foe, h)
    if not caught:
        return
    work.barrier = True
    work.tell(Overrun(tuple(unit.id for unit in caught), h))
    for unit in caught:
        remove(work, unit.id)
        if unit.kind == "HQ":
            killed(work, unit.side, h)
