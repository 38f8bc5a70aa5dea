"""Fortifications: going inside, what they are worth, what they forbid. [17.0-17.6, 17.11]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from balka.core.checks import Part, add
from balka.core.choices import Choice, Facing, Node, Refusal, Token, UnitId
from balka.core.frames import Ask, Frame, Quote, asking
from balka.systems.heroes.chapters.fire import Shot, hits_flank
from balka.systems.heroes.chapters.movement import SIDES, carry_loads, may_move
from balka.systems.heroes.chapters.razing import RAZING
from balka.systems.heroes.chapters.targets import (
    work_kind,
    works_in,
    works_of,
)
from balka.systems.heroes.chapters.transport import Boarding
from balka.systems.heroes.events.works import FortEntered, FortLeft
from balka.systems.heroes.kinds import UnitKind, WorkKind
from balka.systems.heroes.play import acts
from balka.systems.heroes.play.actions import FREE_BY_CARD, NORMAL, Action
from balka.systems.heroes.play.acts import Act
from balka.systems.heroes.play.costs import Now, total
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import Moments, Ratings, Stepping
from balka.systems.heroes.play.situation import enemies_in, enemy_in
from balka.systems.heroes.play.telling import tell_about
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit, Works

RALLY_INSIDE = add(-1, "In a Fortification", "sos-7.8-k atb-7.6.1-a")
OLDER_BONUSES = {"gun_pit": (3, 0), "bunker": (5, 3)}  # front and flank by the older manual [17.5-e, 17.6-i]
RULES = {
    "bunker": ("sos-17.6-g atb-18.1.2-h", "sos-17.6-h atb-18.1.2-g"),
    "gun_pit": ("sos-17.5-c", "sos-17.5-d"),
    "trench": ("sos-17.4-b atb-18.1.1-e",) * 2,
}
FORTIFICATION, TRENCH = "fortification", "trench"
USERS = {"unburdened": "unburdened_foot", "mortar": "mortar"}


class Inside(Choice, frozen=True):
    """Go inside the Fortification just reached. [17.3-a, atb 18.2-a]"""

    verb = "inside"
    final = "maybe"


class Outside(Choice, frozen=True):
    """Stay out of it. [17.2-d]"""

    verb = "outside"
    final = "maybe"


class Occupy(Choice, frozen=True):
    """Go inside the Fortification of one's own hex. [17.3-b, atb 18.2-e]"""

    verb = "occupy"
    final = "maybe"
    subject = "unit"
    unit: UnitId
    facing: Facing


class Climb(Choice, frozen=True):
    """Leave a Fortification for the top of it. [17.3-c, atb 18.2-d]"""

    verb = "climb"
    final = "maybe"
    subject = "unit"
    unit: UnitId
    facing: Facing


# -- questions


def family(works: Works) -> str:
    """Bunker, Gun Pit or Trench, whatever the figure on it."""
    return works.kind.rpartition("_")[0] if works.kind[-1].isdigit() else works.kind


def fort_at(now: Now, hexagon: int) -> tuple[Works, WorkKind] | None:
    """The Fortification in a hex. [17.0-a]"""
    pairs = ((works, work_kind(now, works)) for works in works_in(now, hexagon).values())
    return next((pair for pair in pairs if pair[1].kind == FORTIFICATION), None)


def fits(now: Now, works: Works, kind: WorkKind, unit: UnitKind) -> bool:
    """Which units a Fortification is made for. [17.4-a, 17.5-a, 17.6-a, atb 18.1.1-a, atb 18.1.2-a]"""
    allowed = kind.occupants
    older = family(works) if family(works) in now.setting.rulebook.older_works else ""
    if older == "gun_pit":
        allowed = frozenset({"field_gun"})
    if older == "bunker":
        allowed = frozenset({"foot"}) if "mortar" not in unit.flags else frozenset()
    return bool(allowed & users(unit))


def users(unit: UnitKind) -> set[str]:
    """The words by which works name those they are made for."""
    if not unit.is_foot:
        return {"field_gun"} if "field_gun" in unit.flags else {"vehicle"}
    return {"foot"} | {word for flag, word in USERS.items() if flag in unit.flags}


def why_not_inside(now: Now, unit: Unit) -> Refusal | None:
    """Why a unit cannot go inside the Fortification of its hex. [17.2, 17.3, 17.2-b, atb 18.1.1-f, atb 18.1.2-e]"""
    found, name = fort_at(now, unit.hex), now.setting.name(unit.id)
    if found is None:
        return Refusal("There is no Fortification in its hex.", "sos-17.3-b atb-18.2-e")
    works, kind = found
    if unit.inside:
        return Refusal(f"{name} is inside already.", "sos-17.3-b atb-18.2-e")
    if unit.carrier or not fits(now, works, kind, now.setting.kind(unit)):
        return Refusal(f"The {kind.name} is not made for {name}.", _RULE_OF_USERS[family(works)])
    if any(foe.inside for foe in enemies_in(now, unit.side, unit.hex)):
        return Refusal(f"Enemies hold the {kind.name}.", "sos-17.2-c atb-18.2-a")
    return None


