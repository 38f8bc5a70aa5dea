"""A Group before wire or a Road Block: each who goes in rolls for itself, and the dearest move is paid. [18.3]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from balka.core.checks import Part, Tally, add
from balka.core.choices import Choice, Facing, Hex, Node, Number, Refusal, Token, UnitId, Word
from balka.core.frames import Ask, Frame, Quote, asking
from balka.core.scene.nodes import Look
from balka.systems.heroes.chapters.group_moves import GroupMoving, cost_parts, worth_of
from balka.systems.heroes.play import verbs
from balka.systems.heroes.play.actions import NORMAL, Action
from balka.systems.heroes.play.costs import NAME, Now
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import Showing, Stepping
from balka.systems.heroes.play.rolls import Result
from balka.systems.heroes.play.situation import caps
from balka.systems.heroes.play.spending import cap_choices_both_ways
from balka.systems.heroes.second_edition import pools
from balka.systems.heroes.second_edition.cautious import Creep
from balka.systems.heroes.second_edition.events import OBSTACLES, GroupOpportunityTaken
from balka.systems.heroes.second_edition.obstacles import (
    RULES,
    TRY,
    delay_check,
    in_the_way,
    roll_delay,
    tell_attempt,
    tell_delay,
    tell_stopped,
)  # fmt: skip
from balka.systems.heroes.second_edition.paying import (
    ACTIVATE,
    COMMAND,
    OPPORTUNITY,
    POOL,
    By,
    draw_on,
    is_open,
    limits,
)
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit


class Cross(Choice, frozen=True):
    """Go in at the price the die has made. [18.3.1-d]"""

    verb = "cross"
    final = "maybe"
    unit: UnitId
    to: Hex


def before_obstacle(work: HeroesWork, unit: Unit, choice: verbs.Move | verbs.Enter | Creep) -> bool:
    """A member of a Group is about to go in; a card's move is free and needs no die. [18.3.1-d, ruling B19]"""
    kind, action = in_the_way(work, unit, choice.to), action_of(work)
    if not kind or action.terms != NORMAL or action.means == OPPORTUNITY:
        return False
    tell_attempt(work, unit, kind, choice.to)
    crossing = Crossing(unit.force, unit.id, choice.verb, choice.to, choice.facing, kind)
    work.push(crossing)
    ways = crossing.open_means(work)
    if not action.means and len(ways) == 1:
        crossing.commit(work, ways[0])
    return True


def action_of(now: Now) -> Action:
    return next(frame for frame in reversed(now.stack) if isinstance(frame, Action))


