"""Activation: chits, HQs and their range, the movement part and the combat part. [2.4, 3.4, 6.0]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from balka.core.choices import Choice, Hex, Node, Refusal, Token, UnitId, Word
from balka.core.formations import Formation
from balka.core.frames import Frame
from balka.systems.famous_divisions import combat, engineers, reinforcements, supply, tries, trucks
from balka.systems.famous_divisions.events.turns import AlreadyActivated, DivisionActivated
from balka.systems.famous_divisions.listing import ANY, ByWord, SideFrame
from balka.systems.famous_divisions.losses import muster
from balka.systems.famous_divisions.march_refusals import why_not_enter
from balka.systems.famous_divisions.members import can_act, has_begun
from balka.systems.famous_divisions.model import (
    GdState,
    GdWork,
    Now,
    battalion_units,
    division_hq,
    headquarters,
    kind,
    note,
    roll_of,
    unit,
)
from balka.systems.famous_divisions.movement import why_it_stays
from balka.systems.famous_divisions.party import Party
from balka.systems.famous_divisions.position import DUE, OFF_MAP, ON_MAP, Unit
from balka.systems.famous_divisions.reinforcements import taking_part
from balka.systems.famous_divisions.sight import distance
from balka.systems.famous_divisions.thinning import TooMany
from balka.systems.famous_divisions.verbs import (
    Battalion,
    Blow,
    Bridge,
    Clear,
    Debark,
    Designate,
    Embark,
    Enter,
    Fight,
    Pass,
    Stack,
    Take,
    TakeStack,
)

DIVISION = "div"


def side_of_battalion(game: Now, battalion: str) -> str:
    return kind(game, roll_of(game, battalion)[0]).side


def is_division_chit(battalion: str) -> bool:
    return battalion.startswith(DIVISION)


def in_range(game: Now, counter: Unit, hq: Unit) -> bool:
    """A plain count of hexes from the HQ; units that stay off the map are always in range. [3.4-c, 6.0-d, e, j]"""
    if counter.status == OFF_MAP:
        return True
    return distance(game, counter.hex, hq.hex) <= kind(game, hq).activation_range


def has_lost_hq(game: Now, battalion: str) -> bool:
    """Has a battalion's HQ been eliminated or left the map? Losses are public. [2.4-d]"""
    units = game.position.units
    hqs = [unit_id for unit_id in roll_of(game, battalion) if kind(game, unit_id).is_hq]
    return all(unit_id in units and units[unit_id].status not in (ON_MAP, DUE, OFF_MAP) for unit_id in hqs)


def _waits_for_hq(game: Now, battalion: str) -> bool:
    """Has a battalion units on the map while its HQ is still to enter? Arrivals are public. [6.0-o]"""
    units = battalion_units(game, battalion)
    return headquarters(game, battalion) is None and any(u.status == ON_MAP for u in units)


def eligible(game: Now, battalion: str, hq: Unit | None) -> tuple[str, ...]:
    """The units of the battalion that a chit lets act; a rider does once it is off. [6.0-a to g, 7.1-i, 9.5-d]"""
    found = []
    for counter in battalion_units(game, battalion):
        if counter.activated or counter.status not in (ON_MAP, OFF_MAP):
            continue
        if hq is None or in_range(game, counter, hq):
            found.append(counter.id)
    return tuple(found)


def _with_hq(ids: tuple[str, ...], hq: Unit) -> tuple[str, ...]:
    """The HQ that activates a battalion may move itself, whosever the battalion is. [9.0-a, ruling Q-hq-self]"""
    return ids if hq.id in ids or hq.activated else (*ids, hq.id)


# -- beginning


def play_chit(work: GdWork, battalion: str) -> None:
    """A chit came out: its battalion may act, or the division HQ may choose one. [2.5-c, 6.0]"""
    side = side_of_battalion(work, battalion)
    if is_division_chit(battalion) and division_hq(work, side) is not None:
        work.push(DivisionChoice(side, battalion))
    elif battalion in work.tracks.activated:
        work.tell(AlreadyActivated(battalion))
    elif has_lost_hq(work, battalion) or _waits_for_hq(work, battalion):
        work.push(StackChoice(side, battalion))
    else:
        hq = headquarters(work, battalion)
        work.push(Orders(side, battalion, hq.id if hq else "", eligible(work, battalion, hq)))