_RULE_OF_USERS = {"bunker": "sos-17.6-a atb-18.1.2-a", "gun_pit": "sos-17.5-a", "trench": "sos-17.4-a atb-18.1.1-a"}


def set_facing(now: Now, unit: Unit) -> int | None:
    """The facing a Fortification gives its occupants, if it gives one.

    [17.5-b, 17.6-b, 17.1-b, 17.4-f, atb 18.1.1-d]
    """
    found = fort_at(now, unit.hex) if unit.inside else None
    return found[0].facing if found is not None and found[1].has_facing else None


def bars(now: Now, unit: Unit, start: int, to: int) -> Refusal | None:
    """Wheels do not cross a Trench. [17.4-c, atb 18.1.1-b]"""
    if now.setting.kind(unit).move_type != "wheeled" or works_of(now, to, TRENCH) is None:
        return None
    return Refusal(f"Wheels cannot cross the Trench in {now.setting.board.labels[to]}.", "sos-17.4-c atb-18.1.1-b")


def no_bonus(now: Now, unit: Unit, start: int, to: int) -> Refusal | None:
    """Tracks enter a Trench by their regular move only. [17.4-d]"""
    if works_of(now, to, TRENCH) is None:
        return None
    return Refusal("A Trench is entered by the regular move only.", "sos-17.4-d atb-18.1.1-c")


def no_pivot(now: Now, unit: Unit) -> Refusal | None:
    """Whoever is in a Bunker or Gun Pit looks where it looks. [17.5-b, 17.6-b]"""
    if set_facing(now, unit) is None:
        return None
    return Refusal("Inside it faces as the Fortification does.", "sos-17.6-b atb-18.1.2-c", "Leave it first.")


def no_attack(now: Now, unit: Unit) -> Refusal | None:
    """No Mortar fires out of a Bunker; hand to hand its crew may fight. [17.6-f, 17.6-d, atb 18.1.2-b]"""
    if not unit.inside or "mortar" not in now.setting.kind(unit).flags:
        return None
    found = fort_at(now, unit.hex)
    if found is None or family(found[0]) != "bunker" or enemy_in(now, unit.side, unit.hex):
        return None
    return Refusal("A Mortar cannot fire from inside a Bunker.", "sos-17.6-f atb-18.1.2-b")


# -- what they are worth


def defence_parts(now: Now, shot: Shot) -> Iterator[Part]:
    """The bonus of the Fortification, front or flank.

    [17.2-a, 17.4-17.6, 17.6-e, 17.11-h, atb 18.1-b, atb 7.7.3-f, atb 18.2-b, atb 18.1.1-e, atb 18.1.2-f, g]
    """
    found = fort_at(now, shot.target.hex) if shot.target.inside else None
    if found is not None:
        flank = hits_flank(now, shot) or _lies_behind(now, *found, shot)
        front_bonus, flank_bonus = bonuses(now, *found)
        value = flank_bonus if flank else front_bonus
        if value:
            yield add(value, f"In a {found[1].name}{', flank' if flank else ''}", RULES[family(found[0])][flank],
                      found[1].basis)  # fmt: skip


def _lies_behind(now: Now, works: Works, kind: WorkKind, shot: Shot) -> bool:
    """Is the shooter outside the arc of works that have a facing? Who hides in them faces no way, but they do.

    [17.6-h, atb 18.1.2-g]
    """
    arc = now.setting.board.arc_mask(shot.target.hex, works.facing)
    return kind.has_facing and shot.shooter.hex >= 0 and not arc >> shot.shooter.hex & 1


def bonuses(now: Now, works: Works, kind: WorkKind) -> tuple[int, int]:
    """Front and flank bonus, as the options have it. [17.5-e, 17.6-i]"""
    older = family(works) in now.setting.rulebook.older_works
    return OLDER_BONUSES[family(works)] if older else (kind.front_bonus, kind.flank_bonus)


def rally_parts(now: Now, unit: Unit) -> Iterator[Part]:
    """Being inside helps to rally, once, with or without a Hasty Defense. [7.8-k, ruling C9]"""
    if unit.inside and not unit.dug_in and fort_at(now, unit.hex) is not None:
        yield RALLY_INSIDE


# -- choices


def occupations(now: Now, unit: Unit, limit: int) -> Iterator[Occupy]:
    """Into the Fortification of its hex, facing as that does if it has a facing. [17.3-b, atb 18.2-e]"""
    found = _door(now, unit, limit)
    if found is not None and not unit.inside and why_not_inside(now, unit) is None:
        for side in (found[0].facing,) if found[1].has_facing else range(SIDES):
            yield Occupy(UnitId(unit.id), Facing(side))


def climbs(now: Now, unit: Unit, limit: int) -> Iterator[Climb]:
    """Out of it again. [17.3-c, atb 18.2-d]"""
    if unit.inside and _door(now, unit, limit) is not None:
        for side in range(SIDES):
            yield Climb(UnitId(unit.id), Facing(side))


def _door(now: Now, unit: Unit, limit: int) -> tuple[Works, WorkKind] | None:
    """The Fortification of its hex, if it can move and pay for going in or out."""
    found = fort_at(now, unit.hex) if now.position.works else None
    if found is None or may_move(now, unit) is not None:
        return None
    return found if total(now, unit, "move", door_parts(now, unit)) <= limit else None


