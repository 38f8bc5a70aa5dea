"""Veterans on the move: Rapid Move and Overrun. [cards V01 and V10]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from balka.core.checks import Part, Tally
from balka.core.choices import Choice, Facing, Hex, Node, Refusal, Token, UnitId
from balka.core.frames import Ask, Frame, Quote, asking
from balka.systems.heroes.chapters.movement import SIDES, destinations, hazards, may_move, step, why_not_there
from balka.systems.heroes.chapters.vehicles import Driving, Go, Stay, come_to_rest
from balka.systems.heroes.play import acts, verbs
from balka.systems.heroes.play.abilities import is_veteran
from balka.systems.heroes.play.actions import NORMAL, Action, ExtraCost, declare
from balka.systems.heroes.play.acts import Act
from balka.systems.heroes.play.choosing import budget
from balka.systems.heroes.play.costs import NAME, Now, marker_parts, move_parts, total
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import Stepping
from balka.systems.heroes.play.quotes import delays, quote_action, rolls_of
from balka.systems.heroes.play.rolls import use_veteran
from balka.systems.heroes.play.situation import caps, is_spent
from balka.systems.heroes.play.turns import Turn, gone_by
from balka.systems.heroes.third_edition.veterans import helps_no_group
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit

RAPID_MOVE, OVERRUN = "V01", "V10"
OVERRUNNING = "overrun"


class Overrun(Choice, frozen=True):
    """Move on after Close Combat. [card V10]"""

    verb = "overrun"
    final = "maybe"
    subject = "unit"
    unit: UnitId


# -- Rapid Move


def sets_off(work: HeroesWork, unit: Unit, to: int, *, paid: bool) -> None:
    """A Veteran may go one hex further in a Move of its own, if its cost can still grow. [card V01, 8.9-b]"""
    alone = is_veteran(work, unit, RAPID_MOVE) and not helps_no_group(work, RAPID_MOVE)
    if alone and not paid and unit.hex >= 0:
        work.push(Hurrying(unit.force, unit.id))


class Hurrying(Frame, frozen=True):
    """A Veteran's Move under way, and what the way has added to its cost. [card V01]"""

    automatic = True
    may_go_on = True

    force: str
    unit: str
    dearer: tuple[Part, ...] = ()
    way: tuple[tuple[int, int], ...] = ()
    done: bool = False

    def run(self, work: HeroesWork) -> None:
        unit = work.position.units.get(self.unit)
        can_pay = caps(work, self.force) >= work.setting.cards[RAPID_MOVE].cost
        if not self.done and unit is not None and can_pay and destinations(work, unit):
            work.push(Hurry(self.force, self.unit))
            return
        work.pop()
        if self.dearer or self.way:
            work.finish(ExtraCost(self.dearer, self.way))
        if unit is not None and work.setting.kind(unit).is_vehicle:
            come_to_rest(work, self.force, self.unit)

    def resume(self, work: HeroesWork, result: object) -> None:
        """Something met on the way adds to the cost."""
        if isinstance(result, ExtraCost):
            work.replace_top(structs.replace(self, dearer=self.dearer + result.parts, way=self.way + result.way))


class Hurry(Frame, frozen=True):
    """One hex more, at its full cost, or not. [card V01]"""

    force: str
    unit: str

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "rapid.move")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        unit = state.position.units[self.unit]
        if may_move(state, unit) is not None:  # a marker laid on the way may forbid it, and only its owner knows
            return [] if path else [Stay()]
        if not path:
            return [unit.id, Stay()]
        if path[0] != unit.id or (len(path) > 1 and path[1] != "go"):
            return ()
        if len(path) < 3:
            return ["go"] if len(path) == 1 else destinations(state, unit)
        to = path[2]
        return [Go(UnitId(unit.id), Hex(to), Facing(side)) for side in range(SIDES)] if isinstance(to, int) else ()

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        unit = work.position.units[self.unit]
        work.pop()
        hurrying = work.stack[-1]
        assert isinstance(hurrying, Hurrying)
        if not isinstance(choice, Go):
            work.replace_top(structs.replace(hurrying, done=True))
            return
        use_veteran(work, self.force, RAPID_MOVE, self.unit)
        parts = move_parts(work, unit, choice.to)
        way = (*hurrying.way, (int(choice.to), int(choice.facing)))
        work.replace_top(structs.replace(hurrying, dearer=hurrying.dearer + parts, way=way, done=True))
        step(work, unit, choice.to, choice.facing)

    def prompt(self, view: HeroesState, seat: str) -> str:
        return f"{view.setting.name(self.unit)} may go one hex further by Rapid Move."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        if not isinstance(choice, Go):
            return Quote(final=choice.final)
        unit = view.position.units[self.unit]
        action = next(frame for frame in reversed(view.stack) if isinstance(frame, Action))
        dice = delays(view, unit, structs.replace(action, hex=choice.to))
        marked = marker_parts(view, unit, verbs.Move.verb)
        cost = Tally(NAME, (*move_parts(view, unit, choice.to), *marked, *dice))
        return Quote(cost, rolls_of(view, unit, verbs.Move.verb, choice.to), choice.final)

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        found = why_not_there(view, view.position.units[self.unit], choice.to) if isinstance(choice, Go) else None
        return found or Refusal("Rapid Move goes one hex.", "sos-card-V01-b", "Say 'go' or 'stay'.")


