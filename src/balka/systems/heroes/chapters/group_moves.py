"""Group Moves: members go one at a time, and the dearest move is paid for. [10.2-10.4]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import structs

from balka.core.checks import Part, Tally, add
from balka.core.choices import Choice, Facing, Hex, Node, Refusal, Token, UnitId
from balka.core.frames import Ask, Frame, Quote, asking
from balka.systems.heroes import keys
from balka.systems.heroes.chapters.hits import show_marker
from balka.systems.heroes.chapters.movement import (
    SIDES,
    destinations,
    entry_hexes,
    may_move,
    may_pivot,
    pivot,
    travel,
)  # fmt: skip
from balka.systems.heroes.chapters.wire import is_wire
from balka.systems.heroes.play import acts, verbs
from balka.systems.heroes.play.actions import (
    FREE_BY_CARD,
    NO_CHECK,
    NORMAL,
    Action,
    ExtraCost,
    GroupCost,
)
from balka.systems.heroes.play.costs import NAME, PIVOT, Now, entry_parts, marker_parts, move_parts
from balka.systems.heroes.play.economy import NO_LIMIT
from balka.systems.heroes.play.hooks import Pace
from balka.systems.heroes.play.quotes import rolls_of
from balka.systems.heroes.play.situation import riders_of
from balka.systems.heroes.units import HeroesState, HeroesWork, Unit


class Finish(Choice, frozen=True):
    """No more of the Group move. [10.2-d]"""

    verb = "finish"
    ends = True


def step_parts(now: Now, unit: Unit, to: int) -> tuple[Part, ...]:
    """What one member's move costs, its Hit Marker included, Stress not. [10.10-a]"""
    marked = tuple(of_a_group(part) for part in marker_parts(now, unit, "move"))
    return (PIVOT, *marked) if to == unit.hex else (*move_parts(now, unit, to), *marked)


def of_a_group(part: Part) -> Part:
    """What a member's Hit Marker adds, as a part of what the Group pays. [10.10-a, atb 9.1.1-a]"""
    return add(part.value, part.label, "sos-10.10-a atb-9.1.1-a", key=keys.GROUP_MARKER)