class DivisionChoice(SideFrame, frozen=True):
    """The division HQ activates one battalion not activated yet, its own too. [3.4-d, 6.0-c, Q-div-own-battalion]"""

    cites = "gd-6.0-c"

    chit: str

    def ask_kind(self) -> str:
        return "division"

    def prompt(self, view: GdState, seat: str) -> str:
        return "Choose the battalion the division HQ activates, or pass."

    def options(self, state: GdState) -> Iterator[Choice]:
        """Battalions that passed on their own chit are still free to act, and those without HQ. [2.4-e, 6.0-l, p]"""
        hq = division_hq(state, self.side)
        names = sorted({k.battalion for k in state.setting.catalogue.kinds.values() if k.side == self.side})
        for battalion in names:
            if battalion not in state.tracks.activated and self._can_act(state, battalion, hq):
                yield Battalion(Word(battalion))
        yield Pass()

    def _can_act(self, game: Now, battalion: str, hq: Unit | None) -> bool:
        """Somebody in range, or due: reinforcements need no range as they enter. [4.0-c, 6.0-d, ruling Q-div-range]"""
        if reinforcements.due(game, battalion_units(game, battalion)):
            return True
        return hq is not None and any(not unit(game, unit_id).carrier for unit_id in eligible(game, battalion, hq))

    def answer(self, work: GdWork, choice: Choice) -> None:
        work.pop()
        if isinstance(choice, Battalion):
            note(work, divisions=(*work.tracks.divisions, self.side))
            hq = division_hq(work, self.side)
            units = _with_hq(eligible(work, choice.battalion, hq), hq) if hq else ()
            work.tell(DivisionActivated(str(choice.battalion)))
            work.push(Orders(self.side, str(choice.battalion), hq.id if hq else "", units))

    def refuse(self, view: GdState, choice: Choice, seat: str) -> Refusal:
        own = {k.battalion for k in view.setting.catalogue.kinds.values() if k.side == self.side}
        if not isinstance(choice, Battalion):
            return super().refuse(view, choice, seat)
        if choice.battalion not in own:
            return Refusal("That is no battalion of yours.", "gd-6.0-c")
        if choice.battalion in view.tracks.activated:
            return Refusal("That battalion has been activated this turn.", "gd-6.0-m")
        return Refusal("No unit of it that has not acted is within the division HQ's range.", "gd-6.0-d")


class StackChoice(SideFrame, frozen=True):
    """A battalion without HQ acts with the units in one hex. [2.4-d, 6.0-o]"""

    cites = "gd-6.0-o"

    battalion: str

    def ask_kind(self) -> str:
        return "stack"

    def prompt(self, view: GdState, seat: str) -> str:
        return "The battalion has no HQ: choose the one stack that acts, or pass."

    def options(self, state: GdState) -> Iterator[Choice]:
        """A rider alone acts with its tank, not with its battalion. [9.5-d]"""
        able = (unit(state, unit_id) for unit_id in eligible(state, self.battalion, None))
        for h in sorted({u.hex for u in able if u.status == ON_MAP and not u.carrier}):
            yield Stack(Hex(h))
        if reinforcements.due(state, battalion_units(state, self.battalion)):
            yield Fight()
        yield Pass()

    def refuse(self, view: GdState, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, Stack):
            return Refusal("No unit of the battalion that could act stands there.", "gd-6.0-o")
        if isinstance(choice, Fight):
            return Refusal("No reinforcement of the battalion is due.", "gd-4.0-a", "Choose a stack, or pass.")
        return super().refuse(view, choice, seat)

    def answer(self, work: GdWork, choice: Choice) -> None:
        work.pop()
        if isinstance(choice, Stack):
            ids = tuple(
                unit_id for unit_id in eligible(work, self.battalion, None) if unit(work, unit_id).hex == choice.hex
            )
            work.push(Orders(self.side, self.battalion, "", ids))
        elif isinstance(choice, Fight):
            work.push(Orders(self.side, self.battalion, "", ()))


# -- the movement part


