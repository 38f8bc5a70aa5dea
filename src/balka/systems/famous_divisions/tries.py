"""What a side has found out by trying, in the activation that goes on: unseen enemies forbid it. [1.1]

It costs nothing and is not tried again before the next activation. The other side is not told.
"""

from __future__ import annotations

from balka.core.events import Event
from balka.systems.famous_divisions.model import GdWork, Now, seat

TRIED = "tried"  # among a side's secrets: verb and place, such as `blow-A01/A02`


def is_tried(game: Now, side: str, verb: str, place: str) -> bool:
    """Has a side found out in this activation that it may not do this there?"""
    return f"{verb}-{place}" in game.secrets.get(side, {}).get(TRIED, "").split()


def forbid(work: GdWork, side: str, what: tuple[str, str], why: Event) -> None:
    """A side is told why it may not do a thing in a place, and remembers it."""
    known = work.secrets.get(side, {})
    tried = " ".join((*known.get(TRIED, "").split(), "-".join(what)))
    work.secrets = {**work.secrets, side: {**known, TRIED: tried}}
    work.tell_only((seat(work, side),), why)


def forget(work: GdWork, side: str) -> None:
    """The enemy may be gone by the next activation."""
    known = work.secrets.get(side, {})
    if TRIED in known:
        work.secrets = {**work.secrets, side: {key: value for key, value in known.items() if key != TRIED}}
