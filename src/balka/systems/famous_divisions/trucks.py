"""Wheeled units leaving their trucks and boarding them again; loading and limbering ask for no order. [2.3-g, 9.6]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from balka.core.choices import Choice, Refusal, UnitId
from balka.systems.famous_divisions.events.marches import Debarked, Embarked, UnknownDebarked, UnknownEmbarked
from balka.systems.famous_divisions.losses import muster, tell_of, unseat
from balka.systems.famous_divisions.model import (
    GdWork,
    Now,
    change,
    enemy_of,
    kind,
    ratings,
    unit,
)
from balka.systems.famous_divisions.movement import OUT_OF_SUPPLY, half_points
from balka.systems.famous_divisions.opportunity import OpportunityFire, may_open
from balka.systems.famous_divisions.position import Unit
from balka.systems.famous_divisions.verbs import Debark, Embark

NO_TRUCKS = Refusal("Only Wheeled units have trucks to leave.", "gd-9.6-a")
NOT_ABOARD = Refusal("It has left its trucks already.", "gd-9.6-h")
NOT_PINNED = Refusal("A pinned unit neither leaves its trucks nor boards them.", "gd-9.6-b")
NOT_STOPPED = Refusal("It entered an enemy zone of control and must stop.", "gd-8.0-h")
NO_POINTS = Refusal("It cannot pay half its printed allowance any more.", "gd-9.6-c")
NOT_ON_FOOT = Refusal("It has not debarked.", "gd-9.6-i")
JUST_DEBARKED = Refusal("Nobody debarks and boards its trucks in one activation.", "gd-9.6-j")
HAS_MOVED = Refusal("Trucks are boarded before a unit moves.", "gd-9.6-i")
HUNGRY = Refusal("Out of supply there are no trucks to board.", "gd-9.6-k")


def why_not_debark(game: Now, counter: Unit) -> Refusal | None:
    """Only Wheeled units, neither pinned nor stopped, that can still pay half their printed allowance.

    Whoever has not moved yet may always debark, as he may always make one step. [9.6-a, b, c, h, k, l, Q-debark-half]
    """
    if kind(game, counter).legs != "wheeled" or counter.debarked:
        return NOT_ABOARD if counter.debarked else NO_TRUCKS
    if counter.pinned or counter.stopped:
        return NOT_PINNED if counter.pinned else NOT_STOPPED
    half = 2 * (-(-ratings(game, counter).movement // 2))
    fresh = not (counter.spent or counter.stepped)
    return None if fresh or counter.spent + half <= half_points(game, counter) else NO_POINTS


def why_not_embark(counter: Unit) -> Refusal | None:
    """Not in the activation it debarked, not pinned, not out of supply, before it moves or is carried. [9.6-i, j, k]"""
    if not counter.debarked or counter.unloaded:
        return JUST_DEBARKED if counter.unloaded else NOT_ON_FOOT
    if counter.pinned or counter.spent or counter.stepped:
        return NOT_PINNED if counter.pinned else HAS_MOVED
    return HUNGRY if counter.hungry >= OUT_OF_SUPPLY else None


def choices(game: Now, units: Iterable[Unit]) -> Iterator[Choice]:
    for counter in units:
        if why_not_debark(game, counter) is None:
            yield Debark(UnitId(counter.id))
        if why_not_embark(counter) is None:
            yield Embark(UnitId(counter.id))


def refuse(view: Now, side: str, choice: Choice) -> Refusal | None:
    """Why a unit of a side does not leave its trucks or board them; None where that is not the matter."""
    counter = view.position.units.get(choice.unit) if isinstance(choice, Debark | Embark) else None
    if counter is None or counter.side != side:
        return None
    return why_not_debark(view, counter) if isinstance(choice, Debark) else why_not_embark(counter)


def answer(work: GdWork, choice: Choice) -> bool:
    """Carry a truck order out; False if it was none."""
    if isinstance(choice, Debark):
        _debark(work, unit(work, choice.unit))
    elif isinstance(choice, Embark):
        _embark(work, unit(work, choice.unit))
    else:
        return False
    return True


def _debark(work: GdWork, counter: Unit) -> None:
    """A Leg unit with a fresh allowance of 4; the enemy may fire as if it had moved. [9.6-d to g]"""
    change(work, counter, debarked=True, unloaded=True, spent=0, road=False)
    tell_of(work, counter, Debarked(counter.id), UnknownDebarked(counter.side, counter.hex))
    if may_open(work, counter.side, counter.hex, (counter.id,)):
        work.push(OpportunityFire(enemy_of(counter.side), counter.hex, (counter.id,)))


def _embark(work: GdWork, counter: Unit) -> None:
    """Back on its trucks, and off any tank it rode. [9.6-i, m]"""
    if counter.carrier:
        unseat(work, counter)
    muster(work, (counter.id,))
    change(work, counter, debarked=False)
    tell_of(work, counter, Embarked(counter.id), UnknownEmbarked(counter.side, counter.hex))
