"""A party on the march: who belongs to it, its route hex by hex, what it pays and where it must stop.

[3.1, 4.2.1, 6.1.7]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import ClassVar, NamedTuple

from msgspec import structs

from balka.core.choices import Choice, Hex, Node, Refusal, Token, UnitId
from balka.core.formations import Formation
from balka.core.frames import Ask, Frame, Quote, asking
from balka.core.memo import remembered
from balka.core.scene.figures import Final
from balka.systems.wb95 import movement, reach
from balka.systems.wb95.building import is_anybody_building
from balka.systems.wb95.crossing import attack_crossing, attacks_at
from balka.systems.wb95.events.moves import Marched, Moved, StackMarched, StackMoved, Stopped
from balka.systems.wb95.fortifications import clear_works, in_works, through_line
from balka.systems.wb95.losses import overrun
from balka.systems.wb95.march_refusals import beside_unknown, why_not_go
from balka.systems.wb95.marks import STIRRING, Mark
from balka.systems.wb95.orders import Halt, Leave, Step, To, With, tell_own
from balka.systems.wb95.passages import first_steps
from balka.systems.wb95.position import (
    OFF,
    Unit,
    WbState,
    WbWork,
    alive,
    enemy_of,
    force,
    label,
    mark,
    name_of,
    put,
    unit_of,
    units_at,
)
from balka.systems.wb95.secrets import known, sides_of_seat
from balka.systems.wb95.victory import crossed
from balka.systems.wb95.zones import beside, in_zone


class PartyMoves(Frame[WbState, WbWork], frozen=True):
    """A party on the move. Opened by a hex it only shrinks, opened by a unit it only grows, before it starts."""

    looks: ClassVar[bool] = True

    side: str
    hex: int
    members: tuple[str, ...]
    by: str
    gone: bool = False

    def ask(self, state: WbState) -> tuple[Ask, ...]:
        return asking(state.setting.seat_of[self.side], self.side, "party")

    def _party(self, view: WbState, members: tuple[str, ...]) -> movement.Party:
        return movement.party_of(view, self.side, members)

    def grow(self, view: WbState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        return self._below(view, path[0]) if path else self._root(view)

    def _below(self, view: WbState, first: Token) -> Sequence[Choice]:
        if isinstance(first, int):
            return prospects(view, self).moves(first)
        if isinstance(first, str) and first in self.members:
            return [Leave(UnitId(first))] if first in prospects(view, self).leavers else []
        return [With(UnitId(str(first)))] if first in prospects(view, self).joiners else []

    def _root(self, view: WbState) -> list[Node]:
        """A next hex to stop in is one of those where its ways may end."""
        ahead = prospects(view, self)
        return [*ahead.leavers, *ahead.joiners, *ahead.ways.halts, *([Halt()] if self.gone else [])]

    def whole_choices(self, view: WbState, path: tuple[Token, ...], seat: str) -> Iterator[Choice]:
        """After a counter or a hex comes a whole choice."""
        ahead = prospects(view, self)
        for node in view.grow(path, seat):
            if isinstance(node, Choice):
                yield node
            elif isinstance(node, int):
                yield from ahead.moves(node)
            else:
                yield from self._below(view, node)

    def has_options(self, view: WbState, seat: str) -> bool:
        """Two ways out of the hex, or one and something else to say."""
        others = int(self.gone) + len(self.joiners(view)) + len(self.leavers(view))
        return others + len(reach.next_hexes(view, self._party(view, self.members), self.hex)) > 1

    def leavers(self, view: WbState) -> list[str]:
        """Who may be left behind: only while those who are left can go on; a party of nobody goes nowhere."""
        if self.by != "hex":
            return []
        return [name for name in self.members if reach.can_step(view, self._party(view, self._without(name)), self.hex)]

    def _without(self, name: str) -> tuple[str, ...]:
        return tuple([member for member in self.members if member != name])

    def joiners(self, view: WbState) -> list[str]:
        """Units that may still join: here, able to move, and not in the way of moving at all."""
        if self.by != "unit" or self.gone:
            return []
        strategic = unit_of(view, self.members[0]).has(Mark.STRATEGIC)
        return [
            unit.id for unit in units_at(view, self.side, self.hex)
            if unit.id not in self.members and movement.may_move(view, unit) and unit.has(Mark.STRATEGIC) == strategic
            and reach.can_step(view, self._party(view, (*self.members, unit.id)), self.hex)
        ]  # fmt: skip

    def answer(self, work: WbWork, choice: Choice) -> None:
        if isinstance(choice, Halt):
            work.pop()
        elif isinstance(choice, Leave):
            work.replace_top(structs.replace(self, members=self._without(choice.unit)))
        elif isinstance(choice, With):
            work.replace_top(structs.replace(self, members=tuple(sorted((*self.members, choice.unit)))))
        elif isinstance(choice, Step):
            work.push(Route((choice.hex,)))
        elif isinstance(choice, To):
            view = known(work, self.side)
            work.push(Route(reach.way_to(view, self._party(view, self.members), self.hex, choice.hex)))

    def resume(self, work: WbWork, result: object) -> None:
        """The route is walked; the owner halts or goes on. He is asked even where he can only halt: a question left out
        would tell the enemy how far the party could still have gone."""

    def quote(self, view: WbState, choice: Choice, seat: str) -> Quote:
        way = self._way(view, choice)
        if not way:
            return Quote(final=choice.final)
        risks = tuple(f"may be stopped at {label(view, h)}" for h in way if beside_unknown(view, self.side, h))
        units = [unit_of(view, unit_id) for unit_id in self.members]
        tally = reach.cost_tally(view, units, self.hex, way)
        final: Final = "maybe" if risks else "no"
        price = reach.price_words(view, units, tally.value)
        return Quote(tally, (), final, risks, way=(self.hex, *way), price=price)

    def _way(self, view: WbState, choice: Choice) -> tuple[int, ...]:
        """The hexes a choice leads through: the cheapest way, or the one step."""
        if isinstance(choice, Step):
            return (choice.hex,)
        ways = prospects(view, self).ways
        return ways.path(choice.hex) if isinstance(choice, To) and choice.hex in ways.costs else ()

    def refuse(self, view: WbState, choice: Choice, seat: str) -> Refusal:
        if isinstance(choice, Halt):
            return Refusal("The party has not moved yet.", "kursk-3.1.6-a", "Move it, or take it back.")
        if isinstance(choice, Step) and prospects(view, self).is_straight(choice.hex):
            where = label(view, choice.hex)
            return Refusal(f"The way to {where} is that one step.", "kursk-3.1.4-a", f"Say to {where}.")
        if isinstance(choice, To | Step):
            return why_not_go(view, self, choice.hex)
        return Refusal("That unit cannot join or leave this party now.", "kursk-3.1.3-a")

    def formations(self, view: WbState, seat: str) -> tuple[Formation, ...]:
        """Those of the phase: a party that has gone is halted by the next that is led."""
        return view.stack[-2].formations(view, seat) if self.gone else ()

    def prompt(self, view: WbState, seat: str) -> str:
        names = ", ".join(name_of(view, unit_id) for unit_id in self.members)
        return f"Where to with {names}?" if names else "The enemy is moving."

    def conceal(self, state: WbState, seat: str) -> Frame:
        """Who is being picked up stays under the mask until it moves."""
        return self if self.side in sides_of_seat(state, seat) else PartyMoves(self.side, OFF, (), "")

    def fill(self, state: WbState) -> Frame:
        """A guess at who moves: anybody."""
        if self.members:
            return self
        unit = next(unit for units in force(state, self.side).at.values() for unit in units)
        return PartyMoves(self.side, unit.hex, (unit.id,), "unit", gone=True)


class Prospects(NamedTuple):
    """What a party has before it: its ways, where they may end, the next hexes, who may join it and who may leave."""

    ways: reach.Ways
    halts: frozenset[int]
    steps: frozenset[int]
    joiners: list[str]
    leavers: list[str]

    def is_straight(self, h: int) -> bool:
        """Whether the cheapest way to a hex is one step."""
        return h in self.halts and self.ways.path(h) == (h,)

    def moves(self, h: int) -> list[Choice]:
        """Go there by the cheapest way; a single step apart from it only where that way is another."""
        moves: list[Choice] = [To(Hex(h))] if h in self.halts else []
        return moves if h not in self.steps or self.is_straight(h) else [*moves, Step(Hex(h))]


@remembered
def prospects(view: WbState, moving: PartyMoves) -> Prospects:
    party = movement.party_of(view, moving.side, moving.members)
    ways, steps = reach.ways(view, party, moving.hex), first_steps(view, party, moving.hex)
    halts = frozenset(ways.halts)
    return Prospects(ways, halts, halts.intersection(steps), moving.joiners(view), moving.leavers(view))


class Route(Frame[WbState, WbWork], frozen=True):
    """The hexes a party still has to walk; whatever stops it drops the rest. [3.1.4]"""

    automatic: ClassVar[bool] = True

    hexes: tuple[int, ...]
    walked: tuple[int, ...] = ()

    def run(self, work: WbWork) -> None:
        party = work.stack[-2]
        if not isinstance(party, PartyMoves):
            raise AssertionError("a route without a party")
        stopped = any(unit_of(work, unit_id).has(Mark.DONE) for unit_id in party.members)
        if stopped or not self.hexes:
            work.pop()
            work.finish(None)
            return
        passed = quiet_hexes(work, party.side, (party.hex, *self.hexes))
        leg, rest = (*passed, self.hexes[len(passed)]), self.hexes[len(passed) + 1 :]
        end, way = leg[-1], (*(self.walked or (party.hex,)), *leg)
        work.replace_top(Route(rest, way))
        halted = enter(work, party.side, party.members, (party.hex, *leg))
        if halted or not rest:
            tell_march(work, party.side, party.members, way)
        if halted:
            stop(work, party.side, party.members, end)
        work.stack[-2] = structs.replace(party, hex=end, gone=True)
        if attack_crossing(work, party.side, party.members, way[-2], end):
            work.stack[-2] = Route(())

    def resume(self, work: WbWork, result: object) -> None:
        """Whoever survived the crossing goes on together."""
        party = work.stack[-2]
        if isinstance(party, PartyMoves):
            work.stack[-2] = structs.replace(
                party, members=tuple(unit_id for unit_id in party.members if alive(work, unit_id))
            )

    def conceal(self, state: WbState, seat: str) -> Frame:
        return Route(())


# -- one step


def quiet_hexes(work: WbWork, side: str, way: Sequence[int]) -> tuple[int, ...]:
    """The hexes between the first and the last of a way that are passed before anything can happen or be seen.

    Neither there nor where the party sets out is anybody of the enemy next to it, nothing of his is lost there, and no
    aircraft wait: no standing check could find anything. Where stacks show who is on top, or the far bank of a bridge
    that is built is to be held, who is not near may notice too, and hex after hex is looked at.
    """
    board, foe, between = work.setting.board, enemy_of(side), way[1:-1]
    near = beside(force(work, foe), board)
    if not between or near >> way[0] & 1 or work.setting.rulebook.masks == "top" or is_anybody_building(work):
        return ()
    loud = (near >> h & 1 or in_works(work, foe, h) or attacks_at(work, side, h) for h in between)
    return tuple(h for h, _ in takewhile(lambda found: not found[1], zip(between, loud, strict=True)))


def enter(work: WbWork, side: str, members: tuple[str, ...], way: tuple[int, ...]) -> bool:
    """A party goes from the first of these hexes to the last; true if an enemy zone stops it there.

    What is between is only passed.
    """
    foe, h = enemy_of(side), way[-1]
    extra = movement.overrun_price(work, side, h) or 0
    walked = [unit_of(work, unit_id) for unit_id in members]
    for a, b in pairwise(way):
        walked = [_walked(work, unit, (a, b), extra if b == h else 0) for unit in walked]
    *passed, last = pairwise(way)
    _tell_steps(work, side, members, passed)
    overrun(work, foe, h)
    put(work, *walked)
    clear_works(work, foe, h)
    _tell_steps(work, side, members, [last])
    return in_zone(work, h, foe)


def _tell_steps(work: WbWork, side: str, members: tuple[str, ...], steps: Sequence[tuple[int, int]]) -> None:
    for a, b in steps:
        emptied = all(unit.id in members for unit in units_at(work, side, a))
        tell_own(work, side, Moved(members, a, b), StackMoved(side, a, b, emptied=emptied))


def tell_march(work: WbWork, side: str, members: tuple[str, ...], way: tuple[int, ...]) -> None:
    """The whole way in one line, when it has been walked."""
    emptied = not units_at(work, side, way[0])
    tell_own(work, side, Marched(members, way), StackMarched(side, way, emptied=emptied))


def stop(work: WbWork, side: str, members: tuple[str, ...], h: int) -> None:
    mark(work, members, Mark.DONE)
    tell_own(work, side, Stopped(side, h))


def _walked(work: WbWork, unit: Unit, way: tuple[int, int], extra: int) -> Unit:
    start, end = way
    side = work.setting.board.side_between(start, end)
    payer = movement.payer_of(work, unit)
    step = movement.step_cost(work, payer, start, side)
    if step is None:
        raise AssertionError(f"{unit.id} cannot go to {label(work, end)}")
    marks = [Mark.MOVED, *STIRRING]
    if step.road != "secondary":
        marks.append(Mark.STRAYED)
    if through_line(work, unit.side, start, end):
        marks.append(Mark.MINED)
    spent = unit.spent + step.price + extra
    moved = structs.replace(unit, hex=end, spent=spent, began_at=movement.beginning(work, unit)).marked(*marks)
    return crossed(work, moved, start, end)
