"""Loads whose vehicle is destroyed: they stand in its hex. [15.11-c]"""

from __future__ import annotations

from collections.abc import Sequence

from balka.core.choices import Choice, Facing, Node, Refusal, Token, UnitId
from balka.core.frames import Ask, Frame, asking
from balka.systems.heroes.chapters.finding import Face
from balka.systems.heroes.chapters.movement import SIDES
from balka.systems.heroes.units import HeroesState, HeroesWork


class ThrownOff(Frame, frozen=True):
    """The owner of a load whose transport is destroyed picks its facing. [15.11-c]"""

    force: str
    unit: str

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "transport.lost")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        return [Face(UnitId(self.unit), Facing(side)) for side in range(SIDES)] if not path else ()

    def answer(self, work: HeroesWork, choice: Face) -> None:
        work.pop()
        work.put(work.position.units[self.unit].changed(facing=choice.facing))

    def prompt(self, view: HeroesState, seat: str) -> str:
        return f"{view.setting.name(self.unit)} has lost its transport: which way does it face?"

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal("First say how the unit faces that has lost its transport.", "sos-15.11-c atb-17.1-d")


def watch(work: HeroesWork) -> None:
    """A load whose vehicle is gone stands in the hex, at no cost. [15.11-c, atb 17.1-d, e]"""
    for name, loads in work.position.loads.items():
        if work.position.unit(name) is not None:
            continue
        for load in loads:
            work.put(load.changed(carrier=""))
            stands = load.hex >= 0 and load.id in work.position.units
            if stands and work.setting.edition.vehicles.thrown_off_turns:
                work.push(ThrownOff(load.force, load.id))