def _still_moving(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Nobody moves who has attacked, save after an overrun. [3.4-f]"""
    return tuple(u for u in units if u.status == ON_MAP and not u.attacked and why_it_stays(u) is None)


class Orders(ByWord, frozen=True):
    """The movement part of an activation. [3.4-e, 9.0-a]"""

    cites = "gd-6.0-h"
    names_own = True
    left_to = "move"
    looks = True

    battalion: str
    hq: str
    units: tuple[str, ...]
    begun: bool = False

    def ask_kind(self) -> str:
        return "activation"

    def prompt(self, view: GdState, seat: str) -> str:
        name = view.setting.catalogue.battalion_names[self.battalion]
        return f"{name}: move units, then fight."

    def conceal(self, state: GdState, seat: str) -> Frame:
        """Who is in range would give the HQ's place away."""
        return self if seat == state.setting.seat_of[self.side] else self.replaced(units=(), hq="")

    def left(self, view: GdState, seat: str) -> int | None:
        return len(self.movable(view))

    def formations(self, view: GdState, seat: str) -> tuple[Formation, ...]:
        """The battalion that acts is led as one; its HQ and its guns keep behind."""
        active = [u for u in taking_part(view, self.battalion, self.units) if u.status == ON_MAP]
        if len(active) < 2:
            return ()
        return (
            Formation(
                self.battalion,
                view.setting.catalogue.battalion_names[self.battalion].removeprefix("the "),
                tuple(u.id for u in active),
                tuple(u.id for u in active if kind(view, u).is_hq or kind(view, u).is_artillery),
                tuple(u.id for u in _still_moving(active)),
                any(u.moved or has_begun(u) for u in active),
            ),
        )

    def movable(self, game: Now) -> tuple[Unit, ...]:
        """Units that have not finished moving. [9.0-o, 11.2-s, 11.3-s]"""
        return _still_moving(taking_part(game, self.battalion, self.units))

    def openings(self, state: GdState) -> Iterable[Node]:
        """Units that may still move and the hexes they are in, engineers, who is due, nominated units."""
        active = taking_part(state, self.battalion, self.units)
        movable, due = _still_moving(active), reinforcements.due(state, battalion_units(state, self.battalion))
        engaged = [u for u in active if engineers.is_working(state, u)]
        named = [choice.unit for choice in self._designating(state)]
        ends = (Fight(),) if self.begun else (Fight(), Pass())
        ids = [u.id for u in (*movable, *engaged, *due)]
        return dict.fromkeys((*ids, *named, *(u.hex for u in movable), *ends))

    def beginning(self, state: GdState, word: Token) -> Iterator[Choice]:
        active = [u for u in taking_part(state, self.battalion, self.units) if word in (ANY, u.id, u.hex)]
        movable = _still_moving(active)
        yield from self._taking(state, movable)
        yield from self._entering(state, word)
        yield from trucks.choices(state, movable)
        yield from engineers.choices(state, self.side, [u.id for u in active])
        yield from self._designating(state)
        yield Fight()
        if not self.begun:
            yield Pass()

    def _designating(self, state: GdState) -> Iterator[Designate]:
        """Where somebody of a nominated stack acts, the stack may split. [5.1-f]"""
        if any(u.nominated for u in taking_part(state, self.battalion, self.units)):
            yield from supply.designations(state, self.side)

    def _taking(self, state: GdState, movable: tuple[Unit, ...]) -> Iterator[Choice]:
        stacks: dict[int, list[Unit]] = {}
        for counter in movable:
            if can_act(state, (counter,)):
                stacks.setdefault(counter.hex, []).append(counter)
        for h, stack in sorted(stacks.items()):
            if len(stack) > 1 and can_act(state, tuple(stack)):
                yield TakeStack(Hex(h))
            yield from (Take(UnitId(u.id)) for u in stack)

    def _entering(self, state: GdState, word: Token) -> Iterator[Choice]:
        waiting = [u for u in battalion_units(state, self.battalion) if u.status == DUE and word in (ANY, u.id)]
        for counter in reinforcements.due(state, tuple(waiting)):
            for h in reinforcements.entry_hexes(state, counter):
                yield Enter(UnitId(counter.id), Hex(h))

    def answer(self, work: GdWork, choice: Choice) -> None:
        if isinstance(choice, Pass):
            work.pop()
            tries.forget(work, self.side)
            return
        if isinstance(choice, Designate):
            supply.designate(work, choice)
            return
        if isinstance(choice, Blow | Bridge | Clear) and engineers.is_turned_away(work, self.side, choice):
            return  # who may not begin has not begun: the chit may still be passed [6.0-k, ruling Q-zoc-unknown]
        self._begin(work)
        if isinstance(choice, Take):
            here = [u.id for u in self.movable(work) if u.hex == unit(work, choice.unit).hex and u.id != choice.unit]
            self._take(work, [str(choice.unit)], tuple(here))
        elif isinstance(choice, TakeStack):
            able = [u.id for u in self.movable(work) if u.hex == choice.hex and can_act(work, (u,))]
            self._take(work, able, ())
        elif isinstance(choice, Enter):
            others = tuple(
                u.id for u in reinforcements.due(work, battalion_units(work, self.battalion)) if u.id != choice.unit
            )
            work.push(Party(self.side, (str(choice.unit),), others, entry=choice.hex))
        elif isinstance(choice, Fight):
            self._end_movement(work)
        elif isinstance(choice, Debark):
            self._debark(work, choice)
        elif not trucks.answer(work, choice):
            engineers.answer(work, self.side, choice)

    def _begin(self, work: GdWork) -> None:
        if not self.begun:
            work.replace_top(self.replaced(begun=True))
            note(work, activated=(*work.tracks.activated, self.battalion), demolished="", marched=())

    def _take(self, work: GdWork, units: list[str], others: tuple[str, ...]) -> None:
        work.push(Party(self.side, muster(work, units), others))

    def _debark(self, work: GdWork, choice: Debark) -> None:
        """A unit that debarks has begun to move and finishes before the next begins. [9.0-o, 9.6-c]"""
        self._take(work, [str(choice.unit)], ())
        work.stack[-1].answer(work, choice)

    def _end_movement(self, work: GdWork) -> None:
        """All movement is finished: stacks must fit, then the fighting begins. [3.4-e, 7.1-g, 9.0-p]"""
        supply.split_nominations(work)
        work.replace_top(combat.Assault(self.side, self.battalion, self.hq, self.units))
        work.push(TooMany(self.side))

    def refuse(self, view: GdState, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, Take):
            return self._why_not_take(view, choice.unit)
        if isinstance(choice, Pass):
            return Refusal("The activation has begun.", "gd-6.0-k", "End it with 'fight' and 'done'.")
        if isinstance(choice, Debark | Embark):
            return trucks.refuse(view, self.side, choice) or self._why_not_take(view, choice.unit)
        if isinstance(choice, Blow | Bridge | Clear):
            return self._why_no_work(view, choice)
        if isinstance(choice, Enter):
            barred = why_not_enter(view, self.side, self.battalion, choice.unit, choice.hex)
            return barred or self._why_not_take(view, choice.unit)
        if isinstance(choice, TakeStack):
            return self._why_not_take_stack(view, choice.hex)
        if isinstance(choice, Designate):
            return supply.why_no_designation(view, self.side, choice.unit)
        return super().refuse(view, choice, seat)

    def _why_not_take_stack(self, view: GdState, h: int) -> Refusal:
        """Why the units in a hex do not move together. [9.1-f, 9.3-a]"""
        if not any(u.hex == h for u in self.movable(view)):
            return Refusal("No unit there can still move in this activation.", "gd-6.0-a")
        return Refusal("Only one unit there can move, or together they have no step open.", "gd-9.3-b")

    def _why_no_work(self, view: GdState, choice: Blow | Bridge | Clear) -> Refusal:
        if choice.unit in [u.id for u in taking_part(view, self.battalion, self.units)]:
            return engineers.why_not(view, unit(view, choice.unit), choice)
        return self._why_not_take(view, choice.unit)

    def _why_not_take(self, view: GdState, what: str) -> Refusal:
        apart = reinforcements.why_not_active(view, self.side, self.battalion, self.units, what)
        if apart is not None:
            return apart
        counter = unit(view, what)
        done = Refusal("Who attacked does not move afterwards.", "gd-3.4-f") if counter.attacked else None
        return why_it_stays(counter) or done or Refusal("It has no step open to it.", "gd-9.0-l")
