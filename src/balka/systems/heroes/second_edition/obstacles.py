"""Wire and Road Blocks that may turn a unit back, and mines. [18.3, 19.0-b]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from balka.core.checks import Check, Part, Tally, add, unknown
from balka.core.choices import Choice, Node, Number, Refusal, Token, Word
from balka.core.frames import Ask, Frame, Quote, asking
from balka.core.scene.nodes import Look
from balka.systems.heroes import keys
from balka.systems.heroes.chapters import obstacles, wire
from balka.systems.heroes.chapters.forewarned import mine_checks, mine_rolls
from balka.systems.heroes.chapters.hits import show_marker
from balka.systems.heroes.chapters.movement import travel
from balka.systems.heroes.chapters.obstacles import into_mines, set_off
from balka.systems.heroes.chapters.ratings import cap_part
from balka.systems.heroes.chapters.targets import MINES, remove_works, works_of
from balka.systems.heroes.chapters.wire import WIRE
from balka.systems.heroes.events.works import Ruin
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.actions import NORMAL, UNLOAD_TOGETHER, Action
from balka.systems.heroes.play.costs import Now
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import Moments, Showing, Stepping
from balka.systems.heroes.play.rolls import Result, roll_check
from balka.systems.heroes.play.situation import caps
from balka.systems.heroes.play.spending import cap_choices_both_ways, in_caps, spend
from balka.systems.heroes.second_edition import pools
from balka.systems.heroes.second_edition.events import (
    OBSTACLES,
    ObstacleNotPassed,
    ObstaclePaid,
    ObstacleRolled,
    ObstacleTried,
    OpportunityTaken,
)
from balka.systems.heroes.second_edition.paying import (
    ACTIVATE,
    COMMAND,
    OPPORTUNITY,
    POOL,
    By,
    draw_on,
    limits,
    pay_for_nothing,
)
from balka.systems.heroes.second_edition.works import ROAD_BLOCK
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit

if TYPE_CHECKING:
    from balka.systems.heroes.second_edition.crossing import Crossing

CLEARING = "41"
SETS_OFF = ("dig", "occupy", "climb", "load", "unload", "tow", "smoke", "07", "08", "11", CLEARING,
            "smoke together", "occupy together", "climb together", "load together", UNLOAD_TOGETHER)  # fmt: skip
GETTING_ON_OR_OFF = (
    "load",
    "unload",
    "load together",
    UNLOAD_TOGETHER,
)  # by load and vehicle as a Group [17.0-d, 17.0-j]
LAYING = ("40", "plant")  # sets off what lay there before
RULES = {WIRE: "atb-18.3.1-d", ROAD_BLOCK: "atb-18.3.2-c"}
TRY = {
    ACTIVATE: "Activate, then roll", POOL: "From the pool: roll", OPPORTUNITY: "Opportunity: no roll, then Spent",
    COMMAND: "Command: roll, then all in CAPs",
}  # fmt: skip
STAYS = {WIRE: "atb-18.3.1-e", ROAD_BLOCK: "atb-18.3.2-d"}


# -- questions


def in_the_way(now: Now, unit: Unit, to: int) -> str:
    """The Obstacle a unit must roll for to enter a hex: wire on foot, a Road Block on tracks.

    [18.3.1-d, 18.3.2-c, 18.3.1-a, 18.3.2-a]
    """
    way = now.setting.kind(unit).move_type
    kind = WIRE if way == "foot" else ROAD_BLOCK if way == "tracked" else ""
    return kind if kind and works_of(now, to, kind) is not None else ""


def bars(now: Now, unit: Unit, start: int, to: int) -> Refusal | None:
    """Wheels pass no Road Block. [18.3.2-b]"""
    if now.setting.kind(unit).move_type != "wheeled" or works_of(now, to, ROAD_BLOCK) is None:
        return None
    return Refusal(f"Wheels cannot pass the Road Block in {now.setting.board.labels[to]}.", "atb-18.3.2-b")


def no_bonus(now: Now, unit: Unit, start: int, to: int) -> Refusal | None:
    """A Road Block is entered by the regular move only. [18.3.2-c]"""
    if works_of(now, to, ROAD_BLOCK) is None:
        return None
    return Refusal("A Road Block is entered by the regular move only.", "atb-18.3.2-c")


def delay_check(now: Now, kind: str, name: str, count: int) -> Check:
    """One die more to pay; CAPs lower or raise it, never below nothing. [18.3.1-d, ruling B17]"""
    parts = (add(0, "One die more to pay", RULES[kind]), *cap_part(count))
    return Check(f"{OBSTACLES[kind]} holds up {now.setting.name(name)}", "d6", Tally("Die", parts), "die")


def delay_parts(now: Now, unit: Unit, to: int) -> tuple[Part, ...]:
    """The die that will be added to the price, before it is rolled. [18.3.1-d, 18.3.2-c]"""
    kind = in_the_way(now, unit, to)
    return (unknown(1, 6, f"{OBSTACLES[kind]}: one die", RULES[kind]),) if kind else ()


def is_blocked(now: Now, action: Action) -> bool:
    """Is this a move that a die is to be rolled for before it is paid?"""
    unit = now.position.unit(action.unit)
    moving = unit is not None and action.verb in ("move", "creep", "enter") and action.terms == NORMAL
    return moving and unit is not None and bool(in_the_way(now, unit, action.hex))


# -- entering


def tell_attempt(work: HeroesWork, unit: Unit, kind: str, to: int) -> None:
    work.tell(ObstacleTried(RULES[kind], unit.force, unit.id, to, kind))


def roll_delay(work: HeroesWork, frame: Entering | Crossing, count: int) -> None:
    """CAPs are spent on the die, then it is rolled. [18.3.1-d]"""
    spend(work, frame.force, count)
    work.replace_top(structs.replace(frame, count=count))
    check = delay_check(work, frame.kind, frame.unit, count)
    roll_check(work, frame.force, "obstacle", check, unit=frame.unit)


def tell_delay(work: HeroesWork, frame: Entering | Crossing, result: Result) -> None:
    """What the die adds to the price. [18.3.1-d]"""
    more = max(0, result.total - frame.count)
    check = delay_check(work, frame.kind, frame.unit, frame.count)
    rolled = (frame.force, check, result.faces, result.adjust)
    work.tell(ObstacleRolled(*rolled, frame.unit, frame.kind, more, RULES[frame.kind]))
    work.replace_top(structs.replace(frame, more=more))


def tell_stopped(work: HeroesWork, frame: Entering | Crossing) -> None:
    work.tell(ObstacleNotPassed(STAYS[frame.kind], frame.force, frame.unit, frame.kind))


def at_obstacle(work: HeroesWork, action: Action) -> bool:
    """The attempt is announced; how it is paid for comes first, the die next. [18.3.1-d, 18.3.2-c]"""
    if not is_blocked(work, action):
        return False
    unit = work.unit(action.unit)
    cost = action.cost(work, unit)
    group = tuple(name for name in action.members if name != unit.id)
    kind = in_the_way(work, unit, action.hex)
    entering = Entering(action.force, unit.id, action.hex, action.facing, cost, group, kind)
    tell_attempt(work, unit, kind, action.hex)
    if any(part.key == keys.HIT_MARKER for part in cost.parts):
        show_marker(work, unit, "atb-7.4-f")
    work.push(entering)
    ways = entering.open_means(work)
    if len(ways) == 1:
        entering.commit(work, ways[0])
    return True


class Entering(Frame, frozen=True):
    """A unit before wire or a Road Block: by which means, CAPs for the die, then pay or stay. [18.3.1, 18.3.2]"""

    force: str
    unit: str
    hex: int
    facing: int
    cost: Tally
    group: tuple[str, ...]
    kind: str
    means: str = ""
    count: int = 0
    more: int = -1

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        kind = "cost.means" if not self.means else "obstacle.roll" if self.more < 0 else "obstacle.pay"
        return asking(state.setting.seat_of[self.force], self.force, kind)

    @property
    def members(self) -> tuple[str, ...]:
        return (self.unit, *self.group)

    @property
    def price(self) -> int:
        return self.cost.value + max(0, self.more)

    def open_means(self, now: Now) -> list[str]:
        """The means that could at least pay for the move itself. [2.2]"""
        units = [unit for name in self.members if (unit := now.position.unit(name)) is not None]
        found = limits(now, units)
        return [means for means, most in found.items() if most >= self.cost.value]

    def ways(self, now: Now) -> list[Node]:
        """All of it by those means, or stay where it is. [18.3.1-e, 18.3.1-f]"""
        held = caps(now, self.force)
        if self.means == COMMAND:
            return [*([By(Word(COMMAND), Number(self.price))] if self.price <= held else []), verbs.Forgo()]
        least = max(0, self.price - pools.pool_of(now, self.force))
        paid = [By(Word(POOL), Number(count)) for count in range(least, min(self.price, held) + 1)]
        return [*paid, verbs.Forgo()]

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if self.means and self.more < 0:
            return cap_choices_both_ways(caps(state, self.force)) if not path else ()
        given: list[Node] = [By(Word(means), Number(0)) for means in self.open_means(state)]
        nodes = self.ways(state) if self.means else given
        if not path:
            more = [node for node in nodes if isinstance(node, verbs.Forgo)]
            return ["by", *more] if len(nodes) > len(more) else more
        whole = [node for node in nodes if isinstance(node, By)]
        if len(path) == 1:
            return list(dict.fromkeys(str(way.means) for way in whole))
        return [way for way in whole if way.means == path[1]]

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        if isinstance(choice, By) and not self.means:
            self.commit(work, choice.means)
        elif isinstance(choice, By):
            self._pay(work, choice)
        elif isinstance(choice, verbs.Caps):
            roll_delay(work, self, choice.count)
        else:
            self._stay(work)

    def commit(self, work: HeroesWork, means: str) -> None:
        """An opportunity costs nothing, whatever lies in the way; else the die is rolled. [ruling B19]"""
        if means == OPPORTUNITY:
            pools.tire(work, self.members)
            work.tell(OpportunityTaken(self.force, self.members))
            self._go(work)
            return
        draw_on(work, self.force, self.members, means)
        work.replace_top(structs.replace(self, means=COMMAND if means == COMMAND else POOL))

    def resume(self, work: HeroesWork, result: Result) -> None:
        tell_delay(work, self, result)

    def _pay(self, work: HeroesWork, way: By) -> None:
        spend(work, self.force, way.caps)
        aps = self.price - way.caps if self.means != COMMAND else 0
        work.tell(ObstaclePaid(self.force, self.unit, aps, way.caps))
        if aps:
            pools.draw(work, self.force, aps)
        self._go(work)

    def _go(self, work: HeroesWork) -> None:
        work.pop()
        travel(work, work.unit(self.unit), self.hex, self.facing, paid=True)

    def _stay(self, work: HeroesWork) -> None:
        """It stays, and its Action Points are lost; by command it has stalled for a CAP. [18.3.1-e, 2.2-o]"""
        work.pop()
        tell_stopped(work, self)
        if self.means == COMMAND:
            pay_for_nothing(work, self.force)
        else:
            pools.close(work, self.force)

    def prompt(self, view: HeroesState, seat: str) -> str:
        name, what = view.setting.name(self.unit), OBSTACLES[self.kind]
        if not self.means:
            return f"{name} before {what}: say how the move is paid for; then a die more is rolled."
        if self.more < 0:
            return f"{name} before {what}: spend CAPs on the die, then roll."
        lose = "1 CAP" if self.means == COMMAND else "the Action Points"
        return f"{what} costs {self.more} more, {self.price} in all: pay, or stay and lose {lose}."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        if isinstance(choice, verbs.Caps):
            return Quote(None, (delay_check(view, self.kind, self.unit, choice.count),), "yes")
        more = (add(self.more, OBSTACLES[self.kind], RULES[self.kind]),) if self.more >= 0 else ()
        return Quote(Tally(self.cost.name, (*self.cost.parts, *more)), (), "maybe" if self.means else "no")

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        held = in_caps(caps(view, self.force))
        left = f"the pool holds {pools.pool_of(view, self.force)}AP and you have {held}"
        return Refusal(f"{self.price} are to be paid, or the unit stays; {left}.", RULES[self.kind], "by")


def crush_wire(work: HeroesWork, unit: Unit) -> None:
    """Tracks flatten wire. [18.3.1-h]"""
    found = works_of(work, unit.hex, WIRE)
    if found is not None and work.setting.kind(unit).move_type == "tracked":
        remove_works(work, f"works:{found[0].lower()}", Ruin.FLATTENED, "atb-18.3.1-h")


# -- mines


def stirred(work: HeroesWork, action: Action) -> None:
    """Mines also go off under whoever does something else in their hex than fight, rally or spot.

    Whoever only rides along on one of them takes no part. [18.3.3-c, 17.0-g]
    """
    if work.setting.model(action.verb) not in SETS_OFF or not work.position.works:
        return
    together = action.riders if action.verb in GETTING_ON_OR_OFF else ()
    for name in (*action.actors, *together):
        unit = work.position.unit(name)
        stayed = unit is not None and unit.hex >= 0 and (name != action.unit or unit.hex == action.origin[0])
        if unit is not None and stayed and unit.carrier not in together and works_of(work, unit.hex, MINES) is not None:
            loads = [load for load in work.setting.edition.works.mined_with(work, unit) if load in action.members]
            set_off(work, unit, loads)


def foretold(now: Now, action: Action) -> Iterator[Check]:
    """The rolls of mines that its side knows of under who will stir in their hex. [18.3.3-c]

    What is cleared away may be the mines themselves.
    """
    if not now.position.works or now.setting.model(action.verb) not in (*SETS_OFF, *LAYING) or action.verb == CLEARING:
        return
    together = action.riders if action.verb in (*GETTING_ON_OR_OFF, "tow") else ()
    for name in (*action.actors, *together):
        unit = now.position.unit(name)
        if unit is not None and unit.hex >= 0:
            yield from mine_rolls(now, unit, unit.hex, ())


def leaf(view: HeroesState, choice: Choice) -> Look | None:
    """How the choices before an Obstacle look."""
    top = view.stack[-1]
    return _attempt(top, choice) if isinstance(top, Entering) else None


def _attempt(frame: Entering, choice: Choice) -> Look | None:
    """First the means, then the price or staying behind."""
    if isinstance(choice, verbs.Forgo):
        lost = " for 1 CAP" if frame.means == COMMAND else " and lose the Action Points"
        return Look(f"Stay{lost}")
    if not isinstance(choice, By):
        return None
    if not frame.means:
        return Look(TRY[choice.means], "go")
    aps = 0 if frame.means == COMMAND else frame.price - choice.caps
    paid = [f"{aps}AP"] * bool(aps) + [in_caps(choice.caps)] * bool(choice.caps)
    return Look(f"Go on for {' and '.join(paid) or 'nothing'}", "go")


CHAPTER = Chapter(
    name="18",
    frames=(Entering, obstacles.MineAttack),
    movement=Stepping(
        bars=(wire.bars, bars),
        no_bonus=(wire.no_bonus, no_bonus),
        approaching=(at_obstacle,),
        delays=(delay_parts,),
        hazards=(mine_checks,),
    ),
    moments=Moments(
        entered=(crush_wire, into_mines),
        turned=(crush_wire, into_mines),
        lingered=(into_mines,),
        acted=(stirred,),
        foretold=(foretold,),
    ),
    show=Showing(leaf=(leaf,)),
)
