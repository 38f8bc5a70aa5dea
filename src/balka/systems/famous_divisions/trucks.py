"""Wheeled units leaving their trucks and boarding them again. [9.6]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from balka.core.choices import Choice, UnitId
from balka.core.state import Work
from balka.systems.famous_divisions.events import Said, label, name, people
from balka.systems.famous_divisions.model import Game, Unit, change, enemy_of, kind, ratings, unit
from balka.systems.famous_divisions.movement import OUT_OF_SUPPLY, allowance
from balka.systems.famous_divisions.opportunity import OpportunityFire, may_open
from balka.systems.famous_divisions.sight import can_inspect
from balka.systems.famous_divisions.verbs import Debark, Embark


def may_debark(game: Game, counter: Unit) -> bool:
    """Only Wheeled units, neither pinned nor stopped, that can still pay half their printed allowance.

    Whoever has not moved yet may always debark, as he may always make one step. [9.6-a, b, c, h, k, l, Q-debark-half]
    """
    if kind(game, counter).legs != "wheeled" or counter.debarked or counter.pinned or counter.stopped:
        return False
    half = 2 * (-(-ratings(game, counter).movement // 2))
    return not (counter.spent or counter.stepped) or counter.spent + half <= 2 * allowance(game, counter).value


def may_embark(game: Game, counter: Unit) -> bool:
    """Not in the activation it debarked, not pinned, not out of supply, before it moves or is carried. [9.6-i, j, k]"""
    if not counter.debarked or counter.unloaded or counter.pinned or counter.spent or counter.stepped:
        return False
    return counter.hungry < OUT_OF_SUPPLY


def choices(game: Game, units: Iterable[Unit]) -> Iterator[Choice]:
    for counter in units:
        if may_debark(game, counter):
            yield Debark(UnitId(counter.id))
        if may_embark(game, counter):
            yield Embark(UnitId(counter.id))


def answer(work: Work, choice: Choice) -> bool:
    """Carry a truck order out; False if it was none."""
    if isinstance(choice, Debark):
        _debark(work, unit(work, choice.unit))
    elif isinstance(choice, Embark):
        _embark(work, unit(work, choice.unit))
    else:
        return False
    return True


def _debark(work: Work, counter: Unit) -> None:
    """A Leg unit with a fresh allowance of 4; the enemy may fire as if it had moved. [9.6-d to g]"""
    change(work, counter, debarked=True, unloaded=True, spent=0, activated=True, road=False)
    _tell(work, counter, "debarks", "gd-9.6-c")
    if may_open(work, counter.side, counter.hex, (counter.id,)):
        work.push(OpportunityFire(enemy_of(counter.side), counter.hex, (counter.id,)))


def _embark(work: Work, counter: Unit) -> None:
    """Back on its trucks, and off any tank it rode. [9.6-i, m]"""
    change(work, counter, debarked=False, carrier="", activated=True)
    _tell(work, counter, "boards its trucks", "gd-9.6-i")


def _tell(work: Work, counter: Unit, what: str, rule: str) -> None:
    """Who it was is told to those who may inspect it; that somebody did is seen by all."""
    said = Said(f"{name(work.setting, counter.id)} {what}.", rule)
    if counter.fought or can_inspect(work, enemy_of(counter.side), counter.hex):
        work.tell(said)
        return
    shadow = Said(f"A {people(counter.side)} unit in {label(work.setting, counter.hex)} {what}.", rule)
    work.tell_only((work.setting.seat_of[counter.side],), said, shadow)
