"""A party on the march: taking, leaving, routes hex by hex, halting. [9.1, 9.3]"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence

from msgspec import structs

from balka.core.choices import Choice, Hex, Node, Refusal, Token, UnitId
from balka.core.formations import Formation
from balka.core.frames import Frame, Quote
from balka.core.memo import POSITION, remembered
from balka.core.scene.figures import Final
from balka.systems.famous_divisions import (
    engineers,
    march_refusals,
    opportunity,
    reinforcements,
    riding,
    trucks,
    victory,
)
from balka.systems.famous_divisions.bridges import is_bridged
from balka.systems.famous_divisions.events.marches import StoppedByWater, StoppedByZone
from balka.systems.famous_divisions.listing import ANY, ByWord, SideFrame, asked
from balka.systems.famous_divisions.losses import muster, riders
from balka.systems.famous_divisions.members import changes, has_begun, on_the_march, walking
from balka.systems.famous_divisions.model import (
    GdState,
    GdWork,
    Now,
    change_all,
    enemy_of,
    note,
    put,
    seat,
    unit,
)
from balka.systems.famous_divisions.movement import (
    March,
    march,
    pace_of,
    uses_road,
)
from balka.systems.famous_divisions.passages import Marches, can_step, has_step, pay, reach, steps
from balka.systems.famous_divisions.position import ON_MAP, Unit
from balka.systems.famous_divisions.reports import tell_march
from balka.systems.famous_divisions.sight import is_all_known
from balka.systems.famous_divisions.terrain import CLOSED_WATER
from balka.systems.famous_divisions.verbs import (
    Debark,
    Dismount,
    Embark,
    Exit,
    Halt,
    Leave,
    Mount,
    Step,
    To,
    With,
)
from balka.systems.famous_divisions.zones import zone

OF_ALL = ("step", "exit", "halt")  # what is said of a whole party


class Party(ByWord, frozen=True):
    """Units moving together. They began stacked; each may be dropped off; all end together. [9.1-f, h, 9.3-a]"""

    cites = "gd-9.0-o"
    names_own = True
    looks = True

    units: tuple[str, ...]
    others: tuple[str, ...] = ()  # who may still come along, before the first step
    entry: int = -1  # waiting off the map before this hex [4.0]
    overrun: bool = False  # going on after an overrun [9.4-h]
    shut: tuple[tuple[int, int], ...] = ()  # crossings it tried and found barred by a zone it did not see [8.0-k]
    worked: bool = False  # its engineers have worked or tried to: it cannot be taken back, and need not move

    def ask_kind(self) -> str:
        return "party"

    @property
    def waiting(self) -> bool:
        return self.entry >= 0

    def prompt(self, view: GdState, seat: str) -> str:
        if self.waiting:
            return f"Enter the map in {view.setting.board.labels[self.entry]}; others who are due there may come along."
        if not self.can_step(view):
            return "This party moves no further: halt."
        left = min((pace.points - pace.spent for pace in self.trek(view).paces), default=0)
        ways = ["move to a hex", *(["leave a unit behind"] if self._may_leave(view) else [])]
        ways += ["halt"] if self.moved(view) else []
        words = " or ".join([", ".join(ways[:-1]), ways[-1]]) if len(ways) > 1 else ways[0]
        return f"{left / 2:g} movement points left: {words}."

    def formations(self, view: GdState, seat: str) -> tuple[Formation, ...]:
        """Those of the activation: a party that has gone is halted by the next that is led."""
        return view.stack[-2].formations(view, seat) if self.moved(view) and not self.overrun else ()

    # -- choices

    def moved(self, game: Now) -> bool:
        """Has anything been done that a halt may end? Going on after an overrun may always be given up."""
        tried = self.overrun or self.worked or bool(self.shut)
        return tried or any(has_begun(unit(game, unit_id)) for unit_id in self.units) or self.stopped(game)

    def stopped(self, game: Now) -> bool:
        """Has an enemy zone of control ended the march? [8.0-h]"""
        return any(u.stopped for u in on_the_march(game, self.units))

    def grow(self, state: GdState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        if path == ("to",) and not self.waiting:
            return [To(Hex(h)) for h in sorted(self.marches(state).spent)]
        near = super().grow(state, path, seat)
        return ["to", *near] if not path and not self.waiting and self.can_step(state) else near

    def candidates(self, view: GdState, path: tuple[Token, ...], seat: str) -> Sequence[Node]:
        return view.grow(path, seat) if path == ("to",) else super().candidates(view, path, seat)

    def is_live(self, view: GdState, path: tuple[Token, ...], node: Node, seat: str) -> bool:
        if path == ("to",):
            return node in view.grow(path, seat)
        if node == "to" and not self.waiting:
            return self.can_step(view)
        return super().is_live(view, path, node, seat)

    def can_step(self, game: Now) -> bool:
        if self.stopped(game) or not _can_step(game, self.units):
            return False
        return not self.shut or bool(steps(game, self.trek(game)))

    def trek(self, game: Now) -> March:
        whole = _march(game, self.units)
        return structs.replace(whole, shut=self.shut) if self.shut else whole

    def marches(self, game: Now) -> Marches:
        return reach(game, self.trek(game))

    def march_cost(self, state: GdState, choice: To | Step) -> int | None:
        """Half movement points a march costs the slowest of the party; None while it is still off the map. [9.0]"""
        if self.waiting:
            return None
        trek = self.trek(state)
        if isinstance(choice, To):
            after = self.marches(state).spent.get(choice.hex)
        else:
            after = pay(state, trek, trek.spent, trek.start, choice.hex)
        return max((b - a for a, b in zip(trek.spent, after, strict=True)), default=0) if after is not None else None

    def openings(self, state: GdState) -> Iterable[Node]:
        """The units of the party, who may join it or ride on it, and what is said of the whole party."""
        if self.waiting:
            return (*self.others, "step")
        here = riding.may_ride(state, self.units)
        gone = (Exit(),) if state.setting.rulebook.exit is not None else ()
        return dict.fromkeys(("to", "step", *self.units, *self.others, *here, *gone, Halt()))

    def beginning(self, state: GdState, word: Token) -> Iterator[Choice]:
        return self._before_entry(state) if self.waiting else self._small(state, word)

    def _before_entry(self, state: GdState) -> Iterator[Choice]:
        for unit_id in self.others:
            if reinforcements.may_enter_with(state, self.units, unit_id, self.entry):
                yield With(UnitId(unit_id))
        yield Step(Hex(self.entry))

    def _small(self, state: GdState, word: Token) -> Iterator[Choice]:
        """All but marches to a hex further off."""
        party = on_the_march(state, self.units)
        if word in (ANY, "step") and self.can_step(state):
            yield from (Step(Hex(h)) for h in steps(state, self.trek(state)))
        for unit_id in asked(self.others, word):
            if can_step(state, (*party, unit(state, unit_id))):
                yield With(UnitId(unit_id))
        if word not in OF_ALL:
            yield from (Leave(UnitId(u.id)) for u in self._may_leave(state))
        if word not in ("step", "halt"):
            yield from self._in_place(state, party, word)
        yield from engineers.choices(state, self.side, asked(self.units, word))
        if word in (ANY, "halt") and (self.moved(state) or not self.can_step(state)):
            yield Halt()

    def _in_place(self, state: GdState, party: tuple[Unit, ...], word: Token) -> Iterator[Choice]:
        """Who was stopped may climb down and no more; nobody mounts tanks that have fought. [8.0-h, Q-stopped]"""
        if self.stopped(state):
            yield from riding.dismounts(state, self.units)
        else:
            yield from (c for c in changes(state, party, word) if not (self.overrun and isinstance(c, Mount)))

    def _may_leave(self, game: Now) -> tuple[Unit, ...]:
        """A unit may be dropped while another goes on. [9.1-h, 9.3-b]"""
        party = walking(game, self.units)
        return party if len(party) > 1 else ()

    # -- answers

    def conceal(self, state: GdState, seat: str) -> Frame:
        return self if seat == state.setting.seat_of[self.side] else self.replaced(others=(), shut=(), worked=False)

    def answer(self, work: GdWork, choice: Choice) -> None:
        if isinstance(choice, To):
            work.push(Route(self.side, self.marches(work).path(choice.hex)))
        elif isinstance(choice, Step):
            work.push(Route(self.side, (choice.hex,)))
        elif isinstance(choice, With):
            others = tuple(unit_id for unit_id in self.others if unit_id != choice.unit)
            work.replace_top(self.replaced(units=(*self.units, *muster(work, (str(choice.unit),))), others=others))
        elif isinstance(choice, Leave):
            self.drop(work, choice.unit)
        elif isinstance(choice, Mount | Dismount):
            others = tuple(unit_id for unit_id in self.others if unit_id != choice.unit)
            work.replace_top(self.replaced(units=riding.change_seats(work, self.units, choice), others=others))
        elif isinstance(choice, Exit):
            victory.leave_map(work, on_the_march(work, self.units))
            self.end(work)
        elif isinstance(choice, Debark | Embark):
            self._change_trucks(work, choice)
        elif isinstance(choice, Halt):
            self.end(work)
        else:
            work.replace_top(self.replaced(worked=True))
            engineers.answer(work, self.side, choice)

    def _change_trucks(self, work: GdWork, choice: Debark | Embark) -> None:
        """Who debarks goes on with its party, on foot; a rider that boards its trucks leaves it. [9.0-o, 9.6-g, m]"""
        if unit(work, choice.unit).carrier:
            work.replace_top(self.replaced(units=tuple(unit_id for unit_id in self.units if unit_id != choice.unit)))
        work.push(Route(self.side, ()))  # looks after those who are hit
        trucks.answer(work, choice)

    def drop(self, work: GdWork, unit_id: str) -> None:
        """A dropped unit has ended its movement if it moved at all; its rider stays with it. [9.1-g, h]"""
        gone = {unit_id, *(u.id for u in riders(work, unit_id))}
        dropped = unit(work, unit_id)
        if dropped.stepped if self.overrun else has_begun(dropped):
            change_all(work, sorted(gone), moved=True)
        left = tuple(other for other in self.units if other not in gone)
        work.replace_top(self.replaced(units=left))
        if not walking(work, left):
            self.end(work)

    def end(self, work: GdWork) -> None:
        """Everybody in the party has finished moving. [9.0-o]"""
        change_all(work, tuple(unit_id for unit_id in self.units if unit(work, unit_id).status == ON_MAP), moved=True)
        work.pop()

    def resume(self, work: GdWork, result: object) -> None:
        """A route ended. Those hit drop off; whether the rest can go on is for their owner to know."""
        left = tuple(u.id for u in on_the_march(work, self.units))
        if result == "stopped":
            change_all(work, left, stopped=True)
        party = self.replaced(units=left)
        work.replace_top(party)
        if not left:
            party.end(work)

    # -- explanations

    def quote(self, view: GdState, choice: Choice, seat: str) -> Quote:
        if isinstance(choice, To):
            path = self.marches(view).path(choice.hex)
        elif isinstance(choice, Step):
            path = (choice.hex,)
        else:
            return Quote(final=choice.final)
        under_fire = [h for h in path if opportunity.threats(view, self.side, h)]
        warns = (f"Fire bears on {len(under_fire)} of {len(path)} hexes.",) if under_fire else ()
        final: Final = "yes" if under_fire else "maybe"
        return Quote(final=final, warns=warns, way=self._whole_way(view, path), price=self._price(view, choice))

    def _whole_way(self, view: GdState, path: tuple[int, ...]) -> tuple[int, ...]:
        return path if self.waiting else (self.trek(view).start, *path)

    def _price(self, view: GdState, choice: To | Step) -> str:
        """What a march takes of the points the slowest has left."""
        cost = self.march_cost(view, choice)
        if cost is None:
            return ""
        left = min(pace.points - pace.spent for pace in self.trek(view).paces)
        return f"{cost / 2:g} of {left / 2:g} points"

    def refuse(self, view: GdState, choice: Choice, seat: str) -> Refusal:
        return march_refusals.why_not(view, self, choice) or super().refuse(view, choice, seat)


def _when(game: Now, units: tuple[str, ...]) -> Hashable:
    """Besides where everybody stands, allowances hang on the weather and the part of the day."""
    return units, game.tracks.weather, game.turn


@remembered(on=POSITION, by=_when)
def _march(game: Now, units: tuple[str, ...]) -> March:
    return march(game, on_the_march(game, units))


@remembered(on=POSITION, by=_when)
def _can_step(game: Now, units: tuple[str, ...]) -> bool:
    return bool(on_the_march(game, units)) and has_step(game, _march(game, units))


class Route(SideFrame, frozen=True):
    """The hexes a party still means to enter. Whatever happens to the party ends the plan."""

    cites = "gd-9.0-o"
    automatic = True

    hexes: tuple[int, ...]
    stopped: bool = False

    def party(self, work: GdWork) -> Party:
        below = work.stack[-2]
        if not isinstance(below, Party):
            raise AssertionError("a route without a party")
        return below

    def run(self, work: GdWork) -> None:
        party = self.party(work)
        if not self.hexes or self._happened(work, party):
            work.pop()
            _note_march(work, party)
            party.resume(work, "stopped" if self.stopped else None)
            return
        at = len(work.stack) - 1
        work.replace_top(self.replaced(hexes=self.hexes[1:]))
        if not self._enter(work, party, self.hexes[0]):
            work.stack[at] = self.replaced(hexes=(), stopped=True)

    def _happened(self, work: GdWork, party: Party) -> bool:
        return not party.waiting and len(on_the_march(work, party.units)) != len(party.units)

    def _enter(self, work: GdWork, party: Party, h: int) -> bool:
        """One hex is entered, paid for, watched and shot at, each hex anew; False ends the march. [11.4-c, e, i]"""
        if party.waiting:
            reinforcements.enter(work, party.units, h)
        elif not self._pay_and_go(work, party, h):
            return True  # nobody has moved, and other ways are open
        work.stack[-2] = structs.replace(party, entry=-1, others=())  # nobody else began with them [9.3-a]
        go_on = self._is_free(work, h)
        if opportunity.may_open(work, self.side, h, party.units):
            work.push(opportunity.OpportunityFire(enemy_of(self.side), h, party.units))
        return go_on

    def _pay_and_go(self, work: GdWork, party: Party, h: int) -> bool:
        units = on_the_march(work, party.units)
        trek = _march(work, party.units)
        after = pay(work, trek, trek.spent, trek.start, h)
        if after is None or _is_forbidden(work, self.side, trek.start, h):
            work.tell_only((seat(work, self.side),), StoppedByWater(trek.start))
            work.barrier = True
            work.stack[-2:] = [structs.replace(party, shut=(*party.shut, (trek.start, h))), self.replaced(hexes=())]
            return False
        paid = dict(zip(trek.paces, after, strict=True))
        road = uses_road(work, trek, trek.start, h)  # marked before anybody fires [9.2-e]
        costs = [u.spent if u.carrier else paid[pace_of(work, u)] for u in units]
        went = zip(units, costs, strict=True)
        put(work, [structs.replace(u, hex=h, spent=cost, stepped=True, road=road) for u, cost in went])
        tell_march(work, units, trek.start, h)
        return True

    def _is_free(self, work: GdWork, h: int) -> bool:
        """Entering an enemy zone of control ends the move. [8.0-h]"""
        foes, around = work.position.occupied(enemy_of(self.side)), work.setting.catalogue.ground.neighbours[h]
        unsure = any(n in foes and not is_all_known(work, self.side, n) for n in around)
        work.barrier = work.barrier or unsure
        if h not in zone(work, enemy_of(self.side)):
            return True
        if self.hexes[1:] or unsure:
            work.tell_only((seat(work, self.side),), StoppedByZone(h))
        return False


def _note_march(work: GdWork, party: Party) -> None:
    """Where a march ended is remembered until the activation is over. [7.1-g]"""
    ends = {unit(work, unit_id).hex for unit_id in party.units if unit(work, unit_id).status == ON_MAP}
    if not ends <= set(work.tracks.marched):
        note(work, marched=tuple(sorted(ends.union(work.tracks.marched))))


def _is_forbidden(work: GdWork, side: str, a: int, b: int) -> bool:
    """Does an enemy zone of control the mover did not know of bar the crossing? [8.0-k]"""
    water = work.setting.catalogue.ground.water(a, b)
    return water in CLOSED_WATER and b in zone(work, enemy_of(side)) and not is_bridged(work, a, b)