# -- Overrun


def overruns(now: Now, unit: Unit, limit: int) -> Iterator[Overrun]:
    """Who has fought in Close Combat may move on, if a Veteran. [card V10]"""
    if not is_veteran(now, unit, OVERRUN) or caps(now, unit.force) < now.setting.cards[OVERRUN].cost:
        return
    if may_move(now, unit) is None and overrun_hexes(now, unit):
        yield Overrun(UnitId(unit.id))


def overrun_hexes(now: Now, unit: Unit) -> list[int]:
    limit = budget(now, unit, "") - (now.setting.cards[OVERRUN].cost if is_spent(now, unit) else 0)
    return [to for to in destinations(now, unit) if total(now, unit, "move", move_parts(now, unit, to)) <= limit]


class Overrunning(Frame, frozen=True):
    """The Move after Close Combat. [sos-card-V10-b]"""

    force: str
    unit: str

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "overrun")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        unit = state.position.units[self.unit]
        if len(path) < 2:
            return [(unit.id, "move")[len(path)]]
        if len(path) == 2:
            return overrun_hexes(state, unit)
        to = path[2]
        return [verbs.Move(UnitId(unit.id), Hex(to), Facing(s)) for s in range(SIDES)] if isinstance(to, int) else ()

    def action(self, now: Now, choice: verbs.Move) -> Action:
        unit = now.position.units[self.unit]
        parts = move_parts(now, unit, choice.to)
        return Action(self.force, self.unit, OVERRUNNING, parts, NORMAL, choice.to, choice.facing)

    def answer(self, work: HeroesWork, choice: verbs.Move) -> None:
        declare(work, self.action(work, choice))

    def resume(self, work: HeroesWork, action: Action) -> None:
        """The Turn goes on where it was; Rapid Deployment may follow this Move too. [card 05]"""
        work.pop()
        turn = work.stack[-1]
        gone = gone_by(action, (OVERRUNNING,))
        if isinstance(turn, Turn) and gone:
            work.replace_top(structs.replace(turn, moved=gone, went=(*turn.went, *gone)))

    def prompt(self, view: HeroesState, seat: str) -> str:
        return f"{view.setting.name(self.unit)} overruns: move it one hex."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        assert isinstance(choice, verbs.Move)
        return quote_action(view, view.position.units[self.unit], self.action(view, choice), choice)

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        unit = view.position.units[self.unit]
        found = why_not_there(view, unit, choice.to) if isinstance(choice, verbs.Move) else None
        return found or Refusal("Overrun is a Move of one hex.", "sos-card-V10-a")


def _begin(work: HeroesWork, choice: Overrun, free: str) -> None:
    turn = work.stack[-1]
    force = work.position.units[choice.unit].force
    work.replace_top(structs.replace(turn, fought=""))
    use_veteran(work, force, OVERRUN, choice.unit)
    work.push(Overrunning(force, choice.unit))


def _overrun(work: HeroesWork, action: Action) -> None:
    """One hex and no Bonus Move; a vehicle may bog down by it. [card V10, card 15]"""
    unit = work.position.units[action.unit]
    if not any(rule(work, action) for rule in work.setting.edition.movement.approaching):
        if work.setting.kind(unit).is_vehicle:
            work.push(Driving(unit.force, unit.id, 0, 0, paid=True))
        step(work, unit, action.hex, action.facing)


GOING_ON = Act(
    choice=Overrun,
    offers=overruns,
    why_not=lambda now, unit, choice: None,
    begin=_begin,
    do=_overrun,
    checks=hazards,
    counts_as=acts.MOVE,
    said=(acts.AFTER_COMBAT,),
)

CHAPTER = Chapter(
    name="8",
    acts=(GOING_ON,),
    frames=(Hurrying, Hurry, Overrunning),
    movement=Stepping(sets_off=(sets_off,)),
)