def open_parts(now: Now, name: str, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """What all can count of a member's move: without a marker that lies face down. [7.2-d]"""
    unit = now.position.unit(name)
    known = unit is not None and unit.shown
    return parts if known else tuple(part for part in parts if part.key != keys.GROUP_MARKER)


def can_set_out(now: Now, members: Sequence[Unit], free: str) -> bool:
    """Could any of a Group go or turn at a price that all of them, loads included, can pay?

    [10.1-c, 15.8-a, atb 9.1.1-f]
    """
    bound = now.position.loads
    riders = [other for unit in members for other in riders_of(now, unit) if other not in members] if bound else []
    limit = NO_LIMIT if free else int(now.setting.edition.economy.group_limit(now, (*members, *riders)))
    return any(_goes_for(now, unit, limit) for unit in members)


def _goes_for(now: Now, unit: Unit, limit: int) -> bool:
    if unit.hex < 0:
        return any(worth_of(entry_parts(now, unit, to)) <= limit for to in entry_hexes(now, unit))
    turns = [unit.hex] if may_pivot(now, unit) is None else []
    if limit == NO_LIMIT and turns:
        return True
    steps = destinations(now, unit) if may_move(now, unit) is None else []
    return any(limit == NO_LIMIT or worth_of(step_parts(now, unit, to)) <= limit for to in (*turns, *steps))


def _in_place(now: Now, verb: str) -> acts.Act[Any] | None:
    """The Move that leads out of no hex into another, by its verb. [4.12-g, 17.3]"""
    return next((act for act in now.setting.edition.movement.in_place if act.verb == verb), None)


def _action_in_place(now: Now, unit: Unit, choice: Choice) -> Action:
    act = _in_place(now, choice.verb)
    assert act is not None and act.action is not None
    return act.action(now, unit, choice, "")


class GroupMoving(Frame, frozen=True):
    """Members go one at a time, each once; later ones may act on what was found. [10.2, 10.3-a, D23]"""

    force: str
    waiting: tuple[str, ...]
    dearest: tuple[Part, ...] = ()
    plain: tuple[Part, ...] = ()
    """the dearest move so far as all can count it, without face-down markers"""
    by: str = ""
    begun: bool = False
    latest: tuple[Part, ...] = ()
    mover: str = ""
    """who moved last, and what its move costs so far"""
    careful: tuple[str, ...] = ()
    """who has gone at another pace"""
    turned: tuple[str, ...] = ()
    """who has only turned in place"""

    def ask(self, state: HeroesState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.force], self.force, "group.move")

    def grow(self, state: HeroesState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if not path:
            movers: list[Node] = [name for name in self.waiting if self._can_go(state, name)]
            return [*movers, Finish()] if self.begun or not movers else movers
        return self._ways(state, state.position.units[str(path[0])], path)

    def _ways(self, state: HeroesState, unit: Unit, path: tuple[Token, ...]) -> Sequence[Node]:
        """Entering, or going and turning; and whatever other paces there are. [10.2-c, atb 9.1.1-d]"""
        plain = self._entering(state, unit, path) if unit.hex < 0 else self._stepping(state, unit, path)
        paces = state.setting.edition.movement.paces
        if len(path) > 1 and _in_place(state, str(path[1])) is not None:
            return [choice for choice in self._standing(state, unit) if choice.verb == path[1]]
        if len(path) == 1:
            stands = dict.fromkeys(self._word(choice) for choice in self._standing(state, unit))
            return [*plain, *stands, *(verb for verb, pace in paces.items() if self._paced(state, unit, pace))]
        if path[1] not in paces:
            return plain
        pace, to = paces[str(path[1])], path[2] if len(path) > 2 else None
        if to is None:
            return self._paced(state, unit, pace)
        return [pace.choice(UnitId(unit.id), Hex(to), Facing(s)) for s in range(SIDES)] if isinstance(to, int) else ()

    def _standing(self, state: HeroesState, unit: Unit) -> Iterator[Choice]:
        """Off the map, or into the works of its hex and out of them. [4.12-g, 10.2-b, 17.3-b, 17.3-c]"""
        for act in state.setting.edition.movement.in_place if unit.hex >= 0 else ():
            for choice in act.offers(state, unit, NO_LIMIT):
                if worth_of(cost_parts(state, unit, choice)) <= self.limit(state):
                    yield choice

    def _word(self, choice: Choice) -> Node:
        """Its verb, or the whole sentence where nothing more is to be said."""
        return choice.verb if len(choice.path()) > 2 else choice

    def _paced(self, state: HeroesState, unit: Unit, pace: Pace) -> list[int]:
        """Where a member may go at another pace."""
        near = entry_hexes(state, unit) if unit.hex < 0 else self._open_to(state, unit)
        return self._payable(state, unit, [to for to in near if pace.fits(state, unit, to)], pace.more)

    def _open_to(self, state: HeroesState, unit: Unit) -> list[int]:
        return destinations(state, unit) if may_move(state, unit) is None else []

    def _can_go(self, state: HeroesState, name: str) -> bool:
        return bool(self._ways(state, state.position.units[name], (name,)))

    def _stepping(self, state: HeroesState, unit: Unit, path: tuple[Token, ...]) -> Sequence[Node]:
        if len(path) == 1:
            nodes: list[Node] = ["move"] if self._reach(state, unit) else []
            turns = may_pivot(state, unit) is None and self._payable(state, unit, [unit.hex])
            return [*nodes, "pivot"] if turns else nodes
        if path[1] == "pivot":
            if may_pivot(state, unit) is not None:
                return ()
            return [verbs.Pivot(UnitId(unit.id), Facing(side)) for side in range(SIDES) if side != unit.facing]
        if len(path) == 2:
            return self._reach(state, unit)
        to = path[2]
        return [verbs.Move(UnitId(unit.id), Hex(to), Facing(s)) for s in range(SIDES)] if isinstance(to, int) else ()

    def _entering(self, state: HeroesState, unit: Unit, path: tuple[Token, ...]) -> Sequence[Node]:
        places = self._payable(state, unit, entry_hexes(state, unit))
        if len(path) == 1:
            return ["enter"] if places else []
        if len(path) == 2:
            return places
        to = path[2]
        return [verbs.Enter(UnitId(unit.id), Hex(to), Facing(s)) for s in range(SIDES)] if isinstance(to, int) else ()

    def _reach(self, state: HeroesState, unit: Unit) -> list[int]:
        return self._payable(state, unit, self._open_to(state, unit))

    def _payable(self, state: HeroesState, unit: Unit, places: list[int], more: tuple[Part, ...] = ()) -> list[int]:
        """What the Group can pay must cover its dearest move. [10.1-c]"""
        limit = self.limit(state) if places else NO_LIMIT
        if limit == NO_LIMIT:
            return places
        return [to for to in places if self._pays(state, unit, to, more, limit)]

    def _pays(self, state: HeroesState, unit: Unit, to: int, more: tuple[Part, ...], limit: int) -> bool:
        guessed = not state.setting.edition.movement.nearing and to != unit.hex and is_wire(state, to)
        if guessed and state.setting.kind(unit).is_foot:
            return False  # nobody can tell what the wire will cost [17.9-a]
        parts = entry_parts(state, unit, to) if unit.hex < 0 else step_parts(state, unit, to)
        return worth_of((*parts, *more)) <= limit

    def _action(self, now: Now) -> Action:
        return next(frame for frame in reversed(now.stack) if isinstance(frame, Action))

    def limit(self, now: Now) -> int:
        """The most the Group can pay for its move."""
        action = self._action(now)
        if action.terms in (FREE_BY_CARD, NO_CHECK):
            return NO_LIMIT
        if action.means:
            return int(now.setting.edition.economy.spare(now, action))
        units = tuple(unit for name in action.members if (unit := now.position.unit(name)) is not None)
        return int(now.setting.edition.economy.means_on_the_way(now, action, units, worth_of(self.dearest)))

    def owed(self, now: Now) -> int:
        """CAPs that must be left to pay for what the Group has done so far. [10.1-c]"""
        limit, held = self.limit(now), now.tracks.caps[self.force]
        added = sum(worth_of(getattr(frame, "dearer", ())) for frame in now.stack)
        due = max(worth_of(self.dearest), worth_of(self.latest) + added)
        return 0 if limit == NO_LIMIT else max(0, due - (limit - held))

    def spare(self, now: Now) -> int:
        """What the way of the member on the move may still add to the cost."""
        limit = self.limit(now)
        return limit if limit == NO_LIMIT else limit - worth_of(self.latest)

    def answer(self, work: HeroesWork, choice: Choice) -> None:
        late = self.settled(work)
        work.replace_top(late)
        late.proceed(work, choice)

    def proceed(self, work: HeroesWork, choice: Choice) -> None:
        if isinstance(choice, Finish):
            self._finish(work)
            return
        unit = work.position.units[str(choice.path()[0])]
        rules = work.setting.edition.movement.nearing if hasattr(choice, "to") else ()
        if not any(rule(work, unit, choice) for rule in rules):
            self.carry(work, choice, cost_parts(work, unit, choice))

    def carry(self, work: HeroesWork, choice: Choice, parts: tuple[Part, ...]) -> None:
        """A member goes or turns, at a cost. [10.2-b, atb 9.1.1-c]"""
        unit = work.position.units[str(choice.path()[0])]
        dearer = worth_of(parts) > worth_of(self.dearest) or not self.begun
        waiting = tuple(name for name in self.waiting if name != unit.id)
        seen = open_parts(work, unit.id, parts)
        plain = max(self.plain, seen, key=worth_of) if self.begun else seen
        careful = (*self.careful, unit.id) if choice.verb in work.setting.edition.movement.paces else self.careful
        stands = _in_place(work, choice.verb)
        turned = (*self.turned, unit.id) if stands or isinstance(choice, verbs.Pivot) else self.turned
        after = structs.replace(
            self, waiting=waiting, begun=True, plain=plain, latest=parts, mover=unit.id, careful=careful, turned=turned
        )
        after = structs.replace(after, dearest=parts, by=unit.id) if dearer else after
        work.replace_top(after)
        after.pay_more(work, self.dearest)
        unit = work.position.units[unit.id]
        if stands is not None and stands.do is not None:
            stands.do(work, _action_in_place(work, unit, choice))
        elif isinstance(choice, verbs.Pivot):
            pivot(work, unit, choice.facing)
        else:
            to, facing = getattr(choice, "to", unit.hex), getattr(choice, "facing", unit.facing)  # or a Cautious Move
            travel(work, unit, to, facing, paid=self.limit(work) < NO_LIMIT)

    def pay_more(self, work: HeroesWork, before: tuple[Part, ...]) -> None:
        """What a Group pays before it goes is paid as soon as it is known. [3.4-b, 10.1-c]"""
        more = worth_of(self.dearest) - worth_of(before)
        if more > 0 and work.setting.edition.economy.pay_on_the_way(work, self._action(work), more):
            self._show_what_counts(work)

    def _show_what_counts(self, work: HeroesWork) -> None:
        """A marker that makes the dearest move dear is shown. [7.5-a]"""
        if any(part.key == keys.GROUP_MARKER for part in self.dearest) and self.by in work.position.units:
            show_marker(work, work.position.units[self.by], "sos-7.5-a atb-7.4-f")

    def _finish(self, work: HeroesWork) -> None:
        """The Group pays for its dearest move. [10.4-a, b, atb 9.1.1-b]"""
        work.pop()
        self._show_what_counts(work)
        work.finish(GroupCost(self.dearest, (*self.waiting, *self.turned)))

    def conceal(self, state: HeroesState, seat: str) -> Frame:
        """The cost so far may betray a face-down marker."""
        if seat in state.setting.eyes_of(state.setting.forces[self.force]):
            return self
        latest = open_parts(state, self.mover, self.latest)
        return structs.replace(self, dearest=self.plain, by="", latest=latest)

    def resume(self, work: HeroesWork, result: object) -> None:
        """Something happened to a member on the way, perhaps at a cost; the others go on. [15.2-n]"""
        if isinstance(result, ExtraCost):
            after = self._with_more(work, result.parts)
            work.replace_top(after)
            after.pay_more(work, self.dearest)

    def _with_more(self, now: Now, parts: tuple[Part, ...]) -> GroupMoving:
        """The move of who went last is dearer by something met on the way."""
        latest = self.latest + parts
        seen = open_parts(now, self.mover, latest)
        after = structs.replace(self, latest=latest, plain=max(self.plain, seen, key=worth_of))
        dearer = worth_of(latest) > worth_of(self.dearest)
        return structs.replace(after, dearest=latest, by=self.mover) if dearer else after

    def settled(self, now: Now) -> GroupMoving:
        """A marker drawn on the way counts, for what is rolled for is priced after it is done. [2.1, 10.0, 10.10-a]"""
        action, unit = self._action(now), now.position.unit(self.mover)
        rolled = now.setting.edition.economy.rolled_for and action.terms == NORMAL and "pay" in action.steps
        if not rolled or unit is None or any(part.key == keys.GROUP_MARKER for part in self.latest):
            return self
        drawn = tuple(of_a_group(part) for part in marker_parts(now, unit, verbs.Move.verb))
        return self._with_more(now, drawn) if drawn else self

    def prompt(self, view: HeroesState, seat: str) -> str:
        return "Move another unit of the Group, or finish." if self.begun else "Move the first unit of the Group."

    def panel(self, view: HeroesState) -> tuple[Tally, ...]:
        return (self.price(view),) if self.dearest else ()

    def price(self, now: Now) -> Tally:
        """What its Action comes to so far: the dearest move with Stress, or nothing by a card. [10.4-a, 10.11-a]"""
        return self._action(now).priced(now, self.settled(now).dearest)

    def quote(self, view: HeroesState, choice: Choice, seat: str) -> Quote:
        unit = view.position.units.get(str(choice.path()[0]))
        if unit is None:
            return Quote(self.price(view), final="yes")
        to = int(getattr(choice, "to", -1))
        rules = view.setting.edition.movement if to >= 0 else None
        turn = choice.verb if _in_place(view, choice.verb) else verbs.Pivot.verb
        rolls = rolls_of(view, unit, verbs.Move.verb if rules else turn, to if rules else unit.hex)
        paid = rules is not None and self._action(view).terms == NORMAL
        dice = tuple(part for rule in rules.delays for part in rule(view, unit, to)) if rules and paid else ()
        return Quote(Tally(NAME, (*cost_parts(view, unit, choice), *dice)), rolls, "maybe")

    def refuse(self, view: HeroesState, choice: Choice, seat: str) -> Refusal:
        return Refusal(
            "Each member of the Group moves once, to an adjacent hex it can enter, or turns.", "sos-10.2-b atb-9.1.1-c"
        )


def cost_parts(now: Now, unit: Unit, choice: Choice) -> tuple[Part, ...]:
    """What a choice of a member costs, before anything met on the way."""
    if _in_place(now, choice.verb) is not None:
        marked = tuple(of_a_group(part) for part in marker_parts(now, unit, choice.verb))
        return (*_action_in_place(now, unit, choice).base, *marked)
    to, pace = int(getattr(choice, "to", unit.hex)), now.setting.edition.movement.paces.get(choice.verb)
    parts = entry_parts(now, unit, to) if unit.hex < 0 else step_parts(now, unit, to)
    return parts if pace is None else (*parts, *pace.more)


def worth_of(parts: tuple[Part, ...]) -> int:
    """What parts of a cost come to."""
    cost = 0
    for part in parts:
        cost += part.value
    return cost
