"""The Movement Phase: parties are picked up, walk their routes hex by hex, and halt. [2.2 phases 3 and 9, 3.1, 4.2]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec import structs

from balka.core.choices import Choice, Node, Refusal, Token
from balka.core.formations import Formation
from balka.core.frames import Ask, Frame, Todo, asking
from balka.systems.wb95.artillery import Limber, Unlimber
from balka.systems.wb95.crowding import must_thin, overfull
from balka.systems.wb95.duties import bound_to_attack
from balka.systems.wb95.formations import formations
from balka.systems.wb95.fortifications import Dig
from balka.systems.wb95.losses import Losses, push_losses
from balka.systems.wb95.march_refusals import own_unit, why_not_order, why_not_take
from balka.systems.wb95.marching_orders import March, everybody, is_movable, movers, said_to, told
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.movement import STACKING
from balka.systems.wb95.orders import End, Order, Take, TakeHex
from balka.systems.wb95.party import PartyMoves
from balka.systems.wb95.position import (
    Unit,
    WbState,
    WbWork,
    force,
    label,
    name_of,
    put,
    unit_of,
    units_at,
)
from balka.systems.wb95.reinforcements import (
    STAVKA_RULE,
    Enter,
    due_names,
    entries,
    is_due,
    must_come,
    why_not_pass,
)
from balka.systems.wb95.secrets import known, sides_of_seat
from balka.systems.wb95.strategic import TakeMarker


class MovePhase(Frame[WbState, WbWork], frozen=True):
    """The owner moves what he likes in the order he likes. [3.1.3]"""

    left_to = "move"
    looks = True

    side: str
    strategic: bool = False

    kind: ClassVar[str] = "move.phase"

    def ask(self, state: WbState) -> tuple[Ask, ...]:
        kind = "strategic.phase" if self.strategic else self.kind
        return asking(state.setting.seat_of[self.side], self.side, kind)

    @property
    def march(self) -> March:
        return March(self.side, self.strategic)

    def grow(self, view: WbState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if not path:
            return [*[whom for whom, _ in told(view, self.march)], *self._others(view)]
        return said_to(view, self.march, path[0] if isinstance(path[0], int) else str(path[0]))

    def candidates(self, view: WbState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        """Every stack and every counter of the side on the map, who is due beside it, and the end of the phase."""
        if path:
            return view.grow(path, seat)
        return [*everybody(view, self.march), *self._due(view), End()]

    def _due(self, view: WbState) -> tuple[str, ...]:
        """Who may come onto the map from beside it, by name."""
        return due_names(view, self.side)

    def _others(self, view: WbState) -> Iterator[Node]:
        """What can be said but to those on the map."""
        yield from [name for name in self._due(view) if said_to(view, self.march, name)]
        if self._may_end(view):
            yield End()

    def is_live(self, view: WbState, path: tuple[Token, ...], node: Node, seat: str) -> bool:
        if path:
            return node in view.grow(path, seat)
        if isinstance(node, Choice):
            return isinstance(node, End) and self._may_end(view)
        return bool(said_to(view, self.march, node if isinstance(node, int) else str(node)))

    def whole_choices(self, view: WbState, path: tuple[Token, ...], seat: str) -> Iterator[Choice]:
        """What is said to a stack or a counter is a whole choice."""
        if path:
            yield from super().whole_choices(view, path, seat)
            return
        for _, said in told(view, self.march):
            yield from said
        for node in self._others(view):
            if isinstance(node, Choice):
                yield node
            else:
                yield from said_to(view, self.march, str(node))

    def has_options(self, view: WbState, seat: str) -> bool:
        """Somebody can do something, and the phase can be ended."""
        names = (unit.id for units in force(view, self.side).at.values() for unit in units)
        return any(said_to(view, self.march, name) for name in names) and self._may_end(view)

    def _may_end(self, view: WbState) -> bool:
        return not self._must_come(view) and not self._must_thin(view)

    def _must_thin(self, view: WbState) -> list[int]:
        """Hexes above the stacking limit that somebody can still leave. [3.2.1]"""
        return must_thin(view, self.side, Mark.STRATEGIC if self.strategic else None)

    def _must_come(self, view: WbState) -> list[str]:
        """STAVKA reserves whose day has come and that can enter, where they have no say in it. [option of Q106]"""
        if self.strategic or not view.setting.rulebook.stavka_must_come:
            return []
        owed = [unit for unit in force(view, self.side).units.values() if unit.hex < 0 and must_come(view, unit)]
        return sorted(unit.id for unit in owed if any(isinstance(way, Enter) for way in entries(view, unit)))

    def answer(self, work: WbWork, choice: Choice) -> None:
        if isinstance(choice, End):
            self._end(work)
        elif isinstance(choice, TakeHex):
            members = movers(known(work, self.side), self.march, choice.hex)
            work.push(PartyMoves(self.side, choice.hex, members, "hex"))
        elif isinstance(choice, Take):
            work.push(PartyMoves(self.side, unit_of(work, choice.unit).hex, (choice.unit,), "unit"))
        elif isinstance(choice, Order):
            choice.do(work)

    def _end(self, work: WbWork) -> None:
        """The phase ends; where a hex holds too much and nobody can leave it, the rest is lost first. [3.2.1]"""
        crowded = overfull(work, self.side)
        if not crowded:
            work.pop()
            return
        h = min(crowded)
        names = tuple(unit.id for unit in units_at(work, self.side, h))
        push_losses(work, Losses(self.side, crowded[h], names, f"no room in {label(work, h)}"))

    def resume(self, work: WbWork, result: object) -> None:
        """A party has come to rest, or what had no room is lost; the owner goes on or ends the phase."""

    def prompt(self, view: WbState, seat: str) -> str:
        if self.side in sides_of_seat(view, seat) and (owed := self._owed(view)):
            return owed
        return "Move, dig in, change the set-up of guns, or end the phase." if not self.strategic else (
            "Move the units under Strategic Movement markers, or end the phase.")  # fmt: skip

    def _owed(self, view: WbState) -> str:
        """What keeps the phase from being ended."""
        if full := self._must_thin(view):
            return f"{label(view, full[0])} holds too much: somebody must leave it before the phase ends."
        must = self._must_come(view)
        return f"{name_of(view, must[0])} must enter before the phase ends." if must else ""

    def left(self, view: WbState, seat: str) -> int | None:
        return sum(
            is_movable(view, self.march, unit) for unit in force(view, self.side).units.values() if unit.hex >= 0
        )

    def formations(self, view: WbState, seat: str) -> tuple[Formation, ...]:
        return formations(view, self.march)

    def todo(self, view: WbState, seat: str) -> tuple[Todo, ...]:
        due = sum(is_due(view, unit) for unit in force(view, self.side).units.values())
        if self.side not in sides_of_seat(view, seat):
            return ()
        must = tuple(Todo(f"{name_of(view, unit_id)} must enter", STAVKA_RULE) for unit_id in self._must_come(view))
        entering = (Todo(f"{counted(due, 'reinforcement')} may enter", "kursk-2.2-f"),) if due else ()
        return (*entering, *must, *self._too_much(view), *self._attacks_ahead(view))

    def _too_much(self, view: WbState) -> Iterator[Todo]:
        """Hexes that hold more than they may when the phase ends. [3.2.1]"""
        for h, excess in overfull(view, self.side).items():
            yield Todo(f"{label(view, h)} holds {excess} CEL too many", "kursk-3.2.1-a", h)

    def _attacks_ahead(self, view: WbState) -> tuple[Todo, ...]:
        """A word before the phase ends: who would have to attack where he stands. [5.1.3]"""
        bound = [] if self.strategic else bound_to_attack(view, self.side)
        text = f"{counted(len(bound), 'unit')} next to the enemy will have to attack: leave, or dig in, to be excused"
        return (Todo(text, "kursk-5.1.3-a", bound[0].hex),) if bound else ()

    def refuse(self, view: WbState, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, End) and (must := self._must_come(view)):
            return Refusal(
                f"{name_of(view, must[0])} must enter.", STAVKA_RULE, "Reserves of the STAVKA come on their day."
            )
        if isinstance(choice, End) and (full := self._must_thin(view)):
            where = label(view, full[0])
            return Refusal(f"{where} holds more than {STACKING} CEL.", "kursk-3.2.1-a", "Somebody must leave it.")
        if self.strategic and isinstance(choice, Dig | TakeMarker | Limber | Unlimber):
            return Refusal("That is done in a Movement Phase.", "kursk-2.1.2-a")
        if isinstance(choice, Take | Order):
            unit = own_unit(view, self.side, choice.unit)
            barred = None
            if unit is not None and isinstance(choice, Order):
                barred = why_not_order(view, unit, choice) or why_not_pass(view, unit, choice)
            return barred or why_not_take(view, self.side, choice.unit)
        if isinstance(choice, TakeHex):
            return Refusal(f"Nothing in {label(view, choice.hex)} can be moved together.", "kursk-3.1.5-a")
        return Refusal("That cannot be said in a Movement Phase.", "kursk-2.1.2-a")


def counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


# -- before and after


def refresh(work: WbWork, side: str) -> None:
    """Every unit of a side has its points again. [3.1.6-b]"""
    put(work, *(rested for unit in force(work, side).units.values() if (rested := _rested(unit)) != unit))


def _rested(unit: Unit) -> Unit:
    plain = unit.cleared(Mark.DONE, Mark.MOVED, Mark.STRAYED, Mark.TOPPED)
    return structs.replace(plain, spent=0, began_at=None, entered_at=None)


def end_of_march(work: WbWork, side: str) -> None:
    """Stacks through an entry hex are counted anew, and full points bought are gone but with who waits under a
    Strategic Movement marker. [10.2.3, 11.1.5, ruling Q95]"""
    for unit in list(force(work, side).units.values()):
        pushed = unit.has(Mark.FULL_MOVE) and not unit.has(Mark.STRATEGIC_MARKER)
        if pushed or unit.entered_at is not None:
            rested = unit.cleared(Mark.FULL_MOVE) if pushed else unit
            put(work, structs.replace(rested, entered_at=None))
