"""Groups that lay smoke, leave the map, get on and off vehicles, or go into works and out of them. [9.1-a, 9.1.4]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from balka.core.checks import Part, Tally
from balka.core.choices import Choice, Node, Refusal, Token
from balka.core.frames import Ask, Frame, Quote, asking
from balka.systems.heroes import keys
from balka.systems.heroes.chapters import leaving
from balka.systems.heroes.chapters.group_moves import Finish, of_a_group, open_parts, worth_of
from balka.systems.heroes.chapters.hits import show_marker
from balka.systems.heroes.chapters.leaving import LEAVE, depart, exit_from
from balka.systems.heroes.chapters.movement import may_move
from balka.systems.heroes.chapters.transport import LOAD, UNLOAD
from balka.systems.heroes.play import acts
from balka.systems.heroes.play.actions import FREE_BY_CARD, LEAVE_TOGETHER, Action, GroupCost
from balka.systems.heroes.play.acts import Deed
from balka.systems.heroes.play.choosing import action_for
from balka.systems.heroes.play.costs import NAME, Now, marker_parts, step_part
from balka.systems.heroes.play.economy import NO_LIMIT, freed
from balka.systems.heroes.play.edition import Chapter
from balka.systems.heroes.play.hooks import GroupRules, Stepping
from balka.systems.heroes.play.quotes import foretold
from balka.systems.heroes.second_edition.pools import with_riders
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit

TOGETHER = " together"
DOORS = ("occupy", "climb")
SINGLE = ("smoke", *DOORS, LOAD, UNLOAD)


def group_acts(now: Now, members: Sequence[Unit], terms: str) -> dict[str, tuple[str, tuple[Part, ...], str]]:
    """What all of them could do by themselves they may do together. [9.1-a]"""
    if members[0].hex < 0 or members[0].id in now.position.hidden:
        return {}
    limit = int(now.setting.edition.economy.group_limit(now, tuple(members)))
    limit = NO_LIMIT if freed(now) else limit
    known = [what for what in SINGLE if what in now.setting.edition.act_of]
    able = [what for what in known if all(_may(now, unit, what, limit) for unit in members)]
    return {what: (what + TOGETHER, (), terms) for what in able}


def _may(now: Now, unit: Unit, what: str, limit: int) -> bool:
    return acts.is_offered(now, unit, now.setting.edition.act_of[what], limit)


class Doing(Frame, frozen=True):
    """Members act one after the other, each once; the dearest of it is paid for. [9.1-g]"""

    force: str
    what: str
    waiting: tuple[str, ...]
    dearest: tuple[Part, ...] = ()
    begun: bool = False
    free: str = ""
    """by a card, so that it costs nothing"""
    by: str = ""
    """whose part of it is the dearest so far"""
    plain: tuple[Part, ...] = ()
    """the dearest as all can count it, without face-down markers"""

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "group.act")

    def limit(self, now: Now) -> int:
        """The most that the Group can pay."""
        action = next(frame for frame in reversed(now.stack) if isinstance(frame, Action))
        if action.terms == FREE_BY_CARD:
            return NO_LIMIT
        return int(now.setting.edition.economy.group_limit(now, self._taking_part(now)))

    def _taking_part(self, now: Now) -> tuple[Unit, ...]:
        action = next(frame for frame in reversed(now.stack) if isinstance(frame, Action))
        return tuple(unit for name in action.members if (unit := now.position.unit(name)) is not None)

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if not path:
            able: list[Node] = [name for name in self.waiting if self._unit(state, name) is not None]
            return [*able, Finish()] if self.begun or not able else able
        return self._ways(state, state.position.units[str(path[0])], path) if len(path) > 1 else [self.what]

    def _unit(self, state: HeroesState, name: str) -> Unit | None:
        """A member that has still to do it, if it can."""
        unit = state.position.units.get(name) if name in self.waiting else None
        return unit if unit is not None and self._ways(state, unit, (name, self.what)) else None

    def _ways(self, state: HeroesState, unit: Unit, path: tuple[Token, ...]) -> list[Node]:
        """How a member may do it, as far as the Group can then still pay."""
        found = acts.below(state, unit, state.setting.edition.act_of[self.what], self.limit(state), path)
        return [node for node in found if not isinstance(node, Choice) or self._pays(state, node)]

    def _pays(self, now: Now, choice: Choice) -> bool:
        """With a vehicle that takes part, the dearest of all that is done must still be paid. [9.1-g, 17.0-d]"""
        action = self.action(now, choice)
        riders = [unit for name in action.riders if (unit := now.position.unit(name)) is not None]
        if not riders or self.free:
            return True
        price = max(worth_of(action.cost(now, now.position.units[action.unit]).parts), worth_of(self.dearest))
        return price <= int(now.setting.edition.economy.group_limit(now, (*self._taking_part(now), *riders)))

    def action(self, now: Now, choice: Choice) -> Action:
        """What the member would do alone."""
        return action_for(now, now.position.units[str(choice.path()[0])], choice, "")

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        if isinstance(choice, Finish):
            self._finish(work)
            return
        action = self.action(work, choice)
        parts = _of_a_group(action.cost(work, work.unit(action.unit)).parts)
        waiting = tuple(name for name in self.waiting if name != action.unit)
        dearer = not self.begun or worth_of(parts) > worth_of(self.dearest)
        seen = open_parts(work, action.unit, parts)
        plain = max(self.plain, seen, key=worth_of) if self.begun else seen
        after = structs.replace(self, waiting=waiting, begun=True, plain=plain)
        work.replace_top(structs.replace(after, dearest=parts, by=action.unit) if dearer else after)
        join(work, action.riders)
        work.setting.edition.deeds[self.what].do(work, action)

    def _finish(self, work: HeroesWork) -> None:
        """A marker that makes it dear is shown when it is to be paid. [7.4-f]"""
        work.pop()
        unit = work.position.units.get(self.by)
        if unit is not None and not self.free and any(part.key == keys.GROUP_MARKER for part in self.dearest):
            show_marker(work, unit, "atb-7.4-f")
        work.finish(GroupCost(self.dearest))

    def conceal(self, state: HeroesState, seat: str) -> Frame:
        """What it costs so far may betray a marker that lies face down. [7.4-e]"""
        known = seat in state.setting.eyes_of(state.setting.forces[self.force])
        return self if known else structs.replace(self, dearest=self.plain, by="")

    def prompt(self, view: HeroesState, seat: str) -> str:
        return "Another unit of the Group, or that is all." if self.begun else "Which unit of the Group first?"

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        if isinstance(choice, Finish):
            return Quote(Tally(NAME, self.dearest), final="yes")
        action = self.action(view, choice)
        return Quote(action.cost(view, view.position.units[action.unit]), foretold(view, action), "maybe")

    def panel(self, view: HeroesState) -> tuple[Tally, ...]:
        return (Tally(NAME, self.dearest),) if self.dearest else ()

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal("Each member of the Group does it once, where it could alone.", "atb-9.1-g", "finish")


def _of_a_group(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """What a member's Hit Marker adds is the Group's to pay, so that nobody else's is shown for it. [7.4-f]"""
    return tuple(of_a_group(part) if part.key == keys.HIT_MARKER else part for part in parts)


