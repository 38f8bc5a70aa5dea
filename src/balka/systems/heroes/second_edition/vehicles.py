"""Vehicles of this edition: stones they stick in, no bonus moves in reverse or in tow, card 20. [14.0-14.5]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from balka.core.checks import Check, Part, Tally, add
from balka.core.choices import Choice, Node, Refusal, Token, UnitId
from balka.core.frames import Ask, Frame, Quote, asking
from balka.core.scene.counters import Badge
from balka.core.scene.nodes import Look
from balka.systems.heroes.chapters import vehicles
from balka.systems.heroes.chapters.group_moves import GroupMoving, worth_of
from balka.systems.heroes.chapters.movement import may_stick
from balka.systems.heroes.chapters.ratings import cap_part
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.actions import Action, ExtraCost
from balka.systems.heroes.play.acts import AtLarge
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.rolls import Result, discard, roll_check
from balka.systems.heroes.play.situation import caps, holds, loads_of
from balka.systems.heroes.play.spending import cap_choices, spend
from balka.systems.heroes.play.turns import Turn
from balka.systems.heroes.second_edition import pools
from balka.systems.heroes.second_edition.events import BoggedDown, StickingRolled
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit

STICKS = "atb-14.5-a"
BOGGED_DOWN = "20"


# -- sticking in buildings


def ventures(work: HeroesWork, unit: Unit, to: int) -> None:
    """Whoever drives into stone buildings, not along a road, may stick there. [14.5-a, ruling B29]"""
    if sticks_at(work, unit, to):
        work.push(AmongStones(unit.force, unit.id, to))


def sticks_at(now: Now, unit: Unit, to: int) -> bool:
    by_road = now.setting.ground.by_road(unit.hex, to)
    return now.setting.kind(unit).is_vehicle and not by_road and bool(may_stick(now, unit, to))


def sticking_check(now: Now, unit: Unit, place: int, count: int = 0) -> Check:
    """Two dice, six or more is safe; CAPs help. [14.5-a, 14.5-b]"""
    number = add(may_stick(now, unit, place), "Driving into stone buildings", STICKS)
    return Check("Immobilization", "2d6", Tally("Number needed", (number, *cap_part(count))))


def hazards(now: Now, unit: Unit, to: int) -> Iterator[Check]:
    """What driving into a hex would roll for. [14.5-a]"""
    if sticks_at(now, unit, to):
        yield sticking_check(now, unit, to)


class AmongStones(Frame, frozen=True):
    """A vehicle on its way into stone buildings: if it gets there, it may stick. [14.5-a]"""

    automatic = True

    force: str
    unit: str
    place: int
    dearer: tuple[Part, ...] = ()

    def run(self, work: HeroesWork) -> None:
        work.pop()
        if self.dearer:
            work.finish(ExtraCost(self.dearer))
        unit = work.position.units.get(self.unit)
        if unit is not None and unit.hex == self.place:
            work.push(Sticking(self.force, self.unit, self.place))

    def resume(self, work: HeroesWork, result: object) -> None:
        """Something met on the way adds to the cost."""
        if isinstance(result, ExtraCost):
            work.replace_top(structs.replace(self, dearer=self.dearer + result.parts))


class Sticking(Frame, frozen=True):
    """A vehicle has come into stone buildings: CAPs, then the roll. [14.5]"""

    force: str
    unit: str
    place: int
    check: Check | None = None

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "vehicle.sticks")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        return cap_choices(_caps_free(state, self.force)) if not path else ()

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        assert isinstance(choice, verbs.Caps)
        spend(work, self.force, choice.count)
        check = sticking_check(work, work.position.units[self.unit], self.place, choice.count)
        work.replace_top(structs.replace(self, check=check))
        roll_check(work, self.force, "immobilization", check, unit=self.unit)

    def resume(self, work: HeroesWork, result: Result) -> None:
        """Short of the number it is immobilized until somebody tows it out. [14.5-a, 14.5-h]"""
        assert self.check is not None
        work.pop()
        unit, safe = work.position.units[self.unit], result.band == "yes"
        work.tell(StickingRolled(self.force, self.check, result.faces, result.adjust, unit.id, safe))
        if not safe:
            work.put(unit.changed(mired=True))

    def prompt(self, view: HeroesState, seat: str) -> str:
        return f"{view.setting.name(self.unit)} may stick among the stones: spend CAPs, then roll."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        count = choice.count if isinstance(choice, verbs.Caps) else 0
        return Quote(None, (sticking_check(view, view.position.units[self.unit], self.place, count),), "yes")

    def panel(self, view: HeroesState) -> tuple[Check, ...]:
        return (self.check or sticking_check(view, view.position.units[self.unit], self.place),)

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal("A vehicle may stick: up to 2 CAPs go into the roll.", "atb-14.5-b")


def _caps_free(now: Now, force: str) -> int:
    """CAPs that a Group on the move does not still need to pay for it."""
    group = next((frame for frame in reversed(now.stack) if isinstance(frame, GroupMoving)), None)
    held = caps(now, force)
    return held if group is None else max(0, min(held, group.limit(now) - worth_of(group.dearest)))


def badges(view: HeroesState, unit: Unit) -> list[Badge]:
    tip = "Stuck until it is towed out; it may fire"
    return [Badge(kind="mark", text="I", tip=tip, rule="atb-14.5-c")] if unit.mired else []


# -- bonus moves


def no_bonus(now: Now, unit: Unit, start: int, to: int) -> Refusal | None:
    """Not in reverse, and not with another vehicle in tow. [14.4-b, 14.5-g]"""
    if start >= 0 and not now.setting.ground.front[start][unit.facing] >> to & 1:
        return Refusal("Bonus moves go forward only.", "atb-14.4-b", "Turn after the hex before.")
    if any(now.setting.kind(load).is_vehicle for load in loads_of(now, unit)):
        return Refusal("A vehicle with another in tow has no bonus moves.", "atb-14.5-g")
    return None


# -- card 20


class Bog(Choice, frozen=True):
    """Bogged Down: one enemy vehicle is immobilized until the round ends. [card 20, atb-card-20-d]"""

    verb = "bog"
    unit: UnitId


def boggable(now: Now, force: str) -> list[Unit]:
    """Enemy vehicles on the map, Fresh or Spent but not active, that can still move. [card 20, ruling B56]"""
    side = now.setting.forces[force]
    foes = [unit for unit in now.position.units.values() if unit.side != side and unit.hex >= 0 and not unit.stuck]
    return [unit for unit in foes if now.setting.kind(unit).is_vehicle and not pools.is_active(now, unit)]


def boggings(now: Now, force: str) -> Sequence[Bog]:
    return [Bog(UnitId(unit.id)) for unit in boggable(now, force)] if holds(now, force, BOGGED_DOWN) else ()


def bog(work: HeroesWork, choice: Bog, free: str) -> None:
    """It neither moves nor turns until the round ends, or until it is towed out. [card 20, atb-card-20-c]"""
    turn, unit = work.stack[-1], work.unit(choice.unit)
    assert isinstance(turn, Turn)
    discard(work, turn.force, BOGGED_DOWN)
    work.put(unit.changed(bogged=True))
    work.tell(BoggedDown(turn.force, unit.id, unit.hex))
    turn.resume(work, Action(turn.force, "", BOGGED_DOWN, ()))


def why_not_bog(now: Now, force: str, choice: Bog) -> Refusal:
    if not holds(now, force, BOGGED_DOWN):
        return Refusal("You do not hold Bogged Down.", "atb-card-20-b")
    unit = now.position.units.get(choice.unit)
    if unit is not None and pools.is_active(now, unit):
        return Refusal("An active vehicle does not bog down, only a Fresh or a Spent one.", "atb-card-20-b")
    return Refusal("It is no enemy vehicle on the map that can still move.", "atb-card-20-b")


def bog_leaf(view: HeroesState, choice: Choice) -> Look | None:
    return Look(f"Bog down {view.setting.name(choice.unit)}", "fire") if isinstance(choice, Bog) else None


COMMON = structs.replace(vehicles.CHAPTER, name="14")
CHAPTER = structs.replace(
    COMMON,
    at_large=(AtLarge(choice=Bog, offers=boggings, why_not=why_not_bog, begin=bog),),
    show=structs.replace(
        COMMON.show,
        labels={"bog": "Bogged Down"},
        leaf=(bog_leaf,),
        badges=(badges,),
        steps={Sticking: lambda view, frame: "Immobilization"},
    ),
    cards=structs.replace(
        COMMON.cards, why_not_card={BOGGED_DOWN: "Bogged Down is played on an enemy vehicle: say 'bog' and the unit."}
    ),
    frames=(*COMMON.frames, AmongStones, Sticking),
    movement=structs.replace(COMMON.movement, ventures=(ventures,), hazards=(hazards,), no_bonus=(no_bonus,)),
)
