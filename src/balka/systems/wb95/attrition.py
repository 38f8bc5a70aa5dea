"""Losses and withdrawals a scenario orders."""

from __future__ import annotations

from balka.core.state import Work
from balka.systems.wb95.events import Lost, Note
from balka.systems.wb95.losses import Losses, push_losses
from balka.systems.wb95.position import alive, force, remove


def charge_attrition(work: Work, side: str) -> None:
    """At the start of each of his Movement Phases the German removes CEL where the scenario says so."""
    owed = work.setting.rulebook.attrition
    if side != "german" or not owed:
        return
    units = tuple(sorted(one.id for one in force(work, side).units.values() if one.hex >= 0 and one.kind != "HQ"))
    work.tell(Note(f"The German side removes {owed} CEL", "kursk-scP15-loss-a", side))
    push_losses(work, Losses(side, owed, units, "withdrawal of troops"))


def withdraw(work: Work) -> None:
    """Formations the scenario calls away leave at the start of the day; they are not lost."""
    gone = [
        one for one, turn in sorted(work.setting.rulebook.withdraw.items()) if turn == work.turn and alive(work, one)
    ]
    if not gone:
        return
    lost = work.tracks
    for one in gone:
        remove(work, one)
    work.tracks = lost
    for one in gone:
        work.tell(Lost(one, 0, "withdrawn"))
