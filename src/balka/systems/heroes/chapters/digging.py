"""Hasty Defenses: built by Foot Units for themselves, given up at will. [17.7]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from balka.core.checks import Part, add
from balka.core.choices import Choice, Refusal, UnitId
from balka.systems.heroes.chapters.fire import Shot
from balka.systems.heroes.chapters.targets import HASTY_DEFENSE, no_room
from balka.systems.heroes.events.works import DefenseGivenUp, DugIn
from balka.systems.heroes.play.actions import FREE_BY_CARD, NORMAL, Action
from balka.systems.heroes.play.acts import ON_MAP, ONLY_RALLIES, UNABLE, Act
from balka.systems.heroes.play.costs import Now, total
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import GroupRules, Ratings
from balka.systems.heroes.units import HeroesWork, Unit

DUG_IN = add(1, "Hasty Defense", "sos-17.7-b atb-18.1.3-c")
WATER = "water"


class Dig(Choice, frozen=True):
    """Build a Hasty Defense. [17.7-a, atb 18.1.3-b]"""

    verb = "dig"
    final = "maybe"
    subject = "unit"
    unit: UnitId


class Abandon(Choice, frozen=True):
    """Give up a Hasty Defense; it is no Action. [17.7-e]"""

    verb = "abandon"
    subject = "unit"
    unit: UnitId


def defence_parts(now: Now, shot: Shot) -> Iterator[Part]:
    """A Hasty Defense covers its builder from all sides. [17.7-b, atb 18.1.3-c]"""
    if shot.target.dug_in:
        yield DUG_IN


def dig_parts(now: Now) -> tuple[Part, ...]:
    """What building a Hasty Defense costs. [17.7-a, atb 18.1.3-b]"""
    return (add(now.setting.edition.works.dig_cost, "Building a Hasty Defense", "sos-17.7-a atb-18.1.3-b"),)


def why_not_dig(now: Now, unit: Unit, many: int = 1) -> Refusal | None:
    """Foot Units dig, one Hasty Defense each, where there is room for it. [17.7-a, 17.0-c, atb 18.1.3-d, f]"""
    if not now.setting.kind(unit).is_foot:
        return Refusal("Only Foot Units build a Hasty Defense.", "sos-17.7-a atb-18.1.3-b")
    if unit.dug_in:
        return Refusal("It has a Hasty Defense already.", "sos-17.7-c atb-18.1.3-d")
    return now.setting.edition.works.why_not_dig(now, unit) or no_room_to_dig(now, unit, many)


def no_room_to_dig(now: Now, unit: Unit, many: int = 1) -> Refusal | None:
    """Other works its side knows of may take the room, water none, and there are only so many counters. [17.0-c]"""
    if no_room(now, unit.hex, unit.side, HASTY_DEFENSE):
        return Refusal("A hex holds one Fortification or Obstacle only.", "sos-17.0-c atb-18.0-b")
    if now.setting.ground.terrain[unit.hex] == WATER:
        return Refusal("Nobody digs in water.", "atb-18.1.3-a")
    used = sum(other.dug_in for other in (*now.position.units.values(), *_unseen(now, unit.side)))
    scarce = now.setting.edition.works.hasty_defenses_run_out
    if scarce and used + many > now.setting.catalogue.works[HASTY_DEFENSE].copies:
        return Refusal("All Hasty Defense counters are in use.", "atb-18.1.3-g")
    return None


def _unseen(now: Now, side: str) -> list[Unit]:
    """The Hidden units of a side: it knows of the Hasty Defenses that they have kept. [atb 10.2-b]"""
    return [unit for unit in now.position.hidden.values() if unit.side == side]


def digs(now: Now, unit: Unit, limit: int) -> Iterator[Dig]:
    if not unit.dug_in and total(now, unit, "dig", dig_parts(now)) <= limit and why_not_dig(now, unit) is None:
        yield Dig(UnitId(unit.id))


def declare(now: Now, unit: Unit, choice: Dig, free: str) -> Action:
    return Action(unit.force, unit.id, "dig", dig_parts(now), FREE_BY_CARD if free else NORMAL, unit.hex, unit.facing)


def _dig(work: HeroesWork, action: Action) -> None:
    """A Hasty Defense for the builder alone; a Group builds one each. [17.7, 10.12-a]"""
    for name in action.actors:
        work.put(work.unit(name).changed(dug_in=True))
        work.tell(DugIn(action.force, name))


def group_acts(now: Now, members: Sequence[Unit], terms: str) -> Mapping[str, tuple[str, tuple[Part, ...], str]]:
    """All of a Group dig at the price of one. [10.12-a]"""
    if members[0].hex < 0 or members[0].id in now.position.hidden:
        return {}
    able = all(why_not_dig(now, unit, len(members)) is None for unit in members)
    return {"dig": ("dig", dig_parts(now), terms)} if able else {}


DIG = Act(
    choice=Dig,
    offers=digs,
    why_not=lambda now, unit, choice: why_not_dig(now, unit),
    action=declare,
    do=_dig,
)


def given_up(now: Now, unit: Unit, limit: int) -> Iterator[Abandon]:
    """Whoever is dug in may give up what was dug. [17.7-e]"""
    if unit.dug_in:
        yield Abandon(UnitId(unit.id))


def why_not_abandon(now: Now, unit: Unit, choice: Abandon) -> Refusal | None:
    return None if unit.dug_in else Refusal("It has no Hasty Defense.", "sos-17.7-e atb-18.1.3-e")


def _abandon(work: HeroesWork, choice: Abandon, free: str) -> None:
    unit = work.unit(choice.unit)
    work.put(unit.changed(dug_in=False))
    work.tell(DefenseGivenUp(unit.force, unit.id))


ABANDON = Act(
    choice=Abandon,
    offers=given_up,
    why_not=why_not_abandon,
    begin=_abandon,
    said=(ON_MAP, ONLY_RALLIES, UNABLE),
)

HASTY = Chapter(name="8", ratings=Ratings(defence=(defence_parts,)))
"""a Hasty Defense comes with card 09, before its chapter is read"""

CHAPTER = Chapter(name="17", acts=(DIG, ABANDON), groups=GroupRules(acts=(group_acts,)))