def door_parts(now: Now, unit: Unit) -> tuple[Part, ...]:
    """Going in and out is a Move without Difficult Terrain, or with that of its hex. [17.3]"""
    return now.setting.edition.works.door_price(now, unit)


def why_not_climb(now: Now, unit: Unit, choice: Climb) -> Refusal | None:
    outside = Refusal("It is not inside a Fortification.", "sos-17.3-c atb-18.2-d")
    return may_move(now, unit) or (None if unit.inside else outside)


# -- Actions


def door_action(now: Now, unit: Unit, choice: Occupy | Climb, free: str) -> Action:
    """Going in and out is a Move without Difficult Terrain. [17.3]"""
    terms = FREE_BY_CARD if free else NORMAL
    return Action(unit.force, unit.id, choice.verb, door_parts(now, unit), terms, unit.hex, choice.facing)


def _occupy(work: HeroesWork, action: Action) -> None:
    go_inside(work, work.unit(action.unit).changed(facing=action.facing))


def go_inside(work: HeroesWork, unit: Unit) -> None:
    """Inside, facing as the Fortification does if it has a facing. [17.3, 17.5-b, 17.6-b]"""
    found = fort_at(work, unit.hex)
    assert found is not None
    facing = found[0].facing if found[1].has_facing else unit.facing
    _turn(work, unit, unit.changed(inside=True, facing=facing, dug_in=False))
    tell_about(work, unit.id, FortEntered(unit.force, unit.id, unit.hex, found[0].kind))


def _turn(work: HeroesWork, before: Unit, after: Unit) -> None:
    """A unit goes in or out, and what it carries faces as it does. [15.7-d, 17.5-b]"""
    carry_loads(work, before, after)
    work.put(after)


def _climb(work: HeroesWork, action: Action) -> None:
    unit = work.unit(action.unit)
    _turn(work, unit, unit.changed(inside=False, facing=action.facing, dug_in=False))
    work.tell(FortLeft(unit.force, unit.id, unit.hex))


# -- coming to a Fortification


def entered(work: HeroesWork, unit: Unit) -> None:
    """Whoever has moved into the hex may go inside for nothing. [17.3-a, atb 18.2-a]"""
    if not work.position.works or why_not_inside(work, unit) is not None:
        return
    if unit.id in work.position.hidden:  # a question would tell where it is
        go_inside(work, unit)
    else:
        work.push(Reached(unit.id))


class Reached(Frame, frozen=True):
    """A unit has come to a Fortification: once all else in the hex is over, it may go inside, or onto its vehicle.

    [17.3-a, 15.7-c]
    """

    automatic = True

    unit: str

    def run(self, work: HeroesWork) -> None:
        work.pop()
        unit, below = work.position.units.get(self.unit), work.stack[-1]
        boards = isinstance(below, Boarding) and below.unit == self.unit
        if unit is not None and not boards and why_not_inside(work, unit) is None:
            work.push(AtTheDoor(unit.force, unit.id))


class AtTheDoor(Frame, frozen=True):
    """Inside or not? [17.2-d, 17.3-a]"""

    force: str
    unit: str

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "works.enter")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        return [Inside(), Outside()] if not path else ()

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        work.pop()
        if isinstance(choice, Inside):
            go_inside(work, work.unit(self.unit))

    def prompt(self, view: HeroesState, seat: str) -> str:
        found = fort_at(view, view.position.units[self.unit].hex)
        what = found[1].name if found is not None else "Fortification"
        return f"Does {view.setting.name(self.unit)} go into the {what}?"

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        return Quote(final=choice.final)

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal("The unit stands at a Fortification: inside or outside?", "sos-17.3-a atb-18.2-a")


def watch(work: HeroesWork) -> None:
    """Occupants always face as their Fortification does. [17.5-b, 17.6-b]"""
    if not work.position.works:
        return
    for unit in tuple(work.position.units.values()):
        facing = set_facing(work, unit) if unit.inside else None
        if facing is not None and facing != unit.facing:
            _turn(work, unit, unit.changed(facing=facing))


OCCUPYING = Act(
    choice=Occupy,
    offers=occupations,
    why_not=lambda now, unit, choice: may_move(now, unit) or why_not_inside(now, unit),
    action=door_action,
    do=_occupy,
    counts_as=acts.MOVE,
)
CLIMBING = Act(choice=Climb, offers=climbs, why_not=why_not_climb, action=door_action, do=_climb, counts_as=acts.MOVE)

CHAPTER = Chapter(
    name="17",
    acts=(OCCUPYING, CLIMBING, RAZING),
    verbs=(Inside, Outside),
    frames=(Reached, AtTheDoor),
    ratings=Ratings(defence=(defence_parts,), rally=(rally_parts,), no_attack=(no_attack,)),
    movement=Stepping(bars=(bars,), no_bonus=(no_bonus,), no_pivot=(no_pivot,)),
    moments=Moments(entered=(entered,), watch=(watch,)),
)