def join(work: HeroesWork, names: Sequence[str]) -> None:
    """The vehicles that members get onto take part in what the Group does. [17.0-d]"""
    place = max(place for place, frame in enumerate(work.stack) if isinstance(frame, Action))
    action = work.stack[place]
    assert isinstance(action, Action)
    riders = tuple(dict.fromkeys((*action.riders, *names)))
    work.stack[place] = structs.replace(action, riders=riders)


def begin(work: HeroesWork, action: Action) -> None:
    free = "any" if action.terms == FREE_BY_CARD else ""
    work.push(Doing(action.force, action.verb.removesuffix(TOGETHER), action.actors, free=free))


SMOKE = Chapter(
    name="13",
    frames=(Doing,),
    groups=GroupRules(acts=(group_acts,)),
    deeds={"smoke" + TOGETHER: Deed(do=begin)},
)


def group_exits(now: Now, members: Sequence[Unit], terms: str) -> dict[str, tuple[str, tuple[Part, ...], str]]:
    """Units that may each leave the map leave it together, for the dearest of their moves. [5.6-a, 9.1-a]"""
    if any(exit_from(now, unit) is None or may_move(now, unit) is not None for unit in members):
        return {}
    dearest = exit_parts(now, _dearest(now, members))
    limit = now.setting.edition.economy.group_limit(now, with_riders(now, members))
    paid = freed(now) or worth_of(dearest) <= limit
    return {LEAVE: (LEAVE_TOGETHER, dearest, terms)} if paid else {}


def exit_parts(now: Now, unit: Unit) -> tuple[Part, ...]:
    """What leaving the map costs a unit, with its Hit Marker. [5.6-a, 7.4-c]"""
    return (step_part(now, unit), *_of_a_group(marker_parts(now, unit, LEAVE)))


def _dearest(now: Now, members: Sequence[Unit]) -> Unit:
    return max(members, key=lambda unit: worth_of(exit_parts(now, unit)))


def leave(work: HeroesWork, action: Action) -> None:
    for name in action.actors:
        depart(work, work.unit(name))


LEAVERS = Chapter(
    name="9",
    groups=GroupRules(acts=(group_exits,)),
    deeds={LEAVE_TOGETHER: Deed(do=leave)},
    movement=Stepping(in_place=(leaving.ACT,)),
)
"""leaving is a move: one of a Group may leave while the others move up [5.6-a, 9.1.1-c]"""

RIDERS = Chapter(name="17", deeds={what + TOGETHER: Deed(do=begin) for what in (LOAD, UNLOAD)})
WORKS = Chapter(name="18", deeds={what + TOGETHER: Deed(do=begin) for what in DOORS})
