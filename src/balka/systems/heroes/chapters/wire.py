"""Barbed Wire, which costs whoever comes to it a die more. [17.9]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from balka.core.checks import Check, Tally, add
from balka.core.choices import Choice, Node, Refusal, Token
from balka.core.frames import Ask, Frame, Quote, asking
from balka.systems.heroes import keys
from balka.systems.heroes.chapters.movement import travel
from balka.systems.heroes.chapters.targets import works_of
from balka.systems.heroes.chapters.transport import LOAD, UNLOAD, board, get_off
from balka.systems.heroes.events.checks import WireRolled
from balka.systems.heroes.events.works import WireNotPassed
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.actions import NORMAL, UNSEEN_MOVES, Action, ExtraCost
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.rolls import Result, roll_check
from balka.systems.heroes.play.situation import caps
from balka.systems.heroes.play.spending import CAPS, spend
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit

WIRE = "barbed_wire"
WIRE_DIE = "sos-17.9-a atb-18.3.1-d"


def is_wire(now: Now, hexagon: int) -> bool:
    return works_of(now, hexagon, WIRE) is not None


def bars(now: Now, unit: Unit, start: int, to: int) -> Refusal | None:
    """Wheels do not cross wire. [17.9-b, atb 18.3.1-b]"""
    if now.setting.kind(unit).move_type != "wheeled" or not is_wire(now, to):
        return None
    return Refusal(f"Wheels cannot cross the wire in {now.setting.board.labels[to]}.", "sos-17.9-b atb-18.3.1-b")


def no_bonus(now: Now, unit: Unit, start: int, to: int) -> Refusal | None:
    """Tracks enter wire by their regular move only. [17.9-c]"""
    return Refusal("Wire is entered by the regular move only.", "sos-17.9-c atb-18.3.1-c") if is_wire(now, to) else None


def caught(now: Now, unit: Unit) -> bool:
    """Foot Units in view pay a die more; a Hidden Move ignores terrain. [17.9-a, 11.3]"""
    return is_wire(now, unit.hex) and now.setting.kind(unit).is_foot and unit.id not in now.position.hidden


def into_wire(work: HeroesWork, unit: Unit) -> None:
    """The die is added to the cost of a Move that is still to be paid for, if it was not made unseen. [17.9-a, 11.3]"""
    if not work.position.works or not caught(work, unit):
        return
    action = next((frame for frame in reversed(work.stack) if isinstance(frame, Action)), None)
    if action is None or action.verb in UNSEEN_MOVES:
        return
    if action.terms == NORMAL and "pay" in action.steps:
        work.push(WireDie(unit.force, unit.id))
        roll_wire(work, unit)


def roll_wire(work: HeroesWork, unit: Unit) -> None:
    roll_check(work, unit.force, "barbed wire", wire_check(work, unit), unit=unit.id)


def wire_check(now: Now, unit: Unit) -> Check:
    """A cost, not a check: no CAPs go into it. [17.9-a, D23]"""
    name = f"Barbed Wire holds up {now.setting.name(unit.id)}"
    return Check(name, "d6", Tally("Die", (add(0, "Barbed Wire", WIRE_DIE),)), "die")


def tell_wire(work: HeroesWork, unit: Unit, result: Result) -> int:
    work.tell(WireRolled(unit.force, wire_check(work, unit), result.faces, result.adjust, unit.id))
    return max(0, result.total)


class WireDie(Frame, frozen=True):
    """The die of a unit that has gone into wire. [17.9-a]"""

    force: str
    unit: str

    def resume(self, work: HeroesWork, result: Result) -> None:
        more = tell_wire(work, work.unit(self.unit), result)
        work.pop()
        work.finish(ExtraCost((add(more, "Barbed Wire", WIRE_DIE, key=keys.WIRE),)))


def at_the_wire(work: HeroesWork, action: Action) -> bool:
    """A unit that has paid already rolls before it goes: it pays the rest too, or stays. [D23]"""
    unit = work.unit(action.unit)
    paid = action.terms == NORMAL and "pay" not in action.steps
    if not paid or not is_wire(work, action.hex) or not work.setting.kind(unit).is_foot:
        return False
    work.push(WireGate(unit.force, unit.id, action.hex, action.facing, verb=action.verb, vehicle=action.target))
    roll_wire(work, unit)
    return True


class WireGate(Frame, frozen=True):
    """A Spent unit before the wire: CAPs for the die, or it stays where it was. [D23]"""

    force: str
    unit: str
    hex: int
    facing: int
    more: int = 0
    verb: str = "move"
    vehicle: str = ""
    """what it gets onto, where it loads"""

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "wire.pay")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if path:
            return ()
        return [CAPS[self.more], verbs.Forgo()] if self.more <= caps(state, self.force) else [verbs.Forgo()]

    def resume(self, work: HeroesWork, result: Result) -> None:
        work.replace_top(structs.replace(self, more=tell_wire(work, work.unit(self.unit), result)))

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        work.pop()
        unit = work.unit(self.unit)
        if isinstance(choice, verbs.Caps):
            spend(work, self.force, choice.count)
            self._go(work, unit)
            return
        work.tell(WireNotPassed(self.force, unit.id, unit.hex))
        action = work.stack[-1]
        if isinstance(action, Action):  # it has entered no hex, which Rapid Deployment would follow [card 05]
            work.replace_top(structs.replace(action, stayed=(unit.id,)))

    def _go(self, work: HeroesWork, unit: Unit) -> None:
        if self.verb == LOAD:
            board(work, unit, work.position.units[self.vehicle])
        elif self.verb == UNLOAD:
            get_off(work, unit, self.hex, self.facing)
        else:
            travel(work, unit, self.hex, self.facing, paid=True)

    def prompt(self, view: HeroesState, seat: str) -> str:
        return f"The wire costs {self.more}AP more: pay {self.more} CAPs, or stay where you are."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        return Quote(Tally("Barbed Wire", (add(self.more, "Barbed Wire", WIRE_DIE),)), (), choice.final)

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal(f"The wire costs {self.more} CAPs, no more and no less.", WIRE_DIE)
