"""Disorganisation: how units fall into disorder, are tested for it, and recover. [5.6]"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec import structs

from balka.core.checks import Check, Tally, add, register_reader
from balka.core.dice import Outcome
from balka.core.frames import Frame, Roll
from balka.systems.wb95.events.battles import Disorganised, Tested
from balka.systems.wb95.marks import Mark
from balka.systems.wb95.position import Now, Unit, WbState, WbWork, alive, force, printed, put, unit_of

DICE = "2d6="
LIMITS = {
    "ss": 12, "wehrmacht": 11, "volkssturm": 9, "volksgrenadiers": 9, "american": 11, "british": 11, "polish": 11,
    "french": 9, "romanian": 9, "hungarian": 9, "belgian": 8, "dutch": 8, "italian": 7, "soviet guards": 11,
    "soviet": 10,
}  # fmt: skip
"""Morale limits by troops, those of other maps included. [5.6.2, closing chart, rulings Q7, Q8]"""


def holds_or_breaks(faces: tuple[int, ...], limit: int) -> str:
    """The limit or more breaks a unit's order. [5.6.2]"""
    return "disorganised" if sum(faces) >= limit else "holds"


register_reader("wb95 morale", holds_or_breaks, ("holds", "disorganised"))


def limit_of(game: Now, unit: Unit) -> int:
    """The morale limit printed for the unit's troops; other Soviets by the option. [5.6.2, ruling Q7]"""
    limit = printed(game, unit).limit
    return int(game.setting.rulebook.soviet_limit) if limit == 10 and unit.side == "soviet" else limit


def morale_check(game: Now, unit: Unit) -> Check:
    """The test of one unit."""
    limit = limit_of(game, unit)
    return Check(
        f"{unit.id} holds together", DICE,
        Tally("Morale limit", (add(limit, f"{unit.id}", "kursk-5.6.2-a", printed(game, unit).basis),)), "wb95 morale",
    )  # fmt: skip


def disorganise(work: WbWork, ids: Iterable[str], phasing: str, cause: str = "combat") -> None:
    """Mark units disorganised; in their own Combat Phase the clock starts only with the next. [5.6.5, ruling Q56]"""
    hit = [unit_of(work, unit_id) for unit_id in ids if alive(work, unit_id)]
    if not hit:
        return
    fresh = [structs.replace(unit, disorganised=cause).cleared(Mark.ACTIVE) for unit in hit]
    put(work, *(unit.marked(Mark.FRESH) if unit.side == phasing or cause != "combat" else unit for unit in fresh))
    seen = {*work.tracks.shaken, *(unit.id for unit in hit)}
    work.tracks = structs.replace(work.tracks, shaken=tuple(sorted(seen)))
    work.tell(Disorganised(tuple(unit.id for unit in hit)))


class Tests(Frame[WbState, WbWork], frozen=True):
    """Tests still to be made, one throw at a time; a unit that fails makes no more. [5.3.9, 5.6.2]

    A throw for several units is read against the limit of each.
    """

    automatic: ClassVar[bool] = True

    due: tuple[tuple[tuple[str, ...], int], ...]
    phasing: str

    def run(self, work: WbWork) -> None:
        due = tuple((names, n) for group, n in self.due if n and (names := _in_order(work, group)))
        if not due:
            work.pop()
            work.finish(None)
            return
        weakest = min((unit_of(work, unit_id) for unit_id in due[0][0]), key=lambda unit: limit_of(work, unit))
        work.replace_top(structs.replace(self, due=due))
        work.push(Roll(weakest.side, "test", dice=DICE, check=morale_check(work, weakest)))

    def resume(self, work: WbWork, outcome: Outcome) -> None:
        (names, left), *rest = self.due
        work.replace_top(structs.replace(self, due=((names, left - 1), *rest)))
        for name in names:
            unit = unit_of(work, name)
            failed = morale_check(work, unit).read(outcome) == "disorganised"
            work.tell(Tested(name, outcome.total, limit_of(work, unit), failed))
            if failed:
                disorganise(work, (name,), self.phasing)


def _in_order(work: WbWork, names: Iterable[str]) -> tuple[str, ...]:
    """Those who are still there to be tested, and have something to lose by it."""
    return tuple(unit_id for unit_id in names if alive(work, unit_id) and not unit_of(work, unit_id).disorganised)


def recover(work: WbWork, side: str, cause: str) -> None:
    """Disorganised units that did nothing since are in order again; the others begin to wait anew. [5.6.5-a, b]"""
    waiting = [unit for unit in force(work, side).units.values() if unit.disorganised.startswith(cause)]
    ready = [unit for unit in waiting if not unit.has(Mark.FRESH) and not unit.has(Mark.ACTIVE)]
    put(work, *(unit.cleared(Mark.FRESH, Mark.ACTIVE) for unit in waiting if unit not in ready))
    put(work, *(structs.replace(unit, disorganised="") for unit in ready))
    if ready:
        seats = work.setting.seats_of_side(side)
        work.tell_only(seats, Disorganised(tuple(sorted(unit.id for unit in ready)), recovered=True))
