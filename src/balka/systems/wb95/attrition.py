"""Losses and withdrawals a scenario orders."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec import structs

from balka.core.choices import Choice, UnitId
from balka.core.frames import Ask, asking
from balka.core.listing import Listed
from balka.core.scene.figures import Final
from balka.systems.wb95.events.battles import CelOwed
from balka.systems.wb95.losses import Losses, eliminate, push_losses
from balka.systems.wb95.position import Now, WbState, WbWork, alive, force, printed, unit_of


def charge_attrition(work: WbWork, side: str) -> None:
    """At the start of each of his Movement Phases the German removes CEL where the scenario says so."""
    owed = work.setting.rulebook.attrition
    if side != "german" or not owed:
        return
    units = tuple(sorted(unit.id for unit in force(work, side).units.values() if unit.hex >= 0 and unit.kind != "HQ"))
    work.tell(CelOwed(side, owed))
    push_losses(work, Losses(side, owed, units, "withdrawal of troops"))


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
