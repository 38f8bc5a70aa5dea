"""Losses and withdrawals a scenario orders."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec import Struct, structs

from balka.core.choices import Choice, Refusal, UnitId
from balka.core.frames import Ask, Shortcut, asking
from balka.core.listing import Listed
from balka.core.scene.figures import Final
from balka.systems.wb95.events.battles import BeganFewer, BeganWeaker, CelOwed
from balka.systems.wb95.losses import Lose, Losses, eliminate, push_losses
from balka.systems.wb95.orders import tell_own
from balka.systems.wb95.position import Now, WbState, WbWork, alive, force, printed, put, remove, unit_of


def charge_attrition(work: WbWork, side: str) -> None:
    """At the start of each of his Movement Phases the German removes CEL where the scenario says so."""
    owed = work.setting.rulebook.attrition
    if side != "german" or not owed:
        return
    units = tuple(sorted(unit.id for unit in force(work, side).units.values() if unit.hex >= 0 and unit.kind != "HQ"))
    work.tell(CelOwed(side, owed if units else 0))  # that only headquarters are left is said, for nobody is asked then
    push_losses(work, Losses(side, owed, units, "withdrawal of troops"))


class Worn(Struct, frozen=True):
    """A formation that begins with losses: its name, whose it is, how many CEL it lacks, and its counters."""

    name: str
    side: str
    owed: int
    units: tuple[str, ...]


class OpeningLosses(Listed[WbState, WbWork], frozen=True):
    """Before the first day each owner spreads the losses his formations begin with. [set-ups, ruling Q117]"""

    due: tuple[Worn, ...]

    def ask(self, state: WbState) -> tuple[Ask, ...]:
        side = self.due[0].side
        return asking(state.setting.seat_of[side], side, "loss")

    def options(self, view: WbState) -> Iterable[Choice]:
        return [Lose(UnitId(unit_id)) for unit_id in self.due[0].units if alive(view, unit_id)]

    def answer(self, work: WbWork, choice: Lose) -> None:
        begin_weaker(work, choice.unit)
        first, *rest = self.due
        left = structs.replace(first, owed=first.owed - 1)
        due = (left, *rest) if left.owed else tuple(rest)
        if due:
            work.replace_top(OpeningLosses(due))
        else:
            work.pop()

    def shortcuts(self, view: WbState, seat: str) -> tuple[Shortcut, ...]:
        """All that this side still has to spread, over whoever has most."""
        own = [worn for worn in self.due if worn.side == self.due[0].side]
        names = [name for worn in own for name in spread({u: _cel(view, u) for u in worn.units}, worn.owed)]
        return (Shortcut("Spread all losses evenly", tuple(Lose(UnitId(name)) for name in names)),)

    def refuse(self, view: WbState, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, Lose):
            return Refusal(f"It has no part in the losses of {self.due[0].name}.", "kursk-5.1.8-a")
        return super().refuse(view, choice, seat)

    def prompt(self, view: WbState, seat: str) -> str:
        return f"{self.due[0].name} begins with losses: choose who lacks {self.due[0].owed} CEL."


def spread(left: dict[str, int], owed: int) -> list[str]:
    """Who loses when losses fall one by one on those that have most, of equals the first."""
    hit: list[str] = []
    for _ in range(owed):
        hit.append(max(left, key=lambda name: left[name]))
        left = {**left, hit[-1]: left[hit[-1]] - 1}
    return hit


def _cel(game: Now, unit_id: str) -> int:
    return unit_of(game, unit_id).cel if alive(game, unit_id) else 0


def begin_weaker(work: WbWork, unit_id: str) -> None:
    """A CEL less at the start: who has none left was lost before the game, and only its owner knows which it was."""
    unit, tracks = unit_of(work, unit_id), work.tracks
    if unit.cel > 1:
        put(work, structs.replace(unit, cel=unit.cel - 1))
        tell_own(work, unit.side, BeganWeaker(unit_id, unit.cel - 1))
        return
    remove(work, unit_id)
    work.tracks = tracks  # nobody scores for it
    tell_own(work, unit.side, BeganWeaker(unit_id, 0), BeganFewer(unit.side, unit.hex))


class Withdraw(Choice, frozen=True):
    """The division of this unit leaves the front."""

    verb: ClassVar[str] = "withdraw"
    subject: ClassVar[str] = "unit"
    final: ClassVar[Final] = "yes"

    unit: UnitId


class Withdrawal(Listed[WbState, WbWork], frozen=True):
    """The German names the division that is called away: the one ordered, or one as strong. [ruling Q112]"""

    due: tuple[str, ...]

    def ask(self, state: WbState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of["german"], "german", "withdrawal")

    def options(self, view: WbState) -> Iterable[Choice]:
        return [Withdraw(UnitId(units[0])) for units in equivalents(view, self.due)]

    def answer(self, work: WbWork, choice: Withdraw) -> None:
        chosen = next(units for units in equivalents(work, self.due) if units[0] == choice.unit)
        work.pop()
        send_away(work, chosen)
        work.finish(None)

    def prompt(self, view: WbState, seat: str) -> str:
        return "A division is called away: name it."


def equivalents(game: Now, due: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The division ordered away, then the armoured divisions with as many counters and no fewer CEL."""
    least = sum(unit_of(game, unit_id).cel for unit_id in due)
    divisions: dict[str, list[str]] = {}
    for unit in force(game, "german").by_name():
        name = printed(game, unit).formation
        if name.startswith("ARM ") and unit.hex >= 0:
            divisions.setdefault(name, []).append(unit.id)
    others = [tuple(ids) for _, ids in sorted(divisions.items()) if len(ids) == len(due) and tuple(ids) != due]
    return [due, *(ids for ids in others if sum(unit_of(game, unit_id).cel for unit_id in ids) >= least)]


def withdraw(work: WbWork) -> None:
    """Formations the scenario calls away leave at the start of the day; they are not lost."""
    book = work.setting.rulebook
    due = tuple(
        unit_id for unit_id, turn in sorted(book.withdraw.items()) if turn == work.turn and alive(work, unit_id)
    )
    if due and book.equivalent:
        work.push(Withdrawal(due))
    elif due:
        send_away(work, due)


def send_away(work: WbWork, gone: tuple[str, ...]) -> None:
    tracks = work.tracks
    for unit_id in gone:
        eliminate(work, unit_id, "withdrawn")
    work.tracks = structs.replace(tracks, withdrawn=tuple(sorted((*tracks.withdrawn, *gone))))