class Crossing(Frame, frozen=True):
    """How the Group pays, if that is not said yet; CAPs for the member's die; then in, or not. [18.3.1, 18.3.2]"""

    force: str
    unit: str
    verb: str
    hex: int
    facing: int
    kind: str
    count: int = 0
    more: int = -1

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        said = action_of(state).means
        kind = "cost.means" if not said else "obstacle.roll" if self.more < 0 else "obstacle.pay"
        return asking(state.setting.seat_of[self.force], self.force, kind)

    @property
    def choice(self) -> verbs.Move | Creep:
        """What the member was told to do; coming in goes as a Move does."""
        said = UnitId(self.unit), Hex(self.hex), Facing(self.facing)
        return Creep(*said) if self.verb == Creep.verb else verbs.Move(*said)

    def group(self, now: Now) -> GroupMoving:
        return next(frame for frame in reversed(now.stack) if isinstance(frame, GroupMoving))

    def parts(self, now: Now) -> tuple[Part, ...]:
        """What the member's move costs, the die included."""
        unit = now.position.unit(self.unit)
        own = cost_parts(now, unit, self.choice) if unit is not None else ()
        return (*own, add(max(0, self.more), OBSTACLES[self.kind], RULES[self.kind]))

    def open_means(self, now: Now) -> list[str]:
        """The means that could pay for what has been done and for the move itself. [2.2]"""
        units = [unit for name in action_of(now).members if (unit := now.position.unit(name)) is not None]
        least = max(worth_of(self.parts(now)), worth_of(self.group(now).dearest))
        ways = limits(now, units).items()
        return [means for means, most in ways if most >= least and is_open(action_of(now), means)]

    def free_caps(self, now: Now) -> int:
        """CAPs the Group does not owe for its own moves."""
        group = self.group(now)
        own = worth_of(self.parts(now)) - (group.limit(now) - caps(now, self.force))
        return max(0, caps(now, self.force) - max(0, own, group.owed(now)))

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if not action_of(state).means:
            return self._means(state, path)
        if path:
            return ()
        if self.more < 0:
            return cap_choices_both_ways(self.free_caps(state))
        pays = worth_of(self.parts(state)) <= self.group(state).limit(state)
        return [*([Cross(UnitId(self.unit), Hex(self.hex))] if pays else []), verbs.Forgo()]

    def _means(self, state: HeroesState, path: tuple[Token, ...]) -> Sequence[Node]:
        ways = self.open_means(state)
        if len(path) < 2:
            return ways if path else ["by"]
        return [By(Word(way), Number(0)) for way in ways if way == path[1]]

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        if isinstance(choice, By):
            self.commit(work, choice.means)
        elif isinstance(choice, verbs.Caps):
            roll_delay(work, self, choice.count)
        elif isinstance(choice, Cross):
            self._go(work)
        else:
            self._stay(work)

    def commit(self, work: HeroesWork, means: str) -> None:
        """The means hold for the whole Group; an opportunity costs nothing, whatever lies in the way. [ruling B19]"""
        action = action_of(work)
        if means == OPPORTUNITY:
            work.tell(GroupOpportunityTaken(self.force, action.members))
            pools.tire(work, action.members)
        draw_on(work, self.force, action.members, means)
        _change_action(work, means=POOL if means == ACTIVATE else means)
        if means == OPPORTUNITY:
            self._go(work)

    def resume(self, work: HeroesWork, result: Result) -> None:
        tell_delay(work, self, result)

    def _go(self, work: HeroesWork) -> None:
        work.pop()
        self.group(work).carry(work, self.choice, self.parts(work))

    def _stay(self, work: HeroesWork) -> None:
        """It stays, and with it go the Action Points left when the Group has paid. [18.3.1-e]"""
        work.pop()
        tell_stopped(work, self)
        _change_action(work, forfeits=action_of(work).means != COMMAND)
        group = self.group(work)
        waiting = tuple(name for name in group.waiting if name != self.unit)
        work.replace_top(structs.replace(group, waiting=waiting, begun=True))

    def prompt(self, view: HeroesState, seat: str) -> str:
        name, what = view.setting.name(self.unit), OBSTACLES[self.kind]
        if not action_of(view).means:
            return f"{name} before {what}: say how the group pays for its move; then a die more is rolled."
        if self.more < 0:
            return f"{name} before {what}: spend CAPs on the die, then roll."
        return f"{what} makes it {worth_of(self.parts(view))} for {name}: go in, or stay and lose the Action Points."

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        if isinstance(choice, verbs.Caps):
            return Quote(None, (delay_check(view, self.kind, self.unit, choice.count),), "yes")
        return Quote(Tally(NAME, self.parts(view)), (), choice.final)

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        most = self.group(view).limit(view)
        price = worth_of(self.parts(view))
        return Refusal(f"The move costs {price} and the group can pay {most}.", RULES[self.kind], "cross, or forgo")


def _change_action(work: HeroesWork, **fields: object) -> None:
    """What the Group's Action has come to."""
    place = max(place for place, frame in enumerate(work.stack) if isinstance(frame, Action))
    work.stack[place] = structs.replace(work.stack[place], **fields)


def leaf(view: HeroesState, choice: Choice) -> Look | None:
    top = view.stack[-1]
    if not isinstance(top, Crossing):
        return None
    if isinstance(choice, Cross):
        return Look(f"Go in: {worth_of(top.parts(view))}AP in all", "go")
    if isinstance(choice, verbs.Forgo):
        return Look("Stay" if action_of(view).means == COMMAND else "Stay and lose the Action Points")
    return Look(TRY[choice.means], "go") if isinstance(choice, By) else None


CHAPTER = Chapter(
    name="18",
    verbs=(Cross,),
    frames=(Crossing,),
    movement=Stepping(nearing=(before_obstacle,)),
    show=Showing(leaf=(leaf,), labels={"cross": "Go in"}),
)
