"""What works will do to a Move, told before it is made: the die of wire, the roll of mines. [17.9-a, 17.10]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from balka.core.checks import Check, Part, unknown
from balka.systems.heroes.chapters.obstacles import knows_mines, mine_check
from balka.systems.heroes.chapters.targets import MINES, works_of
from balka.systems.heroes.chapters.wire import is_wire
from balka.systems.heroes.play.actions import Action
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import Stepping
from balka.systems.heroes.play.rolls import LUCK
from balka.systems.heroes.play.situation import holds
from balka.systems.heroes.units import Unit


def wire_parts(now: Now, unit: Unit, to: int) -> tuple[Part, ...]:
    """The die that wire will add to a Move on foot into its hex, before it is rolled. [17.9-a]"""
    comes = to != unit.hex or bool(unit.carrier)  # who gets off under its vehicle moves into the hex
    if not comes or not is_wire(now, to) or not now.setting.kind(unit).is_foot:
        return ()
    return (unknown(1, 6, "Barbed Wire: one die", "sos-17.9-a atb-18.3.1-d"),)


def least_of_wire(now: Now, unit: Unit, to: int) -> int:
    """What wire adds in any case to a Move that is paid for in CAPs; only Luck could take it off. [3.4-b, 17.9-a]"""
    lucky = holds(now, unit.force, now.setting.edition.roles[LUCK])
    return 0 if lucky else sum(part.value for part in wire_parts(now, unit, to))


def mine_checks(now: Now, unit: Unit, to: int) -> Iterator[Check]:
    """The rolls of mines that its side knows of, under whoever comes or turns there, load and all.

    [17.10, 18.1-c, atb 18.3.3-b, c]
    """
    yield from mine_rolls(now, unit, to, now.setting.edition.works.mined_with(now, unit))


def mine_rolls(now: Now, unit: Unit, to: int, loads: Sequence[str]) -> Iterator[Check]:
    """Those under a unit and some of its loads. [17.10, atb 18.3.3-b, c]"""
    found = works_of(now, to, MINES)
    if found is None or (found[1].hidden and found[1].side != unit.side) or knows_mines(now, unit):
        return
    for name in (*loads, unit.id):
        yield mine_check(now, found[1], name, 0)


def pivot_checks(now: Now, unit: Unit, action: Action) -> tuple[Check, ...]:
    """Turning among mines sets them off. [17.10-f]"""
    return tuple(mine_checks(now, unit, unit.hex))


def sneaking_checks(now: Now, unit: Unit, action: Action) -> tuple[Check, ...]:
    """Who comes unseen sets mines off too; who hides where it stands does not. [11.3-a, 17.10-c]"""
    return tuple(mine_checks(now, unit, action.hex)) if action.hex != unit.hex else ()


def boarding_checks(now: Now, unit: Unit, action: Action) -> tuple[Check, ...]:
    """Who comes to its vehicle, or gets off it, moves into a hex and what lies there. [15.7-c, 15.9-c]"""
    comes = action.hex != unit.hex or bool(unit.carrier)
    return tuple(mine_checks(now, unit, action.hex)) if comes and not now.setting.kind(unit).is_vehicle else ()


CHAPTER = Chapter(name="17", movement=Stepping(delays=(wire_parts,), hazards=(mine_checks,), least=(least_of_wire,)))
